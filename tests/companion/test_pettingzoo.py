"""The games in PettingZoo: its own test of an environment passes on ours, and it is told what the engine says."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("pettingzoo", reason="the extra pettingzoo brings it: pip install pettingzoo")

from pettingzoo.test import api_test, seed_test

from companion.engine import OVER, game
from companion.pettingzoo import Table, env


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
@pytest.mark.parametrize(("name", "players"), [("hangzhou", 1), ("dunhuang", 3), ("xanadu", 2)])
def test_pettingzoos_own_test_passes(name: str, players: int) -> None:
    api_test(env(name, players), num_cycles=60, verbose_progress=False)


def test_the_same_seed_deals_the_same_game() -> None:
    seed_test(lambda: env("dunhuang", 2), num_cycles=30)


def test_it_is_told_what_the_engine_says() -> None:
    table, rng, rules = env("dunhuang", 2, tie="holder"), random.Random(3), game("dunhuang")
    table.reset(seed=7)
    for agent in table.agent_iter():
        seen, _, ended, _, _ = table.last()
        if ended:
            table.step(None)
            continue
        seat = int(agent[-1])
        assert bytes(seen["observation"]).rstrip(b"\0").decode() == rules.text(rules.view(table.state, seat))
        legal = [table.actions[i] for i, may in enumerate(seen["action_mask"]) if may]
        assert set(legal) == set(rules.legal(table.state, seat))
        table.step(table.actions.index(rng.choice(legal)))
        if table.state.turn is OVER:
            assert list(table.rewards.values()) == list(rules.returns(table.state))
    assert not table.agents and "holder" in table.render()


def test_a_game_that_does_not_end_is_cut_off() -> None:
    table = Table("dunhuang", 2, {}, longest=60)
    table.reset(seed=1)
    while not any(table.truncations.values()):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(mask.argmax()))
    assert table.count == 60 and not any(table.rewards.values())
