"""Taking back the last step, or bringing it back: the key on every game's pages, and what would go."""

from __future__ import annotations

from companion.web.context import AnyContext
from companion.web.table.entries import entries
from companion.web.widgets import Key, do

MOST_GONE = 4
"""Steps that an undo card names."""


def undo_key(context: AnyContext) -> Key:
    """Undo, naming who would be asked first; or in its place redo until something new is entered."""
    view, words = context.view, context.words
    if view.can_redo:
        return Key(words.phrase("redo"), do("redo"), words.phrase("bring_back"), off=not context.seated)
    can = view.can_undo and context.seated
    if can and view.undo_asks:
        first = context.name(view.chairs[view.undo_asks[0]])
        several = "asks_all" if view.settings.undo == "all" else "asks_any"
        small = words.phrase("asks_one", name=first) if len(view.undo_asks) == 1 else words.phrase(several)
        return Key(words.phrase("undo"), do("undo"), small)
    return Key(words.phrase("undo"), do("undo"), _last(context) if can else words.phrase("nothing_yet"), off=not can)


def _last(context: AnyContext) -> str:
    """What would go, in a few words."""
    named = (context.pages.step(context, effect) for effect in context.view.undoes)
    return next(filter(None, named), "") or context.words.phrase("last_step")


def undone_steps(context: AnyContext) -> tuple[str, ...]:
    """What would go if the others agree to go back: the last steps of it, in words."""
    asked = context.view.undo
    if asked is None or not asked.goes:
        return ()
    found = entries(context, asked.goes[-MOST_GONE:][0] - 1)
    said = (context.said(line) for line in found if line.seq in asked.goes)
    return tuple(sentences[0] for sentences in said if sentences)[-MOST_GONE:]
