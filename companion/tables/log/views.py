"""Values that leave a table: each contains only what one phone may know. `visibility` makes them.

Times are in milliseconds since 1970. A chair of None is the host's laptop.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from companion.engine.correction import Change
from companion.engine.game import AnyEffect, Fault, GameState, Prospect, Refusal, Score, ScoreLine, Seat
from companion.tables.game import Question
from companion.tables.log.entries import Body, Settings, Source

S_co = TypeVar("S_co", bound=GameState, covariant=True)
"""The positions of a game."""
STEPS = 64
"""Taps that can be taken back, and marks of reading, that are kept."""
Changes = tuple[Change, ...]


class Who(Struct, frozen=True):
    """The role of a phone at a table; without a chair it watches. `moved`: another phone has its chair now."""

    chair: int | None = None
    host: bool = False
    moved: bool = False

    @property
    def seated(self) -> bool:
        """Whether it may enter something: it has a chair, or is the host."""
        return self.chair is not None or self.host


Holders: TypeAlias = dict[str, Who]
"""The phones that hold something at a table, by the hash of their token."""


class Chair(Struct, frozen=True):
    """A place at the table. `key` is the game's name for it (such as a player colour)."""

    number: int
    key: str
    name: str = ""
    """Empty: it is called by its `key`, in the reader's language."""
    language: str = "en"
    taken: bool = False
    """Somebody plays here: with a phone, without one, or a bot."""
    held: bool = False
    """A phone holds it."""
    seat: Seat | None = None
    """None: the game has not started, or the chair does not play."""
    rival: str = ""
    """The bot that plays it, if one does."""

    @property
    def called(self) -> dict[str, str]:
        """The facts of an error: its name, or its key."""
        return {"name": self.name} if self.name else {"name": "", "chair": self.key}


class Reading(Struct, frozen=True):
    """How far the table has read: all of entry `entry` and before, or the round shown up to this `beat`."""

    entry: int
    beat: int | None
    newest: int
    """The newest entry of the line at that time."""
    chair: int | None
    """The chair whose phone said so; None: the host's laptop."""
    at: int
    """Milliseconds since 1970."""


class Claim(Struct, frozen=True):
    """A phone that shows the two-digit `number` requests a chair whose phone is lost or, with a `name`, a free one.
    `expires` is in milliseconds since 1970."""

    number: int
    chair: int
    token_hash: str
    expires: int
    name: str = ""
    language: str = "en"


class Ui(Struct, frozen=True, omit_defaults=True):
    """UI state that the phones of a table share outside the log, such as a draft or how far all have read.

    It is stored in the table's row, in the transaction of the command that changes it. Losing it does no harm and
    leaves the default: the draft is tapped again, bots wait, phones request a seat again, and a shared phone is covered
    until its player uncovers it.
    """

    entered: Changes = ()
    """The draft before the taps that can be taken back."""
    taps: tuple[Changes, ...] = ()
    reads: tuple[Reading, ...] = ()
    laid: int = 0
    """The entry up to which the pieces of bots lie on the table."""
    hinted: tuple[int, int] = (0, 0)
    """The seat that took the last hint, and the newest entry of the line then; 0: nobody did."""
    lent: tuple[tuple[int | None, Seat | None], ...] | None = None
    """The seat that looks at each phone that several players share, by its chair. None: lost, so all are covered."""
    revealed: int = 0
    """How many lines of the final score are shown ahead of time."""
    ready: tuple[int, ...] = ()
    """The chairs whose players are ready to begin."""
    checked: tuple[tuple[str, int | None], ...] = ()
    """The zones that were compared since the game moved, each with the chair that did it."""
    next: str = ""
    """The table at which the same people play on; empty: there is none yet."""
    next_by: int | None = None
    """The chair of who opened it; None: the host's laptop."""
    claims: tuple[Claim, ...] = ()
    """Phones that ask for a chair."""

    @property
    def draft(self) -> Changes:
        """Tapped fields; the last tap on a field wins."""
        draft = self.entered
        for tap in self.taps:
            draft = add_tap(draft, tap)
        return draft

    def open_claims(self, now: int) -> tuple[Claim, ...]:
        """Returns the claims that have not expired."""
        return tuple(claim for claim in self.claims if claim.expires >= now)

    @property
    def reading(self) -> Reading | None:
        """How far the table has read."""
        return self.reads[-1] if self.reads else None


