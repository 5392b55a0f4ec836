"""The city tapped in before the merchants move: where, then what, then the four first dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from companion.engine.game import Fault
from companion.engine.reading import number
from companion.games.hangzhou.components import COLOUR_NAMES, DYE_NAMES, DYE_ROWS
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Colour, Space
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.context import TableContext
from companion.games.hangzhou.state import Shop, State
from companion.web.widgets import Key, do


class Put(Struct, frozen=True):
    """A key of the pad: a shop with its dye."""

    key: Key
    owner: str
    dye: str


class MerchantKey(Struct, frozen=True):
    """A key that puts a merchant on the space that is picked."""

    key: Key
    merchant: str
    number: str


class Wrong(Struct, frozen=True):
    """Something that cannot be so, in words, and the spaces where it lies."""

    says: str
    spaces: tuple[Space, ...]


def tap(path: str, value: Any) -> str:
    """One field of the draft, set."""
    return do("tap", changes=[{"path": path, "value": value}])


def draft(context: TableContext) -> State | None:
    """The city as it is tapped in so far; before the first tap, as it lies."""
    if context.view.draft is not None and context.view.draft.state is not None:
        return context.view.draft.state
    return context.view.state


def faults(context: TableContext, state: State) -> tuple[Wrong, ...]:
    """What the draft cannot have with the pieces of the box."""
    found = context.view.draft.faults if context.view.draft is not None else ()
    return tuple(Wrong(context.game.say(f, state, context.language, context.names), _where(f, state)) for f in found)


def asked_for(context: TableContext, faults: tuple[Wrong, ...]) -> Wrong:
    """The one that the address asks to see; nothing, if there is none of that number."""
    which = number(context.wishes.get("fault", ""))
    return faults[which] if which is not None and which < len(faults) else Wrong("", ())


def _where(fault: Fault, state: State) -> tuple[Space, ...]:
    if fault.kind == "cubes":
        return tuple(space for space, shop in state.shops() if shop.dye == fault.thing)
    if fault.kind == "shops":
        return tuple(space for space, shop in state.shops() if shop.owner == fault.seat)
    return tuple(space for space in SPACES if space == fault.place)


def _shop(colour: str, dye: str | None, coins: int) -> dict[str, Any]:
    return {"owner": colour, "dye": dye, "coins": coins}


def name_of(context: TableContext, colour: Colour) -> str:
    """The player of a colour; the colour where nobody has a name."""
    chair = next((chair for chair in context.view.chairs if chair.key == colour), None)
    return context.name(chair) if chair else COLOUR_NAMES[context.language][colour]


def pad(context: TableContext, state: State, space: Space | None) -> tuple[tuple[Put, ...], ...]:
    """A row of eight keys for each player: empty, and the seven dyes. Greyed until a space is picked."""
    return tuple(tuple(_row(context, state, space, colour)) for colour in state.colours)


def _row(context: TableContext, state: State, space: Space | None, colour: Colour) -> Iterator[Put]:
    words, here = context.own_words, state.shop(space) if space else None
    coins = here.coins if here else 0
    owner = here is not None and state.colours[here.owner] == colour
    for dye in (None, *DYES):
        what = DYE_NAMES[context.language][dye] if dye else words.phrase("no_dye")
        spoken = f"{words.phrase('shop_of', name=name_of(context, colour))}, {what}"
        on = owner and here is not None and here.dye == dye
        put = tap(f"city.{space}", _shop(colour, dye, coins)) if space else ""
        key = Key("", put, off=space is None, on=on, said=spoken)
        yield Put(key, colour.value, dye.value if dye else "")


def merchants(context: TableContext, state: State, space: Space | None) -> tuple[MerchantKey, ...]:
    """The four figures, with where they stand."""
    words, found = context.own_words, []
    for i, merchant in enumerate(MERCHANTS):
        at = state.merchants[i]
        where = at.value if at else words.phrase("gate")
        to = None if at is not None and at == space else space.value if space else None
        spoken = words.phrase("put_merchant", n=str(i + 1), merchant=labels.merchant(context, merchant), where=where)
        key = Key(
            "",
            tap(f"merchants.{merchant}", to),
            where,
            off=space is None,
            on=at == space and at is not None,
            said=spoken,
        )
        found.append(MerchantKey(key, merchant.value, str(i + 1)))
    return tuple(found)


def tools(context: TableContext, state: State, space: Space | None) -> tuple[Key, ...]:
    """Add a coin, take one off, empty the space, undo the last tap; taps of a round that was played are undone at the
    table."""
    words = context.own_words
    shop = state.shop(space) if space else None
    path = f"city.{space}"
    taps = context.view.draft is not None and context.view.draft.can_untap
    return (
        Key("", _coins(state, path, shop, 1), words.phrase("add_coin"), "coin", off=shop is None),
        Key("", _coins(state, path, shop, -1), words.phrase("coin_off"), "coin", off=shop is None or not shop.coins),
        Key("", tap(path, None), words.phrase("empty"), "close", off=shop is None),
        Key("", do("untap"), words.phrase("last_tap"), "undo", off=not taps),
    )


def _coins(state: State, path: str, shop: Shop | None, by: int) -> str:
    if shop is None:
        return tap(path, None)
    return tap(path, _shop(state.colours[shop.owner], shop.dye, max(0, shop.coins + by)))


def first_dice(
    context: TableContext, state: State, merchant_index: int
) -> tuple[tuple[str, str, tuple[Key, ...]], ...]:
    """Colour and price on one key, for the demand of one merchant. The rest of its row stays as it was."""
    words, merchant = context.own_words, MERCHANTS[merchant_index]
    row = state.market[merchant_index]
    rest = [{"dye": die.dye, "price": die.price} for die in row[1:]]
    found = []
    for dye_row in DYE_ROWS:
        name, keys = DYE_NAMES[context.language][dye_row.dye], []
        for price in dye_row.prices:
            rolled = next(n for n, side in enumerate(dye_row.sides, 1) if side == price and n != price)
            spoken = words.phrase("die_spoken", dye=name, price=str(price), rolled=str(rolled))
            value = [{"dye": dye_row.dye, "price": price}, *rest]
            on = bool(row) and row[0].dye == dye_row.dye and row[0].price == price
            small = words.phrase("or", n=str(rolled))
            keys.append(Key(str(price), tap(f"market.{merchant}", value), small, on=on, said=spoken))
        found.append((dye_row.dye.value, name, tuple(keys)))
    return tuple(found)


def picked(item: str) -> Space | None:
    """The space that an address names."""
    return Space(item) if item in SPACES else None
