"""A kit as it was at a git revision, read from the files of its repository.

No program is run and nothing is fetched. A repository names programs in its own `.git/config` (filters, hooks, pagers,
signature checks, transports), and a kit of a stranger may come with one.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import stat
import tempfile
import tomllib
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import msgspec
from dulwich.config import ConfigFile
from dulwich.errors import NotGitRepository
from dulwich.index import validate_path
from dulwich.lfs import LFSPointer
from dulwich.object_store import iter_tree_contents, tree_lookup_path
from dulwich.objects import S_ISGITLINK, Commit, ObjectID
from dulwich.objectspec import AmbiguousShortId, parse_commit, parse_object
from dulwich.refs import Ref
from dulwich.repo import Repo

from pnp.kit.products import KIT_FILE

SHORT = 10
"""Hex digits of a commit's short name."""
MOST_ENTRIES = 200_000
"""Files of a revision that are looked through. A tree of a few objects may name more than any disk holds."""
_FORMAT = (("core", "repositoryformatversion"), ("extensions", "objectformat"), ("extensions", "refstorage"))


class SnapshotError(Exception):
    """A name is no state of a kit, or not one that can be compared. The message says what to do."""


@contextlib.contextmanager
def folder_at(revision: str, folder: Path) -> Iterator[tuple[Path, str]]:
    """Unpacks a kit's folder of a revision (`HEAD~1`, `v1.0`, a commit) into a temporary folder; gives its day as well.

    If the kit lay elsewhere then, the one folder whose kit has the same id is taken.

    Raises SnapshotError if there is no repository, no such revision, or no such kit in it.
    """
    with tempfile.TemporaryDirectory(prefix="pnp-diff-") as unpacked:
        home = Path(unpacked) / "kit" / folder.resolve().name
        home.mkdir(parents=True)
        with _opened(revision, folder) as (repository, inside):
            shown = os.fsdecode(inside) or folder.resolve().name
            try:
                then = _commit(revision, repository)
            except LookupError:
                message = f"'{revision}' is no kit, no build, and no revision of {shown}"
                raise SnapshotError(f"{message}{_shallow_hint(repository)}") from None
            try:
                tree = _kit_tree(repository, then, inside, folder / KIT_FILE)
                if tree is None:
                    raise SnapshotError(f"{shown} is not there at '{revision}', nor is its kit elsewhere")
                _unpack(repository, tree, home)
            except KeyError as missing:
                lacking = os.fsdecode(missing.args[0])
                raise SnapshotError(f"'{revision}' cannot be unpacked: this clone lacks the object {lacking}") from None
            except OSError as error:
                raise SnapshotError(f"'{revision}' cannot be unpacked: {error}") from None
        yield home, _revision(then).day


class Revision(msgspec.Struct, frozen=True):
    """A commit or tag: its name, its day, and the first paragraph of its message."""

    name: str
    day: str
    subject: str


def revisions(folder: Path, most: int = 12) -> tuple[Revision, ...]:
    """The last commits that changed a folder, newest first, then the last tags; none outside repositories."""
    try:
        with _opened("HEAD", folder) as (repository, inside):
            walk = repository.get_walker(paths=[inside] if inside else None, max_entries=most)
            commits = [_revision(entry.commit) for entry in walk]
            return (*commits, *(_tags(repository)[:most] if commits else ()))
    except SnapshotError:
        return ()


def commit_id(revision: str, folder: Path) -> str:
    """The full hash of a revision; "" if there is no such revision."""
    try:
        with _opened(revision, folder) as (repository, _):
            return _commit(revision, repository).id.decode()
    except (SnapshotError, LookupError):
        return ""


def empty_folders(folder: Path) -> tuple[str, ...]:
    """The submodules of an unpacked folder, which are empty: git stores no other folder without files."""
    found = sorted(one for one in folder.rglob("*") if one.is_dir() and not any(one.iterdir()))
    return tuple(one.relative_to(folder).as_posix() for one in found)


class _Repository(Repo):
    """A repository of whose configuration only the format of its files is read."""

    def get_config(self) -> ConfigFile:
        config = ConfigFile()
        path = Path(self.commondir()) / "config"
        if path.is_file():
            with path.open("rb") as file:
                written = ConfigFile.from_file(file, expand_includes=False)
            for section, key in _FORMAT:
                with contextlib.suppress(KeyError):
                    config.set(section, key, written.get(section, key))
        return config


@contextlib.contextmanager
def _opened(revision: str, folder: Path) -> Iterator[tuple[_Repository, bytes]]:
    """The repository that may know a revision of a folder, and the path of the folder in it.

    Raises SnapshotError if there is none, and for whatever in it is damaged.
    """
    if revision.startswith("-") or "\0" in revision:
        raise SnapshotError(f"{revision!r} is no revision")
    here = folder.resolve()
    try:
        repository = next(_Repository(top) for top in (here, *here.parents) if (top / ".git").exists())
        with contextlib.closing(repository):
            inside = here.relative_to(repository.path)
            yield repository, os.fsencode(inside.as_posix()) if inside.parts else b""
    except (StopIteration, NotGitRepository):
        message = f"'{revision}' is no kit and no build, and {folder} is in no git work tree that could know it"
        raise SnapshotError(message) from None
    except SnapshotError:
        raise
    except Exception as error:  # a damaged file may make dulwich fail in any way
        raise SnapshotError(f"the git repository of {folder} cannot be read: {error or type(error).__name__}") from None


