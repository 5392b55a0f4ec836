"""Labels of Dunhuang's pages: words for goods, characters and players."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Seat
from companion.games.dunhuang.components import CHARACTER_NAMES, EFFECTS, GOOD_NAMES, VALUES
from companion.games.dunhuang.names import CARD_INDEX, Character, Good
from companion.games.dunhuang.pages.context import TableContext


def on_paper(context: TableContext) -> bool:
    """Do the cards lie on the table, rather than on phones? A phone sees it by the market, which lies open there."""
    state = context.position
    laid = [card for card in state.market if card is not None]
    return Good.UNKNOWN in laid if laid else context.view.options.get("cards") != "app"


def good(context: TableContext, which: Good) -> str:
    """The name of a kind; of a card that is not known: “a card”."""
    if which is Good.UNKNOWN:
        return context.own_words.phrase("a_card")
    return GOOD_NAMES[context.language][which]


def numbered(context: TableContext, which: Good) -> str:
    """Value and name, as on the card: “6 tea”."""
    return good(context, which) if which is Good.UNKNOWN else f"{VALUES[CARD_INDEX[which]]} {good(context, which)}"


def sign(which: Good) -> str:
    """The symbol of a kind's cards."""
    return f"card-{which}" if which is not Good.UNKNOWN else "card-back"


def character(context: TableContext, which: Character) -> str:
    name = CHARACTER_NAMES[context.language][which]
    return name[:1].upper() + name[1:]


def hint(context: TableContext, which: Character) -> str:
    """Effect of a character in three or four words."""
    return context.own_words.phrase(f"hint.{which}")


def effect(context: TableContext, which: Character) -> tuple[str, ...]:
    """Effect of a character in one or two sentences, with the sign of a guarded token between them; the aid's
    *k* is said."""
    text = EFFECTS[context.language][which]
    steps = f" {context.own_words.phrase('k_steps')}" if "*k*" in text else ""
    return tuple((text.replace("*", "") + steps).split("{shang}"))


def player(context: TableContext, seat: Seat) -> str:
    """“you”, or a name."""
    return context.words.phrase("you") if seat == context.view.eyes else context.names[seat]


_STEPS = {
    "CardChosen": "CardKept",
    "CardBuried": "Carried",
    "CardGiven": "Carried",
    "Discarded": "Carried",
    "Swapped": "Exchanged",
    "Visited": "Exchanged",
}
"""Steps that are called as others are."""


def step(context: TableContext, effect: Any) -> str:
    """“camel to space 3”, “card from space 3”: cards are not named, for not everybody may know them."""
    space = getattr(effect, "space", None)
    coins = str(getattr(effect, "coins", ""))
    words, name = context.own_words, type(effect).__name__
    key = f"step.{_STEPS.get(name, name)}"
    return words.phrase(key, space="" if space is None else str(space), coins=coins) if words.find(key) else ""
