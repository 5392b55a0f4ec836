"""Xanadú's pages: buildings, a turn, starting buildings, selling, cards by name, checking, counting."""

from __future__ import annotations

from typing import Final

from companion.engine.game import OVER, AnyEffect, Seat
from companion.engine.reading import number as read_number
from companion.engine.wording import wording
from companion.games.xanadu import phases
from companion.games.xanadu.components import BUILDINGS, RESOURCE_NAMES, ROWS
from companion.games.xanadu.moves import Build, EndTurn, PickStart, PlaceWorker, Sell
from companion.games.xanadu.names import RESOURCES, SEAT_LETTERS, UNKNOWN, Card, format_card_number
from companion.games.xanadu.pages import cards, parts, photo, turn, zones
from companion.games.xanadu.pages.parts import TableContext
from companion.games.xanadu.rules import XANADU
from companion.games.xanadu.state import Building, State, purse
from companion.games.xanadu.table import COUNTED, ROOM
from companion.web.context import GamePages
from companion.web.table import photograph
from companion.web.table.frame import find_last_act
from companion.web.widgets import Answer, Counted, Field, Holding, Look, Mark, Part, Phase, Sign

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
    format_card_number(card): Sign(format_card_number(card), "building", "buildings", row.id)
    for card, row in BUILDINGS.items()
}
"""Every card as it is printed, by its number."""
GROUPS: Final[dict[type, str]] = {PlaceWorker: "worker", Build: "build", Sell: "sell", PickStart: "bar.pick_own"}
"""The heading above the keys of each kind."""


