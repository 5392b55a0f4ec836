"""Table side of a game: chairs, partly known positions, counting at the end.

A game's table is an object of a subclass of `GameTable`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from companion.engine.correction import Change
from companion.engine.game import CHANCE, AnyEffect, Fault, GameState, OptionError, ParseError, Score, Seat, Switch
from companion.engine.registry import load, parts
from companion.engine.rules import GameRules
from companion.tables.errors import message

S = TypeVar("S", bound=GameState)
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
        self.thing = str(thing)
        self.found = found
        self.most = most
        super().__init__(message("overcounted", thing=thing, found=found, most=most))


class Question(Struct, frozen=True):
    """A question to the table that blocks the app, as data for a sentence.

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


class GameTable(Struct, Generic[S], frozen=True):
    """A game at a table: its rules, and what a subclass says besides. All methods are pure.

    What a game does not say is the default: everything lies open, only people act, nothing is tapped in or counted
    alone. `rules.new` is called with the number of players, ``start`` (the seat that begins) and the switches.
    """

    rules: GameRules[S]
    CHAIRS: tuple[str, ...]
    """What the places at the table are called, clockwise."""
    over: tuple[Change, ...]
    """What has to be set to end the game as it lies."""
    switches: tuple[Switch, ...] = ()
    """What only concerns the table, before the house rules; such a switch names no rule."""

    @property
    def SWITCHES(self) -> tuple[Switch, ...]:  # noqa: N802 - named like the game's own
        """Options offered when a table is opened."""
        return (*self.switches, *self.rules.SWITCHES)

    def new(self, options: Options, chairs: tuple[int, ...], first: int) -> S:
        """The game before its first draw. Raises `OptionError`."""
        usual = {switch.name: switch.values[0] for switch in self.switches}
        return self.rules.new(len(chairs), start=first, **(usual | dict(options)))

    def chairs_of(self, state: S) -> tuple[int, ...]:
        """The chairs that a position's seats belong to."""
        return tuple(range(len(self.rules.score(state).sheets)))

    def play(self, state: S, action: Any, by: Seat | None) -> tuple[S, tuple[AnyEffect, ...]]:
        """Same as the engine's `play`, for a partly known position."""
        return self.rules.play(state, action, by)

    def along(self, was: Any, now: Any, then: Any) -> Any:
        """Adapts a later action (`then`) after an earlier one changed from `was` to `now`."""
        return then

    def known(self, state: S) -> bool:
        """Does the app know all of the position?"""
        return True

    def scorable(self, seen: S) -> bool:
        """Does the position, as somebody may know it, hold all that its score needs?"""
        return self.known(seen)

    def number(self, seen: S, seat: Seat, thing: str) -> int | None:
        """How many of a thing that scores a seat has in a position as somebody may know it; none: that is hidden."""
        return counted(self.rules.score(seen), seat, thing) if self.scorable(seen) else None

    def holdings(self, seen: S, seat: Seat) -> dict[str, int]:
        """Holdings of a seat by thing, in a position as seen by somebody, without hidden ones. Things
        are those of a score line, or ``thing.<name>`` of its pages' words."""
        if not self.scorable(seen):
            return {}
        return {line.thing: line.count for line in self.rules.score(seen).sheets[seat].lines}

    def learned(self, effects: tuple[AnyEffect, ...]) -> bool:
        """Has somebody seen something by this that was hidden before, such as a card drawn?"""
        return False

    def rivals(self, options: Options) -> bool:
        """Can the app play seats? Not where it does not know the cards that they would hold."""
        return True

    def lays(self, options: Options) -> bool:
        """Do people lay what a rival does? Not where phones hold the cards."""
        return True

    def rolls(self, state: S) -> bool:
        """Does the app know enough to roll or draw here?"""
        return True

    def is_certain(self, state: S) -> bool:
        """Does chance have one outcome alone here, which all may know, and nobody to ask?"""
        chance = state.turn is CHANCE and self.question(state) is None and not self.deals(state)
        return chance and self.rules.chances(state).certain

    def deals(self, state: S) -> bool:
        """Is it the app alone that draws here, because nobody else has the cards? Nothing is typed in then."""
        return False

    def private(self, state: S, action: Any) -> bool:
        """Does the action name what only its seat may know? A phone that does not see that cannot do it then, for what
        is refused would tell."""
        return False

    def secret(self, state: S, path: str, seat: Seat | None) -> bool:
        """Same as the engine's `secret`, for a partly known position."""
        return self.rules.secret(state, path, seat)

    def loose(self, path: str) -> bool:
        """Does setting this field neither end the game nor open anything, now or later? Then nobody is asked for it,
        even while players hide something from each other."""
        return False

    def cards(self, state: S) -> Mapping[str, int] | None:
        """All cards of the position, each kind with its number, where nothing but phones holds them: a correction moves
        them, and makes none. None: they lie on the table."""
        return None

    def question(self, state: S) -> Question | None:
        """The question that must be answered before the next chance event."""
        return None

    def unknown(self, state: S) -> Question | None:
        """A question that may replace a roll by hand, where the roll alone would leave the app without something it
        needs later."""
        return None

    def answered(self, state: S, answer: str) -> tuple[S, tuple[AnyEffect, ...]]:
        """The state after the answer. Raises `ParseError`."""
        raise ParseError(message("unfit"))

    def draft(self, state: S | None, options: Options, chairs: tuple[int, ...], changes: tuple[Change, ...]) -> S:
        """The position that a draft makes, from the last one or from an empty table. Raises `ParseError`."""
        raise ParseError(message("unfit"))

    def missing(self, state: S) -> tuple[str, ...]:
        """The fields that a draft still lacks."""
        return ()

    def draft_faults(self, state: S) -> tuple[Fault, ...]:
        """Faults of a draft, apart from missing values."""
        return ()

    def kept(self, before: S, entered: S) -> S:
        """The position that a draft has made, with what was known before of what a draft leaves unknown."""
        return entered

    def entered(self, state: S, *, fill: bool) -> S:
        """The position to go on from when the draft is done."""
        return state

    def skip(self, state: S, place: str | None, *, traded: bool) -> Skip:
        """Changes for a step that went another way on the table. Raises `ParseError`."""
        raise ParseError(message("unfit"))

    def finish(self, state: S) -> tuple[Change, ...]:
        """Changes that end the game in its present position."""
        return self.over

    def tally_things(self, counted: tuple[Mapping[str, int], ...]) -> tuple[tuple[str, ...], ...]:
        """The things that each player has to count, given what all have counted."""
        return ((),) * len(counted)

    def check_tally(self, chairs: tuple[int, ...], counted: tuple[Mapping[str, int], ...]) -> None:
        """Looks at the counts of all, once they are whole. Raises `OptionError` where they cannot be true together."""

    def tallied(self, options: Options, chairs: tuple[int, ...], counted: tuple[Mapping[str, int], ...]) -> S:
        """A finished game in which each player holds what was counted. Raises `OptionError`."""
        raise OptionError(message("unfit"))


