"""A player that thinks its own turn through to its end, however many steps that takes."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine.game import Seat
from companion.engine.witness import Witness
from companion.lab.choice import Choice, supposed, tired
from companion.lab.evaluation import Evaluation

NEVER = float("-inf")


class Beam:
    """The action with which the turn can end best by the game's outlook. At each step it follows the `breadth` most
    promising ways to have begun, whatever came first in them (a beam search); positions that it has come to before, by
    the same steps in another order, it follows once. What others hold is laid out once: an outlook that is good enough
    to go by does not look at it."""

    def __init__(self, breadth: int) -> None:
        self.breadth = breadth

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        seat, state = eyes.seat, supposed(eyes, rng)
        assert seat is not None, "a watcher chooses nothing"
        legal = list(game.legal(state, seat))
        if len(legal) == 1:
            return Choice(legal[0])
        if (enough := tired(game, eyes.view, seat, rng)) is not None:
            return enough
        judge = Evaluation(game, exact=True)
        promised = self._promised(judge, state, seat, legal)
        # Of equals first what is listed first, by which a turn ends; then any.
        best = min(range(len(legal)), key=lambda n: (-round(promised[n], 6), n > 0, rng.random()))
        action = legal[best]
        return Choice(action, judge.reason(state, game.after(state, action, seat), seat), promised[best])

    def _promised(self, judge: Evaluation, state: Any, seat: Seat, legal: list[Any]) -> list[float]:
        """By how many points the turn can end ahead after each action; never, where it was not followed to its end."""
        game, found, met = judge.game, [NEVER] * len(legal), set()
        ways = [(n, game.after(state, action, seat)) for n, action in enumerate(legal)]
        while ways:
            open_yet = []
            for n, then in ways:
                lead = judge.lead(then, seat)
                if then.turn != seat:
                    found[n] = max(found[n], lead)
                elif then not in met:
                    met.add(then)
                    open_yet.append((lead, n, then))
            open_yet.sort(key=lambda way: -way[0])
            ways = [
                (n, game.after(then, action, seat))
                for _, n, then in open_yet[: self.breadth]
                for action in game.legal(then, seat)
            ]
        return found
