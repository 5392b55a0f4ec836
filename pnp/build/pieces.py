"""The pieces of a build: fingerprints of their faces for the manifest, and an archive of the faces.

The archive is gzipped JSON lines: one for each face, for each drawing and picture on faces, and for each row that a
component prints. A later build compares itself with it, without the older kit.
"""

from __future__ import annotations

import gzip
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import TypeAlias

import msgspec
from msgspec.structs import replace
from PIL import Image as Pillow

from pnp.art.paths import extent, map_items, multiply
from pnp.build.manifest import PieceEntry, SealEntry
from pnp.build.plan import OutputFile, PrintContext, plan_files
from pnp.findings import KitError
from pnp.kit import Kit
from pnp.kit.model import AnyComponent, Localised, Value
from pnp.kit.model import Record as Row
from pnp.kit.values import format_number
from pnp.scene import (
    IDENTITY,
    MM_PER_POINT,
    Art,
    Box,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Scene,
    Shadow,
    Text,
    Use,
    mapped,
)
from pnp.sheet.options import Options, Selection
from pnp.text.fonts import FontBook
from pnp.text.markup import strip_marks

SIDES = {"front": 0, "back": 1}
"""The first sides of a piece; others keep the order in which they are printed."""
NAMES = ("name", "title")
"""Columns that call a row by its name, where a table has one."""


class RowRecord(msgspec.Struct, frozen=True, kw_only=True, tag_field="kept", tag="row", omit_defaults=True):
    """A row that a component prints: its title by language, its place in the kit (`buildings.csv:5`), and its cells as
    text, those in several languages as `name.en`. With a `language` it belongs to the pieces in this language, which
    were printed earlier than others."""

    component: str
    key: str
    title: dict[str, str]
    place: str
    cells: dict[str, str]
    language: str = ""


def index_pieces(
    encoder: SceneEncoder, context: PrintContext, files: Iterable[OutputFile]
) -> tuple[list[PieceEntry], list[SealEntry]]:
    """Returns the selected pieces of one language in kit order with the fingerprints of their printed faces, and their
    camera marks."""
    seals: list[SealEntry] = []
    printed: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for face in (face for file in files for face in file.faces()):
        sides = printed[face.component, face.key]
        if face.side not in sides:
            sides[face.side] = encoder.add(face.scene)
            for seal in face.scene.seals:
                corners = tuple((round(x, 3), round(y, 3)) for x, y in seal.corners)
                place = {"component": face.component, "key": face.key, "side": face.side}
                seals.append(SealEntry(number=seal.number, corners_mm=corners, **place))
    pieces: list[PieceEntry] = []
    for component in context.components:
        copies: Counter[str] = Counter()
        for row, count in context.selection.expand(context.kit, component):
            copies[row.key if row else ""] += count
        for key, count in copies.items():
            named = sorted(printed[component.id, key].items(), key=lambda side: SIDES.get(side[0], len(SIDES)))
            entry = PieceEntry(
                component=component.id,
                key=key,
                language=context.language,
                copies=count,
                faces=dict(named),
                kind=component.kind,
                stock=component.stock,
            )
            pieces.append(entry)
    return pieces, seals


def lay_out(
    kit: Kit, options: Options, selection: Selection, *, faulty: bool = False
) -> tuple[tuple[PieceEntry, ...], bytes]:
    """Lays out all pieces as they would be printed.

    Returns the pieces and the face archive. Raises KitError if a face has an error, unless `faulty` faces are included.
    """
    encoder = SceneEncoder(FontBook(kit.theme.fonts, kit.folder), kit.build)
    pieces: list[PieceEntry] = []
    for language in options.list_languages(kit.languages):
        layout = options.layout(kit, language)
        context = PrintContext(kit, layout, options, selection)
        found, _ = index_pieces(encoder, context, plan_files(context))
        if (faults := layout.findings.errors) and not faulty:
            raise KitError(faults)
        pieces += found
    return tuple(pieces), pack_archive(encoder, kit)


def pack_archive(encoder: SceneEncoder, kit: Kit) -> bytes:
    """Returns the archive: encoded scenes, then the rows of all components."""
    expanded = ((component, row) for component in kit.components for row, _ in Selection().expand(kit, component))
    rows = (record_row(kit, component, row) for component, row in expanded if row)
    return gzip.compress(b"".join(map(line_of, (*encoder.out, *rows))), compresslevel=4, mtime=0)


def record_row(kit: Kit, component: AnyComponent, row: Row) -> RowRecord:
    """Returns the record of a row."""
    return RowRecord(
        component=component.id,
        key=row.key,
        title={language: find_row_title(row, language) for language in kit.languages},
        place=f"{kit.tables[row.table].file}:{row.line}",
        cells=dict(_cells(row)),
    )


