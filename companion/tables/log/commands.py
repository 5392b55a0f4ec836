"""All commands. Four are wishes that become other entries; the others are classes of `entries`, or of `ui_commands`."""

from __future__ import annotations

from typing import get_args

import msgspec

from companion.engine.msgspec_ready import ready
from companion.tables.errors import TableError, message
from companion.tables.log import entries as e
from companion.tables.log.ui_commands import Check, Hint, Lay, PlayOn, Ready, Reveal, Show, Tap, Untap


class GiveSeat(e.Record, frozen=True, tag="give"):
    """The host, or the phone that has the chair, answers the phone that shows this number (see `Tables.ask_seat`)."""

    number: int
    yes: bool = True


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


PlayCommand = e.Moment | Reroll | Elsewhere | Finish
TalkCommand = e.Undo | e.Redo | e.ReplyUndo | e.Tally | e.Mix
SeatCommand = e.TakeSeat | e.LeaveSeat | e.NameSeat | e.SeatRival | e.Set | e.Close | GiveSeat
UiCommand = Tap | Untap | Show | Lay | Hint | Reveal | Ready | Check | PlayOn
AnyCommand = PlayCommand | TalkCommand | SeatCommand | UiCommand | e.Lend

PLAYS = get_args(PlayCommand)
"""Commands that move the game, after which it goes on by the rules."""
CHECKED = (*PLAYS, e.Undo, e.Redo)
"""Commands that mean a certain position, and are not done when the game has moved since."""
HOST_ONLY = (e.Set, e.Close, Reveal)

DEEPEST = 8
"""Levels that the value of a field may have; a position has five."""
_DECODER: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(ready(AnyCommand))


def parse_command(text: str | bytes) -> AnyCommand:
    """Parses a command from JSON. Raises ``bad_command``, naming the field."""
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise TableError("bad_command", message=str(error)) from error


def check_values(command: AnyCommand) -> AnyCommand:
    """The command, if its values are within bounds and none of them is the app's to fill in. Raises ``bad_command``,
    naming the field."""
    try:
        made = msgspec.convert(msgspec.to_builtins(command), ready(type(command)))
    except (msgspec.ValidationError, TypeError, OverflowError, RecursionError) as error:
        raise TableError("bad_command", message=str(error)) from error
    stamped = next((name for name in msgspec.to_builtins(made) if name in made.STAMPED), None)
    if stamped is not None:
        raise TableError("bad_command", message=message("in_field", field=stamped, what=message("unfit")))
    for change in getattr(made, "changes", ()):
        if _is_deeper(change.value, DEEPEST):
            raise TableError("bad_command", message=message("too_large", what=change.path, most=DEEPEST))
    return made


def _is_deeper(value: object, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(levels == 0 or _is_deeper(item, levels - 1) for item in inner)
