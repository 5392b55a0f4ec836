"""A table as its log makes it: the fold over all entries. It holds secrets, so `seeing` filters it."""

from __future__ import annotations

from bisect import bisect_left

from msgspec import UNSET, Struct

from companion.engine.correction import Change
from companion.engine.game import OVER, AnyEffect, GameState, Seat, Turn
from companion.tables.game import AnyTable, table_game
from companion.tables.log import entries as e
from companion.tables.log.views import Chair, Mixture

WINDOW = 40
"""Entries of the line among which somebody's last turn is looked for."""


class Step(Struct, frozen=True):
    """A moment of the game: the entry, what happened, and the position after it."""

    seq: int
    body: e.Moment
    state: GameState
    effects: tuple[AnyEffect, ...]
    players: tuple[int, ...]
    """The chair of each seat."""
    seat: Seat | None
    actor: int | None
    source: e.Source
    told: bool
    """It told something that was not known before: a roll or draw by the app, or what had been hidden."""
    put_right: tuple[Step, Step] | None = None
    """Of the entry that put another right: that step before and since."""
    roll: int | None = None
    """The number of a roll or draw in the game (see `dice`), if it has one."""
    seed: int = 0
    """The seed of the table that it follows from, from 1; 0: it was no roll of the app."""

    @property
    def human(self) -> bool:
        """Somebody decided or typed it; undo goes from one such step to the one before."""
        return self.source in ("person", "hand")

    @property
    def joined(self) -> bool:
        """The press of a key that did the step before did this one too."""
        return isinstance(self.body, e.Acted) and bool(self.body.joined)


class PastSeed(Struct, frozen=True):
    """A seed that the app was bound to before, as it was told (none: it was not), and what was mixed into it."""

    value: str | None
    mixtures: tuple[str, ...]


class Past(Struct, frozen=True):
    """The game as it was before entry `seq`: the entries that counted, and every step as it then stood."""

    seq: int
    line: tuple[int, ...]
    steps: tuple[Step, ...]
    replaced: tuple[Past, ...]
    """What was put right until then."""


class Count(Struct, frozen=True):
    """What a chair has counted at the end."""

    things: dict[str, int]
    ready: bool
    by: int | None = None
    """The chair whose phone it was counted on; none: the host's laptop."""