def find_row_title(row: Row, language: str) -> str:
    """Returns a row's name, else its first localised text, else its key."""
    named = (row.values[column] for column in NAMES if column in row.values)
    local = (value for value in row.values.values() if isinstance(value, Localised))
    for value in (*named, *local):
        text = value[language] if isinstance(value, Localised) else value
        if isinstance(text, str) and (title := strip_marks(text)):
            return title
    return row.key


def _cells(row: Row) -> Iterator[tuple[str, str]]:
    for column, value in row.values.items():
        match value:
            case Localised(texts=texts):
                for language, text in texts.items():
                    yield (f"{column}.{language}" if language else column), text
            case (Localised(texts=texts), *_):
                for language in texts:
                    yield f"{column}.{language}", "; ".join(item[language] for item in value)
            case _:
                yield column, _text(value)


def _text(value: Value) -> str:
    match value:
        case None:
            return ""
        case tuple():
            return " ".join(map(_text, value))
        case Row(key=key):
            return key
        case float():
            return format_number(value)
    return str(value)


DIGITS = 16
"""Of a digest, in hex: two of a million faces are taken for one another once in thirty million such kits."""
PICTURE_PIXELS = 320
"""Longest side of a stored picture."""


class ArtLine(msgspec.Struct, frozen=True, tag_field="kept", tag="art"):
    id: str
    art: Art


class PictureLine(msgspec.Struct, frozen=True, tag_field="kept", tag="picture"):
    """A reduced picture, PNG or JPEG."""

    id: str
    data: bytes


class FaceLine(msgspec.Struct, frozen=True, tag_field="kept", tag="face"):
    """A scene whose drawings and pictures are references to separate lines."""

    id: str
    scene: Scene


SceneLine: TypeAlias = ArtLine | PictureLine | FaceLine
ArchiveLine: TypeAlias = SceneLine | RowRecord


class SceneEncoder:
    """Encodes scenes into `out`.

    A fingerprint covers size, outline, leaves and font files, but neither the build id nor the kit's place on disk.
    """

    def __init__(self, fonts: FontBook, build: str) -> None:
        self.out: list[SceneLine] = []
        self._fonts = fonts
        self._build = build
        self._faces: set[str] = set()
        self._parts: dict[str, str] = {}
        self._digests: dict[str, str] = {}

    def add(self, scene: Scene) -> str:
        """Encodes a scene unless an equal one was encoded, and returns its fingerprint."""
        slim = replace(scene, items=map_items(scene.items, self._slim))
        outline = (slim.width, slim.height, slim.bleed, slim.corner, slim.outline)
        lasting = [*list_lasting_leaves(slim.items, slim.codes, self._build)]
        codes = [(content.replace(self._build, "") if self._build else content, box) for content, box in slim.codes]
        fingerprint = _digest(outline, lasting, codes, self._list_fonts(lasting))
        if fingerprint not in self._faces:
            self._faces.add(fingerprint)
            self.out.append(FaceLine(fingerprint, slim))
        return fingerprint

    def _slim(self, item: Item) -> Item:
        """Returns the item with its drawing or picture replaced by a reference to a separate line."""
        match item:
            case Use(art=art):
                if art.key not in self._parts:
                    slim = replace(art, key="", items=map_items(art.items, self._slim))
                    lasting = [*list_lasting_leaves(slim.items, (), self._build)]
                    name = _digest(art.width, art.height, lasting, self._list_fonts(lasting))
                    self._parts[art.key] = name
                    self.out.append(ArtLine(name, replace(slim, key=name)))
                return replace(item, art=Art(self._parts[art.key], art.width, art.height, ()))
            case Image(key=key, data=data) | Shadow(key=key, data=data):
                if key not in self._parts:
                    # A shadow is known by its key: how PNG packs it may differ from system to system.
                    name = self._parts[key] = _digest(key if isinstance(item, Shadow) else data)
                    self.out.append(PictureLine(name, _reduced(data)))
                return replace(item, key=self._parts[key], data=b"")
        return item

    def _list_fonts(self, leaves: Iterable[Leaf]) -> list[tuple[str, str]]:
        used = sorted({leaf.item.font for leaf in leaves if isinstance(leaf.item, Text)})
        for face in used:
            if face not in self._digests:
                self._digests[face] = _digest(self._fonts.font(face).data())
        return [(face, self._digests[face]) for face in used]


