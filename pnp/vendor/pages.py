"""The files of a shop that takes pages: a PDF file for each deck, and one for each leaflet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pnp.render.pdfx.ink_preview import InkPreview
from pnp.scene import Box, Item, Page, Placed, Scene
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


def leaflet_page(page: Page) -> Page:
    """A page of a leaflet, which ends at its trim."""
    whole = Box(0.0, 0.0, page.width, page.height)
    return replace(page, trim=whole, bleed=whole, links=(), anchors=())


def flat_pages(pages: Iterable[Page], plates: InkPreview) -> Iterator[Page]:
    """The pages, with nothing on their faces that shines through; a face that several show is drawn once."""
    known: dict[int, tuple[Scene, Scene]] = {}  # by identity, so those that are asked for have to stay

    def opaque(item: Item | Placed) -> Item | Placed:
        if not isinstance(item, Placed):
            return item
        if id(item.scene) not in known:
            known[id(item.scene)] = item.scene, flat(item.scene, plates)
        return replace(item, scene=known[id(item.scene)][1])

    for page in pages:
        yield replace(page, items=tuple(map(opaque, page.items)))
