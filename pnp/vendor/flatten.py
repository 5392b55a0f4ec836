"""The press's ICC profile, and pictures in place of translucent items for shops that print no transparency."""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby
from pathlib import Path

from msgspec.structs import replace
from PIL import ImageChops

from pnp.art.paths import extent
from pnp.art.raster import has_half_opaque
from pnp.check.outlines import list_pictures, window
from pnp.render.png import InkPreview
from pnp.render.separation import IccError, IccProfile, encode_inks
from pnp.scene import Box, Gradient, Group, Image, Item, Page, Placed, Scene, Shadow, Use
from pnp.sheet.options import BadOptionError

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
"""Files of profiles of presses, those of coated card first; the last but one comes with Ghostscript, the last with
macOS."""
FOLDERS = (
    "$XDG_DATA_HOME/icc",
    "$XDG_DATA_HOME/color/icc",
    "~/.local/share/icc",
    "~/.local/share/color/icc",
    "~/.color/icc",
    "~/Library/ColorSync/Profiles",
    "/usr/local/share/color/icc",
    "/usr/share/color/icc",
    "/usr/share/ghostscript",
    "/Library/ColorSync/Profiles",
    "/System/Library/ColorSync/Profiles",
    "/opt/homebrew/share/ghostscript",
    "/usr/local/share/ghostscript",
    "/usr/share/texlive/texmf-dist/tex/generic/colorprofiles",
    "$SYSTEMROOT/System32/spool/drivers/color",
)
"""Where Linux, macOS, Windows, Ghostscript and TeX keep profiles; the user's own first."""
HOW = (
    "name one with --icc-profile, or install one: Ghostscript brings one (Debian, Ubuntu: apt install libgs-common; "
    "macOS: brew install ghostscript), and the shop gives away its own"
)


def profile(named: Path | None) -> IccProfile:
    """Returns the profile in this file, or the first preferred one on this system.

    Raises BadOptionError, with what to do, if there is none or it is not a press profile.
    """
    try:
        for path in [named] if named else _found():
            return IccProfile(path)
    except IccError as error:
        raise BadOptionError(f"{error}: {HOW}") from None
    except OSError as error:
        raise BadOptionError(f"{error.filename or named} cannot be read: {error.strerror or error}") from None
    raise BadOptionError(f"a shop that prints with four inks needs the ICC profile of its press: {HOW}")


def _found() -> Iterator[Path]:
    files: dict[str, Path] = {}
    for folder in (Path(os.path.expandvars(name)).expanduser() for name in FOLDERS):
        for path in sorted(folder.rglob("*.ic[cm]")) if folder.is_dir() else ():
            files.setdefault(path.name.lower(), path)
    yield from (files[name.lower()] for name in PREFERRED if name.lower() in files)


def is_see_through(items: Iterable[Item]) -> bool:
    """Returns whether an item is translucent."""
    items = tuple(items)
    return any(map(is_veil, items)) or any(has_half_opaque(picture.data) for picture, _ in list_pictures(items))


def is_veil(item: Item) -> bool:
    """Returns whether a drawn item, or a part of it, is translucent."""
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


def split_groups(items: Iterable[Item]) -> Iterator[Item]:
    """Yields the items in drawing order, each entirely translucent or entirely opaque: a mixed group becomes one group
    for each of its items."""
    for item in items:
        if isinstance(item, Group) and not item.see_through and is_see_through(item.items):
            yield from (replace(item, items=(inner,)) for inner in split_groups(item.items))
        else:
            yield item


DPI = 600.0
"""Fine enough for the words that lie beneath a picture."""
MOST_PIXELS = 40_000_000
"""Boards are drawn more coarsely."""


def flat(scene: Scene, plates: InkPreview) -> Scene:
    """Returns the face with a picture, in inks, in place of consecutive translucent items; an opaque face unchanged."""
    if not is_see_through(scene.items):
        return scene
    ground = Box(0.0, 0.0, scene.width, scene.height).inset(-scene.bleed)
    drawn: tuple[Item, ...] = ()
    opaque: list[Item] = []
    for see_through, run in groupby(split_groups(scene.items), key=lambda item: is_see_through((item,))):
        before, items = drawn, tuple(run)
        drawn = (*before, *items)
        opaque += _draw_changes(scene, before, drawn, extent(items).common(ground), plates) if see_through else items
    return replace(scene, items=tuple(opaque))


def _draw_changes(
    scene: Scene, before: Sequence[Item], after: Sequence[Item], box: Box, plates: InkPreview
) -> Iterator[Image]:
    """Yields a picture of the pixels in a box of the face that drawing these items changes; None if there are none."""
    area = box.width * box.height
    if not area:
        return
    dot = 25.4 / min(DPI, math.sqrt(MOST_PIXELS / area) * 25.4)
    left, top = math.floor(box.x / dot) - 1, math.floor(box.y / dot) - 1
    right, bottom = math.ceil(box.right / dot) + 1, math.ceil(box.bottom / dot) + 1
    x, y, width, height = (length * dot for length in (left, top, right - left, bottom - top))
    pages = []
    for items in (before, after):
        near = replace(scene, items=window(items, Box(x, y, width, height).inset(-1.0)), codes=(), keep=())
        pages.append(Page(width, height, (Placed(near, -x, -y),)))
    was, now = plates.pictures(pages, 25.4 / dot)
    changed = reduce(ImageChops.lighter, ImageChops.difference(was, now).split()).point([0] + [255] * 255)
    if part := changed.getbbox():
        data = encode_inks(plates.separation.settle(now.crop(part)), changed.crop(part))
        across, down = width / now.width, height / now.height
        columns, rows = part[2] - part[0], part[3] - part[1]
        place = Box(x + part[0] * across, y + part[1] * down, columns * across, rows * down)
        yield Image(hashlib.sha256(data).hexdigest()[:16], data, place, (columns, rows))
