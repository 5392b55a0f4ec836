"""A finished log proves itself; whatever is changed in it is found and named."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from finished import CALM, ENDING, Played, changed, exported, reroll, rolls
from hypothesis import given
from hypothesis import strategies as st
from party import Party

from companion.engine.wording import LANGUAGES
from companion.tables import Tables, new_token, open_tables
from companion.tables.errors import TableError
from companion.tables.game import GAMES, table_game
from companion.tables.log import entries as e
from companion.tables.log.proof import Verdict, verify
from companion.tables.tokens import commitment

pytestmark = pytest.mark.long


def kinds(verdict: Verdict) -> dict[str, int]:
    """What was found, and at which entry first."""
    found: dict[str, int] = {}
    for finding in verdict.findings:
        found.setdefault(finding.kind, finding.entry)
    return found


def entry(data: dict[str, Any], kind: str) -> Any:
    """The first entry of a kind."""
    return next(one for one in data["log"] if one["body"]["do"] == kind)


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_proves_itself(game: str) -> None:
    verdict = verify(exported(game))
    assert verdict.findings == ()
    (bound,) = verdict.seeds
    assert bound.value is not None and commitment(bytes.fromhex(bound.value)) == bound.commitment
    assert [mixture.text for mixture in bound.shares] == ["dragón 龙", f"{1:032x}"]
    rolls = [roll for roll in bound.rolls if roll.number is not None]
    assert len(rolls) > 15
    counting = [roll.number for roll in rolls if roll.seq not in verdict.undone]
    assert counting == list(range(len(counting)))
    assert {roll.sign for roll in rolls} == {"right"}
    assert verdict.score is not None and verdict.table is not None
    assert [verdict.table.chairs[chair].name for chair in verdict.table.players] == ["Ana", "Mei"]


def set_seed(data: dict[str, Any], seed: str) -> None:
    entry(data, "proof")["body"]["seed"] = seed


def bound_later(data: dict[str, Any]) -> None:
    seed = secrets.token_bytes(32)
    data["log"][0]["body"]["commitment"] = commitment(seed)
    set_seed(data, seed.hex())


TAMPERED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another outcome": (reroll, "roll"),
    "by hand": (lambda data: rolls(data)[0].update(source="hand"), "roll"),
    "by the rules": (lambda data: rolls(data)[0].update(source="rules"), "refused"),
    "dropped": (lambda data: data["log"].remove(rolls(data)[0]), "order"),
    "swapped": (lambda data: data["log"].insert(2, data["log"].pop(3)), "order"),
    "another seed": (lambda data: set_seed(data, secrets.token_hex(32)), "seed"),
    "no seed": (lambda data: set_seed(data, "none"), "seed"),
    "untold": (lambda data: data["log"].remove(entry(data, "proof")), "untold"),
    "bound later": (bound_later, "roll"),
    "another name": (lambda data: data["log"][1]["body"].update(name="Eve"), "digest"),
}
"""Ways to change a log, and what is found then."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", TAMPERED)
def test_each_way_to_tamper_is_named(game: str, way: str) -> None:
    tamper, kind = TAMPERED[way]
    verdict = verify(changed(exported(game), tamper))
    assert kind in kinds(verdict)
    for finding, language in product(verdict.findings, LANGUAGES):
        sentence = finding.say(language)
        assert str(finding.entry or "") in sentence and "{" not in sentence


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 300), st.sampled_from(["", "0", "pass", "app", "hand", "0" * 64, "龙"])
)


@st.composite
def mutations(draw: st.DrawFn) -> tuple[str, str]:
    """A log, and the same with one thing changed: a value, an entry dropped, doubled or moved."""
    text = exported(draw(st.sampled_from(sorted(GAMES))))
    data = json.loads(text)
    log = data["log"]
    i, j = draw(st.integers(0, len(log) - 1)), draw(st.integers(0, len(log) - 1))
    renumber = draw(st.booleans())
    match draw(st.sampled_from(["value", "body", "drop", "double", "swap"])):
        case "value":
            key = draw(st.sampled_from(sorted(log[i])))
            log[i][key] = draw(VALUES)
        case "body":
            key = draw(st.sampled_from(sorted(log[i]["body"])))
            log[i]["body"][key] = draw(st.one_of(VALUES, st.just(log[j]["body"].get(key))))
        case "drop":
            del log[i]
        case "double":
            log.insert(j, log[i])
        case "swap":
            log[i], log[j] = log[j], log[i]
    if renumber:
        data["log"] = [{**one, "seq": n} for n, one in enumerate(log, start=1)]
    return text, json.dumps(data)


@given(mutations())
def test_whatever_is_changed_is_found(case: tuple[str, str]) -> None:
    text, mutated = case
    try:
        verdict = verify(mutated)
    except TableError:
        return
    assert bool(verdict.findings) == (json.loads(text) != json.loads(mutated))
    for finding in verdict.findings:
        assert finding.say("es")


