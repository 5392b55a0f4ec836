"""Where the merchants would go now and what they would do there, as pale figures on the map and in words below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.hangzhou.components import BREWS, DYE_NAMES, GATES
from companion.games.hangzhou.names import DYE_INDEX, INDEX, Merchant
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.city_map import Map, city_map
from companion.games.hangzhou.pages.drawing import NUMBER, Figure, draw
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.rounds import steps
from companion.games.hangzhou.rules import HANGZHOU
from companion.games.hangzhou.state import Play, State
from companion.web.table.frame import show
from companion.web.widgets import Forecast

Steps = tuple[tuple[Merchant, State, State], ...]


class Way(Struct, frozen=True):
    """Forecast for a merchant: its figure, its destination, and its trade."""

    merchant: str
    number: str
    says: str


def forecast(context: TableContext, actions: tuple[Any, ...]) -> Forecast:
    """The city after the actions, with a way for each merchant that would move if the players were done."""
    state, turned = context.position, context.phone.turned
    now = state.now
    assert isinstance(now, Play), "foreseen only while players take their turns"
    for action in actions:
        state = HANGZHOU.after(state, action, context.view.seat)
        state = state if isinstance(state.now, Play) else replace(state, now=now)
    found = tuple(steps(state))
    city = draw(
        state,
        turned=turned,
        picked=getattr(actions[0], "space", "") if actions else "",
        says=labels.spaces(context, state),
        ghosts=tuple(_ghosts(city_map(turned), found)),
    )
    ways = tuple(Way(merchant, NUMBER[merchant], _told(context, merchant, *at)) for merchant, *at in found)
    return Forecast(
        show(context, "hangzhou/forecast.html", city=city),
        show(context, "hangzhou/ways.html", ways=ways),
        _open(context, state, Seat(now.seat)),
    )


def _ghosts(grid: Map, found: Steps) -> Iterator[Figure]:
    for merchant, before, then in found:
        start, end = before.merchant(merchant), then.merchant(merchant)
        if end is not None and end != start:
            (x0, y0), (x1, y1) = grid.middles[start or GATES[merchant]], grid.middles[end]
            path = f"M{x0:g} {y0:g}L{x1:g} {y1:g}"
            yield Figure(merchant, NUMBER[merchant], x1 - 12, y1 - 15, 24, path=path)


def _told(context: TableContext, merchant: Merchant, before: State, then: State) -> str:
    """Where a merchant comes to, and what it trades there: “A3, sells you blue”."""
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


def _open(context: TableContext, state: State, turn: Seat) -> str:
    """Note that the forecast holds if nobody acts, and who may still act: those who have not passed."""
    words = context.own_words
    left = [context.names[seat] for seat, passed in enumerate(state.seals) if not passed and seat != turn]
    return words.phrase("forecast.left", names=context.words.listed(left)) if left else words.phrase("forecast.nobody")
