"""A player that thinks its own turn through to its end, however many steps that takes."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine.drive import Witness
from companion.engine.game import Seat
from companion.lab.evaluation import Evaluation
from companion.lab.thinker import Thinker, first_of_best

NEVER = float("-inf")


class Beam(Thinker):
    """The action with which the turn can end best by the game's outlook. At each step it follows the `breadth` most
    promising ways to have begun, whatever came first in them (a beam search); positions that it has come to before, by
    the same steps in another order, it follows once. What others hold is laid out once: an outlook that is good enough
    to go by does not look at it."""

    def __init__(self, breadth: int) -> None:
        super().__init__(exact=True)
        self.breadth = breadth

    def found(
        self, judge: Evaluation, eyes: Witness, seat: Seat, state: Any, legal: list[Any], rng: Random
    ) -> tuple[int, float]:
        return first_of_best(self._promised(judge, state, seat, legal), rng)

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
