"""What rivals did and why, told as acts of hands."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.engine.prospect import Prospect
from companion.web.context import AnyContext
from companion.web.table.entries import entries
from companion.web.widgets import Key, do


class Told(Struct, frozen=True):
    """What a rival did that has to be laid: for whom, what and why, and the key that says it lies there."""

    title: str
    says: str
    why: str
    laid: Key


def told(context: AnyContext) -> Told | None:
    """What lies not yet on the table of what rivals did; none: nothing is waited for."""
    view = context.view
    if not view.unlaid or view.state is None:
        return None
    line = next(iter(entries(context, view.unlaid - 1, view.unlaid)), None)
    if line is None:
        return None
    seat = line.seat
    name = context.names[seat] if seat is not None and seat < len(context.names) else ""
    words = context.words
    small = words.phrase("rival.laid_short", name=name) if seat in view.waiting else ""
    key = Key(words.phrase("rival.laid"), do("lay", entry=view.unlaid), small, go=True)
    return Told(
        words.phrase("rival.for", name=name), " ".join(context.said(line)), reason(context, line.why, line.state), key
    )


def reason(context: AnyContext, why: Prospect | str | None, state: Any) -> str:
    """Why somebody chose it, as a sentence. Empty: nothing is said."""
    if why is None or state is None:
        return ""
    said = why if isinstance(why, str) else context.game.say(why, state, context.language, context.names)
    return f"{said[:1].upper()}{said[1:].rstrip('.')}." if said else ""
