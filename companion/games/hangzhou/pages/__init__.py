"""Hangzhou's pages: the city, a turn, the merchant round, dice, entering the city, checking, counting."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from msgspec.structs import replace

from companion.engine.game import AnyEffect, Seat
from companion.games.hangzhou import components, phases
from companion.games.hangzhou.components import COLOUR_NAMES, DYE_NAMES, WORTH
from companion.games.hangzhou.effects import MerchantRoundBegan
from companion.games.hangzhou.names import DYES, MERCHANTS, Colour, Dye
from companion.games.hangzhou.pages import beat_pages, beats, entry, fixing, labels, photo, turn
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.state import State
from companion.web.context import GamePages
from companion.web.table import photograph
from companion.web.table.frame import find_last_act, show
from companion.web.table.undo import undo_keys
from companion.web.widgets import Counted, Field, Holding, Mark, MenuRow, Place, Sign

SIGNS: Final = (
    *(Sign(f"dye-{dye}", "dye-chip", "dyes", dye) for dye in DYES),
    *(Sign(f"shop-{colour}", "shop", "players", colour, into="player") for colour in Colour),
    *(Sign(f"disc-{merchant}", "merchant-disc", "merchants", merchant, into="merchant") for merchant in MERCHANTS),
    Sign("coin", art="coin"),
    Sign("point", art="victory"),
    Sign("temple", art="temple"),
    *(Sign(f"city-{n}", "city", set={"turned": -90 * n, "plain": "yes"}, window="walls") for n in range(4)),
    Sign("mark", art="temple"),
)
"""Drawn from the faces and art of cards/hangzhou."""


NATURAL: Final = sum(n for n, natural in zip(components.CUBES, components.NATURAL, strict=True) if natural)
"""Dyes that hands may hold."""
TALLIED: Final = {
    "coins": Counted("coins", "coins_in_hand", "coin", worth=WORTH["coin"]),
    "shop_coins": Counted("shop_coins", "coins_at_shops", "", worth=WORTH["coin"]),
    "dyes": Counted("dyes", "dyes_in_hand", "dye-blue", NATURAL, WORTH["dye"]),
    "points": Counted("points", "points", "point", worth=WORTH["point"]),
    "shops": Counted("shops", "shops_in_city", "", max(components.SHOPS.values())),
}
"""What is counted at the end, named by its score line; without an icon, the player's shop stands for it."""


