"""Every face as a picture by itself, for web pages and whatever takes pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from PIL import Image

from pnp.export.names import Pattern
from pnp.export.options import Export
from pnp.export.pictures import MM_PER_INCH, Camera, encoded
from pnp.export.pieces import shown_pieces
from pnp.export.written import Written
from pnp.face.layout import Layout
from pnp.kit import Kit, bounds
from pnp.output.names import folded
from pnp.scene import Scene
from pnp.sheet.options import BadOptionError
from pnp.sheet.selection import Selection

DPI = 300.0


def faces(kit: Kit, layout: Layout, selection: Selection, export: Export) -> Iterator[Written]:
    """The faces of all pieces, called by the pattern; a face that many rows share comes once, without a row.

    A pattern without `{side}` is for the first face of each piece. Raises BadOptionError if two faces would be called
    alike, if they are too many at this resolution, or if there is none.
    """
    pattern = Pattern(export.name)
    named: dict[str, Scene] = {}
    known: dict[str, tuple[Mapping[str, str], Scene]] = {}
    for values, scene in _named(kit, layout, selection, every="side" in pattern.fields):
        name = pattern.name(values)
        other, held = known.setdefault(folded(name), (values, scene))
        if held is not scene:
            raise BadOptionError(f"two faces would be called '{name}'; {_more(pattern, values, other)}")
        named[name] = scene
    _affordable(named.values(), export)
    camera = Camera(layout)
    for (dpi, _), same in groupby(named.items(), lambda item: (_dpi(item[1], export), item[1].width)):
        alike = tuple(same)
        for (name, _), picture in zip(alike, camera.cut([scene for _, scene in alike], dpi), strict=True):
            yield _written(name, picture, pattern.kind)


def _named(kit: Kit, layout: Layout, selection: Selection, every: bool) -> Iterator[tuple[Mapping[str, str], Scene]]:
    for component, found in shown_pieces(kit, layout, selection):
        sides = [
            (piece, side, scene)
            for piece in found
            for side, scene in (piece.faces.items() if every else list(piece.faces.items())[:1])
        ]
        uses = Counter(id(scene) for _, _, scene in sides)
        digits = len(str(len(found)))
        for piece, side, scene in sides:
            shared = uses[id(scene)] > 1
            values = {
                "kit": kit.id,
                "language": layout.language,
                "component": component.id,
                "row": "" if shared else piece.key,
                "number": "" if shared else f"{piece.number:0{digits}}",
                "side": side,
            }
            yield values, scene


def _more(pattern: Pattern, one: Mapping[str, str], other: Mapping[str, str]) -> str:
    """What tells the two faces apart that these values are of."""
    missing = [field for field in ("component", "row") if not pattern.fields & {field, "number"}]
    if missing:
        return f"add {' and '.join(f'{{{field}}}' for field in missing)} to the name"
    # Ids and keys hold hyphens themselves; a folder for each component, and numbers before rows, keep them apart.
    apart = Pattern(f"{{component}}/{{number}}-{{row}}{'-{side}' * ('side' in pattern.fields)}.{pattern.kind}")
    if folded(apart.name(one)) != folded(apart.name(other)):
        return f"--name '{apart.text}' tells them apart"
    ids = f"'{other['component']}' or '{one['component']}'"
    return f"call {ids} otherwise in kit.toml: not every system tells large letters from small ones"


def _dpi(scene: Scene, export: Export) -> float:
    return export.width * MM_PER_INCH / scene.width if export.width else export.dpi or DPI


def _affordable(scenes: Iterable[Scene], export: Export) -> None:
    pixels = sum(scene.width * scene.height * (_dpi(scene, export) / MM_PER_INCH) ** 2 for scene in scenes)
    if pixels > bounds.FACE_PIXELS.most:
        hint = "a smaller --width" if export.width else "a smaller --dpi"
        raise BadOptionError(f"these faces come to {pixels / 1e6:,.0f} million pixels; ask for {hint}, or use --only")


def _written(name: str, picture: Image.Image, kind: str) -> Written:
    return Written(name, "face", encoded(picture, kind), picture.width, picture.height)
