"""The rules of Pig.

>>> from pig.rules import PIG, Roll, Rolled
>>> state = PIG.new(2)
>>> for action in (Roll(), Rolled(5)):
...     state, _ = PIG.play(state, action)
>>> PIG.text(state)
'pig points:0/0 pot:5 turn:A now:choose'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.correction import Corrected
from companion.engine.fieldtext import Spelled
from companion.engine.game import CHANCE, OVER, Fault, Refusal, ScoreLine, Seat, Sheet, Turn, Word
from companion.engine.move import Move, Outcome
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

    points: tuple[int, ...]
    pot: int
    seat: Annotated[Seat, Spelled("turn")]
    now: Phase = Phase.CHOOSE

    @property
    def turn(self) -> Turn:
        if self.now is Phase.CHOOSE:
            return self.seat
        return CHANCE if self.now is Phase.ROLL else OVER


class Rolls(Struct, frozen=True, tag=True):
    seat: Seat
    rule: str = "turn"


class Roll(Move[State, Phase, Rolls], frozen=True, tag="roll"):
    """The player takes the die."""

    RULE = "turn"
    DURING = (Phase.CHOOSE,)

    def play(self, state: State, now: Phase, by: Seat) -> tuple[State, tuple[Rolls]]:
        return replace(state, now=Phase.ROLL), (Rolls(by),)


class Kept(Struct, frozen=True, tag=True):
    seat: Seat
    pot: int
    points: int
    rule: str = "hold"


class Hold(Move[State, Phase, Kept], frozen=True, tag="hold"):
    """The player keeps the points of the turn, and the turn passes."""

    RULE = "hold"
    DURING = (Phase.CHOOSE,)

    def refusal(self, state: State, now: Phase, by: Seat) -> Refusal | None:
        return None if state.pot else Refusal("nothing_to_keep", self.RULE)

    def play(self, state: State, now: Phase, by: Seat) -> tuple[State, tuple[Kept]]:
        after, kept = _kept(state)
        return after, (kept,)


class Added(Struct, frozen=True, tag=True):
    seat: Seat
    die: int
    pot: int
    rule: str = "turn"


class Lost(Struct, frozen=True, tag=True):
    seat: Seat
    pot: int
    rule: str = "one"


class Rolled(Outcome[State, Phase, Added | Lost | Kept], frozen=True, tag="die"):
    """Chance: what the die shows."""

    RULE = "turn"
    DURING = (Phase.ROLL,)
    die: int

    def refusal(self, state: State, now: Phase) -> Refusal | None:
        return None if 1 <= self.die <= 6 else Refusal("no_die", self.RULE, number=self.die)

    def play(self, state: State, now: Phase) -> tuple[State, tuple[Added | Lost | Kept, ...]]:
        seat, pot = state.seat, state.pot
        if self.die == 1:
            return replace(state, pot=0, seat=_left_of(state), now=Phase.CHOOSE), (Lost(seat, pot),)
        after, added = replace(state, pot=pot + self.die, now=Phase.CHOOSE), Added(seat, self.die, pot + self.die)
        if state.points[seat] + after.pot < GOAL:
            return after, (added,)
        won, kept = _kept(after)
        return won, (added, kept)


Action = Roll | Hold | Rolled
Effect = Rolls | Added | Lost | Kept | Corrected


class Pig(GameRules[State, Action, Effect]):
    """Two to six roll one die in turn; the first with 100 points has won."""

    ID = "pig"
    PLAYERS = (2, 3, 4, 5, 6)
    EXAMPLES = "roll, hold, die 4"
    WORDS = "pig"

    def begin(self, players: int, start: Seat, **switches: Any) -> State:
        return State((0,) * players, 0, start)

    def actions(self, state: State) -> Iterable[Action]:
        return (Roll(), Hold(), *map(Rolled, range(1, 7)))

    def sheet(self, state: State, seat: Seat) -> Sheet:
        return Sheet(seat, (ScoreLine("points", state.points[seat], 1, "end"),))

    def faults(self, state: State) -> tuple[Fault, ...]:
        best = max(state.points)
        return (Fault("won", "end", found=best, expected=GOAL - 1),) if best >= GOAL and state.turn is not OVER else ()


def _left_of(state: State) -> Seat:
    return Seat((state.seat + 1) % len(state.points))


def _kept(state: State) -> tuple[State, Kept]:
    """The turn's points are the player's, and the next one's turn; or the game has ended."""
    points = tuple(n + state.pot * (seat == state.seat) for seat, n in enumerate(state.points))
    kept = Kept(state.seat, state.pot, points[state.seat])
    if kept.points >= GOAL:
        return replace(state, points=points, pot=0, now=Phase.OVER), kept
    return replace(state, points=points, pot=0, seat=_left_of(state)), kept


PIG: Final = Pig()
