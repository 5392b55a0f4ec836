"""The city outside a turn: the merchants' predicted ways, and a picture above a lesson."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from msgspec.structs import replace

from companion.games.hangzhou.components import DYE_NAMES
from companion.games.hangzhou.effects import Bought, Effect, MerchantMoved, MerchantStayed, Sold, TakenBack
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.drawing import City, arrow, make_city_map, ring
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.rounds import steps
from companion.games.hangzhou.rules import HANGZHOU
from companion.games.hangzhou.state import Play, State
from companion.web.table.frame import show
from companion.web.widgets import Forecast


def forecast(context: TableContext, actions: tuple[Any, ...]) -> Forecast:
    """Returns where each merchant would go after the actions if the players were done."""
    state, now = context.position, context.position.now
    assert isinstance(now, Play), "foreseen only while players take their turns"
    for action in actions:
        state = HANGZHOU.after(state, action, context.view.seat)
        state = state if isinstance(state.now, Play) else replace(state, now=now)
    ways = tuple(_outcome(context, *step) for step in steps(state))
    left = [context.names[seat] for seat, passed in enumerate(state.seals) if not passed and seat != now.seat]
    key = "forecast.left" if left else "forecast.nobody"
    says = context.own_words.phrase(key, names=context.words.listed(left))
    return Forecast(ways, says)


def _outcome(context: TableContext, before: State, effects: list[Effect], _: State) -> str:
    """Returns where a merchant arrives, and its trade there: “Orange: A3: sells blue (you)”."""
    way, *rest = effects
    assert isinstance(way, MerchantMoved | MerchantStayed), "a merchant's step begins with its way"
    decision, trade = way.because, next((one for one in rest if isinstance(one, Bought | Sold | TakenBack)), None)
    deed = "outside" if decision.end is None else "stays" if decision.end == decision.start else "goes"
    fields = {"merchant": labels.merchant(context, decision.merchant), "place": decision.end or ""}
    if trade is not None:
        known = {Bought: "sells", Sold: "buys", TakenBack: "back"}[type(trade)]
        deed = "visit" if before.hands[trade.seat].hidden else known
        fields["name"] = context.words.phrase("you") if trade.seat == context.view.eyes else context.names[trade.seat]
        fields["dye"] = DYE_NAMES[context.language][trade.die.dye]
    return context.own_words.phrase(f"forecast.{deed}", **fields)


def scene(context: TableContext, state: State, about: Any) -> str:
    """Returns the city, with a ring around the space of an action, or the whole decision of a merchant."""
    grid, marks = make_city_map(context.phone.turned), []
    if isinstance(about, MerchantMoved | MerchantStayed):
        marks = [ring(grid, target.space, also=target.cut_by is not None) for target in about.because.targets]
        marks += arrow(grid, about.because)
    elif (space := getattr(about, "space", None)) is not None:
        marks = [ring(grid, space)]
    # A template of its own, and escaped when it was filled.
    return Markup(show(context, "hangzhou/scene.html", city=City(grid, state, marks=marks)))
