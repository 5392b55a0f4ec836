"""Dunhuang's pages: the ring, what a turn asks below it, shops, counting."""

from __future__ import annotations

from typing import Final

from companion.engine.game import AnyEffect, Score, Seat
from companion.engine.wording import wording
from companion.games.dunhuang.names import CHARACTERS, GOODS, Good
from companion.games.dunhuang.pages import (
    answers,
    header,
    labels,
    photo,
    scoring_form,
    shops,
    views,
    zones,
)
from companion.games.dunhuang.pages.context import TableContext
from companion.games.dunhuang.state import State
from companion.web.context import GamePages
from companion.web.photographs import AnyPhotographed
from companion.web.table import photograph
from companion.web.widgets import Answer, Field, Holding, Mark, Sign, Zone

SIGNS: Final = (
    *(Sign(f"card-{good}", "fig-good", "goods", good, into="good") for good in GOODS),
    *(Sign(f"token-{good}", "fig-token", "goods", good, into="good") for good in GOODS),
    *(Sign(f"portrait-{character}", "portrait", "characters", character) for character in CHARACTERS),
    Sign("card-back", art="good"),
    Sign("coin", art="coin"),
    Sign("prestige", art="prestige"),
    Sign("point", art="prestige"),
    Sign("near", art="majority"),
    Sign("guard", art="shang"),
    Sign("shop", art="shop"),
    Sign("camel", art="camel"),
    Sign("deck", art="good"),
    Sign("mark", art="camel"),
)
"""Drawn from the faces and art of cards/dunhuang."""


class DunhuangPages(GamePages[State], frozen=True):
    """Seats go by letters; all shops in one table."""

    def chair_name(self, key: str, language: str) -> str:
        """The seat's letter, clockwise from the first."""
        return wording(self.WORDS, language).phrase("seat", letter=key)

    def bar(self, context: TableContext) -> tuple[str, str]:
        return header.bar(context)

    def moment(self, context: TableContext) -> str:
        return header.moment(context)

    def answer(self, context: TableContext, state: State, action: object) -> Answer:
        return answers.answer(context, state, action)

    def by_points(self, score: Score) -> bool:
        """A top merchant wins whatever the points are."""
        return score.decided_by != "top-merchant"

    def last(self, context: TableContext) -> str:
        return header.last(context)

    def step(self, context: TableContext, effect: AnyEffect) -> str:
        return labels.step(context, effect)

    def kind_of(self, context: TableContext, kind: str, what: str) -> tuple[str, str]:
        """Cards and tokens by their goods."""
        if not what:
            return kind.removesuffix("s"), ""
        return labels.sign(Good(what)), labels.good(context, Good(what))

    def idea(self, context: TableContext, action: object) -> str:
        return answers.idea(context, action) or super().idea(context, action)

    def seat_mark(self, context: TableContext, chair: int) -> Mark | None:
        return header.seat_mark(context, chair)

    def hand(self, context: TableContext, seat: Seat) -> tuple[Holding, ...]:
        return shops.hand(context, seat)

    def photographed(self, context: TableContext, item: str) -> AnyPhotographed | None:
        return photo.photographed(context, item)

    def comparisons(self, context: TableContext) -> tuple[AnyPhotographed, ...]:
        return photo.comparisons(context)

    def zones(self, context: TableContext) -> tuple[Zone, ...]:
        return zones.zones(context)

    def thing_name(self, context: TableContext, thing: str) -> str:
        return labels.good(context, Good(thing)) if thing in GOODS else super().thing_name(context, thing)

    def tally_fields(self, context: TableContext, chair: int, things: tuple[str, ...]) -> tuple[Field, ...]:
        return scoring_form.tally_fields(context, chair, things)


PAGES: Final = DunhuangPages(
    WORDS=__name__,
    SIGNS=SIGNS,
    scored={"tokens": "near", "prestige": "prestige", "score-hands": "deck"},
    PAGES={photograph.PAGE: photograph.page},
    TABLE=views.game,
    SCREEN_SIDE=views.screen_side,
    ACTS={photograph.PAGE: ("count",)},
    DOOR="ring",
    STYLES=("game.css",),
    ways=("follow", "score"),
)
