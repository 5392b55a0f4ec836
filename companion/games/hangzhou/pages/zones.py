"""Expected things on the table: city, market, hands, supply."""

from __future__ import annotations

from companion.engine.correction import Change
from companion.engine.game import Seat
from companion.games.hangzhou.components import DYE_NAMES, NATURAL
from companion.games.hangzhou.names import DYES, Dye
from companion.games.hangzhou.pages.labels import TableContext
from companion.games.hangzhou.state import State
from companion.web.widgets import Count, Zone

NATURALS = tuple(dye for i, dye in enumerate(DYES) if NATURAL[i])


def zones(context: TableContext) -> tuple[Zone, ...]:
    """In the order in which the eye goes."""
    state, words = context.position, context.own_words
    shops = [shop for _, shop in state.shops()]
    lies = (
        words.count("thing.shops", len(shops)),
        words.count("thing.coins", sum(shop.coins for shop in shops)),
        words.count("dyes", sum(shop.dye is not None for shop in shops)),
    )
    bag = words.phrase("dice_in_bag", n=str(sum(state.bag)))
    supply = [_dye(context, "supply", n, dye) for dye, n in zip(DYES, state.supply, strict=True)]
    supply.append(Count("round_die", words.phrase("round_die"), "die", state.round_die))
    return (
        Zone("city", "city", words.phrase("zone.city"), "mark", ", ".join(lies)),
        Zone("market", "market", words.phrase("market"), "die", bag),
        *(_hand(context, state, Seat(seat)) for seat in range(len(state.hands))),
        Zone("supply", "supply", words.phrase("zone.supply"), "die", things=tuple(supply)),
    )


def _hand(context: TableContext, state: State, seat: Seat) -> Zone:
    """Zone of a hand."""
    words, held, colour = context.own_words, state.hands[seat], state.colours[seat]
    own = seat == context.view.eyes
    title = words.phrase("your_hand") if own else words.phrase("holds", name=context.names[seat])
    path, heap, coins = f"hands.{colour}", words.phrase("score.dyes_in_hand"), words.phrase("score.coins_in_hand")
    whose = words.phrase("for_you") if own else words.phrase("for_player", name=context.names[seat])
    things = (
        Count(f"{path}.coins", coins, "coin", held.coins, unit="thing.coins", where=whose),
        *(_dye(context, f"{path}.dyes", held.dyes[DYES.index(dye)], dye, heap) for dye in NATURALS),
        Count(f"{path}.points", words.phrase("score.points"), "point", held.points, unit="thing.points", where=whose),
        Count(f"{path}.shops", words.phrase("shops_in_hand"), f"shop-{colour}", held.shops),
    )
    also = tuple(Change(f"{path}.{doubt}", False) for doubt in ("hidden", "at_least") if getattr(held, doubt) is True)
    return Zone(str(int(seat)), "hand", title, f"shop-{colour}", things=things, also=also)


def _dye(context: TableContext, path: str, n: int, dye: Dye, heap: str = "") -> Count:
    return Count(f"{path}.{dye}", DYE_NAMES[context.language][dye], f"dye-{dye}", n, heap=heap)
