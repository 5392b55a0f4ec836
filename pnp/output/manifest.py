"""The manifest: what a build made, for people's scripts and for the companion."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Annotated

import msgspec

from pnp.scene import Page, Placed, mapped

MANIFEST = "manifest.json"
SLACK = 0.01
"""Millimetres by which a code may stand out of what is shown of its face: no module is cut by that."""

MOST_COPIES = 1_000_000
"""Of a row, in a manifest that is read."""


class File(msgspec.Struct, frozen=True, kw_only=True):
    """A file of the build. `paper` is the sheet it wants; `backs` and `ink` say how it was made, `printer` the measured
    printer that its pages are corrected for.

    `holds` names what is on it; `sheets` of `stock` go through the printer, on one or both sides (0: it is not
    printed at home), and ask for so many straight cuts or shapes to cut out, and folds. `onto` is the file whose sheets
    it goes onto the backs of: they are not counted again.
    """

    path: str
    what: str
    holds: str
    pages: int = 1
    sheets: int = 0
    stock: str = ""
    both_sides: bool = False
    cuts: int = 0
    folds: int = 0
    paper: str = ""
    language: str
    backs: str = "none"
    ink: str
    printer: str = ""
    onto: str = ""


class ComponentEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A component as printed for one language: how many, trim size in mm, faces (1 or 2; 6 for a die)."""

    id: str
    kind: str
    title: dict[str, str]
    count: int
    width_mm: float
    height_mm: float
    faces: int
    stock: str


class Code(msgspec.Struct, frozen=True, kw_only=True):
    """A QR code: what it says, and where it stands. Page from 1; mm from the page's top left, quiet zone included."""

    content: str
    file: str
    page: int
    x_mm: float
    y_mm: float
    size_mm: float


class SheetEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet of paper: its front's page in the file; the page and the file of its backs, which is the same where it is
    printed on both sides or folded (no back: 0, and no file); what is on it, and the share of its field that components
    and their bleed take.

    `meetings` says how its pieces lie beside each other: `apart`, one ground `shared` at a cut, or `touching` though
    their grounds differ, as paper was short. `least_sheets` is a number that no layout of all pieces of this stock
    can fall below.
    """

    file: str
    front_page: int
    back_page: int
    back_file: str
    stock: str
    components: dict[str, int]
    fill: float
    cuts: int
    folds: int
    meetings: tuple[str, ...]
    least_sheets: int


class OrderEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A thing to order at a print shop: its product's id and title, its trim there, how many pieces it has and is
    charged for, those of each component, and the file or the folder in the zip that holds it."""

    language: str
    product: str
    title: str
    width_mm: float
    height_mm: float
    count: int
    charged: int
    components: dict[str, int]
    path: str


class SealEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A seal of a piece: its number, the side that bears it, and its corners in mm from the top left of that side's
    trim, clockwise from the seal's own top left. It is the same in all languages."""

    number: int
    component: str
    key: str
    side: str
    corners_mm: tuple[tuple[float, float], ...]


class PieceEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The pieces of one row of a component in one language: the row's key ("" for a component without rows), how many
    of them are in the box, and the fingerprint of each face by the name of its side.

    A fingerprint tells what is on a face: the same on every machine, in every folder and every build, as long as
    nothing changes on it. Sides are `front` and `back`, those of what comes with a piece (`base`, `labels-2`), and the
    pages of a leaflet (`page-1`). `kind` and `stock` are those of its component when it was printed; manifests of older
    presses have them there alone.
    """

    component: str
    key: str
    language: str
    copies: Annotated[int, msgspec.Meta(ge=0, le=MOST_COPIES)]
    faces: dict[str, str]
    kind: str = ""
    stock: str = ""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """`without` are the ids of the components that were left out, `profile` the kit's profile that said so, if any.

    `pieces` are all that are in the box with this build, none if it made no PDF files; it is `whole` unless single ones
    were named, which are all that it then knows of. What is on their faces stands in the file `faces`, by fingerprint.
    `seals` say by which numbers a camera knows pieces.
    What was made for a print shop names that as `vendor`, and has its `order`.
    """

    kit: str
    title: dict[str, str]
    build: str
    version: str
    languages: tuple[str, ...]
    companion: str
    gutters: str
    profile: str
    without: tuple[str, ...]
    files: tuple[File, ...]
    components: tuple[ComponentEntry, ...]
    qr: tuple[Code, ...]
    sheets: tuple[SheetEntry, ...]
    whole: bool
    pieces: tuple[PieceEntry, ...]
    faces: str
    seals: tuple[SealEntry, ...] = ()
    vendor: str = ""
    order: tuple[OrderEntry, ...] = ()


class _Listed(msgspec.Struct, frozen=True):
    path: str


class _Listing(msgspec.Struct, frozen=True):
    files: tuple[_Listed, ...]


def listed_files(manifest: Path) -> tuple[str, ...]:
    """The files that an earlier manifest lists, as far as they lie in its own folder. None if it cannot be read."""
    try:
        listing = msgspec.json.decode(manifest.read_bytes(), type=_Listing)
    except (OSError, msgspec.MsgspecError):
        return ()
    paths = (PurePosixPath(file.path) for file in listing.files)
    return tuple(str(path) for path in paths if not path.is_absolute() and ".." not in path.parts)


def codes_on(page: Page, number: int, file: str) -> Iterator[Code]:
    """The QR codes that stand whole on a page."""
    for item in page.items:
        if not isinstance(item, Placed):
            continue
        for content, box in item.scene.codes:
            spot = mapped(item.matrix, box)
            if item.clip is None or item.clip.holds(spot, SLACK):
                printed = mapped(page.matrix, spot)
                x, y, size = (round(length, 3) for length in (printed.x, printed.y, printed.width))
                yield Code(content=content, file=file, page=number, x_mm=x, y_mm=y, size_mm=size)