class HangzhouPages(GamePages[State], frozen=True):
    """Colours and shops for chairs; the city in words, and entering it."""

    answer = staticmethod(turn.answer)
    comparisons = staticmethod(photo.comparisons)
    scene = staticmethod(turn.scene)
    forecast = staticmethod(turn.forecast)
    phase = staticmethod(beats.phase)
    photographed = staticmethod(photo.photographed)
    told = staticmethod(beats.told)
    zones = staticmethod(fixing.zones)

    def menu(self, context: TableContext) -> tuple[MenuRow, ...]:
        """Entering the city."""
        words = context.own_words
        row = MenuRow("city", "mark", words.phrase("enter_city"), words.phrase("way.merchants.name"))
        return (row,) if context.seated else ()

    def chair_name(self, key: str, language: str) -> str:
        """Returns the colour of a chair in words."""
        return COLOUR_NAMES[language][Colour(key)]

    def chair_sign(self, key: str) -> str:
        """Returns the shop of a chair's colour."""
        return f"shop-{key}"

    def seat_mark(self, context: TableContext, chair: int) -> Mark | None:
        """Returns the seal of a player who has passed."""
        seat, state = context.view.chairs[chair].seat, context.view.state
        passed = seat is not None and state is not None and state.seals[seat]
        return Mark("passed", context.own_words.phrase("has_passed")) if passed else None

    def thing_label(self, context: TableContext, thing: str) -> str:
        """Things are called as their lines of the score."""
        return context.own_words.phrase(f"score.{TALLIED[thing].name}")

    def tally_fields(self, context: TableContext, chair: int, things: tuple[str, ...]) -> tuple[Field, ...]:
        """A number for each."""
        shop = self.chair_sign(context.view.chairs[chair].key)
        return tuple(
            replace(TALLIED[thing], name=self.thing_label(context, thing), sign=TALLIED[thing].sign or shop)
            for thing in things
        )

    def kind_of(self, context: TableContext, kind: str, what: str) -> tuple[str, str]:
        """Cubes have their own symbols."""
        if what:
            return f"dye-{what}", DYE_NAMES[context.language][Dye(what)]
        return {"points": "point", "shops": "mark"}.get(kind, "coin"), ""

    def whole(self, context: TableContext, form: str, gone: tuple[AnyEffect, ...]) -> str:
        """A merchant round is undone as one."""
        began = any(isinstance(effect, MerchantRoundBegan) for effect in gone)
        return context.own_words.phrase(f"whole.{form}") if began else ""

    def put_back(self, context: TableContext, then: State) -> tuple[tuple[str, str, int], ...]:
        """Merchants, market dice and the round die, where they differ."""
        now, words, rows = context.position, context.own_words, list[tuple[str, str, int]]()
        if away := [was for was, place in zip(then.merchants, now.merchants, strict=True) if was != place]:
            places = context.words.listed(dict.fromkeys(place or words.phrase("gate") for place in away))
            says = words.count("back.merchants", len(away), places=places)
            rows.append((f"disc-{MERCHANTS[0]}", says, len(away)))
        market = zip(then.market, now.market, strict=True)
        if dice := sum((Counter(was) - Counter(row)).total() for was, row in market):
            rows.append(("die", words.phrase("back.dice", n=dice), dice))
        if then.round_die != now.round_die:
            rows.append(("die", words.phrase("back.die", n=str(then.round_die)), 1))
        return tuple(rows)

    def foresight(self, context: TableContext) -> str:
        """During players' turns the merchants' ways can be predicted."""
        playing = isinstance(context.position.now, phases.Play) and not context.view.outcomes
        return context.own_words.phrase("forecast.key") if playing else ""

    def bar(self, context: TableContext) -> tuple[str, str]:
        told = (find_last_act(context), self.moment(context))
        return turn.now(context, context.position), " · ".join(part for part in told if part)

    def moment(self, context: TableContext) -> str:
        """The round."""
        return context.own_words.phrase("bar.round", n=str(context.position.round))

    def length(self, context: TableContext) -> str:
        """The rounds."""
        state = context.view.state
        return "" if state is None else context.own_words.count("rounds", state.round)

    def last(self, context: TableContext) -> str:
        """All seals are on the temple: whoever is to play now ends the player round."""
        state = context.position
        return context.own_words.phrase("last_turn") if isinstance(state.now, phases.Play) and all(state.seals) else ""

    def step(self, context: TableContext, effect: Any) -> str:
        """“shop on A3”, “red on A3”, “pass”."""
        die = getattr(effect, "die", None)
        dye = die.dye if die else getattr(effect, "dye", None)
        fields = {"dye": DYE_NAMES[context.language][dye]} if dye else {}
        return context.own_words.named("step", effect, **fields, **({"price": str(die.price)} if die else {}))

    def together(self, context: TableContext, effect: AnyEffect) -> str:
        """The dice of the first market."""
        laid = getattr(effect, "rule", "") == "setup-market"
        return context.own_words.phrase("market_laid") if laid else ""

    def hand(self, context: TableContext, seat: Seat) -> tuple[Holding, ...]:
        return labels.hand(context, context.position, seat)

    def place(self, context: TableContext, item: str) -> Place | None:
        return fixing.place(context, item) or super().place(context, item)


def game(context: TableContext, item: str) -> str:
    """Returns the current page of the game."""
    state = context.position
    match beats.phase(context).name:
        case "merchants":
            return beat_pages.now(context)
        case "dice":
            return entry.dice(context, "")
        case "round" if context.view.settings.way == "merchants":
            return show(
                context,
                "hangzhou/hub.html",
                city=turn.city(context, state),
                rows=turn.list_market_rows(context, state.market),
                undo=undo_keys(context),
            )
    return turn.turn(context, state)


PAGES: Final = HangzhouPages(
    WORDS=__name__,
    SIGNS=SIGNS,
    scored={"coins_in_hand": "coin", "dyes_in_hand": "dye-purple", "points": "point"},
    PAGES={
        "at": turn.at,
        "step": beat_pages.step,
        "dice": entry.dice,
        "city": entry.city,
        photograph.PAGE: photograph.page,
    },
    TABLE=game,
    SCREEN=beat_pages.screen,
    ACTS={"at": ("round",), "city": ("chairs", "round"), "photo": ("chairs", "round"), "dice": ("dice",)},
    BACK=("step",),
    STYLES=("game.css",),
    ways=("follow", "merchants", "score"),
)
