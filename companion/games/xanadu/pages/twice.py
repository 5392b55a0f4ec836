"""Cards on paper: a number that stands twice was mistyped by one of two players, so both are asked."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from companion.games.xanadu import components
from companion.games.xanadu.names import SEAT_LETTERS, Card
from companion.games.xanadu.pages import labels
from companion.games.xanadu.pages.address import aim
from companion.games.xanadu.pages.context import TableContext
from companion.games.xanadu.state import State
from companion.web.widgets import Key, do


class Twice(Struct, frozen=True):
    """A card that this phone's player is asked about: the question, its name, and the key that puts the card of the
    typed number into its place."""

    question: str
    name: str
    key: Key


def twice(context: TableContext, state: State) -> Twice | None:
    """What to ask who looks; none: no number of theirs stands elsewhere too."""
    seat = context.view.eyes
    if seat is None or not state.paper or not context.seated:
        return None
    numbers = Counter(building.card for city in state.city for building in city)
    doubled = next((i for i, building in enumerate(state.players[seat].city) if numbers[building.card] > 1), None)
    if doubled is None:
        return None
    words, wish, stands = context.own_words, aim(context), state.city[seat][doubled].card
    key = Key(words.phrase("mine_is"), "", words.phrase("no_such_number") if wish.full else "")
    card = wish.card
    if card is not None:
        key = _key(context, state, f"players.{SEAT_LETTERS[seat]}.city.{doubled}.card", card)
    question = words.phrase("twice", number=labels.number(stands))
    return Twice(question, labels.name(context, stands), key)


def _key(context: TableContext, state: State, path: str, card: Card) -> Key:
    words = context.own_words
    label = words.phrase("mine_is_it", name=labels.name(context, card))
    if state.owner(card) is not None or card not in components.EDITIONS[state.options.edition]:
        return Key(label, "", words.phrase("stands_already"))
    return Key(label, do("correct", changes=[{"path": path, "value": int(card)}], why="wrong_tap"), go=True)
