"""The rules of Oasis.

>>> from oasis.rules import OASIS, Filled
>>> state = OASIS.new(2)
>>> state, _ = OASIS.play(state, Filled(4))
>>> OASIS.text(state)
'oasis 2 well: 14'
"""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine.annotations import By, Count, Text
from companion.engine.game import CHANCE, OVER, Fault, Refusal, ScoreLine, Seat, Sheet, Turn
from companion.engine.moves import Move, Outcome, Tell
from companion.engine.options import Options
from companion.engine.rules import GameRules

FEWEST: Final = 10
"""Draughts in the well, besides those of the die."""
MOST_DRUNK: Final = 3
"""Draughts in one turn."""
MUD: Final = -4
"""Points of the last draught, besides its own one."""


class State(Struct, frozen=True):
    """A position. `well` is None until the die has been rolled; `last` is the seat that emptied it."""

    well: Count | None
    drunk: Annotated[tuple[Count, ...], By(Seat)]
    start: Seat
    seat: Annotated[Seat, Text("turn")]
    last: Seat | None = None

    @property
    def turn(self) -> Turn:
        if self.well is None:
            return CHANCE
        return self.seat if self.well else OVER


class WellFilled(Struct, frozen=True):
    die: int
    well: int
    rule: str = "setup"


class Filled(Outcome[State], frozen=True, tag="die"):
    """Chance: the die that fills the well."""

    RULE = "setup"
    die: Annotated[int, Meta(ge=1, le=6)]

    def play(self, state: State, now: None, tell: Tell) -> State:
        well = FEWEST + self.die
        tell(WellFilled(self.die, well))
        return replace(state, well=well)


class Drank(Struct, frozen=True):
    seat: Seat
    draughts: int
    left: int
    rule: str = "turn"


class DrankMud(Struct, frozen=True):
    seat: Seat
    rule: str = "mud"


class Drink(Move[State], frozen=True, tag="drink"):
    """A seat's turn: so many draughts."""

    RULE = "turn"
    draughts: Annotated[int, Meta(ge=1, le=MOST_DRUNK)]

    def refusal(self, state: State, by: Seat) -> Refusal | None:
        left = state.well or 0
        return None if self.draughts <= left else Refusal("too_much", self.RULE, number=left)

    def play(self, state: State, now: None, by: Seat, tell: Tell) -> State:
        left = (state.well or 0) - self.draughts
        drunk = tuple(n + self.draughts * (other == by) for other, n in enumerate(state.drunk))
        tell(Drank(by, self.draughts, left))
        if left:
            return replace(state, well=left, drunk=drunk, seat=Seat((by + 1) % len(drunk)))
        tell(DrankMud(by))
        return replace(state, well=0, drunk=drunk, last=by)


Action = Filled | Drink
Effect = WellFilled | Drank | DrankMud


class Oasis(GameRules[State]):
    """Two to four drink in turn from one well, and nobody wants the last draught."""

    ID = "oasis"
    PLAYERS = (2, 3, 4)
    EXAMPLES = "die 4, drink 2"
    WORDS = "oasis"
    MOVES = (Drink,)
    OUTCOMES = (Filled,)
    EFFECTS = Effect

    def begin(self, players: int, start: Seat, options: Options) -> State:
        return State(None, (0,) * players, start, start)

    def default(self, field: str, before: Any) -> Any:
        return before.start if field == "seat" else super().default(field, before)

    def not_now(self, state: State, action: Any) -> Refusal:
        return Refusal("filled", "setup") if isinstance(action, Filled) else Refusal("dry", "turn")

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
