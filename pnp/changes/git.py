"""A kit as it was at a revision: git, called as a program, unpacks its folder of then."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pnp.changes.snapshot import SnapshotError
from pnp.kit.products import KIT_FILE

MOST_SECONDS = 120
"""What unpacking a revision may take."""
SUBMODULE = b"160000"
"""The mode of one in a tree."""
_TRUST = re.compile(r"git config --global --add safe\.directory .+")
"""What git says to do about a folder of another user."""


@contextlib.contextmanager
def folder_at(revision: str, folder: Path) -> Iterator[Path]:
    """A kit's folder as it was at a revision (`HEAD~1`, `v1.0`, a commit), in a folder that is gone afterwards. If it
    lay elsewhere then, that is taken: the one folder whose kit has the same id.

    Raises SnapshotError if there is no git, no repository, no such revision, or no such kit in it.
    """
    if _is_none(revision):
        raise SnapshotError(f"{revision!r} is no revision")
    try:
        inside = _path(_git(folder, "rev-parse", "--show-prefix")).rstrip("/")
        top = Path(_path(_git(folder, "rev-parse", "--show-toplevel")))
    except _GitError as error:
        if advised := _TRUST.search(str(error)):
            message = f"git does not read {folder.resolve()}, as it belongs to another user"
            raise SnapshotError(f"{message}; if you trust it: {advised[0]}") from None
        message = f"'{revision}' is no kit and no build, and {folder} is in no git work tree that could know it"
        raise SnapshotError(message) from None
    shown = inside or top.name
    try:
        name = _commit(revision, folder)
    except _GitError:
        message = f"'{revision}' is no kit, no build, and no revision of {shown}"
        raise SnapshotError(f"{message}{_cut_short(top)}") from None
    with tempfile.TemporaryDirectory(prefix="pnp-diff-") as unpacked:
        tree = Path(unpacked) / "tree"
        try:
            then = _folder_then(top, name, inside)
            if then is None:
                raise SnapshotError(f"{shown} is not there at '{revision}', nor is its kit elsewhere")
            with tarfile.open(fileobj=io.BytesIO(_packed(top, name, then))) as archive:
                archive.extractall(tree, filter="data")
            home = Path(unpacked) / "kit" / folder.resolve().name
            home.parent.mkdir()
            (tree / then).rename(home)
        except (_GitError, tarfile.TarError, OSError) as error:
            raise SnapshotError(f"'{revision}' cannot be unpacked: {error}") from None
        yield home


def _packed(top: Path, commit: str, inside: str) -> bytes:
    """A folder of a work tree at a commit as an archive, by its path: what `.gitattributes` above it say of pictures
    (LFS) holds. If they keep some of it out of archives, as a tree of its own, for which they do not count."""
    packed = _git(top, "archive", "--format=tar", commit, "--", inside or ".")
    listed = _git(top, "ls-tree", "-r", "-z", commit, "--", inside or ".").split(b"\0")[:-1]
    if _files(packed) >= sum(not entry.startswith(SUBMODULE) for entry in listed):
        return packed
    prefix = [f"--prefix={inside}/"] if inside else []
    return _git(top, "archive", "--format=tar", *prefix, f"{commit}:{inside}")


def _files(packed: bytes) -> int:
    """How many files are in an archive."""
    try:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            return sum(not one.isdir() for one in archive)
    except tarfile.ReadError:  # nothing but the name of a commit
        return 0


def _folder_then(top: Path, commit: str, inside: str) -> str | None:
    """Where in the work tree a kit's folder lay at a commit; None, if that had no such kit, or several."""
    files = _path(_git(top, "ls-tree", "-r", "-z", "--name-only", commit)).split("\0")
    kits = [file for file in files if file == KIT_FILE or file.endswith(f"/{KIT_FILE}")]
    here = f"{inside}/{KIT_FILE}" if inside else KIT_FILE
    if here not in kits:
        wanted = _id_in((top / here).read_bytes()) if (top / here).is_file() else ""
        kits = [file for file in kits if wanted and _id_in(_git(top, "show", f"{commit}:{file}")) == wanted]
        if len(kits) != 1:
            return None
        here = kits[0]
    return here.removesuffix(KIT_FILE).rstrip("/")


