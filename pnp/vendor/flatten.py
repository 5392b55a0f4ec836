"""The ICC profile of the press: where systems keep those that there are, and which of them is taken."""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from pnp.art.paths import extent, inverse, multiply
from pnp.art.raster import has_half_opaque
from pnp.check.outlines import pictures, window
from pnp.render.pdfx.separation import IccError, IccProfile, InkPreview, as_file
from pnp.scene import (
    IDENTITY,
    Box,
    Gradient,
    Group,
    Image,
    Item,
    Matrix,
    Page,
    Placed,
    Rect,
    Scene,
    Shadow,
    Use,
    mapped,
)
from pnp.sheet.options import BadOptionError

if TYPE_CHECKING:
    from PIL.Image import Image as Raster


PREFERRED = (
    "PSOcoated_v3.icc",
    "ISOcoated_v2_300_eci.icc",
    "ISOcoated_v2_eci.icc",
    "FOGRA39L_coated.icc",
    "CoatedFOGRA39.icc",
    "Coated_Fogra39L_VIGC_300.icc",
    "CoatedGRACoL2006.icc",
    "GRACoL2006_Coated1v2.icc",
    "USWebCoatedSWOP.icc",
    "default_cmyk.icc",
    "Generic CMYK Profile.icc",
)
"""Profiles of presses by the names of their files, those of coated card first; the last but one comes with Ghostscript,
the last with macOS."""
HOW = (
    "name one with --icc-profile, or install one: Ghostscript brings one (Debian, Ubuntu: apt install libgs-common; "
    "macOS: brew install ghostscript), and the shop gives away its own"
)


def profile(named: Path | None) -> IccProfile:
    """The profile of this file, or else the first of those that are preferred that this system has.

    Raises BadOptionError, with what to do, if there is none or it is not that of a press.
    """
    try:
        if named is not None:
            return IccProfile(named)
        for path in _found():
            return IccProfile(path)
    except IccError as error:
        raise BadOptionError(f"{error}: {HOW}") from None
    except OSError as error:
        raise BadOptionError(f"{error.filename or named} cannot be read: {error.strerror or error}") from None
    raise BadOptionError(f"a shop that prints with four inks needs the ICC profile of its press: {HOW}")


def _found() -> Iterator[Path]:
    files: dict[str, Path] = {}
    for folder in _folders():
        for path in sorted(folder.rglob("*.ic[cm]")) if folder.is_dir() else ():
            files.setdefault(path.name.lower(), path)
    yield from (files[name.lower()] for name in PREFERRED if name.lower() in files)


def _folders() -> Iterator[Path]:
    """Where Linux, macOS, Windows, Ghostscript and TeX keep profiles; the user's own first."""
    home = Path.home()
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    yield from (data / "icc", data / "color" / "icc", home / ".color" / "icc", home / "Library/ColorSync/Profiles")
    yield from (Path("/usr/local/share/color/icc"), Path("/usr/share/color/icc"), Path("/usr/share/ghostscript"))
    yield from (Path("/Library/ColorSync/Profiles"), Path("/System/Library/ColorSync/Profiles"))
    yield from (Path("/opt/homebrew/share/ghostscript"), Path("/usr/local/share/ghostscript"))
    yield Path("/usr/share/texlive/texmf-dist/tex/generic/colorprofiles")
    if root := os.environ.get("SYSTEMROOT"):
        yield Path(root) / "System32" / "spool" / "drivers" / "color"


def is_see_through(items: Iterable[Item]) -> bool:
    """Whether something lets what lies beneath shine through."""
    items = tuple(items)
    return any(map(is_veil, items)) or any(has_half_opaque(picture.data) for picture in pictures(items))


def is_veil(item: Item) -> bool:
    """Whether a drawn thing is see-through, or a part of it."""
    match item:
        case Shadow():
            return True
        case Group():
            return item.see_through or any(map(is_veil, item.items))
        case Use(art=art):
            return any(map(is_veil, art.items))
        case _:
            fill = getattr(item, "fill", None)
            return isinstance(fill, Gradient) and fill.see_through


