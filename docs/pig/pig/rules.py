"""The rules of Pig.

>>> from pig.rules import PIG, Roll, Rolled
>>> state = PIG.new(2)
>>> for action in (Roll(), Rolled(5)):
...     state, _ = PIG.play(state, action)
>>> PIG.text(state)
'pig 2 pot: 5 now: choose'
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine.annotations import By, Count, Text
from companion.engine.game import CHANCE, OVER, Fault, Refusal, ScoreLine, Seat, Sheet, Turn, Word
from companion.engine.moves import Move, Outcome, Tell
from companion.engine.options import Options
from companion.engine.rules import GameRules

GOAL: Final = 100
"""Points that win."""


class Phase(Word):
    """What is next: the player's choice, the die, nothing."""

    CHOOSE = "choose"
    ROLL = "roll"
    OVER = "over"


class State(Struct, frozen=True):
    """A position. `pot` is what was rolled in this turn and can still be lost."""

    points: Annotated[tuple[Count, ...], By(Seat)]
    pot: Count
    seat: Annotated[Seat, Text("turn")]
    now: Phase = Phase.CHOOSE

    @property
    def turn(self) -> Turn:
        if self.now is Phase.CHOOSE:
            return self.seat
        return CHANCE if self.now is Phase.ROLL else OVER


class Rolls(Struct, frozen=True, tag=True):
    seat: Seat
    rule: str = "turn"


class Roll(Move[State], frozen=True, tag="roll"):
    """The player takes the die."""

    RULE = "turn"
    PHASES = (Phase.CHOOSE,)

    def play(self, state: State, now: Phase, by: Seat, tell: Tell) -> State:
        tell(Rolls(by))
        return replace(state, now=Phase.ROLL)


class Kept(Struct, frozen=True, tag=True):
    seat: Seat
    pot: int
    points: int
    rule: str = "hold"


class Hold(Move[State], frozen=True, tag="hold"):
    """The player keeps the points of the turn, and the turn passes."""

    RULE = "hold"
    PHASES = (Phase.CHOOSE,)

    def refusal(self, state: State, by: Seat) -> Refusal | None:
        return None if state.pot else Refusal("nothing_to_keep", self.RULE)

    def play(self, state: State, now: Phase, by: Seat, tell: Tell) -> State:
        return _kept(state, tell)


class Added(Struct, frozen=True, tag=True):
    seat: Seat
    die: int
    pot: int
    rule: str = "turn"


class Lost(Struct, frozen=True, tag=True):
    seat: Seat
    pot: int
    rule: str = "one"


class Rolled(Outcome[State], frozen=True, tag="die"):
    """Chance: what the die shows."""

    RULE = "turn"
    PHASES = (Phase.ROLL,)
    die: Annotated[int, Meta(ge=1, le=6)]

    def play(self, state: State, now: Phase, tell: Tell) -> State:
        seat, pot = state.seat, state.pot
        if self.die == 1:
            tell(Lost(seat, pot))
            return replace(state, pot=0, seat=_left_of(state), now=Phase.CHOOSE)
        after = replace(state, pot=pot + self.die, now=Phase.CHOOSE)
        tell(Added(seat, self.die, after.pot))
        return after if state.points[seat] + after.pot < GOAL else _kept(after, tell)


Effect = Rolls | Kept | Added | Lost


class Pig(GameRules[State]):
    """Two to six roll one die in turn; the first with 100 points has won."""

    ID = "pig"
    PLAYERS = (2, 3, 4, 5, 6)
    EXAMPLES = "roll, hold, die 4"
    WORDS = "pig"
    MOVES = (Roll, Hold)
    OUTCOMES = (Rolled,)
    EFFECTS = Effect

    def begin(self, players: int, start: Seat, options: Options) -> State:
        return State((0,) * players, 0, start)

    def sheet(self, state: State, seat: Seat) -> Sheet:
        return Sheet(seat, (ScoreLine("points", state.points[seat], 1, "end"),))

    def faults(self, state: State) -> tuple[Fault, ...]:
        best = max(state.points)
        return (Fault("won", "end", found=best, expected=GOAL - 1),) if best >= GOAL and state.turn is not OVER else ()


def _left_of(state: State) -> Seat:
    return Seat((state.seat + 1) % len(state.points))


def _kept(state: State, tell: Tell) -> State:
    """The turn's points are the player's, and the next one's turn; or the game has ended."""
    points = tuple(n + state.pot * (seat == state.seat) for seat, n in enumerate(state.points))
    tell(Kept(state.seat, state.pot, points[state.seat]))
    if points[state.seat] >= GOAL:
        return replace(state, points=points, pot=0, now=Phase.OVER)
    return replace(state, points=points, pot=0, seat=_left_of(state), now=Phase.CHOOSE)


PIG: Final = Pig()
