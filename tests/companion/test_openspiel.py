"""The games in OpenSpiel: its own tests of a game pass on ours, and what it is told is what the engine says."""

from __future__ import annotations

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel brings it: pip install open_spiel")

from companion.engine import GAMES, game  # noqa: E402 - not before it is known to be there
from companion.openspiel import register  # noqa: E402

NAMES = (
    "silkroad_hangzhou(players=2,options=round_limit:1 open_hands:hidden)",
    "silkroad_hangzhou(players=1)",
    "silkroad_dunhuang(players=3)",
    "silkroad_xanadu(players=2,options=open_score:no)",
)


@pytest.fixture(scope="module", autouse=True)
def registered() -> None:
    assert register() == register() == tuple(f"silkroad_{name}" for name in GAMES)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_openspiels_own_tests_pass(name: str) -> None:
    """Clones, serialisation, legal actions and masks, chance, observations, bounds of returns, on whole games."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)
    sims = pytest.importorskip("open_spiel.python.tests.games_sim_test", reason="this build has no tests of its own")
    sims.GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", GAMES)
def test_it_is_told_what_the_engine_says(name: str) -> None:
    engine: Any = game(name)
    spiel, rng = pyspiel.load_game(f"silkroad_{name}(players=2)"), random.Random(3)
    state, position = spiel.new_initial_state(), engine.new(2)
    observer = spiel.make_py_observer()
    for _ in range(80):
        assert str(state) == engine.text(position)
        for seat in range(2):
            assert observer.string_from(state, seat) == engine.text(engine.view(position, seat))
        if state.is_chance_node():
            assert [p for _, p in state.chance_outcomes()] == pytest.approx(
                [float(dict(engine.chances(position))[engine.catalogue[i]]) for i, _ in state.chance_outcomes()]
            )
            number = engine.catalogue.index(engine.chances(position).sample(rng))
        else:
            assert {engine.catalogue[i] for i in state.legal_actions()} == set(engine.legal(position))
            assert state.current_player() == position.turn
            number = rng.choice(state.legal_actions())
        assert engine.parse_action(state.action_to_string(number)) == engine.catalogue[number]
        state.apply_action(number)
        position = engine.after(position, engine.catalogue[number])
    assert state.returns() == [0.0, 0.0]


def test_a_game_that_does_not_end_is_won_by_nobody() -> None:
    state = pyspiel.load_game("silkroad_hangzhou(longest=5)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.move_number() == 5 and state.returns() == [0.0, 0.0]