def test_an_unfinished_table_is_no_proof_and_tells_no_seed(tables: Tables) -> None:
    played = Played(tables, "hangzhou", seed=5)
    text = played.export()
    assert {"unfinished", "untold"} <= set(kinds(verify(text)))
    assert '"proof"' not in text


def test_nothing_is_mixed_in_once_the_app_has_rolled(tables: Tables) -> None:
    played = Played(tables, "hangzhou", seed=5)
    view = played.view()
    assert [(m.chair, m.text) for m in view.mixed] == [(0, "dragón 龙"), (1, f"{5:032x}")] and not view.mixable
    with pytest.raises(TableError, match="too_late"):
        played.do(0, e.Mix("more"))
    with pytest.raises(TableError, match="not_seated"):
        tables.command(played.code, "0" * 32, e.Mix("a stranger's"), command_id="x")


def test_what_is_mixed_in_is_one_readable_line_and_bounded(tables: Tables) -> None:
    code = tables.open("hangzhou", host := "1" * 32)
    tables.command(code, host, e.Mix("  a\nb\u202ec\x00 "), command_id="a")
    assert tables.view_for(code).mixed[0].text == "abc" and tables.view_for(code).mixed[0].chair is None
    with pytest.raises(TableError, match="bad_command"):
        tables.command(code, host, e.Mix(" \n "), command_id="b")
    with pytest.raises(TableError, match="bad_command"):
        tables.command(code, host, e.Mix("x" * 101), command_id="long")


def test_each_seat_has_one_share_the_newest_whatever_others_send(tables: Tables) -> None:
    party = Party(tables)
    for n in range(9):
        party.give("Ana", e.Mix(f"flood {n}"))
        party.give("host", e.Mix(f"flood {n}"))
    for name in ("Mei", "Tomás", "Priya"):
        assert not party.do(name, e.Mix(f"of {name}"), id="mix-1").repeated
    first = party.do("Ana", e.Mix("of Ana"), id="mix-1")
    again = party.do("Ana", e.Mix("of Ana"), id="mix-1")
    assert again.repeated and again.entries == first.entries, "a text that is sent again is in"
    mixed = [(m.chair, m.text) for m in party.view().mixed]
    assert mixed == [(None, "flood 8"), (1, "of Mei"), (2, "of Tomás"), (3, "of Priya"), (0, "of Ana")]
    party.do("host", e.Start())
    assert party.do("Ana", e.Mix("of Ana"), id="mix-1").repeated, "even after the first roll"
    party.do("host", e.Finish())
    verdict = verify(tables.export(party.code, party.host))
    assert verdict.findings == () and {roll.sign for roll in verdict.rolls} == {"right"}
    assert [m.text for m in verdict.seeds[0].shares] == [text for _, text in mixed]


def test_a_new_phone_replaces_the_share_of_its_chair_until_the_first_roll(tables: Tables) -> None:
    """Who tries all chairs before the others come takes nobody's part away."""
    party = Party(tables, names=("Mei",))
    party.phones["Zoë"] = new_token()
    for chair in (1, 2):
        party.do("Zoë", e.TakeSeat(chair, "Zoë"))
        party.do("Zoë", e.Mix(f"{chair}"))
    party.do("Zoë", e.LeaveSeat())
    for chair, name in ((1, "Ana"), (2, "Tomás")):
        party.phones[name] = new_token()
        party.do(name, e.TakeSeat(chair, name))
        party.do(name, e.Mix(f"of {name}"))
    party.do("Mei", e.Mix("of Mei"))
    party.phones["Ana’s other phone"] = new_token()
    party.do("Ana", e.GiveSeat(tables.ask_seat(party.code, party.phones["Ana’s other phone"], 1)))
    party.do("Ana’s other phone", e.Mix("of Ana again"))
    party.do("host", e.Start())
    party.do("Tomás", e.LeaveSeat())
    assert [m.text for m in party.view().mixed] == ["of Tomás", "of Mei", "of Ana again"], "the dice are rolled with it"
    party.do("host", e.Finish())
    assert verify(tables.export(party.code, party.host)).findings == ()


def test_a_game_that_goes_on_after_its_end_has_a_new_seed_at_once(tables: Tables) -> None:
    played = Played(tables, "hangzhou", seed=1)
    played.play(undo=0)
    over = played.view()
    assert over.proof is not None and not over.mixable
    tables.command(played.code, played.phones[0], e.Undo(), command_id="back")
    if played.view().undo is not None:
        played.do(1, e.ReplyUndo(True))
    view = played.view()
    assert view.commitment != over.commitment and view.proof is None and view.mixable and view.mixed == ()
    played.do(1, e.Mix("again"))
    played.play(undo=0)
    verdict = verify(played.export())
    assert verdict.findings == ()
    assert [[m.text for m in seed.shares] for seed in verdict.seeds][-1] == ["again"]


