"""Snapshots of a kit with its pieces and faces: laid out from a folder or a git revision, or read from a build.

Git revisions are read from the repository's files: no program runs and nothing is fetched. An untrusted repository can
name programs in its `.git/config` (filters, hooks, pagers, transports).
"""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import re
import stat
import tempfile
import time
import zlib
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta, timezone
from pathlib import Path

import msgspec
from dulwich.config import ConfigFile
from dulwich.errors import NotGitRepository
from dulwich.index import validate_path
from dulwich.object_store import iter_tree_contents, tree_lookup_path
from dulwich.objects import S_ISGITLINK, Commit, ObjectID
from dulwich.objectspec import AmbiguousShortId, parse_commit, parse_object
from dulwich.repo import Repo
from msgspec.structs import replace

from pnp.build.manifest import FACES, MANIFEST, Manifest, PieceEntry
from pnp.build.pieces import ArchiveLine, RowRecord, SceneDecoder, lay_out
from pnp.findings import KitError
from pnp.kit import Kit
from pnp.kit.tables import KIT_FILE
from pnp.kits import choose, is_kit, list_known_kits, load
from pnp.scene import Scene
from pnp.sheet.options import EVERYTHING, BadOptionError, Options, Selection
from pnp.text.fonts import FontBook

SHORT = 10
"""Hex digits of a commit's short name."""
MOST_ENTRIES = 200_000
"""Limit of files in a kit. A tree of a few objects may name more than any disk holds."""
MOST_BYTES = 200_000_000
"""Limit of an unpacked file of faces: twenty times that of our largest kit."""


class SnapshotError(BadOptionError):
    """A name is not a state of a kit, or not a comparable one. The message says what to do."""


