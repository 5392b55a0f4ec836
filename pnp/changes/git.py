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
from itertools import islice
from pathlib import Path

import msgspec
from dulwich.config import ConfigFile
from dulwich.errors import NotGitRepository, NotTreeError
from dulwich.index import validate_path
from dulwich.lfs import LFSPointer
from dulwich.object_store import iter_tree_contents, tree_lookup_path
from dulwich.objects import S_ISGITLINK, Commit, ObjectID, SubmoduleEncountered, Tag
from dulwich.objectspec import AmbiguousShortId, parse_commit, parse_object
from dulwich.refs import Ref
from dulwich.repo import Repo

from pnp.changes.snapshot import SnapshotError
from pnp.kit.products import KIT_FILE

SHORT = 10
"""Hex digits of a commit's short name."""
MOST_ENTRIES = 200_000
"""Files of a revision that are looked through. A tree of a few objects may name more than any disk holds."""
_FORMAT = (("core", "repositoryformatversion"), ("extensions", "objectformat"), ("extensions", "refstorage"))
_STEPS = re.compile(r"(.+?)((?:[~^][0-9]*|\^\{(?:commit)?\})*)", re.DOTALL)
"""A name and its steps: `HEAD~2`, `v1.0^{commit}`, `main^2~1`."""


@contextlib.contextmanager
def folder_at(revision: str, folder: Path) -> Iterator[Path]:
    """A kit's folder as it was at a revision (`HEAD~1`, `v1.0`, a commit), in a folder that is gone afterwards. If it
    lay elsewhere then, that is taken: the one folder whose kit has the same id.

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
                raise SnapshotError(f"{message}{_cut_short(repository)}") from None
            try:
                tree = _tree_then(repository, then, inside, folder / KIT_FILE)
                if tree is None:
                    raise SnapshotError(f"{shown} is not there at '{revision}', nor is its kit elsewhere")
                _unpack(repository, tree, home)
            except KeyError as missing:
                lacking = os.fsdecode(missing.args[0])
                raise SnapshotError(f"'{revision}' cannot be unpacked: this clone lacks the object {lacking}") from None
            except OSError as error:
                raise SnapshotError(f"'{revision}' cannot be unpacked: {error}") from None
        yield home


class Revision(msgspec.Struct, frozen=True):
    """A commit that changed a kit: its short name, its day, and what it says of itself; or a tag."""

    name: str
    day: str
    subject: str


def revisions(folder: Path, most: int = 12) -> tuple[Revision, ...]:
    """The last commits that changed a folder, newest first, then the last tags; none, where git knows nothing."""
    try:
        with _opened("HEAD", folder) as (repository, inside):
            walk = (entry.commit for entry in repository.get_walker())
            commits = list(islice((one for one in walk if _changed(repository, one, inside)), most))
            return (*map(_revision, commits), *(_tags(repository, most) if commits else ()))
    except SnapshotError:
        return ()


def day_of(revision: str, folder: Path) -> str:
    """The day of a revision; "" for what is none."""
    found = _found(revision, folder)
    return _revision(found).day if found else ""


def commit(revision: str, folder: Path) -> str:
    """What a revision is called in full; "" for what is none."""
    found = _found(revision, folder)
    return found.id.decode() if found else ""


def empty_folders(folder: Path) -> tuple[str, ...]:
    """What lay in submodules of a folder that was unpacked: git keeps no other folder without files."""
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


def _found(revision: str, folder: Path) -> Commit | None:
    try:
        with _opened(revision, folder) as (repository, _):
            return _commit(revision, repository)
    except (SnapshotError, LookupError):
        return None


def _commit(revision: str, repository: _Repository) -> Commit:
    """The commit that a revision names. Raises LookupError if it names none."""
    if revision.startswith(":/"):  # the newest with these words
        words = os.fsencode(revision[2:])
        said = (entry.commit for entry in repository.get_walker() if words in entry.commit.message)
        if (newest := next(said, None)) is None:
            raise LookupError(revision)
        return newest
    split = _STEPS.fullmatch(revision)
    if split is None:
        raise LookupError(revision)
    try:
        found = _named("HEAD" if split[1] == "@" else split[1], repository)
        for sign, number in re.findall(r"([~^])([0-9]*)(?!\{)", split[2]):
            count = int(number or "1")
            if sign == "~":
                for _ in range(count):
                    found = parse_commit(repository, found.parents[0])
            elif count:
                found = parse_commit(repository, found.parents[count - 1])
    except (AmbiguousShortId, ValueError) as error:
        raise LookupError(revision) from error
    return found


def _named(name: str, repository: _Repository) -> Commit:
    """The commit of a branch, a tag, a hash or its first digits, or an entry of a log (`main@{1}`)."""
    spelled = os.fsencode(name)
    if "@{" in name:
        found = parse_object(repository, spelled)
        return parse_commit(repository, found if isinstance(found, Commit | Tag) else spelled)
    try:
        return parse_commit(repository, spelled)
    except KeyError:
        return parse_commit(repository, spelled.lower())  # a hash in capitals


def _cut_short(repository: _Repository) -> str:
    """What to do about a clone that has not all commits."""
    hint = "; this clone has the last commits alone: git fetch --unshallow --tags brings the others"
    return hint if repository.get_shallow() else ""


def _tree_then(repository: _Repository, then: Commit, inside: bytes, document: Path) -> ObjectID | None:
    """The folder of a kit at a commit; None, if that had no such kit, or several."""
    here = _folder(repository, then, inside)
    if here and _kit_id(repository, here) is not None:
        return here
    wanted = _id_in(document.read_bytes()) if document.is_file() else ""
    files = _files(repository, then.tree)
    folders = (path.rpartition(b"/")[0] for path, _, _ in files if path.rpartition(b"/")[2] == os.fsencode(KIT_FILE))
    trees = [tree for folder in folders if (tree := _folder(repository, then, folder))]
    found = [tree for tree in trees if wanted and _kit_id(repository, tree) == wanted]
    return found[0] if len(found) == 1 else None


def _folder(repository: _Repository, then: Commit, inside: bytes) -> ObjectID | None:
    """The tree of a folder at a commit."""
    try:
        mode, found = tree_lookup_path(repository.object_store.__getitem__, then.tree, inside)
    except (NotTreeError, SubmoduleEncountered):
        return None
    except KeyError as missing:
        if missing.args[0] in inside.split(b"/"):
            return None
        raise
    return found if stat.S_ISDIR(mode) else None


def _kit_id(repository: _Repository, tree: ObjectID) -> str | None:
    """The id of the kit in a tree; "" if it cannot be read, None if there is none."""
    name = os.fsencode(KIT_FILE)
    try:
        _, document = tree_lookup_path(repository.object_store.__getitem__, tree, name)
    except KeyError as missing:
        if missing.args[0] == name:
            return None
        raise
    return _id_in(repository[document].as_raw_string())


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


def _changed(repository: _Repository, one: Commit, inside: bytes) -> bool:
    """Whether a folder is not as in any parent of a commit."""
    now = _folder(repository, one, inside)
    known = [parent for parent in one.parents if parent in repository.object_store]
    before = [_folder(repository, parse_commit(repository, parent), inside) for parent in known]
    return all(now != then for then in before) if before else now is not None


def _revision(one: Commit) -> Revision:
    return Revision(one.id.decode()[:SHORT], _day(one.commit_time, one.commit_timezone), _subject(one.message))


def _tags(repository: _Repository, most: int) -> Iterator[Revision]:
    """The last tags, newest first."""
    found = []
    for name, target in repository.refs.as_dict(Ref(b"refs/tags")).items():
        one = repository[target]
        if isinstance(one, Tag):
            found.append((one.tag_time or 0, name, one.tag_timezone or 0, one.message or b""))
        elif isinstance(one, Commit):
            found.append((one.commit_time, name, one.commit_timezone, one.message))
    for time, name, zone, message in sorted(found, reverse=True)[:most]:
        yield Revision(os.fsdecode(name), _day(time, zone), _subject(message))


def _day(time: int, zone: int) -> str:
    return datetime.fromtimestamp(time, timezone(timedelta(seconds=zone))).date().isoformat()


def _subject(message: bytes) -> str:
    """The first paragraph of a message, in one line."""
    return " ".join(message.decode(errors="replace").strip().split("\n\n")[0].split())
