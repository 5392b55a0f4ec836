"""A table, built from its log. It contains secrets: only `visibility` may show it to a phone."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.game import OVER, AnyEffect, GameState, ParseError, Seat, Turn
from companion.tables.errors import TableError
from companion.tables.game import AnyTable
from companion.tables.log import entries as e
from companion.tables.log.views import Chair, Mixture, Ui
from companion.tables.tokens import commitment

LOT = -1
"""The number of the draw that says who starts; rolls count from 0."""


class Step(Struct, frozen=True):
    """An entry that moved the game, its effects, and the position after it."""

    seq: int
    body: e.Moment
    state: GameState
    effects: tuple[AnyEffect, ...]
    players: tuple[int, ...]
    """The chair of each seat."""
    seat: Seat | None
    actor: int | None
    source: e.Source
    reveals: bool
    """A roll or draw by the app, or something hidden that became known."""
    replaced: tuple[Step, Step] | None = None
    """Of a `Replace` entry: the step as it was and as it is now."""
    before: Line = ()
    """Of a `Replace` entry: the line before it."""
    roll: int | None = None
    """The number of a roll or draw in the game (see `proof`)."""

    @property
    def human(self) -> bool:
        """Whether a person decided or typed it. Undo goes back to such a step."""
        return self.source in ("person", "hand")

    @property
    def joined(self) -> bool:
        """Whether one key press did this step and the one before it."""
        return isinstance(self.body, e.Act) and self.body.joined


Line = tuple[Step, ...]
"""The steps that count, in order."""


class Count(Struct, frozen=True):
    """A chair's count at the end; `by` is the chair whose phone entered it (None: the laptop)."""

    things: dict[str, int]
    ready: bool
    by: int | None = None


class Seed(Struct, frozen=True):
    """A seed that entry `seq` commits the app to; it determines the rolls from number `first` on."""

    seq: int
    commitment: str
    first: int = LOT
    shares: tuple[Mixture, ...] = ()
    value: str | None = None
    """In hexadecimal digits, once the log has revealed it."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts that phones mixed in."""
        return tuple(share.text for share in self.shares)

    @property
    def key(self) -> bytes | None:
        """The seed, if it was revealed and matches the commitment."""
        try:
            seed = bytes.fromhex(self.value or "")
        except ValueError:
            return None
        return seed if self.value and commitment(seed) == self.commitment else None


class Asked(Struct, frozen=True):
    """An open question: entry `seq` by the phone of chair `asker`, at that time (milliseconds since 1970), and the
    chairs that have agreed."""

    seq: int
    asker: int | None
    at: int
    ask: e.Ask
    yes: tuple[int | None, ...] = ()