class Snapshot(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The pieces of a kit at one time.

    `components` maps ids to titles by language. `where` is the folder, manifest or revision as the user named it,
    `when` its date ("" for the current folder). `rows` are keyed by component, key and language ("" for all). A laid
    out snapshot has `fonts` and its face archive (`packed`).
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

    def row(self, component: str, key: str, language: str) -> RowRecord | None:
        return self.rows.get((component, key, language)) or self.rows.get((component, key, ""))

    def scene(self, fingerprint: str) -> Scene | None:
        """Returns the scene of a face; None if it was not stored. Raises SnapshotError if part of it is missing."""
        try:
            return self.decoder.scene(fingerprint)
        except ValueError as error:
            raise SnapshotError(f"{self.where}: {FACES} is not whole: {error}") from None


def choose_language(titles: Mapping[str, str], language: str, otherwise: str) -> str:
    """Returns the title in a language, else the first one."""
    return titles.get(language) or next(iter(titles.values()), otherwise)


# --- states by name --------------------------------------------------------------------------------------


def read_states(old: str, new: str, options: Options) -> tuple[Snapshot, Snapshot]:
    """Reads the two states for `pnp diff`.

    A revision belongs to the kit of the other argument, else to the kit in the current folder. Raises SnapshotError if
    one is no state, KitError if a kit cannot be laid out, BadOptionError for options that it cannot meet.
    """
    home = find_kit_folder(new) or find_kit_folder(old) or Path()
    if home == Path():
        with contextlib.suppress(KitError, ValueError):
            ((home, _),) = choose(())
    kit = next((read_manifest(path)[1].kit for path in map(Path, (new, old)) if is_build(path)), "")
    return read_state(old, home, kit, options), read_state(new, home, kit, options)


def read_state(name: str, home: Path, kit: str, options: Options) -> Snapshot:
    """Reads a state by name: a kit, a build of the kit with this id, or a revision of the kit in `home`.

    Raises as `read_states`.
    """
    if folder := find_kit_folder(name):
        return take_snapshot(load(folder), options, name)
    path = Path(name)
    known = (home / KIT_FILE).is_file()
    if path.exists():
        return read_build(path, "" if is_build(path) else kit or (load(home).id if known else ""))
    if not known:
        raise SnapshotError(f"'{name}' is no kit and no build; for a revision, name the kit's folder beside it")
    with open_folder_at(name, home) as (folder, day):
        try:
            found = take_snapshot(load(folder), options, name)
        except KitError as error:  # with git's name for a file: `HEAD~1:mygame/kit.toml`
            here, there = folder.resolve().as_posix(), f"{name}:{folder.name}"
            raise KitError(
                replace(one, place=replace(one.place, file=one.place.file.replace(here, there)))
                for one in error.findings
            ) from None
    return replace(found, fonts=None, when=day)  # the folder with its fonts is gone


def find_kit_folder(name: str) -> Path | None:
    """Returns the folder of a kit named by its path or id; None for a build."""
    path = Path(name)
    return path if is_kit(path) else list_known_kits().get(name) if not path.exists() else None


def take_snapshot(
    kit: Kit, options: Options, where: str = "", selection: Selection = EVERYTHING, *, faulty: bool = False
) -> Snapshot:
    """Lays out a kit as it would be printed. Raises KitError as `lay_out` does."""
    pieces, packed = lay_out(kit, options, selection, faulty=faulty)
    decoder, rows = _decode_faces(packed, FACES)
    return Snapshot(
        where=where or kit.folder.name,
        kit=kit.id,
        title=kit.title.texts,
        version=kit.version,
        build=kit.build,
        languages=options.list_languages(kit.languages),
        components={one.id: one.title.texts for one in kit.components},
        pieces=pieces,
        rows=rows,
        decoder=decoder,
        packed=packed,
        fonts=FontBook(kit.theme.fonts, kit.folder),
    )


# --- builds ----------------------------------------------------------------------------------------------


def read_build(path: Path, kit: str = "") -> Snapshot:
    """Reads the state of a build from its folder, its manifest, or the output folder with the build of `kit`.

    Raises SnapshotError. Without the face archive the state has pieces, but no scenes.
    """
    file, found = read_manifest(path, kit)
    if kit and found.kit != kit:
        raise SnapshotError(f"{file} is of the kit '{found.kit}', not of '{kit}'")
    if not found.whole:
        raise SnapshotError(f"{file} knows of a part alone (--only): name a build of the whole kit")
    if not found.pieces:
        raise SnapshotError(f"{file} lists no pieces: name a build of the whole kit with PDF files for home printing")
    faces = file.with_name(Path(FACES).name)
    decoder, rows = _decode_faces(faces.read_bytes() if faces.exists() else gzip.compress(b""), str(faces))
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
    """Returns when a build was written: `2026-11-14 19:20`."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(manifest.stat().st_mtime))


def is_build(path: Path) -> bool:
    return path.is_file() or (path / MANIFEST).is_file()


def read_manifest(path: Path, kit: str = "") -> tuple[Path, Manifest]:
    """Returns the manifest at a path, and its location."""
    advice = f"name a folder that `pnp build` wrote, or its {MANIFEST}"
    for file in (path, path / MANIFEST, path / kit / MANIFEST):
        if file.is_file():
            try:
                return file, msgspec.json.decode(file.read_bytes(), type=Manifest)
            except msgspec.MsgspecError:
                raise SnapshotError(f"{file} is no manifest: {advice}") from None
    raise SnapshotError(f"{f'{path} has no {MANIFEST}' if path.is_dir() else f'there is no {path}'}: {advice}")


def _decode_faces(packed: bytes, where: str) -> tuple[SceneDecoder, dict[tuple[str, str, str], RowRecord]]:
    """Decodes scenes and rows of a face archive. Raises SnapshotError for another file, or one that is too large."""
    try:
        with gzip.open(io.BytesIO(packed)) as stream:
            records = msgspec.json.Decoder(ArchiveLine).decode_lines(stream.read(MOST_BYTES))
        decoder = SceneDecoder(one for one in records if not isinstance(one, RowRecord))
    except (OSError, EOFError, zlib.error, ValueError):
        raise SnapshotError(f"{where} is not whole: build that state of the kit once more, or delete it") from None
    rows = {(one.component, one.key, one.language): one for one in records if isinstance(one, RowRecord)}
    return decoder, rows


# --- git revisions ---------------------------------------------------------------------------------------


@contextlib.contextmanager
def open_folder_at(revision: str, folder: Path) -> Iterator[tuple[Path, str]]:
    """Unpacks a kit's folder of a revision (`HEAD~1`, `v1.0`, a commit) into a temporary folder, and returns its date
    too.

    Raises SnapshotError if there is no repository, no such revision, or no such folder in it.
    """
    with tempfile.TemporaryDirectory(prefix="pnp-diff-") as unpacked:
        home = Path(unpacked) / "kit" / folder.resolve().name
        home.mkdir(parents=True)
        with _open_commit(revision, folder) as (repository, commit, inside):
            try:
                _, tree = tree_lookup_path(repository.object_store.__getitem__, commit.tree, inside)
            except KeyError:
                message = f"{os.fsdecode(inside)} is not there at '{revision}'"
                hint = "if the kit lay elsewhere then, check that revision out and name its folder"
                raise SnapshotError(f"{message}; {hint}") from None
            _unpack(repository, tree, home)
        yield home, _format_commit_date(commit)


def revisions(folder: Path, most: int = 12) -> dict[str, str]:
    """Returns the last commits that changed a folder, newest first, with date and subject; none outside
    repositories."""
    found: dict[str, str] = {}
    with contextlib.suppress(SnapshotError), _open_commit("HEAD", folder) as (repository, _, inside):
        for entry in repository.get_walker(paths=[inside] if inside else None, max_entries=most):
            subject = entry.commit.message.decode(errors="replace").strip().split("\n\n")[0]
            found[entry.commit.id.decode()[:SHORT]] = f"{_format_commit_date(entry.commit)} {' '.join(subject.split())}"
    return found


class _Repository(Repo):
    """A repository opened without reading its configuration."""

    def get_config(self) -> ConfigFile:
        return ConfigFile()


@contextlib.contextmanager
def _open_commit(revision: str, folder: Path) -> Iterator[tuple[_Repository, Commit, bytes]]:
    """Returns the repository of a revision, its commit, and the folder's path in it.

    A revision is a branch, tag, hash or its first digits, with steps (`HEAD~2^1`), or a reflog entry (`main@{1}`).
    Raises SnapshotError if there is none, and for damaged repositories.
    """
    if re.search(r"^-|[\0:]", revision):
        raise SnapshotError(f"{revision!r} is no revision")
    here = folder.resolve()
    name = os.fsencode(re.sub(r"^@(?!\{)", "HEAD", revision).removesuffix("^{commit}"))
    try:
        repository = next(_Repository(top) for top in (here, *here.parents) if (top / ".git").exists())
        with contextlib.closing(repository):
            try:
                try:
                    commit = parse_commit(repository, name)
                except KeyError:
                    commit = parse_commit(repository, parse_object(repository, name).id)
            except (AmbiguousShortId, LookupError, ValueError):
                message = f"'{revision}' is no kit, no build, and no revision of {repository.path}"
                if repository.get_shallow():
                    message += "; this clone has the last commits alone: git fetch --unshallow --tags brings the others"
                raise SnapshotError(message) from None
            inside = here.relative_to(repository.path)
            yield repository, commit, os.fsencode(inside.as_posix()) if inside.parts else b""
    except (StopIteration, NotGitRepository):
        message = f"'{revision}' is no kit and no build, and {folder} is in no git work tree that could know it"
        raise SnapshotError(message) from None
    except SnapshotError:
        raise
    except Exception as error:  # a damaged file may make dulwich fail in any way
        raise SnapshotError(f"the git repository of {folder} cannot be read: {error or type(error).__name__}") from None


def _unpack(repository: _Repository, tree: ObjectID, home: Path) -> None:
    """Writes a tree with files as stored; submodules become empty folders."""
    links: list[tuple[Path, bytes]] = []
    for count, entry in enumerate(iter_tree_contents(repository.object_store, tree, max_depth=64)):
        if count >= MOST_ENTRIES:
            raise SnapshotError(f"the kit has more than {MOST_ENTRIES} files")
        if not validate_path(entry.path):
            raise SnapshotError(f"the revision has a file of the name {os.fsdecode(entry.path)!r}")
        path = home / os.fsdecode(entry.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if S_ISGITLINK(entry.mode):
            path.mkdir(exist_ok=True)
        elif stat.S_ISLNK(entry.mode):
            links.append((path, repository[entry.sha].as_raw_string()))
        else:
            path.write_bytes(repository[entry.sha].as_raw_string())
    for path, target in links:  # after all files, so that none is written through one
        path.symlink_to(os.fsdecode(target))


def _format_commit_date(commit: Commit) -> str:
    zone = timezone(timedelta(seconds=commit.commit_timezone))
    return datetime.fromtimestamp(commit.commit_time, zone).date().isoformat()
