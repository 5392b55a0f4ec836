"""The app's position, and corrections of it: zone by zone, at a space, in a merchant beat."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.correction import Change
from companion.engine.game import Seat
from companion.engine.reading import number as whole
from companion.games.hangzhou.components import DYE_NAMES, NATURAL
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Dye, Merchant, Space
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.beat_pages import list_corrections
from companion.games.hangzhou.pages.beats import read_merchant_round
from companion.games.hangzhou.pages.labels import TableContext
from companion.web.widgets import Choice, Count, Place, Thing, Zone

BEAT = "beat-"
"""Begins the address of what is wrong with a beat: its number follows."""


def zones(context: TableContext) -> tuple[Zone, ...]:
    """Returns city, market, hands and supply, in reading order."""
    state, words = context.position, context.own_words
    shops = [shop for _, shop in state.shops()]
    lies = (
        words.count("thing.shops", len(shops)),
        words.count("thing.coins", sum(shop.coins for shop in shops)),
        words.count("dyes", sum(shop.dye is not None for shop in shops)),
    )
    bag = words.phrase("dice_in_bag", n=str(sum(state.bag)))
    supply = [_dyes(context, "supply", n, dye) for dye, n in zip(DYES, state.supply, strict=True)]
    supply.append(Count("round_die", words.phrase("round_die"), "die", state.round_die))
    return (
        Zone("city", "city", words.phrase("zone.city"), "mark", ", ".join(lies)),
        Zone("market", "market", words.phrase("market"), "die", bag),
        *(_hand(context, Seat(seat)) for seat in range(len(state.hands))),
        Zone("supply", "supply", words.phrase("zone.supply"), "die", things=tuple(supply)),
    )


def _hand(context: TableContext, seat: Seat) -> Zone:
    words, held, colour = context.own_words, context.position.hands[seat], context.position.colours[seat]
    name, path, heap = context.names[seat], f"hands.{colour}", words.phrase("score.dyes_in_hand")
    title, whose = words.phrase("holds", name=name), words.phrase("for_player", name=name)
    if seat == context.view.eyes:
        title, whose = words.phrase("your_hand"), words.phrase("for_you")
    coins, points = words.phrase("score.coins_in_hand"), words.phrase("score.points")
    things = (
        Count(f"{path}.coins", coins, "coin", held.coins, unit="thing.coins", where=whose),
        *(_dyes(context, f"{path}.dyes", held.dyes[i], dye, heap) for i, dye in enumerate(DYES) if NATURAL[i]),
        Count(f"{path}.points", points, "point", held.points, unit="thing.points", where=whose),
        Count(f"{path}.shops", words.phrase("shops_in_hand"), f"shop-{colour}", held.shops),
    )
    also = tuple(Change(f"{path}.{doubt}", False) for doubt in ("hidden", "at_least") if getattr(held, doubt))
    return Zone(str(int(seat)), "hand", title, f"shop-{colour}", things=things, also=also)


def _dyes(context: TableContext, path: str, n: int, dye: Dye, heap: str = "") -> Count:
    return Count(f"{path}.{dye}", DYE_NAMES[context.language][dye], f"dye-{dye}", n, heap=heap)


def place(context: TableContext, item: str) -> Place | None:
    """Returns the place of an address: a space, or a beat; otherwise None."""
    if item in SPACES:
        return _space(context, Space(item))
    return _beat(context, item.removeprefix(BEAT)) if item.startswith(BEAT) else None


def _space(context: TableContext, space: Space) -> Place:
    """Returns the pieces on a space; possible others are folded."""
    shop, here, away = tuple(_shop(context, space)), list[Thing](), list[Thing]()
    for merchant, at in zip(MERCHANTS, context.position.merchants, strict=True):
        (here if at == space else away).append(_merchant(context, merchant, at, space))
    if context.position.shop(space):
        return Place(space, things=(*shop, *here), more=tuple(away), back=f"at/{space}")
    return Place(space, things=tuple(here), more=(*shop, *away), back=f"at/{space}")


def _shop(context: TableContext, space: Space) -> Iterator[Thing]:
    """Fields of a shop: owner, dye and coins, or none."""
    state, words, path, shop = context.position, context.own_words, f"city.{space}", context.position.shop(space)
    dye, coins = (shop.dye, shop.coins) if shop else (None, 0)
    owners: list[tuple[object, str]] = [(None, words.phrase("no_shop"))]
    for seat, colour in enumerate(state.colours):
        form = {"owner": colour.value, "dye": dye and dye.value, "coins": coins}
        owners.append((form, _capital(labels.owner(context, Seat(seat)))))
    app = 0 if shop is None else 1 + int(shop.owner)
    name = owners[app][1] if shop else words.phrase("score.shops_in_city")
    sign = f"shop-{state.colours[shop.owner]}" if shop else "mark"
    yield Choice(path, name, sign, tuple(owners), app)
    if context.wishes.get(path, str(app)) == "0":
        return
    names = DYE_NAMES[context.language]
    dyes = ((None, _capital(words.phrase("no_dye"))), *((one.value, _capital(names[one])) for one in DYES))
    at = 0 if dye is None else 1 + dye.ordinal
    yield Choice(f"{path}.dye", dyes[at][1], f"dye-{dye}" if dye else "", dyes, at)
    where = words.phrase("on_space", space=space)
    yield Count(f"{path}.coins", words.phrase("coins_here"), "coin", coins, unit="thing.coins", where=where)


def _merchant(context: TableContext, merchant: Merchant, at: Space | None, space: Space) -> Choice:
    """Returns choices for a merchant: one on the space may be anywhere else; another one may be here."""
    words, gate = context.own_words, (None, context.own_words.phrase("gate"))
    path, name, sign = f"merchants.{merchant}", _called(context, merchant), f"disc-{merchant}"
    if at == space:
        options = (*((one.value, one.value) for one in SPACES), gate)
        return Choice(path, name, sign, options, space.ordinal)
    now = gate if at is None else (at.value, words.phrase("on_space", space=at))
    return Choice(path, name, sign, (now, (space.value, words.phrase("stands_here"))), 0)


def _called(context: TableContext, merchant: Merchant) -> str:
    return _capital(context.own_words.phrase("merchant_here", merchant=labels.merchant(context, merchant)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _beat(context: TableContext, number: str) -> Place | None:
    """The pages that read a beat of the merchants anew: where one stands, who could not pay, what was rolled."""
    beat = read_merchant_round(context).find(whole(number) or 0)
    if beat is None:
        return None
    return Place(title=_called(context, beat.merchant), links=list_corrections(context, beat))
