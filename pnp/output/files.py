"""Writing a build: all of its files, or none. Written beside, then renamed."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from pnp.output.manifest import MANIFEST, listed_files

NEW = 60.0
"""Seconds for which a temporary folder is left alone, whoever holds it."""
UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What goes wrong where a file is written, of which the system does not say which."""


@contextlib.contextmanager
def staged(folder: Path) -> Iterator[Path]:
    """A temporary folder beside `folder`, whose files move into it when the block ends well.

    Files of the last build that this one did not make again are removed, so that the folder never mixes editions;
    files that the press did not make stay. If the block fails or is interrupted, `folder` is as it was. What a build
    left beside it that was ended from outside goes, too.

    Raises OSError, which names `folder` or what was to be in it.
    """
    # Named before it is there, so that an interrupt finds it whenever it comes.
    stage = folder.parent / f".{folder.name}-{os.urandom(6).hex()}"
    held: int | None = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _tidy(folder)
        stage.mkdir(mode=0o700)
        held = _held(stage)
        yield stage
        folder.mkdir(exist_ok=True)
        made = {path.relative_to(stage).as_posix() for path in stage.rglob("*") if path.is_file()}
        _check_free(folder, made)
        stale = [name for name in listed_files(folder / MANIFEST) if name not in made and not (folder / name).is_dir()]
        # The manifest moves last: until then the old one stands, whatever cuts us off.
        for name in sorted(made, key=lambda name: (name == MANIFEST, name)):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            (stage / name).replace(target)
        for name in stale:
            (folder / name).unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # where something else is left in one
                for parent in Path(name).parents[:-1]:
                    (folder / parent).rmdir()
    except OSError as error:
        _place(error, stage, folder)
        raise
    finally:
        _delete(stage)
        if held is not None:
            os.close(held)


def _check_free(folder: Path, names: Iterable[str]) -> None:
    """Raises OSError if something else lies where a file is to be: once the first has moved, it is too late."""
    targets = [folder / name for name in names]
    for target in targets:
        if target.is_dir() and not target.is_symlink():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    for parent in sorted({one for target in targets for one in target.parents if one.is_relative_to(folder)}):
        if parent.exists() and not parent.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(parent))


def _place(error: OSError, stage: Path, folder: Path) -> None:
    """Has an error name what it is about as it is called in the end."""
    named = error.filename2 or error.filename
    if isinstance(named, str):
        path = Path(named)
        error.filename = str(folder / path.relative_to(stage)) if path.is_relative_to(stage) else named
    elif error.errno in UNWRITTEN:
        error.filename = str(folder)
    error.filename2 = None


def _tidy(folder: Path) -> None:
    """Deletes the temporary folders of builds that are no more: what lives holds its own."""
    name = re.compile(rf"\.{re.escape(folder.name)}-[0-9a-f]{{12}}")
    with contextlib.suppress(OSError):  # another build may be tidying as well
        for stage in folder.parent.iterdir():
            # One that was made just now may not be held yet.
            if name.fullmatch(stage.name) and time.time() - stage.lstat().st_mtime > NEW:
                held = _held(stage)
                if held is not None:
                    _delete(stage)
                    os.close(held)


def _delete(folder: Path) -> None:
    """Deletes a temporary folder with what is in it."""
    try:
        folder.rmdir()  # as most files have moved away by then
    except OSError:
        import shutil

        shutil.rmtree(folder, ignore_errors=True)


def _held(stage: Path) -> int | None:
    """Holds a temporary folder for as long as this process lives, or until what is returned is closed;
    None if another one holds it, or where the system has no such thing."""
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        held = os.open(stage, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(held)
        return None
    return held


def write_json(path: Path, value: msgspec.Struct) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")
