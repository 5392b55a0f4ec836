"""A kit as it was at a git revision, read from the files of its repository.

No program is run and nothing is fetched. A repository names programs in its own `.git/config` (filters, hooks, pagers,
signature checks, transports), and a kit of a stranger may come with one.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import msgspec
from dulwich.config import ConfigFile
from dulwich.errors import NotGitRepository
from dulwich.index import validate_path
from dulwich.object_store import iter_tree_contents, tree_lookup_path
from dulwich.objects import S_ISGITLINK, Commit, ObjectID
from dulwich.objectspec import AmbiguousShortId, parse_commit, parse_object
from dulwich.refs import Ref
from dulwich.repo import Repo

SHORT = 10
"""Hex digits of a commit's short name."""
MOST_ENTRIES = 200_000
"""Limit of files in a kit. A tree of a few objects may name more than any disk holds."""


class SnapshotError(Exception):
    """A name is no state of a kit, or not one that can be compared. The message says what to do."""


class Revision(msgspec.Struct, frozen=True):
    """A commit or tag: its name, its day, and the first paragraph of its message."""

    name: str
    day: str
    subject: str


@contextlib.contextmanager
def folder_at(revision: str, folder: Path) -> Iterator[tuple[Path, str]]:
    """Unpacks a kit's folder of a revision (`HEAD~1`, `v1.0`, a commit) into a temporary folder; gives its day as well.

    Raises SnapshotError if there is no repository, no such revision, or no such folder in it.
    """
    with tempfile.TemporaryDirectory(prefix="pnp-diff-") as unpacked:
        home = Path(unpacked) / "kit" / folder.resolve().name
        home.mkdir(parents=True)
        with _opened(revision, folder) as (repository, inside):
            commit = _commit(revision, repository)
            try:
                _, tree = tree_lookup_path(repository.object_store.__getitem__, commit.tree, inside)
            except KeyError:
                message = f"{os.fsdecode(inside)} is not there at '{revision}'"
                hint = "if the kit lay elsewhere then, check that revision out and name its folder"
                raise SnapshotError(f"{message}; {hint}") from None
            try:
                _unpack(repository, tree, home)
            except KeyError as missing:
                lacking = os.fsdecode(missing.args[0])
                raise SnapshotError(f"'{revision}' cannot be unpacked: this clone lacks the object {lacking}") from None
        yield home, _revision(commit).day


def revisions(folder: Path, most: int = 12) -> tuple[Revision, ...]:
    """The last commits that changed a folder, newest first, then the last tags; none outside repositories."""
    try:
        with _opened("HEAD", folder) as (repository, inside):
            walk = repository.get_walker(paths=[inside] if inside else None, max_entries=most)
            commits = [_revision(entry.commit) for entry in walk]
            tags: list[tuple[int, Revision]] = []
            for name, target in repository.refs.as_dict(Ref(b"refs/tags")).items():
                with contextlib.suppress(ValueError):  # a tag of something else
                    commit = parse_commit(repository, target)
                    tags.append((commit.commit_time, _revision(commit, os.fsdecode(name))))
            tags.sort(key=lambda tag: tag[0], reverse=True)
            return (*commits, *(tag for _, tag in tags[:most])) if commits else ()
    except SnapshotError:
        return ()


def commit_id(revision: str, folder: Path) -> str:
    """The full hash of a revision; "" if there is no such revision."""
    try:
        with _opened(revision, folder) as (repository, _):
            return _commit(revision, repository).id.decode()
    except SnapshotError:
        return ""


class _Repository(Repo):
    """A repository whose configuration is not read."""

    def get_config(self) -> ConfigFile:
        return ConfigFile()


@contextlib.contextmanager
def _opened(revision: str, folder: Path) -> Iterator[tuple[_Repository, bytes]]:
    """The repository that may know a revision of a folder, and the path of the folder in it.

    Raises SnapshotError if there is none, and for whatever in it is damaged.
    """
    if re.search(r"^-|[\0:]", revision):
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
    """The commit of a branch, tag, hash or its first digits, with steps (`HEAD~2^1`), or log entry (`main@{1}`).

    Raises SnapshotError if there is none.
    """
    name = re.sub(r"^@(?!\{)", "HEAD", revision).removesuffix("^{commit}")
    try:
        with contextlib.suppress(KeyError):
            return parse_commit(repository, os.fsencode(name))
        return parse_commit(repository, parse_object(repository, os.fsencode(name)).id)
    except (AmbiguousShortId, LookupError, ValueError):
        message = f"'{revision}' is no kit, no build, and no revision of {repository.path}"
        if repository.get_shallow():
            message += "; this clone has the last commits alone: git fetch --unshallow --tags brings the others"
        raise SnapshotError(message) from None


def _unpack(repository: _Repository, tree: ObjectID, home: Path) -> None:
    """Writes a tree as its files are stored; submodules are empty folders."""
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


def _revision(commit: Commit, name: str = "") -> Revision:
    zone = timezone(timedelta(seconds=commit.commit_timezone))
    day = datetime.fromtimestamp(commit.commit_time, zone).date().isoformat()
    subject = commit.message.decode(errors="replace").strip().split("\n\n")[0]
    return Revision(name or commit.id.decode()[:SHORT], day, " ".join(subject.split()))