def _commit(revision: str, repository: _Repository) -> Commit:
    """The commit of a branch, tag, hash or its first digits, log entry (`main@{1}`), each with steps (`HEAD~2^1`), or
    the newest with some words in its message (`:/words`). Raises LookupError if there is none.
    """
    if revision.startswith(":/"):
        words = os.fsencode(revision[2:])
        commits = (entry.commit for entry in repository.get_walker() if words in entry.commit.message)
        if (newest := next(commits, None)) is None:
            raise LookupError(revision)
        return newest
    split = re.fullmatch(r"([^~^:]+)([~^][^:]*)?", revision, re.DOTALL)
    if split is None:
        raise LookupError(revision)
    name = os.fsencode("HEAD" if split[1] == "@" else split[1])
    steps = re.sub(r"\^\{(commit)?\}", "", split[2] or "")
    try:
        if b"@{" in name:
            name = parse_object(repository, name).id
        try:
            found = parse_commit(repository, name)
        except KeyError:
            found = parse_commit(repository, name.lower())  # a hash in capitals
        return parse_commit(repository, parse_object(repository, found.id + os.fsencode(steps)).id)
    except (AmbiguousShortId, ValueError) as error:
        raise LookupError(revision) from error


def _shallow_hint(repository: _Repository) -> str:
    """Advice for a shallow clone."""
    hint = "; this clone has the last commits alone: git fetch --unshallow --tags brings the others"
    return hint if repository.get_shallow() else ""


def _kit_tree(repository: _Repository, commit: Commit, inside: bytes, document: Path) -> ObjectID | None:
    """The tree of a kit's folder at a commit; None if there was no such kit, or several elsewhere."""
    paths = ((path.rpartition(b"/"), found) for path, _, found in _files(repository, commit.tree))
    kits = {folder: found for (folder, _, name), found in paths if name == os.fsencode(KIT_FILE)}
    if inside not in kits:
        wanted = _id_in(document.read_bytes()) if document.is_file() else ""
        ids = {folder: _id_in(repository[found].as_raw_string()) for folder, found in kits.items()}
        same = [folder for folder in ids if wanted and ids[folder] == wanted]
        if len(same) != 1:
            return None
        (inside,) = same
    return tree_lookup_path(repository.object_store.__getitem__, commit.tree, inside)[1]


def _id_in(document: bytes) -> str:
    """The id that a kit.toml gives its kit; "" if it cannot be read."""
    try:
        return str(tomllib.loads(document.decode())["kit"]["id"])
    except (ValueError, LookupError, TypeError):
        return ""


def _files(repository: _Repository, tree: ObjectID) -> Iterator[tuple[bytes, int, ObjectID]]:
    """What a tree and those in it name: path, mode, object. Raises SnapshotError if that is too much."""
    for count, entry in enumerate(iter_tree_contents(repository.object_store, tree, max_depth=64)):
        if count >= MOST_ENTRIES:
            raise SnapshotError(f"the revision has more than {MOST_ENTRIES} files")
        yield entry.path, entry.mode, entry.sha


def _unpack(repository: _Repository, tree: ObjectID, home: Path) -> None:
    """Writes a tree as its files are stored, and pictures that Git LFS keeps beside them."""
    links: list[tuple[Path, bytes]] = []
    for name, mode, found in _files(repository, tree):
        if not validate_path(name):
            raise SnapshotError(f"the revision has a file of the name {os.fsdecode(name)!r}")
        path = home / os.fsdecode(name)
        if S_ISGITLINK(mode):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        data = repository[found].as_raw_string()
        if stat.S_ISLNK(mode):
            links.append((path, data))
        else:
            path.write_bytes(_large_file(repository, data) or data)
    for path, target in links:  # after all files, so that none is written through one
        path.symlink_to(os.fsdecode(target))


def _large_file(repository: _Repository, data: bytes) -> bytes | None:
    """What a pointer of Git LFS stands for, if this clone has it."""
    pointer = LFSPointer.from_bytes(data) if data.startswith(b"version https://git-lfs") else None
    if pointer is None or not pointer.is_valid_oid():
        return None
    oid = pointer.oid.lower()
    path = Path(repository.commondir(), "lfs", "objects", oid[:2], oid[2:4], oid)
    large = path.read_bytes() if path.is_file() else b""
    return large if hashlib.sha256(large).hexdigest() == oid else None


def _revision(commit: Commit, name: str = "") -> Revision:
    zone = timezone(timedelta(seconds=commit.commit_timezone))
    subject = commit.message.decode(errors="replace").strip().split("\n\n")[0]
    return Revision(
        name or commit.id.decode()[:SHORT],
        datetime.fromtimestamp(commit.commit_time, zone).date().isoformat(),
        " ".join(subject.split()),
    )


def _tags(repository: _Repository) -> list[Revision]:
    """All tags of commits, newest first."""
    found = []
    for name, target in repository.refs.as_dict(Ref(b"refs/tags")).items():
        with contextlib.suppress(ValueError):  # a tag of something else
            commit = parse_commit(repository, target)
            found.append((commit.commit_time, _revision(commit, os.fsdecode(name))))
    return [revision for _, revision in sorted(found, key=lambda one: one[0], reverse=True)]
