"""A kit as it was at a revision: git, called as a program, unpacks its folder of then."""

from __future__ import annotations

import contextlib
import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pnp.changes.snapshot import SnapshotError

MOST_SECONDS = 120
"""What unpacking a revision may take."""


@contextlib.contextmanager
def folder_at(revision: str, folder: Path) -> Iterator[Path]:
    """A kit's folder as it was at a revision (`HEAD~1`, `v1.0`, a commit), in a folder that is gone afterwards.

    Raises SnapshotError if there is no git, no repository, no such revision, or no such folder in it.
    """
    if revision.startswith("-"):
        raise SnapshotError(f"'{revision}' is no revision")
    try:
        inside = _git(folder, "rev-parse", "--show-prefix").decode().strip().rstrip("/")
        top = Path(_git(folder, "rev-parse", "--show-toplevel").decode().strip())
    except _GitError:
        message = f"'{revision}' is no kit and no build, and {folder} is in no git work tree that could know it"
        raise SnapshotError(message) from None
    try:
        commit = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except _GitError:
        raise SnapshotError(f"'{revision}' is no kit, no build, and no revision of {folder}") from None
    try:
        packed = _git(top, "archive", "--format=tar", f"{commit.decode().strip()}:{inside}")
    except _GitError:
        raise SnapshotError(f"{folder} is not there at '{revision}'") from None
    with tempfile.TemporaryDirectory(prefix="pnp-diff-") as unpacked:
        home = Path(unpacked) / folder.resolve().name
        home.mkdir()
        try:
            with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
                archive.extractall(home, filter="data")
        except (tarfile.TarError, OSError) as error:
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
        commits = _git(folder, "log", f"--max-count={most}", "--format=%h%x09%cs%x09%s", "--", ".").decode()
        form = "--format=%(refname:short)%09%(creatordate:short)%09%(contents:subject)"
        tags = _git(folder, "for-each-ref", f"--count={most}", "--sort=-creatordate", form, "refs/tags").decode()
    except (_GitError, SnapshotError):
        return ()
    lines = [*commits.splitlines(), *(tags.splitlines() if commits else ())]
    return tuple(Revision(*line.split("\t", 2)) for line in lines if line.count("\t") >= 2)


def day_of(revision: str, folder: Path) -> str:
    """The day of a revision; "" for what is none."""
    return _of_commit(revision, folder, "show", "--no-patch", "--format=%cs")


def commit(revision: str, folder: Path) -> str:
    """What a revision is called in full; "" for what is none."""
    return _of_commit(revision, folder, "rev-parse", "--verify", "--quiet")


def _of_commit(revision: str, folder: Path, *asked: str) -> str:
    """What git says of a revision; "" for what is none."""
    if revision.startswith("-"):
        return ""
    try:
        said = _git(folder, *asked, "--end-of-options", f"{revision}^{{commit}}")
    except (_GitError, SnapshotError):
        return ""
    return said.decode().strip()


class _GitError(Exception):
    """Git does not do what it was asked."""


def _git(folder: Path, *arguments: str) -> bytes:
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=MOST_SECONDS)
    except FileNotFoundError:
        raise SnapshotError("git is not installed: name folders, or builds, instead of a revision") from None
    except subprocess.TimeoutExpired:
        raise SnapshotError(f"git takes longer than {MOST_SECONDS} seconds") from None
    if done.returncode:
        raise _GitError
    return done.stdout