class Table(Struct, frozen=True):
    """Everything that the log says, hidden things included."""

    code: str
    seq: int
    opened: e.Opened
    settings: e.Settings
    chairs: tuple[Chair, ...]
    steps: tuple[Step, ...] = ()
    """Every moment ever, those that were undone included, in the order of the log."""
    line: tuple[int, ...] = ()
    """The entries that count, in order."""
    last: Step | None = None
    """The step that the position now comes from; none before the game."""
    replaced: tuple[Past, ...] = ()
    """Of each step of the line that was put right: how it was before, in the order of the log."""
    undone: tuple[Past, ...] = ()
    """What redo would bring back, the last first to come."""
    taken: tuple[tuple[int, int], ...] = ()
    """Of each entry that takes steps back, brings them back or asks for that: the first step that somebody decided of
    what goes or comes."""
    asked: Asked | None = None
    draft: tuple[Change, ...] = ()
    drafts: tuple[tuple[Change, ...], ...] = ()
    """What the draft was before each tap."""
    counts: tuple[tuple[int, Count], ...] = ()
    compared: tuple[tuple[int, Count], ...] = ()
    """The counts when everybody was ready last: ties are found in them."""
    shown: int = 0
    beat: int | None = None
    """How far the table has read what goes by itself (see `entries.Shown`)."""
    reads: tuple[tuple[int, int, int | None], ...] = ()
    """The entries that said so, each with what it said."""
    began_at: int = 0
    """When the game began, in milliseconds since 1970; 0: it has not."""
    moved_at: int = 0
    """When it moved last, or was read or counted last."""
    revealed: int = 0
    """How many lines of the final score have been told ahead of time."""
    commitment: str = ""
    seeds: int = 1
    """How many seeds the app has been bound to."""
    past_seeds: tuple[PastSeed, ...] = ()
    """All of them but the last."""
    draws: int = 0
    """Outcomes and lots taken from the last of them."""
    mixed: tuple[Mixture, ...] = ()
    """What was mixed into it before the first, once for each chair."""
    ready: tuple[int, ...] = ()
    """The chairs whose players have said that they are ready to begin."""
    proof: str | None = None
    closed: bool = False
    laid: int = 0
    """The entry up to which the pieces of rivals lie on the table."""
    hinted: tuple[int, int] = (0, 0)
    """The seat that took the last hint, and the newest entry of the line then; 0: nobody did."""
    next: str = ""
    """The table at which the same people play on; empty: there is none yet."""
    next_by: int | None = None
    """The chair of who opened it; none: the host's laptop, or there is none."""
    lent: tuple[tuple[int | None, Seat | None], ...] = ()
    """Of each phone that several players share, by its chair: whose eyes it is before (see `lending`)."""
    standing: tuple[int, ...] = ()
    """The chairs whose phones are their players': there when the game was dealt, or let in by all (see `consent`)."""
    shared: tuple[int, ...] = ()
    """The chairs that play without a phone of their own, and are shown their hand on another's."""

    @property
    def game(self) -> AnyTable:
        return table_game(self.opened.game, self.opened.rules)

    @property
    def state(self) -> GameState | None:
        """The position now; none before the game."""
        return self.last.state if self.last else None

    @property
    def position(self) -> GameState:
        """The same where the game has begun."""
        assert self.last is not None, "the game has begun"
        return self.last.state

    @property
    def players(self) -> tuple[int, ...]:
        """The chair of each seat; empty before the game."""
        return self.last.players if self.last else ()

    @property
    def turn(self) -> Turn:
        """Whose turn it is; OVER before the game too."""
        state = self.state
        return OVER if state is None else state.turn

    def find(self, seq: int) -> Step | None:
        """The moment of that entry, undone or not; none: it is no moment."""
        i = bisect_left(self.steps, seq, key=lambda step: step.seq)
        return self.steps[i] if i < len(self.steps) and self.steps[i].seq == seq else None

    def about(self, seq: int) -> Step | None:
        """The first step of what that entry takes back, brings back, or asks for; none: it does no such thing."""
        i = bisect_left(self.taken, seq, key=lambda one: one[0])
        return self.find(self.taken[i][1]) if i < len(self.taken) and self.taken[i][0] == seq else None

    def step(self, seq: int) -> Step:
        """As `find`, for an entry of the line."""
        found = self.find(seq)
        assert found is not None, "the line names moments only"
        return found

    def seat_of(self, chair: int | None) -> Seat | None:
        """The seat of a chair, if it plays."""
        return Seat(self.players.index(chair)) if chair in self.players else None

    def after(self, to: int) -> tuple[Step, ...]:
        """The steps of the line after entry `to`."""
        return tuple(self.step(seq) for seq in self.line if seq > to)

    @property
    def mixable(self) -> bool:
        """Can something still be mixed into the app's dice? Not once it has rolled, or told the seed."""
        return not self.draws and self.proof is None

    def has_mixed(self, chair: int | None) -> bool:
        """Has the phone of this chair mixed into the present seed? None: the host's laptop."""
        return any(mixture.chair == chair for mixture in self.mixed)

    @property
    def mixtures(self) -> tuple[str, ...]:
        """The texts mixed in, in the order of the log."""
        return tuple(mixture.text for mixture in self.mixed)

    @property
    def next_roll(self) -> int:
        """The number of the next roll: one more than the last that counts."""
        rolls = (self.step(seq).roll for seq in reversed(self.line))
        return next((roll + 1 for roll in rolls if roll is not None), 0)

    def seed_of(self, roll: int) -> int:
        """The seed that a roll of the app follows from: where it is known, that from which it was made first."""
        if self.seeds == 1:
            return 1
        made = (step.seed for step in self.steps if step.seed and step.roll == roll)
        return next((n for n in made if n > len(self.past_seeds) or self.past_seeds[n - 1].value), self.seeds)

    @property
    def last_human(self) -> Step | None:
        """The last step of the line that somebody decided."""
        return next((s for seq in reversed(self.line) if (s := self.step(seq)).human), None)

    @property
    def last_press(self) -> tuple[Step, ...]:
        """The last steps that somebody decided with one press of a key, the first of them first."""
        return self.press(self.line)

    @property
    def unlaid(self) -> int:
        """The newest entry by a rival, if rivals wait for their pieces and nobody has acted since; 0: there is none."""
        if self.settings.pace is not UNSET or not self.game.lays(self.opened.options):
            return 0
        for seq in reversed(self.line):
            step = self.step(seq)
            if step.human or seq <= self.laid:
                return 0
            if step.source == "rival":
                return seq
        return 0

    def press(self, line: tuple[int, ...]) -> tuple[Step, ...]:
        """The same where only so much of the line were there."""
        found: list[Step] = []
        for seq in reversed(line):
            step = self.step(seq)
            if step.human:
                found.insert(0, step)
                if not step.joined:
                    break
        return tuple(found)

    @property
    def counting(self) -> tuple[int, ...]:
        """The chairs that count their things at the end: those who play. In score only all chairs, if their number was
        given; else those that are taken or have counted, or all, as long as there is none."""
        every = tuple(chair.number for chair in self.chairs)
        if self.players or (self.settings.way == "score" and len(every) < len(self.game.CHAIRS)):
            return self.players or every
        counted = {number for number, _ in self.counts}
        return tuple(c.number for c in self.chairs if c.taken or c.number in counted) or every


def last_turn(table: Table, seat: Seat | None) -> tuple[int, ...]:
    """The entries of a seat's last turn, the oldest first: its actions since another's, and since the position was
    entered."""
    found: list[int] = []
    for seq in reversed(table.line[-WINDOW:]):
        step = table.step(seq)
        if isinstance(step.body, e.MADE) or seat is None:
            break
        if isinstance(step.body, e.Acted):
            if step.seat == seat:
                found.insert(0, seq)
            elif found:
                break
    return tuple(found)


def others(table: Table, asker: int | None) -> tuple[int, ...]:
    """The chairs with a phone, but for the asker's."""
    return tuple(chair.number for chair in table.chairs if chair.held and chair.number != asker)


class Asked(Struct, frozen=True):
    """An open question: to go back to entry `to`, and to add there what was prepared (`then`; none: nothing).

    `of`: the chairs that are asked; none: all that have a phone. `at`: since when, in milliseconds since 1970. `first`
    and `claim` as in the log.
    """

    seq: int
    to: int
    asker: int | None
    of: tuple[int, ...] | None = None
    what: str = "undo"
    then: tuple[e.Prepared, ...] = ()
    yes: tuple[int | None, ...] = ()
    at: int = 0
    first: bool = False
    claim: int = 0