def add_tap(draft: Changes, changes: Changes) -> Changes:
    """Adds changes to a draft: each replaces earlier taps for its field and for the parts of it."""
    for change in changes:
        kept = (old for old in draft if not f"{old.path}.".startswith(f"{change.path}."))
        draft = (*kept, change)
    return draft


class Deed(Struct, frozen=True):
    """One key press: its first entry and kind, the seat that acted, if any, and its effects."""

    seq: int
    kind: str
    seat: Seat | None
    effects: tuple[AnyEffect, ...]


class Replacement(Struct, frozen=True):
    """A replaced step of entry `at`: before and after, each with its position."""

    at: int
    was: tuple[AnyEffect, ...]
    was_state: GameState
    now: tuple[AnyEffect, ...]
    now_state: GameState


class Line(Struct, frozen=True):
    """An entry of the log. Entries that move the game (`moment`) have `effects` and the `state` after them; all others
    have their `body`."""

    seq: int
    kind: str
    at: int
    actor: int | None
    source: Source
    moment: bool
    undone: bool = False
    seat: Seat | None = None
    effects: tuple[AnyEffect, ...] = ()
    state: GameState | None = None
    body: Body | None = None
    replaces: Replacement | None = None
    joined: bool = False
    """One press of a key did this and the action before it."""
    why: Prospect | str | None = None
    """The reason of a bot."""
    about: Deed | None = None
    """The first deed that an undo takes back, a redo brings back, or a question is about."""


class UndoCard(Struct, frozen=True):
    """An open question of `asker`; `what` as in `entries.Ask`. Of the steps to undo, `deeds` are those of people and
    `gone` all effects. `effects` and `state` put a correction into words."""

    seq: int
    asker: int | None
    yes: tuple[int | None, ...]
    mine: bool
    """This phone is asked."""
    of: tuple[int, ...] = ()
    """The chairs that are asked."""
    instead: bool = False
    """This phone may answer once those who are asked have been silent for 30 seconds (`consent.SILENT`)."""
    at: int = 0
    what: str = "undo"
    effects: tuple[AnyEffect, ...] = ()
    state: GameState | None = None
    deeds: tuple[Deed, ...] = ()
    replaces: Replacement | None = None
    owner: int | None = None
    """The chair whose seat or hand is asked for."""
    then: GameState | None = None
    """The position that an undo would lead to; None: there is none, or its players are others."""
    gone: tuple[AnyEffect, ...] = ()
    first: bool = False
    """The first answer decides: all of it is nobody's step."""
    firm: bool = False
    """A *yes* may open something hidden: nobody answers for those who are asked."""


class UndoOffer(Struct, frozen=True):
    """An undo offered to this phone: its first deed, all effects, and the chairs that it asks."""

    deed: Deed
    gone: tuple[AnyEffect, ...]
    asks: tuple[int, ...]


class Ended(Struct, frozen=True):
    """Entry `seq` by the phone of chair `by` ended the game manually; it was this seat's turn."""

    seq: int
    by: int | None
    turn: Seat | None


class Draft(Struct, Generic[S_co], frozen=True):
    """A position being tapped in: the taps, the resulting position, its faults, and the missing paths."""

    changes: tuple[Change, ...]
    state: S_co | None
    faults: tuple[Fault, ...]
    missing: tuple[str, ...]
    can_untap: bool = False


class TallyView(Struct, frozen=True):
    """Counts by chair: what to count, and what was counted as far as this phone may see it; who is `ready`; what chairs
    that tie count besides; and the chair whose phone entered the count."""

    asked: dict[int, tuple[str, ...]]
    counted: dict[int, dict[str, int]]
    ready: tuple[int, ...]
    done: bool
    counting: tuple[int, ...] = ()
    ties: dict[int, tuple[str, ...]] = {}
    by: dict[int, int | None] = {}


