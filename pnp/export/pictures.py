"""What is asked of an export, and the pieces, pictures and file names that it is made of."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import PurePosixPath
from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace
from PIL import Image, ImageChops

from pnp.art.paths import rounded_rect
from pnp.build.pieces import row_title
from pnp.face.layout import Layout
from pnp.kit import Kit, Record
from pnp.kit.model import AnyComponent, Die, Faced, Leaflet
from pnp.render.png import COMPRESSION, scene_pictures
from pnp.scene import Box, Path, Scene
from pnp.scene.colour import Black
from pnp.sheet.options import BadOptionError, Ink, Options, Selection
from pnp.sheet.parts import piece_faces

Way: TypeAlias = Literal["faces", "contact", "fan", "table", "tts"]
WAYS: tuple[Way, ...] = get_args(Way)
NAME = "{component}-{row}-{side}.png"
"""How the files of faces are called, if nothing else is asked for."""


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """One way out of a kit: `print` says of which pieces, in which languages, with how much ink, and into which folder.

    `name` is the pattern of the files of faces; `dpi` their resolution, or `width` their pixels across, which is also
    that of other pictures (0: as large as that way usually is). With `bleed` faces are not cut to their
    shape. `url` is where files of a virtual table will lie, if not where they are written.
    """

    way: Way
    print: Options
    name: str = NAME
    dpi: float = 0.0
    width: int = 0
    bleed: bool = False
    url: str = ""


class ExportPiece:
    """One row of a component, `copies` times, or one copy of a row whose copies bear numbers.

    `number` counts the pieces that differ from 1. Faces are laid out when they are asked for, once: by the name of the
    side, the first one on top.
    """

    def __init__(
        self,
        kit: Kit,
        layout: Layout,
        component: AnyComponent,
        record: Record | None,
        copies: int,
        number: int,
        copy: int | None = None,
    ) -> None:
        self.component = component
        self.record = record
        self.copies = copies
        self.number = number
        self.key = "-".join(filter(None, (record.key if record else "", "" if copy is None else str(copy + 1))))
        self._kit = kit
        self._layout = layout
        self._copy = copy

    @cached_property
    def faces(self) -> dict[str, Scene]:
        component, layout = self.component, self._layout
        if self._copy is None or not isinstance(component, Faced):
            return dict(piece_faces(self._kit, layout, component, self.record))
        front = layout.front(component, self.record, copy=self._copy)
        back = layout.back(component, self.record, copy=self._copy)
        return {"front": front} | ({"back": back} if back is not None else {})

    @property
    def front(self) -> Scene:
        return next(iter(self.faces.values()))

    @property
    def back(self) -> Scene | None:
        return self.faces.get("back")

    @property
    def name(self) -> str:
        """What people call it, and look for it by: what its row is called, with its component's title before a bare
        key; without a row that title."""
        language = self._layout.language
        title = self.component.title[language]
        if self.record is None:
            return title
        named = row_title(self.record, language)
        return f"{title} {named}" if named == self.record.key else named


def shown_pieces(kit: Kit, layout: Layout, selection: Selection) -> tuple[PieceRows, ...]:
    """The components that are selected, each with its pieces. Raises BadOptionError if none of them has a face."""
    found = all_pieces(kit, layout, selection)
    if not found:
        raise BadOptionError("there is no face to show; choose other components")
    return found


def all_pieces(kit: Kit, layout: Layout, selection: Selection) -> tuple[PieceRows, ...]:
    """The components that are selected, each with its pieces; leaflets are left out."""
    chosen = filter(selection.holds, kit.components)
    found = ((component, list_pieces(kit, layout, component, selection)) for component in chosen)
    return tuple((component, pieces) for component, pieces in found if pieces)


def list_pieces(kit: Kit, layout: Layout, component: AnyComponent, selection: Selection) -> tuple[ExportPiece, ...]:
    """The pieces of a component; a leaflet has none."""
    if isinstance(component, Leaflet):
        return ()
    rows = selection.expand(kit, component)
    each: list[tuple[Record | None, int, int | None]] = [(record, copies, None) for record, copies in rows]
    if isinstance(component, Faced) and not isinstance(component, Die) and layout.is_numbered(component):
        each = [(record, 1, copy) for record, copies in rows for copy in range(copies)]
    return tuple(
        ExportPiece(kit, layout, component, record, copies, number, copy)
        for number, (record, copies, copy) in enumerate(each, start=1)
    )


PieceRows: TypeAlias = tuple[AnyComponent, tuple[ExportPiece, ...]]

MM_PER_INCH = 25.4
WEBP_QUALITY = 90
"""Of 100; at 90 small type stays clean, and files have a quarter of PNG's bytes."""


def dpi_for(width: float, pixels: int) -> float:
    """The resolution at which so many millimetres come to so many pixels."""
    return pixels * MM_PER_INCH / width


