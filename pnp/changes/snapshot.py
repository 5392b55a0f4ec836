"""A kit's state, with its pieces and faces: laid out from a folder or a git revision, or read from a build."""

from __future__ import annotations

import gzip
import io
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

import msgspec
from msgspec.structs import replace

from pnp.build.manifest import FACES, MANIFEST, Manifest, PieceEntry
from pnp.build.pieces import Kept, RowRecord, SceneDecoder, lay_out
from pnp.changes.git import SnapshotError, folder_at
from pnp.collection import choose, is_kit, known_kits
from pnp.face.layout import Laid
from pnp.findings import Finding, KitError
from pnp.kit import Kit
from pnp.kit.products import KIT_FILE
from pnp.kits import load
from pnp.scene import Group, Item, Scene
from pnp.sheet.options import EVERYTHING, Options, Selection
from pnp.text.fonts import FontBook

MOST_BYTES = 200_000_000
"""Limit of an unpacked file of faces: twenty times that of our largest kit."""


class Snapshot(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The pieces of a kit at one time.

    `components` maps ids to titles by language. `where` is the folder, manifest or revision as the user named it,
    `when` its day ("" for a folder as it is now).
    `rows` go by component, key and language ("" for all). A state that was laid out has `fonts`, its file of faces
    (`packed`), and by fingerprint the draw behind each leaf of a face (`draws`).
    """

    where: str
    kit: str
    title: Mapping[str, str]
    version: str
    build: str
    languages: tuple[str, ...]
    components: Mapping[str, Mapping[str, str]]
    pieces: tuple[PieceEntry, ...]
    rows: Mapping[tuple[str, str, str], RowRecord]
    decoder: SceneDecoder
    when: str = ""
    packed: bytes = b""
    fonts: FontBook | None = None
    draws: Mapping[str, tuple[str, ...]] = {}

    def row(self, component: str, key: str, language: str) -> RowRecord | None:
        return self.rows.get((component, key, language)) or self.rows.get((component, key, ""))

    def scene(self, fingerprint: str) -> Scene | None:
        """The scene of a face; None if it was not stored. Raises SnapshotError if part of it is missing."""
        try:
            return self.decoder.scene(fingerprint)
        except ValueError as error:
            raise SnapshotError(f"{self.where}: {FACES} is not whole: {error}") from None


def in_language(titles: Mapping[str, str], language: str, otherwise: str) -> str:
    """The title in a language, else the first one."""
    return titles.get(language) or next(iter(titles.values()), otherwise)


def take_snapshot(
    kit: Kit, options: Options, where: str = "", selection: Selection = EVERYTHING, *, faulty: bool = False
) -> Snapshot:
    """Lays out a kit as it would be printed. Raises KitError as `lay_out` does."""
    pieces, packed, laid = lay_out(kit, options, selection, faulty=faulty)
    decoder, rows = _decode(packed, FACES)
    return Snapshot(
        where=where or kit.folder.name,
        kit=kit.id,
        title=kit.title.texts,
        version=kit.version,
        build=kit.build,
        languages=options.printed_languages(kit.languages),
        components={one.id: one.title.texts for one in kit.components},
        pieces=pieces,
        rows=rows,
        decoder=decoder,
        packed=packed,
        fonts=FontBook(kit.theme.fonts, kit.folder),
        draws={fingerprint: _draws(face, kit) for fingerprint, face in laid.items()},
    )


def _draws(face: Laid, kit: Kit) -> tuple[str, ...]:
    """For each leaf of a face, in drawing order, the place of its `[[draw]]` table: `faces/card.toml:12`."""
    home = f"{PurePosixPath(kit.file).parent}/"
    places: dict[int, str] = {}
    for origin in face.origins:
        place = f"{origin.place.file.removeprefix(home)}:{origin.place.row}"
        places.update(dict.fromkeys(map(id, origin.items), place))

    def leaves(items: Iterable[Item], outer: str) -> Iterator[str]:
        for item in items:
            place = places.get(id(item), outer)
            if isinstance(item, Group):
                yield from leaves(item.items, place)
            else:
                yield place

    return tuple(leaves(face.scene.items, ""))


def read_build(path: Path, kit: str = "") -> Snapshot:
    """Reads the state that a build left, from its folder, its manifest, or the output folder with the build of `kit`.

    Raises SnapshotError. Without the file of faces the state has pieces, but no scenes.
    """
    file, found = _read_manifest(path, kit)
    if kit and found.kit != kit:
        raise SnapshotError(f"{file} is of the kit '{found.kit}', not of '{kit}'")
    if not found.whole:
        raise SnapshotError(f"{file} knows of a part alone (--only): name a build of the whole kit")
    if not found.pieces:
        raise SnapshotError(f"{file} lists no pieces: name a build of the whole kit with PDF files for home printing")
    faces = file.with_name(Path(FACES).name)
    decoder, rows = _decode(_read(faces) if faces.exists() else gzip.compress(b""), str(faces))
    return Snapshot(
        where=str(path),
        kit=found.kit,
        title=found.title,
        version=found.version,
        build=found.build,
        languages=tuple(dict.fromkeys((*found.languages, *(piece.language for piece in found.pieces)))),
        components={one.id: one.title for one in found.components},
        pieces=found.pieces,
        rows=rows,
        decoder=decoder,
        when=build_time(file),
    )


def build_time(manifest: Path) -> str:
    """When a build was written: `2026-11-14 19:20`."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(manifest.stat().st_mtime))


def is_build(path: Path) -> bool:
    return path.is_file() or (path / MANIFEST).is_file()


def _read_manifest(path: Path, kit: str = "") -> tuple[Path, Manifest]:
    """The manifest that a path names, and where it is."""
    advice = f"name a folder that `pnp build` wrote, or its {MANIFEST}"
    for file in (path, path / MANIFEST, path / kit / MANIFEST):
        if file.is_file():
            try:
                return file, msgspec.json.decode(_read(file), type=Manifest)
            except msgspec.MsgspecError:
                raise SnapshotError(f"{file} is no manifest: {advice}") from None
    raise SnapshotError(f"{f'{path} has no {MANIFEST}' if path.is_dir() else f'there is no {path}'}: {advice}")


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise SnapshotError(f"{file} cannot be read: {error.strerror}") from None


def _decode(packed: bytes, where: str) -> tuple[SceneDecoder, dict[tuple[str, str, str], RowRecord]]:
    """Scenes and rows of a file of faces. Raises SnapshotError for another file, or one that is too large."""
    try:
        with gzip.open(io.BytesIO(packed)) as stream:
            unpacked = stream.read(MOST_BYTES + 1)
        if len(unpacked) > MOST_BYTES:
            raise SnapshotError(f"{where} is larger than {MOST_BYTES} bytes")
        records = msgspec.json.Decoder(Kept).decode_lines(unpacked)
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError, UnicodeDecodeError):
        raise SnapshotError(f"{where} is not whole: build that state of the kit once more, or delete it") from None
    rows = {(one.component, one.key, one.language): one for one in records if isinstance(one, RowRecord)}
    return SceneDecoder(one for one in records if not isinstance(one, RowRecord)), rows


