"""A player that searches: Monte Carlo tree search over information sets.

Each play-out lays out at random what the seat cannot know (`Witness.possible`), goes down one tree whose nodes are
what players did, draws chance as it comes (`chances`), and looks at where it leads: by the game's evaluation, or where
it has none by playing at random to the end. So what others hold, and what dice will show, is weighed as likely as it
is, and no choice goes by a card that the seat could not see. Of many choices the ones that look best at once are tried
first, and others the more often the node is met.
"""

from __future__ import annotations

import math
import time
from random import Random
from typing import Any

from companion.engine.drive import Witness
from companion.engine.game import CHANCE, OVER, Seat
from companion.lab.choice import Choice, supposed, tired
from companion.lab.evaluation import Evaluation, lead

CURIOUS, BLIND = 0.08, 0.35
"""How much a choice that was tried little is preferred to one that did well. A point of lead is some hundredths of a
victory (`SPREAD`): with much more curiosity than that, all would be tried alike, and the most tried be any. Blind,
without an evaluation, a play-out says little more than won or lost: one choice has to be tried more often."""
FIRST, GROWTH = 3, 0.6
"""Choices that a node tries at once, and how their number grows with its visits."""
SPREAD = 7.0
"""Points of lead, gained since the search began, that make a victory likely (three in four)."""
LONGEST = 400
"""Actions after which a play-out without an evaluation is called a draw."""


class _Node:
    """Node of the search tree: visits, and the mean result of the player who moved here."""

    __slots__ = ("children", "ranked", "total", "visits")

    def __init__(self, visits: float = 0.0, total: float = 0.0) -> None:
        self.visits, self.total = visits, total
        self.children: dict[Any, _Node] = {}
        self.ranked: list[Any] = []
        """Actions, the likeliest first."""


class Searcher:
    """Chooses by so many play-outs, or as many as fit into so many seconds; at least one of the two is given."""

    def __init__(self, playouts: int | None = 400, seconds: float | None = None) -> None:
        assert playouts or seconds, "a search needs an end"
        self.playouts, self.seconds = playouts, seconds

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        assert eyes.seat is not None, "a watcher chooses nothing"
        return tired(game, eyes.view, eyes.seat, rng) or self.ranked(game, eyes, rng)[0]

    def ranked(self, game: Any, eyes: Witness, rng: Random) -> list[Choice]:
        """Tried actions, the most visited first."""
        seat, state = eyes.seat, supposed(eyes, rng)
        assert seat is not None, "a watcher chooses nothing"
        legal = game.legal(state, seat)
        if len(legal) == 1:
            return [Choice(legal[0])]
        tree = _Tree(game, rng, state)
        root = _Node()
        end = None if self.seconds is None else time.monotonic() + self.seconds
        done = 0
        while (self.playouts is None or done < self.playouts) and (end is None or done < 2 or time.monotonic() < end):
            tree.play_out(root, supposed(eyes, rng), seat)
            done += 1
        found = sorted(root.children.items(), key=lambda pair: -pair[1].visits)
        judge, choices = tree.judge, []
        for action, node in found:
            if action in legal:
                reason = judge.reason(state, game.after(state, action, seat), seat, action)
                choices.append(Choice(action, reason, value=node.total / node.visits))
        return choices


def _likely(gain: float) -> float:
    """From 0 to 1, how good it is to have gained so many points of lead."""
    return 1 / (1 + math.exp(-max(-200.0, min(200.0, gain / SPREAD))))


class _Tree:
    """The rules, the evaluation and the chance of one search."""

    def __init__(self, game: Any, rng: Random, start: Any) -> None:
        self.game, self.rng, self.judge = game, rng, Evaluation(game)
        self.curious = CURIOUS if self.judge.own else BLIND
        points = self.judge.points(start) if self.judge.own else []
        self._leads = [lead(points, Seat(seat)) for seat in range(len(points))]
        """By how much each seat is ahead as the search begins: what comes is measured from there, so that who is far
        ahead or behind still tells better from worse."""

    def play_out(self, root: _Node, state: Any, seat: Seat) -> None:
        """Down the tree to a new node or the end, a look at it, and back up."""
        game, rng, node = self.game, self.rng, root
        path: list[tuple[_Node, int]] = [(root, seat)]
        while True:
            while state.turn is CHANCE:
                state = game.after(state, game.chances(state).sample(rng))
            if state.turn is OVER:
                break
            mover = seat if node is root else game.waiting(state)[0]
            if node is not root and node.visits < 2:
                break
            action = self._selected(node, state, mover)
            state = game.after(state, action, mover)
            node = node.children[action]
            path.append((node, mover))
        values = self._values(state)
        for node, mover in path:
            node.visits += 1
            node.total += values[mover]

    def _selected(self, node: _Node, state: Any, mover: int) -> Any:
        """The choice to try: of those tried so far and possible here the most promising, or another one."""
        legal = self.game.legal(state, mover)
        if not node.ranked:
            self._rank(node, state, legal, mover)
        width = FIRST + int(node.visits**GROWTH)
        wide = math.log(node.visits + 2)
        best, most, tried = None, -1.0, 0
        possible = set(legal)
        for action in node.ranked:
            if action in possible:
                tried += 1
                child = node.children[action]
                worth = child.total / child.visits + self.curious * math.sqrt(wide / child.visits)
                if worth > most:
                    best, most = action, worth
                if tried >= width:
                    break
        if best is None:
            self._rank(node, state, legal, mover)
            best = next(action for action in node.ranked if action in possible)
        return best

    def _rank(self, node: _Node, state: Any, legal: Any, mover: int) -> None:
        """Looks one step ahead at all choices that were not looked at here before."""
        game = self.game
        for action in legal:
            if action not in node.children:
                value = self._values(game.after(state, action, mover))[mover] if self.judge.own else 0.5
                node.children[action] = _Node(1.0, value)
        node.ranked = sorted(
            node.children, key=lambda action: -node.children[action].total / node.children[action].visits
        )

    def _values(self, state: Any) -> list[float]:
        """How well each seat stands, from 0 to 1."""
        if state.turn is OVER:
            return list(self.game.returns(state))
        if not self.judge.own:
            return self._to_the_end(state)
        points = self.judge.points(state)
        return [_likely(lead(points, Seat(seat)) - before) for seat, before in enumerate(self._leads)]

    def _to_the_end(self, state: Any) -> list[float]:
        """Result of each seat if all play on at random."""
        game, rng = self.game, self.rng
        for _ in range(LONGEST):
            if state.turn is OVER:
                return list(game.returns(state))
            may = game.chances(state).sample(rng) if state.turn is CHANCE else rng.choice(game.legal(state))
            state = game.after(state, may)
        players = len(game.score(state).sheets)
        return [1 / players] * players
