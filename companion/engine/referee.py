"""The referee of a game: what is alike in all games about what may be done, and what then happens.

Whether a correction fits, whose turn it is, and whether it is the time for a move: after that the move itself
(`companion.engine.move`) is asked, and plays. A game says in a subclass what it lists, and what chance can bring.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from msgspec.structs import replace

from companion.engine.correction import Change, Corrected, Correction, Covered, corrected, correction_refusal
from companion.engine.door import Door
from companion.engine.game import CHANCE, OVER, Chances, Legal, Refusal, RefusedError, Seat, Turn


class Phased(Protocol):
    @property
    def turn(self) -> Turn: ...
    @property
    def now(self) -> Any: ...


S = TypeVar("S", bound=Phased)
A = TypeVar("A")
E = TypeVar("E")


class Referee(Generic[S, A, E]):
    """Offers `waiting`, `legal`, `refusal`, `play` and `chances` of `companion.engine.game.Game`.

    `actions` is the union of the game's moves, outcomes and `Correction`. `part` tells from ``state.now`` what the
    moves' `DURING` is made of, if that is not its type.
    """

    TURN: ClassVar[str]
    """The rule of whose turn it is."""
    END: ClassVar[str]
    """The rule of the end."""

    def __init__(
        self,
        actions: Any,
        to_json: Callable[[S], str],
        from_json: Callable[[str], S],
        part: Callable[[Any], object] | None = None,
    ) -> None:
        self._to_json, self._from_json, self._part = to_json, from_json, part
        self._door: Door[S, A] = Door(actions)  # asked in here, not before: a call less for every action that is played
        self._known = self._door.known.get

    def listed(self, state: S, seat: Seat) -> Sequence[A]:
        """What a seat that is awaited may do."""
        raise NotImplementedError

    def odds(self, state: S) -> Chances[A]:
        """What may come, where it is CHANCE's turn."""
        raise NotImplementedError

    def phase(self, state: S) -> tuple[str, str]:
        """What the part of the game is called that is on, and its rule."""
        raise NotImplementedError

    def together(self, state: S) -> tuple[Seat, ...]:
        """The seats that choose at the same time, if any do."""
        return ()

    def anew(self, state: S, action: A, by: Seat) -> bool:
        """May a seat that is not awaited any more choose anew by this what it chose in secret? `legal` lists none
        of it, for nobody waits for it."""
        return False

    def covered(self, before: S, after: S, changes: Sequence[Change]) -> tuple[Covered, ...]:
        """Of what was corrected, that which is secret from somebody."""
        return ()

    def not_your_turn(self, state: S, by: Seat) -> Refusal:
        """Why a seat that is not awaited can do nothing."""
        turn = state.turn
        return Refusal("not_your_turn", self.TURN, seat=turn) if isinstance(turn, int) else self.not_now(state)

    def not_now(self, state: S) -> Refusal:
        """The action belongs to another part of the game than the one that is on."""
        if state.turn is OVER:
            return Refusal("game_over", self.END)
        name, rule = self.phase(state)
        return Refusal("not_now", rule, thing=name)

    def unasked(self, state: S, action: A) -> Refusal:
        """It is the phase of a seat's move, but no seat is awaited; or of an outcome that is not due."""
        return self.not_now(state)

    def waiting(self, state: S) -> tuple[Seat, ...]:
        """The seats that may act now: all that choose at the same time, else the one whose turn it is."""
        turn = state.turn
        return self.together(state) or ((turn,) if isinstance(turn, int) else ())

    def chances(self, state: S) -> Chances[A]:
        """The outcomes when it is CHANCE's turn, weighted. Raises `ValueError` otherwise."""
        if state.turn is not CHANCE:
            raise ValueError("nothing is left to chance here")
        return self.odds(state)

    def play(self, state: S, action: A, by: Seat | None = None) -> tuple[S, tuple[E, ...]]:
        """The state after the action, and what happened, in order. Raises `RefusedError`."""
        refused = self.refusal(state, action, by)
        if refused is not None:
            raise RefusedError(refused, action)
        does: Any = action
        if type(action) is Correction:
            return self._correct(state, does)
        if does.OF_CHANCE:
            played: tuple[S, tuple[E, ...]] = does.play(state, state.now)
        else:
            played = does.play(state, state.now, state.turn if by is None else by)
        return played

    def after(self, state: S, action: A, by: Seat | None = None) -> S:
        """The state after an action that `legal` lists, or `chances`: the quick way of searches. Nothing is told, and
        nothing is looked at before: what may not be done here leads nowhere that means anything."""
        does: Any = action
        following: S
        if does.OF_CHANCE:
            following = does.after(state, state.now)
        else:
            following = does.after(state, state.now, state.turn if by is None else by)
        return following

    def legal(self, state: S, by: Seat | None = None) -> Legal[A]:
        """Everything that may be done now, by a seat if one is given."""
        turn = state.turn
        found: Sequence[A] = ()
        if by is not None:
            if type(by) is int and (by == turn or by in self.waiting(state)):
                found = self.listed(state, by)
        elif isinstance(turn, int):
            found = self.listed(state, turn)
        elif turn is CHANCE:
            found = self.odds(state).outcomes
        return Legal(found, state, by, self.refusal)

    def refusal(self, state: S, action: A, by: Seat | None = None) -> Refusal | None:
        """Why the action cannot be done now, by a seat if one is given; none: it can."""
        does: Any = action
        refused: Refusal | None
        if self._known(id(action), self) is not action:
            refused = self._door.stranger(action)
            if refused is not None:
                return refused
        if by is not None and type(by) is not int:
            return self._door.no_seat(by)
        if type(action) is Correction:
            return correction_refusal(state, does, self._to_json, self._from_json)
        turn = state.turn
        seat: Seat | None
        if by is None:
            seat = turn if isinstance(turn, int) else None
        elif by == turn or by in self.waiting(state) or self.anew(state, action, by):
            seat = by
        else:
            return self.not_your_turn(state, by)
        now = state.now
        if (type(now) if self._part is None else self._part(now)) not in does.DURING:
            return self.not_now(state)
        if does.OF_CHANCE:
            if seat is not None or not does.due(state, now):
                return self.unasked(state, action)
            refused = does.refusal(state, now)
        elif seat is None:
            return self.unasked(state, action)
        else:
            refused = does.refusal(state, now, seat)
        return refused

    def _correct(self, state: S, action: Correction) -> tuple[S, tuple[Any, ...]]:
        after = corrected(state, action, self._to_json, self._from_json)
        if hasattr(state, "rules"):  # which a position does not tell
            after = replace(after, rules=state.rules)  # type: ignore[type-var]  # a struct, or it had no such field
        covers = self.covered(state, after, action.changes)
        return after, (Corrected(action.changes, action.who, action.why, covered=covers),)
