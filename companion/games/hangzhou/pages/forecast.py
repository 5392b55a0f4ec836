"""The city outside a turn: the merchants' predicted ways, and a picture above a lesson."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec.structs import replace

from companion.games.hangzhou.components import BREWS, DYE_NAMES, GATES
from companion.games.hangzhou.effects import MerchantMoved, MerchantStayed
from companion.games.hangzhou.names import DYE_INDEX, INDEX, Merchant
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.beat_picture import decided
from companion.games.hangzhou.pages.drawing import NUMBER, Figure, draw, make_city_map
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.rounds import steps
from companion.games.hangzhou.rules import HANGZHOU
from companion.games.hangzhou.state import Play, State
from companion.web.table.frame import show
from companion.web.widgets import Forecast


def forecast(context: TableContext, actions: tuple[Any, ...]) -> Forecast:
    """Returns the city after the actions, with a way for each merchant that would move if the players were done."""
    state, turned, now = context.position, context.phone.turned, context.position.now
    assert isinstance(now, Play), "foreseen only while players take their turns"
    for action in actions:
        state = HANGZHOU.after(state, action, context.view.seat)
        state = state if isinstance(state.now, Play) else replace(state, now=now)
    ways, ghosts, middles = list[tuple[Merchant, str, str]](), list[Figure](), make_city_map(turned).middles
    for merchant, before, then in steps(state):
        ways.append((merchant, NUMBER[merchant], _outcome(context, merchant, before, then)))
        start, end = before.merchant(merchant), then.merchant(merchant)
        if end is not None and end != start:
            (x0, y0), (x1, y1) = middles[start or GATES[merchant]], middles[end]
            path = f"M{x0:g} {y0:g}L{x1:g} {y1:g}"
            ghosts.append(Figure(merchant, NUMBER[merchant], x1 - 12, y1 - 15, 24, path=path))
    picked, says = getattr(actions[0], "space", "") if actions else "", labels.spaces(context, state)
    city = draw(state, turned=turned, picked=picked, says=says, ghosts=tuple(ghosts))
    left = [context.names[seat] for seat, passed in enumerate(state.seals) if not passed and seat != now.seat]
    key = "forecast.left" if left else "forecast.nobody"
    return Forecast(
        show(context, "hangzhou/forecast.html", city=city),
        show(context, "hangzhou/ways.html", ways=ways),
        context.own_words.phrase(key, names=context.words.listed(left)),
    )


def _outcome(context: TableContext, merchant: Merchant, before: State, then: State) -> str:
    """Returns where a merchant arrives, and its trade there: “A3, sells you blue”."""
    words, place, die = context.own_words, then.merchant(merchant), before.demand(merchant)
    if place is None:
        return words.phrase("forecast.outside")
    shop = before.shop(place)
    if die is None or shop is None or shop.dye != die.dye:
        return place if before.merchant(merchant) != place else words.phrase("forecast.stays", place=place)
    if before.hands[shop.owner].hidden:
        deed = "visit"
    elif then.city[INDEX[place]] is None:
        deed = "back"
    else:
        deed = "buys" if BREWS[DYE_INDEX[die.dye]] else "sells"
    name = context.words.phrase("you") if shop.owner == context.view.eyes else context.names[shop.owner]
    return words.phrase(f"forecast.{deed}", place=place, dye=DYE_NAMES[context.language][die.dye], name=name)


def scene(context: TableContext, state: State, about: Any) -> str:
    """Returns the city, with a ring around the space of an action, or the whole decision of a merchant."""
    turned, space = context.phone.turned, getattr(about, "space", None)
    if isinstance(about, MerchantMoved | MerchantStayed):
        city = draw(state, turned=turned, moment=decided(make_city_map(turned), about.because))
    else:
        city = draw(state, turned=turned, marked={} if space is None else {space: ""})
    # A template of its own, and escaped when it was filled.
    return Markup(show(context, "hangzhou/scene.html", city=city))
