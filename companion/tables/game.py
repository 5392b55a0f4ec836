"""What a table needs of a game besides its rules: chairs, positions known in part, counting at the end.

Each game has a module that offers `GameTable`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from companion.engine.correction import Change
from companion.engine.game import Fault, Game, OptionError, Seat, Switch
from companion.engine.plugins import load, parts
from companion.tables.errors import message

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
Options = Mapping[str, str | int]


class Skip(Struct, frozen=True):
    """How to tell the engine that a step went otherwise: `before` is set, the game goes on by one outcome
    if `go_on`, and then `after` is set."""

    before: tuple[Change, ...]
    go_on: bool = False
    after: tuple[Change, ...] = ()


class OvercountError(OptionError):
    """More of a thing was counted, by all together, than there is in the box."""

    def __init__(self, thing: str, found: int, most: int) -> None:
        self.found = found
        self.most = most
        super().__init__(message("counted_over", thing=thing, found=found, most=most))


class GameTable(Protocol[S, A, E]):
    """A game at a table. `rules` is the engine's module; all functions are pure."""

    @property
    def rules(self) -> Game[S, A, E]: ...
    @property
    def RULES(self) -> str:  # noqa: N802 - a constant of the module
        """The version of the rules that a table is pinned to; a new one when old logs replay differently."""

    @property
    def CHAIRS(self) -> tuple[str, ...]:  # noqa: N802 - a constant of the module
        """What the places at the table are called, clockwise."""

    @property
    def SWITCHES(self) -> tuple[Switch, ...]:  # noqa: N802 - a constant of the module
        """What may be chosen when a table is opened: the game's house rules, before them what only concerns the
        table (such a switch names no rule)."""

    def new(self, options: Options, chairs: tuple[int, ...], first: int) -> S:
        """The game before its first draw. Raises `OptionError`."""

    def chairs_of(self, state: S) -> tuple[int, ...]:
        """The chairs that a position's seats belong to."""

    def play(self, state: S, action: A, by: Seat | None) -> tuple[S, tuple[E, ...]]:
        """As the engine's `play`, on a position that may be known in part."""

    def known(self, state: S) -> bool:
        """Does the app know all of the position?"""

    def scorable(self, seen: S) -> bool:
        """Does the position, as somebody may know it, hold all that its score needs?"""

    def learned(self, effects: tuple[E, ...]) -> bool:
        """Has somebody seen something by this that was hidden before, such as a card drawn?"""

    def rolls(self, state: S) -> bool:
        """Does the app know enough to roll or draw here?"""

    def deals(self, state: S) -> bool:
        """Is it the app alone that draws here, because nobody else has the cards? Nothing is typed in then."""

    def private(self, state: S, action: A) -> bool:
        """Does the action name what only its seat may know? A phone that does not see that cannot do it then, for what
        is refused would tell."""

    def secret(self, state: S, path: str, seat: Seat | None) -> bool:
        """May the seat (none: a watcher) not know what stands at this path of the position's JSON form? The answer must
        not depend on what is hidden."""

    def loose(self, path: str) -> bool:
        """Does setting this field neither end the game nor open anything, now or later? Then nobody is asked for it,
        even while players hide something from each other."""

    def cards(self, state: S) -> Mapping[str, int] | None:
        """All cards of the position, each kind with its number, where nothing but phones holds them: a correction moves
        them, and makes none. None: they lie on the table."""

    def question(self, state: S) -> Question | None:
        """What has to be asked before chance can go on."""

    def answered(self, state: S, answer: str) -> tuple[S, tuple[E, ...]]:
        """The state after the answer. Raises `ParseError`."""

    def draft(self, state: S | None, options: Options, chairs: tuple[int, ...], changes: tuple[Change, ...]) -> S:
        """The position that a draft makes, from the last one or from an empty table. Raises `ParseError`."""

    def missing(self, state: S) -> tuple[str, ...]:
        """The fields that a draft still lacks."""

    def draft_faults(self, state: S) -> tuple[Fault, ...]: ...
    def entered(self, state: S, *, fill: bool) -> S:
        """The position to go on from when the draft is done."""

    def skip(self, state: S, place: str | None, *, traded: bool) -> Skip:
        """What to set when the step out of this state went otherwise. Raises `ParseError`."""

    def finish(self, state: S) -> tuple[Change, ...]:
        """What to set to end the game as it lies."""

    def tally_things(self, counted: tuple[Mapping[str, int], ...]) -> tuple[tuple[str, ...], ...]:
        """The things that each player has to count, given what all have counted."""

    def tallied(self, options: Options, chairs: tuple[int, ...], counted: tuple[Mapping[str, int], ...]) -> S:
        """A finished game in which each player holds what was counted."""


_PARTS = parts("silkroad.tables")
GAMES: tuple[str, ...] = tuple(_PARTS)
"""The games that tables are offered for: ours, then those of other packages."""


def read_position(game: GameTable[Any, Any, Any], text: str) -> Any:
    """The position in a game's text form, or as JSON. Raises `ParseError`."""
    return (game.rules.from_json if text.lstrip().startswith("{") else game.rules.parse)(text)


def check_options(game: GameTable[Any, Any, Any], options: Options) -> None:
    """Raises `OptionError`: the game has no house rule of that name."""
    known = [switch.name for switch in game.SWITCHES]
    unknown = sorted(set(options) - set(known))
    if unknown:
        raise OptionError(message("no_option", option=unknown[0], options=tuple(known)))


def table_game(name: str) -> GameTable[Any, Any, Any]:
    """The table side of a game. Raises `KeyError` naming the games there are."""
    if name not in _PARTS:
        raise KeyError(f"no tables for {name!r}; there are: {', '.join(GAMES)}")
    table: GameTable[Any, Any, Any] = load(_PARTS[name])
    return table


class Question(Struct, frozen=True):
    """What the app has to ask the table before it can go on, as data for a sentence.

    `kind` ``pay``: can this seat pay `number` coins, or the dyes in `things`, for the shop at `place`?
    `kind` ``die``: which die lies first in the row of `thing`? Any phone at the table may answer.
    """

    kind: str
    rule: str
    seat: Seat | None = None
    thing: str | None = None
    place: str | None = None
    number: int | None = None
    things: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
