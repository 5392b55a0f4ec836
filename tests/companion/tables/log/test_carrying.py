"""A table goes to another server: same numbers, same ids, seats to be taken again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from party import SAMPLE, Party

from companion.engine import hangzhou
from companion.tables import Act, Settings, Tables, TakeSeat, Tally, Who, new_token, open_tables
from companion.tables.errors import TableError
from companion.tables.log.transfer import read_export


def carried(tables: Tables, tmp_path: Path) -> tuple[Party, Party]:
    """A table, and the same on another server."""
    party = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y")
    party.do("Priya", Act("take coin"), id="the-turn")
    there = open_tables(tmp_path / "there" / "tables.sqlite3")
    other = Party.__new__(Party)
    other.tables, other.host = there, new_token()
    other.code = there.carry_in(tables.export(party.code, party.host), other.host)
    other.phones = {name: new_token() for name in party.phones}
    return party, other


def test_the_same_table_elsewhere(tables: Tables, tmp_path: Path) -> None:
    here, there = carried(tables, tmp_path)
    assert there.code == here.code and there.state == here.state
    assert there.kinds() == [*here.kinds(), "carry", "commit"]
    assert there.view("host").me == Who(host=True)
    chairs = there.view().chairs
    assert [chair.name for chair in chairs] == list(here.phones) and not any(chair.held for chair in chairs)
    there.do("Mei", TakeSeat(1, "Mei"))
    turn = there.do("Mei", Act("pass"), id="the-turn")
    assert not turn.repeated, "ids that phones gave elsewhere are free here"
    assert there.view().commitment != here.view().commitment, "another server has another seed"
    there.tables.close()


def test_a_code_that_is_taken_becomes_another(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    code = tables.carry_in(tables.export(party.code, party.host), new_token())
    assert code != party.code and tables.view_for(code).state == party.state


def test_counts_travel_when_they_are_no_secret_any_more(tables: Tables) -> None:
    party = Party(tables, names=("Ana",), chairs=2, settings=Settings(way="score"))
    things = {"coins": 1, "shop_coins": 0, "dyes": 0, "points": 0}
    party.do("Ana", Tally(0, things, ready=True))
    with pytest.raises(TableError, match="hidden_yet"):
        tables.export(party.code, party.host)
    party.do("Ana", Tally(1, {**things, "coins": 2}, ready=True))
    code = tables.carry_in(tables.export(party.code, party.host), new_token())
    score = tables.view_for(code).score
    assert score is not None and score.winners == (1,)


def _set(*way: Any) -> Callable[[dict[str, Any]], None]:
    *path, value = way

    def change(export: dict[str, Any]) -> None:
        here: Any = export
        for key in path[:-1]:
            here = here[key]
        here[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (_set("format", 2), "format 2 of the log; this program reads 1"),
        (_set("game", "chess"), "expected .*, not 'chess'"),
        (_set("rules", "0"), "rules 0 of the log; this program reads"),
        (_set("log", []), "that does not fit here"),
        (_set("log", 0, "body", {"do": "close"}), "entry 1: that does not fit here"),
        (_set("log", 3, "seq", 9), "entry 9: that does not fit here"),
        (_set("log", 6, "body", {"do": "act", "seat": 0, "action": "shop A3"}), "entry 7: .* is refused"),
        (_set("log", 6, "body", {"do": "act", "seat": 0, "action": "jump"}), "entry 7: .*, not 'jump'"),
        (_set("log", 6, "body", {"do": "redo"}), "entry 7"),
        (_set("log", 6, "body", {"do": "take", "chair": 9, "name": "x", "language": "en"}), "entry 7"),
        (_set("log", 6, "body", {"do": "leave", "chair": -1}), ">= 0"),
        (_set("log", 6, "body", {"do": "start", "chairs": [0, 9], "first": 0}), "entry 7"),
        (_set("log", 6, "body", {"do": "unknown"}), "Invalid value 'unknown'"),
        (_set("log", 6, "at", -1), ">= 0"),
        (_set("log", 0, "body", "chairs", ["<b>", "x"]), "that does not fit here"),
        (_set("log", 6, "body", {"do": "position", "position": "x" * 20_001, "chairs": [0]}), "length <= 20000"),
        (
            _set("log", 6, "body", {"do": "enter", "changes": [{"path": "x", "value": "x" * 70_000}]}),
            "7: more than 65536",
        ),
        (_set("more", 1), "unknown field `more`"),
    ],
)
def test_what_cannot_be_carried_on_says_where(
    tables: Tables, change: Callable[[dict[str, Any]], None], complaint: str
) -> None:
    party = Party(tables, names=("Ana", "Mei", "Tomás", "Priya"), position=SAMPLE)
    party.do("Ana", Act("pass"), id="same")
    export = json.loads(tables.export(party.code, party.host))
    change(export)
    count = len(tables.history.listing())
    with pytest.raises(TableError, match=r"bad_import.*" + complaint):
        tables.carry_in(json.dumps(export), new_token())
    assert len(tables.history.listing()) == count


@pytest.mark.parametrize("text", ["", "[]", "{", "null", b"\xff\xfe", '{"format": 1}'])
def test_what_is_no_export(tables: Tables, text: str | bytes) -> None:
    with pytest.raises(TableError, match="bad_import"):
        tables.carry_in(text, new_token())


def test_a_log_of_the_first_rules_still_replays() -> None:
    """When this fails, old tables would go on from another position: raise RULES in the game's table.py."""
    kept = Path(__file__).with_name("hangzhou-rules-1.json").read_text(encoding="utf-8")
    export, table = read_export(kept)
    assert hangzhou.text(table.state) == (
        "hangzhou WBRY city: C1Yb A2W1 B2Bg C2Y B3W E3R A4R C4Wy D4Y E4Yb D5Rk2 merchants: A1 E2 B3 C1 market: r2 "
        "b1 y3 g4 / k5 b1 y3 r3 / b1 y3 r3 r3 / k6 b1 y3 p6 W: hidden B: hidden R: hidden Y: hidden start: Y "
        "round: 4 die: 2 now: play Y"
    )
    assert len(export.log) > 70 and {"undo", "redo", "correct", "answer", "enter"} <= {
        event.kind for event in export.log
    }