class SceneDecoder:
    """Decodes scenes from lines. Raises ValueError for a reference to a missing line."""

    def __init__(self, lines: Iterable[SceneLine]) -> None:
        self.lines = tuple(lines)
        self.faces: dict[str, Scene] = {}
        self._arts: dict[str, Art] = {}
        self._pictures: dict[str, bytes] = {}
        for line in self.lines:
            match line:
                case FaceLine():
                    self.faces[line.id] = line.scene
                case ArtLine():
                    self._arts[line.id] = replace(line.art, items=map_items(line.art.items, self._fill))
                case PictureLine():
                    self._pictures[line.id] = line.data

    def scene(self, fingerprint: str) -> Scene | None:
        """Returns the scene with a fingerprint, if any. Raises ValueError if a part of it is missing."""
        scene = self.faces.get(fingerprint)
        return scene and replace(scene, items=map_items(scene.items, self._fill))

    def _fill(self, item: Item) -> Item:
        try:
            match item:
                case Use(art=art):
                    return replace(item, art=self._arts[art.key])
                case Image() | Shadow():
                    return replace(item, data=self._pictures[item.key])
        except KeyError as error:
            raise ValueError(f"the part {error} is missing") from None
        return item


def line_of(record: msgspec.Struct) -> bytes:
    """Encodes a record as a line of the file."""
    return msgspec.json.encode(record) + b"\n"


def _digest(*parts: object) -> str:
    return sha256(msgspec.json.encode(parts)).hexdigest()[:DIGITS]


def _reduced(data: bytes) -> bytes:
    picture: Pillow.Image = Pillow.open(io.BytesIO(data))
    if max(picture.size) <= PICTURE_PIXELS:
        return data
    clear = picture.has_transparency_data
    small = picture.convert("RGBA" if clear else "RGB")
    small.thumbnail((PICTURE_PIXELS, PICTURE_PIXELS))
    out = io.BytesIO()
    small.save(out, "PNG" if clear else "JPEG")
    return out.getvalue()


ASCENT, DESCENT = 0.75, 0.25
"""Of a line of text, in ems."""
CODE_SLACK = 0.05
"""Millimetres by which a module may stand out of the box of its code, for roundings."""


class Leaf(msgspec.Struct, frozen=True, array_like=True):
    """An item, its matrix to the face's mm, and its clips, masks and opacities."""

    item: Item
    matrix: Matrix
    around: tuple[object, ...] = ()

    @property
    def box(self) -> Box:
        """Its bounds on the face."""
        match self.item:
            case Text(x=x, y=y, width=width, size=size):
                em = size * MM_PER_POINT
                own = Box(x, y - ASCENT * em, width, (ASCENT + DESCENT) * em)
            case Use(art=art):
                own = Box(0.0, 0.0, art.width, art.height)
            case item:
                own = extent((item,))
        return mapped(self.matrix, own)


def _leaves(items: Iterable[Item], matrix: Matrix = IDENTITY, around: tuple[object, ...] = ()) -> Iterator[Leaf]:
    for item in items:
        if isinstance(item, Group):
            effects = (item.clip, item.opacity)
            inner = (*around, (effects, matrix)) if effects != (None, 1.0) else around
            yield from _leaves(item.items, multiply(matrix, item.matrix), inner)
        elif isinstance(item, Use):
            yield Leaf(replace(item, matrix=IDENTITY), _rounded(multiply(matrix, item.matrix)), around)
        else:
            yield Leaf(item, _rounded(matrix), around)


def list_lasting_leaves(items: Iterable[Item], codes: Iterable[tuple[str, Box]], build: str) -> Iterator[Leaf]:
    """Yields the leaves of items and codes with the build id removed from texts and codes."""
    boxes = [box.inset(-CODE_SLACK) for content, box in codes if build and build in content]
    leaves = [*_leaves(items)]
    lines: defaultdict[tuple[float, float], str] = defaultdict(str)  # typefaces that lack digits split an id
    for leaf in leaves:
        if isinstance(leaf.item, Text):
            lines[leaf.item.y, leaf.item.size] += leaf.item.text
    joined: set[tuple[float, float]] = set()
    for leaf in leaves:
        match leaf.item:
            case Text(y=y, size=size) if build and build in lines[y, size]:
                if (y, size) not in joined:
                    joined.add((y, size))
                    text = lines[y, size].replace(build, "")
                    yield replace(leaf, item=replace(leaf.item, text=text, x=0.0, width=0.0, glyphs=()))
            case Path() if any(box.holds(leaf.box) for box in boxes):
                pass
            case _:
                yield leaf
    for box in boxes:
        yield Leaf(Use(Art("code", box.width, box.height, ()), IDENTITY), (1.0, 0.0, 0.0, 1.0, box.x, box.y))


def _rounded(matrix: Matrix) -> Matrix:
    a, b, c, d, e, f = (round(value, 5) + 0.0 for value in matrix)
    return (a, b, c, d, e, f)
