"""The pieces of a build: the fingerprints of their faces for the manifest, and what is on them in a file beside it.

The file is packed lines of JSON (gzip): a line for each face, each drawing and picture on them, and each row that a
component prints. By it a later build tells and shows what was different before, without the kit of then.
"""

from __future__ import annotations

import gzip
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import TypeAlias

import msgspec
from msgspec.structs import replace
from PIL import Image as Pillow

from pnp.art.paths import map_items, multiply, reach_of, walk_items
from pnp.build.manifest import PieceEntry, SealEntry
from pnp.build.plan import PrintContext, plan_files
from pnp.findings import KitError
from pnp.kit import Kit
from pnp.kit.model import AnyComponent, Localised, Value
from pnp.kit.model import Record as Row
from pnp.kit.values import in_digits
from pnp.scene import (
    IDENTITY,
    MM_PER_POINT,
    Art,
    Box,
    Ellipse,
    Group,
    Image,
    Item,
    Path,
    Rect,
    Scene,
    Shadow,
    Text,
    Use,
    mapped,
)
from pnp.scene.colour import Matrix
from pnp.sheet.options import Options, Selection
from pnp.sheet.parts import PrintedFace
from pnp.text.fonts import FontBook
from pnp.text.markup import plain_text

SIDES = ("front", "back")
NAMES = ("name", "title")
"""Columns that call a row by its name, where a table has one."""


class RowRecord(msgspec.Struct, frozen=True, kw_only=True, tag_field="kept", tag="row", omit_defaults=True):
    """A row that a component prints: what it is called in each language, where it stands in the kit
    (`buildings.csv:5`), and its cells as text, those in several languages as `name.en`. With a `language` it is that
    of its pieces in this one alone, which were printed earlier than others."""

    component: str
    key: str
    title: dict[str, str]
    place: str
    cells: dict[str, str]
    language: str = ""


class PieceIndex:
    """The printed faces of one language: fingerprints by piece and side, and seals."""

    def __init__(self, encoder: SceneEncoder, faces: Iterable[PrintedFace]) -> None:
        self.seals: list[SealEntry] = []
        self._sides: dict[tuple[str, str], dict[str, str]] = {}
        for face in faces:
            sides = self._sides.setdefault((face.component, face.key), {})
            if face.side not in sides:
                sides[face.side] = encoder.add(face.scene)
                for seal in face.scene.seals:
                    corners = tuple((round(x, 3), round(y, 3)) for x, y in seal.corners)
                    entry = SealEntry(
                        number=seal.number, component=face.component, key=face.key, side=face.side, corners_mm=corners
                    )
                    self.seals.append(entry)

    def entries(self, kit: Kit, language: str, selection: Selection) -> Iterator[PieceEntry]:
        """All pieces that are selected, in the order of the kit."""
        for component in filter(selection.holds, kit.components):
            copies: dict[str, int] = {}
            for row, count in selection.expand(kit, component):
                key = row.key if row else ""
                copies[key] = copies.get(key, 0) + count
            for key, count in copies.items():
                sides = self._sides.get((component.id, key), {})
                yield PieceEntry(
                    component=component.id,
                    key=key,
                    language=language,
                    copies=count,
                    faces={side: sides[side] for side in sorted(sides, key=_rank)},
                    kind=component.kind,
                    stock=component.stock,
                )


def _rank(side: str) -> tuple[int, str, int]:
    """Front, back, and what comes with a piece, numbers in their order: whatever is laid out first."""
    stem, _, number = side.rpartition("-")
    if not number.isdecimal():
        stem, number = side, "0"
    return (SIDES.index(stem) if stem in SIDES else len(SIDES), stem, int(number))


def lay_out(
    kit: Kit, options: Options, selection: Selection, *, faulty: bool = False
) -> tuple[tuple[PieceEntry, ...], bytes]:
    """Lays out all pieces as they would be printed.

    Returns the pieces and the file of their faces. Raises KitError if a face has an error, unless `faulty` faces are
    wanted as well.
    """
    encoder = SceneEncoder(FontBook(kit.theme.fonts, kit.folder), kit.build)
    pieces: list[PieceEntry] = []
    for language in options.printed_languages(kit.languages):
        layout = options.layout(kit, language)
        files = plan_files(PrintContext(kit, layout, options, selection))
        index = PieceIndex(encoder, (face for file in files for face in file.faces()))
        if (faults := layout.findings.errors) and not faulty:
            raise KitError(faults)
        pieces.extend(index.entries(kit, language, selection))
    return tuple(pieces), pack_archive(encoder, kit)


def pack_archive(encoder: SceneEncoder, kit: Kit) -> bytes:
    """The file of faces: encoded scenes, then the rows of all components."""
    rows = (
        row_record(kit, component, row)
        for component in kit.components
        for row, _ in Selection().expand(kit, component)
        if row
    )
    return gzip.compress(b"".join(map(line_of, (*encoder.out, *rows))), compresslevel=4, mtime=0)


