"""Where the merchants would go now, as pale figures at the ends of their ways."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup
from msgspec.structs import replace

from companion.games.hangzhou import State, after
from companion.games.hangzhou.components import GATES
from companion.games.hangzhou.moves import PlayerAction
from companion.games.hangzhou.pages.city_map import Map, city_map
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.pages.drawing import NUMBER, Ghost, draw
from companion.games.hangzhou.prospects import steps
from companion.games.hangzhou.state import Play
from companion.web.table.renderer import show


def forecast(context: TableContext, action: PlayerAction | None) -> str:
    """The city after the action, with a way for each merchant that would move if the players were done."""
    state, seat, turned = context.position, context.view.seat, context.phone.turned
    if not isinstance(state.now, Play):
        return ""
    if action is not None:
        now = state.now
        state = after(state, action, seat)
        state = state if isinstance(state.now, Play) else replace(state, now=now)
    space = getattr(action, "space", "")
    city = draw(state, turned=turned, picked=space, ghosts=tuple(_ghosts(city_map(turned), state)))
    # A template of its own, and escaped when it was filled.
    shown = Markup(show(context, "hangzhou/scene.html", city=city))
    return Markup('<div class="city" id="forecast">{}</div>').format(shown)


def _ghosts(grid: Map, state: State) -> Iterator[Ghost]:
    for merchant, before, then in steps(state):
        start, end = before.merchant(merchant), then.merchant(merchant)
        if end is not None and end != start:
            (x0, y0), (x1, y1) = grid.middle(start or GATES[merchant]), grid.middle(end)
            yield Ghost(merchant, NUMBER[merchant], f"M{x0:g} {y0:g}L{x1:g} {y1:g}", x1 - 12, y1 - 15)
