"""The rules of Oasis.

>>> from oasis.rules import OASIS, Filled
>>> state = OASIS.new(2)
>>> state, _ = OASIS.play(state, Filled(4))
>>> OASIS.text(state)
'oasis well:14 drunk:0/0 turn:A start:A last:-'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.correction import Corrected
from companion.engine.fieldtext import Spelled
from companion.engine.game import CHANCE, OVER, Fault, Refusal, ScoreLine, Seat, Sheet, Turn
from companion.engine.rules import GameRules

FEWEST: Final = 10
"""Draughts in the well, besides those of the die."""
MOST_DRUNK: Final = 3
"""Draughts in one turn."""
MUD: Final = -4
"""Points of the last draught, besides its own one."""


class State(Struct, frozen=True):
    """A position. `well` is None until the die has been rolled; `last` is the seat that emptied it."""

    well: Annotated[int | None, Spelled(none="?")]
    drunk: tuple[int, ...]
    seat: Annotated[Seat, Spelled("turn")]
    start: Seat
    last: Seat | None = None

    @property
    def turn(self) -> Turn:
        if self.well is None:
            return CHANCE
        return self.seat if self.well else OVER


class Filled(Struct, frozen=True, tag="die"):
    """Chance: the die that fills the well."""

    die: int


class Drink(Struct, frozen=True, tag="drink"):
    """A seat's turn: so many draughts."""

    draughts: int


Action = Filled | Drink


class WellFilled(Struct, frozen=True):
    die: int
    well: int
    rule: str = "setup"


class Drank(Struct, frozen=True):
    seat: Seat
    draughts: int
    left: int
    rule: str = "turn"


class DrankMud(Struct, frozen=True):
    seat: Seat
    rule: str = "mud"


Effect = WellFilled | Drank | DrankMud | Corrected


class Oasis(GameRules[State, Action, Effect]):
    """Two to four drink in turn from one well, and nobody wants the last draught."""

    ID = "oasis"
    PLAYERS = (2, 3, 4)
    EXAMPLES = "die 4, drink 2"
    WORDS = "oasis"

    def begin(self, players: int, start: Seat, **switches: Any) -> State:
        return State(None, (0,) * players, start, start)

    def actions(self, state: State) -> Iterable[Action]:
        return (*map(Filled, range(1, 7)), *map(Drink, range(1, MOST_DRUNK + 1)))

    def refused(self, state: State, action: Action, by: Seat | None) -> Refusal | None:
        match action:
            case Filled(die):
                if state.well is not None or by is not None:
                    return Refusal("filled", "setup")
                return None if 1 <= die <= 6 else Refusal("no_die", "setup", number=die)
            case Drink(draughts):
                if not isinstance(state.turn, int):
                    return Refusal("over" if state.turn is OVER else "dry", "turn")
                if by is not None and by != state.seat:
                    return Refusal("not_your_turn", "turn", seat=state.seat)
                most = min(MOST_DRUNK, state.well or 0)
                return None if 1 <= draughts <= most else Refusal("too_much", "turn", number=most)

    def done(self, state: State, action: Action) -> tuple[State, tuple[Effect, ...]]:
        match action:
            case Filled(die):
                return replace(state, well=FEWEST + die), (WellFilled(die, FEWEST + die),)
            case Drink(draughts):
                return _drunk(state, draughts)

    def sheet(self, state: State, seat: Seat) -> Sheet:
        mud = (ScoreLine("mud", 1, MUD, "mud"),) if state.last == seat else ()
        return Sheet(seat, (ScoreLine("draught", state.drunk[seat], 1, "end"), *mud))

    def faults(self, state: State) -> tuple[Fault, ...]:
        found = []
        if state.well is not None:
            water = state.well + sum(state.drunk)
            if not FEWEST < water <= FEWEST + 6:
                found.append(Fault("water", "setup", found=water, expected=FEWEST + 6))
        if state.last is not None and state.well != 0:
            found.append(Fault("last", "mud"))
        return tuple(found)


def _drunk(state: State, draughts: int) -> tuple[State, tuple[Effect, ...]]:
    seat = state.seat
    left = (state.well or 0) - draughts
    drunk = tuple(n + draughts * (other == seat) for other, n in enumerate(state.drunk))
    following = Seat((seat + 1) % len(drunk))
    drank = Drank(seat, draughts, left)
    if left:
        return replace(state, well=left, drunk=drunk, seat=following), (drank,)
    return replace(state, well=0, drunk=drunk, last=seat), (drank, DrankMud(seat))


OASIS: Final = Oasis()
