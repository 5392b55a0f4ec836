"""What a table's log is written in: one frozen value for each kind of entry.

The tag of a value is the `kind` of its event; its JSON is the event's body. Chairs are numbered as the
table was opened; seats are the engine's, clockwise among those who play.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from companion.engine.correction import Change
from companion.engine.msgspec_ready import ready
from companion.engine.prospect import Prospect

Number = Annotated[int, Meta(ge=0, le=99)]
"""Of a chair or a seat."""
Entry = Annotated[int, Meta(ge=0, lt=2**31)]
"""Of an entry; 0: before the first."""
Name = Annotated[str, Meta(max_length=40)]
Source = Literal["person", "hand", "app", "rules", "import", "rival"]
"""Where an entry came from: somebody's tap, real dice typed in, the app's generator, the rules alone
(nothing was left to chance), another server's log, or the app playing a seat as a rival."""
RivalName = Annotated[str, Meta(max_length=80)]
"""Of a player of the engine: a strength, or the name of somebody's own."""
Way = Literal["follow", "merchants", "score"]
"""What the pages show first. It is a hint: every kind of entry may be made at any table."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may set at any time, besides the house rules, which are fixed when it is opened.

    `dice`: who rolls and draws unless a roll says otherwise. `undo`: no longer asked for, older logs name it.
    """

    way: Way = "follow"
    dice: Literal["app", "hand"] = "app"
    undo: Literal["one", "all"] = "one"
    lessons: Literal["on"] | UnsetType = UNSET
    """Does the table learn the game as it plays? Each phone may do otherwise. Unset is no, and is not written."""
    hints: Literal["off"] | UnsetType = UNSET
    """May nobody take a hint, or see what would come next? Unset: all may, and it is not written."""
    pace: Literal["own"] | UnsetType = UNSET
    """Do rivals go on by themselves? Unset, and not written: after each act they wait until their pieces are laid."""


