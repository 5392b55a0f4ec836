"""Makes the part of the corpus that is about tables: ``python tests/golden/making/tables.py PART``.

One database with tables of every game at every stage, as SQL and as `companion backup` wrote it; their exports,
singly and as the archive of all (part `kept`: made once, for seeds and codes are new at every run); and what is
answered about them (part `asked`).
"""

from __future__ import annotations

import json
import random
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import filing  # puts the tests' folders on the path
import msgspec
import tables_again as again
from corpus import lines
from finished import Played
from house import OURS, client, command, command_again, entry, entry_kinds, rules, sentences
from party import SAMPLE, Party

from companion.engine.correction import Change
from companion.tables import (
    Act,
    Answer,
    AnyCommand,
    BringSeat,
    Check,
    ClearDraft,
    Close,
    Correct,
    Elsewhere,
    Enter,
    EnterPosition,
    Finish,
    GiveSeat,
    LeaveSeat,
    Lend,
    Mix,
    NameSeat,
    Redo,
    ReplyUndo,
    Reroll,
    Roll,
    Set,
    Settings,
    SettingsPatch,
    Show,
    Start,
    TableError,
    Tables,
    TakeSeat,
    Tally,
    Tap,
    Undo,
    Untap,
    new_token,
    open_tables,
)
from companion.tables import errors as table_errors

HIDDEN = SAMPLE + " open-hands: hidden now: play W"
NAMES = ("Ana", "Mei", "Tomás", "Zoë")


def followed(tables: Tables, game: str, seed: int, actions: int, **options: Any) -> Party:
    """A game of three on its way, by people who choose at random and do everything that a page offers."""
    rng = random.Random(seed)
    party = Party(tables, NAMES[:3], game=game, options=options, language=rng.choice(["en", "es"]))
    party.do("Ana", Mix("dragón 龙"))
    party.do("Mei", Mix("0123abcd"))
    party.do("Mei", NameSeat(1, "Méi"))
    party.do("host", Start(first=seed % 3))
    names = list(party.phones)
    for _ in range(actions):
        waiting = party.view().waiting
        if not waiting:
            break
        seat, view = waiting[0], party.view(names[waiting[0]])
        if not view.legal:
            break
        step(party, names[seat], rng, view)
    return party


def step(party: Party, name: str, rng: random.Random, view: Any) -> None:
    """An action, now and then taken back or corrected."""
    game = rules(view.game)
    party.give(name, Act(game.action_text(rng.choice(view.legal))))
    others = [other for other in party.phones if other != name]
    with suppress(TableError):
        match rng.randrange(16):
            case 0:
                if getattr(party.give(name, Undo()), "asked", False):
                    for other in others:
                        party.give(other, ReplyUndo(rng.random() < 0.7))
                party.give(name, Redo())
            case 1:
                party.give(name, Undo())
            case 2:
                party.give(rng.choice(others), Check(rng.choice(["all", "city", "market"])))
            case 3:
                party.give(name, Show(party.view().seq))
            case 4:
                fields = {"hangzhou": ("round", 2), "dunhuang": ("players.A.coins", 3), "xanadu": ("coins.B", 5)}
                path, value = fields[view.game]
                party.give(name, Correct((Change(path, value),), "counted again"))


def seats(tables: Tables) -> Iterator[Party]:
    """Seats that are left, brought, given, lent; settings; a table that is closed."""
    party = Party(tables, NAMES, settings=Settings(undo="all"))
    party.do("Zoë", LeaveSeat())
    party.do("host", NameSeat(3, "Zoë B."))
    moved = tables.move_code(party.code, party.phones["Mei"])
    party.phones["Mei"] = new_token()
    party.do("Mei", BringSeat(moved))
    asker = new_token()
    number = tables.ask_seat(party.code, asker, 2)
    party.do("host", GiveSeat(number))
    party.phones["Tomás"] = asker
    party.do("host", Set(SettingsPatch(dice="hand")))
    yield party
    lent = Party(tables, ("Ana", "Mei"))
    for chair, name in ((2, "Tomás"), (3, "Zoë")):
        lent.do("Ana", NameSeat(chair, name))
    lent.do("host", EnterPosition(HIDDEN))
    lent.act("Ana", "pass")
    lent.act("Mei", "pass")
    lent.do("Ana", Lend(2))
    lent.do("Ana", Act("pass", 2))
    lent.do("Ana", Lend())
    yield lent
    closed = Party(tables, ("Ana",), game="dunhuang", chairs=2)
    closed.do("host", Close())
    yield closed
    yield Party(tables, (), game="xanadu", chairs=6, language="es")


