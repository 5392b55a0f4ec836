"""Another way to use the phones in mid-game: what is known of hands stays, and nothing hidden comes out."""

from __future__ import annotations

import random
from typing import Any

import pytest
from any_commands import WAYS
from party import NAMES, Party
from twin_positions import OPTIONS

from companion.engine.game import CHANCE, OVER
from companion.engine.registry import game as engine
from companion.tables import Act, Roll, Set, Settings, Tables

GAMES = ("hangzhou", "dunhuang", "xanadu")
OPENINGS: list[tuple[str, dict[str, Any]]] = [
    ("hangzhou", {}),
    *((game, options) for game in GAMES for options in OPTIONS[game]),
    ("dunhuang", {"cards": "paper"}),
    ("xanadu", {"cards": "paper"}),
]


@pytest.mark.parametrize(("game", "options"), OPENINGS)
def test_there_and_back_nothing_is_lost(tables: Tables, game: str, options: dict[str, Any]) -> None:
    """For every seat, and for who only looks on, the position is what it was, at each way and after it."""
    names, rng = NAMES[:3], random.Random(5)
    party = Party(tables, names, game=game, options=options, chairs=3, start=True)
    for _ in range(12):
        view = party.view()
        if view.state.turn is OVER:
            break
        if view.state.turn is CHANCE:
            party.do("host", Roll(None, rest=True))
            continue
        name = names[rng.choice(view.waiting)]
        action = rng.choice(party.view(name).legal)
        party.do(name, Act(engine(game).action_text(action)))
    before = {name: party.view(name) for name in (*names, "host", None)}
    for way in (*WAYS[1:], "follow"):
        party.do("host", Set("way", way))
        for name, was in before.items():
            now = party.view(name)
            assert (now.state, now.waiting, now.legal, now.score) == (was.state, was.waiting, was.legal, was.score)
    assert party.view().settings == Settings()
