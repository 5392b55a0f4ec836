"""Own last steps, each to be put right where it is: the keys it was entered with, and what would follow of another."""

from __future__ import annotations

from typing import Any

from flask import redirect
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.engine.reading import number
from companion.tables import RefusedByRule, TableError
from companion.tables.log.views import Follows, Repair
from companion.web.context import AnyContext
from companion.web.http.served import tables
from companion.web.table import frame_views
from companion.web.table.deeds import called
from companion.web.table.entries import entries
from companion.web.table.renderer import show
from companion.web.widgets import Answer, Key, do

MOST_STAYS = 3
"""Deeds of others that are named as they stay."""


class LastLine(Struct, frozen=True):
    """A step of the own last turn, in words."""

    seq: int
    says: str


class Chip(Struct, frozen=True):
    """A key for what could have been: it leads to the same page, which says what would follow. `was`: so it stands."""

    answer: Answer
    address: str
    was: bool
    on: bool


def last_lines(context: AnyContext) -> tuple[LastLine, ...]:
    """The steps of the own last turn."""
    seqs = context.view.last
    if not seqs or not context.seated:
        return ()
    found = entries(context, seqs[0] - 1)
    lines = [LastLine(line.seq, " ".join(context.said(line))) for line in found if line.seq in seqs]
    return tuple(line for line in lines if line.says)


def last(context: AnyContext, item: str) -> str | Response:
    """One of them open. Where it cannot be put right any more, the table."""
    at, wish = number(item), context.wishes.get("as")
    if context.covered:
        return frame_views.curtain(context)
    found = _repair(context, at, wish)
    if found is None or at is None:
        return redirect(context.home, 303)
    rules, pages = context.game, context.pages
    groups: dict[str, list[Chip]] = {}
    was = pages.answer(context, found, found.was)
    for action in (found.was, *(one for one in found.actions if one != found.was)):
        answer, text = pages.answer(context, found, action), rules.action_text(action)
        groups.setdefault(answer.group, []).append(Chip(answer, text, action == found.was, text == wish))
    # What was entered with the same keys stands first, in the order that the rules have.
    first = [
        chip for action in found.actions for chip in groups[was.group] if chip.address == rules.action_text(action)
    ]
    groups[was.group] = first or groups[was.group]
    opened = next((line for line in last_lines(context) if line.seq == at), LastLine(at, called(context, found.deed)))
    now = None if found.follows is None else pages.answer(context, found, found.follows.action)
    return show(
        context,
        "last.html",
        opened=opened,
        groups=list(groups.items()),
        was=was,
        told=None if found.follows is None else _told(context, found.follows),
        go=None if now is None or found.follows is None else _go(context, at, wish or "", now, found.follows),
    )


def _repair(context: AnyContext, at: int | None, wish: str | None) -> Repair | None:
    """What could have been; none: nothing can be put right there. What cannot be is not asked for."""
    for asked in dict.fromkeys((wish, None)):
        try:
            found = tables().repairs.of(context.code, context.phone.token, -1 if at is None else at, asked)
        except TableError:
            continue
        if not isinstance(found, RefusedByRule):
            return found
    return None


def _told(context: AnyContext, follows: Follows) -> list[str]:
    """What would follow, in words of the table: what changes hands, whose steps stay, which do not fit."""
    words = context.words
    said: list[str] = []
    if follows.then is not None:
        turned: list[Any] = [context.game.say(o, follows.then, context.language, context.names) for o in follows.turned]
        said += [f"{line[:1].upper()}{line[1:]}." for line in turned if line]
    said += [words.phrase("does_not_fit", what=called(context, deed)) for deed in follows.goes]
    others = [deed for deed in follows.stays if deed.seat != context.view.eyes]
    said += [words.phrase("stays", what=called(context, deed)) for deed in others[-MOST_STAYS:]]
    return said


def _go(context: AnyContext, at: int, action: str, now: Answer, follows: Follows) -> Key:
    words = context.words
    asks = [context.name(context.view.chairs[chair]) for chair in follows.asks]
    small = words.phrase("asks_first", names=words.listed(asks)) if asks else words.phrase("all_see_it")
    return Key(words.phrase("it_was", what=now.name or now.label), do("replace", at=at, action=action), small, go=True)