def cardboard(tables: Tables) -> Iterator[Party]:
    """Merchant rounds beside the paper."""

    def shop(owner: str, dye: str | None, coins: int) -> Any:
        return {"owner": owner, "dye": dye, "coins": coins}

    def row(merchant: str, *dice: str) -> Change:
        made = [{"dye": die.split()[0], "price": int(die.split()[1])} for die in dice]
        return Change(f"market.{merchant}", made)

    drafted = Party(tables, settings=Settings(way="merchants"))
    drafted.do("Ana", Tap((Change("city.A3", shop("white", "red", 0)),)))
    drafted.do("Ana", ClearDraft())
    drafted.do("Mei", Tap((Change("city.C1", shop("blue", "red", 1)), Change("city.E4", shop("yellow", None, 0)))))
    drafted.do("Mei", Tap((Change("city.E4", None),)))
    drafted.do("Mei", Untap())
    yield drafted
    for fill, answers in ((True, ("yes", "no")), (False, ("red 2", "yes"))):
        party = Party(tables, settings=Settings(way="merchants"))
        party.do("Ana", Tap((Change("city.C1", shop("blue", "red", 1)),)))
        if fill:
            firsts = (
                row("orange", "red 2"),
                row("green", "black 5"),
                row("purple", "green 4"),
                row("black", "black 6"),
            )
            party.do("Ana", Tap(firsts))
        party.do("Ana", Enter(fill=fill))
        for answer in answers:
            with suppress(TableError):
                party.give("Tomás", Answer(answer))
        yield party
    moved = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y")
    entries = moved.do("Priya", Act("take coin")).entries
    moved.do("Ana", Elsewhere(next(line.seq for line in entries if line.source == "rules"), "D1"))
    yield moved
    rerolled = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y")
    entries = rerolled.do("Priya", Act("take coin")).entries
    rolled = [line for line in entries if line.source == "app"]
    for other in ("b2", "red 3", "yellow 4"):
        with suppress(TableError):
            rerolled.give("Ana", Reroll(rolled[-1].seq, other))
            break
    explained = Party(tables, position=SAMPLE)
    explained.act("Ana", "shop E5", "end turn")
    explained.do("Mei", Correct((Change("hands.white.coins", 9),), "counted", at=explained.view().seq))
    byhand = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y", settings=Settings(dice="hand"))
    byhand.act("Priya", "take coin")
    byhand.do("Priya", Roll("blue 2"))
    yield from (rerolled, explained, byhand)


def counted(tables: Tables) -> Iterator[Party]:
    """Tables at which everybody only counts: some have, all have."""
    for game in OURS:
        for ready in (1, 2):
            party = Party(tables, NAMES[:2], game=game, chairs=2, settings=Settings(way="score"))
            for chair in range(ready):
                asked = party.view(NAMES[chair]).tally.asked[chair]
                things = {thing: (number + chair) % 3 for number, thing in enumerate(asked)}
                if game == "xanadu":  # a building is its number and how many rows are covered
                    things = {**dict.fromkeys(asked, 0), asked[0]: 7 + chair, asked[1]: 74 + 10 * chair, asked[2]: 512}
                with suppress(TableError):
                    party.give(NAMES[chair], Tally(chair, things, ready=True))
            yield party


def entered(tables: Tables) -> Iterator[Party]:
    """Positions entered half-way, and games that are ended by hand."""
    for game, text in (
        ("dunhuang", "dunhuang 2 market: 3 - * * * 8 * * camel: 2 A: c5 hand *x2 B: c3 hand * shop 6 tokens: 6B"),
        ("xanadu", "xanadu 3 A: c12 49.03.* 24 hand-A: 05 07 B: c4 21.19.20 hand-B: 10 28 61 C: 02 hand-C: *x6 "
         "discard: 01 09 now: play B"),
    ):  # fmt: skip
        party = Party(tables, NAMES[: 2 + (game == "xanadu")], game=game, position=text)
        for _ in range(3):
            waiting = party.view().waiting
            if waiting and (view := party.view(NAMES[waiting[0]])).legal:
                party.give(NAMES[waiting[0]], Act(rules(game).action_text(view.legal[0])))
        yield party
    ended = Party(tables, position=SAMPLE)
    ended.do("host", Finish())
    yield ended