def row_record(kit: Kit, component: AnyComponent, row: Row) -> RowRecord:
    """What is kept of a row."""
    return RowRecord(
        component=component.id,
        key=row.key,
        title={language: row_title(row, language) for language in kit.languages},
        place=f"{kit.tables[row.table].file}:{row.line}",
        cells=dict(_cells(row)),
    )


def row_title(row: Row, language: str) -> str:
    """What a row is called, as it is spoken of: its name, else the first of its texts in several languages, else its
    key."""
    named = (row.values[column] for column in NAMES if column in row.values)
    local = (value for value in row.values.values() if isinstance(value, Localised))
    for value in (*named, *local):
        text = value[language] if isinstance(value, Localised) else value
        if isinstance(text, str) and (spoken := plain_text(text)):
            return spoken
    return row.key


def _cells(row: Row) -> Iterator[tuple[str, str]]:
    for column, value in row.values.items():
        if isinstance(value, Localised):
            yield from (
                (f"{column}.{language}" if language else column, text) for language, text in value.texts.items()
            )
        elif isinstance(value, tuple) and value and isinstance(value[0], Localised):
            for language in value[0].texts:
                yield f"{column}.{language}", "; ".join(item[language] for item in value)
        else:
            yield column, _text(value)


def _text(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return " ".join(map(_text, value))
    if isinstance(value, Row):
        return value.key
    return in_digits(value) if isinstance(value, float) else str(value)


DIGITS = 16
"""Of a digest, in hex: two of a million faces are taken for one another once in thirty million such kits."""
PICTURE_PIXELS = 320
"""Longest side of a stored picture."""


class ArtLine(msgspec.Struct, frozen=True, tag_field="kept", tag="art"):
    id: str
    art: Art


class PictureLine(msgspec.Struct, frozen=True, tag_field="kept", tag="picture"):
    """A picture, reduced; PNG or JPEG."""

    id: str
    data: bytes


class FaceLine(msgspec.Struct, frozen=True, tag_field="kept", tag="face"):
    """A scene whose drawings have no items and whose pictures have no bytes: those have lines of their own."""

    id: str
    scene: Scene


SceneLine: TypeAlias = ArtLine | PictureLine | FaceLine
ArchiveLine: TypeAlias = SceneLine | RowRecord


class SceneEncoder:
    """Encodes scenes. `out` collects new lines; it may be emptied at any time.

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
        """Encodes a scene unless an equal one was, and returns its fingerprint."""
        slim = replace(scene, items=map_items(scene.items, self._slim))
        outline = (slim.width, slim.height, slim.bleed, slim.corner, slim.outline)
        lasting = [*lasting_leaves(slim.items, slim.codes, self._build)]
        codes = [(content.replace(self._build, "") if self._build else content, box) for content, box in slim.codes]
        fingerprint = _digest(outline, lasting, codes, self._fonts_of(lasting))
        if fingerprint not in self._faces:
            self._faces.add(fingerprint)
            self.out.append(FaceLine(fingerprint, slim))
        return fingerprint

    def _slim(self, item: Item) -> Item:
        match item:
            case Use(art=art):
                if art.key not in self._parts:
                    slim = replace(art, key="", items=map_items(art.items, self._slim))
                    lasting = [*lasting_leaves(slim.items, (), self._build)]
                    name = _digest(art.width, art.height, lasting, self._fonts_of(lasting))
                    self._parts[art.key] = name
                    self.out.append(ArtLine(name, replace(slim, key=name)))
                return replace(item, art=Art(self._parts[art.key], art.width, art.height, ()))
            case Image(key=key, data=data) | Shadow(key=key, data=data):
                if key not in self._parts:
                    # A shadow is known by what it shows: how PNG packs it may differ from system to system.
                    name = self._parts[key] = _digest(key if isinstance(item, Shadow) else data)
                    self.out.append(PictureLine(name, _reduced(data)))
                return replace(item, key=self._parts[key], data=b"")
            case _:
                return item

    def _fonts_of(self, found: Iterable[Leaf]) -> list[tuple[str, str]]:
        used = sorted({leaf.item.font for leaf in found if isinstance(leaf.item, Text)})
        for face in used:
            if face not in self._digests:
                self._digests[face] = _digest(self._fonts.font(face).data())
        return [(face, self._digests[face]) for face in used]


class SceneDecoder:
    """Scenes out of lines."""

    def __init__(self, lines: Iterable[SceneLine]) -> None:
        lines = tuple(lines)
        self.faces = {line.id: line.scene for line in lines if isinstance(line, FaceLine)}
        self._arts = {line.id: line.art for line in lines if isinstance(line, ArtLine)}
        self._pictures = {line.id: line.data for line in lines if isinstance(line, PictureLine)}
        self._whole: dict[str, Art] = {}

    def scene(self, fingerprint: str) -> Scene | None:
        """The scene of a fingerprint, if there is one. Raises ValueError if a part of it is missing."""
        scene = self.faces.get(fingerprint)
        try:
            return scene and replace(scene, items=map_items(scene.items, self._fill))
        except KeyError as error:
            raise ValueError(f"the part {error} is missing") from None

    def lines_of(self, fingerprint: str) -> Iterator[SceneLine]:
        """A face with all lines that it needs."""
        scene = self.faces.get(fingerprint)
        if scene:
            yield FaceLine(fingerprint, scene)
            yield from self._parts_of(scene.items)

    def _parts_of(self, items: Iterable[Item]) -> Iterator[SceneLine]:
        for item, _ in walk_items(items):
            if isinstance(item, Use) and item.art.key in self._arts:
                yield ArtLine(item.art.key, self._arts[item.art.key])
                yield from self._parts_of(self._arts[item.art.key].items)
            elif isinstance(item, Image | Shadow) and item.key in self._pictures:
                yield PictureLine(item.key, self._pictures[item.key])

    def _fill(self, item: Item) -> Item:
        match item:
            case Use(art=art):
                if art.key not in self._whole:
                    self._whole[art.key] = art  # a drawing within itself stays empty
                    stored = self._arts[art.key]
                    self._whole[art.key] = replace(stored, items=map_items(stored.items, self._fill))
                return replace(item, art=self._whole[art.key])
            case Image() | Shadow():
                return replace(item, data=self._pictures[item.key])
            case _:
                return item


def line_of(record: msgspec.Struct) -> bytes:
    """A record as a line of the file."""
    return msgspec.json.encode(record) + b"\n"


def _digest(*parts: object) -> str:
    return sha256(msgspec.json.encode(parts)).hexdigest()[:DIGITS]


def _reduced(data: bytes) -> bytes:
    """A picture made small enough to be stored."""
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
    """An item, the matrix from its millimetres to the face's, and what clips, masks or blends it."""

    item: Item
    matrix: Matrix
    around: tuple[object, ...] = ()

    @property
    def box(self) -> Box:
        """Its bounds on the face."""
        match self.item:
            case Text(x=x, y=y, width=width, size=size):
                em = size * MM_PER_POINT
                return mapped(self.matrix, Box(x, y - ASCENT * em, width, (ASCENT + DESCENT) * em))
            case Use(art=art):
                return mapped(self.matrix, Box(0.0, 0.0, art.width, art.height))
            case Image(box=box) | Shadow(box=box):
                return mapped(self.matrix, box)
            case Rect() | Ellipse() | Path():
                return mapped(self.matrix, reach_of(self.item))
            case Group():
                raise TypeError("a group is no leaf")


def _leaves(items: Iterable[Item], matrix: Matrix = IDENTITY, around: tuple[object, ...] = ()) -> Iterator[Leaf]:
    """All leaves in drawing order."""
    for item in items:
        match item:
            case Group():
                effects = (item.clip, item.opacity)
                changed = effects != (None, 1.0)
                inner = (*around, (effects, matrix)) if changed else around
                yield from _leaves(item.items, multiply(matrix, item.matrix), inner)
            case Use():
                yield Leaf(replace(item, matrix=IDENTITY), _rounded(multiply(matrix, item.matrix)), around)
            case _:
                yield Leaf(item, _rounded(matrix), around)


def lasting_leaves(items: Iterable[Item], codes: Iterable[tuple[str, Box]], build: str) -> Iterator[Leaf]:
    """The leaves of items and codes without the id of the build, wherever a text or code contains it."""
    boxes = [box.inset(-CODE_SLACK) for content, box in codes if build and build in content]
    found = [*_leaves(items)]
    lines: defaultdict[tuple[float, float], str] = defaultdict(str)  # of typefaces that lack digits an id is split
    for leaf in found:
        if isinstance(leaf.item, Text):
            lines[leaf.item.y, leaf.item.size] += leaf.item.text
    joined: set[tuple[float, float]] = set()
    for leaf in found:
        match leaf.item:
            case Text(y=y, size=size) if build and build in lines[y, size]:
                if (y, size) not in joined:
                    joined.add((y, size))
                    kept = replace(leaf.item, text=lines[y, size].replace(build, ""), x=0.0, width=0.0, glyphs=())
                    yield replace(leaf, item=kept)
            case Path() if any(box.holds(leaf.box) for box in boxes):
                pass
            case _:
                yield leaf
    for box in boxes:
        stand_in = Use(Art("code", box.width, box.height, ()), IDENTITY)
        yield Leaf(stand_in, (1.0, 0.0, 0.0, 1.0, box.x, box.y))


def _rounded(matrix: Matrix) -> Matrix:
    a, b, c, d, e, f = (round(value, 5) + 0.0 for value in matrix)
    return (a, b, c, d, e, f)
