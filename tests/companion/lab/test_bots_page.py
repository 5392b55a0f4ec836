"""The player of docs/bots.md: as it is printed it plays any game, and sits at a table."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from party import Party
from test_players import played

from companion.engine import GAMES, game
from companion.lab.players import player
from companion.rivals.process import Rivals
from companion.tables import Limits, SeatRival, Start, open_tables

DOCS = Path(__file__).parents[3] / "docs"
sys.path.append(str(DOCS / "bots"))
TAKER = "taker:Taker"


def test_it_is_printed_as_it_is_and_short() -> None:
    script = (DOCS / "bots" / "taker.py").read_text("utf-8")
    printed = (DOCS / "bots.md").read_text("utf-8").split("```python\n")[1].split("```")[0]
    assert printed in script and len(script.splitlines()) <= 40


@pytest.mark.parametrize("which", GAMES)
def test_it_plays_any_game(which: str) -> None:
    rules = game(which)
    found = played(rules, rules.new(2), [player(rules, TAKER)] * 2, 3, most=15)
    assert len(found) == 15 and all(isinstance(choice.reason, str) for _, choice in found)


def test_it_sits_at_a_table_where_the_server_offers_it(tmp_path: Path) -> None:
    tables = open_tables(tmp_path / "tables.sqlite3", Limits(rivals=("easy", TAKER)))
    party = Party(tables, ("Ana",), chairs=2)
    party.do("Ana", SeatRival(1, TAKER))
    party.do("host", Start(first=0))
    assert Rivals(tables, pace=0).look() == 1
    (line,) = [line for line in tables.log_for(party.code) if line.source == "rival"]
    assert isinstance(line.why, str)
    tables.close()


class Broken:
    """A player that fails."""

    def choose(self, *_: object) -> None:
        raise RuntimeError("out of ideas")


def test_one_that_fails_is_stood_in_for(tmp_path: Path) -> None:
    tables = open_tables(tmp_path / "tables.sqlite3", Limits(rivals=("test_bots_page:Broken", "gone:Gone")))
    for name in tables.limits.rivals:
        party = Party(tables, ("Ana",), chairs=2)
        party.do("Ana", SeatRival(1, name))
        party.do("host", Start(first=0))
    assert Rivals(tables, pace=0).look() == 2
    tables.close()
