"""Every card of every game comes in some game, for any number of players; and when a card comes."""

from __future__ import annotations

import pytest
from learnt import LEARNT, lessons, taught

from companion.engine.registry import game as engine

pytestmark = pytest.mark.long

SEEDS = 200
"""Games in which all cards of a game have come at the latest."""


@pytest.mark.parametrize("game", LEARNT)
def test_every_card_comes_in_some_game_of_any_number_of_players(game: str) -> None:
    for players in engine(game).PLAYERS:
        left = {lesson.id for lesson in lessons(game, players)}
        counted = {lesson.id for lesson in lessons(game, players) if not lesson.extra}
        first = [found.lesson.id for found in taught(game, players, 1)]
        assert len(first) == len(set(first))
        for seed in range(1, SEEDS):
            left -= {found.lesson.id for found in taught(game, players, seed)}
            if not left:
                break
        assert not left, f"{players} players of {game} never meet {sorted(left)}"
        assert 8 <= len(counted) <= 16
