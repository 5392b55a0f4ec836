"""What leaves a table: frozen values that hold only what one phone may know. `seeing` makes them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from companion.engine.correction import Change, Turned
from companion.engine.game import AnyEffect, Fault, GameState, Refusal, Score, Seat
from companion.engine.prospect import Prospect
from companion.tables.game import Question
from companion.tables.log.entries import Body, Settings, Source

S_co = TypeVar("S_co", bound=GameState, covariant=True)
"""The positions of a game."""


class Who(Struct, frozen=True):
    """Who a token stands for at a table. Without a chair and not host: a watcher.

    `moved`: this phone had a chair, which has since been given to another.
    """

    chair: int | None = None
    host: bool = False
    moved: bool = False


class Chair(Struct, frozen=True):
    """A place at the table. `key` is what the game calls it (such as a player colour)."""

    number: int
    key: str
    name: str = ""
    """What somebody wrote; empty: nobody has named it, and it is called by its `key`, in the reader's language."""
    language: str = "en"
    taken: bool = False
    """Somebody plays here: with a phone, without one, or the app."""
    held: bool = False
    """A phone holds it."""
    seat: Seat | None = None
    """Its seat in the game; none: not started, or it does not play."""
    rival: str = ""
    """The player of the engine as which the app plays it; empty: it does not."""

    @property
    def called(self) -> dict[str, str]:
        """What an error says of it: its name, and its key for where it has none."""
        return {"name": self.name} if self.name else {"name": "", "chair": self.key}


class Deed(Struct, frozen=True):
    """What somebody did with one press of a key, as much of it as names it: the kind of its (first) entry, whose
    action it was (none: nobody's, such as a correction), and what happened, as this phone may see it."""

    seq: int
    kind: str
    seat: Seat | None
    effects: tuple[AnyEffect, ...]


class Replacement(Struct, frozen=True):
    """What was put right: the step of entry `at` as it had been, and as it is since, each with its position."""

    at: int
    was: tuple[AnyEffect, ...]
    was_state: GameState
    now: tuple[AnyEffect, ...]
    now_state: GameState


class Line(Struct, frozen=True):
    """An entry of the log, as a phone may see it.

    Of entries that move the game (`moment`) it holds the `effects`, and in `state` the position they led
    to, to put them into words (`game.say(effect, line.state, …)`); of all others the `body`.
    """

    seq: int
    kind: str
    at: int
    actor: int | None
    """The chair whose phone did it; none: the app, or the host's laptop."""
    source: Source
    moment: bool
    undone: bool = False
    """It was taken back, and has not been redone."""
    seat: Seat | None = None
    """The seat that it was done for."""
    effects: tuple[AnyEffect, ...] = ()
    state: GameState | None = None
    """The position that it led to, as this phone may know it; none, if it does not move the game."""
    body: Body | None = None
    explains: str | None = None
    """Of a correction: the forgotten step behind it."""
    replaces: Replacement | None = None
    """Of an entry that puts a step right: which, and how."""
    joined: bool = False
    """One press of a key did this and the action before it."""
    why: Prospect | str | None = None
    """Why a rival did it, where it says."""
    about: Deed | None = None
    """What an undo takes back, a redo brings back, or what is asked to be taken back: the first of it."""


class UndoCard(Struct, frozen=True):
    """Somebody asks to go back to entry `to`, or for something else that others have a say in.

    `goes` are the entries that would be taken back, `deeds` what people did in them. `what` is asked: ``undo``;
    ``end``: that the game ends, which opens all that is hidden; ``position``: another position; ``correct``: a
    correction; ``back``: what was taken back comes back; ``replace``: a step is put right;
    ``seat``: another phone takes over the seat of chair `owner`; ``lend``: that chair's hand is shown on the asker's
    phone. `effects` and `state` put a correction into words, as this phone may see it.
    """

    seq: int
    to: int
    asker: int | None
    goes: tuple[int, ...]
    yes: tuple[int | None, ...]
    mine: bool
    """This phone is asked."""
    of: tuple[int, ...] = ()
    """The chairs that are asked."""
    instead: bool = False
    """This phone may answer once those who are asked have been silent for 30 seconds (`consent.SILENT`)."""
    at: int = 0
    """When it was asked, in milliseconds since 1970."""
    what: str = "undo"
    effects: tuple[AnyEffect, ...] = ()
    state: GameState | None = None
    deeds: tuple[Deed, ...] = ()
    replaces: Replacement | None = None
    """The step that somebody wants to put right (``replace``); `deeds` would not fit any more."""
    owner: int | None = None
    then: GameState | None = None
    """The position that an undo would lead to, as this phone may see it; none: there would be none, or its players
    would be others."""
    gone: tuple[AnyEffect, ...] = ()
    """All that happened in what an undo takes back, as this phone may see it."""
    first: bool = False
    """The first answer decides: all of it is nobody's step."""
    firm: bool = False
    """A *yes* may open something hidden: nobody answers for those who are asked."""
    hidden: bool = False
    """What others hold is hidden from this phone."""