def parts(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
    """What is see-through as a whole or not at all, in drawing order, with its way to the face's own mm: all items but
    groups that are nothing but a place for others."""
    for item in items:
        if isinstance(item, Group) and not item.see_through:
            yield from parts(item.items, multiply(matrix, item.matrix))
        else:
            yield item, matrix


DPI = 600.0
"""Fine enough for the words that lie beneath a picture."""
MOST_PIXELS = 40_000_000
"""Boards are drawn more coarsely."""
APART = 2.0
"""Things that follow each other are one picture, if that is at most so many times as large as they are together."""


Items: TypeAlias = tuple[Item, ...]


def flat(scene: Scene, plates: InkPreview) -> Scene:
    """The face as it is, if nothing on it shines through; else with pictures in place of all that does, in inks."""
    if not is_see_through(scene.items):
        return scene
    flattening = _Flattening(scene, plates)
    return replace(scene, items=tuple(flattening.opaque(scene.items, IDENTITY, lambda items: items)))


class _Flattening:
    """Draws what shines through on one face."""

    def __init__(self, scene: Scene, plates: InkPreview) -> None:
        self._scene = scene
        self._plates = plates
        self._ground = Box(0.0, 0.0, scene.width, scene.height).inset(-scene.bleed)

    def opaque(self, items: Items, matrix: Matrix, whole: Callable[[Items], Items]) -> Iterator[Item]:
        """The items of a face or of a group on it, none of which shines through. `matrix` leads from their own mm to
        the face's, `whole` from some of them to all of the face up to those."""
        start = 0
        while start < len(items):
            item, stop = items[start], start + 1
            if not is_see_through((item,)):
                yield item
            elif isinstance(item, Group) and not item.see_through:
                before, group = items[:start], item

                def up_to(part: Items, before: Items = before, group: Group = group) -> Items:
                    return whole((*before, replace(group, items=part)))

                inner = self.opaque(item.items, multiply(matrix, item.matrix), up_to)
                yield replace(item, items=tuple(inner))
            else:
                stop, box = self._run(items, start, matrix)
                if picture := self._picture(whole(items[:start]), whole(items[:stop]), box):
                    yield picture if matrix == IDENTITY else Group((picture,), inverse(matrix))
            start = stop

    def _run(self, items: Sequence[Item], start: int, matrix: Matrix) -> tuple[int, Box]:
        """Where those end that are drawn as one picture with the item at `start`, and the box of the face that they
        lie in."""
        box = self._seen(items[start], matrix)
        apart = _area(box)
        for stop in range(start + 1, len(items)):
            item = items[stop]
            if not is_see_through((item,)) or (isinstance(item, Group) and not item.see_through):
                return stop, box
            more = self._seen(item, matrix)
            apart += _area(more)
            both = extent((Rect(box), Rect(more)))
            if _area(both) > APART * apart:
                return stop, box
            box = both
        return len(items), box

    def _seen(self, item: Item, matrix: Matrix) -> Box:
        return mapped(matrix, extent((item,))).common(self._ground)

    def _picture(self, before: Items, after: Items, box: Box) -> Image | None:
        """What is seen in a box of the face after some of it is drawn and was not before; None, if that is nothing."""
        if not box.width or not box.height:
            return None
        dpi = min(DPI, math.sqrt(MOST_PIXELS / _area(box)) * 25.4)
        box = _in_dots(box, 25.4 / dpi)
        was, now = self._plates.pictures([self._page(items, box) for items in (before, after)], dpi)
        changed = _changed(was, now)
        part = changed.getbbox()
        if part is None:
            return None
        data = as_file(self._plates.separation.settled(now.crop(part)), changed.crop(part))
        across, down = box.width / now.width, box.height / now.height
        left, top, right, bottom = part
        place = Box(box.x + left * across, box.y + top * down, (right - left) * across, (bottom - top) * down)
        return Image(hashlib.sha256(data).hexdigest()[:16], data, place, (right - left, bottom - top))

    def _page(self, items: Items, box: Box) -> Page:
        """What items show in a box of the face."""
        near = replace(self._scene, items=window(items, box.inset(-1.0)), codes=(), keep=())
        return Page(box.width, box.height, (Placed(near, -box.x, -box.y),))


def _changed(was: Raster, now: Raster) -> Raster:
    """255 at each dot that is another than before, else 0."""
    from PIL import ImageChops

    most, *others = ImageChops.difference(was, now).split()
    for part in others:
        most = ImageChops.lighter(most, part)
    return most.point([255 * (value > 0) for value in range(256)])


def _in_dots(box: Box, dot: float) -> Box:
    """A box of whole dots round another, and one dot more on each side."""
    left, top = math.floor(box.x / dot) - 1, math.floor(box.y / dot) - 1
    right, bottom = math.ceil(box.right / dot) + 1, math.ceil(box.bottom / dot) + 1
    return Box(left * dot, top * dot, (right - left) * dot, (bottom - top) * dot)


def _area(box: Box) -> float:
    return box.width * box.height
