"""The player of docs/bots.md: as it is printed it plays any game, and sits at a table."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from party import Party
from test_players import played

from companion.engine import GAMES, game
from companion.engine.drive import Witness
from companion.lab.choice import Choice
from companion.lab.players import player
from companion.rivals import process
from companion.rivals.process import Rivals
from companion.tables import Limits, SeatRival, Set, Start, open_tables
from companion.tables.bots import BotDecision

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


class Boaster:
    """It tells all that it knows."""

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        return Choice(game.legal(eyes.view, eyes.seat)[0], f"of all that I hold: {game.text(eyes.view)}")


def test_what_it_says_of_a_step_that_nobody_sees_is_not_told(tmp_path: Path) -> None:
    """The card that it keeps is its own; that it goes on to a place is seen by all."""
    tables = open_tables(tmp_path / "tables.sqlite3", Limits(rivals=("test_bots_page:Boaster",)))
    party = Party(tables, ("Ana",), chairs=2, game="dunhuang", options={"cards": "app"})
    party.do("Ana", SeatRival(1, "test_bots_page:Boaster"))
    party.do("host", Set("pace", "own"))
    party.do("host", Start(first=0))
    party.act("Ana", game("dunhuang").action_text(party.view("Ana").legal[0]))
    rivals = Rivals(tables, pace=0)
    while rivals.look():
        pass
    told = [line.why for line in tables.log_for(party.code) if line.source == "rival"]
    assert told[0] is None and all(isinstance(why, str) for why in told[1:]) and len(told) > 1, told
    tables.close()


@pytest.mark.parametrize("which", GAMES)
def test_the_one_of_the_engine_page_plays_any_game(which: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DOCS / "engine.md").read_text("utf-8")
    (script,) = (block for block in re.findall(r"```python\n(.*?)```", text, re.S) if "class Hoard" in block)
    (tmp_path / "hoard.py").write_text(script, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = game(which)
    assert len(played(rules, rules.new(2), [player(rules, "hoard:Hoard")] * 2, 3, most=8)) == 8


class Broken:
    """A player that fails."""

    def choose(self, *_: object) -> Any:
        raise RuntimeError("out of ideas")


class Leaving(Broken):
    def choose(self, *_: object) -> Any:
        raise SystemExit


class Hanging(Broken):
    """It never ends, whatever is told to it."""

    def choose(self, *_: object) -> Any:
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                continue


class Mute(Broken):
    def choose(self, *_: object) -> Any:
        return None


class Cheat(Broken):
    def choose(self, *_: object) -> Any:
        return Choice("all the coins")


class Odd(Broken):
    """What it does is fine, its reason is none."""

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Any:
        return Choice(game.legal(eyes.view, eyes.seat)[0], object())  # type: ignore[arg-type]  # on purpose


FAILING = tuple(f"test_bots_page:{name.__name__}" for name in (Broken, Leaving, Hanging, Mute, Cheat, Odd))


def test_one_that_fails_is_stood_in_for_and_the_table_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LONGEST", 0.2)
    tables = open_tables(tmp_path / "tables.sqlite3", Limits(rivals=(*FAILING, "gone:Gone")))
    parties = []
    for name in tables.limits.rivals:
        parties.append(Party(tables, ("Ana",), chairs=2))
        parties[-1].do("Ana", SeatRival(1, name))
        parties[-1].do("host", Start(first=0))
    rivals = Rivals(tables, pace=0)
    assert (rivals.look(), rivals.look()) == (0, len(parties))
    for party, name in zip(parties, tables.limits.rivals, strict=True):
        (failed,) = [line for line in tables.log_for(party.code) if getattr(line.body, "failed", None) == name]
        assert failed.source == "app" and party.view().chairs[1].rival == "middling"
        (acted,) = [line for line in tables.log_for(party.code) if line.source == "rival"]
        assert acted.seq > failed.seq
    tables.close()


def test_a_table_that_goes_wrong_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = open_tables(tmp_path / "tables.sqlite3", Limits(rivals=("easy",)))
    parties = [Party(tables, ("Ana",), chairs=2) for _ in range(2)]
    for party in parties:
        party.do("Ana", SeatRival(1, "easy"))
        party.do("host", Start(first=0))
    first, chosen = parties[0], process.chosen

    def deleted(due: BotDecision, seed: str) -> Choice | None:
        monkeypatch.setattr(process, "chosen", chosen)
        tables.delete(first.code, first.token("host"))
        return chosen(due, seed)

    monkeypatch.setattr(process, "chosen", deleted)
    rivals = Rivals(tables, pace=0)
    assert sum(rivals.look() for _ in range(2)) == 1
    tables.close()