def finished(tables: Tables) -> Iterator[Party]:
    """Games played to the end, whose dice are proved; one is followed by another."""
    for game in OURS:
        played = Played(tables, game, seed=3, **({"open_hands": "hidden"} if game == "hangzhou" else {}))
        played.play()
        party = Party.__new__(Party)
        party.tables, party.code, party.host = tables, played.code, played.phones[0]
        party.phones = dict(zip(("Ana", "Mei"), played.phones, strict=True))
        if game == "dunhuang":
            tables.again(party.code, party.host, command_id="once-more")
        yield party


def parties(tables: Tables) -> Iterator[Party]:
    yield from seats(tables)
    for number, (game, options) in enumerate(
        (
            ("hangzhou", {}),
            ("hangzhou", {"open_hands": "hidden", "trade": "optional", "blocking": "no_sharing"}),
            ("dunhuang", {"cards": "app"}),
            ("dunhuang", {"cards": "paper", "camel_max": "7"}),
            ("xanadu", {"cards": "app"}),
            ("xanadu", {"cards": "paper", "open_score": "no", "long_game": "yes"}),
        )
    ):
        yield followed(tables, game, number, 40, **options)
    yield from cardboard(tables)
    yield from counted(tables)
    yield from entered(tables)
    yield from finished(tables)


def exports(tables: Tables, found: list[Party]) -> list[dict[str, str]]:
    """Of all that may be carried away."""
    return [
        {"code": party.code, "export": tables.export(party.code, party.host)}
        for party in found
        if tables.may_export(party.code, party.host)
    ]


def archive_of(made: list[dict[str, str]], path: Path) -> bytes:
    """The archive of all tables of one phone, which brought them all to another server."""
    other, phone = open_tables(path), new_token()
    for one in made:
        other.carry_in(one["export"], phone)
    archive = b"".join(other.export_all(phone))
    other.close()
    return archive


