"""UI state: what the phones of a table share and the log does not hold, such as a draft or how far all have read.

It is stored in the table's row, in the transaction of the command that changes it. Losing it does no harm: the draft
is tapped again, bots wait, and a phone that several players share is covered until its player uncovers it.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from companion.engine.annotations import ready
from companion.engine.correction import Change
from companion.engine.game import Seat

STEPS = 64
"""Taps that can be taken back, and marks of reading, that are kept."""
Changes = tuple[Change, ...]


class Reading(Struct, frozen=True):
    """The table has read so far: all of entry `entry` and before, or the round that it set out up to this `beat`."""

    entry: int
    beat: int | None
    newest: int
    """The newest entry of the line at that time."""
    chair: int | None
    """The chair whose phone said so; None: the host's laptop."""
    at: int
    """Milliseconds since 1970."""


class Ui(Struct, frozen=True, omit_defaults=True):
    """The UI state of a table. The default is what remains when the row's is lost."""

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

    @property
    def draft(self) -> Changes:
        """Tapped fields; the last tap on a field wins."""
        draft = self.entered
        for tap in self.taps:
            draft = add_tap(draft, tap)
        return draft

    @property
    def reading(self) -> Reading | None:
        """How far the table has read."""
        return self.reads[-1] if self.reads else None


def add_tap(draft: Changes, changes: Changes) -> Changes:
    """Adds changes to a draft: each replaces what was tapped for its field and for the parts of it."""
    for change in changes:
        kept = (old for old in draft if not f"{old.path}.".startswith(f"{change.path}."))
        draft = (*kept, change)
    return draft


_DECODER = msgspec.json.Decoder(ready(Ui))


def encode_ui(ui: Ui) -> str:
    """The state as a table's row holds it."""
    return msgspec.json.encode(ui).decode()


def decode_ui(text: str | None) -> Ui:
    """Reads a row's state; what cannot be read is lost."""
    try:
        return _DECODER.decode(text or "{}")
    except (msgspec.DecodeError, RecursionError):
        return Ui()
