"""Players of the engine: what they may know, what they choose, and why.

    class Mine:
        def choose(self, game, eyes, rng):
            return Choice(rng.choice(game.legal(eyes.view, eyes.seat)))

A player sees the game as its seat does (`companion.engine.witness`), and draws all its chance from `rng`, so the same
seed makes the same choice. It keeps nothing between two choices: after a restart it plays on as if nothing were.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from importlib.metadata import entry_points
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from companion.engine.deal import Impossible
from companion.engine.message import MessageError, messages
from companion.engine.prospect import Prospect
from companion.engine.witness import Witness
from companion.lab.evaluation import Evaluation, seats

message = messages("companion.lab")
GROUP = "silkroad.players"
"""Entry points by which packages of other people announce their players."""


class Choice(Struct, frozen=True):
    """What a player does, and why."""

    action: Any
    reason: Prospect | str | None = None
    """What spoke for it most, or a text that stands as it is in every language; none: nothing in particular."""
    value: float | None = None
    """What the player takes the position after it for, by a measure of its own; the higher, the better."""


class Player(Protocol):
    """Whoever chooses for a seat that is awaited."""

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        """One of the actions that `eyes.seat` may do."""


class UnknownPlayer(MessageError, KeyError):  # noqa: N818 - named for what it is said of
    """No player of that name."""


class AtRandom:
    """Any action, each as likely as another."""

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        return Choice(rng.choice(game.legal(eyes.view, eyes.seat)))


class Greedy:
    """The action after which the seat stands best by the game's evaluation, one step ahead. `slips` is how often it
    takes any other instead, as people do who are tired."""

    def __init__(self, slips: float = 0.0) -> None:
        self.slips = slips

    def choose(self, game: Any, eyes: Witness, rng: Random) -> Choice:
        if self.slips and rng.random() < self.slips:
            return AtRandom().choose(game, eyes, rng)
        return self.ranked(game, eyes, rng)[0]

    def ranked(self, game: Any, eyes: Witness, rng: Random) -> list[Choice]:
        """All that the seat may do, the best first; the reason stands with those that have a chance."""
        seat, state = eyes.seat, supposed(eyes, rng)
        assert seat is not None, "a watcher chooses nothing"
        legal = list(game.legal(state, seat))
        if len(legal) == 1:
            return [Choice(legal[0])]
        judge, count = Evaluation(game), seats(game, state)
        rng.shuffle(legal)
        rated = [(judge.lead(game.after(state, action, seat), seat, count), action) for action in legal]
        rated.sort(key=lambda pair: -pair[0])
        return [
            Choice(
                action, judge.reason(state, game.after(state, action, seat), seat, count) if n < TOLD else None, worth
            )
            for n, (worth, action) in enumerate(rated)
        ]


TOLD = 8
"""Of how many of the best choices the reasons are made."""


def supposed(eyes: Witness, rng: Random) -> Any:
    """A full state that agrees with what the seat knows; where nothing does, what it sees."""
    try:
        return eyes.possible(rng)
    except Impossible:
        return eyes.view


OURS: dict[str, Any] = {"random": AtRandom, "greedy": Greedy}
STRENGTHS: Sequence[str] = ("easy", "middling", "strong")


def names() -> tuple[str, ...]:
    """The players there are by name: ours, then those that other packages announce."""
    others = sorted({point.name for point in entry_points(group=GROUP)} - OURS.keys())
    return (*OURS, *others)


def player(game: Any, name: str) -> Player:
    """A player of this game: one of `names`, or ``package.module:Name`` of anybody's. Raises `UnknownPlayer`."""
    made = OURS.get(name)
    if made is None:
        module, colon, attribute = name.partition(":")
        announced = {point.name: point for point in entry_points(group=GROUP)}
        try:
            made = getattr(importlib.import_module(module), attribute) if colon else announced[name].load()
        except (ImportError, AttributeError, KeyError, ValueError) as error:
            raise UnknownPlayer(message("no_player", name=name, players=names())) from error
    found: Player = made()
    return found
