"""A game's own pages, and those it need not make: what lies on the table, and a key for all that can be done.

What lies where and what keys say is the game's (`GamePages.lies`, `GamePages.action`).
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import abort

from companion.engine.game import OVER, Seat
from companion.web.context import AnyContext, AnyPage
from companion.web.table import frame_views
from companion.web.table.renderer import show
from companion.web.table.result import views as result
from companion.web.table.undo_key import undo_keys
from companion.web.widgets import Key, do


def own_pages(context: AnyContext) -> Mapping[str, AnyPage]:
    """A game's pages by name, its own before the default ones."""
    return {**DEFAULTS, **context.pages.PAGES}


def game(context: AnyContext, item: str) -> str:
    """The table while the game is on; its score afterwards."""
    view = context.view
    if view.state is None:
        abort(404)
    if view.state.turn is OVER and item != "last":
        return result.end(context)
    if context.covered:
        return frame_views.curtain(context)
    title, sub = context.pages.bar(context)
    return show(
        context,
        "plain/game.html",
        slept=frame_views.slept(context),
        title=title,
        sub=sub,
        middle=context.pages.lies(context, None),
        seats=[(name, context.pages.lies(context, Seat(seat))) for seat, name in enumerate(context.names)],
        keys=_keys(context),
        app=Key(context.words.phrase("dice.app"), do("roll"), go=True) if view.outcomes else None,
        undo=undo_keys(context),
        act_for=_act_for(context),
    )


def screen_side(context: AnyContext, item: str) -> str:
    """What lies there, on the big screen; before the game nothing does."""
    if context.view.state is None:
        return ""
    return show(
        context,
        "plain/lies.html",
        middle=context.pages.lies(context, None),
        seats=[(name, context.pages.lies(context, Seat(seat))) for seat, name in enumerate(context.names)],
    )


def _keys(context: AnyContext) -> tuple[Key, ...]:
    """All that the seat that acts may do; or the outcomes of chance, where they are made by hand."""
    view, game = context.view, context.game
    if not context.seated:
        return ()
    if view.outcomes:
        return tuple(
            Key(context.pages.action(context, o), do("roll", outcome=game.action_text(o))) for o in view.outcomes
        )
    seat = context.acting
    if seat is None or seat not in view.waiting or view.state is None:
        return ()
    return tuple(
        Key(context.pages.action(context, a), context.act(game.action_text(a))) for a in game.legal(view.state, seat)
    )


def _act_for(context: AnyContext) -> Seat | None:
    """The seat for which this phone could act."""
    waiting = context.view.waiting
    return waiting[0] if waiting and waiting[0] in context.view.plays and waiting[0] != context.acting else None


DEFAULTS: Mapping[str, AnyPage] = {"game": game, "screen-side": screen_side}
