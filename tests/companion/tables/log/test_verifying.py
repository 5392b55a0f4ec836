"""A finished log proves itself; whatever is changed in it is found and named."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from finished import Played, changed, exported
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import OVER
from companion.engine.wording import LANGUAGES
from companion.tables import (
    Act,
    Close,
    EnterPosition,
    Finish,
    Mix,
    ReplyUndo,
    Roll,
    Set,
    Settings,
    Tables,
    TakeSeat,
    Tally,
    Undo,
    open_tables,
)
from companion.tables.errors import BadCommand, BadImport, HiddenYet, MixedTooLate, NotSeated
from companion.tables.game import GAMES, table_game
from companion.tables.log.audit import Verdict, said, verify
from companion.tables.tokens import commitment

pytestmark = pytest.mark.long


def kinds(verdict: Verdict) -> dict[str, int]:
    """What was found, and at which entry first."""
    found: dict[str, int] = {}
    for finding in verdict.findings:
        found.setdefault(finding.kind, finding.entry)
    return found


def entry(data: dict[str, Any], kind: str, source: str = "") -> dict[str, Any]:
    """The first entry of a kind."""
    return next(e for e in data["log"] if e["body"]["type"] == kind and source in ("", e["source"]))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_finished_game_proves_itself(game: str, seed: int) -> None:
    verdict = verify(exported(game, seed))
    assert verdict.findings == ()
    (bound,) = verdict.proof.seeds
    assert bound.seed is not None and commitment(bytes.fromhex(bound.seed)) == bound.commitment
    assert [mixture.text for mixture in bound.mixed] == ["dragón 龙", f"{seed:032x}"]
    rolls = [roll for roll in bound.rolls if roll.number is not None]
    assert len(rolls) > 15 and [roll.number for roll in rolls] == list(range(len(rolls)))
    assert {roll.sign for roll in rolls} == {"right"}
    assert verdict.score is not None and [chair.name for chair in verdict.players] == ["Ana", "Mei"]


def test_another_contribution_would_have_given_other_dice() -> None:
    def other(data: dict[str, Any]) -> None:
        entry(data, "mix")["body"]["text"] = "tiger"

    found = kinds(verify(changed(exported("hangzhou"), other)))
    assert found["roll"] > 0 and "digest" in found


def rolled(data: dict[str, Any]) -> dict[str, Any]:
    """The first entry that the app rolled or drew."""
    return entry(data, "draw", "app")


def die(data: dict[str, Any]) -> None:
    here = rolled(data)["body"]
    here["outcome"] = next(name for name in data["odds"][0]["chances"] if name != here["outcome"])


def by_hand(data: dict[str, Any]) -> None:
    rolled(data)["source"] = "hand"


def by_rules(data: dict[str, Any]) -> None:
    rolled(data)["source"] = "rules"


def dropped(data: dict[str, Any]) -> None:
    data["log"].remove(rolled(data))


def swapped(data: dict[str, Any]) -> None:
    data["log"][2], data["log"][3] = data["log"][3], data["log"][2]


def another_seed(data: dict[str, Any]) -> None:
    entry(data, "proof")["body"]["seed"] = secrets.token_hex(32)


def no_seed(data: dict[str, Any]) -> None:
    entry(data, "proof")["body"]["seed"] = "none"


def untold(data: dict[str, Any]) -> None:
    data["log"] = [e for e in data["log"] if e["body"]["type"] != "proof"]


def bound_later(data: dict[str, Any]) -> None:
    seed = secrets.token_bytes(32)
    data["log"][0]["body"]["commitment"] = commitment(seed)
    entry(data, "proof")["body"]["seed"] = seed.hex()


def another_score(data: dict[str, Any]) -> None:
    data["result"]["totals"][0] += 1


def another_position(data: dict[str, Any]) -> None:
    data["position"] += " "


def loaded(data: dict[str, Any]) -> None:
    chances = data["odds"][3]["chances"]
    chances[next(iter(chances))] += 1


def unsaid(data: dict[str, Any]) -> None:
    data["log"][1]["body"]["name"] = "Eve"


Tamper = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("tamper", "kind"),
    [
        (die, "roll"),
        (by_hand, "roll"),
        (by_rules, "not_certain"),
        (dropped, "order"),
        (swapped, "order"),
        (another_seed, "seed"),
        (no_seed, "seed"),
        (untold, "untold"),
        (bound_later, "roll"),
        (another_score, "score"),
        (another_position, "position"),
        (loaded, "odds"),
        (unsaid, "digest"),
    ],
)
def test_each_way_to_tamper_is_named(game: str, tamper: Tamper, kind: str) -> None:
    verdict = verify(changed(exported(game), tamper))
    assert kind in kinds(verdict)
    for finding, language in product(verdict.findings, LANGUAGES):
        sentence = said(finding, table_game(game).rules, language, ("Ana", "Mei"))
        assert str(finding.entry or "") in sentence and "{" not in sentence


@pytest.mark.parametrize("game", GAMES)
def test_a_finding_says_at_which_entry(game: str) -> None:
    text = exported(game)
    here = rolled(json.loads(text))["seq"]
    for tamper, kind, at in [
        (die, "roll", here),
        (by_rules, "not_certain", here),
        (dropped, "order", here + 1),
        (swapped, "order", 4),
        (untold, "untold", 1),
    ]:
        assert kinds(verify(changed(text, tamper)))[kind] == at, tamper.__name__


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 300), st.sampled_from(["", "0", "pass", "app", "hand", "0" * 64, "龙"])
)


@st.composite
def mutations(draw: st.DrawFn) -> tuple[str, str]:
    """A log, and the same with one thing changed: a value, an entry dropped, doubled or moved."""
    text = exported(draw(st.sampled_from(GAMES)), draw(st.sampled_from([1, 2])))
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
        data["log"] = [{**e, "seq": n} for n, e in enumerate(log, start=1)]
    return text, json.dumps(data)


@settings(max_examples=120)
@given(mutations())
def test_whatever_is_changed_is_found(case: tuple[str, str]) -> None:
    text, mutated = case
    try:
        verdict = verify(mutated)
    except BadImport:
        return
    assert bool(verdict.findings) == (json.loads(text) != json.loads(mutated))
    for finding in verdict.findings:
        assert said(finding, table_game(verdict.game).rules, "es", ("Ana", "Mei"))


@pytest.mark.slow
@settings(max_examples=3000)
@given(mutations())
def test_whatever_is_changed_is_found_in_thousands_of_logs(case: tuple[str, str]) -> None:
    test_whatever_is_changed_is_found.hypothesis.inner_test(case)  # type: ignore[attr-defined]  # hypothesis adds it


@pytest.mark.parametrize("text", ["", "[]", "null", b"\xff", '{"format": 1}', '{"log": ' + "[" * 100_000])
def test_what_is_no_export(text: str | bytes) -> None:
    with pytest.raises(BadImport):
        verify(text)


def test_an_unfinished_table_is_no_proof_and_tells_no_seed(tables: Tables) -> None:
    played = Played(tables, "hangzhou", seed=5)
    text = played.export()
    assert {"unfinished", "untold"} <= set(kinds(verify(text)))
    assert '"proof"' not in text and "odds" not in json.loads(text)


def test_old_exports_without_a_digest_are_checked_as_far_as_they_go() -> None:
    def old(data: dict[str, Any]) -> None:
        for key in ("result", "odds", "digest"):
            del data[key]

    assert verify(changed(exported("hangzhou"), old)).findings == ()


def test_nothing_is_mixed_in_once_the_app_has_rolled(tables: Tables) -> None:
    played = Played(tables, "hangzhou", seed=5)
    view = played.view()
    assert [(m.chair, m.text) for m in view.mixed] == [(0, "dragón 龙"), (1, f"{5:032x}")] and not view.mixable
    with pytest.raises(MixedTooLate):
        played.do(0, Mix("more"))
    with pytest.raises(NotSeated):
        tables.command(played.code, "0" * 32, Mix("a stranger's"), command_id="x")


def test_what_is_mixed_in_is_one_readable_line_and_bounded(tables: Tables) -> None:
    code = tables.open("hangzhou", host := "1" * 32)
    tables.command(code, host, Mix("  a\nb\u202ec\x00 "), command_id="a")
    assert tables.view_for(code).mixed[0].text == "abc" and tables.view_for(code).mixed[0].chair is None
    with pytest.raises(BadCommand):
        tables.command(code, host, Mix(" \n "), command_id="b")
    with pytest.raises(BadCommand):
        tables.command(code, host, Mix("x" * 101), command_id="long")
    for n in range(39):
        tables.command(code, host, Mix(f"{n}"), command_id=f"m{n}")
    with pytest.raises(MixedTooLate):
        tables.command(code, host, Mix("one more"), command_id="c")


def test_a_game_that_goes_on_after_its_end_has_a_new_seed_at_once(tables: Tables) -> None:
    played = Played(tables, "hangzhou", seed=1)
    played.play(undo=0)
    over = played.view()
    assert over.proof is not None and not over.mixable
    tables.command(played.code, played.phones[0], Undo(), command_id="back")
    if played.view().undo is not None:
        played.do(1, ReplyUndo(True))
    view = played.view()
    assert view.commitment != over.commitment and view.proof is None and view.mixable and view.mixed == ()
    played.do(1, Mix("again"))
    played.play(undo=0)
    verdict = verify(played.export())
    assert verdict.findings == ()
    assert [[m.text for m in seed.mixed] for seed in verdict.proof.seeds][-1] == ["again"]


def test_rolls_by_hand_are_told_apart(tables: Tables) -> None:
    played = Played(tables, "hangzhou", seed=3)
    played.do(0, Set(Settings(dice="hand")))
    rules = table_game("hangzhou").rules
    for _ in range(4000):
        view = played.view()
        if view.waiting:
            seat = view.waiting[0]
            action = next((a for a in played.view(seat).legal if rules.action_text(a) in ("pass", "take coin")), None)
            played.do(seat, Act(rules.action_text(action or played.view(seat).legal[0]), seat=seat))
        elif view.outcomes:
            played.do(0, Roll(rules.action_text(view.outcomes[0])))
        else:
            break
    verdict = verify(played.export())
    assert verdict.findings == ()
    assert {roll.sign for roll in verdict.proof.rolls} == {"hand", "right"}


def test_a_table_carried_from_elsewhere_says_what_cannot_be_checked(tables: Tables, tmp_path: Any) -> None:
    played = Played(tables, "hangzhou", seed=4)
    there = open_tables(tmp_path / "there.sqlite3")
    code = there.carry_in(played.export(), played.phones[0])
    played.tables, played.code = there, code
    for chair in range(2):
        played.do(chair, TakeSeat(chair, ("Ana", "Mei")[chair]))
    played.do(1, Mix("here"))
    played.play(undo=0)
    verdict = verify(played.export())
    assert kinds(verdict) == {"untold": 1}
    first, second = verdict.proof.seeds
    assert {roll.sign for roll in first.rolls} == {"unknown"} and {roll.sign for roll in second.rolls} == {"right"}
    there.close()


def test_a_closed_table_gets_no_new_seed(tables: Tables) -> None:
    played = Played(tables, "hangzhou", seed=1)
    played.play(undo=0)
    played.do(0, Close())
    assert [line.kind for line in tables.log_for(played.code, after=played.view().seq - 2)][-1] == "close"


@pytest.mark.parametrize("game", [game for game in GAMES if game in ("dunhuang", "xanadu")])
def test_while_phones_hold_the_cards_nothing_tells_the_next_one(tables: Tables, tmp_path: Path, game: str) -> None:
    played = Played(tables, game, seed=6)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database:
        for _ in range(60):
            for phone in (*played.phones, "0" * 32):
                lines = tables.log_for(played.code, phone, limit=1000)
                drawn = [line for line in lines if line.kind == "draw"]
                assert drawn and all(line.body is None for line in drawn), "the card is told by its effects alone"
                assert not any(line.kind == "proof" for line in lines)
                view = tables.view_for(played.code, phone)
                assert view.proof is None and view.outcomes == ()
            with pytest.raises(HiddenYet):
                tables.export(played.code, played.phones[0])
            assert tables.verified(played.code) is None
            seat = played.view().waiting[0]
            rules, view = table_game(game).rules, played.view(seat)
            played.do(seat, Act(rules.action_text(played.random.choice(view.legal)), seat=seat))
            if played.view().state.turn is OVER:
                break
        ((seed,),) = database.execute("SELECT value FROM seed").fetchall()
        told = database.execute("SELECT count(*) FROM event WHERE body LIKE ?", (f"%{seed.hex()}%",)).fetchone()[0]
    assert told == (played.view().state.turn is OVER), "the seed is in the log at the end, and not before"


def test_a_table_that_only_counted_is_right_too(tables: Tables) -> None:
    code = tables.open("hangzhou", host := "1" * 32, chairs=2, settings=Settings(way="score"))
    for chair in range(2):
        things = {"coins": chair, "shop_coins": 0, "dyes": 0, "points": 0}
        tables.command(code, host, Tally(chair, things, ready=True), command_id=f"t{chair}")
    verdict = verify(tables.export(code, host))
    assert verdict.findings == () and verdict.proof.rolls == ()
    assert verdict.score is not None and verdict.score.winners == (1,)
    assert tables.verified(code) == verdict


def test_a_game_that_was_entered_and_ended_by_hand_is_right_without_any_seed(tables: Tables) -> None:
    code = tables.open("hangzhou", host := "1" * 32)
    tables.command(code, host, EnterPosition("hangzhou WB city: A1W W: c3 now: play W"), command_id="p")
    tables.command(code, host, Finish(), command_id="f")
    verdict = verify(tables.export(code, host))
    assert verdict.findings == () and verdict.proof.seeds[0].seed is None
