"""A state of a kit by its pieces and what is on them: laid out from its folder, or read from what a build left."""

from __future__ import annotations

import gzip
import io
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from pnp.changes.draws import draws_of
from pnp.kit import Kit
from pnp.output.manifest import MANIFEST, PieceEntry
from pnp.output.pieces import FACES, Kept, RowRecord, laid_out
from pnp.output.scene_file import SceneDecoder, SceneLine
from pnp.scene import Scene
from pnp.sheet.options import Options
from pnp.sheet.selection import EVERYTHING, Selection
from pnp.text.fonts import FontBook

MOST_BYTES = 1_000_000_000
"""Of what a file of faces unpacks to: a hundred times what our largest kit has."""
_CHUNK = 1 << 20

Row: TypeAlias = tuple[str, str, str]
"""The id of a component, the key of one of its rows, and the language if it is known of one alone, else ""."""


class SnapshotError(Exception):
    """What is named as a state of a kit is none, or not one that can be compared. The message says what to do."""


class Named(msgspec.Struct, frozen=True):
    """What is known of a component: its kind, its title in each language, and its stock."""

    id: str
    kind: str = ""
    title: Mapping[str, str] = {}
    stock: str = ""

    def titled(self, language: str) -> str:
        return self.title.get(language) or next(iter(self.title.values()), self.id)


