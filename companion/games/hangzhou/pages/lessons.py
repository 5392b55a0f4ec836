"""The city above a lesson card."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from companion.games.hangzhou.effects import MerchantMoved, MerchantStayed
from companion.games.hangzhou.pages.beat_picture import decided
from companion.games.hangzhou.pages.city_map import city_map
from companion.games.hangzhou.pages.drawing import draw
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.state import State
from companion.web.table.frame import show


def scene(context: TableContext, state: State, about: Any) -> str:
    """The city, with a ring round the space of an action, or the whole decision of a merchant."""
    turned, space = context.phone.turned, getattr(about, "space", None)
    if isinstance(about, MerchantMoved | MerchantStayed):
        city = draw(state, turned=turned, moment=decided(city_map(turned), about.because))
    else:
        city = draw(state, turned=turned, marked={} if space is None else {space: ""})
    # A template of its own, and escaped when it was filled.
    return Markup(show(context, "hangzhou/scene.html", city=city))