class Table(Struct, frozen=True):
    """Everything in the log, including secrets, and the UI state. Times are in milliseconds since 1970."""

    code: str
    seq: int
    opened: e.Open
    game: AnyTable
    opened_at: int
    settings: e.Settings
    chairs: tuple[Chair, ...]
    seeds: tuple[Seed, ...]
    steps: Line = ()
    """Every step ever, as it was first made."""
    line: Line = ()
    players: tuple[int, ...] = ()
    """The chair of each seat; empty before the game."""
    undone: tuple[Line, ...] = ()
    """The lines that redo would bring back, the next one last."""
    about: dict[int, Step] = {}
    """Of each entry that undoes, redoes or asks for an undo: the first human step concerned."""
    asked: Asked | None = None
    counts: dict[int, Count] = {}
    compared: dict[int, Count] = {}
    """The counts when everybody was ready last: ties are found in them."""
    began_at: int = 0
    """0: the game has not begun."""
    moved_at: int = 0
    rolled: int = LOT
    """The number after the highest that the app has drawn."""
    closed: bool = False
    standing: tuple[int, ...] = ()
    """The chairs whose phones are their players': there when the game was dealt, or let in by all (see `consent`)."""
    shared: tuple[int, ...] = ()
    """The chairs that play without a phone of their own, and are shown their hand on another's."""
    ui: Ui = Ui()

    @property
    def state(self) -> GameState | None:
        """The position; None before the game."""
        return self.line[-1].state if self.line else None

    @property
    def position(self) -> GameState:
        """The position of a game that has begun. Raises ``not_started``."""
        if not self.line:
            raise TableError("not_started")
        return self.line[-1].state

    @property
    def turn(self) -> Turn:
        """The turn; OVER before the game, too."""
        return self.line[-1].state.turn if self.line else OVER

    @property
    def newest(self) -> int:
        """The newest entry of the line; 0 before the game."""
        return self.line[-1].seq if self.line else 0

    def index(self, seq: int) -> int:
        """Returns the index of an entry in the line, from 0. Raises ``no_such_entry``."""
        for i, step in enumerate(self.line):
            if step.seq == seq:
                return i
        raise TableError("no_such_entry", entry=seq)

    def parse_action(self, text: str) -> object:
        """Parses an action. Raises ``bad_command``."""
        try:
            return self.game.rules.parse_action(text)
        except ParseError as error:
            raise TableError("bad_command", message=error.sentence) from error

    def seat_of(self, chair: int | None) -> Seat | None:
        """Returns the seat of a chair, if it plays."""
        return Seat(self.players.index(chair)) if chair in self.players else None

    def after(self, to: int) -> Line:
        """Returns the steps of the line after entry `to`."""
        return tuple(step for step in self.line if step.seq > to)

    @property
    def undone_steps(self) -> Line:
        """Returns the steps that do not count."""
        line = {step.seq for step in self.line}
        return tuple(step for step in self.steps if step.seq not in line)

    @property
    def seed(self) -> Seed:
        """The seed in use."""
        return self.seeds[-1]

    @property
    def mixable(self) -> bool:
        """Whether phones may still add texts to the seed, as nothing was rolled from it yet."""
        return self.rolled == self.seed.first and self.seed.value is None

    @property
    def next_roll(self) -> int:
        """The number of the next roll."""
        return next((step.roll + 1 for step in reversed(self.line) if step.roll is not None), 0)

    def seed_of(self, roll: int) -> Seed:
        """Returns the seed that determines this roll."""
        return next(seed for seed in reversed(self.seeds) if seed.first <= roll)

    @property
    def unlaid(self) -> int:
        """The newest entry by a bot, if bots wait for their pieces and nobody has acted since; otherwise 0."""
        if self.settings.pace == "own" or not self.game.lays(self.opened.options):
            return 0
        for step in reversed(self.line):
            if step.human or step.seq <= self.ui.laid:
                return 0
            if step.source == "rival":
                return step.seq
        return 0

    @property
    def counting(self) -> tuple[int, ...]:
        """The chairs that count at the end: those that play. For counting only all chairs, if their number was given;
        otherwise those that are taken or have counted, or all, as long as there are none."""
        every = tuple(chair.number for chair in self.chairs)
        if self.players or (self.settings.way == "score" and len(every) < len(self.game.CHAIRS)):
            return self.players or every
        return tuple(c.number for c in self.chairs if c.taken or c.number in self.counts) or every


def find_line_at(line: Line, to: int) -> Line:
    """Returns the line as it was after entry `to`. Steps that were replaced since have their old form, and dropped ones
    are back."""
    for step in line:
        if step.before and step.seq > to:
            return find_line_at(step.before, to)
    return tuple(step for step in line if step.seq <= to)


def find_last_press(line: Line) -> Line:
    """Returns the last human steps made by one key press, in order."""
    press: list[Step] = []
    for step in reversed(line):
        if step.human:
            press.insert(0, step)
            if not step.joined:
                break
    return tuple(press)


def last_turn(table: Table, seat: Seat | None) -> tuple[int, ...]:
    """Returns the entries of a seat's last turn: its actions since another's, and since the position was entered."""
    turn: list[int] = []
    for step in reversed(table.line):
        if isinstance(step.body, e.MADE) or seat is None:
            break
        if isinstance(step.body, e.Act):
            if step.seat == seat:
                turn.insert(0, step.seq)
            elif turn:
                break
    return tuple(turn)


def others(table: Table, asker: int | None) -> tuple[int, ...]:
    """Returns the chairs with a phone, except the asker's."""
    return tuple(chair.number for chair in table.chairs if chair.held and chair.number != asker)
