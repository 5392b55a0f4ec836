"""Commands of phones and entries of the log: one frozen class for each kind serves as both.

Four commands become other entries, and some only change the UI state (`views.Ui`).

In JSON an object whose ``do`` names its kind: ``{"do": "act", "action": "shop B2"}``. Only the app fills in the fields
in `STAMPED`. Chairs are numbered as the table was opened; seats are the engine's, clockwise among the players.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta, Struct

from companion.engine.annotations import ready
from companion.engine.correction import Change
from companion.engine.game import Prospect
from companion.tables.errors import TableError, message

MOST_ENTRIES = 10_000
"""Entries that a log may have."""
ENTRY_BYTES = 64 * 1024
"""Bytes that an entry may have, and the UI state."""
YEAR_10000 = 253_402_300_800_000
"""In milliseconds since 1970; no calendar shows later days."""
Number = Annotated[int, Meta(ge=0, le=99)]
Entry = Annotated[int, Meta(ge=0, lt=2**31)]
Name = Annotated[str, Meta(max_length=40)]
Language = Annotated[str, Meta(pattern="^[a-z]{2}$")]
Source = Literal["person", "hand", "app", "rules", "import", "rival"]
"""The origin of an entry: a tap, real dice typed in, the app's dice, the rules alone, another server, or a bot."""
RivalName = Annotated[str, Meta(max_length=80)]
Text = Annotated[str, Meta(max_length=200)]
Changes = Annotated[tuple[Change, ...], Meta(max_length=200)]
Wish = Literal["undo", "end", "position", "correct", "back", "replace", "seat", "lend"]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings that a table may change at any time. House rules are fixed when it is opened."""

    way: Literal["follow", "merchants", "score"] = "follow"
    """What the pages show first. Every kind of entry may be made at any table."""
    dice: Literal["app", "hand"] = "app"
    lessons: Literal["off", "on"] = "off"
    """The default of the table's phones."""
    hints: Literal["on", "off"] = "on"
    pace: Literal["wait", "own"] = "wait"
    """Bots wait after each act until their pieces are laid, or go on by themselves."""