def counted(score: Score, seat: Seat, thing: str) -> int:
    """How many of a thing a seat's sheet has: none, where it has no line for it."""
    lines = score.sheets[seat].lines if seat < len(score.sheets) else ()
    return next((line.count for line in lines if line.thing == thing), 0)


AnyTable: TypeAlias = GameTable[GameState]
"""The table side of a game, for code that knows none in particular."""
_PARTS = parts("silkroad.tables")
GAMES: Collection[str] = _PARTS.keys()
"""The games that tables are offered for: ours, then those of other packages."""


def read_position(game: AnyTable, text: str) -> GameState:
    """The position in a game's text form, or as JSON. Raises `ParseError`."""
    return (game.rules.from_json if text.lstrip().startswith("{") else game.rules.parse)(text)


def check_options(game: AnyTable, options: Options) -> None:
    """Raises `OptionError`: the game has no house rule of that name."""
    known = [switch.name for switch in game.SWITCHES]
    unknown = sorted(set(options) - set(known))
    if unknown:
        raise OptionError(message("unexpected", field=unknown[0], what=tuple(known), given=unknown[0]))


def table_game(name: str) -> AnyTable:
    """The table side of a game. Raises `KeyError` naming the games there are."""
    if name not in _PARTS:
        raise KeyError(f"no tables for {name!r}; there are: {', '.join(GAMES)}")
    table: AnyTable = load(_PARTS[name])
    return table
