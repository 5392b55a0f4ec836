"""The pieces of a build: the fingerprints of their faces for the manifest, and what is on them in a file beside it.

The file is packed lines of JSON (gzip): a line for each face, each drawing and picture on them, and each row that a
component prints. By it a later build tells and shows what was different before, without the kit of then.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec

from pnp.face.layout import Laid, Layout
from pnp.findings import KitError
from pnp.kit import Kit
from pnp.kit.measures import in_digits
from pnp.kit.model import AnyComponent, Localised, Value
from pnp.kit.model import Record as Row
from pnp.output.manifest import PieceEntry, SealEntry
from pnp.output.scene_file import ArtLine, FaceLine, PictureLine, SceneEncoder, line_of
from pnp.scene import Scene, Seal
from pnp.sheet.options import Options
from pnp.sheet.parts import PrintedFace
from pnp.sheet.plan import FilePlan
from pnp.sheet.selection import Selection
from pnp.text.fonts import FontBook
from pnp.text.markup import plain_text

FACES = "faces.jsonl.gz"
SIDES = ("front", "back")
COMPRESSION = 4
"""zlib's level: half the time of the usual 9, for a file some 5 % larger."""
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


Kept: TypeAlias = ArtLine | PictureLine | FaceLine | RowRecord


class Archive:
    """The file of a build with what is on its faces."""

    def __init__(self, kit: Kit) -> None:
        self._encoder = SceneEncoder(FontBook(kit.theme.fonts, kit.folder), kit.build)
        self._rows: list[bytes] = []

    def add(self, scene: Scene) -> str:
        """Encodes a face, once, and returns its fingerprint."""
        return self._encoder.add(scene)

    def rows(self, lines: Iterable[bytes]) -> None:
        """Adds the rows of all components, as `rows_of` has them."""
        self._rows.extend(lines)

    def packed(self) -> bytes:
        """The file's bytes."""
        return gzip.compress(b"".join([*map(line_of, self._encoder.out), *self._rows]), COMPRESSION, mtime=0)


class PieceIndex:
    """The printed faces of one language: fingerprints by piece and side, scenes by fingerprint, and seals."""

    def __init__(self, archive: Archive, faces: Iterable[PrintedFace]) -> None:
        self.scenes: dict[str, Scene] = {}
        self.seals: list[SealEntry] = []
        self._sides: dict[tuple[str, str], dict[str, str]] = {}
        for face in faces:
            sides = self._sides.setdefault((face.component, face.key), {})
            if face.side not in sides:
                sides[face.side] = archive.add(face.scene)
                self.seals += [seal_entry(seal, face) for seal in face.scene.seals]
                self.scenes.setdefault(sides[face.side], face.scene)

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
) -> tuple[tuple[PieceEntry, ...], bytes, dict[str, Laid]]:
    """Lays out all pieces as they would be printed.

    Returns the pieces, the file of their faces, and by fingerprint the layout of each face that is a side of a piece by
    itself. Raises KitError if a face has an error, unless `faulty` faces are wanted as well.
    """
    archive = Archive(kit)
    pieces: list[PieceEntry] = []
    laid: dict[str, Laid] = {}
    languages = options.printed_languages(kit.languages)
    for language in languages:
        layout = Layout(kit, language, ink=options.ink_mode, address=options.code_address(kit), shares=len(languages))
        files = FilePlan(kit, layout, options, selection).files()
        index = PieceIndex(archive, (face for file in files for face in file.faces()))
        if (faults := layout.findings.errors) and not faulty:
            raise KitError(faults)
        pieces.extend(index.entries(kit, language, selection))
        by_scene = {id(one.scene): one for one in layout.laid}
        for fingerprint, scene in index.scenes.items():
            if id(scene) in by_scene:
                laid.setdefault(fingerprint, by_scene[id(scene)])
    archive.rows(rows_of(kit))
    return tuple(pieces), archive.packed(), laid


def seal_entry(seal: Seal, face: PrintedFace) -> SealEntry:
    """A seal as the manifest has it."""
    corners = tuple((round(x, 3), round(y, 3)) for x, y in seal.corners)
    return SealEntry(number=seal.number, component=face.component, key=face.key, side=face.side, corners_mm=corners)


def rows_of(kit: Kit) -> list[bytes]:
    """The lines of the rows of all components."""
    return [
        line_of(row_record(kit, component, row))
        for component in kit.components
        for row, _ in Selection().expand(kit, component)
        if row
    ]


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
