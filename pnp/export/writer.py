"""Writes an export: its files in each language, with a manifest."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TypeAlias

import msgspec

from pnp.build.build import Progress
from pnp.build.manifest import MANIFEST, folded, open_stage, write_json
from pnp.check.outlines import list_pictures
from pnp.check.rules import set_aside
from pnp.check.run import FaceCheck
from pnp.export.pictures import MM_PER_INCH, Camera, Export, ExportedBytes, Pattern, Way, list_all_pieces
from pnp.export.table_picture import contact, fan, table
from pnp.export.tts import tts
from pnp.face.layout import KitFaces
from pnp.findings import Findings, KitError
from pnp.kit import Kit, bounds
from pnp.kit.folder import check_unsaved, stamps
from pnp.kits import read
from pnp.render.png import make_scene_page
from pnp.scene import Scene
from pnp.sheet.options import BadOptionError, Selection, select_pieces
from pnp.sheet.parts import count
from pnp.text.fonts import FontBook


class ExportFile(msgspec.Struct, frozen=True):
    """A file: its kind, its language and number of bytes; a picture's size in pixels."""

    path: str
    what: str
    language: str
    bytes: int
    width_px: int
    height_px: int


class ExportManifest(msgspec.Struct, frozen=True, kw_only=True):
    """`way` is the kind of export; `components` counts the selected pieces of each."""

    kit: str
    title: dict[str, str]
    build: str
    version: str
    way: Way
    languages: tuple[str, ...]
    ink: str
    components: dict[str, int]
    files: tuple[ExportFile, ...]


DPI = 300.0
FILE_PIXELS = 60_000
"""Making a file takes as long as so many pixels, however small its face is."""


def faces(kit: Kit, layout: KitFaces, selection: Selection, export: Export) -> Iterator[ExportedBytes]:
    """Yields the faces of all pieces, named by the pattern; a face shared by many rows once, without a row.

    A pattern without `{side}` is for the first face of each piece. Raises BadOptionError if two faces get one name, if
    they are too many at this resolution, or if there is none.
    """
    pattern = Pattern(export.name)
    named: dict[str, Scene] = {}
    known: dict[str, Scene] = {}
    for values, scene in _name_faces(kit, layout, selection, every="side" in pattern.fields):
        name = pattern.name(values)
        if known.setdefault(folded(name), scene) is not scene:
            # Ids and keys hold hyphens themselves; a folder for each component, and numbers before rows, part them.
            apart = f"{{component}}/{{number}}-{{row}}{'-{side}' * ('side' in pattern.fields)}.{pattern.kind}"
            raise BadOptionError(f"two faces would be called '{name}'; --name '{apart}' tells them apart")
        named[name] = scene
    if pattern.kind == "svg":
        yield from _write_drawings(named, layout, export)
        return
    _check_size(named.values(), export)
    camera = Camera(layout, export.print.ink)
    for name, scene in named.items():
        dpi = _dpi(scene, export)
        picture = camera.take(scene, dpi, bleed=True) if export.bleed else camera.cut(scene, dpi)
        yield ExportedBytes.encode_picture(name, picture, "face")


def _write_drawings(named: Mapping[str, Scene], layout: KitFaces, export: Export) -> Iterator[ExportedBytes]:
    if export.dpi or export.width:
        raise BadOptionError("SVG files have no pixels: leave out --dpi and --width, or ask for .png")
    if export.print.ink == "black":
        raise BadOptionError("SVG files are not made in black alone: ask for .png, or --ink low")
    size = sum(len(picture.data) for scene in named.values() for picture, _ in list_pictures(scene.items))
    bound = bounds.FACE_BYTES
    if size > bound.most:
        raise BadOptionError(f"these faces hold more than {bound.most} {bound.unit}; use --only")
    from pnp.render.svg import write_svg

    for name, scene in named.items():
        svg = write_svg(scene, fonts=layout.fonts, bleed=export.bleed, title=PurePosixPath(name).stem)
        yield ExportedBytes(name, "face", svg.encode())


def _name_faces(
    kit: Kit, layout: KitFaces, selection: Selection, every: bool
) -> Iterator[tuple[Mapping[str, str], Scene]]:
    for component, found in list_all_pieces(kit, layout, selection, needed=True):
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


def _dpi(scene: Scene, export: Export) -> float:
    return (
        export.width * MM_PER_INCH / make_scene_page(scene, export.bleed).width if export.width else export.dpi or DPI
    )


def _check_size(scenes: Iterable[Scene], export: Export) -> None:
    """Raises BadOptionError if faces, and the pictures on them, have too many pixels in all."""
    total = 0.0
    for scene in scenes:
        page = make_scene_page(scene, export.bleed)
        total += page.width * page.height * (_dpi(scene, export) / MM_PER_INCH) ** 2 + FILE_PIXELS
        total += sum(math.prod(picture.pixels) for picture, _ in list_pictures(scene.items))
    if total > bounds.FACE_PIXELS.most:
        hint = "a smaller --width" if export.width else "a smaller --dpi"
        raise BadOptionError(
            f"these faces and what is on them come to {total / 1e6:,.0f} million pixels; ask for {hint}, or use --only"
        )


Writer: TypeAlias = Callable[[Kit, KitFaces, Selection, Export], Iterator[ExportedBytes]]

WRITERS: dict[Way, Writer] = {"faces": faces, "contact": contact, "fan": fan, "table": table, "tts": tts}


class Exported(msgspec.Struct, frozen=True):
    """Result of an export: the folder, its files, and the findings."""

    folder: Path
    manifest: ExportManifest
    findings: Findings


def export(folder: Path, asked: Export, progress: Progress) -> Exported:
    """Exports the kit in `folder` into `<kit id>-<way>/`, a folder for each language.

    Raises KitError with all errors, or if the kit changed meanwhile, and BadOptionError for options that it cannot
    meet; then nothing is written.
    """
    before = stamps(folder)
    kit, findings = read(folder)
    if kit is None or findings.errors:
        raise KitError(findings)
    selection = select_pieces(kit, asked.print)
    languages = asked.print.list_languages(kit.languages)
    target = asked.print.out / f"{kit.id}-{asked.way}"
    fonts = FontBook(kit.theme.fonts, kit.folder)
    with open_stage(target) as stage:
        files: list[ExportFile] = []
        for number, language in enumerate(languages):
            layout = asked.print.layout(kit, language)
            for written in WRITERS[asked.way](kit, layout, selection, asked):
                progress(written.path, number / len(languages))
                path = f"{language}/{written.path}"
                (stage / path).parent.mkdir(parents=True, exist_ok=True)
                (stage / path).write_bytes(written.data)
                width, height = written.size
                files.append(ExportFile(path, written.what, language, len(written.data), width, height))
            findings.extend(layout.findings)
            # Only errors: how near to a knife something stands does not matter on a screen.
            check = FaceCheck(fonts)
            found = (finding for laid in layout.laid for finding in check.inspect(laid))
            findings.extend(finding for finding in found if finding.severity == "error")
        set_aside(kit, findings)
        if findings.errors:
            raise KitError(findings)
        held = filter(selection.holds, kit.components)
        manifest = ExportManifest(
            kit=kit.id,
            title=dict(kit.title.texts),
            build=kit.build,
            version=kit.version,
            way=asked.way,
            languages=languages,
            ink=asked.print.ink,
            components={component.id: count(kit, component, selection) for component in held},
            files=tuple(files),
        )
        write_json(stage / MANIFEST, manifest)
        check_unsaved(folder, before)
    return Exported(target, manifest, findings)
