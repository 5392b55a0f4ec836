"""The ring of eight characters with the camel, as it lies on the table, walked clockwise."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Seat
from companion.games.dunhuang import MoveCamel, PlaceCamel, State, action_text
from companion.games.dunhuang.names import SPACES, Good
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.context import TableContext
from companion.games.dunhuang.reach import longest
from companion.web.widgets import Key

GRID: Final = (1, 2, 3, 8, None, 4, 7, 6, 5)
"""The spaces in the order of a grid of three by three; none is the middle, where the deck lies."""


class Place(Struct, frozen=True):
    """A space: its number, character and card. `key`: the camel may be sent there. `steps`, `price`: how far it is.

    A key is called what is written on it: `walk` are the steps in words. Where the camel cannot go, `dear` says why in
    place of the price; who stands there and what lies there is shown all the same.
    """

    number: int
    name: str
    portrait: str
    hint: str
    card: str
    card_name: str
    here: bool
    steps: str = ""
    walk: str = ""
    price: str = ""
    key: Key | None = None
    dear: str = ""


class Ring(Struct, frozen=True):
    """The places in the order of the grid (none: the middle), and the cards in the deck.

    `lap`: the address of the same ring once more round; empty: too dear, or nobody moves.
    """

    places: tuple[Place | None, ...]
    deck: int
    lap: str = ""


def ring(context: TableContext, state: State, mover: Seat | None = None, *, costs: bool = False) -> Ring:
    """The ring, with keys for the seat that moves the camel now, or puts it down. `costs`: with what each place would
    cost."""
    lap = int(bool(mover is not None and context.wishes.get("lap") == "1"))
    most = longest(state, state.players[mover]) if mover is not None and state.now.phase == "move" else 0
    further = most > SPACES and not lap
    places = tuple(None if space is None else _place(context, state, space, mover, lap, costs) for space in GRID)
    return Ring(places, state.deck, f"{context.home}?lap=1" if further else "")


def _place(context: TableContext, state: State, space: int, mover: Seat | None, lap: int, costs: bool) -> Place:
    laid = state.ring[space - 1] if space <= len(state.ring) else None
    card = state.card_at(space)
    known = card is not None and card is not Good.UNKNOWN
    place = Place(
        space,
        labels.character(context, laid) if laid else "–",
        f"portrait-{laid}" if laid else "",
        labels.hint(context, laid) if laid else "",
        labels.sign(card) if card is not None and known else "",
        labels.good(context, card) if card is not None and known else "",
        state.camel == space,
    )
    if mover is not None and state.now.phase == "park":
        return _with_key(context, state, place, PlaceCamel(space), mover)
    if state.camel is None or not (costs or mover is not None):
        return place
    steps = (space - state.camel - 1) % SPACES + 1 + lap * SPACES
    place = _with_costs(context, place, steps)
    return place if mover is None else _with_key(context, state, place, MoveCamel(steps), mover)


def _with_costs(context: TableContext, place: Place, steps: int) -> Place:
    words = context.own_words
    price = words.count("thing.coins", steps - 1) if steps > 1 else words.phrase("free")
    return replace(place, steps=str(steps), walk=words.count("thing.steps", steps), price=price)


def _with_key(context: TableContext, state: State, place: Place, action: MoveCamel | PlaceCamel, mover: Seat) -> Place:
    """The place as a key that sends the camel there."""
    refusal = context.game.refusal(state, action, mover)
    dear = context.brief(refusal, state) if refusal is not None else ""
    return replace(place, key=Key(place.name, context.act(action_text(action)), off=refusal is not None), dear=dear)
