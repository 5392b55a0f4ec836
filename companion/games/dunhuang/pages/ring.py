"""The ring as it is printed: eight stalls round the deck, walked clockwise."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from companion.engine.game import AnyEffect
from companion.games.dunhuang.names import SPACES, Good
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.context import TableContext
from companion.games.dunhuang.state import State, on_from
from companion.web.widgets import Key, both, do

WAYS: Final = "eesswwnn"
"""Where the arrow of each space points."""


class Stall(Struct, frozen=True):
    """A space as it is drawn: its portrait, the card at its foot (empty: none), the price of the walk to it.

    `says` is the rest of it in words, behind the name. `price`: coins; None: nobody moves the camel. `dear`: the camel
    cannot be sent there. `walked`: it came past here.
    """

    number: int
    way: str
    name: str
    portrait: str
    card: str
    says: str
    price: int | None
    here: bool
    walked: bool
    dear: bool = False
    key: Key | None = None


class Ring(Struct, frozen=True):
    """The stalls in the order of the walk, and the cards in the deck.

    `lap`: the address of the same ring with one round more to each stall; empty: too dear, or nobody moves.
    """

    stalls: tuple[Stall, ...]
    deck: int
    lap: str = ""


class Walk(Struct, frozen=True):
    """A walk that may start: from a space, with so many coins. `again`: the camel goes back there first."""

    start: int
    coins: int
    again: bool = False


def ring(context: TableContext, state: State, *, moves: bool) -> Ring:
    """The ring; with keys where the acting seat `moves` the camel, or may still send it elsewhere."""
    walk = _walk(context, state) if moves else None
    lap = SPACES if walk is not None and context.wishes.get("lap") == "1" else 0
    further = walk is not None and not lap and context.game.refusal(state, _camel(context, SPACES + 1)) is None
    stalls = tuple(_stall(context, state, space, walk, lap) for space in range(1, SPACES + 1))
    return Ring(stalls, state.deck, context.address(lap=1) if further else "")


def steps_of(state: State) -> int:
    """The steps that the camel took in this turn; 0: it has not moved yet."""
    return int(getattr(state.now, "steps", 0))


def _camel(context: TableContext, steps: int) -> object:
    return context.game.parse_action(f"camel {steps}")


def _walk(context: TableContext, state: State) -> Walk | None:
    """The walk of the acting seat. The last one can be changed while an undo would take back just that."""
    seat, offer = context.acting, context.view.undoes
    if seat is None or state.camel is None:
        return None
    coins = state.players[seat].coins
    if state.now.phase == "move":
        return Walk(state.camel, coins)
    steps = steps_of(state)
    if offer is None or offer.asks or not any(map(_moved, offer.gone)):
        return None
    return Walk(on_from(state.camel, -steps), coins + steps - 1, again=True)


def _moved(effect: AnyEffect) -> bool:
    return type(effect).__name__ == "CamelMoved"


def _stall(context: TableContext, state: State, space: int, walk: Walk | None, lap: int) -> Stall:
    laid = state.ring[space - 1] if space <= len(state.ring) else None
    card = state.card_at(space)
    name = labels.character(context, laid) if laid else str(space)
    steps = _distance(state, space, walk) + lap
    said = ["" if card in (None, Good.UNKNOWN) else labels.good(context, card)]
    key, parking = None, state.now.phase == "park" and context.acting in context.view.waiting
    if parking and context.seated:
        key = context.key(f"place camel {space}", name)
    elif walk is not None:
        key = _key(context, state, space, walk, name, steps)
    priced = steps and (walk is not None or state.now.phase == "move")
    if priced:
        price = context.own_words.phrase("free") if steps == 1 else context.own_words.count("thing.coins", steps - 1)
        said += [context.own_words.count("thing.steps", steps), key.small if key and key.off else price]
    elif state.camel == space:
        said.append(context.own_words.phrase("camel_now"))
    says = "".join(f", {part}" for part in said if part) + (f": {labels.hint(context, laid)}" if laid else "")
    return Stall(
        space,
        WAYS[space - 1],
        name,
        f"portrait-{laid}" if laid else "",
        "" if card is None else labels.sign(card),
        says,
        steps - 1 if priced else None,
        state.camel == space,
        _distance(state, space, None) + steps_of(state) >= SPACES and space != state.camel,
        walk is not None and (key is None or key.off),
        key,
    )


def _distance(state: State, space: int, walk: Walk | None) -> int:
    """The steps to a space, one to eight; 0 before the camel stands anywhere."""
    start = state.camel if walk is None else walk.start
    return 0 if start is None else (space - start - 1) % SPACES + 1


def _key(context: TableContext, state: State, space: int, walk: Walk, name: str, steps: int) -> Key | None:
    """The key that sends the camel to a stall, or there instead."""
    if not walk.again:
        return context.key(f"camel {steps}", name)
    most = state.options.camel_max
    if space == state.camel or steps > walk.coins + 1 or (most != "coins" and steps > int(most)):
        return None
    return Key(name, both(do("undo"), context.act(f"camel {steps}")))
