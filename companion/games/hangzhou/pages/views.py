"""Hangzhou's pages."""

from __future__ import annotations

from urllib.parse import quote

from flask import abort, redirect
from werkzeug.wrappers import Response

from companion.engine.reading import number
from companion.games.hangzhou.names import SPACES
from companion.games.hangzhou.pages import beat_pages, entry, turn
from companion.games.hangzhou.pages import dice as dicing
from companion.games.hangzhou.pages.beats import phase
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.state import Pick, State
from companion.web.table import result
from companion.web.table.frame import show
from companion.web.table.game_page import curtain
from companion.web.table.undo import undo_keys


def game(context: TableContext, item: str) -> str:
    """The game as it is on now; `item` ``last``: the table itself, though the game is over."""
    state = context.position
    match phase(context).name:
        case "merchants":
            return beat_pages.now(context)
        case "result" if item != "last":
            return result.end(context)
        case "dice":
            return dice(context, "")
        case "round" if context.view.settings.way == "merchants":
            return show(
                context,
                "hangzhou/hub.html",
                city=turn.city(context, state),
                rows=turn.market(context, state.market),
                undo=undo_keys(context),
            )
    return _turn(context, state, "")


def _turn(context: TableContext, state: State, picked: str) -> str:
    if context.covered:
        return curtain(context)
    space = entry.picked(picked)
    title, sub = context.pages.bar(context)
    chair = number(context.wishes.get("seat", ""))
    seat = context.view.chairs[chair].seat if chair is not None and chair < len(context.view.chairs) else None
    return show(
        context,
        "hangzhou/turn.html",
        title=title,
        sub=sub,
        city=turn.city(context, state, picked),
        panel=turn.panel(context, state, space) if space else None,
        whose=seat,
        act_for=turn.act_for(context),
        unsure=turn.unsure(context, state),
        picks=turn.picks(context, state) if isinstance(state.now, Pick) else (),
        rows=turn.market(context, state.market),
        thumb=turn.thumb(context, state) if context.seated else (),
        undo=undo_keys(context),
    )


def at(context: TableContext, item: str) -> str | Response:
    """The table with a space picked; the form round the map asks for one by `space`."""
    if not item and context.note is None:
        return redirect(f"{context.home}/at/{quote(context.wishes.get('space', ''), safe='')}", 303)
    if item not in SPACES:
        abort(404)
    return _turn(context, context.position, item)


def dice(context: TableContext, item: str) -> str:
    """The keypad for what is rolled or drawn by hand."""
    return show(context, "hangzhou/dice.html", pad=dicing.pad(context, context.position), undo=undo_keys(context))