class Camera:
    """Takes pictures of faces at one resolution after another, in black alone where they are printed so. Shapes are
    drawn once."""

    def __init__(self, layout: Layout, ink: Ink) -> None:
        self._fonts = layout.fonts
        self._black: Black = "none" if ink == "full" else "all"
        self._masks: dict[tuple[object, ...], Image.Image] = {}

    def cut(self, scenes: Sequence[Scene], dpi: float) -> Iterator[Image.Image]:
        """Faces as they are cut out, RGBA."""
        for scene, picture in zip(scenes, self.square(scenes, dpi), strict=True):
            if scene.outline is not None or scene.corner:
                picture.putalpha(self._mask(scene, dpi))
            yield picture

    def square(self, scenes: Iterable[Scene], dpi: float, bleed: bool = False) -> Iterator[Image.Image]:
        """Faces with their whole corners, RGBA; with their bleed, if asked for."""
        for picture in scene_pictures(scenes, fonts=self._fonts, dpi=dpi, bleed=bleed, black=self._black):
            yield picture.convert("RGBA")

    def _mask(self, scene: Scene, dpi: float) -> Image.Image:
        """How much of each pixel a face covers, as a picture in greys."""
        key = (scene.width, scene.height, scene.corner, scene.outline, dpi)
        if key not in self._masks:
            (filled,) = scene_pictures([_filled(scene)], fonts=self._fonts, dpi=dpi)
            self._masks[key] = ImageChops.invert(filled.convert("L"))
        return self._masks[key]


def encode_picture(picture: Image.Image, kind: str) -> bytes:
    """A picture as a file, `png` or `webp`: the same picture makes the same bytes."""
    out = io.BytesIO()
    if kind == "webp":
        picture.save(out, "WEBP", quality=WEBP_QUALITY, method=4)
    else:
        picture.save(out, "PNG", compress_level=COMPRESSION)
    return out.getvalue()


def _filled(scene: Scene) -> Scene:
    """The shape of a face in black."""
    if scene.outline is not None:
        return Scene(scene.width, scene.height, 0.0, (replace(scene.outline, fill="#000000", stroke=None),))
    whole = Box(0.0, 0.0, scene.width, scene.height)
    return Scene(scene.width, scene.height, 0.0, (Path(rounded_rect(whole, scene.corner, scene.corner), "#000000"),))


FIELDS = ("kit", "language", "component", "row", "number", "side")
KINDS = {".png": "png", ".webp": "webp", ".svg": "svg"}
LONGEST = 255
_FIELD = re.compile(r"\{([^{}]*)\}")
_FORBIDDEN = re.compile(r'[\x00-\x1f<>:"|?*\\\ud800-\udfff]')
"""What one system or another allows in no file name."""


class Pattern:
    """How files are called. Raises BadOptionError if a pattern has a field that there is not, an ending that is
    not one of `KINDS`, or leads out of the folder."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.fields = frozenset(_FIELD.findall(text))
        path = PurePosixPath(text)
        for field in sorted(self.fields):
            if field not in FIELDS:
                raise BadOptionError(
                    f"the name '{text}' asks for {{{field}}}; there are {', '.join(f'{{{one}}}' for one in FIELDS)}"
                )
        bare = _FIELD.sub("", text)
        if "{" in bare or "}" in bare or _FORBIDDEN.search(bare):
            raise BadOptionError(f"the name '{text}' has characters that file names cannot have")
        if path.is_absolute() or ".." in path.parts:
            raise BadOptionError(f"the name '{text}' leads out of the folder; folders within it are welcome")
        if path.suffix not in KINDS:
            raise BadOptionError(f"the name '{text}' must end in {', '.join(KINDS)}")

    @property
    def kind(self) -> str:
        """`png`, `webp` or `svg`."""
        return KINDS[PurePosixPath(self.text).suffix]

    def name(self, values: Mapping[str, str]) -> str:
        """The file name for these values. Hyphens that an empty value leaves over go, and so do folders. Raises
        BadOptionError if it is longer than file systems allow."""
        said = _FIELD.sub(lambda match: _FORBIDDEN.sub("_", values[match[1]]).replace("/", "_"), self.text)
        path = PurePosixPath(said.lstrip("/"))
        stem = re.sub(r"([-_ ])[-_ ]*\1", r"\1", path.name.removesuffix(path.suffix)).strip("-_ ")
        named = path.with_name((stem or "face") + path.suffix)
        if any(len(part.encode()) > LONGEST for part in named.parts):
            raise BadOptionError(f"a file would have a name of more than {LONGEST} bytes; ask for a shorter --name")
        return str(named)


class ExportedBytes(msgspec.Struct, frozen=True):
    """A file by its path in the folder of its language, what it is, and its bytes; of a picture its pixels."""

    path: str
    what: str
    data: bytes
    width: int = 0
    height: int = 0
