"""Every card of every game comes in some game, for any number of players, with cards on paper or on phones."""

from __future__ import annotations

import pytest
from learnt import LEARNT, lessons, taught, variants

from companion.engine.registry import game as engine

pytestmark = [pytest.mark.long, pytest.mark.landing]

SEEDS = {"hangzhou": 1300}
FIRST = {("hangzhou", 1): (1, 4, 17, 25, 1015), ("hangzhou", 2): (1, 2, 9, 129)}
"""Seeds of games with rare cards, by game and players: tried before all others, which are tried where the rules or the
cards have changed."""
MOST = 200
"""Games in which all cards of a game have come at the latest. Alone, a merchant of Hangzhou hardly ever stays."""


@pytest.mark.parametrize("game", LEARNT)
def test_every_card_comes_in_some_game_of_any_number_of_players(game: str) -> None:
    for players in engine(game).PLAYERS:
        cards = {lesson.id for lesson in lessons(game, players)}
        counted = {lesson.id for lesson in lessons(game, players) if not lesson.extra}
        came: set[str] = set()
        for options in variants(game):
            here: set[str] = set()
            seeds = (*FIRST.get((game, players), ()), *range(1, SEEDS.get(game, MOST)))
            for seed in dict.fromkeys(seeds):
                shown = [found.lesson.id for found in taught(game, players, seed, **options)]
                assert len(shown) == len(set(shown)), "no card comes twice"
                here.update(shown)
                if cards <= here | came and counted <= here:
                    break
            assert counted <= here, f"{players} players of {game} never meet {sorted(counted - here)} with {options}"
            came |= here
        assert came == cards, f"{players} players of {game} never meet {sorted(cards - came)}"
        assert 8 <= len(counted) <= 16
