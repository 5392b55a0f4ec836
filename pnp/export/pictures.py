"""Options of an export, with its pieces, pictures and file names."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import PurePosixPath
from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace
from PIL import Image, ImageChops

from pnp.art.paths import draw_rounded_rect
from pnp.build.pieces import find_row_title
from pnp.face.layout import KitFaces
from pnp.kit import Kit, Record
from pnp.kit.model import AnyComponent, Die, Faced, Leaflet
from pnp.render.png import COMPRESSION, draw_scene_pictures
from pnp.scene import Black, Box, Path, Scene
from pnp.sheet.options import BadOptionError, Ink, Options, Selection
from pnp.sheet.parts import list_piece_faces

Way: TypeAlias = Literal["faces", "contact", "fan", "table", "tts"]
WAYS: tuple[Way, ...] = get_args(Way)
NAME = "{component}-{row}-{side}.png"
"""How the files of faces are called, if nothing else is asked for."""


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """One export: `print` selects pieces, languages, ink, and the folder.

    `name` is the pattern for files of faces; `dpi` their resolution, or `width` in pixels, also of other pictures
    (None: the usual size of that format). With `bleed` faces are not cut to their shape. `url` is the final location of
    a virtual table's files, if not where they are written.
    """

    way: Way
    print: Options
    name: str = NAME
    dpi: float | None = None
    width: int | None = None
    bleed: bool = False
    url: str = ""


class ExportPiece(msgspec.Struct, frozen=True, dict=True, eq=False):
    """One row of a component, `copies` times, or one `copy` of a row with numbered copies.

    `number` counts the different pieces of a component from 1.
    """

    kit: Kit
    layout: KitFaces
    component: AnyComponent
    record: Record | None
    copies: int
    number: int
    copy: int | None = None

    @property
    def key(self) -> str:
        """The key of its row and the number of the copy, if any."""
        parts = self.record.key if self.record else "", "" if self.copy is None else str(self.copy + 1)
        return "-".join(filter(None, parts))

    @cached_property
    def faces(self) -> dict[str, Scene]:
        """The faces by side name, the top one first."""
        component, layout = self.component, self.layout
        if self.copy is None or not isinstance(component, Faced):
            return dict(list_piece_faces(self.kit, layout, component, self.record))
        front = layout.front(component, self.record, copy=self.copy)
        back = layout.back(component, self.record, copy=self.copy)
        return {"front": front} | ({"back": back} if back is not None else {})

    @property
    def front(self) -> Scene:
        return next(iter(self.faces.values()))

    @property
    def back(self) -> Scene | None:
        return self.faces.get("back")

    @property
    def name(self) -> str:
        """The title of its row, after its component's title if it is only a key; the component's title without a
        row."""
        language = self.layout.language
        title = self.component.title[language]
        if self.record is None:
            return title
        named = find_row_title(self.record, language)
        return f"{title} {named}" if named == self.record.key else named


def list_all_pieces(kit: Kit, layout: KitFaces, selection: Selection, *, needed: bool = False) -> tuple[PieceRows, ...]:
    """Returns the selected components with their pieces, without leaflets. Raises BadOptionError if some are `needed`
    and none has a face."""
    chosen = filter(selection.holds, kit.components)
    each = ((component, list_pieces(kit, layout, component, selection)) for component in chosen)
    found = tuple((component, pieces) for component, pieces in each if pieces)
    if needed and not found:
        raise BadOptionError("there is no face to show; choose other components")
    return found


def list_pieces(kit: Kit, layout: KitFaces, component: AnyComponent, selection: Selection) -> tuple[ExportPiece, ...]:
    """Returns the pieces of a component; a leaflet has none."""
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


class Camera:
    """Renders faces as RGBA pictures, in black alone where they are printed so."""

    def __init__(self, layout: KitFaces, ink: Ink) -> None:
        self._fonts = layout.fonts
        self._black: Black = "none" if ink == "full" else "all"

    def take(self, scene: Scene, dpi: float, *, bleed: bool = False) -> Image.Image:
        """Returns a face with square corners, or with its bleed."""
        (picture,) = draw_scene_pictures([scene], fonts=self._fonts, dpi=dpi, bleed=bleed, black=self._black)
        return picture.convert("RGBA")

    def cut(self, scene: Scene, dpi: float) -> Image.Image:
        """Returns a face as it is cut out."""
        picture = self.take(scene, dpi)
        if scene.outline is not None or scene.corner:
            whole = Box(0.0, 0.0, scene.width, scene.height)
            shape = scene.outline or Path(draw_rounded_rect(whole, scene.corner, scene.corner))
            filled = replace(shape, fill="#000000", stroke=None)
            (mask,) = draw_scene_pictures(
                [Scene(scene.width, scene.height, 0.0, (filled,))], fonts=self._fonts, dpi=dpi
            )
            picture.putalpha(ImageChops.invert(mask.convert("L")))
        return picture


FIELDS = ("kit", "language", "component", "row", "number", "side")
KINDS = (".png", ".webp", ".svg")
LONGEST = 255
_FIELD = re.compile(r"\{([^{}]*)\}")
_FORBIDDEN = re.compile(r'[\x00-\x1f<>:"|?*\\\ud800-\udfff]')
"""What one system or another allows in no file name."""


class Pattern:
    """A pattern for file names: `kind` is `png`, `webp` or `svg`. Raises BadOptionError for an unknown field or ending,
    and for a name outside the folder."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.fields = frozenset(_FIELD.findall(text))
        path = PurePosixPath(text)
        for field in sorted(self.fields.difference(FIELDS)):
            known = ", ".join(f"{{{one}}}" for one in FIELDS)
            raise BadOptionError(f"the name '{text}' asks for {{{field}}}; there are {known}")
        bare = _FIELD.sub("", text)
        if "{" in bare or "}" in bare or _FORBIDDEN.search(bare):
            raise BadOptionError(f"the name '{text}' has characters that file names cannot have")
        if path.is_absolute() or ".." in path.parts:
            raise BadOptionError(f"the name '{text}' leads out of the folder; folders within it are welcome")
        if path.suffix not in KINDS:
            raise BadOptionError(f"the name '{text}' must end in {', '.join(KINDS)}")
        self.kind = path.suffix[1:]

    def name(self, values: Mapping[str, str]) -> str:
        """Returns the file name for these values. Hyphens and folders around empty values are dropped. Raises
        BadOptionError if it is longer than file systems allow."""
        said = _FIELD.sub(lambda match: _FORBIDDEN.sub("_", values[match[1]]).replace("/", "_"), self.text)
        path = PurePosixPath(said.lstrip("/"))
        stem = re.sub(r"([-_ ])[-_ ]*\1", r"\1", path.name.removesuffix(path.suffix)).strip("-_ ")
        named = path.with_name((stem or "face") + path.suffix)
        if any(len(part.encode()) > LONGEST for part in named.parts):
            raise BadOptionError(f"a file would have a name of more than {LONGEST} bytes; ask for a shorter --name")
        return str(named)


class ExportedBytes(msgspec.Struct, frozen=True):
    """A file: its path in its language's folder, its kind, its bytes, and a picture's size in pixels."""

    path: str
    what: str
    data: bytes
    size: tuple[int, int] = (0, 0)

    @classmethod
    def encode_picture(cls, path: str, picture: Image.Image, what: str = "picture") -> ExportedBytes:
        """Encodes a picture as PNG or WebP, by the ending of its path."""
        out = io.BytesIO()
        if path.endswith(".webp"):
            picture.save(out, "WEBP", quality=WEBP_QUALITY, method=4)
        else:
            picture.save(out, "PNG", compress_level=COMPRESSION)
        return cls(path, what, out.getvalue(), picture.size)