def kept() -> None:
    """Plays, and keeps what that leaves on a disk. Never again: this is what must read for ever."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = open_tables(folder / "tables.sqlite3")
        found = list(parties(tables))
        made = exports(tables, found)
        carried = tables.carry_in(made[0]["export"], new_token())
        games = {party.code: party.view().game for party in found}
        tables.close()
        with closing(sqlite3.connect(folder / "tables.sqlite3")) as database:
            filing.write_text("tables/database.sql", "\n".join(database.iterdump()) + "\n")
        assert command("backup", str(folder / "kept.zip"), "--data", str(folder))[0] == 0
        filing.write_bytes("tables/backup.zip", (folder / "kept.zip").read_bytes())
        filing.write_bytes("tables/archive.zip", archive_of(made, folder / "other.sqlite3"))
    phones = [{"table": p.code, "game": games[p.code], "host": p.host, **p.phones, "watcher": ""} for p in found]
    filing.write_lines(
        "tables/phones.jsonl", [*phones, {"table": carried, "game": games[made[0]["code"]], "watcher": ""}]
    )
    filing.write_lines("tables/exports.jsonl", made)
    bodies = [line["body"] for one in made for line in json.loads(one["export"])["log"]]
    filing.write_lines("tables/entries.jsonl", entries(bodies))
    filing.write_lines("tables/commands.jsonl", commands())


def asked() -> None:
    """What is answered about that. It may be asked anew where an answer is bettered on purpose."""
    made = list(lines("tables/exports.jsonl"))
    with again.database() as (tables, folder):
        phones = lines("tables/phones.jsonl")
        filing.write_lines("tables/answers.jsonl", again.answers(client(tables, folder), phones))
    filing.write_lines("tables/imported.jsonl", (again.imported(one["export"]) for one in made))
    filing.write_lines("tables/verified.jsonl", verified(made))
    filing.write_lines("tables/tampered.jsonl", tampered(made))
    filing.write_lines("tables/errors.jsonl", errors())


PARTS = {"kept": kept, "asked": asked}


def verified(made: list[Any]) -> Iterator[dict[str, Any]]:
    """What `companion verify` says of the finished, in both languages, and of a digest of another log."""
    for number, one in enumerate(made):
        for words in ((), ("--rolls",), ("--language", "es"), ("--digest", "00")):
            if not words or number % 6 == 0 or '"proof"' in one["export"]:
                whole = ["verify", "-", *words]
                yield {"words": whole, "of": one["code"], "gives": command(*whole, typed=one["export"])}


CHANGES: tuple[tuple[Any, ...], ...] = (
    ("format", 2), ("game", "chess"), ("rules", "0"), ("log", []), ("log", 0, "body", {"type": "close"}),
    ("log", 3, "seq", 9), ("log", 6, "body", {"type": "act", "seat": 0, "action": "shop A3"}),
    ("log", 6, "body", {"type": "act", "seat": 0, "action": "jump"}), ("log", 6, "body", {"type": "redo"}),
    ("log", 6, "body", {"type": "seat", "chair": 9, "name": "x", "language": "en"}),
    ("log", 6, "body", {"type": "leave", "chair": -1}), ("log", 6, "body", {"type": "unknown"}),
    ("log", 6, "body", {"type": "undo", "to": 99}),
    ("log", 6, "body", {"type": "draw", "outcome": "jump"}), ("log", 6, "at", -1), ("more", 1), ("table", "x"),
    ("position", "hangzhou RB"), ("log", 6, "body", {"type": "correct", "changes": [], "who": "x", "why": ""}),
    ("log", 0, "body", "chairs", ["<b>", "x"]), ("log", 1, "body", "name", "\u200b"), ("digest", "00"),
    ("result", {"totals": [1, 2], "winners": [1], "decided_by": "score"}),
)  # fmt: skip


def tampered(made: list[Any]) -> Iterator[dict[str, Any]]:
    """What an import says of exports in which something was changed, and `companion verify`."""
    whole = next(one["export"] for one in made if '"proof"' in one["export"] and '"dunhuang"' in one["export"])
    for change in CHANGES:
        text = again.changed(whole, list(change))
        yield {"change": list(change), "of": json.loads(whole)["table"], **again.refused(text)}
    for text in ("", "[]", "{", "null", '{"format": 1}', "\ufeff{}", "[" * 2000):
        yield {"text": text, **again.refused(text)}


def entries(bodies: list[Any]) -> list[dict[str, Any]]:
    """Entries of every kind and with all their sets of fields; also the shortest that each may be."""
    seen: dict[str, Any] = {}
    for body in bodies:
        seen.setdefault(f"{body['type']} {sorted(body)} {sorted(k for k, v in body.items() if not v)}", body)
    plain: list[dict[str, Any]] = [
        {"type": "start", "chairs": [0, 1]},
        {"type": "enter", "changes": [], "chairs": [0, 1]},
        {"type": "correct", "changes": [{"path": "round", "value": None}], "who": "Ana", "why": "so"},
        {"type": "correct", "changes": [], "who": "Ana", "why": "so", "explains": "missing 7 0 pass"},
        {"type": "open", "game": "hangzhou", "rules": "2", "options": {"round_limit": 3}, "chairs": ["white"],
         "language": "en", "settings": {}, "commitment": ""},
        {"type": "give", "chair": 0, "by": "code"},
        {"type": "lend", "seat": None},
        {"type": "reply", "chair": 0, "yes": True, "more": "fields of a newer version are not looked at"},
        {"type": "clear"}, {"type": "untap"}, {"type": "redo"}, {"type": "close"},
        {"type": "tap", "changes": [{"path": "city.A3", "value": {"owner": "white", "dye": None, "coins": 0}}]},
        {"type": "show", "entry": 3}, {"type": "leave", "chair": 1}, {"type": "answer", "answer": "yes"},
        {"type": "position", "position": "{}", "chairs": [0]}, {"type": "play_on", "table": "ABCDE"},
        {"type": "tally", "chair": 0, "things": {"coins": 3}, "ready": False}, {"type": "ask", "to": 4},
        {"type": "set", "settings": {"way": "score"}}, {"type": "lend", "seat": 2}, {"type": "undo", "to": 0},
        {"type": "carry", "position": ""}, {"type": "commit", "commitment": "ab"}, {"type": "proof", "seed": "ab"},
        {"type": "mix", "text": "龙"}, {"type": "name", "chair": 0, "name": "Ana", "language": "es"},
        {"type": "check", "zone": "all"},
    ]  # fmt: skip
    found = [{"body": body, "gives": entry(json.dumps(body))} for body in [*seen.values(), *plain]]
    assert {one["body"]["type"] for one in found} == entry_kinds(), entry_kinds() - {o["body"]["type"] for o in found}
    return found


COMMANDS: tuple[AnyCommand, ...] = (
    TakeSeat(0, "Ana"), LeaveSeat(), NameSeat(1, "Mei", "es"), GiveSeat(12), GiveSeat(12, False), BringSeat("ABC"),
    Set(SettingsPatch(dice="app")), Start(), Start((0, 2), 1), EnterPosition("hangzhou RB"),
    EnterPosition("{}", (1, 0)), Act("pass"), Act("pass", 2),
    Roll(), Roll("b2"), Roll(rest=True), Reroll(7, "b2"), Answer("yes"), Undo(), Undo(3), Redo(),
    ReplyUndo(True), Correct((Change("round", 2),), "so"), Correct((), "so", 3, "missing 7 0 pass"), Elsewhere(3, "A1"),
    Elsewhere(3, traded=False), Lend(), Lend(2), Check(), Check("city"), Tap((Change("city.A3", None),)), Untap(),
    ClearDraft(), Enter(), Enter(True, (0, 1)), Show(4), Tally(0, {"coins": 3}), Finish(), Mix("x"), Close(),
)  # fmt: skip
BAD_COMMANDS = (
    "", "{", "[]", "null", "{}", '{"do": 3}', '{"do": "jump"}', '{"do": "act"}', '{"do": "act", "action": 3}',
    '{"do": "act", "action": "pass", "more": 1}', '{"do": "take", "chair": "x", "name": "Ana"}',
    '{"do": "take", "chair": 0, "name": "' + "x" * 41 + '"}',
    '{"do": "name", "chair": 0, "name": "A", "language": "E"}',
    '{"do": "undo", "to": "x"}', '{"do": "tally", "chair": 0, "things": {"coins": -1}}',
    '{"do": "check", "zone": null}',
    '{"do": "correct", "changes": [{"path": 3}], "why": "so"}', '{"do": "play_on", "table": "abc"}', "[" * 2000,
    '{"do": "set", "settings": {"way": "fly"}}', '{"do": "reroll", "at": -1, "outcome": "b2"}',
)  # fmt: skip


def commands() -> Iterator[dict[str, Any]]:
    """Commands as phones and programs send them, and what is none."""
    texts = {msgspec.json.encode(one).decode() for one in COMMANDS}
    short = {json.dumps({k: v for k, v in json.loads(text).items() if v is not None}) for text in texts}
    for text in [*sorted(texts | short), '{"do": "check"}', '{"do":"start","first":1}', *BAD_COMMANDS]:
        yield {"text": text, **command_again(text)}


FACTS: dict[str, str | int] = {
    "table": "ABCDE", "near": "ABCDF", "limit": 3, "message": "round: expected a whole number, 1 or more, not 'x'",
    "found": 9, "most": 4, "least": 2, "name": "Ana", "entry": 7, "begun": "1", "here": "2", "known": 4, "tables": 3,
    "thing": "silver",
}  # fmt: skip


def errors() -> Iterator[dict[str, Any]]:
    """Every error at a table, with all facts that any has."""
    kinds = [kind for kind in vars(table_errors).values() if isinstance(kind, type) and issubclass(kind, TableError)]
    for kind in kinds:
        if kind is not TableError:
            for near in ("", "ABCDF") if kind.code == "no_such_table" else ("",):
                facts = FACTS | {"near": near}
                yield {"code": kind.code, "facts": facts, **sentences(kind.code, facts)}


if __name__ == "__main__":
    for part in sys.argv[1:]:
        PARTS[part]()
