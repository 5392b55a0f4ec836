"""The rules of Oasis.

>>> from oasis.rules import OASIS, Filled
>>> state = OASIS.new(2)
>>> state, _ = OASIS.play(state, Filled(4))
>>> OASIS.text(state)
'oasis well:14 drunk:0/0 turn:A start:A last:-'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.correction import Corrected
from companion.engine.fieldtext import Spelled
from companion.engine.game import CHANCE, OVER, Fault, Refusal, ScoreLine, Seat, Sheet, Turn
from companion.engine.move import Move, Outcome
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
    now: ClassVar[None] = None

    @property
    def turn(self) -> Turn:
        if self.well is None:
            return CHANCE
        return self.seat if self.well else OVER


class WellFilled(Struct, frozen=True):
    die: int
    well: int
    rule: str = "setup"


class Filled(Outcome[State, None, WellFilled], frozen=True, tag="die"):
    """Chance: the die that fills the well."""

    RULE = "setup"
    die: int

    def due(self, state: State, now: None) -> bool:
        return state.turn is CHANCE

    def refusal(self, state: State, now: None) -> Refusal | None:
        return None if 1 <= self.die <= 6 else Refusal("no_die", self.RULE, number=self.die)

    def play(self, state: State, now: None) -> tuple[State, tuple[WellFilled]]:
        well = FEWEST + self.die
        return replace(state, well=well), (WellFilled(self.die, well),)


class Drank(Struct, frozen=True):
    seat: Seat
    draughts: int
    left: int
    rule: str = "turn"


class DrankMud(Struct, frozen=True):
    seat: Seat
    rule: str = "mud"


class Drink(Move[State, None, Drank | DrankMud], frozen=True, tag="drink"):
    """A seat's turn: so many draughts."""

    RULE = "turn"
    draughts: int

    def refusal(self, state: State, now: None, by: Seat) -> Refusal | None:
        most = min(MOST_DRUNK, state.well or 0)
        return None if 1 <= self.draughts <= most else Refusal("too_much", self.RULE, number=most)

    def play(self, state: State, now: None, by: Seat) -> tuple[State, tuple[Drank | DrankMud, ...]]:
        left = (state.well or 0) - self.draughts
        drunk = tuple(n + self.draughts * (other == by) for other, n in enumerate(state.drunk))
        drank = Drank(by, self.draughts, left)
        if left:
            following = Seat((by + 1) % len(drunk))
            return replace(state, well=left, drunk=drunk, seat=following), (drank,)
        return replace(state, well=0, drunk=drunk, last=by), (drank, DrankMud(by))


Action = Filled | Drink
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

    def not_now(self, state: State) -> Refusal:
        return Refusal("over" if state.turn is OVER else "dry", "turn")

    def refusal(self, state: State, action: Action, by: Seat | None = None) -> Refusal | None:
        refused = super().refusal(state, action, by)
        if refused is not None and isinstance(action, Filled) and refused.rule == "turn":
            return Refusal("filled", "setup")
        return refused

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


OASIS: Final = Oasis()