def test_a_table_carried_from_elsewhere_says_what_cannot_be_checked(tables: Tables, tmp_path: Any) -> None:
    played = Played(tables, "hangzhou", seed=4)
    there = open_tables(tmp_path / "there.sqlite3")
    code = there.carry_in(played.export(), played.phones[0])
    played.tables, played.code = there, code
    for chair in range(2):
        played.do(chair, e.TakeSeat(chair, ("Ana", "Mei")[chair]))
    played.do(1, e.Mix("here"))
    played.play(undo=0)
    verdict = verify(played.export())
    assert kinds(verdict) == {"untold": 1}
    first, second = verdict.seeds
    assert {roll.sign for roll in first.rolls} == {"unknown"} and {roll.sign for roll in second.rolls} == {"right"}
    there.close()


def test_a_table_that_only_counted_is_right_too(tables: Tables) -> None:
    code = tables.open("hangzhou", host := "1" * 32, chairs=2, settings=e.Settings(way="score"))
    for chair in range(2):
        things = {"coins": chair, "shop_coins": 0, "dyes": 0, "points": 0}
        tables.command(code, host, e.Tally(chair, things, ready=True), command_id=f"t{chair}")
    verdict = verify(tables.export(code, host))
    assert verdict.findings == () and verdict.rolls == ()
    assert verdict.score is not None and verdict.score.winners == (1,)
    assert tables.verified(code) == verdict


class Alone(Party):
    """A game of two on one phone, and what came of its rolls."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables, (), options=CALM["hangzhou"], chairs=2)
        self.rules = table_game("hangzhou").rules
        self.does(e.TakeSeat(0, "Ana"), e.NameSeat(1, "Mei"), e.Start())

    def does(self, *commands: e.AnyCommand) -> None:
        for command in commands:
            self.do("host", command)

    def log(self, after: int = 0) -> tuple[Any, ...]:
        return self.tables.store.log(self.code, after, 10_000)

    def actions(self) -> list[str]:
        """What may be done now, what ends a turn first."""
        state = self.view("host").state
        legal = [action for seat in self.rules.waiting(state) for action in self.rules.legal(state, seat)]
        return sorted(map(self.rules.action_text, legal), key=lambda text: text not in ENDING)

    def play(self, action: str) -> list[tuple[str, str]]:
        """Does it; the rolls that it brought."""
        (seat, *_), before = self.view("host").waiting, len(self.log())
        self.does(e.Act(action, seat=seat))
        return [(event.source, event.body.outcome) for event in self.log(before) if event.kind == "roll"]

    def until_rolled(self) -> tuple[str, list[tuple[str, str]]]:
        """Plays until an action makes the app roll: that action, and what came."""
        for action in iter(lambda: self.actions()[0], ""):
            came = self.play(action)
            if by_app(came):
                return action, came
        raise AssertionError("the app never rolls")

    def finish(self) -> Verdict:
        """Plays to the end; all of it is right."""
        while actions := self.actions():
            self.play(actions[0])
        verdict = verify(self.tables.export(self.code, self.host))
        assert verdict.findings == () and {roll.sign for roll in verdict.rolls} <= {"right", "hand"}
        return verdict


def by_app(came: list[tuple[str, str]]) -> int:
    """How many of these rolls the app made."""
    return sum(source == "app" for source, _ in came)


def test_the_same_move_after_an_undo_brings_the_same_roll(tables: Tables) -> None:
    alone = Alone(tables)
    alone.until_rolled()
    action, came = alone.until_rolled()
    undone = 0
    for _ in range(3):
        alone.does(e.Undo())
        assert alone.play(action) == came
        undone += by_app(came)
    alone.does(e.Undo(), e.Redo(), e.Undo())
    undone += by_app(came)
    for other in alone.actions()[:8]:
        undone += by_app(alone.play(other))
        alone.does(e.Undo())
    assert alone.play(action) == came, "whatever else was tried"
    assert len(alone.finish().undone) == undone


def test_ending_a_game_by_hand_gives_no_other_roll(tables: Tables) -> None:
    alone = Alone(tables)
    action, came = alone.until_rolled()
    alone.does(e.Finish())
    assert tables.view_for(alone.code).proof
    alone.does(e.Undo(), e.Undo())
    bound = tables.view_for(alone.code).commitment
    assert alone.play(action) == came
    assert tables.view_for(alone.code).mixable, "the new seed has given nothing yet"
    alone.does(e.Mix("into the new seed"))
    first, *_, last = alone.finish().seeds
    assert first.by_app and last.commitment == bound and last.by_app, "new rolls come from the new seed"
    assert [m.text for m in last.shares] == ["into the new seed"]


def test_a_roll_by_hand_in_the_place_of_one_of_the_app_does_not_tell_the_next(tables: Tables) -> None:
    alone = Alone(tables)
    while not (alone.log()[-1].kind == "roll" and alone.log()[-1].source == "app"):
        alone.play(alone.actions()[0])
    last = alone.log()[-1]
    alone.does(e.Reroll(last.seq, last.body.outcome))
    proof = alone.finish()
    numbers = [roll.number for roll in proof.rolls if roll.number is not None]
    assert proof.undone == {last.seq} and numbers == list(range(len(numbers))), "its number is not used again"
