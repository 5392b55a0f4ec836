"""The files of a shop that takes pages: a PDF file for each deck, and one for each leaflet."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pnp.scene import Box, Page, Placed
from pnp.text.fonts import FontBook
from pnp.vendor.deck import Deck, Piece
from pnp.vendor.flat import flat
from pnp.vendor.model import Vendor
from pnp.vendor.page import face_page


def deck_pages(vendor: Vendor, deck: Deck) -> Iterator[Page]:
    """The pages of a deck: each piece with its back, if the deck has any, one after the other or the other way round;
    each copy by itself, if the shop wants that."""
    for piece in deck.pieces:
        sides = tuple(_sides(vendor, deck, piece))
        for _ in range(piece.copies if vendor.copies else 1):
            yield from sides


def _sides(vendor: Vendor, deck: Deck, piece: Piece) -> Iterator[Page]:
    front = face_page(piece.front, piece.fit)
    if not deck.two_sided:
        yield front
        return
    back = face_page(piece.back, piece.fit, back=True)
    yield from (back, front) if vendor.back_first else (front, back)


def leaflet_page(page: Page, fonts: FontBook, *, live: bool = False) -> Page:
    """A page of a leaflet, which ends at its trim; no figure on it is see-through."""
    whole = Box(0.0, 0.0, page.width, page.height)
    items = tuple(
        replace(item, scene=flat(item.scene, fonts, live=live)) if isinstance(item, Placed) else item
        for item in page.items
    )
    return replace(page, items=items, trim=whole, bleed=whole, links=(), anchors=())
