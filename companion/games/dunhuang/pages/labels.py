"""Labels of Dunhuang's pages: words for goods, characters and players."""

from __future__ import annotations

from typing import TypeAlias

from companion.engine.game import OVER, Seat
from companion.games.dunhuang.components import CHARACTER_NAMES, EFFECTS, GOOD_NAMES, VALUES
from companion.games.dunhuang.names import Character, Good
from companion.games.dunhuang.state import State
from companion.web import context

TableContext: TypeAlias = context.TableContext[State]
"""A table of this game, as one phone's pages see it."""


def on_paper(context: TableContext) -> bool:
    """Returns whether the cards are on the table, rather than on phones: then the market is open there."""
    laid = [card for card in context.position.market if card is not None]
    return Good.UNKNOWN in laid if laid else context.view.options.get("cards") != "app"


def good(context: TableContext, which: Good) -> str:
    """Returns the name of a kind; “a card” for an unknown one."""
    return GOOD_NAMES[context.language].get(which) or context.own_words.phrase("a_card")


def numbered(context: TableContext, which: Good) -> str:
    """Returns value and name, as on the card: “6 tea”."""
    return good(context, which) if which is Good.UNKNOWN else f"{VALUES[which.ordinal]} {good(context, which)}"


def sign(which: Good) -> str:
    """Returns the icon of a kind's cards."""
    return f"card-{which}" if which is not Good.UNKNOWN else "card-back"


def character(context: TableContext, which: Character) -> str:
    return CHARACTER_NAMES[context.language][which]


def hint(context: TableContext, which: Character) -> str:
    """Returns the effect of a character in three or four words."""
    return context.own_words.phrase(f"hint.{which}")


def effect(context: TableContext, which: Character) -> list[str]:
    """Returns the effect of a character in one or two sentences, with the sign of a guarded token between them; the *k*
    of the player aid is spelled out unless the text does so."""
    text = EFFECTS[context.language][which]
    steps = f" {context.own_words.phrase('k_steps')}" if text.count("*k*") == 1 else ""
    return (text.replace("*", "") + steps).split("{shang}")


def player(context: TableContext, seat: Seat | None) -> str:
    """Returns “you”, or a name; “bank” for nobody."""
    if seat is None:
        return context.own_words.phrase("bank")
    return context.words.phrase("you") if seat == context.view.eyes else context.names[seat]


def is_near_top(state: State, seat: Seat) -> bool:
    """Returns whether the seat is at most one token short of a top merchant's number."""
    return state.turn is not OVER and state.count_tokens(seat) >= state.setup.tokens - 1


def near(context: TableContext, state: State, seat: Seat) -> str:
    """Returns what a seat close to a top merchant's number needs, or ""."""
    if not is_near_top(state, seat):
        return ""
    key = "near_long" if state.count_tokens(seat) < state.setup.tokens else "near_now"
    return context.own_words.phrase(key, kinds=str(state.setup.kinds))


def walk(context: TableContext, steps: int) -> str:
    """Returns “3 steps, 2 coins”."""
    words = context.own_words
    paid = words.count("thing.coins", steps - 1) if steps > 1 else words.phrase("free")
    return f"{words.count('thing.steps', steps)}, {paid}"


def holder(context: TableContext, state: State, which: Good) -> str:
    """Returns the holder of a kind's token, with the number of cards: “Mei 2”."""
    seat = state.holder(which)
    cards = "" if seat is None else f" {state.players[seat].shop[which.ordinal]}"
    return player(context, seat) + cards
