"""What may be done in Dunhuang, by the rules page; no part of the engine is asked."""

from __future__ import annotations

from collections import Counter
from typing import Any

KINDS = ("gold", "silver", "jade", "amber", "lacquer", "tea", "spice", "paper", "wool", "silk")
TILES = (
    ("interpreter", "diplomat"), ("soldier", "general"), ("shepherd", "farmer"), ("manichean", "buddhist"),
    ("princess", "dancer"), ("painter", "musician"), ("trader", "merchant"), ("maid", "domestic"),
)  # fmt: skip
Move = tuple[Any, ...]
"""The name of an action, and its fields."""


class Offers:
    """A table, and what may be done at it."""

    seats: range
    camel_max: str
    exact: bool
    pile: Counter[str]
    under: list[str]
    ring: list[str]
    market: list[str | None]
    coins: list[int]
    hand: list[Counter[str]]
    shop: list[Counter[str]]
    token: dict[str, int | None]
    guarded: dict[str, bool]
    camel: int | None
    phase: str
    seat: int
    other: int
    steps: int
    drawn: Counter[str]
    chosen: set[int]

    @property
    def deck(self) -> int:
        return self.pile.total() + len(self.under)

    @property
    def here(self) -> str:
        """The character at the camel."""
        assert self.camel is not None
        return self.ring[self.camel]

    def legal(self) -> set[Move]:
        """What may be done by whoever comes first, or what chance may bring."""
        return set(getattr(self, f"_may_{self.phase}")())

    def _may_lay(self) -> list[Move]:
        laid = [tile for tile in TILES if set(tile) & set(self.ring)]
        return [("TileLaid", side) for tile in TILES if tile not in laid for side in tile]

    def _cards(self) -> list[Move]:
        top = list(+self.pile) if self.pile.total() else self.under[:1]
        return [("CardDrawn", kind) for kind in top]

    _may_stock = _may_deal = _may_draw = _may_fill = _cards

    def _may_rob(self) -> list[Move]:
        return [("CardDrawn", kind) for kind in +self.hand[self.other]]

    def _may_choose(self) -> list[Move]:
        seat = next(seat for seat in self.seats if seat not in self.chosen)
        return [("Keep", kind) for kind in +self.hand[seat]]

    def _may_park(self) -> list[Move]:
        return [("PlaceCamel", space + 1) for space in range(8)]

    def _may_move(self) -> list[Move]:
        paid = self.coins[self.seat] + 1
        most = paid if self.camel_max == "coins" else min(paid, int(self.camel_max))
        return [("MoveCamel", n) for n in range(1, most + 1)]

    def _may_take(self) -> list[Move]:
        assert self.camel is not None
        return [("IntoHand",), ("IntoShop", self.market[self.camel])]

    def _may_fee(self) -> list[Move]:
        return [("Pay",), ("Decline",)]

    def _may_keep(self) -> list[Move]:
        return [("Keep", kind) for kind in +self.drawn]

    def _may_bury(self) -> list[Move]:
        return [("Bury", kind) for kind in +self.drawn]

    def _may_pick(self) -> list[Move]:
        return [("Give", kind) for kind in +self.hand[self.other]]

    def _may_give(self) -> list[Move]:
        return [("Give", kind) for kind in +self.hand[self.seat]]

    def _may_over(self) -> list[Move]:
        return []

    def _may_act(self) -> list[Move]:
        hand, shop = +self.hand[self.seat], +self.shop[self.seat]
        cards = [(space, kind) for space, kind in enumerate(self.market) if kind is not None]
        found: list[Move] = [("TakeCoins",)]
        match self.here:
            case "interpreter" | "diplomat" if self.deck:
                found += [("DrawGoods",)]
            case "soldier":
                found += [("ExchangeShop", mine, s + 1, card) for mine in shop for s, card in cards if card != mine]
            case "general":
                found += [("ExchangeHand", mine, s + 1) for mine in hand for s, card in cards if card != mine]
            case "shepherd" | "farmer":
                found += [("Fetch", s + 1) for s, _ in cards if s in self._reach()]
            case "manichean" | "buddhist":
                found += [("Guard", k) for k in KINDS if self.token[k] == self.seat and not self.guarded[k]]
            case "princess" | "dancer":
                found += [("TakePrestige",)]
            case "painter":
                found += [("Discard", kind) for kind in hand]
            case "musician":
                found += [("Discard", kind) for kind in shop]
            case "trader" | "merchant" if hand:
                found += [("Visit", s) for s in self.seats if s != self.seat and +self.hand[s]]
            case "maid":
                found += [("Swap", a, b) for a in shop for b in hand if a != b]
            case "domestic":
                found += [("ToHand", kind) for kind in shop] + [("ToShop", kind) for kind in hand]
        return found

    def _reach(self) -> set[int]:
        assert self.camel is not None
        if self.here == "shepherd":
            ahead = [1, 7]
        elif self.exact:
            ahead = [self.steps]
        else:
            ahead = list(range(1, self.steps + 1))
        return {(self.camel + n) % 8 for n in ahead} - {self.camel}
