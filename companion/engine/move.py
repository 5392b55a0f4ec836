"""Moves: one class says all of a move, what it is called, when it may be made, why not, and what it does.

    class Drink(Move[State, Drinking, Drank], frozen=True, tag="drink"):
        RULE = "turn"
        DURING = (Drinking,)
        draughts: int

        def refusal(self, state: State, now: Drinking, by: Seat) -> Refusal | None: ...
        def play(self, state: State, now: Drinking, by: Seat) -> tuple[State, tuple[Drank, ...]]: ...

The tag is its verb, the fields are what follows (`companion.engine.notation`). What is true whatever the move, such as
whose turn it is, `companion.engine.referee` has looked at before; it finds a move by its type's own methods.
"""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from companion.engine.game import Refusal, Seat

S = TypeVar("S")
N = TypeVar("N")
E = TypeVar("E")


class Move(Struct, Generic[S, N, E], frozen=True, gc=False):
    """What a seat does. `S` are the game's states, `N` the phases of the move, `E` what it tells.

    Its fields are frozen values, so no move is ever part of a circle that would have to be collected.
    """

    RULE: ClassVar[str]
    """Rule id in the leaflet."""
    DURING: ClassVar[tuple[object, ...]] = (None,)
    """The phases in which it may be made, as the game's referee tells them apart. By itself: the
    game has no phases, and `now` is None."""
    OF_CHANCE: ClassVar = False

    def refusal(self, state: S, now: N, by: Seat) -> Refusal | None:
        """Why the seat cannot do it; none: it can. Asked only in its phases, of a seat that is awaited."""
        return None

    def play(self, state: S, now: N, by: Seat) -> tuple[S, tuple[E, ...]]:
        """The next state, and what happened, in order. Done only where `refusal` has nothing to say."""
        raise NotImplementedError

    def after(self, state: S, now: N, by: Seat) -> S:
        """The next state alone, the same as that of `play`. A move that is searched a lot has a shorter way to it."""
        return self.play(state, now, by)[0]


class Outcome(Struct, Generic[S, N, E], frozen=True, gc=False):
    """What chance does, or the game by itself: a move of nobody, made only where no seat is awaited."""

    RULE: ClassVar[str]
    DURING: ClassVar[tuple[object, ...]] = (None,)
    OF_CHANCE: ClassVar = True

    def due(self, state: S, now: N) -> bool:
        """In its phases: is it what the game waits for? If not, it is not the time for it."""
        return True

    def refusal(self, state: S, now: N) -> Refusal | None:
        """Why it cannot come, though one of its kind is due; none: it can."""
        return None

    def play(self, state: S, now: N) -> tuple[S, tuple[E, ...]]:
        """The next state, and what happened, in order."""
        raise NotImplementedError

    def after(self, state: S, now: N) -> S:
        """The next state alone, the same as that of `play`."""
        return self.play(state, now)[0]