class SettingsPatch(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings to change, each by itself: what is not named stays. None: back to what is usual."""

    way: Way | UnsetType = UNSET
    dice: Literal["app", "hand"] | UnsetType = UNSET
    undo: Literal["one", "all"] | UnsetType = UNSET
    lessons: Literal["on"] | UnsetType | None = UNSET
    hints: Literal["off"] | UnsetType | None = UNSET
    pace: Literal["own"] | UnsetType | None = UNSET

    @property
    def changes(self) -> dict[str, str | None]:
        """The named settings with their new values."""
        return {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not UNSET}

    def applied(self, settings: Settings) -> Settings:
        """The settings with these changes."""
        changes = {name: UNSET if value is None else value for name, value in self.changes.items()}
        return msgspec.structs.replace(settings, **changes)


class Opened(Struct, frozen=True, tag="open"):
    """Always the first entry. `commitment` binds the app to its dice before anybody plays."""

    game: str
    rules: str
    options: dict[str, str | int]
    chairs: tuple[str, ...]
    language: str
    settings: Settings
    commitment: str


class Seated(Struct, frozen=True, tag="seat"):
    """A phone took a free chair. Without a name its player is called like the chair."""

    chair: Number
    name: Name | None
    language: str
    agreed: Literal[True] | UnsetType = UNSET
    """It took over a hand, as all who had to agreed: it counts as the player's phone (`consent`)."""


class Left(Struct, frozen=True, tag="leave"):
    chair: Number


class Named(Struct, frozen=True, tag="name"):
    """A chair has a new name (or none) or language; it may be one that no phone holds (a player without a phone)."""

    chair: Number
    name: Name | None
    language: str


class Given(Struct, frozen=True, tag="give"):
    """A chair moved to another phone: by a one-time code from the old one, or by the host."""

    chair: Number
    by: Literal["code", "host"]
    agreed: Literal[True] | UnsetType = UNSET
    """As of `Seated`."""


class Readied(Struct, frozen=True, tag="ready"):
    """The player of this chair is ready to begin, or (`yes` false) not yet after all."""

    chair: Number
    yes: bool = True


class RivalSeated(Struct, frozen=True, tag="rival"):
    """From here on the app plays this chair, as this player does; with an empty `player` it does not any more."""

    chair: Number
    player: RivalName
    name: Name = ""
    """What the chair is called, if nobody sat there; empty: as it was."""
    failed: RivalName | UnsetType = UNSET
    """The player that sat there and failed, so that the app put this one in its place."""


class SettingsChanged(Struct, frozen=True, tag="set"):
    settings: SettingsPatch


class Started(Struct, frozen=True, tag="start"):
    """The game begins: these chairs play, clockwise; `first` is the seat that has the first turn.

    `lot`: the app drew it (`dice.first`). Unset, as in older logs: somebody named it.
    """

    chairs: tuple[Number, ...]
    first: Number = 0
    lot: Literal[True] | UnsetType = UNSET


class Positioned(Struct, frozen=True, tag="position"):
    """The table was entered half-way: the position as JSON, and the chair of each seat."""

    position: str
    chairs: tuple[Number, ...]


class Entered(Struct, frozen=True, tag="enter"):
    """The table was tapped in before the merchants move (flows 4.4): all of the draft at once.

    `fill`: the market dice that nobody entered are drawn next.
    """

    changes: tuple[Change, ...]
    chairs: tuple[Number, ...]
    fill: bool = False
    keeps: Literal[True] | UnsetType = UNSET
    """What was known of hands stays known (`GameTable.kept`). Unset, as in older logs: nothing is known of them."""


class Acted(Struct, frozen=True, tag="act"):
    """A seat's action, in the game's notation. The event's actor is who tapped it, for whichever seat."""

    seat: Number
    action: str
    joined: Literal[True] | UnsetType = UNSET
    """One press of a key did this and the action before it, so one undo takes back both. Unset: it stands alone."""
    why: Prospect | str | UnsetType = UNSET
    """Why a rival chose it, as far as everybody may know: data for a sentence, or a text. Unset: it does not say."""


class Drawn(Struct, frozen=True, tag="draw"):
    """One outcome of chance, or a step that the rules alone decide; the event's source tells which."""

    outcome: str


class Answered(Struct, frozen=True, tag="answer"):
    """What the app did not know and the table said, such as ``yes``: this player can pay."""

    answer: str


class Corrected(Struct, frozen=True, tag="correct"):
    """The table is right: these fields were set. `explains` is the forgotten step, in words of the game."""

    changes: tuple[Change, ...]
    who: str
    why: str
    explains: str | None = None


class Replaced(Struct, frozen=True, tag="replace"):
    """The action of entry `at` was another: what followed is played again after it, but for the entries `gone`, which
    do not fit any more."""

    at: Entry
    action: str
    gone: tuple[Entry, ...] = ()


class Undone(Struct, frozen=True, tag="undo"):
    """Back to the state after entry `to` (0: before the game began)."""

    to: Entry


class Redone(Struct, frozen=True, tag="redo"):
    """What the last undo took back is there again."""


class UndoAsked(Struct, frozen=True, tag="ask"):
    """Somebody would like to go back to entry `to`, past what others did or learned.

    `of`: the chairs that are asked; unset, as in older logs: all that have a phone. Each of them must agree; with
    `first`, where no step is anybody's, the first answer decides.
    """

    to: Entry
    of: tuple[Number, ...] | UnsetType = UNSET
    first: Literal[True] | UnsetType = UNSET


class UndoAnswered(Struct, frozen=True, tag="reply"):
    """An answer to the open question; no chair: the host's laptop."""

    chair: Number | None
    yes: bool


class Checked(Struct, frozen=True, tag="check"):
    """What lies on the table is what the app believes: this zone (``all``: the rest)."""

    zone: str


class Lent(Struct, frozen=True, tag="lend"):
    """The actor's phone is in the hands of this seat's player from here on; none: nobody's, so it hides all hands.

    `agreed`: the others were asked. That player shares phones from here on.
    """

    seat: Number | None
    agreed: Literal[True] | UnsetType = UNSET


class Tapped(Struct, frozen=True, tag="tap"):
    """Fields of the draft; the last tap on a field wins. None empties it."""

    changes: tuple[Change, ...]


class Untapped(Struct, frozen=True, tag="untap"):
    """The last tap is out of the draft again."""


class DraftCleared(Struct, frozen=True, tag="clear"):
    pass


class Shown(Struct, frozen=True, tag="show"):
    """How far the table has read what goes by itself.

    Of the round that entry `entry` set out it has read all up to this `beat`, as the game numbers its beats. Unset, as
    in older logs: it has read this entry and all before it.
    """

    entry: Entry
    beat: Number | UnsetType = UNSET


class Laid(Struct, frozen=True, tag="laid"):
    """The pieces of all that rivals did up to this entry lie on the table."""

    entry: Entry


class Hinted(Struct, frozen=True, tag="hint"):
    """The player of this seat took a hint."""

    seat: Number


class Tallied(Struct, frozen=True, tag="tally"):
    """Score only: what a chair counted. Secret until all are `ready`."""

    chair: Number
    things: dict[str, int]
    ready: bool


class Revealed(Struct, frozen=True, tag="reveal"):
    """The game is over, and its count goes on faster than by itself: so many lines of the score are told."""

    lines: Number


class Mixed(Struct, frozen=True, tag="mix"):
    """The actor's phone mixed this into the app's dice, before the first roll after a commitment.

    Each chair does so once. What it mixed in goes with the phone that leaves the chair before that roll.
    """

    text: Annotated[str, Meta(min_length=1, max_length=100)]


class Committed(Struct, frozen=True, tag="commit"):
    """The app's dice have a new secret seed from here on."""

    commitment: str


class Proved(Struct, frozen=True, tag="proof"):
    """The game is over: the seed behind the last commitment, so that anybody can check the dice."""

    seed: str


class Carried(Struct, frozen=True, tag="carry"):
    """The log up to here came from another server; all chairs are free to be taken again."""

    position: str


class PlayedOn(Struct, frozen=True, tag="play_on"):
    """The same people play on at the table of this code."""

    table: str


class Closed(Struct, frozen=True, tag="close"):
    pass


class Prepared(Struct, frozen=True):
    """An entry that is added once those who are asked agree to it."""

    source: Source
    body: (
        Positioned | Entered | Acted | Drawn | Answered | Corrected | Replaced | Undone | Redone | Seated | Given | Lent
    )


class ChangeAsked(Struct, frozen=True, tag="propose"):
    """Somebody would like to do what others have a say in: to end the game; to put a step right after which others'
    steps do not fit any more; where players hide something from each other, to correct by hand, to bring back what had
    been taken back, to look at another hand or to take it over. The chairs `of` are asked.

    `claim`: the number of the phone that would take a seat.
    """

    what: Literal["end", "position", "correct", "back", "replace", "seat", "lend"]
    then: tuple[Prepared, ...]
    of: tuple[Number, ...]
    claim: Number | UnsetType = UNSET


Moment = Started | Positioned | Entered | Acted | Drawn | Answered | Corrected | Replaced
"""Entries that make the game's line; undo and redo walk along it."""
SeatEntry = (
    Opened | Seated | Left | Named | Given | Readied | RivalSeated | SettingsChanged | Carried | PlayedOn | Closed
)
DraftEntry = Tapped | Untapped | DraftCleared
TalkEntry = (
    Undone
    | Redone
    | UndoAsked
    | ChangeAsked
    | UndoAnswered
    | Checked
    | Lent
    | DraftEntry
    | Shown
    | Laid
    | Hinted
    | Tallied
    | Revealed
)
ChanceEntry = Mixed | Committed | Proved
Body = Moment | SeatEntry | TalkEntry | ChanceEntry

MADE = (Started, Positioned, Entered)
"""Entries that say who plays, on which chairs."""
MOMENTS = (*MADE, Acted, Drawn, Answered, Corrected, Replaced)
QUIET = ("ready", "laid", "tap", "untap", "clear", "show", "reveal")
"""Kinds that a log page leaves out unless asked."""


class Event(Struct, frozen=True):
    """One entry of a table's log, as it is stored. `at` is in milliseconds since 1970, UTC.

    `actor` is the chair whose phone did it; none: the app, or the host's laptop without a chair.
    """

    table: str
    seq: int
    body: Body
    actor: int | None
    source: Source
    command_id: str | None
    at: int

    @property
    def kind(self) -> str:
        return kind(self.body)


def kind(body: Body) -> str:
    """The stored kind of a body."""
    return str(body.__struct_config__.tag)


def encode(body: Body) -> str:
    """The body as JSON, its kind included."""
    return msgspec.json.encode(body).decode()


_DECODER: msgspec.json.Decoder[Body] = msgspec.json.Decoder(ready(Body))


def decode(text: str) -> Body:
    """The body behind JSON. Raises `msgspec.DecodeError`."""
    return _DECODER.decode(text)
