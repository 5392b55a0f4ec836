"""The ring as it is printed: eight stalls round the deck, walked clockwise."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.games.dunhuang.effects import CamelMoved
from companion.games.dunhuang.names import SPACES, Good
from companion.games.dunhuang.pages import labels
from companion.games.dunhuang.pages.labels import TableContext
from companion.games.dunhuang.state import Park, State, Walk, on_from, with_player
from companion.web.widgets import Key, both, do

WAYS: Final = "eesswwnn"
"""Where the arrow of each space points."""


class Stall(Struct, frozen=True):
    """A space as it is drawn: its portrait, the card at its foot (empty: none), the price of the walk to it.

    `says` is the rest of it in words, behind the name. `price`: coins; None: nobody moves the camel. `dear`: the camel
    cannot be sent there. `walked`: it came past here.
    """

    way: str
    name: str
    portrait: str
    card: str
    says: str
    price: int | None
    here: bool
    walked: bool
    dear: bool
    key: Key | None


class Ring(Struct, frozen=True):
    """The stalls in the order of the walk, and the cards in the deck.

    `lap`: the address of the same ring with one round more to each stall; empty: too dear, or nobody moves.
    """

    stalls: tuple[Stall, ...]
    deck: int
    lap: str = ""


def ring(context: TableContext, state: State, *, moves: bool) -> Ring:
    """The ring; with keys where the acting seat `moves` the camel, or may still send it elsewhere."""
    before = _before_walk(context, state) if moves else None
    lap = SPACES if before is not None and context.wishes.get("lap") == "1" else 0
    further = before is not None and not lap and not _send(context, before, SPACES + 1, "").off
    stalls = tuple(_stall(context, state, space, before, lap) for space in range(1, SPACES + 1))
    return Ring(stalls, state.deck, context.address(lap=1) if further else "")


def steps_of(state: State) -> int:
    """The steps that the camel took in this turn; 0: it has not moved yet."""
    return int(getattr(state.now, "steps", 0))


def _before_walk(context: TableContext, state: State) -> State | None:
    """The position from which the acting seat sends the camel: now, or again while an undo would take back just its
    last walk."""
    seat, offer, steps = context.acting, context.view.undoes, steps_of(state)
    if seat is None or state.camel is None or isinstance(state.now, Walk):
        return None if seat is None or state.camel is None else state
    if offer is None or offer.asks or not any(isinstance(effect, CamelMoved) for effect in offer.gone):
        return None
    player = state.players[seat]
    back = with_player(state, seat, replace(player, coins=player.coins + steps - 1))
    return replace(back, camel=on_from(state.camel, -steps), now=Walk(seat))


def _send(context: TableContext, before: State, steps: int, name: str) -> Key:
    return context.key(f"camel {steps}", name, state=before)


def _distance(start: int | None, space: int) -> int:
    """The steps to a space, one to eight; 0 before the camel stands anywhere."""
    return 0 if start is None else (space - start - 1) % SPACES + 1


def _stall(context: TableContext, state: State, space: int, before: State | None, lap: int) -> Stall:
    words, card, here = context.own_words, state.card_at(space), state.camel == space
    laid = state.ring[space - 1] if space <= len(state.ring) else None
    name = labels.character(context, laid) if laid else str(space)
    steps = _distance(state.camel if before is None else before.camel, space) + lap
    key = None
    if isinstance(state.now, Park) and context.acting in context.view.waiting and context.seated:
        key = context.key(f"place camel {space}", name)
    elif before is not None:
        key = _send(context, before, steps, name)
        if before is not state:
            key = None if here or key.off else replace(key, do=both(do("undo"), key.do))
    priced = steps > 0 and (before is not None or isinstance(state.now, Walk))
    said = ["" if card in (None, Good.UNKNOWN) else labels.good(context, card)]
    if priced and key and key.off:
        said += [words.count("thing.steps", steps), key.small]
    elif priced:
        said.append(labels.walk(context, steps))
    elif here:
        said.append(words.phrase("camel_now"))
    hint = f": {labels.hint(context, laid)}" if laid else ""
    return Stall(
        WAYS[space - 1],
        name,
        f"portrait-{laid}" if laid else "",
        "" if card is None else labels.sign(card),
        "".join(f", {part}" for part in said if part) + hint,
        steps - 1 if priced else None,
        here,
        not here and _distance(state.camel, space) + steps_of(state) >= SPACES,
        before is not None and (key is None or key.off),
        key,
    )
