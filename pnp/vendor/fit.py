"""Which product of a shop a component becomes, how much larger or smaller it is drawn there, and if it is turned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from pnp.face.layout import component_size
from pnp.kit.model import AnyComponent, Board, Card, PadSpec, Stock, TileSpec, Token
from pnp.vendor.model import Cut, Product, Vendor

SMALLEST, LARGEST = 0.95, 1.2
"""A face is drawn at 95 to 120 %: smaller, its type falls under what can be read; larger, it is another piece."""
MORE_ONE_WAY = 1.025
"""How many times more one side may grow than the other: the ground fills what that leaves, a millimetre a side."""
AS_IT_IS = 0.005
"""A share by which a size may differ without being another."""

Flat: TypeAlias = Card | TileSpec | Token | PadSpec | Board
FLAT = (Card, TileSpec, Token, PadSpec, Board)


class Fit(msgspec.Struct, frozen=True):
    """A component as a product: its trim there in mm, across and down as it is printed, the bleed round it, and by how
    much its faces are scaled. A `turned` face lies on its side."""

    product: Product
    trim: tuple[float, float]
    bleed: tuple[float, float]
    scale: float
    turned: bool

    @property
    def page(self) -> tuple[float, float]:
        """Trim and bleed."""
        return self.trim[0] + 2 * self.bleed[0], self.trim[1] + 2 * self.bleed[1]

    @property
    def resized(self) -> bool:
        return abs(self.scale - 1) > AS_IT_IS

    def face_bleed(self, size: tuple[float, float]) -> float:
        """How far a face of this size has to go on beyond its own trim, in its own mm, so that it fills the page."""
        across, down = self.page[::-1] if self.turned else self.page
        return max(0.0, (across / self.scale - size[0]) / 2, (down / self.scale - size[1]) / 2)


def cut_of(component: Flat) -> Cut:
    match component:
        case Token(shape="round"):
            return "round"
        case Token(shape="hexagon"):
            return "hexagon"
        case _:
            return "rectangle"


def fit(vendor: Vendor, component: AnyComponent) -> Fit | None:
    """The product that is nearest to a component in size; None if none comes near, or if it is not flat."""
    if not isinstance(component, FLAT):
        return None
    found = [
        fitting
        for product in vendor.product
        if product.cut == cut_of(component) and _takes(product, component.stock)
        for fitting in _fits(vendor, product, component)
    ]
    return min(found, key=_distance, default=None)


def _takes(product: Product, stock: Stock) -> bool:
    """Whether a product is made of this stock; a shop has board for what is stuck on board at home."""
    return stock in product.stocks or (stock == "label" and "board" in product.stocks)


def _fits(vendor: Vendor, product: Product, component: Flat) -> Iterator[Fit]:
    width, height = component_size(component)
    if product.trim is None:
        low, high = sorted((width, height))
        if product.least[0] <= low <= product.largest[0] and product.least[1] <= high <= product.largest[1]:
            yield Fit(product, (width, height), vendor.bleeds(product), 1.0, False)
        return
    across, down = product.trim
    turned = (width > height) != (across > down) and width != height and across != down
    if turned:
        width, height = height, width
    least, most = sorted((across / width, down / height))
    if least >= SMALLEST and most <= LARGEST and most <= MORE_ONE_WAY * least:
        yield Fit(product, product.trim, vendor.bleeds(product), least, turned)


def _distance(fitting: Fit) -> float:
    return abs(fitting.scale - 1)
