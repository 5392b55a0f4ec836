"""Xanadú's pages: buildings, a turn, starting buildings, selling, cards by name, checking, counting."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.engine.game import AnyEffect, Seat
from companion.engine.reading import number
from companion.engine.wording import wording
from companion.games.xanadu.components import BUILDINGS
from companion.games.xanadu.moves import EndTurn
from companion.games.xanadu.names import RESOURCES, SEAT_LETTERS, Card
from companion.games.xanadu.pages import (
    answers,
    card_page,
    header,
    labels,
    photo,
    scoring_form,
    screen,
    seats,
    views,
    zones,
)
from companion.games.xanadu.pages.address import aim
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.rules import XANADU
from companion.games.xanadu.state import Pick, State
from companion.web.context import GamePages
from companion.web.photographs import AnyPhotographed
from companion.web.table import photograph
from companion.web.widgets import Answer, Field, Holding, Look, Mark, Phase, Place, Sign, Zone

SIGNS: Final = (
    *(Sign(f"r-{resource}", art=resource.value) for resource in RESOURCES),
    Sign("coin", art="coin"),
    Sign("point", art="coin"),
    Sign("worker", art="worker"),
    Sign("cards", art="hand"),
    Sign("mark", art="moon-gate"),
)
"""Drawn from the faces and art of cards/xanadu."""
FACES: Final = {
    labels.number(card): Sign(labels.number(card), "building", "buildings", row.id) for card, row in BUILDINGS.items()
}
"""Every card as it is printed, by its number."""


class XanaduPages(GamePages[State], frozen=True):
    """Places go by numbers; everybody's buildings in words."""

    def chair_name(self, key: str, language: str) -> str:
        """A place at the table by its number: players have no colours."""
        return wording(self.WORDS, language).phrase("place", n=str(SEAT_LETTERS.index(key) + 1))

    def phase(self, context: TableContext) -> Phase:
        """Starting buildings are picked before there are any turns."""
        return Phase("pick") if isinstance(context.position.now, Pick) else super().phase(context)

    def hand(self, context: TableContext, seat: Seat) -> tuple[Holding, ...]:
        return header.hand(context, seat)

    def bar(self, context: TableContext) -> tuple[str, str]:
        return header.bar(context)

    def moment(self, context: TableContext) -> str:
        return header.moment(context)

    def last(self, context: TableContext) -> str:
        return header.last(context)

    def answer(self, context: TableContext, state: State, action: object) -> Answer:
        return answers.answer(context, state, action)

    def step(self, context: TableContext, effect: AnyEffect) -> str:
        return labels.step(context, effect)

    def kind_of(self, context: TableContext, kind: str, what: str) -> tuple[str, str]:
        """Cards and buildings by number and name."""
        sign = "coin" if kind == "coins" else "cards" if kind.startswith("card") else "mark"
        if not what:
            return sign, ""
        return sign, labels.called(context, Card(int(what)))

    def idea(self, context: TableContext, action: object) -> str:
        return labels.idea(context, action) or super().idea(context, action)

    def asks_first(self, context: TableContext, action: object) -> str:
        seat = seats.playing(context, context.position)
        if seat is None or not isinstance(action, EndTurn) or not XANADU.ends_game(context.position, seat):
            return ""
        return aim(context).address(context.home, ends=True)

    def looks(self, context: TableContext, effect: AnyEffect) -> tuple[Look, ...]:
        return labels.looks(context, effect)

    def seat_mark(self, context: TableContext, chair: int) -> Mark | None:
        return header.seat_mark(context, chair)

    def place(self, context: TableContext, item: str) -> Place | None:
        """A place in front of a player; of a seat, with a row for each of its cards."""
        if "-" in item:
            return zones.place(context, item)
        found, seat = super().place(context, item), number(item)
        return found if found is None or seat is None else replace(found, links=zones.of_seat(context, Seat(seat)))

    def photographed(self, context: TableContext, item: str) -> AnyPhotographed | None:
        return photo.photographed(context, item)

    def comparisons(self, context: TableContext) -> tuple[AnyPhotographed, ...]:
        return photo.comparisons(context)

    def zones(self, context: TableContext) -> tuple[Zone, ...]:
        return zones.zones(context)

    def tally_fields(self, context: TableContext, chair: int, things: tuple[str, ...]) -> tuple[Field, ...]:
        return scoring_form.tally_fields(context, chair, things)


PAGES: Final = XanaduPages(
    WORDS=__name__,
    SIGNS=SIGNS,
    scored={"coins": "coin", "final-sale": "mark"},
    FACES=FACES,
    PAGES={
        "at": views.at,
        "sell": views.sell,
        "card": card_page.card,
        photograph.PAGE: photograph.page,
    },
    TABLE=views.game,
    SCREEN=screen.screen_play,
    ACTS={"at": ("play",), "sell": ("play",), photograph.PAGE: ("count",)},
    TYPED=("n",),
    STYLES=("game.css",),
    ways=("follow", "score"),
    dice=False,
)
