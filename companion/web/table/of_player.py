"""Photographs of what one player counts, where only the score is kept: whose they are, and who may take them."""

from __future__ import annotations

from companion.engine.reading import number
from companion.web.context import AnyContext
from companion.web.table.tally import counted_here


def chair_of(context: AnyContext, item: str) -> int | None:
    """The chair whose things a photograph shows, by its page's address; none: nobody counts there."""
    chair, counts = number(item), context.view.tally
    return chair if counts is not None and chair in counts.asked else None


def by_hand(context: AnyContext, item: str) -> str:
    """The page on which that player counts."""
    chair = chair_of(context, item)
    return "tally" if chair is None else f"tally/{chair}"


def refused(context: AnyContext, item: str) -> str:
    """Who has a phone counts on that, and photographs with it."""
    words, chair = context.own_words, chair_of(context, item)
    if chair is None:
        return words.phrase("photo.of_nobody")
    here = counted_here(context, chair)
    return "" if here else words.phrase("photo.elsewhere", name=context.chair_name(chair))


def whose(context: AnyContext, item: str) -> str:
    chair = chair_of(context, item)
    return "" if chair is None else context.chair_name(chair)