class Draft(Struct, Generic[S_co], frozen=True):
    """The city being tapped in: what was tapped, the position it makes, and what is odd about it.

    `missing` are the fields (paths) without which the merchants cannot move.
    """

    changes: tuple[Change, ...]
    state: S_co | None
    faults: tuple[Fault, ...]
    missing: tuple[str, ...]
    can_untap: bool = False


class TallyView(Struct, frozen=True):
    """Score only. `asked` are the things that a chair has to count; `counted` what each chair has counted,
    as far as this phone may see it; `ready` the chairs that are done; `done`: all are that count (`counting`): those
    that have a name or have begun to count. `ties`: what the chairs that tie count besides; `by`: of each chair that
    has begun, the chair whose phone it counted on (none: the host's laptop)."""

    asked: dict[int, tuple[str, ...]]
    counted: dict[int, dict[str, int]]
    ready: tuple[int, ...]
    done: bool
    counting: tuple[int, ...] = ()
    ties: dict[int, tuple[str, ...]] = {}
    by: dict[int, int | None] = {}


class Glance(Struct, Generic[S_co], frozen=True):
    """What whoever sends something to a table needs of it. The whole view, which costs more, is made when asked for."""

    code: str
    game: str
    me: Who
    waiting: tuple[Seat, ...]
    look: Callable[[], View[S_co]]


class View(Struct, Generic[S_co], frozen=True):
    """A table as one phone may know it, of a game with such positions."""

    code: str
    game: str
    seq: int
    """The newest entry; send it back as `expected`, and wait for the next one after it."""
    me: Who
    seat: Seat | None
    """The seat of this phone's chair, once the game has started."""
    eyes: Seat | None
    """The seat that looks at this phone and whose knowledge this view holds: the own one, or that of a player
    without a phone to whom it was handed (`Lend`); none: it holds what everybody knows."""
    curtain: Seat | None
    """The seat to hand this phone to before it may see what it holds."""
    language: str
    settings: Settings
    options: dict[str, str | int]
    rules: str
    """The version of the game's rules that it is played by."""
    chairs: tuple[Chair, ...]
    state: S_co | None
    """The position as this phone may know it; none before the game starts."""
    waiting: tuple[Seat, ...]
    """The seats that may act now."""
    plays: tuple[Seat, ...]
    """Those of them that this phone may act for: all but those to whom it has to be handed first; none at a
    watcher's. What an action would tell of cards only its seat may know, is refused all the same."""
    legal: tuple[object, ...]
    """What the seat that looks may do now."""
    outcomes: tuple[object, ...]
    """What chance may give, when the table waits for a roll or draw made by hand."""
    question: Question | None
    undo: UndoCard | None
    can_undo: bool
    last: tuple[int, ...]
    """The entries of the last turn of the seat that looks (see `Tables.repairs`), the oldest first."""
    undoes: Deed | None
    """What that would take back: what somebody did last."""
    undo_asks: tuple[int, ...]
    """The chairs that this phone's next undo would have to ask; none: it is done at once."""
    can_redo: bool
    draft: Draft[S_co] | None
    tally: TallyView | None
    score: Score | None
    """What the position is worth now; `final` when the game is over. None where hands are not known."""
    scored: S_co | None
    """The position that the score counts: the one that there is, or the end that players have counted alone."""
    shown: int
    """How far the table has read what goes by itself (`entries.Shown`); 0: nothing of it."""
    began_at: int
    """When the game began, in milliseconds since 1970; 0: it has not."""
    moved_at: int
    """When it moved last, or was read or counted last."""
    revealed: int
    """How many lines of the final score have been told ahead of time."""
    corrected: tuple[str, ...]
    """Fields corrected since this round began."""
    commitment: str
    mixed: tuple[Mixture, ...]
    """What was mixed into the app's dice since."""
    mixable: bool
    """Can something still be mixed in? Not once the app has rolled."""
    proof: str | None
    """The seed behind the commitment, once it is told."""
    closed: bool
    next: str = ""
    """The table at which the same people play on; empty: there is none yet."""
    beat: int | None = None
    """The beat that `shown` names of its round; none: the whole entry."""
    next_by: int | None = None
    """The chair of who opened it; none: the host's laptop, or there is none."""
    ready: tuple[int, ...] = ()
    """The chairs whose players have said that they are ready to begin."""
    unlaid: int = 0
    """The newest entry by a rival whose pieces are not said to lie on the table; 0: none is waited for."""
    hinted: bool = False
    """The seat that looks has taken a hint in this position."""
    gated: tuple[int, ...] = ()
    """The free chairs for which this phone has to ask the host."""
    undo_gone: tuple[AnyEffect, ...] = ()
    """All that happened in what the next undo takes back, as this phone may see it."""
    ended_by: int | None = None
    """The chair of who ended the game by hand; none: the host's laptop did, or it was not ended so."""
    resumes: Seat | None = None
    """Of a game that was ended by hand: the seat whose turn it was; none: it was nobody's."""
    ended: int = 0
    """The entry by which somebody ended the game; 0: nobody did."""

    @property
    def players(self) -> tuple[Chair, ...]:
        """The chairs that play, by seat."""
        return tuple(sorted((c for c in self.chairs if c.seat is not None), key=lambda c: c.seat or 0))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, for `game.say`; the chair's key where there is no name."""
        return tuple(chair.name or chair.key for chair in self.players)


