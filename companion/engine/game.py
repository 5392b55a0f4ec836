"""Common types of all games: seats, turns, refusals, faults, scores, house rules, chances, steps.

The rules themselves are an object of a subclass of `companion.engine.rules.GameRules`. All of it is pure: no input or
output, clock or randomness.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from fractions import Fraction
from itertools import chain, count, repeat
from random import Random
from reprlib import Repr
from typing import Any, Final, NewType, Protocol, Self, TypeAlias

from msgspec import Struct

from companion.engine.wording import Message, MessageError, Said, expect_whole_number, message

Seat = NewType("Seat", int)
"""A player's place at the table: 0 is the first seat, and seats run clockwise."""


class Word(StrEnum):
    """A name of the rules that is its own text: ``Dye.RED == "red"``.

    ``class Dye(Word, letters="bry")`` gives each name a letter, or another short text, for positions; ``also="123"``
    adds letters that are only read.
    """

    ordinal: int
    """Its place among the names, from 0; in a tuple with one item for each name, too."""
    letter: str
    """Its letter; empty if it has none."""
    texts: tuple[str, ...]
    """What is read as this name: its letter, itself, and what `also` adds."""

    def __init_subclass__(cls, letters: Sequence[str] = (), also: Sequence[str] = ()) -> None:
        nothing = repeat("")
        for i, name, letter, other in zip(count(), cls, chain(letters, nothing), chain(also, nothing), strict=False):
            name.ordinal, name.letter = i, letter
            name.texts = tuple(text for text in (letter, str(name), other) if text)

    @classmethod
    def read(cls, text: str) -> Self:
        """Returns the name with this letter or text. Raises `ValueError`."""
        return next((name for name in cls if text in name.texts), None) or cls(text)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Nobody(Enum):
    """The turn of a state in which no seat acts."""

    CHANCE = "chance"
    OVER = "over"

    def __repr__(self) -> str:
        return self.name


CHANCE: Final = Nobody.CHANCE
"""Dice, draws, and whatever else the game does by itself. The legal actions are then its outcomes."""
OVER: Final = Nobody.OVER
"""The game has ended: nothing is legal but a correction."""
Turn = Seat | Nobody


class Refusal(Struct, frozen=True):
    """Why an action is illegal: data for a sentence, and its rule.

    The game's `say` puts it into words.
    """

    reason: str
    """Stable key of the reason, the same in every language."""
    rule: str | None
    """Rule id in the leaflet; none when no rule is meant but the input itself."""
    seat: Seat | None = None
    place: str | None = None
    thing: str | None = None
    number: int | None = None


_REPR = Repr()
_REPR.maxother = 1000
"""Formats whatever was given for an action; raises nothing."""


class RefusedError(MessageError):
    """Raised by `play` for an action that `refusal` refuses."""

    def __init__(self, refusal: Refusal, action: object) -> None:
        self.refusal = refusal
        self.action = action
        super().__init__(message("refused", action=_REPR.repr(action), reason=refusal.reason, rule=str(refusal.rule)))


class ParseError(MessageError):
    """Invalid text: its position (from 1), and what was expected there."""

    def __init__(self, what: Said, line: int = 1, column: int = 1) -> None:
        super().__init__(what)
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[ParseError], tuple[Said, int, int]]:
        return type(self), (self.what, self.line, self.column)

    @property
    def sentence(self) -> Message:
        return message("at", line=self.line, column=self.column, what=self.what)


class OptionError(MessageError):
    """A game was started with settings that the rules do not offer."""


class Fault(Struct, frozen=True):
    """An impossibility in a state, by the pieces in the box or by the rules."""

    kind: str
    """Stable key, the same in every language."""
    rule: str
    thing: str | None = None
    place: str | None = None
    seat: Seat | None = None
    found: int | None = None
    expected: int | None = None


class Why(Struct, frozen=True):
    """One rule applied in a decision of the game: its id and name, and its effect on each choice.

    The lines are marked: ✓ stays in, ✗ is out, = is tied with others.
    """

    rule: str
    title: str
    lines: tuple[str, ...]


