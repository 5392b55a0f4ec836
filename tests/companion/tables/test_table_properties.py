"""Random tables: whatever people send, the log replays to what is served, and nothing breaks."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from party import NAMES, Party

from companion.engine import hangzhou
from companion.engine.correction import Change
from companion.tables import (
    Accepted,
    Act,
    Answer,
    AnyCommand,
    BringSeat,
    Check,
    Correct,
    Elsewhere,
    Enter,
    EnterPosition,
    Finish,
    GiveSeat,
    LeaveSeat,
    Lend,
    Mix,
    MovedOn,
    NameSeat,
    Redo,
    RefusedByRule,
    Replace,
    ReplyUndo,
    Reroll,
    Roll,
    Set,
    Settings,
    Show,
    Start,
    TableError,
    Tables,
    TakeSeat,
    Tally,
    Tap,
    Undo,
    Untap,
    open_tables,
)
from companion.tables.log.proof import verify
from companion.tables.log.transfer import read_export

pytestmark = pytest.mark.long

PATHS = st.sampled_from(
    ["city.A3", "city.E5.coins", "merchants.green", "market.black", "hands.red.coins", "hands.blue", "now", "round"]
)
VALUES = st.one_of(
    st.none(),
    st.integers(-2, 40),
    st.sampled_from(["red", "A3", "white"]),
    st.just({"owner": "red", "dye": "blue", "coins": 1}),
    st.just([{"dye": "blue", "price": 2}]),
    st.just({"phase": "move", "merchant": "black"}),
    st.just({"coins": 2, "shops": 1, "hidden": True}),
)
CHANGES = st.lists(st.builds(Change, PATHS, VALUES), max_size=3).map(tuple)
ENTRY = st.integers(0, 60)
WORDS = st.sampled_from(["yes", "no", "blue 2", "red 1", "shop A1", "pass", "end turn", "pick red", "green 5", "ñ"])
SETTINGS = st.builds(
    Settings,
    st.sampled_from(["follow", "merchants", "score"]),
    st.sampled_from(["app", "hand"]),
    st.sampled_from(["one", "all"]),
)
POSITIONS = st.sampled_from(["hangzhou RB now: move orange", "hangzhou WBRY now: play B", "nonsense"])
THINGS = st.dictionaries(st.sampled_from(["coins", "shop_coins", "dyes", "points", "shops"]), st.integers(0, 9))
CHAIR = st.integers(-1, 5)
COMMANDS: st.SearchStrategy[AnyCommand] = st.one_of(
    st.builds(TakeSeat, CHAIR, st.sampled_from(["Lee", "", "<script>"])),
    st.builds(LeaveSeat),
    st.builds(NameSeat, CHAIR, st.just("Zoë")),
    st.builds(GiveSeat, st.integers(0, 99)),
    st.builds(BringSeat, WORDS),
    st.builds(Set, SETTINGS),
    st.builds(Start, st.one_of(st.none(), st.lists(CHAIR, max_size=4).map(tuple))),
    st.builds(
        EnterPosition, st.sampled_from(["hangzhou RB now: move orange", "hangzhou WBRY now: play B", "nonsense"])
    ),
    st.builds(Act, WORDS, st.one_of(st.none(), st.integers(-1, 4))),
    st.builds(Roll, st.one_of(st.none(), WORDS), st.booleans()),
    st.builds(Reroll, ENTRY, WORDS),
    st.builds(Answer, WORDS),
    st.builds(Undo, st.one_of(st.none(), ENTRY)),
    st.builds(Redo),
    st.builds(ReplyUndo, st.booleans()),
    st.builds(Correct, CHANGES, st.just("so"), st.one_of(st.none(), ENTRY)),
    st.builds(Replace, ENTRY, WORDS),
    st.builds(Elsewhere, ENTRY, st.sampled_from([None, "A3", "C3", "E5"]), st.booleans()),
    st.builds(Check),
    st.builds(Mix, WORDS),
    st.builds(Lend, st.one_of(st.none(), CHAIR)),
    st.builds(Tap, CHANGES),
    st.builds(Untap),
    st.builds(Untap, st.booleans()),
    st.builds(Enter, st.booleans()),
    st.builds(Show, ENTRY, st.one_of(st.none(), st.integers(0, 50)), st.booleans()),
    st.builds(Tally, CHAIR, THINGS, st.booleans()),
    st.builds(Finish),
)
WHO = st.sampled_from([*NAMES, "host", "watcher"])


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Any:
    tables = open_tables(tmp_path_factory.mktemp("many") / "tables.sqlite3")
    yield tables
    tables.close()


def replays(party: Party, text: str) -> None:
    export, table = read_export(text, 10_000, 65_536)
    assert {finding.kind for finding in verify(text).findings} <= {"unfinished", "untold"}
    view = party.view()
    assert table.seq == view.seq and [event.seq for event in export.log] == list(range(1, view.seq + 1))
    if table.state is not None:
        assert table.game.rules.view(table.state, None) == view.state


def holds(party: Party) -> None:
    """The log is whole, replays to what is served, proves its dice, and every phone can look at all of it."""
    with suppress(TableError):  # counts that are secret yet are in no export
        replays(party, party.tables.export(party.code, party.host))
    for name in (*NAMES[:2], None):
        seen = party.view(name)
        lines = party.tables.log_for(party.code, party.token(name), limit=1000)
        assert len(lines) == seen.seq
        for line in lines:
            for effect in line.effects:
                assert hangzhou.say(effect, line.state, "es")


def sensible(party: Party, rng: random.Random) -> AnyCommand:
    """What somebody would do next."""
    view = party.view("Ana")
    if view.state is None:
        return rng.choice([Start(), EnterPosition("hangzhou WBRY now: play B"), Enter()])
    if view.question is not None:
        return Answer(rng.choice(view.question.answers))
    if view.outcomes:
        return Roll(hangzhou.action_text(rng.choice(view.outcomes)))
    if view.waiting:
        seat = view.waiting[0]
        return Act(hangzhou.action_text(rng.choice(hangzhou.legal(view.state, seat))), seat=seat)
    return Undo()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(WHO, st.one_of(st.none(), COMMANDS)), max_size=25), st.integers(0, 1000))
def test_any_commands_leave_a_table_that_replays(
    many: Tables, commands: list[tuple[str, AnyCommand | None]], seed: int
) -> None:
    party = Party(many)
    party.phones["watcher"] = "0" * 32
    rng = random.Random(seed)
    for name, command in commands:
        before = party.view().seq
        try:
            result = party.give(name, command or sensible(party, rng))
        except TableError:
            assert party.view().seq == before, "an error leaves no trace"
            continue
        assert isinstance(result, Accepted | RefusedByRule | MovedOn)
        assert name != "watcher" or isinstance(command, TakeSeat), "watchers do nothing but sit down"
        assert result.seq == party.view().seq >= before
    holds(party)


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_with_undo_and_redo_replays(tmp_path: Path, seed: int) -> None:
    tables = open_tables(tmp_path / "t.sqlite3")
    party = Party(tables, start=True, options={"round_limit": 3})
    rng = random.Random(seed)
    for _ in range(220):
        view = party.view("Ana")
        if not view.waiting:
            break
        chosen = rng.random()
        if chosen < 0.12 and view.undoes:
            if party.do("Ana", Undo()).asked:
                party.do("Mei", ReplyUndo(rng.random() < 0.7))
        elif chosen < 0.2 and view.can_redo:
            party.do("Ana", Redo())
        elif chosen < 0.3 and view.waiting:
            seat = view.waiting[0]
            ending = next(
                (a for a in hangzhou.legal(view.state, seat) if type(a).__name__ in ("Pass", "TakeCoin")), None
            )
            party.do("Ana", Act(hangzhou.action_text(ending), seat=seat) if ending else sensible(party, rng))
        else:
            party.do("Ana", sensible(party, rng))
    holds(party)
    fresh = open_tables(tmp_path / "t.sqlite3")
    assert fresh.view_for(party.code, party.phones["Mei"]) == party.view("Mei")
    fresh.close()
    tables.close()