class Record(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """Base of all commands and entries."""

    STAMPED: ClassVar[tuple[str, ...]] = ()

    @property
    def kind(self) -> str:
        """Name of the class in JSON."""
        return str(self.__struct_config__.tag)


# Commands that the log holds as they are.


class TakeSeat(Record, frozen=True, tag="take"):
    """Take a free chair with this phone, which leaves its own. Without a name the player is named like the chair.

    `by`: the host, or the phone that had the chair, gave it to this one; it keeps its name. `agreed`: it has a hidden
    hand, and all who had to agreed, so the phone counts as the player's (see `consent`).
    """

    STAMPED = ("by", "agreed")
    chair: Number
    name: Name | None = None
    language: Language = "en"
    by: Literal["free", "host", "phone"] = "free"
    agreed: bool = False


class LeaveSeat(Record, frozen=True, tag="leave"):
    """Leave the own chair; or, before the game, free a `chair` without a phone."""

    chair: Number | None = None


class NameSeat(Record, frozen=True, tag="name"):
    """Name the own chair or one without a phone."""

    chair: Number
    name: Name | None = None
    language: Language = "en"


class SeatRival(Record, frozen=True, tag="rival"):
    """Let a bot play a chair without a phone: before the game any, afterwards that of a player who left.

    An empty `player` gives it back. `name` is for an unnamed chair. `failed`: the bot that this one replaces.
    """

    STAMPED = ("failed",)
    chair: Number
    player: RivalName = "middling"
    name: Name = ""
    failed: RivalName = ""


class Set(Record, frozen=True, tag="set"):
    """Change one setting (host)."""

    field: Text
    value: Text

    def apply(self, settings: Settings) -> Settings:
        """Returns the settings with this change. Raises `msgspec.ValidationError`."""
        return msgspec.convert({**msgspec.to_builtins(settings), self.field: self.value}, ready(Settings))


class Start(Record, frozen=True, tag="start"):
    """Begin: the chairs that play, clockwise (None: all taken ones), and the seat that starts, or a `lot`."""

    chairs: tuple[Number, ...] = ()
    first: Number = 0
    lot: bool = False


class EnterPosition(Record, frozen=True, tag="position"):
    """Play on from a position in the game's text form or as JSON (in the log as JSON)."""

    position: Annotated[str, Meta(max_length=20_000)]
    chairs: tuple[Number, ...] = ()


class Enter(Record, frozen=True, tag="enter"):
    """The draft is complete: move the merchants. `chairs`: who plays, clockwise, if the game has not started (empty:
    all).

    `changes` is the draft. `keeps`: earlier knowledge of hands stays (`GameTable.kept`).
    """

    STAMPED = ("changes", "keeps")
    chairs: tuple[Number, ...] = ()
    changes: tuple[Change, ...] = ()
    keeps: bool = False


class Act(Record, frozen=True, tag="act"):
    """An action in the game's notation, for the own seat or for another.

    `joined`: one key press did this action and the one before, so one undo reverts both. `why`: a bot's reason, as far
    as it is public.
    """

    STAMPED = ("why",)
    action: Text
    seat: Number | None = None
    joined: bool = False
    why: Prospect | str | None = None


class Roll(Record, frozen=True, tag="roll"):
    """The next outcome of chance: typed in, or (None) rolled by the app; `rest`: and all that follow.

    In the log also a step determined by the rules; the event's source distinguishes them.
    """

    outcome: Text | None = None
    rest: bool = False


class Answer(Record, frozen=True, tag="answer"):
    """The answer to `View.question`: ``yes``, ``no``, ``blue 2``."""

    answer: Text


class Correct(Record, frozen=True, tag="correct"):
    """Set fields of the position (paths as in its JSON form); `at`: go back to that entry first.

    `who` signs it, in words of the game.
    """

    STAMPED = ("who",)
    changes: Changes
    why: Text
    at: Entry | None = None
    who: str = ""


class Replace(Record, frozen=True, tag="replace"):
    """Replace the action of entry `at` and replay what followed, except the entries `gone`, which no longer fit. If
    these are others' steps, they are asked (see `Tables.repair`)."""

    STAMPED = ("gone",)
    at: Entry
    action: Text
    gone: tuple[Entry, ...] = ()


class Undo(Record, frozen=True, tag="undo"):
    """Take back the last key press, or all after entry `to` (0: the whole game), or entry `before` and all after it. It
    may become a question to the others. `keep`: the manual end of the game is taken back without one."""

    to: Entry | None = None
    before: Entry | None = None
    keep: bool = False


class Redo(Record, frozen=True, tag="redo"):
    """Restore what the last undo took."""


class ReplyUndo(Record, frozen=True, tag="reply"):
    """Agree to the question of entry `asked`, or not; the asker may only withdraw it."""

    yes: bool
    asked: Entry | None = None


class Lend(Record, frozen=True, tag="lend"):
    """Hand this phone to a player without one, or back to its own; None: cover hidden things (see `hotseat`).

    In the log only if others agreed that this phone shows a hand: its player shares phones from then on.
    """

    seat: Number | None = None


class Tally(Record, frozen=True, tag="tally"):
    """Things counted by a chair, and whether it is done. In the log all of them; secret until all are `ready`."""

    chair: Number
    things: dict[str, Annotated[int, Meta(ge=0, le=999)]]
    ready: bool = False


class Mix(Record, frozen=True, tag="mix"):
    """Mix a share into the app's dice before it rolls. The newest share of each seat counts."""

    text: Annotated[str, Meta(min_length=1, max_length=100)]


class Close(Record, frozen=True, tag="close"):
    """End the table: no more entries (host)."""


# Commands that become other entries.


class GiveSeat(Record, frozen=True, tag="give"):
    """The host, or the phone that has the chair, answers the phone that shows this number (see `Tables.ask_seat`)."""

    number: int
    yes: bool = True


class Reroll(Record, frozen=True, tag="reroll"):
    """Replace the app's roll of entry `at` by a manual one, before anybody plays on."""

    at: Entry
    outcome: Text


class Elsewhere(Record, frozen=True, tag="elsewhere"):
    """At entry `at` a merchant went to this space instead. With `traded = False`, nothing changed hands.

    Entry 0: the merchant that moves next.
    """

    at: Entry
    place: Text | None = None
    traded: bool = True


class Finish(Record, frozen=True, tag="finish"):
    """End the game in its current position, and count. The host may; for a guest everybody is asked."""


# Commands that change the UI state alone: no entry of the log holds them.


class Tap(Record, frozen=True, tag="tap"):
    """Add something to the draft of the city."""

    changes: Changes


class Untap(Record, frozen=True, tag="untap"):
    """Take back the last tap, or `all` of them."""

    all: bool = False


class Show(Record, frozen=True, tag="show"):
    """The table has read this beat of the round of entry `entry`, and all phones show the next one; `back`: it reads
    this beat again. Without a `beat`: it has read this entry and all before. A repeated tap does nothing."""

    entry: Entry
    beat: Number | None = None
    back: bool = False


class Lay(Record, frozen=True, tag="lay"):
    """The pieces of bots are placed, up to this entry (see `View.unlaid`)."""

    entry: Entry


class Hint(Record, frozen=True, tag="hint"):
    """Take a hint for the own seat."""


class Reveal(Record, frozen=True, tag="reveal"):
    """Show this many lines of the final score to all (host)."""

    lines: Annotated[int, Meta(ge=0, le=99)]


class Ready(Record, frozen=True, tag="ready"):
    """The own player is ready to begin, or is not."""

    yes: bool = True


class Check(Record, frozen=True, tag="check"):
    """A zone of the table matches the app, or all the rest does."""

    zone: Text = "all"


class PlayOn(Record, frozen=True, tag="play_on"):
    """The same people continue at that table (see `Tables.again`)."""

    table: Annotated[str, Meta(pattern="^[A-Z]{5,8}$")]


# Entries that only the app makes.


class Open(Record, frozen=True, tag="open"):
    """Always the first entry. `commitment` commits the app to its dice before anybody plays."""

    game: str
    rules: str
    options: dict[str, str | int]
    chairs: tuple[str, ...]
    language: str
    settings: Settings
    commitment: str


class Commit(Record, frozen=True, tag="commit"):
    """The app has a new secret seed from here on."""

    commitment: str


class Proof(Record, frozen=True, tag="proof"):
    """The game is over: the seed behind the last commitment."""

    seed: str


class Carry(Record, frozen=True, tag="carry"):
    """The log up to here came from another server; all chairs are free."""


class Prepared(Struct, frozen=True):
    """An entry that is added once the others agree."""

    source: Source
    body: EnterPosition | Enter | Act | Roll | Answer | Correct | Replace | Undo | Redo | TakeSeat | Lend


class Ask(Record, frozen=True, tag="ask"):
    """Ask the chairs `of` to agree to going back to entry `to`, and then to the entries `then`. All must agree; with
    `first`, for steps that are nobody's, the first answer decides.

    `what`: ``undo``: others lose steps or knowledge; ``end``: the game ends; ``replace``: a step is replaced after
    which others' steps do not fit; ``position``, ``correct``: set manually; ``back``: a redo; ``lend``: another hand is
    shown; ``seat``: the phone of number `claim` gets it.
    """

    what: Wish
    to: Entry
    of: tuple[Number, ...]
    then: tuple[Prepared, ...] = ()
    first: bool = False
    claim: int = 0


Moment = Start | EnterPosition | Enter | Act | Roll | Answer | Correct | Replace
_Talk = Undo | Redo | Ask | ReplyUndo | Tally | Mix
_Seat = TakeSeat | LeaveSeat | NameSeat | SeatRival | Lend
Body = Moment | _Talk | _Seat | Open | Set | Commit | Proof | Carry | Close

MADE = (Start, EnterPosition, Enter)
"""Entries that say who plays, on which chairs."""


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a table's log, at a time in milliseconds since 1970. `actor` is the chair whose phone did it; None:
    the app, or the host's laptop."""

    seq: Annotated[int, Meta(ge=1)]
    body: Body
    actor: Number | None
    source: Source
    at: Annotated[int, Meta(ge=0, lt=YEAR_10000)]

    @property
    def kind(self) -> str:
        return self.body.kind


def encode(value: Struct) -> str:
    """Encodes the value as JSON."""
    return msgspec.json.encode(value).decode()


_DECODER: msgspec.json.Decoder[Body] = msgspec.json.Decoder(ready(Body))
decode = _DECODER.decode
"""The body behind JSON. Raises `msgspec.DecodeError`."""


PlayCommand = Moment | Reroll | Elsewhere | Finish
"""Commands that move the game, after which it goes on by the rules."""
_TalkCommand = Undo | Redo | ReplyUndo | Tally | Mix
_SeatCommand = _Seat | GiveSeat | Set | Close
UiCommand = Tap | Untap | Show | Lay | Hint | Reveal | Ready | Check | PlayOn
AnyCommand = PlayCommand | _TalkCommand | _SeatCommand | UiCommand

CHECKED = PlayCommand | Undo | Redo
"""Commands that mean a certain position, and are not done when the game has moved since."""
HOST_ONLY = (Set, Close, Reveal)

_COMMANDS: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(ready(AnyCommand))


def parse_command(text: str | bytes) -> AnyCommand:
    """Parses a command from JSON. Raises ``bad_command`` with the field."""
    try:
        return _COMMANDS.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise TableError("bad_command", message=str(error)) from error


def check_values(command: AnyCommand) -> AnyCommand:
    """Returns the command if its values are within bounds and none is reserved for the app. Raises ``bad_command`` with
    the field."""
    try:
        made = msgspec.convert(msgspec.to_builtins(command), ready(type(command)))
    except (msgspec.ValidationError, TypeError, OverflowError, RecursionError) as error:
        raise TableError("bad_command", message=str(error)) from error
    stamped = next((name for name in msgspec.to_builtins(made) if name in made.STAMPED), None)
    if stamped is not None:
        raise TableError("bad_command", message=message("in_field", field=stamped, what=message("unfit")))
    return made
