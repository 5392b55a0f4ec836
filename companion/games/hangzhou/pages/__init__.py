"""Hangzhou's pages: the city, a turn, the merchant round, dice, entering the city, checking, counting."""

from __future__ import annotations

from typing import Final

from companion.engine.game import AnyEffect, Seat
from companion.games.hangzhou.components import COLOUR_NAMES, DYE_NAMES
from companion.games.hangzhou.effects import MerchantRoundBegan
from companion.games.hangzhou.names import DYES, MERCHANTS, Colour, Dye
from companion.games.hangzhou.pages import (
    answers,
    beat_pages,
    beats,
    entry,
    fixing,
    forecast,
    hands,
    header,
    labels,
    lessons,
    photo,
    scoring_form,
    views,
    zones,
)
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.state import State
from companion.web.context import GamePages
from companion.web.photographs import AnyPhotographed
from companion.web.table import photograph
from companion.web.widgets import Answer, Field, Forecast, Holding, Key, Mark, MenuRow, Phase, Place, Sign, Zone

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


class HangzhouPages(GamePages[State], frozen=True):
    """Colours and shops for chairs; the city in words, and entering it."""

    def menu(self, context: TableContext) -> tuple[MenuRow, ...]:
        """Entering the city."""
        words = context.own_words
        row = MenuRow("city", "mark", words.phrase("enter_city"), words.phrase("way.merchants.name"))
        return (row,) if context.seated else ()

    def chair_name(self, key: str, language: str) -> str:
        """The colour of a chair in words."""
        return COLOUR_NAMES[language][Colour(key)]

    def chair_sign(self, key: str) -> str:
        """The shop of a chair's colour."""
        return f"shop-{key}"

    def seat_mark(self, context: TableContext, chair: int) -> Mark | None:
        """The chair's seal is on the temple: its player has passed."""
        seat = context.view.chairs[chair].seat
        if seat is None or context.view.state is None or not context.view.state.seals[seat]:
            return None
        return Mark("passed", context.own_words.phrase("has_passed"))

    def offer(self, context: TableContext, action: object) -> Key:
        return lessons.offer(context, action)

    def thing_label(self, context: TableContext, thing: str) -> str:
        """Things are called as their lines of the score."""
        return context.own_words.phrase(f"score.{scoring_form.LINE[thing]}")

    def kind_of(self, context: TableContext, kind: str, what: str) -> tuple[str, str]:
        """Cubes have their own symbols."""
        name = DYE_NAMES[context.language][Dye(what)] if what else ""
        return (f"dye-{what}" if what else {"points": "point", "shops": "mark"}.get(kind, "coin")), name

    def whole(self, context: TableContext, form: str, gone: tuple[AnyEffect, ...]) -> str:
        """A merchant round goes back as one."""
        began = any(isinstance(effect, MerchantRoundBegan) for effect in gone)
        return context.own_words.phrase(f"whole.{form}") if began else ""

    def put_back(self, context: TableContext, then: State) -> tuple[tuple[str, str, int], ...]:
        return labels.put_back(context, then)

    def scene(self, context: TableContext, state: State, about: object) -> str:
        return lessons.scene(context, state, about)

    def foresight(self, context: TableContext) -> str:
        return forecast.foresight(context)

    def forecast(self, context: TableContext, actions: tuple[object, ...]) -> Forecast:
        return forecast.forecast(context, actions)

    def told(self, context: TableContext, seq: int) -> int:
        return beats.told(context, seq)

    def phase(self, context: TableContext) -> Phase:
        return beats.phase(context)

    def bar(self, context: TableContext) -> tuple[str, str]:
        return header.bar(context)

    def moment(self, context: TableContext) -> str:
        return header.moment(context)

    def answer(self, context: TableContext, state: State, action: object) -> Answer:
        return answers.answer(context, state, action)

    def length(self, context: TableContext) -> str:
        """The rounds."""
        state = context.view.state
        return "" if state is None else context.own_words.count("rounds", state.round)

    def last(self, context: TableContext) -> str:
        return header.last(context)

    def step(self, context: TableContext, effect: AnyEffect) -> str:
        return labels.step(context, effect)

    def together(self, context: TableContext, effect: AnyEffect) -> str:
        """The dice of the first market."""
        laid = getattr(effect, "rule", "") == "setup-market"
        return context.own_words.phrase("market_laid") if laid else ""

    def hand(self, context: TableContext, seat: Seat) -> tuple[Holding, ...]:
        return hands.hand(context, context.position, seat)

    def place(self, context: TableContext, item: str) -> Place | None:
        return fixing.place(context, item) or super().place(context, item)

    def photographed(self, context: TableContext, item: str) -> AnyPhotographed | None:
        return photo.photographed(context, item)

    def comparisons(self, context: TableContext) -> tuple[AnyPhotographed, ...]:
        return photo.comparisons(context)

    def zones(self, context: TableContext) -> tuple[Zone, ...]:
        return zones.zones(context)

    def tally_fields(self, context: TableContext, chair: int, things: tuple[str, ...]) -> tuple[Field, ...]:
        return scoring_form.tally_fields(context, chair, things)


PAGES: Final = HangzhouPages(
    WORDS=__name__,
    SIGNS=SIGNS,
    scored={"coins_in_hand": "coin", "dyes_in_hand": "dye-purple", "points": "point"},
    PAGES={
        "at": views.at,
        "step": beat_pages.step,
        "dice": views.dice,
        "city": entry.city,
        photograph.PAGE: photograph.page,
    },
    TABLE=views.game,
    SCREEN=beat_pages.screen,
    ACTS={"at": ("round",), "city": ("chairs", "round"), "photo": ("chairs", "round"), "dice": ("dice",)},
    BACK=("step",),
    STYLES=("game.css",),
    ways=("follow", "merchants", "score"),
)
