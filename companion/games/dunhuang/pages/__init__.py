"""Dunhuang's pages: what seats, lessons and counts say; the page of a turn is in `turn`."""

from __future__ import annotations

from typing import Final

from companion.engine.game import OVER, Score, Seat
from companion.engine.wording import wording
from companion.games.dunhuang import components
from companion.games.dunhuang.names import CARDS, CHARACTERS, GOODS, UNKNOWN, Good
from companion.games.dunhuang.pages import labels, photo, turn, zones
from companion.games.dunhuang.pages.labels import TableContext
from companion.games.dunhuang.state import State
from companion.web.context import GamePages
from companion.web.table import photograph
from companion.web.table.frame import find_last_act
from companion.web.widgets import Counted, Field, Heap, Holding, Mark, Sign

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
COUNTED: Final = {"tokens": "near", "prestige": "prestige", "coins": "coin"}
"""The symbols of what is counted by number, where only the score is kept."""


class DunhuangPages(GamePages[State], frozen=True):
    """Seats go by letters; all shops in one table."""

    answer = staticmethod(turn.answer)
    idea = staticmethod(turn.idea)
    photographed = staticmethod(photo.photographed)
    comparisons = staticmethod(photo.comparisons)
    zones = staticmethod(zones.zones)

    def chair_name(self, key: str, language: str) -> str:
        """Returns the seat's letter, clockwise from the first."""
        return wording(self.WORDS, language).phrase("seat", letter=key)

    def bar(self, context: TableContext) -> tuple[str, str]:
        return turn.now(context, context.position), find_last_act(context) or self.moment(context)

    def moment(self, context: TableContext) -> str:
        """Returns the number of cards in the deck, later that the last round is on."""
        state, words = context.position, context.own_words
        return words.phrase("last_round") if state.last_round else words.count("in_deck", state.deck)

    def last(self, context: TableContext) -> str:
        """Returns an announcement of the last round, or of who needs one more token to be a top merchant."""
        state, words = context.position, context.own_words
        if state.turn is OVER:
            return ""
        if state.last_round:
            return words.phrase("last_round")
        names = [name for seat, name in enumerate(context.names) if labels.is_near_top(state, Seat(seat))]
        return words.phrase("one_from", names=context.words.listed(names)) if names else ""

    def seat_mark(self, context: TableContext, chair: int) -> Mark | None:
        """Returns a player's tokens, marked if one more would make a top merchant; while cards are chosen, whether the
        player has done so."""
        state, seat, words = context.view.state, context.view.chairs[chair].seat, context.own_words
        if state is None or seat is None or int(seat) >= len(state.players):
            return None
        if state.now.phase in ("choose", "show"):
            return None if seat in context.view.waiting else Mark("passed", words.phrase("has_chosen"))
        n, near = state.count_tokens(seat), labels.is_near_top(state, seat)
        says = words.count("thing.tokens", n) + (f", {words.phrase('near')}" if near else "")
        return Mark("near" if near else "", says, f"{n}/{state.setup.tokens}")

    def hand(self, context: TableContext, seat: Seat) -> tuple[Holding, ...]:
        """Coins, prestige, and the cards: those that this phone knows one by one."""
        words, player = context.own_words, context.position.players[seat]
        cards = [card for card, n in zip(CARDS, player.hand, strict=True) for _ in range(n)]
        if cards and not player.hand[UNKNOWN]:
            held = Holding("", None, tuple((labels.sign(good), labels.numbered(context, good)) for good in cards))
        else:
            held = Holding(words.count("held.cards", len(cards)), len(cards), (("card-back", ""),))
        return (
            Holding(words.count("held.coins", player.coins), player.coins, (("coin", ""),)),
            Holding(words.phrase("score.prestige").lower(), player.prestige, (("prestige", ""),)),
            held,
        )

    def by_points(self, score: Score) -> bool:
        """Returns False for a top merchant, who wins whatever the points are."""
        return score.decided_by != "top-merchant"

    def kind_of(self, context: TableContext, kind: str, what: str) -> tuple[str, str]:
        """Cards and tokens by their goods."""
        if not what:
            return kind.removesuffix("s"), ""
        return labels.sign(Good(what)), labels.good(context, Good(what))

    def thing_label(self, context: TableContext, thing: str) -> str:
        return labels.good(context, Good(thing)) if thing in GOODS else super().thing_label(context, thing)

    def tally_fields(self, context: TableContext, chair: int, things: tuple[str, ...]) -> tuple[Field, ...]:
        """Tokens and prestige by number, the hand card by card; coins only of those who tie."""
        words, shown = context.own_words, [good for good in GOODS if good in things]
        kinds = tuple(Counted(good, labels.numbered(context, good), labels.sign(good)) for good in shown)
        # In a game for n players each kind that is in play has one token.
        most = {"tokens": len(kinds), "prestige": components.PRESTIGE}
        numbers = [
            Counted(thing, self.thing_label(context, thing), sign, most.get(thing, 99))
            for thing, sign in COUNTED.items()
            if thing in things
        ]
        picture = f"{context.home}/{photograph.PAGE}/{chair}", words.phrase("photo_cards.title")
        offered = kinds and photograph.offered(context.view.game)
        return (Heap(words.phrase("count.hand"), kinds, picture if offered else None), *numbers)


PAGES: Final = DunhuangPages(
    WORDS=__name__,
    SIGNS=SIGNS,
    scored={"tokens": "near", "prestige": "prestige", "score-hands": "deck"},
    PAGES={photograph.PAGE: photograph.page},
    TABLE=turn.game,
    SCREEN_SIDE=turn.screen_side,
    ACTS={photograph.PAGE: ("count",)},
    DOOR="ring",
    STYLES=("game.css",),
    ways=("follow", "score"),
)