# --- states by name --------------------------------------------------------------------------------------


def read_states(old: str, new: str, options: Options) -> tuple[Snapshot, Snapshot]:
    """Reads the two states that `pnp diff` names.

    A revision is one of the kit that the other argument names, else of the kit one stands in. Raises SnapshotError if
    one is no state, KitError if a kit cannot be laid out, BadOptionError if it has not what the options name.
    """
    home = next((folder for name in (new, old) if (folder := kit_folder(name))), None)
    if home is None:
        try:
            (here,) = choose(())
            home = here.folder
        except (KitError, ValueError):
            home = Path()
    kit = next((_read_manifest(path)[1].kit for path in map(Path, (new, old)) if is_build(path)), "")
    return read_state(old, home, kit, options), read_state(new, home, kit, options)


def read_state(name: str, home: Path, kit: str, options: Options) -> Snapshot:
    """Reads a state by name: a kit, a build of the kit with this id, or a revision of the kit in `home`.

    Raises as `read_states`.
    """
    if folder := kit_folder(name):
        return take_snapshot(load(folder), options, name)
    path = Path(name)
    known = (home / KIT_FILE).is_file()
    if path.exists():
        return read_build(path, "" if is_build(path) else kit or (load(home).id if known else ""))
    if not known:
        raise SnapshotError(f"'{name}' is no kit and no build; for a revision, name the kit's folder beside it")
    with folder_at(name, home) as (folder, day):
        try:
            found = take_snapshot(load(folder), options, name)
        except KitError as error:
            raise KitError(_in_revision(finding, folder, name) for finding in error.findings) from None
    return replace(found, fonts=None, when=day)  # the folder with its fonts is gone


def _in_revision(finding: Finding, folder: Path, revision: str) -> Finding:
    """A finding of an unpacked kit with git's name for its file: `HEAD~1:mygame/kit.toml`."""
    file = finding.place.file.replace(folder.resolve().as_posix(), f"{revision}:{folder.name}")
    return replace(finding, place=replace(finding.place, file=file))


def kit_folder(name: str) -> Path | None:
    """The folder of a kit that is named by its path or id; None for a build."""
    path = Path(name)
    return path if is_kit(path) else known_kits().get(name) if not path.exists() else None
