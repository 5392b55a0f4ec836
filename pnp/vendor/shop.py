"""A print shop's requirements, read from its file. Frozen; lengths in mm."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec.structs import replace
from platformdirs import user_config_path

from pnp.face.layout import KitFaces, measure_component
from pnp.kit import Kit
from pnp.kit.model import AnyComponent, Board, Card, Language, PadSpec, Stock, TileSpec, Token
from pnp.scene import Scene
from pnp.sheet.options import Selection

Length: TypeAlias = Annotated[float, msgspec.Meta(gt=0.0, le=2000.0)]
Margin: TypeAlias = Annotated[float, msgspec.Meta(ge=0.0, le=20.0)]
Name: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Title: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Source: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class VendorError(ValueError):
    """An unknown print shop, or an unusable file. The message says what to do."""


class Titled(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something with a title, for all languages or one for each."""

    id: str = ""
    titles: Title | dict[str, Title] = msgspec.field(name="title")

    @property
    def title(self) -> str:
        return self.called("en")

    def called(self, language: Language) -> str:
        """Returns the title in a language, or the first one."""
        if isinstance(self.titles, str):
            return self.titles
        return self.titles.get(language) or next(iter(self.titles.values()), self.id)


class ShopProduct(Titled, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One product of a shop: its trim, and for pictures its size in pixels, including bleed.

    `stocks` are the kit's stocks that it stands for. Without a `trim` every size is made, from `least` to `largest`
    (the shorter side first). `source` is where this was read, if not where the shop's other requirements were.
    """

    id: Name
    stocks: tuple[Stock, ...] = ("card",)
    cut: Literal["rectangle", "round", "hexagon"] = "rectangle"
    trim: tuple[Length, Length] | None = None
    pixels: tuple[int, int] | None = None
    least: tuple[Length, Length] = (5.0, 5.0)
    largest: tuple[Length, Length] = (2000.0, 2000.0)
    safe: Margin | None = None
    source: Source = ""


class Vendor(Titled, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A print shop. `source` is where its requirements were read, on the date `read`.

    It takes `pictures` (RGB, `dpi`, each a `file` of that kind) in a zip, or `pages` (PDF by a `standard`, or RGB
    without one). `bleed` and `safe` are measured from the trim; `ink` is the ink limit in percent. `back_first` puts
    each back before its front. `copies`: each piece has its own files or pages, instead of a number in the order.
    `counts` are the numbers of pieces that a deck is charged for, the last of them the largest deck. `leaflets`: it
    prints those, too.
    """

    source: Source
    read: datetime.date
    form: Literal["pictures", "pages"]
    product: tuple[ShopProduct, ...]
    file: Literal["png", "tiff"] = "png"
    dpi: Annotated[int, msgspec.Meta(ge=72, le=1200)] = 300
    bleed: Margin
    safe: Margin
    standard: Literal["PDF/X-1a:2003", "PDF/X-4"] | None = None
    ink: Annotated[int, msgspec.Meta(ge=100, le=400)] | None = None
    back_first: bool = False
    copies: bool = False
    counts: tuple[Annotated[int, msgspec.Meta(ge=1)], ...] = ()
    leaflets: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError for impossible requirements; msgspec adds the place in the file."""
        pictures, ids = self.form == "pictures", [product.id for product in self.product]
        for is_wrong, message in (
            (pictures and (self.standard or self.ink), "`standard` and `ink` are for pages, not for pictures"),
            (
                self.standard and not self.ink,
                "pages by a `standard` are printed with four inks: say how much `ink` they may take",
            ),
            (list(self.counts) != sorted(set(self.counts)), "`counts` grow from one to the next"),
            (not ids, "there is no [[product]]"),
            *(fault for product in self.product for fault in self._find_product_faults(product, pictures)),
            *((ids.count(one) > 1, f"there are two products `{one}`") for one in ids),
        ):
            if is_wrong:
                raise ValueError(message)

    def _find_product_faults(self, product: ShopProduct, pictures: bool) -> Iterator[tuple[object, str]]:
        name, trim, pixels = f"product `{product.id}`", product.trim, product.pixels
        yield not trim and (pixels or pictures), f"{name} has no `trim`"
        yield pictures and not pixels, f"{name} has no `pixels`"
        # A trim comes to no whole pixels: those that a shop asks for may be a part of one less.
        size = " × ".join(map(str, pixels or ()))
        yield 2 * min(self.bleeds(product)) <= -25.4 / self.dpi, f"{name}: {size} is less than its trim"

    @property
    def live(self) -> bool:
        """Whether its files keep transparency as drawn; pictures do."""
        return self.standard != "PDF/X-1a:2003"

    def bleeds(self, product: ShopProduct) -> tuple[float, float]:
        """Returns the bleed of a product, across and down: from its size in pixels, or the shop's own."""
        if product.trim is None or product.pixels is None:
            return self.bleed, self.bleed
        across, down = (
            (pixels / self.dpi * 25.4 - trim) / 2 for pixels, trim in zip(product.pixels, product.trim, strict=True)
        )
        return across, down

    def charged(self, count: int) -> int:
        """Returns the number of pieces that a deck of `count` is charged for."""
        return next((one for one in self.counts if one >= count), count)


SUFFIX = ".toml"
ROWS = Path(__file__).with_name("rows")
LONGEST = 200_000
"""Bytes of a shop's file."""


class _Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    vendor: Vendor


# msgspec crashes if two threads look through a type at once, so that is done before there are any.
msgspec.json.Decoder(_Document)


def folder() -> Path:
    """Returns the folder of the user's own shops."""
    return user_config_path("silk-road-pnp") / "vendors"


def names() -> tuple[str, ...]:
    """Returns the names of all known shops, including the user's own."""
    return tuple(sorted(path.name.removesuffix(SUFFIX) for path in (*folder().glob(f"*{SUFFIX}"), *ROWS.iterdir())))


def load(name: str) -> Vendor:
    """Returns the shop with this name, or from the file at this path. A user's own shop precedes one of the press's.

    Raises VendorError if there is none, or if its file is unusable.
    """
    path = Path(name)
    if not name.endswith(SUFFIX):
        if name not in names():
            known = ", ".join(names())
            raise VendorError(f"'{name}' is no print shop: known are {known}; a file of your own ends in {SUFFIX}")
        own = folder() / f"{name}{SUFFIX}"
        path = own if own.is_file() else ROWS / own.name
    try:
        data = path.read_bytes()
    except OSError as error:
        raise VendorError(f"{path} cannot be read: {error.strerror or error}") from None
    if len(data) > LONGEST:
        raise VendorError(f"{path} has more than {LONGEST} bytes: it is no file of a print shop")
    try:
        vendor = msgspec.toml.decode(data, type=_Document).vendor
    except (ValueError, msgspec.MsgspecError) as error:
        raise VendorError(f"{path} cannot be used: {error}; docs/export.md says what stands in it") from None
    return replace(vendor, id=path.name.removesuffix(SUFFIX))


SMALLEST, LARGEST = 0.95, 1.2
"""A face is drawn at 95 to 120 %: smaller, its type falls under what can be read; larger, it is another piece."""
MORE_ONE_WAY = 1.025
"""How many times more one side may grow than the other: the ground fills what that leaves, a millimetre a side."""
AS_IT_IS = 0.005
"""A share by which a size may differ without being another."""

Flat: TypeAlias = Card | TileSpec | Token | PadSpec | Board
FLAT = (Card, TileSpec, Token, PadSpec, Board)


class Fit(msgspec.Struct, frozen=True):
    """A component as a product: its printed trim in mm, across and down, the bleed around it, and the scale of its
    faces. A `turned` face lies on its side."""

    product: ShopProduct
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

    def measure_face_bleed(self, size: tuple[float, float]) -> float:
        """Returns the bleed, in its own mm, that a face of this size needs to fill the page."""
        across, down = self.page[::-1] if self.turned else self.page
        return max(0.0, (across / self.scale - size[0]) / 2, (down / self.scale - size[1]) / 2)


def fit(vendor: Vendor, component: AnyComponent) -> Fit | None:
    """Returns the product nearest to a component in size; None if none is near, or if it is not flat."""
    if not isinstance(component, FLAT):
        return None
    shape = component.shape if isinstance(component, Token) else "square"
    cut = shape if shape in ("round", "hexagon") else "rectangle"
    # A shop has board for what is stuck on board at home.
    stocks = {component.stock, *(["board"] if component.stock == "label" else [])}
    products = (one for one in vendor.product if one.cut == cut and stocks & {*one.stocks})
    found = [fitting for product in products for fitting in _fits(vendor, product, component)]
    return min(found, key=lambda fitting: abs(fitting.scale - 1), default=None)


def _fits(vendor: Vendor, product: ShopProduct, component: Flat) -> Iterator[Fit]:
    width, height = measure_component(component)
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


class DeckPiece(msgspec.Struct, frozen=True, eq=False):
    """A piece of a deck: its name, its component, its faces, and its number of copies."""

    name: str
    component: str
    fit: Fit
    front: Scene
    back: Scene | None
    copies: int


class Deck(msgspec.Struct, frozen=True, eq=False):
    """Pieces of one product and size, ordered together. `name` is that of its folder or file."""

    name: str
    product: ShopProduct
    trim: tuple[float, float]
    pieces: tuple[DeckPiece, ...]

    @property
    def count(self) -> int:
        return sum(piece.copies for piece in self.pieces)

    @property
    def components(self) -> dict[str, int]:
        """The number of pieces of each component."""
        counts: Counter[str] = Counter()
        for piece in self.pieces:
            counts[piece.component] += piece.copies
        return dict(counts)

    @property
    def two_sided(self) -> bool:
        return any(piece.back is not None for piece in self.pieces)


def fits(vendor: Vendor, kit: Kit, selection: Selection) -> dict[str, Fit]:
    """Returns the product for each component by id, without components that no product fits."""
    found = ((component, fit(vendor, component)) for component in kit.components if selection.holds(component))
    return {component.id: fitting for component, fitting in found if fitting}


def add_bleed(kit: Kit, fitting: dict[str, Fit]) -> Kit:
    """Returns the kit with the bleed that each component's product requires."""
    return replace(
        kit,
        components=tuple(
            replace(one, bleed=round(fitting[one.id].measure_face_bleed(measure_component(one)), 4))
            if one.id in fitting and isinstance(one, FLAT)
            else one
            for one in kit.components
        ),
    )


def decks(
    vendor: Vendor, kit: Kit, layout: KitFaces, selection: Selection, fitting: dict[str, Fit]
) -> tuple[Deck, ...]:
    """Returns the decks of an order; `layout` lays out the kit `add_bleed`. Pieces of one product and size form one
    deck, in kit order; pictures are also separated by shared backs, unless the shop charges by the deck. A deck above
    the shop's maximum is split."""
    pieces = list(_pieces(kit, layout, selection, fitting))
    shared: Counter[Scene | None] = (
        Counter() if vendor.counts or vendor.form == "pages" else Counter(piece.back for piece in pieces)
    )
    groups: dict[object, list[DeckPiece]] = {}
    for piece in pieces:
        back = piece.back if shared[piece.back] > 1 else ""
        groups.setdefault((piece.fit.product.id, piece.fit.trim, back), []).append(piece)
    names: Counter[str] = Counter()
    made = []
    for group in groups.values():
        for part in _split(group, vendor.counts[-1] if vendor.counts else 0):
            product, trim = part[0].fit.product, part[0].fit.trim
            name = product.id if product.trim else f"{product.id}-{trim[0]:g}x{trim[1]:g}mm"
            names[name] += 1
            made.append(Deck(f"{name}-{names[name]}" if names[name] > 1 else name, product, trim, tuple(part)))
    return tuple(made)


def _pieces(kit: Kit, layout: KitFaces, selection: Selection, fitting: dict[str, Fit]) -> Iterator[DeckPiece]:
    """Yields the rows of all components; numbered copies one by one. No cutting line is drawn."""
    for component in kit.components:
        if component.id not in fitting or not isinstance(component, FLAT):
            continue
        numbered = layout.is_numbered(component)
        for record, copies in selection.expand(kit, component):
            for copy in range(copies if numbered else 1):
                yield DeckPiece(
                    "-".join(filter(None, (component.id, record.key if record else ""))),
                    component.id,
                    fitting[component.id],
                    layout.front(component, record, copy=copy, net=True),
                    layout.back(component, record, copy=copy, net=True),
                    1 if numbered else copies,
                )


def _split(pieces: Sequence[DeckPiece], most: int) -> Iterator[Sequence[DeckPiece]]:
    """Splits pieces into parts of at most `most` (0: any number), and merges equal copies within each part."""
    if not most or sum(piece.copies for piece in pieces) <= most:
        yield pieces
        return
    single = [piece for piece in pieces for _ in range(piece.copies)]
    for first in range(0, len(single), most):
        same = groupby(single[first : first + most], lambda piece: (id(piece.front), id(piece.back), piece.name))
        groups = (list(copies) for _, copies in same)
        yield [replace(copies[0], copies=len(copies)) for copies in groups]
