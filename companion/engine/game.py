"""The contract that every game fulfils, and the frozen values around it.

A game offers what `Game` lists: a small one as an object of a subclass of
`companion.engine.rules.GameRules`, a large one as the module of its package. Everything in it is a pure
function of frozen states: nothing is read, written, timed or drawn at random here. One loop
(`companion.engine.drive`) then serves people, bots and dice for all games.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import Any, Final, Generic, NewType, Protocol, TypeAlias, TypeVar, overload
from warnings import warn

from msgspec import Struct

from companion.engine.message import Message, MessageError, Said, message, whole_number

Seat = NewType("Seat", int)
"""A player's place at the table: 0 is the first seat, and seats run clockwise."""


class Word(StrEnum):
    """A name of the rules that is also its own text: ``Dye.RED == "red"``."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Nobody(Enum):
    """Whose turn it is when it is no seat's."""

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
    """Why an action cannot be done: data for a sentence, and the rule behind it.

    The words are made by the game's `say`.
    """

    reason: str
    """Stable key of the reason, the same in every language."""
    rule: str | None
    """Rule id in the leaflet; none when no rule is meant but the input itself."""
    seat: Seat | None = None
    place: str | None = None
    thing: str | None = None
    number: int | None = None


class RefusedError(MessageError):
    """`play` was given an action that `refusal` refuses."""

    def __init__(self, refusal: Refusal, action: object) -> None:
        self.refusal = refusal
        self.action = action
        super().__init__(message("refused", action=_called(action), reason=refusal.reason, rule=str(refusal.rule)))


def _called(action: object) -> str:
    """An action in a message: as it is written, or by its type where that cannot be or fills a page."""
    try:
        text = repr(action)
    except Exception:  # whatever a stranger's values raise, such as a number with too many digits
        return type(action).__name__
    return text if len(text) <= 1000 else type(action).__name__


class ParseError(MessageError):
    """A text that is not what it should be: where (from 1), and what was expected there."""

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
    """A game was asked for with settings that the rules page does not offer."""


class Fault(Struct, frozen=True):
    """One thing about a state that cannot be so with the pieces of the box, or by the rules."""

    kind: str
    """Stable key, the same in every language."""
    rule: str
    thing: str | None = None
    place: str | None = None
    seat: Seat | None = None
    found: int | None = None
    expected: int | None = None


class Why(Struct, frozen=True):
    """One rule that a decision of the game went through: its id and name, and what it did to each choice.

    The lines are marked: ✓ stays in, ✗ is out, = is tied with others.
    """

    rule: str
    title: str
    lines: tuple[str, ...]


class ScoreLine(Struct, frozen=True):
    """One line of a score sheet: so many of a thing, each worth so much, by this rule."""

    thing: str
    count: int
    worth: int
    rule: str

    @property
    def points(self) -> int:
        return self.count * self.worth


class Sheet(Struct, frozen=True):
    """One seat's score: the lines that add up, then those that only break ties, in their order."""

    seat: Seat
    lines: tuple[ScoreLine, ...]
    ties: tuple[ScoreLine, ...] = ()

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)


class Score(Struct, frozen=True):
    """All sheets in seat order, who is ahead by them, and by which rule.

    `final` tells whether the game is over; before that it is what the score would be now.
    Several winners share the victory; nobody wins a lost solo game.
    """

    sheets: tuple[Sheet, ...]
    winners: tuple[Seat, ...]
    decided_by: str
    final: bool

    @property
    def returns(self) -> tuple[float, ...]:
        """What the game brought each seat: 1 to whoever won it, shared by those who share the victory, 0 to others.

        Raises `ValueError` before the end.
        """
        if not self.final:
            raise ValueError("the game is not over")
        share = 1 / len(self.winners) if self.winners else 0.0
        return tuple(share if sheet.seat in self.winners else 0.0 for sheet in self.sheets)