AnyView: TypeAlias = View[GameState]
"""For code that knows no game in particular."""


class Accepted(Struct, frozen=True, dict=True):
    """The command is in the log. `look` gives its entries, first to last, as this phone may see them.

    `repeated`: it was there already, under the same command id, and nothing was done again.
    `asked`: it has become a question to the others.
    """

    look: Callable[[], tuple[Line, ...]]
    seq: int
    repeated: bool = False
    asked: bool = False

    @cached_property
    def entries(self) -> tuple[Line, ...]:
        return self.look()


class RefusedByRule(Struct, frozen=True):
    """The rules refuse it. `state` is the position in which they do, for `game.say(refusal, state, …)`."""

    refusal: Refusal
    state: GameState
    seq: int


class MovedOn(Struct, frozen=True):
    """The table has moved on since the entry that the phone had seen; nothing was done."""

    meanwhile: tuple[Line, ...]
    seq: int


Result = Accepted | RefusedByRule | MovedOn


class Presence(Struct, frozen=True):
    """When a chair's phone was last heard of (milliseconds since 1970), and how many entries it lacks."""

    chair: int
    at: int
    behind: int


class SeatRequest(Struct, frozen=True):
    """A phone that shows `number` asks for a chair: its own phone is lost; or, with a `name`, somebody comes late to a
    free one."""

    number: int
    chair: int
    name: str = ""


class Mixture(Struct, frozen=True):
    """What somebody has mixed into the app's dice, by entry `seq`; no chair: the host without one."""

    seq: int
    chair: int | None
    text: str


class ForgottenStep(Struct, frozen=True):
    """One step that would explain a difference between table and app, were it in the log.

    `kind`: an action is ``missing`` before entry `at`, stands ``instead`` of it, or entry `at` is too
    ``much``. `effects` and `state` put it into words; `changes` correct the position as it is now.
    """

    key: str
    kind: str
    at: int
    seat: Seat
    effects: tuple[AnyEffect, ...]
    state: GameState
    changes: tuple[Change, ...]
    stood: Deed | None = None
    """What stands there in the log; none: nothing, it would be the newest step."""


class Follows(Struct, frozen=True):
    """What would follow if an action had been another one: what that tells, the fields that would be others, the deeds
    of people that stay and those that go, and the chairs that are asked before; none: it is done at once.

    Where the phone does not see all of the position, `state` and `then` are none: only what goes is told.
    """

    action: object
    effects: tuple[AnyEffect, ...] = ()
    state: GameState | None = None
    turned: tuple[Turned, ...] = ()
    then: GameState | None = None
    """The position that it would lead to."""
    stays: tuple[Deed, ...] = ()
    goes: tuple[Deed, ...] = ()
    asks: tuple[int, ...] = ()


class Repair(Struct, frozen=True):
    """An action of the log, to be put right: the position `before` it and after it, as this phone may know them, what
    was done, and all that could have been."""

    at: int
    seat: Seat
    deed: Deed
    before: GameState
    state: GameState
    was: object
    actions: tuple[object, ...]
    follows: Follows | None
