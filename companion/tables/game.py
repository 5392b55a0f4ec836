"""A game at a table: chairs, partly known positions, counting at the end.

A game's table is an object of a subclass of `GameTable`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, Generic, TypeAlias, TypeVar

from msgspec import Struct

from companion.engine.correction import Change
from companion.engine.game import CHANCE, AnyEffect, Fault, GameState, OptionError, ParseError, Score, Seat, Switch
from companion.engine.registry import parts
from companion.engine.rules import GameRules
from companion.tables.errors import message

S = TypeVar("S", bound=GameState)
Options = Mapping[str, str | int]
HOLDS_CARDS: Final = Switch("cards", ("paper", "app"), "")
"""Who holds the cards, on paper or on phones: a setting of tables (`GameTable.switches`), and no rule."""


class Skip(Struct, frozen=True):
    """Corrects the engine's course: `before` is set, the game takes one outcome if `go_on`, then `after` is set."""

    before: tuple[Change, ...]
    go_on: bool = False
    after: tuple[Change, ...] = ()


class OvercountError(OptionError):
    """Players counted more of a thing, in total, than the box contains."""

    def __init__(self, thing: str, found: int, most: int) -> None:
        self.thing = str(thing)
        self.found = found
        self.most = most
        super().__init__(message("overcounted", thing=thing, found=found, most=most))


class Question(Struct, frozen=True):
    """A question to the table that blocks the app, as data for a sentence.

    `kind` ``pay``: can this seat pay `number` coins, or the dyes in `things`, for the shop at `place`? `kind` ``die``:
    which die is first in the row of `thing`? Any phone at the table may answer.
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
    """A game at a table: its rules, and what a subclass adds. All methods are pure.

    By default everything is open, only people act, and nothing is typed in or counted separately. `rules.new` is called
    with the number of players, ``start`` (the seat that begins) and the switches.
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
        """Returns the game before its first draw. Raises `OptionError`."""
        usual = {switch.name: switch.values[0] for switch in self.switches}
        return self.rules.new(len(chairs), start=first, **(usual | dict(options)))

    def chairs_of(self, state: S) -> tuple[int, ...]:
        """Returns the chairs of a position's seats."""
        return tuple(range(self.rules.players(state)))

    def play(self, state: S, action: Any, by: Seat | None) -> tuple[S, tuple[AnyEffect, ...]]:
        """Same as the engine's `play`, for a partly known position."""
        return self.rules.play(state, action, by)

    def along(self, was: Any, now: Any, then: Any) -> Any:
        """Adapts a later action (`then`) after an earlier one changed from `was` to `now`."""
        return then

    def known(self, state: S) -> bool:
        """Returns whether the app knows the whole position."""
        return True

    def scorable(self, seen: S) -> bool:
        """Returns whether the position, as known to somebody, contains everything its score needs."""
        return self.known(seen)

    def number(self, seen: S, seat: Seat, thing: str) -> int | None:
        """Returns how many of a scoring thing a seat has in a position as seen by somebody; None if hidden."""
        return counted(self.rules.score(seen), seat, thing) if self.scorable(seen) else None

    def holdings(self, seen: S, seat: Seat) -> dict[str, int]:
        """Returns a seat's visible holdings by thing, in a position as seen by somebody. Things are those of a score
        line, or ``thing.<name>`` of its pages' words."""
        if not self.scorable(seen):
            return {}
        return {line.thing: line.count for line in self.rules.score(seen).sheets[seat].lines}

    def learned(self, effects: tuple[AnyEffect, ...]) -> bool:
        """Returns whether these effects showed somebody something hidden, such as a drawn card."""
        return False

    def rivals(self, options: Options) -> bool:
        """Returns whether bots can play seats. They cannot if the app does not know their cards."""
        return HOLDS_CARDS not in self.switches or options.get("cards", HOLDS_CARDS.values[0]) == "app"

    def lays(self, options: Options) -> bool:
        """Returns whether people place the pieces of bots. They do not where phones hold the cards."""
        return HOLDS_CARDS not in self.switches or not self.rivals(options)

    def rolls(self, state: S) -> bool:
        """Returns whether the app knows enough to roll or draw here."""
        return True

    def is_certain(self, state: S) -> bool:
        """Returns whether chance has only one outcome here, which is public, and nobody needs to be asked."""
        chance = state.turn is CHANCE and self.question(state) is None and not self.deals(state)
        return chance and self.rules.chances(state).certain

    def deals(self, state: S) -> bool:
        """Returns whether only the app can draw here, because nobody else has the cards. Nothing is typed in then."""
        return False

    def private(self, state: S, action: Any) -> bool:
        """Returns whether the action names something that only its seat may know. Another phone cannot enter it then,
        as a refusal would reveal it."""
        return False

    def secret(self, state: S, path: str, seat: Seat | None) -> bool:
        """Same as the engine's `secret`, for a partly known position."""
        return self.rules.secret(state, path, seat)

    def loose(self, path: str) -> bool:
        """Returns whether setting this field neither ends the game nor reveals anything, now or later. Then nobody is
        asked, even while players have secrets."""
        return False

    def cards(self, state: S) -> Mapping[str, int] | None:
        """Returns all cards of the position with their numbers, where only phones hold them: corrections move cards and
        create none. None: they are on the table."""
        return None

    def question(self, state: S) -> Question | None:
        """Returns the question to answer before the next chance event."""
        return None

    def unknown(self, state: S) -> Question | None:
        """Returns a question that may replace a manual roll, where the roll alone would leave the app without something
        it needs later."""
        return None

    def answered(self, state: S, answer: str) -> tuple[S, tuple[AnyEffect, ...]]:
        """Returns the state after the answer. Raises `ParseError`."""
        raise ParseError(message("unfit"))

    def draft(self, state: S | None, options: Options, chairs: tuple[int, ...], changes: tuple[Change, ...]) -> S:
        """Returns the position of a draft, based on the last position or an empty table. Raises `ParseError`."""
        raise ParseError(message("unfit"))

    def missing(self, state: S) -> tuple[str, ...]:
        """Returns the fields that a draft still lacks."""
        return ()

    def draft_faults(self, state: S) -> tuple[Fault, ...]:
        """Returns faults of a draft, apart from missing values."""
        return ()

    def kept(self, before: S, entered: S) -> S:
        """Returns the position of a draft, with earlier knowledge of what the draft leaves unknown."""
        return entered

    def entered(self, state: S) -> S:
        """Returns the position to continue from after the draft."""
        return state

    def skip(self, state: S, place: str | None, *, traded: bool) -> Skip:
        """Returns changes for a step that went differently on the table. Raises `ParseError`."""
        raise ParseError(message("unfit"))

    def finish(self, state: S) -> tuple[Change, ...]:
        """Returns changes that end the game in its current position."""
        return self.over

    def tally_things(self, counted: tuple[Mapping[str, int], ...]) -> tuple[tuple[str, ...], ...]:
        """Returns the things that each player has to count, given what all have counted."""
        return ((),) * len(counted)

    def check_tally(self, chairs: tuple[int, ...], counted: tuple[Mapping[str, int], ...]) -> None:
        """Checks the complete counts. Raises `OptionError` if they are inconsistent."""

    def tallied(self, options: Options, chairs: tuple[int, ...], counted: tuple[Mapping[str, int], ...]) -> S:
        """Returns a finished game in which each player has what was counted. Raises `OptionError`."""
        raise OptionError(message("unfit"))


