"""What each of Hangzhou's pages shows."""

from __future__ import annotations

from urllib.parse import quote

from flask import abort, redirect
from werkzeug.wrappers import Response

from companion.engine.reading import number
from companion.games.hangzhou.names import MERCHANTS, SPACES
from companion.games.hangzhou.pages import beat_pages, entry, labels, turn
from companion.games.hangzhou.pages import dice as dicing
from companion.games.hangzhou.pages.beats import phase
from companion.games.hangzhou.pages.city_map import SLIM
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.pages.drawing import draw
from companion.games.hangzhou.state import Pick, State
from companion.web.table import photograph, result
from companion.web.table.frame import show
from companion.web.table.game_page import curtain
from companion.web.table.log import missed_lines
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
                rows=turn.market(context, state),
                undo=undo_keys(context),
            )
    return _turn(context, state, "")


def _turn(context: TableContext, state: State, picked: str) -> str:
    if context.covered:
        return curtain(context)
    space = entry.picked(picked)
    title, sub = context.pages.bar(context)
    chair = number(context.wishes.get("seat", ""))
    shown = context.view.chairs[chair].seat if chair is not None and chair < len(context.view.chairs) else None
    return show(
        context,
        "hangzhou/turn.html",
        slept=missed_lines(context),
        title=title,
        sub=sub,
        city=turn.city(context, state, picked),
        panel=turn.panel(context, state, space) if space else None,
        whose=turn.held(context, state, shown) if shown is not None else None,
        act_for=turn.act_for(context),
        unsure=turn.unsure(context, state),
        picks=turn.picks(context, state) if isinstance(state.now, Pick) else (),
        rows=turn.market(context, state),
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


def city(context: TableContext, item: str) -> str:
    """Enter the city: where, then what; `item` ``dice``: the first dice."""
    state = entry.draft(context)
    if state is None:
        abort(404)
    page, _, row = item.partition("-")
    if page == "dice":
        return _first_dice(context, state, number(row) or 0)
    space = entry.picked(item)
    names = dict(labels.spaces(context, state))
    faults = entry.faults(context, state)
    wrong = entry.asked_for(context, faults)
    for one in wrong.spaces:
        names[one] += f", {context.own_words.phrase('look_here')}"
    return show(
        context,
        "hangzhou/entry.html",
        space=space,
        says=names[space].replace(",", ":", 1) if space else wrong.says,
        city=draw(
            state,
            turned=context.phone.turned,
            frame=SLIM,
            picked=item,
            says=names,
            marked=wrong.spaces,
        ),
        pad=entry.pad(context, state, space),
        merchants=entry.merchants(context, state, space),
        tools=entry.tools(context, state, space),
        shops=len(state.shops()),
        fault=faults[0].says if faults else "",
        camera=photograph.offered(context.view.game),
    )


def _first_dice(context: TableContext, state: State, row: int) -> str:
    """The four first dice, and the key that moves the merchants. `row`: whose die is asked for, from 1."""
    missing = [i for i, dice in enumerate(state.market) if not dice]
    index = row - 1 if 0 < row <= len(MERCHANTS) else missing[0] if missing else 0
    return show(
        context,
        "hangzhou/entry_dice.html",
        rows=turn.market(context, state),
        index=index,
        pad=entry.first_dice(context, state, index),
        missing=missing,
        faults=entry.faults(context, state),
        after=_after(index, missing),
    )


def _after(index: int, missing: list[int]) -> int:
    """The row to ask for next, from 1; 0: none is missing after this one."""
    rest = [i for i in missing if i != index]
    return rest[0] + 1 if rest else 0
