"""What somebody at a table can ask for: one frozen value for each kind of command.

As JSON a command is an object whose ``do`` names it: ``{"do": "act", "action": "shop B2"}``.
"""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion.engine.correction import Change
from companion.engine.msgspec_ready import ready
from companion.tables.errors import BadCommand, message
from companion.tables.log.entries import Entry, Name, Number, RivalName, SettingsPatch

Words = Annotated[str, Meta(max_length=200)]
Language = Annotated[str, Meta(pattern="^[a-z]{2}$")]
Changes = Annotated[tuple[Change, ...], Meta(max_length=200)]


class Command(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What all commands share."""


class TakeSeat(Command, frozen=True, tag="take"):
    """Take a free chair with this phone; one that it held before becomes free. Without a name its player is called like
    the chair, in the language of whoever reads it."""

    chair: int
    name: Name | None = None
    language: Language = "en"


class LeaveSeat(Command, frozen=True, tag="leave"):
    pass


class NameSeat(Command, frozen=True, tag="name"):
    """Name a chair: the own one, or one without a phone; without a name somebody plays there who has none."""

    chair: int
    name: Name | None = None
    language: Language = "en"


class FreeSeat(Command, frozen=True, tag="free"):
    """Nobody sits on this chair after all, which no phone holds. Not once the game has begun."""

    chair: int


class Ready(Command, frozen=True, tag="ready"):
    """The own player is ready to begin, or not yet after all: a mark that all can see."""

    yes: bool = True


class SeatRival(Command, frozen=True, tag="rival"):
    """Let the app play a chair that no phone holds: before the game any, afterwards that of a player who left. An empty
    `player` gives it back; so does whoever sits down there. `name` is what the chair is called if nobody sat there."""

    chair: int
    player: RivalName = "middling"
    name: Name = ""


class GiveSeat(Command, frozen=True, tag="give"):
    """The host answers the phone that shows this number (see `Tables.ask_seat`)."""

    number: int
    yes: bool = True


class BringSeat(Command, frozen=True, tag="bring"):
    """Bring a seat to this phone with the one-time code that its old phone shows (see `Tables.move_code`)."""

    move_code: Words


class Set(Command, frozen=True, tag="set"):
    """Change the settings that are named; all others stay."""

    settings: SettingsPatch


class Start(Command, frozen=True, tag="start"):
    """Begin: the chairs that play, clockwise (none: all that have a name), and the seat that starts, or a `lot`
    that the app draws. It is the host's to begin, or anybody's once all who have a phone are ready."""

    chairs: tuple[int, ...] | None = None
    first: int = 0
    lot: bool = False


class EnterPosition(Command, frozen=True, tag="position"):
    """Play on from a position, in the game's text form or as JSON; the chair of each seat if it matters."""

    position: Annotated[str, Meta(max_length=20_000)]
    chairs: tuple[int, ...] | None = None


class Act(Command, frozen=True, tag="act"):
    """An action in the game's notation, for the own seat or for another.

    `joined`: the press of a key that did the action before does this one too, so one undo takes back both.
    """

    action: Words
    seat: int | None = None
    joined: bool = False


class Roll(Command, frozen=True, tag="roll"):
    """What chance gives next: typed in, or (none) rolled by the app; `rest`: and all that follows."""

    outcome: Words | None = None
    rest: bool = False


class Reroll(Command, frozen=True, tag="reroll"):
    """The app's roll of entry `at` was made by hand after all, before anybody went on: `outcome` lies there."""

    at: Entry
    outcome: Words


class Answer(Command, frozen=True, tag="answer"):
    """The answer to what the table is asked (see `View.question`): ``yes``, ``no``, ``blue 2``."""

    answer: Words


class Replace(Command, frozen=True, tag="replace"):
    """The action of entry `at` was this one: put it right, and play again what followed. Where others' steps do not
    fit any more, they are asked (see `Tables.repairs`)."""

    at: Entry
    action: Words


class Undo(Command, frozen=True, tag="undo"):
    """Take back what was done last, or all after entry `to`, or entry `before` and all after it. It may become a
    question to the others. `keep`: keep playing; that somebody ended the game goes at once."""

    to: int | None = None
    before: int | None = None
    keep: bool = False


class Redo(Command, frozen=True, tag="redo"):
    pass


class ReplyUndo(Command, frozen=True, tag="reply"):
    """Agree to what somebody asks for (`yes`), or not; who asks may only think better of it. `asked`: the entry of the
    question that is meant; it is refused when there is another one by now."""

    yes: bool
    asked: Entry | None = None


class Correct(Command, frozen=True, tag="correct"):
    """Set fields of the position (paths as in its JSON form); `at`: go back to that entry first.

    `explains` is a `ForgottenStep.key` that was offered for this difference.
    """

    changes: Changes
    why: Words
    at: int | None = None
    explains: Words | None = None


class Elsewhere(Command, frozen=True, tag="elsewhere"):
    """Not so here: at entry `at` a merchant went to this space. With `traded = False`, nothing changed hands.

    At entry 0: the merchant that moves next, of which something has to be asked first.
    """

    at: Entry
    place: Words | None = None
    traded: bool = True


class Lend(Command, frozen=True, tag="lend"):
    """Hand this phone to a player without one, or back to its own; none: cover what is hidden (see `lending`)."""

    seat: int | None = None


class Check(Command, frozen=True, tag="check"):
    """What lies on the table is right: a zone, or all the rest."""

    zone: Words = "all"


class Tap(Command, frozen=True, tag="tap"):
    """Put something into the draft of the city."""

    changes: Changes


class Untap(Command, frozen=True, tag="untap"):
    """Take the last tap out of the draft again."""


class ClearDraft(Command, frozen=True, tag="clear"):
    pass


class Enter(Command, frozen=True, tag="enter"):
    """The draft is done: move the merchants. `fill`: the app rolls the market dice that nobody entered."""

    fill: bool = False
    chairs: tuple[int, ...] | None = None
    """Who plays, clockwise, if the game has not started; none: all chairs."""


class Show(Command, frozen=True, tag="show"):
    """The table has read this beat of the round that entry `entry` set out, and all phones show the next one; `back`:
    this beat is to be read again. Done once: a beat that is over already, or that was not read yet, is refused.

    Without a `beat`: the table has read this entry and all before it.
    """

    entry: Entry
    beat: Number | None = None
    back: bool = False


class Lay(Command, frozen=True, tag="lay"):
    """The pieces of what a rival did, up to this entry, lie on the table (see `View.unlaid`)."""

    entry: Entry


class Hint(Command, frozen=True, tag="hint"):
    """Take a hint for the own seat: the log says so."""


class Tally(Command, frozen=True, tag="tally"):
    """Score only: things counted (see `View.tally.asked`) by a chair, and whether that is all."""

    chair: int
    things: dict[str, Annotated[int, Meta(ge=0, le=999)]]
    ready: bool = False


class Reveal(Command, frozen=True, tag="reveal"):
    """Count on together: so many lines of the final score are told to all (host)."""

    lines: Annotated[int, Meta(ge=0, le=99)]


class Finish(Command, frozen=True, tag="finish"):
    """End the game as it lies, and count. It is the host's; where a guest does it, everybody is asked."""


class Mix(Command, frozen=True, tag="mix"):
    """Mix something of one's own into the app's dice: random digits from a phone, or anything typed. Once for each
    seat, before the app rolls."""

    text: Annotated[str, Meta(max_length=100)]


class PlayOn(Command, frozen=True, tag="play_on"):
    """The same people play on at that table (see `Tables.again`)."""

    table: Annotated[str, Meta(pattern="^[A-Z]{5,8}$")]


class Close(Command, frozen=True, tag="close"):
    """Nothing more is entered at this table (host)."""


SeatCommand = (
    TakeSeat | LeaveSeat | NameSeat | FreeSeat | Ready | SeatRival | GiveSeat | BringSeat | Set | PlayOn | Close
)
PlayCommand = Start | EnterPosition | Act | Roll | Reroll | Answer | Correct | Replace | Elsewhere | Enter | Finish
TalkCommand = (
    Undo | Redo | ReplyUndo | Lend | Check | Tap | Untap | ClearDraft | Show | Lay | Hint | Tally | Reveal | Mix
)
AnyCommand = SeatCommand | PlayCommand | TalkCommand

_DECODER: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(ready(AnyCommand))


DEEPEST = 8
"""Levels that the value of a field may have; a position has five."""


COMMAND_ID = "[A-Za-z0-9_-]{1,64}"
"""What a command id may be."""
_ID = re.compile(COMMAND_ID)


def check_id(command_id: str) -> None:
    """Raises `BadCommand` for what is no command id."""
    if not _ID.fullmatch(command_id):
        raise BadCommand(message("command_id", pattern=COMMAND_ID))


def checked(command: AnyCommand) -> AnyCommand:
    """The command, if its values are within bounds. Raises `BadCommand`, naming the field."""
    try:
        made = msgspec.convert(msgspec.to_builtins(command), ready(type(command)))
    except (msgspec.ValidationError, TypeError, OverflowError, RecursionError) as error:
        raise BadCommand(str(error)) from error
    for change in getattr(made, "changes", ()):
        if _deeper(change.value, DEEPEST):
            raise BadCommand(message("levels", path=change.path, most=DEEPEST))
    return made


def _deeper(value: object, levels: int) -> bool:
    """Is the value nested in more levels than that?"""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(levels == 0 or _deeper(item, levels - 1) for item in inner)


def parse_command(text: str | bytes) -> AnyCommand:
    """Reads a command from JSON. Raises `BadCommand`, naming the field."""
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadCommand(str(error)) from error