def counted(score: Score, seat: Seat, thing: str) -> int:
    """Returns how many of a thing a seat's sheet has; None without a line for it."""
    lines = score.sheets[seat].lines if seat < len(score.sheets) else ()
    return next((line.count for line in lines if line.thing == thing), 0)


AnyTable: TypeAlias = GameTable[GameState]
"""The table side of a game, for code that knows none in particular."""
_PARTS = parts("silkroad.tables")
GAMES: Collection[str] = _PARTS.keys()
"""The games that tables are offered for: ours, then those of other packages."""


def read_position(game: AnyTable, text: str) -> GameState:
    """Parses a position in a game's text form, or as JSON. Raises `ParseError`."""
    return (game.rules.from_json if text.lstrip().startswith("{") else game.rules.parse)(text)


def check_options(game: AnyTable, options: Options) -> None:
    """Raises `OptionError` for an unknown house rule."""
    known = [switch.name for switch in game.SWITCHES]
    unknown = sorted(set(options) - set(known))
    if unknown:
        raise OptionError(message("unexpected", field=unknown[0], what=tuple(known), given=unknown[0]))


def table_game(name: str) -> AnyTable:
    """Returns a game's table. Raises `KeyError` with the known games."""
    if name not in _PARTS:
        raise KeyError(f"no tables for {name!r}; there are: {', '.join(GAMES)}")
    table: AnyTable = _PARTS[name].load()
    return table
