"""The table's page during the game, with defaults: a list of things, and a key for each possible action.

Things and labels are the game's (`GamePages.lies`, `GamePages.answer`).
"""

from __future__ import annotations

from flask import abort

from companion.engine.game import Seat
from companion.web.context import AnyContext
from companion.web.table.frame import recent, show
from companion.web.table.log import PAGE, log_lines, moves
from companion.web.table.undo import undo_keys
from companion.web.widgets import Key, Thing, do

MEANWHILE = 4
"""Entries that a covered phone shows to whom it is handed."""


def game(context: AnyContext, item: str) -> str:
    """Returns the table with what everybody has, and a key for each possible action."""
    view = context.view
    if view.state is None:
        abort(404)
    title, sub = context.pages.bar(context)
    other = view.waiting[0] if view.waiting and view.waiting[0] in view.plays else None
    return show(
        context,
        "plain/game.html",
        title=title,
        sub=sub,
        middle=context.pages.lies(context, None),
        seats=_seats(context),
        keys=_keys(context),
        app=Key(context.words.phrase("setting.dice.app"), do("roll"), go=True) if view.outcomes else None,
        undo=undo_keys(context),
        act_for=other if other != context.acting else None,
    )


def screen_side(context: AnyContext, item: str) -> str:
    """Returns things on the table for the big screen; empty before the game."""
    if context.view.state is None:
        return ""
    return show(context, "plain/lies.html", middle=context.pages.lies(context, None), seats=_seats(context))


def curtain(context: AnyContext, item: str = "") -> str:
    """Returns the page to hand on a shared phone, before it shows the next player's things."""
    own, covered = context.view.me.chair, context.view.curtain
    others = [c for c in context.players if (not c.held or c.number == own) and c.seat != covered]
    last = log_lines(context, moves(recent(context, PAGE))[-MEANWHILE:])
    return show(context, "curtain.html", last=last, others=others, undo=undo_keys(context))


def _seats(context: AnyContext) -> list[tuple[str, tuple[Thing, ...]]]:
    return [(name, context.pages.lies(context, Seat(seat))) for seat, name in enumerate(context.names)]


def _keys(context: AnyContext) -> list[Key]:
    view, rules, seat = context.view, context.game, context.acting
    if not context.seated or view.state is None:
        return []
    if view.outcomes:
        answers = [(context.pages.answer(context, view.state, one), rules.action_text(one)) for one in view.outcomes]
        return [Key(one.label, do("roll", outcome=text), one.small, one.sign) for one, text in answers]
    if seat is None or seat not in view.waiting:
        return []
    return [context.key(one) for one in rules.legal(view.state, seat)]
