"""The files of a shop that takes pictures: a folder for each deck, with its fronts and its backs."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import msgspec
from PIL import Image

from pnp.render.pdf import write_pdf
from pnp.render.png import png_pages
from pnp.scene import Page
from pnp.scene.colour import Black
from pnp.text.fonts import FontBook
from pnp.vendor.deck import Deck, Piece
from pnp.vendor.model import Vendor
from pnp.vendor.page import face_page


class Shot(msgspec.Struct, frozen=True, eq=False):
    """A picture to be: its path in the zip, its page, its size in pixels, and how many pieces show it."""

    path: str
    page: Page
    pixels: tuple[int, int]
    copies: int


def shots(vendor: Vendor, deck: Deck) -> tuple[Shot, ...]:
    """The pictures of a deck, fronts before backs, in the order of its pieces. A back that all pieces share comes
    once; otherwise each has the number of its front."""
    pieces = [piece for piece in deck.pieces for _ in range(piece.copies if vendor.copies else 1)]
    digits = len(str(len(pieces)))
    names = [f"{number:0{digits}d}-{piece.name}" for number, piece in enumerate(pieces, start=1)]
    pixels = deck.product.pixels or (0, 0)
    made = [
        Shot(
            f"{deck.name}/front/{name}.{vendor.file}", face_page(piece.front, piece.fit), pixels, _copies(vendor, piece)
        )
        for name, piece in zip(names, pieces, strict=True)
    ]
    if not deck.two_sided:
        return tuple(made)
    backs = [face_page(piece.back, piece.fit, back=True) for piece in pieces]
    if all(back == backs[0] for back in backs):
        return (*made, Shot(f"{deck.name}/back/all.{vendor.file}", backs[0], pixels, deck.count))
    behind = (
        Shot(f"{deck.name}/back/{name}.{vendor.file}", back, pixels, _copies(vendor, piece))
        for name, back, piece in zip(names, backs, pieces, strict=True)
    )
    return (*made, *behind)


def _copies(vendor: Vendor, piece: Piece) -> int:
    return 1 if vendor.copies else piece.copies


def pictures(vendor: Vendor, asked: Sequence[Shot], fonts: FontBook, black: Black) -> Iterator[tuple[Shot, bytes]]:
    """Renders the pictures; equal pages are drawn once."""
    pages = tuple(dict.fromkeys(shot.page for shot in asked))
    if not pages:
        return
    pdf = io.BytesIO()
    write_pdf(pages, pdf, fonts=fonts, title="", black=black)
    drawn = {
        page: png if vendor.file == "png" else _tiff(png, vendor.dpi)
        for page, png in zip(pages, png_pages(pdf.getvalue(), vendor.dpi), strict=True)
    }
    for shot in asked:
        yield shot, drawn[shot.page]


def _tiff(png: bytes, dpi: int) -> bytes:
    out = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.save(out, "TIFF", compression="tiff_lzw", dpi=(dpi, dpi))
    return out.getvalue()