class Switch(Struct, frozen=True):
    """A house rule that a table may set. The first value is the default; whole numbers have bounds."""

    name: str
    values: tuple[str, ...]
    rule: str
    lowest: int | None = None
    highest: int | None = None

    @property
    def usual(self) -> str | int:
        """What holds if nothing is said."""
        return self.values[0] if self.lowest is None or not self.values[0].isdecimal() else int(self.values[0])

    def held(self, value: object) -> object:
        """The value as the game holds it: a number and its text are the same. One that it does not have stays."""
        if self.lowest is None:
            return str(value) if type(value) is int and str(value) in self.values else value
        if not isinstance(value, str):
            return value
        if value in self.values and not value.isdecimal():
            return None
        return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else value

    def unfit(self, value: object) -> OptionError:
        """The error to raise about a value that it does not have."""
        if self.lowest is None:
            return OptionError(message("option_value", option=self.name, given=repr(value), values=self.values))
        what = whole_number(self.lowest, self.highest)
        return OptionError(message("option_number", option=self.name, given=repr(value), what=what))


def no_switch(name: str, switches: Iterable[Switch]) -> OptionError:
    """The error to raise about a house rule that there is not."""
    return OptionError(message("no_switch", option=name, options=tuple(switch.name for switch in switches)))


def held(given: Mapping[str, object], switches: Iterable[Switch]) -> dict[str, Any]:
    """House rules by name, each value as the game holds it. What is no house rule stays as well."""
    known = {switch.name: switch for switch in switches}
    return {name: known[name].held(value) if name in known else value for name, value in given.items()}


A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
S = TypeVar("S")
E = TypeVar("E")


class Legal(Sequence[A], Generic[A]):
    """What may be done in one state: iterable, countable, ``in``, indexable.

    It lists every action of the rules. Corrections are endless and not listed, but ``in`` knows them.
    """

    __slots__ = ("_actions", "_by", "_refusal", "_state")

    def __init__(
        self,
        actions: Sequence[A],
        state: Any,
        by: Seat | None,
        refusal: Callable[[Any, A, Seat | None], Refusal | None],
    ) -> None:
        self._actions = actions
        self._state = state
        self._by = by
        self._refusal = refusal

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[A]:
        return iter(self._actions)

    @overload
    def __getitem__(self, index: int) -> A: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[A]: ...
    def __getitem__(self, index: int | slice) -> A | Sequence[A]:
        return self._actions[index]

    def __contains__(self, action: object) -> bool:
        return self._refusal(self._state, action, self._by) is None  # type: ignore[arg-type]  # a stranger's type is refused like any

    def __repr__(self) -> str:
        return f"Legal({', '.join(map(repr, self._actions))})"


class Chances(Struct, Generic[A_co], frozen=True):
    """The outcomes of a chance node and their weights, whole numbers above 0."""

    outcomes: tuple[A_co, ...]
    weights: tuple[int, ...]

    def __iter__(self) -> Iterator[tuple[A_co, Fraction]]:
        total = sum(self.weights)
        return ((outcome, Fraction(w, total)) for outcome, w in zip(self.outcomes, self.weights, strict=True))

    def sample(self, rng: Random) -> A_co:
        """One of the outcomes, by their weights. `rng.choices` would pick the same one, and takes longer."""
        outcomes, weights = self.outcomes, self.weights
        count = len(outcomes)
        if count == 1:
            return outcomes[0]
        total = sum(weights)
        at = rng.random() * total
        return outcomes[int(at) if total == count else bisect([*accumulate(weights)], at, 0, count - 1)]

    @property
    def certain(self) -> bool:
        """Nothing is left to chance: the game only goes on by itself."""
        return len(self.outcomes) == 1


class GameState(Protocol):
    """What a loop asks of any state. States are frozen and compare by value."""

    @property
    def turn(self) -> Turn: ...