def _id_in(document: bytes) -> str:
    """The id that a kit.toml gives its kit; "" if it cannot be read."""
    try:
        return str(tomllib.loads(document.decode())["kit"]["id"])
    except (ValueError, LookupError, TypeError):
        return ""


def _cut_short(folder: Path) -> str:
    """What to do about a clone that has not all commits."""
    try:
        shallow = _git(folder, "rev-parse", "--is-shallow-repository").strip() == b"true"
    except _GitError:
        return ""
    return "; this clone has the last commits alone: git fetch --unshallow --tags brings the others" if shallow else ""


class Revision(msgspec.Struct, frozen=True):
    """A commit that changed a kit: its short name, its day, and what it says of itself; or a tag."""

    name: str
    day: str
    subject: str


def revisions(folder: Path, most: int = 12) -> tuple[Revision, ...]:
    """The last commits that changed a folder, newest first, then the last tags; none, where git knows nothing."""
    try:
        commits = _git(folder, "log", f"--max-count={most}", "--format=%h%x09%cs%x09%s", "--", ".").decode()
        form = "--format=%(refname:short)%09%(creatordate:short)%09%(contents:subject)"
        tags = _git(folder, "for-each-ref", f"--count={most}", "--sort=-creatordate", form, "refs/tags").decode()
    except (_GitError, SnapshotError):
        return ()
    lines = [*commits.splitlines(), *(tags.splitlines() if commits else ())]
    return tuple(Revision(*line.split("\t", 2)) for line in lines if line.count("\t") >= 2)


def day_of(revision: str, folder: Path) -> str:
    """The day of a revision; "" for what is none."""
    name = commit(revision, folder)
    return _git(folder, "show", "--no-patch", "--format=%cs", name).decode().strip() if name else ""


def commit(revision: str, folder: Path) -> str:
    """What a revision is called in full; "" for what is none."""
    try:
        return "" if _is_none(revision) else _commit(revision, folder)
    except (_GitError, SnapshotError):
        return ""


def empty_folders(folder: Path) -> tuple[str, ...]:
    """What lay in submodules of a folder that was unpacked: git keeps no other folder without files."""
    found = sorted(one for one in folder.rglob("*") if one.is_dir() and not any(one.iterdir()))
    return tuple(one.relative_to(folder).as_posix() for one in found)


def _commit(revision: str, folder: Path) -> str:
    """A commit by its whole name, of what names it or a tag of it, in two steps: after a search (`:/a word`) no more
    can be asked."""
    asked = ("rev-parse", "--verify", "--quiet", "--end-of-options")
    found = _git(folder, *asked, revision).decode().strip()
    return _git(folder, *asked, f"{found}^{{commit}}").decode().strip()


def _path(said: bytes) -> str:
    """A path, which may be in any encoding."""
    return os.fsdecode(said.removesuffix(b"\n"))


def _is_none(revision: str) -> bool:
    """Whether git would take a name for an option, or no program could be given it."""
    return revision.startswith("-") or "\0" in revision


class _GitError(Exception):
    """Git does not do what it was asked; the message is its own."""


def _git(folder: Path, *arguments: str) -> bytes:
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=MOST_SECONDS)
    except FileNotFoundError:
        raise SnapshotError("git is not installed: name folders, or builds, instead of a revision") from None
    except subprocess.TimeoutExpired:
        raise SnapshotError(f"git takes longer than {MOST_SECONDS} seconds") from None
    if done.returncode:
        raise _GitError(done.stderr.decode(errors="replace").strip())
    return done.stdout
