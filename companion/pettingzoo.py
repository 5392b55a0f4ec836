"""The games as environments of PettingZoo (AEC): ``env("dunhuang", players=3)``.

Agents are the seats, ``seat_0`` and so on; chance is drawn between their actions, from the seed of `reset`. Actions go
by their numbers in the game's catalogue, and an observation has the mask of those that are legal. What a seat sees is
its view of the position in one line, as bytes of UTF-8 filled up with zeros; there is no tensor. Seats that choose at
the same time choose one after the other, and none sees what others chose. Whoever wins is rewarded by 1 at the end,
shared. It needs the extra `pettingzoo`.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from companion.engine.game import CHANCE, OVER
from companion.engine.registry import game

LINE = 8192
"""Bytes that a view may fill."""
LONGEST = 100_000
"""Actions after which a game is cut off: the rules let some go on for ever (H15)."""


def env(name: str, players: int = 2, **options: Any) -> Table:
    """A table of that game, by house rules. Raises `KeyError`, or `OptionError` where it is not offered like that."""
    return Table(name, players, options)


class Table(AECEnv):  # type: ignore[misc]  # a class without types
    """One table. `longest`: actions after which it is truncated."""

    def __init__(self, name: str, players: int, options: Mapping[str, Any], longest: int = LONGEST) -> None:
        super().__init__()
        self.game, self.longest = game(name), longest
        self.begin: Any = self.game.new(players, **options)
        self.actions = self.game.catalogue
        self.metadata = {"name": f"silkroad_{name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        count = len(self.actions)
        seen = Box(0, 255, (LINE,), numpy.uint8)
        self.observation_spaces = {
            agent: Dict({"observation": seen, "action_mask": Box(0, 1, (count,), numpy.int8)})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """A new game; without a seed its chance cannot be foretold."""
        self.chance, self.state, self.count = Random(seed), self.begin, 0
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """The action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = self.possible_agents.index(agent)
        self.state, _ = self.game.play(self.state, self.actions[int(action or 0)], seat)  # type: ignore[arg-type]  # a seat
        self.count += 1
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the seat sees, and what it may do if it is its turn."""
        seat: Any = self.possible_agents.index(agent)
        line = self.game.text(self.game.view(self.state, seat)).encode()
        assert len(line) <= LINE, "a line of a position is shorter by far"
        seen = numpy.zeros(LINE, numpy.uint8)
        seen[: len(line)] = numpy.frombuffer(line, numpy.uint8)
        legal = self.game.legal(self.state, seat) if self.state.turn == seat else ()
        return {"observation": seen, "action_mask": numpy.array(self.actions.mask(legal), numpy.int8)}

    def render(self) -> str:
        """The position in one line, all of it."""
        return self.game.text(self.state)

    def close(self) -> None:
        """There is nothing to close."""

    def _go_on(self) -> None:
        """Draws chance until a seat is awaited, or the game is over."""
        while self.state.turn is CHANCE and self.count < self.longest:
            self.state = self.game.play(self.state, self.game.chances(self.state).sample(self.chance))[0]
            self.count += 1
        if self.state.turn is OVER:
            shares = self.game.score(self.state).returns
            self.rewards = dict(zip(self.possible_agents, shares, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.count >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[int(self.state.turn)]