class XanaduPages(GamePages[State], frozen=True):
    """Places go by numbers; everybody's buildings in words."""

    def chair_name(self, key: str, language: str) -> str:
        """Returns the number of a place at the table, as players have no colours."""
        return wording(self.WORDS, language).phrase("place", n=str(SEAT_LETTERS.index(key) + 1))

    def phase(self, context: TableContext) -> Phase:
        """Returns the phase. Starting buildings are picked before there are any turns."""
        return Phase("pick") if isinstance(context.position.now, phases.Pick) else super().phase(context)

    def hand(self, context: TableContext, seat: Seat) -> tuple[Holding, ...]:
        """Coins as far as they are known, how many cards, and what there is to spend in a turn that is on."""
        state, words, names = context.position, context.own_words, RESOURCE_NAMES[context.language]
        player, now = state.players[seat], state.now
        coins, held = player.coins, len(player.hand)
        found = [] if coins is None else [Holding(words.count("held.coins", coins), coins, (("coin", ""),))]
        found.append(Holding(words.count("held.cards", held), held, (("cards", ""),)))
        if isinstance(now, phases.Play) and now.seat == seat:
            spend = zip(RESOURCES, purse(state, seat), strict=True)
            signs = tuple([(f"r-{resource}", names[resource]) for resource, n in spend for _ in range(n)])
            found += [Holding(words.phrase("to_spend"), signs=signs)] if signs else []
        return tuple(found)

    def bar(self, context: TableContext) -> tuple[str, str]:
        own, view, names = context.own_words, context.view, context.names
        now, seat, title = context.position.now, context.acting, super().bar(context)[0]
        if isinstance(now, phases.Pick):
            title = own.phrase("waiting", names=own.listed(names[other] for other in view.waiting))
            if seat is not None and seat in view.waiting:
                title = own.phrase("bar.pick_own" if seat == view.eyes else "bar.pick_for", name=names[seat])
        elif view.question is not None and view.question.seat is not None:
            key = "bar.asked_own" if view.question.seat == view.eyes else "bar.asked"
            title = own.phrase(key, name=names[view.question.seat])
        elif isinstance(now, phases.Deal | phases.Draw):
            title = own.phrase("bar.draws")
        return title, find_last_act(context) or self.moment(context)

    def moment(self, context: TableContext) -> str:
        """Progress of the game: the run of the deck, and the cards in it."""
        state, words = context.position, context.own_words
        cards = words.count("thing.cards", state.pile)
        return words.phrase("moment", run=str(state.run), of=str(state.runs), cards=cards)

    def last(self, context: TableContext) -> str:
        """Announces the last pass through the deck, with the End card near."""
        state, words = context.position, context.own_words
        if state.turn is OVER or not state.end_may_come:
            return ""
        return words.phrase("last_deck", cards=words.count("thing.cards", state.pile))

    def answer(self, context: TableContext, state: State, action: object) -> Answer:
        """Returns the key of an action: the building, and the card that works there, if known."""
        words, card, worker = context.own_words, _card(action), getattr(action, "worker", UNKNOWN)
        if card == UNKNOWN:
            return Answer(words.phrase("end_turn"))
        small = "" if worker == UNKNOWN else parts.called(context, worker)
        return Answer(parts.called(context, card), small, group=words.phrase(GROUPS[type(action)]), columns=2)

    def step(self, context: TableContext, effect: AnyEffect) -> str:
        """Returns “worker on Tea House” or “building Ice House”, without cards that others may not know."""
        return context.own_words.named("step", effect, card=parts.name(context, _card(effect)))

    def idea(self, context: TableContext, action: object) -> str:
        """Returns “Tea House to work at Ice House”: cards by name, as this phone knows them."""
        worker = parts.name(context, getattr(action, "worker", UNKNOWN))
        idea = context.own_words.named("idea", action, building=parts.name(context, _card(action)), worker=worker)
        return idea or super().idea(context, action)

    def looks(self, context: TableContext, effect: AnyEffect) -> tuple[Look, ...]:
        """Returns links to the cards that an effect names, as far as this phone knows them."""
        found = [getattr(effect, field, UNKNOWN) for field in ("card", "building", "worker")]
        for field in ("cards", "workers"):  # a reshuffle has a number of cards
            several = getattr(effect, field, ())
            found += several if isinstance(several, tuple) else ()
        known = dict.fromkeys(card for card in found if card in BUILDINGS)
        return tuple(Look(f"card/{format_card_number(card)}", parts.name(context, card)) for card in known)

    def kind_of(self, context: TableContext, kind: str, what: str) -> tuple[str, str]:
        """Cards and buildings by number and name."""
        sign = "coin" if kind == "coins" else "cards" if kind.startswith("card") else "mark"
        return sign, parts.called(context, Card(int(what))) if what else ""

    def asks_first(self, context: TableContext, action: object) -> str:
        seat = parts.playing(context)
        ends = seat is not None and isinstance(action, EndTurn) and XANADU.ends_game(context.position, seat)
        return parts.link(context, ends=1) if ends else ""

    def seat_mark(self, context: TableContext, chair: int) -> Mark | None:
        """Returns a player's tong bao; while starting buildings are picked, whether the player has done so."""
        state, words = context.view.state, context.own_words
        seat = context.view.chairs[chair].seat
        if state is None or seat is None or int(seat) >= len(state.players):
            return None
        if isinstance(state.now, phases.Pick):
            return None if seat in context.view.waiting else Mark("passed", words.phrase("has_picked"))
        coins = state.players[seat].coins
        return None if coins is None else Mark("", words.count("thing.coins", coins), str(coins))

    photographed = staticmethod(photo.photographed)
    comparisons = staticmethod(photo.comparisons)
    zones = staticmethod(zones.zones)

    def tally_fields(self, context: TableContext, chair: int, things: tuple[str, ...]) -> tuple[Field, ...]:
        """Returns a field for tong bao by digits, then one for the buildings: those counted so far, and ten digits that
        add another. The first digit leads to an address, the second one adds the building without workers."""
        places = tuple(thing for thing in things if thing != COUNTED)
        counted = context.counts.counted.get(chair, {})
        # A program may count what there is not; its place is free on the page, and being ready is refused.
        taken = {place: divmod(counted.get(place, 0), ROOM) for place in places}
        standing = {
            place: parts.house(context, Building(Card(n), (UNKNOWN,) * rows))
            for place, (n, rows) in taken.items()
            if n in BUILDINGS and rows <= ROWS
        }
        first = parts.typed(context)
        shown = {
            "chair": chair,
            "standing": standing,
            "free": next((place for place in places if place not in standing), None),
            "room": ROOM,
            "cards": BUILDINGS,
            "typed": first if len(first) < parts.DIGITS else "",
            "path": f"{context.home}/tally/{chair}",
            "photo": f"{context.home}/{photograph.PAGE}/{chair}" if photograph.offered(context.view.game) else "",
            "left": read_number(context.wishes.get("left", "")) or 0,
        }
        coins = Counted(COUNTED, context.own_words.phrase("tong_bao"), "coin", 999)
        return (coins, Part("xanadu/tally.html", places, shown))


def _card(thing: object) -> Card:
    """Returns the card of an action or an effect; unknown if it has none."""
    card: Card = getattr(thing, "building", getattr(thing, "card", UNKNOWN))
    return card


def game(context: TableContext, item: str) -> str:
    """Returns the current page of the game."""
    if isinstance(context.position.now, phases.Pick) and context.acting is not None:
        return turn.pick(context, context.acting)
    return turn.turn(context)


PAGES: Final = XanaduPages(
    WORDS=__name__,
    SIGNS=SIGNS,
    scored={"coins": "coin", "final-sale": "mark"},
    FACES=FACES,
    PAGES={"at": turn.at, "card": cards.card, photograph.PAGE: photograph.page},
    TABLE=game,
    SCREEN=turn.screen,
    ACTS={"at": ("play",), photograph.PAGE: ("count",)},
    TYPED=("n",),
    STYLES=("game.css",),
    ways=("follow", "score"),
    dice=False,
)
