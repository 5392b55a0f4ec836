"""The manifest of a build, for users' scripts and for the companion."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import unicodedata
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Annotated

import msgspec

from pnp.scene import Page, Placed, mapped

PROGRAMS = "for-programs"
"""The folder for what is not for people."""
MANIFEST = f"{PROGRAMS}/manifest.json"
FACES = f"{PROGRAMS}/faces.jsonl.gz"
SLACK = 0.01
"""Millimetres by which a code may stand out of what is shown of its face: no module is cut by that."""

MOST_COPIES = 1_000_000
"""Of a row, in a manifest that is read."""


class File(msgspec.Struct, frozen=True, kw_only=True):
    """A file of the build. `paper` is its sheet size; `printer` the measured printer that its pages are corrected for.

    `what` is `sheets`, `tiles`, `board`, `shop`, `leaflet`, `booklet`, `guide`, `swap-list`, `start`, `cut`, `vendor`
    or `order`; `holds` lists its components. `sheets` of `stock` are printed at home (0: none). `cuts` counts straight
    cuts and outlines. `onto` is the file on whose backs it is printed: its sheets are not counted again.
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
    need: str = "play"


class ComponentEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A component as printed in one language: how many, trim size in mm, faces (1 or 2; 6 for a die)."""

    id: str
    kind: str
    title: dict[str, str]
    count: int
    width_mm: float
    height_mm: float
    faces: int
    stock: str


class Code(msgspec.Struct, frozen=True, kw_only=True):
    """A QR code and its place: page from 1, mm from the page's top left, including the quiet zone."""

    content: str
    file: str
    page: int
    x_mm: float
    y_mm: float
    size_mm: float


class SheetEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet of paper: its pages (no back: 0), its components, and the share of its field that pieces and bleed cover.

    `back_file` is the file itself if it is printed on both sides or folded. `meetings` say how neighbours lie: `apart`,
    `shared` (one ground at a common cut), or `touching` (different grounds).
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


class OrderEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A product to order at a print shop: its trim, its number of pieces and of pieces charged, the pieces by
    component, and its file or folder in the zip."""

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
    """A camera mark: its number and side, and its corners in mm from the top left of that side's trim, clockwise from
    the mark's own top left. Equal in all languages."""

    number: int
    component: str
    key: str
    side: str
    corners_mm: tuple[tuple[float, float], ...]


class PieceEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The copies of one row of a component in one language; `key` is "" for a component without rows.

    `faces` maps sides to fingerprints, which depend only on what is printed. Sides are `front` and `back`, those of
    additions (`base`, `labels-2`), and pages of a leaflet (`page-1`).
    """

    component: str
    key: str
    language: str
    copies: Annotated[int, msgspec.Meta(ge=0, le=MOST_COPIES)]
    faces: dict[str, str]
    kind: str = ""
    stock: str = ""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a build. `without` are the ids of components left out, by `profile` or by name.

    `pieces` are all pieces in the box with this build; it is `whole` unless single ones were selected. The file `faces`
    holds their faces by fingerprint. A build for a print shop has a `vendor` and an `order`.
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
    files: tuple[File, ...] = ()
    components: tuple[ComponentEntry, ...]
    qr: tuple[Code, ...] = ()
    sheets: tuple[SheetEntry, ...] = ()
    whole: bool
    pieces: tuple[PieceEntry, ...] = ()
    faces: str = ""
    seals: tuple[SealEntry, ...] = ()
    vendor: str = ""
    order: tuple[OrderEntry, ...] = ()


def list_files(manifest: Path) -> tuple[str, ...]:
    """Returns the files that an earlier manifest lists inside its own folder; none if it is unreadable."""
    try:
        paths = [PurePosixPath(file["path"]) for file in msgspec.json.decode(manifest.read_bytes())["files"]]
    except (OSError, msgspec.MsgspecError, LookupError, TypeError):
        return ()
    return tuple(str(path) for path in paths if not path.is_absolute() and ".." not in path.parts)


def find_codes(page: Page, number: int, file: str) -> Iterator[Code]:
    """Yields the complete QR codes on a page."""
    for item in (item for item in page.items if isinstance(item, Placed)):
        for content, box in item.scene.codes:
            spot = mapped(item.matrix, box)
            if item.clip is None or item.clip.holds(spot, SLACK):
                printed = mapped(page.matrix, spot)
                x, y, size = (round(length, 3) for length in (printed.x, printed.y, printed.width))
                yield Code(content=content, file=file, page=number, x_mm=x, y_mm=y, size_mm=size)


@contextlib.contextmanager
def open_stage(folder: Path) -> Iterator[Path]:
    """Opens a temporary folder beside `folder`, whose files move into it when the block succeeds.

    Files of the last build that are not made again are removed; files of other origin stay. If the block fails or is
    interrupted, `folder` stays unchanged. Raises OSError with the path.
    """
    # Named before it exists, so that an interrupt finds it at any time.
    stage = folder.parent / f".{folder.name}-{os.urandom(6).hex()}"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        stage.mkdir(mode=0o700)
        yield stage
        folder.mkdir(exist_ok=True)
        made = {path.relative_to(stage).as_posix() for path in stage.rglob("*") if path.is_file()}
        targets = [folder / name for name in made]
        # Once the first file has moved, it is too late for these errors.
        for target in targets:
            if target.is_dir() and not target.is_symlink():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
        for parent in sorted({one for target in targets for one in target.parents if one.is_relative_to(folder)}):
            if parent.exists() and not parent.is_dir():
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(parent))
        stale = [name for name in list_files(folder / MANIFEST) if name not in made and not (folder / name).is_dir()]
        # The manifest moves last: until then the old one is valid.
        for name in sorted(made, key=lambda name: (name == MANIFEST, name)):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            (stage / name).replace(target)
        for name in stale:
            (folder / name).unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # a folder may hold other files
                for parent in Path(name).parents[:-1]:
                    (folder / parent).rmdir()
    except OSError as error:
        error.filename = str(error.filename2 or error.filename or folder).replace(str(stage), str(folder))
        error.filename2 = None
        raise
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def write_json(path: Path, value: msgspec.Struct) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")


class Names:
    """Unique file names in a folder.

    Ids and keys are joined by hyphens and may contain hyphens, so two files may get one name. The first keeps it, the
    others get a number: `chip-red-2.png`.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, bytes]] = {}

    def choose_name(self, wanted: str, ending: str, content: bytes) -> str:
        """Returns the name for this content; equal content keeps its name."""
        digest = sha256(content).digest()
        number, name = 1, f"{wanted}{ending}"
        while True:
            known, known_digest = self._known.setdefault(folded(name), (name, digest))
            if known_digest == digest:
                return known
            number += 1
            name = f"{wanted}-{number}{ending}"


def folded(name: str) -> str:
    """Returns a name for comparison on file systems that ignore case and Unicode normalisation."""
    return unicodedata.normalize("NFC", name).casefold()
