"""Corrections at a space of the city and in a merchant beat."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Seat
from companion.engine.reading import number as whole
from companion.games.hangzhou.components import DYE_NAMES
from companion.games.hangzhou.effects import Bought, Sold
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Dye, Merchant, Space
from companion.games.hangzhou.pages import labels
from companion.games.hangzhou.pages.beats import merchant_round
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.state import State
from companion.web.widgets import Choice, Count, MenuRow, Place, Thing

BEAT = "beat-"
"""Begins the address of what is wrong with a beat: its number follows."""


def place(context: TableContext, item: str) -> Place | None:
    """The place that an address names: a space, or a beat. None: it names neither."""
    if item in SPACES:
        return _space(context, Space(item))
    return _beat(context, item.removeprefix(BEAT)) if item.startswith(BEAT) else None


def _space(context: TableContext, space: Space) -> Place:
    state = context.position
    here = [n for n, at in enumerate(state.merchants) if at == space]
    away = [n for n in range(len(MERCHANTS)) if n not in here]
    shop, standing = tuple(_shop(context, state, space)), tuple(_moved(context, space, n) for n in here)
    missing = (*(() if state.shop(space) else shop), *(_missing(context, state, space, n) for n in away))
    things = (*(shop if state.shop(space) else ()), *standing)
    return Place(space, things=things, more=missing, back=f"at/{space}")


def _shop(context: TableContext, state: State, space: Space) -> Iterator[Thing]:
    """Fields of a shop: owner, dye and coins, or none."""
    words, path, shop = context.own_words, f"city.{space}", state.shop(space)
    dye, coins = (shop.dye, shop.coins) if shop else (None, 0)
    options: list[tuple[object, str]] = [(None, _capital(words.phrase("free")))]
    for seat, colour in enumerate(state.colours):
        form = {"owner": colour.value, "dye": dye and dye.value, "coins": coins}
        options.append((form, _capital(labels.owner(context, Seat(seat)))))
    app = 0 if shop is None else 1 + int(shop.owner)
    other = context.words.phrase("something_else")
    sign = f"shop-{state.colours[shop.owner]}" if shop else "mark"
    yield Choice(
        path, options[app][1] if shop else words.phrase("score.shops_in_city"), sign, tuple(options), app, other
    )
    if context.wishes.get(path, str(app)) == "0":
        return
    dyes = ((None, _capital(words.phrase("no_dye"))), *((one.value, _dye(context, one)) for one in DYES))
    at = 0 if dye is None else 1 + DYES.index(dye)
    yield Choice(f"{path}.dye", dyes[at][1], f"dye-{dye}" if dye else "", dyes, at, other)
    yield Count(
        f"{path}.coins", words.phrase("coins_here"), "coin", coins, unit="thing.coins", where=_on(context, space)
    )


def _dye(context: TableContext, dye: Dye) -> str:
    return _capital(DYE_NAMES[context.language][dye])


def _on(context: TableContext, space: Space) -> str:
    return context.own_words.phrase("on_space", space=space)


def _called(context: TableContext, merchant: Merchant) -> str:
    return _capital(context.own_words.phrase("merchant_here", merchant=labels.merchant(context, merchant)))


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def _moved(context: TableContext, space: Space, n: int) -> Choice:
    """A merchant that the app believes here: it may stand on any other space, or outside."""
    merchant = MERCHANTS[n]
    options = (*((one.value, one.value) for one in SPACES), (None, context.own_words.phrase("gate")))
    app = SPACES.index(space)
    other = context.words.phrase("something_else")
    return Choice(f"merchants.{merchant}", _called(context, merchant), f"disc-{merchant}", options, app, other)


def _missing(context: TableContext, state: State, space: Space, n: int) -> Choice:
    """A merchant that the app believes elsewhere: it may stand here."""
    merchant, at = MERCHANTS[n], state.merchants[n]
    words = context.own_words
    now = (None, words.phrase("gate")) if at is None else (at.value, _on(context, at))
    options = (now, (space.value, words.phrase("stands_here")))
    return Choice(f"merchants.{merchant}", _called(context, merchant), f"disc-{merchant}", options, 0)


def _beat(context: TableContext, number: str) -> Place | None:
    """The pages that read a beat of the merchants anew: where one stands, who could not pay, what was rolled."""
    beat = merchant_round(context).find(whole(number) or 0)
    if beat is None:
        return None
    words = context.own_words
    links = []
    if beat.kind != "first":
        page = f"step/elsewhere-{1 + MERCHANTS.index(beat.merchant)}"
        links.append(MenuRow(page, "mark", words.phrase("beat.elsewhere"), ""))
    if isinstance(beat.effect, Bought | Sold) and beat.entry:
        page = f"step/unable-{beat.number}"
        links.append(MenuRow(page, "coin", words.phrase("beat.cannot"), ""))
    if beat.rolled:
        page = f"step/reroll-{beat.number}"
        links.append(MenuRow(page, "die", words.phrase("rolled_by_hand"), ""))
    return Place(title=_called(context, beat.merchant), links=tuple(links))
