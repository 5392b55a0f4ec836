"""The manifest: what a build made, for people's scripts and for the companion."""

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
    """A file of the build. `paper` is its sheet; `printer` the measured printer that its pages are corrected for.

    `what` is `sheets`, `tiles`, `board`, `shop`, `leaflet`, `booklet`, `guide`, `swap-list`, `start`, `cut`, `vendor`
    or `order`; `holds` names its content. `sheets` of `stock` go through the printer at home (0: none). `cuts` count
    straight cuts and outlines. `onto` is the file whose backs it prints: its sheets are not counted again.
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
    """A QR code and its place: page from 1, mm from the page's top left, quiet zone included."""

    content: str
    file: str
    page: int
    x_mm: float
    y_mm: float
    size_mm: float


class SheetEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet of paper: its pages (no back: 0), what is on it, and the share of its field that pieces and bleed take.

    `back_file` is the file itself if it is printed on both sides or folded. `meetings` say how neighbours lie: `apart`,
    with one ground `shared` at a cut, or `touching` with other grounds.
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
    """A product to order at a print shop: its trim, how many pieces it has and is charged for, those of each component,
    and the file or the folder in the zip that holds it."""

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
    """A seal of a piece: its number and side, and its corners in mm from the top left of that side's trim, clockwise
    from the seal's own top left. It is the same in all languages."""

    number: int
    component: str
    key: str
    side: str
    corners_mm: tuple[tuple[float, float], ...]


class PieceEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The copies of one row of a component in one language; `key` is "" for a component without rows.

    `faces` maps sides to fingerprints, which depend on nothing but what is printed. Sides are `front` and `back`, those
    of what comes with a piece (`base`, `labels-2`), and pages of a leaflet (`page-1`).
    """

    component: str
    key: str
    language: str
    copies: Annotated[int, msgspec.Meta(ge=0, le=MOST_COPIES)]
    faces: dict[str, str]
    kind: str = ""
    stock: str = ""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a build. `without` are the ids of components that were left out, by `profile` or by name.

    `pieces` are all pieces in the box with this build; it is `whole` unless single ones were named. The file `faces`
    holds their faces by fingerprint. A build for a print shop names it as `vendor`, and has its `order`.
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


def listed_files(manifest: Path) -> tuple[str, ...]:
    """The files that an earlier manifest lists within its own folder; none if it cannot be read."""
    try:
        paths = [PurePosixPath(file["path"]) for file in msgspec.json.decode(manifest.read_bytes())["files"]]
    except (OSError, msgspec.MsgspecError, LookupError, TypeError):
        return ()
    return tuple(str(path) for path in paths if not path.is_absolute() and ".." not in path.parts)


def codes_on(page: Page, number: int, file: str) -> Iterator[Code]:
    """The whole QR codes on a page."""
    for item in (item for item in page.items if isinstance(item, Placed)):
        for content, box in item.scene.codes:
            spot = mapped(item.matrix, box)
            if item.clip is None or item.clip.holds(spot, SLACK):
                printed = mapped(page.matrix, spot)
                x, y, size = (round(length, 3) for length in (printed.x, printed.y, printed.width))
                yield Code(content=content, file=file, page=number, x_mm=x, y_mm=y, size_mm=size)


@contextlib.contextmanager
def stage_folder(folder: Path) -> Iterator[Path]:
    """A temporary folder beside `folder`, whose files move into it when the block ends well.

    Files that only the last build made are removed; files that the press did not make stay. If the block fails or is
    interrupted, `folder` is as it was. Raises OSError, which names `folder` or what was to be in it.
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
        stale = [name for name in listed_files(folder / MANIFEST) if name not in made and not (folder / name).is_dir()]
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
    """Names of the files in a folder, each for one content.

    Ids and keys are joined by hyphens and may hold hyphens, so two files may want one name. The first keeps it, the
    others get a number: `chip-red-2.png`.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, bytes]] = {}

    def choose_name(self, wanted: str, ending: str, content: bytes) -> str:
        """The name for this content, or the name that equal content has already."""
        digest = sha256(content).digest()
        number, name = 1, f"{wanted}{ending}"
        while True:
            known, known_digest = self._known.setdefault(folded(name), (name, digest))
            if known_digest == digest:
                return known
            number += 1
            name = f"{wanted}-{number}{ending}"


def folded(name: str) -> str:
    """A name as systems compare it that ignore case and the ways to write an accent."""
    return unicodedata.normalize("NFC", name).casefold()