class Snapshot(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The pieces of a kit at one time. `where` is how it was named: a folder, a manifest, a revision; `when` is the day
    of that, "" for a folder as it is now; `fonts` are its
    typefaces, where they are still at hand; `packed` is the file of its faces, if it was laid out now; `draws` tells of
    faces by fingerprint what drew each item on them, as far as that is known."""

    where: str
    kit: str
    title: Mapping[str, str]
    version: str
    build: str
    languages: tuple[str, ...]
    components: Mapping[str, Named]
    pieces: tuple[PieceEntry, ...]
    rows: Mapping[Row, RowRecord]
    decoder: SceneDecoder
    when: str = ""
    packed: bytes = b""
    fonts: FontBook | None = None
    draws: Mapping[str, tuple[str, ...]] = {}

    def titled(self, language: str) -> str:
        return self.title.get(language) or next(iter(self.title.values()), self.kit)

    def row(self, component: str, key: str, language: str) -> RowRecord | None:
        """The row of pieces of a language; None if that was not kept."""
        return self.rows.get((component, key, language)) or self.rows.get((component, key, ""))

    def scene(self, fingerprint: str) -> Scene | None:
        """What is on a face; None if that was not kept."""
        try:
            return self.decoder.scene(fingerprint)
        except ValueError as error:
            raise SnapshotError(f"{self.where}: {FACES} is not whole: {error}") from None


class _Manifest(msgspec.Struct, frozen=True):
    """What is read of a manifest; those of older presses have no pieces."""

    kit: str
    title: dict[str, str]
    version: str
    build: str
    languages: tuple[str, ...]
    components: tuple[Named, ...]
    pieces: tuple[PieceEntry, ...] | None = None
    whole: bool = True
    vendor: str = ""
    files: tuple[Any, ...] = ()


def taken(
    kit: Kit, options: Options, where: str = "", selection: Selection = EVERYTHING, *, traced: bool = False
) -> Snapshot:
    """The state of a kit as its files are now: every piece is laid out as it would be printed. `traced`: with what drew
    what. Raises KitError."""
    pieces, packed, laid = laid_out(kit, options, selection)
    draws = {fingerprint: draws_of(one, kit) for fingerprint, one in laid.items()} if traced else {}
    found = of_kit(kit, options.printed_languages(kit.languages), pieces, kept(packed), draws)
    return msgspec.structs.replace(found, where=where or found.where, packed=packed)


def of_kit(
    kit: Kit,
    languages: tuple[str, ...],
    pieces: tuple[PieceEntry, ...],
    records: Iterable[Kept],
    draws: Mapping[str, tuple[str, ...]],
) -> Snapshot:
    """The state of a kit whose pieces are known, with what is on them."""
    decoder, rows = _sorted(records)
    return Snapshot(
        where=kit.folder.name,
        kit=kit.id,
        title=kit.title.texts,
        version=kit.version,
        build=kit.build,
        languages=languages,
        components={one.id: Named(one.id, one.kind, one.title.texts, one.stock) for one in kit.components},
        pieces=pieces,
        rows=rows,
        decoder=decoder,
        fonts=FontBook(kit.theme.fonts, kit.folder),
        draws=draws,
    )


def kept(packed: bytes, where: str = FACES) -> Iterator[Kept]:
    """What a file of faces keeps. Raises SnapshotError for something else, or far too much of it."""
    decoder = msgspec.json.Decoder(Kept)
    try:
        with gzip.open(io.BytesIO(packed)) as stream:
            while line := stream.readline(MOST_BYTES):
                if stream.tell() > MOST_BYTES:
                    raise SnapshotError(f"{where} is larger than {MOST_BYTES} bytes")
                yield decoder.decode(line)
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError, UnicodeDecodeError):
        raise SnapshotError(f"{where} is not whole: build that state of the kit once more, or delete it") from None


def read(path: Path, kit: str = "") -> Snapshot:
    """The state that a build left: its folder, its manifest, or the folder that the build of this kit lies in.

    Without the file of faces there is no picture of what was. Raises SnapshotError.
    """
    file = _manifest_file(path, kit)
    found = _manifest(file)
    if kit and found.kit != kit:
        raise SnapshotError(f"{file} is of the kit '{found.kit}', not of '{kit}'")
    if found.pieces is None:
        raise SnapshotError(f"{file} has no fingerprints: its press was older; build that state of the kit once more")
    if not found.whole:
        raise SnapshotError(f"{file} knows of a part alone (--only): name a build of the whole kit")
    if not found.pieces and found.vendor:
        message = f"{file} is of a build for a print shop ({found.vendor}), which keeps no pieces"
        raise SnapshotError(f"{message}: name one that was made without --vendor")
    if not found.pieces:
        raise SnapshotError(f"{file} is of a build that printed no paper (--format): name one with PDF files")
    # A build of what changed may have pieces of components that the kit has no more: they go by their ids.
    components = {piece.component: Named(piece.component) for piece in found.pieces}
    components |= {one.id: one for one in found.components}
    decoder, rows = _sorted(kept(_packed(file.parent / FACES), str(file.parent / FACES)))
    return Snapshot(
        where=str(path),
        kit=found.kit,
        title=found.title,
        version=found.version,
        build=found.build,
        languages=tuple(dict.fromkeys((*found.languages, *(piece.language for piece in found.pieces)))),
        components=components,
        pieces=tuple(_made(piece, components[piece.component]) for piece in found.pieces),
        rows=rows,
        decoder=decoder,
        when=time_of(file),
    )


def _made(piece: PieceEntry, component: Named) -> PieceEntry:
    """A piece with its kind and stock, which manifests of older presses know of components."""
    return piece if piece.stock else msgspec.structs.replace(piece, kind=component.kind, stock=component.stock)


def time_of(file: Path) -> str:
    """When a file was written: `2026-11-14 19:20`."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(file.stat().st_mtime))


def kit_of(path: Path) -> str:
    """The id of the kit that a build is of; "" for what is no build. Raises SnapshotError if it cannot be read."""
    return _manifest(_manifest_file(path, "")).kit if is_build(path) else ""


def is_build(path: Path) -> bool:
    """Whether a path is what a build left, and no kit."""
    return path.is_file() or (path / MANIFEST).is_file()


def _manifest_file(path: Path, kit: str) -> Path:
    if path.is_file():
        return path
    if not path.is_dir():
        raise SnapshotError(f"there is no {path}: name a folder that `pnp build` wrote, or its {MANIFEST}")
    for folder in (path, path / kit):
        if (folder / MANIFEST).is_file():
            return folder / MANIFEST
    raise SnapshotError(f"{path} has no {MANIFEST}: name a folder that `pnp build` wrote")


def _manifest(file: Path) -> _Manifest:
    try:
        return msgspec.json.decode(file.read_bytes(), type=_Manifest)
    except OSError as error:
        raise SnapshotError(f"{file} cannot be read: {error.strerror}") from None
    except msgspec.MsgspecError:
        raise SnapshotError(f"{file} is no manifest: name a folder that `pnp build` wrote, or its {MANIFEST}") from None


def _packed(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return gzip.compress(b"")
    except OSError as error:
        raise SnapshotError(f"{file} cannot be read: {error.strerror}") from None


def _sorted(records: Iterable[Kept]) -> tuple[SceneDecoder, dict[Row, RowRecord]]:
    rows: dict[Row, RowRecord] = {}
    lines: list[SceneLine] = []
    for record in records:
        if isinstance(record, RowRecord):
            rows[record.component, record.key, record.language] = record
        else:
            lines.append(record)
    return SceneDecoder(lines), rows
