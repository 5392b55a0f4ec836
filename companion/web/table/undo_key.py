"""Taking back what was done last, or bringing it back: the keys on every game's pages, and what is asked."""

from __future__ import annotations

from msgspec import Struct

from companion.tables import UndoCard
from companion.tables.log.entries import UndoAnswered
from companion.web.context import AnyContext
from companion.web.table.deeds import called
from companion.web.table.entries import entries
from companion.web.widgets import Key, do

MOST_GONE = 4
"""Deeds that a card names one by one."""
RECENT = 12
"""Entries among which the answer to what this phone asked is looked for."""


class UndoKeys(Struct, frozen=True):
    """Undo and redo, side by side: neither ever stands in the other's place. None: there is nothing to take back."""

    undo: Key | None
    redo: Key | None


def undo_keys(context: AnyContext) -> UndoKeys:
    """The keys of a phone that may enter something."""
    view, words = context.view, context.words
    if not context.seated or not (view.can_undo or view.can_redo):
        return UndoKeys(None, None)
    # A second tap on a press that is taken back already would take back another: each takes back what it names.
    undo = None
    if view.undoes is not None:
        what = called(context, view.undoes)
        small = words.phrase("asks_for", what=what) if view.undo_asks else what
        undo = Key(words.phrase("undo"), do("undo"), small, again=True)
    none = "" if view.can_redo else words.phrase("nothing_to_redo")
    said = f"{words.phrase('redo')}{none and ': '}{none}"
    redo = Key("", do("redo"), sign="redo", off=not view.can_redo, said=said, again=True)
    return UndoKeys(undo, redo)


class Asks(Struct, frozen=True):
    """What somebody asks for, in words: a title, what goes or is set, and how it is decided."""

    title: str
    lines: tuple[str, ...]
    note: str
    no: str
    yes: str


def asks(context: AnyContext) -> Asks | None:
    """The card of a phone that is asked; none: it is not."""
    card, words = context.view.undo, context.words
    if card is None or not card.mine:
        return None
    who = context.name(context.view.chairs[card.asker]) if card.asker is not None else words.phrase("the_host")
    notes = [words.phrase("yes_all" if context.view.settings.undo == "all" else "yes_one")]
    if card.what != "undo":
        title, no, yes = words.phrase(f"asks.{card.what}", name=who), "reply_no", "reply_yes"
        lines = (*context.wanted, *(called(context, deed) for deed in card.deeds[:MOST_GONE]))
        return Asks(title, lines, notes[0], words.phrase(no), words.phrase(yes))
    several = len(card.deeds) > 1
    title = words.phrase("asks.undo_more" if several else "asks.undo", name=who, what=_first(context, card))
    lines = tuple(called(context, deed) for deed in card.deeds[:MOST_GONE]) if several else ()
    own = sum(deed.seat is not None and deed.seat == context.view.seat for deed in card.deeds)
    notes.insert(0, words.count("yours_goes", own) if own else words.phrase("nothing_of_yours"))
    if several:
        notes.insert(0, words.count("goes", len(card.deeds)))
    return Asks(title, lines, " ".join(notes), words.phrase("let_stand"), words.phrase("take_back"))


def _first(context: AnyContext, card: UndoCard) -> str:
    return called(context, card.deeds[0]) if card.deeds else context.words.phrase("last_step")


def asked(context: AnyContext) -> str:
    """What this phone has asked the others; empty: nothing that is open."""
    card = context.view.undo
    if card is None or card.asker != context.view.me.chair or not context.seated:
        return ""
    return context.words.phrase(f"asked.{card.what}", what=_first(context, card))


def answer(context: AnyContext) -> str:
    """How another player answered what this phone asked last; empty: nobody has, or it has acted since."""
    own, found = context.view.me.chair, entries(context, max(0, context.view.seq - RECENT))
    if not context.seated:
        return ""
    for n, line in reversed(list(enumerate(found))):
        # What the answer brought about is of the same moment.
        if isinstance(line.body, UndoAnswered):
            asking = next((one for one in reversed(found[:n]) if one.kind in ("ask", "propose")), None)
            later = [one for one in found[n + 1 :] if one.at > line.at and one.actor == own and one.source == "person"]
            if asking is None or asking.actor != own or line.body.chair == own or later:
                return ""
            word = "answered.yes" if line.body.yes else "answered.no"
            return context.words.phrase(word, name=context.chair_name(line.body.chair))
    return ""
