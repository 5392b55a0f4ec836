"""Undo and redo: the keys on every page, and the line in the bar with what comes of a question."""

from __future__ import annotations

from msgspec import Struct

from companion.tables import Line
from companion.tables.log.entries import UndoAnswered
from companion.web.context import AnyContext
from companion.web.table.deeds import called, plainly
from companion.web.table.entries import entries
from companion.web.table.undo_card import asked_names
from companion.web.widgets import Key, do

RECENT = 12
"""Entries among which the answer to what this phone asked is looked for."""
LONG = 12
"""Letters of a name that fill a line of the key."""


class UndoKeys(Struct, frozen=True):
    """Undo and redo, side by side: neither ever stands in the other's place. None: there is nothing to take back.
    `long`: names at the table need a line more."""

    undo: Key | None
    redo: Key | None
    long: bool = False


def undo_keys(context: AnyContext) -> UndoKeys:
    """The keys of a phone that may enter something."""
    view, words = context.view, context.words
    if not context.seated or not (view.can_undo or view.can_redo):
        return UndoKeys(None, None)
    # A second tap on a press that is taken back already would take back another: each takes back what it names.
    undo = None
    if view.undoes is not None:
        what = context.pages.whole(context, "name", view.undo_gone)
        what = what or f"{called(context, view.undoes)}{_asks(context)}"
        pending = view.undo is not None and view.undo.asker == view.me.chair
        undo = Key(words.phrase("undo"), do("undo"), what, off=pending, again=True)
    none = "" if view.can_redo else words.phrase("nothing_to_redo")
    said = f"{words.phrase('redo')}{none and ': '}{none}"
    redo = Key("", do("redo"), sign="redo", off=not view.can_redo, said=said, again=True)
    return UndoKeys(undo, redo, long=any(len(name) > LONG for name in context.names))


def _asks(context: AnyContext) -> str:
    """Whom the key asks first, after what it takes back."""
    asks = context.view.undo_asks
    if not asks:
        return ""
    name = context.chair_name(asks[0])
    return (
        f" · {context.words.phrase('asks_one', name=name) if len(asks) == 1 else context.words.phrase('asks_others')}"
    )


class Told(Struct, frozen=True):
    """What the asker reads in the bar. `cancel`: the question is open; else `seen` is the entry that closed it."""

    says: str
    cancel: bool = False
    seen: int = 0


def told(context: AnyContext) -> Told | None:
    """What comes of the question that this phone asked last; none: nothing that it has not seen, or gone past."""
    view = context.view
    if not context.seated:
        return None
    if view.undo is not None and view.undo.asker == view.me.chair:
        return Told(asked(context), cancel=True)
    made = _outcome(context) if view.undo is None else None
    return None if made is None or context.wishes.get("seen") == str(made.seen) else made


def asked(context: AnyContext) -> str:
    """What this phone has asked, and whom."""
    card, words = context.view.undo, context.words
    assert card is not None, "something is asked"
    names = asked_names(context, card)
    if card.what not in ("undo", "seat", "lend"):
        return words.phrase(f"asked.{card.what}", names=names)
    if card.what != "undo":
        return words.phrase(f"asked.{card.what}", names=names, seat=context.chair_name(card.owner))
    what = context.pages.whole(context, "short", card.gone) or plainly(context, card.deeds)
    return words.phrase("asked.undo", names=names, what=what)


def _outcome(context: AnyContext) -> Told | None:
    """How it was answered, or that somebody has played on; none: nobody asked, or this phone has acted since."""
    own, found = context.view.me.chair, entries(context, max(0, context.view.seq - RECENT))
    starts = [n for n, line in enumerate(found) if line.kind in ("ask", "propose")]
    if not starts or found[starts[-1]].actor != own:
        return None
    rest = found[starts[-1] + 1 :]
    answers = [n for n, line in enumerate(rest) if isinstance(line.body, UndoAnswered)]
    moved = next((n for n, line in enumerate(rest) if line.moment), None)
    if answers and (moved is None or answers[-1] < moved):
        line = rest[answers[-1]]
        assert isinstance(line.body, UndoAnswered)
        # What the answer brought about is of the same moment.
        if line.body.chair == own or _acted(rest[answers[-1] + 1 :], own, line.at):
            return None
        word = "answered.yes" if line.body.yes else "answered.no"
        return Told(context.words.phrase(word, name=_who(context, line.body.chair)), seen=line.seq)
    if moved is None or _acted(rest, own, 0):
        return None
    line = rest[moved]
    name = context.names[line.seat] if line.seat is not None else _who(context, line.actor)
    return Told(context.words.phrase("withdrawn", name=name), seen=line.seq)


def _acted(lines: tuple[Line, ...], own: int | None, since: int) -> bool:
    return any(line.at > since and line.actor == own and line.source == "person" for line in lines)


def _who(context: AnyContext, chair: int | None) -> str:
    return context.words.phrase("the_host") if chair is None else context.chair_name(chair)
