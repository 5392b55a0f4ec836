"""What a print shop asks for, as its file says: frozen, lengths in mm."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal, TypeAlias

import msgspec

from pnp.kit.model import Language, Stock

Form: TypeAlias = Literal["pictures", "pages"]
Kind: TypeAlias = Literal["png", "tiff"]
Cut: TypeAlias = Literal["rectangle", "round", "hexagon"]
Standard: TypeAlias = Literal["PDF/X-1a:2003", "PDF/X-4"]
Length: TypeAlias = Annotated[float, msgspec.Meta(gt=0.0, le=2000.0)]
Margin: TypeAlias = Annotated[float, msgspec.Meta(ge=0.0, le=20.0)]
Resolution: TypeAlias = Annotated[int, msgspec.Meta(ge=72, le=1200)]
Name: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Title: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Source: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class VendorError(ValueError):
    """There is no such print shop, or its file cannot be used. The message says what to do."""


class Titled(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What has a title: one for all languages, or one for each."""

    id: str = ""
    titles: Title | dict[str, Title] = msgspec.field(name="title")

    @property
    def title(self) -> str:
        return self.called("en")

    def called(self, language: Language) -> str:
        """The title in a language; where there is none in it, the first."""
        if isinstance(self.titles, str):
            return self.titles
        return self.titles.get(language) or next(iter(self.titles.values()), self.id)


class Product(Titled, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that a shop makes: its trim, and for pictures its size in pixels, bleed included.

    `stocks` are those of a kit's components that it stands for. Without a `trim` every size is made, from
    `least` to `largest` (the shorter side first). `source` says where this was read, if not where
    the shop's other demands were.
    """

    id: Name
    stocks: tuple[Stock, ...] = ("card",)
    cut: Cut = "rectangle"
    trim: tuple[Length, Length] | None = None
    pixels: tuple[int, int] | None = None
    least: tuple[Length, Length] = (5.0, 5.0)
    largest: tuple[Length, Length] = (2000.0, 2000.0)
    safe: Margin | None = None
    source: Source = ""


class Vendor(Titled, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A print shop. `source` is where its demands were read, on the day `read`.

    It takes `pictures` (RGB, `dpi`, each a `file` of that kind) in a zip, or `pages` (PDF by a `standard`, or without:
    RGB). `bleed` and `safe` are counted from the trim; `ink` is the most of the four together, in percent. `back_first`
    puts each back before its front. `copies`: each piece has files or pages of its own, instead of a number in the
    order. `counts` are the numbers of pieces that a deck is charged for, the last of them the largest deck. `leaflets`:
    it prints those, too.
    """

    source: Source
    read: datetime.date
    form: Form
    product: tuple[Product, ...]
    file: Kind = "png"
    dpi: Resolution = 300
    bleed: Margin
    safe: Margin
    standard: Standard | None = None
    ink: Annotated[int, msgspec.Meta(ge=100, le=400)] | None = None
    back_first: bool = False
    copies: bool = False
    counts: tuple[Annotated[int, msgspec.Meta(ge=1)], ...] = ()
    leaflets: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError for what no shop can ask for; msgspec tells the file's reader."""
        if self.form == "pictures" and (self.standard or self.ink):
            raise ValueError("`standard` and `ink` are for pages, not for pictures")
        if self.standard and not self.ink:
            raise ValueError("pages by a `standard` are printed with four inks: say how much `ink` they may take")
        if list(self.counts) != sorted(set(self.counts)):
            raise ValueError("`counts` grow from one to the next")
        if not self.product:
            raise ValueError("there is no [[product]]")
        for product in self.product:
            self._check(product)
        ids = [product.id for product in self.product]
        if twice := next((one for one in ids if ids.count(one) > 1), None):
            raise ValueError(f"there are two products `{twice}`")

    def _check(self, product: Product) -> None:
        if product.trim is None and (product.pixels or self.form == "pictures"):
            raise ValueError(f"product `{product.id}` has no `trim`")
        if product.trim and self.form == "pictures" and not product.pixels:
            raise ValueError(f"product `{product.id}` has no `pixels`")
        # A trim comes to no whole pixels: those that a shop asks for may be a part of one less.
        if product.trim and product.pixels and 2 * min(self.bleeds(product)) <= -25.4 / self.dpi:
            raise ValueError(f"product `{product.id}`: {product.pixels[0]} × {product.pixels[1]} is less than its trim")

    @property
    def live(self) -> bool:
        """Whether its files show what is see-through as it is drawn; pictures do."""
        return self.standard != "PDF/X-1a:2003"

    def bleeds(self, product: Product) -> tuple[float, float]:
        """The bleed of a product, across and down: what its pixels leave beside the trim, or the shop's own."""
        if product.trim is None or product.pixels is None:
            return self.bleed, self.bleed
        across, down = (
            (pixels / self.dpi * 25.4 - trim) / 2 for pixels, trim in zip(product.pixels, product.trim, strict=True)
        )
        return across, down

    def clear(self, product: Product) -> float:
        """How far words and signs of a product stay from its trim."""
        return self.safe if product.safe is None else product.safe