SCORE = "score"
"""The motive of a game without an evaluation of its own: a line of its score, in `thing`."""
RIVALS = "rivals"
"""The motive of what brings a seat nothing of its own, and takes from the others."""
PLAIN = "text"
"""The motive of a reason that is a text already, in `thing`: that of a stranger's bot."""


class Prospect(Struct, frozen=True, gc=False, omit_defaults=True):
    """One part of a seat's expected points. The game's `say` puts it into words, from ``motive.*``.

    A game with an evaluation offers ``prospects(state)``: for each seat a list of the position's expected points, part
    by part. Bots maximise the sums and explain their choices by the parts. ``concerns(part, action, state)`` of a game
    selects the parts that an action affects; by default these are the parts that name the action's place or thing.
    """

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


class ScoreLine(Struct, frozen=True):
    """One line of a score sheet: a number of things, the points for each, and the rule."""

    thing: str
    count: int
    worth: int
    rule: str

    @property
    def points(self) -> int:
        return self.count * self.worth


class Sheet(Struct, frozen=True):
    """One seat's score: the lines that add up, then the tie breakers in order."""

    seat: Seat
    lines: tuple[ScoreLine, ...]
    ties: tuple[ScoreLine, ...] = ()

    @property
    def total(self) -> int:
        return sum([line.count * line.worth for line in self.lines])


class Score(Struct, frozen=True):
    """All sheets in seat order, the seats in the lead, and the deciding rule.

    `final` tells whether the game is over; before that it is the score so far. Several winners share the victory;
    nobody wins a lost solo game.
    """

    sheets: tuple[Sheet, ...]
    winners: tuple[Seat, ...]
    decided_by: str
    final: bool


class Switch(Struct, frozen=True):
    """A house rule that a table may set. The first value is the default; whole numbers have bounds."""

    name: str
    values: tuple[str, ...]
    rule: str
    lowest: int | None = None
    highest: int | None = None

    def unfit(self, value: object) -> OptionError:
        """Returns an error about an invalid value."""
        what = self.values if self.lowest is None else expect_whole_number(self.lowest, self.highest)
        return OptionError(message("unexpected", field=self.name, what=what, given=str(value)))


class Chances(Struct, frozen=True):
    """The possible outcomes of a chance node and their weights, positive whole numbers."""

    outcomes: tuple[Any, ...] = ()
    weights: tuple[int, ...] = ()

    @classmethod
    def of(cls, odds: Odds) -> Chances:
        """Returns the chances of outcomes with their weights; those of weight 0 are left out."""
        if isinstance(odds, Chances):
            return odds
        found = [pair for pair in (odds.items() if isinstance(odds, Mapping) else odds) if pair[1] > 0]
        return cls(tuple([outcome for outcome, _ in found]), tuple([weight for _, weight in found]))

    def __iter__(self) -> Iterator[tuple[Any, Fraction]]:
        total = sum(self.weights)
        return ((outcome, Fraction(w, total)) for outcome, w in zip(self.outcomes, self.weights, strict=True))

    def sample(self, rng: Random) -> Any:
        """Returns a random outcome by weight; a certain one does not use the generator."""
        return self.outcomes[0] if self.certain else rng.choices(self.outcomes, self.weights)[0]

    @property
    def certain(self) -> bool:
        """Whether only one outcome is possible."""
        return len(self.outcomes) == 1


Odds: TypeAlias = Chances | Mapping[Any, int] | Iterable[tuple[Any, int]]
"""Outcomes with their weights."""


class GameState(Protocol):
    """Protocol of all states. States are frozen and compare by value."""

    @property
    def turn(self) -> Turn: ...


class AnyEffect(Protocol):
    """Protocol of all effects."""

    @property
    def rule(self) -> str | None:
        """The rule of the effect; None or empty for none."""


class Source(Word):
    """The source of an outcome."""

    RULES = "rules"
    """Nothing was left to chance."""
    APP = "app"
    """The app's generator."""
    HAND = "hand"
    """Real dice and draws on the table, typed in."""


class Step(Struct, frozen=True):
    """One action of a game: its seat (None: chance, from `source`), its effects, and the state after it."""

    action: Any
    by: Seat | None
    source: Source | None
    effects: tuple[Any, ...]
    state: Any
