"""Terms of a game's evaluation; each can be put into a sentence.

A game that has one offers ``prospects(state)``: for each seat a list of the position's expected points, part by part.
Bots maximise the sums and explain their choices by the parts. ``concerns(part, action, state)`` of a game selects the
parts that an action affects; by default these are the parts that name the action's place or thing.
"""

from __future__ import annotations

from msgspec import Struct

from companion.engine.game import Seat

SCORE = "score"
"""The motive of a game without an evaluation of its own: a line of its score, in `thing`."""
RIVALS = "rivals"
"""The motive of what brings a seat nothing of its own, and takes from the others."""
PLAIN = "text"
"""The motive of a reason that is a text already, in `thing`: that of a stranger's bot."""


class Level(Struct, frozen=True):
    """The settings of a bot: how far it searches its own turn, and how many playouts its best choices get."""

    blur: float = 0.0
    """Standard deviation, in points, of its error in judging a choice."""
    breadth: int = 0
    """Positions that it follows on after each step of its turn; 0: it looks one step ahead."""
    playouts: int = 0
    """How often its best choices are played out, until everybody has had a turn."""
    begins: str = ""
    """The phase in which a turn begins; empty: a turn begins when the one before ends."""


class Prospect(Struct, frozen=True, gc=False, omit_defaults=True):
    """One part of a seat's expected points. The game's `say` puts it into words, from ``motive.*``."""

    motive: str
    """Stable key, the same in every language."""
    worth: float
    """Points; below 0 where it threatens. Of a reason: how many more than before."""
    seat: Seat | None = None
    place: str | None = None
    thing: str | None = None
    number: int | None = None

    @property
    def part(self) -> tuple[object, ...]:
        """Subject of the term, without its worth."""
        return self.motive, self.seat, self.place, self.thing
