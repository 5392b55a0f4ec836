"""Score only: what is counted in Dunhuang."""

from __future__ import annotations

from companion.games.dunhuang import components
from companion.games.dunhuang.names import GOODS
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.context import TableContext
from companion.web.table import photograph
from companion.web.widgets import Counted, Field, Heap

SIGN = {"tokens": "near", "prestige": "prestige", "coins": "coin"}


def tally_fields(context: TableContext, chair: int, things: tuple[str, ...]) -> tuple[Field, ...]:
    """Tokens and prestige by number, the hand card by card; coins only of those who tie."""
    words = context.own_words
    kinds = tuple(Counted(good, labels.numbered(context, good), labels.sign(good)) for good in GOODS if good in things)
    # In a game for n players each kind that is in play has one token.
    most = {"tokens": len(kinds), "prestige": components.PRESTIGE}
    numbers = [
        Counted(thing, context.pages.thing_label(context, thing), SIGN[thing], most.get(thing, 99))
        for thing in SIGN
        if thing in things
    ]
    photo = f"{context.home}/{photograph.PAGE}/{chair}", words.phrase("photo_cards.title")
    shown = photo if kinds and photograph.offered(context.view.game) else None
    return (Heap(words.phrase("count.hand"), kinds, shown), *numbers)