class Game(Protocol[S, A, E]):
    """A game, as a module or an object offers it. `S`, `A`, `E` are its states, actions and effects.

    ``by`` is the seat that acts; left out, it is whoever's turn it is. Several seats may be awaited at
    once (secret choices made together): then `waiting` lists them and each gives its own ``by``.

    It also has ``Effect``: what its effects are, a struct or a union of them. Programs are told of them by it.
    """

    @property
    def ID(self) -> str: ...  # noqa: N802 - a constant of the module
    @property
    def PLAYERS(self) -> tuple[int, ...]: ...  # noqa: N802 - a constant of the module
    @property
    def SWITCHES(self) -> tuple[Switch, ...]: ...  # noqa: N802 - a constant of the module
    @property
    def new(self) -> Callable[..., S]:
        """``new(players, **switches)``: the state before anything is drawn. Raises `OptionError`."""

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of positions."""

    def waiting(self, state: S) -> tuple[Seat, ...]:
        """The seats that may act now, first the one whose turn it is; empty at chance and at the end."""

    def legal(self, state: S, by: Seat | None = None) -> Legal[A]: ...
    def refusal(self, state: S, action: A, by: Seat | None = None) -> Refusal | None: ...
    def play(self, state: S, action: A, by: Seat | None = None) -> tuple[S, tuple[E, ...]]:
        """The next state, and what happened, in order; of a correction it is `correction.Corrected`. Raises
        `RefusedError`."""

    def chances(self, state: S) -> Chances[A]:
        """The outcomes when ``state.turn`` is CHANCE. Raises `ValueError` otherwise."""

    def view(self, state: S, seat: Seat | None) -> S:
        """The state as a seat may know it (none: a watcher), the rest replaced by unknown values."""

    def seen(self, state: S, effect: E, seat: Seat | None) -> E:
        """The effect as a seat may know it; `state` is the one it led to."""

    def secret(self, state: S, path: str, seat: Seat | None) -> bool:
        """May the seat (none: a watcher) not know what stands at this path of the JSON form, or in a part of it? The
        answer must not depend on what is hidden."""

    def score(self, state: S) -> Score: ...
    def faults(self, state: S) -> tuple[Fault, ...]: ...
    def text(self, state: S) -> str:
        """The position in one line; ``parse(text(state)) == state``."""

    def parse(self, text: str) -> S:
        """Raises `ParseError`."""

    def to_json(self, state: S) -> str: ...
    def from_json(self, text: str) -> S:
        """Raises `ParseError`."""

    def action_text(self, action: A) -> str:
        """The action in a few words: ``shop B2``. ``parse_action(action_text(a)) == a``."""

    def parse_action(self, text: str) -> A:
        """Raises `ParseError`."""

    def say(self, thing: Any, state: S, language: str = "en", names: Sequence[str] = ()) -> str:
        """An effect, refusal, fault or score line in words; `names` of the seats, else their colours."""

    def why(self, effect: Any, state: S, language: str = "en", names: Sequence[str] = ()) -> tuple[Why, ...]:
        """The rules that a decision of the game went through; empty for effects without one."""

    def resolving(self, state: S) -> S:
        """The state from which the game can go on by itself, if players were done; or the same state."""


class AnyEffect(Protocol):
    """What is known of an effect of any game."""

    @property
    def rule(self) -> str | None:
        """The rule by which it happened; none or empty: it names none."""


AnyGame: TypeAlias = Game[GameState, object, AnyEffect]
"""A game for code that knows none in particular: what it is handed it hands on."""


_FORMER = {"Refused": RefusedError, "Unreadable": ParseError, "BadOption": OptionError}


def __getattr__(name: str) -> type[ValueError]:
    """The errors by the names that they had: packages of other people import them."""
    if name not in _FORMER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn(f"{name} is called {_FORMER[name].__name__} now", DeprecationWarning, stacklevel=2)
    return _FORMER[name]
