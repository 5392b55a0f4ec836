"""Xanadú's pages: buildings, a turn, starting buildings, selling, cards by name, checking, counting."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from companion.engine.game import OVER, AnyEffect, Seat
from companion.engine.reading import number
from companion.engine.wording import wording
from companion.games.xanadu.components import BUILDINGS
from companion.games.xanadu.moves import Build, EndTurn, PickStart, PlaceWorker, Sell
from companion.games.xanadu.names import RESOURCES, SEAT_LETTERS, UNKNOWN, Card
from companion.games.xanadu.pages import card_page, counting, labels, photo, screen, start_page, turn, zones
from companion.games.xanadu.pages.address import aim
from companion.games.xanadu.pages.labels import TableContext
from companion.games.xanadu.rules import XANADU
from companion.games.xanadu.state import Pick, Play, State
from companion.games.xanadu.table import COUNTED
from companion.web.context import GamePages
from companion.web.photographs import AnyPhotographed
from companion.web.table import photograph, result
from companion.web.table.frame import last_act
from companion.web.table.game_page import curtain
from companion.web.widgets import Answer, Counted, Field, Holding, Look, Mark, Part, Phase, Place, Sign, Zone

SIGNS: Final = (
    *(Sign(f"r-{resource}", art=resource.value) for resource in RESOURCES),
    Sign("coin", art="coin"),
    Sign("point", art="coin"),
    Sign("worker", art="worker"),
    Sign("cards", art="hand"),
    Sign("mark", art="moon-gate"),
)
"""Drawn from the faces and art of cards/xanadu."""
LOWEST: Final = 11
"""Cards of the last deck among which the End card is."""
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
        """Coins as far as they are known, how many cards, and what there is to spend in a turn that is on."""
        state, words = context.position, context.own_words
        coins, cards = state.players[seat].coins, len(state.players[seat].hand)
        purse = () if coins is None else (Holding(words.count("held.coins", coins), coins, (("coin", ""),)),)
        held = (*purse, Holding(words.count("held.cards", cards), cards, (("cards", ""),)))
        if not isinstance(state.now, Play) or state.now.seat != seat:
            return held
        goods = [labels.good(context, resource) for resource in turn.spendable(state, seat)]
        signs = tuple((good.sign, good.name) for good in goods)
        return (*held, Holding(words.phrase("to_spend"), signs=signs)) if signs else held

    def bar(self, context: TableContext) -> tuple[str, str]:
        if context.view.state is None:
            return context.own_words.phrase("name"), context.words.phrase("new_table")
        return _now(context, context.position), last_act(context) or self.moment(context)

    def moment(self, context: TableContext) -> str:
        """How far the game is: which time the deck is played, and how many cards it has."""
        state = context.position
        words = context.own_words
        return words.phrase(
            "moment", run=str(state.run), of=str(state.runs), cards=words.count("thing.cards", state.pile)
        )

    def last(self, context: TableContext) -> str:
        """The deck is played for the last time, and the End card is near."""
        state, words = context.position, context.own_words
        if state.turn is OVER or not state.last_run or state.pile > LOWEST:
            return ""
        return words.phrase("last_deck", cards=words.count("thing.cards", state.pile))

    def answer(self, context: TableContext, state: State, action: Any) -> Answer:
        """The key of an action: the building, and which card works there, where it is known."""
        words = context.own_words
        match action:
            case PlaceWorker(building, worker):
                small = "" if worker in (None, UNKNOWN) else labels.called(context, worker)
                return Answer(labels.called(context, building), small, group=words.phrase("worker"), columns=2)
            case Build(card):
                return Answer(labels.called(context, card), group=words.phrase("build"), columns=2)
            case Sell(building):
                return Answer(labels.called(context, building), group=words.phrase("sell"), columns=2)
            case PickStart(card):
                return Answer(labels.called(context, card), group=words.phrase("bar.pick_own"), columns=2)
        return Answer(words.phrase("end_turn"))

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
        seat = turn.playing(context, context.position)
        if seat is None or not isinstance(action, EndTurn) or not XANADU.ends_game(context.position, seat):
            return ""
        return aim(context).address(context.home, ends=True)

    def looks(self, context: TableContext, effect: AnyEffect) -> tuple[Look, ...]:
        return labels.looks(context, effect)

    def seat_mark(self, context: TableContext, chair: int) -> Mark | None:
        """A player's tong bao; while starting buildings are picked, who has done so."""
        state = context.view.state
        seat = context.view.chairs[chair].seat
        if state is None or seat is None or int(seat) >= len(state.players):
            return None
        words = context.own_words
        if isinstance(state.now, Pick):
            return None if seat in context.view.waiting else Mark("passed", words.phrase("has_picked"))
        coins = state.players[seat].coins
        return None if coins is None else Mark("", words.count("thing.coins", coins), str(coins))

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
        """Tong bao by digits, then the buildings."""
        places = tuple(thing for thing in things if thing != COUNTED)
        coins = Counted(COUNTED, context.own_words.phrase("tong_bao"), "coin", 999)
        return (coins, Part("xanadu/tally.html", places, counting.standings(context, chair, places)))


def game(context: TableContext, item: str) -> str:
    """The game as it is on now; `item` ``last``: the table itself, though the game is over."""
    state = context.position
    if context.covered:
        return curtain(context)
    if state.turn is OVER and item != "last":
        return result.end(context)
    if isinstance(state.now, Pick) and context.acting is not None:
        return start_page.start(context, state, context.acting)
    return turn.turn(context, state)


def _now(context: TableContext, state: State) -> str:
    words, now, seat = context.own_words, state.now, context.acting
    if state.turn is OVER:
        return context.words.phrase("plain.over")
    if isinstance(now, Pick):
        if seat in context.view.waiting:
            own = seat == context.view.eyes
            return words.phrase("bar.pick_own" if own else "bar.pick_for", name=context.names[seat or 0])
        waiting = words.listed(context.names[other] for other in context.view.waiting)
        return words.phrase("waiting", names=waiting)
    if not isinstance(now, Play):
        return _asked(context) or words.phrase("bar.draws")
    own = seat == now.seat == context.view.eyes
    return context.words.phrase("plain.yours" if own else "plain.theirs", name=context.names[now.seat])


def _asked(context: TableContext) -> str:
    """Name of the player who looks for the End card, or ""."""
    asked = context.view.question
    if asked is None or asked.seat is None:
        return ""
    key = "bar.asked_own" if asked.seat == context.view.eyes else "bar.asked"
    return context.own_words.phrase(key, name=context.names[asked.seat])


PAGES: Final = XanaduPages(
    WORDS=__name__,
    SIGNS=SIGNS,
    scored={"coins": "coin", "final-sale": "mark"},
    FACES=FACES,
    PAGES={
        "at": turn.at,
        "sell": turn.sell,
        "card": card_page.card,
        photograph.PAGE: photograph.page,
    },
    TABLE=game,
    SCREEN=screen.screen_play,
    ACTS={"at": ("play",), "sell": ("play",), photograph.PAGE: ("count",)},
    TYPED=("n",),
    STYLES=("game.css",),
    ways=("follow", "score"),
    dice=False,
)