class View(Struct, Generic[S_co], frozen=True):
    """A table as one phone may know it."""

    code: str
    game: str
    seq: int
    """The newest entry, for `expected`."""
    me: Who
    seat: Seat | None
    eyes: Seat | None
    """The seat whose knowledge this view holds: the own one, or that of a player without a phone to whom it was handed
    (`Lend`); None: it holds what everybody knows."""
    curtain: Seat | None
    """The seat to hand this phone to."""
    language: str
    settings: Settings
    options: dict[str, str | int]
    rules: str
    chairs: tuple[Chair, ...]
    state: S_co | None
    """None before the game starts."""
    waiting: tuple[Seat, ...]
    plays: tuple[Seat, ...]
    """The waiting seats that this phone may act for without being handed over."""
    legal: tuple[object, ...]
    """The actions of the seat that looks."""
    outcomes: tuple[object, ...]
    """The outcomes of a roll or draw by hand, when the table waits for one."""
    question: Question | None
    undo: UndoCard | None
    last: tuple[int, ...]
    """The entries of the last turn of the seat that looks, the oldest first."""
    undoes: UndoOffer | None
    can_redo: bool
    draft: Draft[S_co] | None
    tally: TallyView | None
    score: Score | None
    """`final` when the game is over. None where hands are not known."""
    scored: S_co | None
    """The position that the score counts."""
    shown: int
    """The entry up to which the table has read (`ui.Reading`)."""
    began_at: int
    """0: the game has not begun."""
    moved_at: int
    """When the game moved last, or was read or counted last."""
    corrected: tuple[str, ...]
    """Fields corrected since this round began."""
    commitment: str
    mixed: tuple[Mixture, ...]
    mixable: bool
    """The app has not rolled yet, so phones may mix in."""
    proof: str | None
    """The seed behind the commitment, once it is revealed."""
    closed: bool
    beat: int | None = None
    """The beat that `shown` names of its round; None: the whole entry."""
    ui: Ui = Ui()
    """The UI state, without loans and claims."""
    version: int = 0
    """Rises with every change of the table. Pages are fetched again by it."""
    unlaid: int = 0
    """The newest entry by a bot whose pieces the table has to lay; 0: there is none."""
    hinted: bool = False
    """The seat that looks has taken a hint in this position."""
    gated: tuple[int, ...] = ()
    """The free chairs for which this phone has to ask the host."""
    ended: Ended | None = None

    @property
    def players(self) -> tuple[Chair, ...]:
        """The chairs that play, by seat."""
        return tuple(sorted([c for c in self.chairs if c.seat is not None], key=attrgetter("seat")))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, for `game.say`; the chair's key for unnamed players."""
        return tuple(chair.name or chair.key for chair in self.players)


AnyView: TypeAlias = View[GameState]
"""For code that knows no game in particular."""


class Accepted(Struct, frozen=True):
    """The command added these entries. `repeated`: it had been accepted before."""

    entries: tuple[Line, ...]
    seq: int
    repeated: bool = False

    @property
    def asked(self) -> bool:
        """Whether it became a question."""
        return any(line.kind == "ask" for line in self.entries)


class RefusedByRule(Struct, frozen=True):
    """The rules refuse the command in this position, for `game.say(refusal, state, …)`."""

    refusal: Refusal
    state: GameState
    seq: int


class MovedOn(Struct, frozen=True):
    """The command was ignored: the game has moved on since the entry that the phone had seen."""

    meanwhile: tuple[Line, ...]
    seq: int


Result = Accepted | RefusedByRule | MovedOn


class Presence(Struct, frozen=True):
    """When a chair's phone was last present, and how many entries it lacks."""

    chair: int
    at: int
    behind: int


class Mixture(Struct, frozen=True):
    """A share of the app's dice, mixed in by entry `seq`."""

    seq: int
    chair: int | None
    text: str


class Finisher(Struct, frozen=True):
    """One seat at the end of a game, with the derivation of its points."""

    chair: int
    key: str
    """What the game calls the chair."""
    name: str
    """Empty: it had none."""
    total: int
    won: bool
    lines: tuple[ScoreLine, ...]


class Summary(Struct, frozen=True):
    """Stored summary of a table for lists and statistics. Times are in milliseconds since 1970."""

    names: tuple[str | None, ...]
    """By chair; empty where nobody has named it, None where nobody sits."""
    moved_at: int
    """The time of the newest entry."""
    closed: bool = False
    started_at: int | None = None
    """None: the game has not begun."""
    ended_at: int | None = None
    """None: it has not ended, or its points are not known."""
    seats: tuple[Finisher, ...] = ()
    """Empty until it has ended."""
