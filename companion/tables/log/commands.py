"""Commands that are no entries: wishes that become other entries, and changes of the UI state.

All other commands are classes of `entries`. This module also parses and validates commands.
"""

from __future__ import annotations

from typing import Annotated, get_args

import msgspec
from msgspec import Meta

from companion.engine.msgspec_ready import ready
from companion.tables.errors import TableError
from companion.tables.log import entries as e

# Wishes.


class GiveSeat(e.Record, frozen=True, tag="give"):
    """The host answers the phone that shows this number (see `Tables.ask_seat`)."""

    number: int
    yes: bool = True


class BringSeat(e.Record, frozen=True, tag="bring"):
    """Bring a seat to this phone with the one-time code that its old phone shows (see `Tables.move_code`)."""

    move_code: e.Text


class Reroll(e.Record, frozen=True, tag="reroll"):
    """Replace the app's roll of entry `at` by one made by hand, before anybody went on."""

    at: e.Entry
    outcome: e.Text


class Elsewhere(e.Record, frozen=True, tag="elsewhere"):
    """At entry `at` a merchant went to this space instead. With `traded = False`, nothing changed hands.

    Entry 0: the merchant that moves next.
    """

    at: e.Entry
    place: e.Text | None = None
    traded: bool = True


class Finish(e.Record, frozen=True, tag="finish"):
    """End the game as it lies, and count. The host may; where a guest does it, everybody is asked."""


# Changes of the UI state.


class Tap(e.Record, frozen=True, tag="tap"):
    """Put something into the draft of the city."""

    changes: e.Changes


class Untap(e.Record, frozen=True, tag="untap"):
    """Take back the last tap, or `all` of them."""

    all: bool = False


class Show(e.Record, frozen=True, tag="show"):
    """The table has read this beat of the round of entry `entry`, and all phones show the next one; `back`: it reads
    this beat again. Without a `beat`: it has read this entry and all before.
    """

    entry: e.Entry
    beat: e.Number | None = None
    back: bool = False


class Lay(e.Record, frozen=True, tag="lay"):
    """The pieces of bots lie on the table, up to this entry (see `View.unlaid`)."""

    entry: e.Entry


class Hint(e.Record, frozen=True, tag="hint"):
    """Take a hint for the own seat."""


class Reveal(e.Record, frozen=True, tag="reveal"):
    """Show so many lines of the final score to all (host)."""

    lines: Annotated[int, Meta(ge=0, le=99)]


class Ready(e.Record, frozen=True, tag="ready"):
    """The own player is ready to begin, or is not."""

    yes: bool = True


class Check(e.Record, frozen=True, tag="check"):
    """A zone of the table agrees with the app, or all the rest does."""

    zone: e.Text = "all"


class PlayOn(e.Record, frozen=True, tag="play_on"):
    """The same people play on at that table (see `Tables.again`)."""

    table: Annotated[str, Meta(pattern="^[A-Z]{5,8}$")]


PlayCommand = e.Moment | Reroll | Elsewhere | Finish
TalkCommand = e.Undo | e.Redo | e.ReplyUndo | e.Tally | e.Mix
SeatCommand = e.TakeSeat | e.LeaveSeat | e.NameSeat | e.SeatRival | e.Set | e.Close | GiveSeat | BringSeat
UiCommand = Tap | Untap | Show | Lay | Hint | Reveal | Ready | Check | PlayOn | e.Lend
AnyCommand = PlayCommand | TalkCommand | SeatCommand | UiCommand

PLAYS = get_args(PlayCommand)
"""Commands that move the game, after which it goes on by the rules."""
CHECKED = (*PLAYS, e.Undo, e.Redo)
"""Commands that mean a certain position, and are not done when the game has moved since."""
HOST_ONLY = (e.Set, e.Close, GiveSeat, Reveal)
FREE = (e.TakeSeat, BringSeat)
"""Commands of phones without a chair."""

_DECODER: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(ready(AnyCommand))


def parse_command(text: str | bytes) -> AnyCommand:
    """Parses a command from JSON. Raises ``bad_command``, naming the field."""
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise TableError("bad_command", message=str(error)) from error
