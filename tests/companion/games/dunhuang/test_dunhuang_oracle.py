"""Random games told again by a bookkeeper who has the rules page and nothing of the engine."""

from __future__ import annotations

from typing import Any

import pytest
from cases import DUNHUANG
from dunhuang_books import Bookkeeper

from companion.engine import dunhuang
from companion.engine.drive import Generator, drive
from companion.games.dunhuang.effects import TurnBegan

MOST_TURNS = {2: 22, 3: 27, 4: 36}
"""With `end = deck_empty`, says the rules page."""
BY_APP = [(players, options) for players, options in DUNHUANG.combinations() if options["cards"] == "app"]


def told_by_the_rules_page(players: int, options: dict[str, Any], seed: int) -> None:
    books, state, turns = Bookkeeper(players, options), dunhuang.new(players, **options), 0
    books.agrees(state)
    for step in drive(dunhuang, state, DUNHUANG.chooser(seed), Generator(seed)):
        books.see(step.action, step.by)
        books.agrees(step.state)
        state, turns = step.state, turns + sum(isinstance(effect, TurnBegan) for effect in step.effects)
    score, (totals, winners) = dunhuang.score(state), books.points()
    assert [sheet.total for sheet in score.sheets] == totals
    assert list(score.winners) == winners
    assert turns <= MOST_TURNS[players] or state.options.end == "cannot_refill"


@pytest.mark.parametrize(("players", "options"), BY_APP)
def test_every_table_is_the_one_that_the_rules_page_makes(players: int, options: dict[str, Any]) -> None:
    for seed, settings in enumerate(DUNHUANG.turns(players, options)[::5]):
        told_by_the_rules_page(players, settings, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), BY_APP)
def test_every_table_is_the_one_that_the_rules_page_makes_in_a_thousand_games(
    players: int, options: dict[str, Any]
) -> None:
    turns = DUNHUANG.turns(players, options)
    for seed in range(1000):
        told_by_the_rules_page(players, turns[seed % len(turns)], seed)
