"""Every face by itself, for screens, virtual tables and print shops."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator

import msgspec

from pnp.art.drawings import effort
from pnp.check.leaves import arts, pictures
from pnp.face.layout import Layout
from pnp.kit import Kit, bounds
from pnp.kit.bounds import Bound
from pnp.kit.model import AnyComponent
from pnp.output.names import Names
from pnp.scene import Scene
from pnp.sheet.parts import piece_faces
from pnp.sheet.selection import Selection

DPI = 300
"""What print shops ask for (The Game Crafter, MakePlayingCards; shared by all of them)."""

LINE_PIXELS = {"png": 130, "svg": 80}
"""A line of a drawing takes as long as so many pixels."""
FILE_PIXELS = {"png": 60_000, "svg": 30_000}
"""And so does making a file, however small its face is."""


class NamedScene(msgspec.Struct, frozen=True):
    """A face of a component, its side, and its file name without ending: `natural-dyes-blue-front`."""

    component: str
    side: str
    name: str
    scene: Scene


def named_faces(
    kit: Kit, layout: Layout, component: AnyComponent, selection: Selection, names: Names
) -> Iterator[NamedScene]:
    """All faces of a component in one language. One that several rows share comes once, without a key. `names` knows
    how those of other components are called."""
    found = [
        (record.key if record else "", side, scene)
        for record, _copies in selection.expand(kit, component)
        for side, scene in piece_faces(kit, layout, component, record)
    ]
    uses = Counter(id(scene) for _, _, scene in found)
    shared: set[int] = set()
    for key, side, scene in found:
        if uses[id(scene)] > 1:
            if id(scene) in shared:
                continue
            shared.add(id(scene))
            key = ""
        parts = (component.id, key, side)
        # A face is what it is of, however it looks: each has a file.
        name = names.named("-".join(filter(None, parts)), "", "/".join(parts).encode())
        yield NamedScene(component.id, side, name, scene)


def face_amounts(formats: Collection[str], scenes: Collection[Scene]) -> Counter[Bound]:
    """What faces come to as pictures, each with and without its bleed: pixels, those of pictures on them among them,
    and the time of drawings and files as pixels; bytes of pictures in SVG."""
    found: Counter[Bound] = Counter()
    known = {art.key: art for scene in scenes for art in arts(scene.items)}
    efforts = {key: effort(art) for key, art in known.items()}
    for scene in scenes:
        lines = sum(efforts[art.key] for art in arts(scene.items))
        found[bounds.FACE_PIXELS] += 2 * sum(lines * LINE_PIXELS[kind] + FILE_PIXELS[kind] for kind in formats)
        if "png" in formats:
            for bleed in (0.0, scene.bleed):
                area = (scene.width + 2 * bleed) * (scene.height + 2 * bleed)
                found[bounds.FACE_PIXELS] += round(area * (DPI / 25.4) ** 2)
            found[bounds.FACE_PIXELS] += 2 * sum(math.prod(picture.pixels) for picture in pictures(scene.items))
        if "svg" in formats:
            found[bounds.FACE_BYTES] += 2 * sum(len(picture.data) for picture in pictures(scene.items))
    return found
