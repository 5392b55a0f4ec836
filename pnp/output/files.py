"""Writing a build: all of its files, or none. Written beside, then renamed."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pnp.output.manifest import MANIFEST, listed_files

NEW = 60.0
"""Seconds for which a temporary folder is left alone, whoever holds it."""


@contextlib.contextmanager
def staged(folder: Path) -> Iterator[Path]:
    """A temporary folder beside `folder`, whose files move into it when the block ends well.

    Files of the last build that this one did not make again are removed, so that the folder never mixes editions;
    files that the press did not make stay. If the block fails or is interrupted, `folder` is as it was. What a build
    left beside it that was ended from outside goes, too.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    _tidy(folder)
    # Named before it is there, so that an interrupt finds it whenever it comes.
    stage = folder.parent / f".{folder.name}-{os.urandom(6).hex()}"
    held: int | None = None
    try:
        stage.mkdir(mode=0o700)
        held = _held(stage)
        yield stage
        folder.mkdir(exist_ok=True)
        made = {path.relative_to(stage).as_posix() for path in stage.rglob("*") if path.is_file()}
        stale = [name for name in listed_files(folder / MANIFEST) if name not in made]
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
        if error.errno in (errno.ENOSPC, errno.EDQUOT):  # the system does not always say where
            error.filename = str(folder)
        raise
    finally:
        shutil.rmtree(stage, ignore_errors=True)
        if held is not None:
            os.close(held)


def _tidy(folder: Path) -> None:
    """Deletes the temporary folders of builds that are no more: what lives holds its own."""
    name = re.compile(rf"\.{re.escape(folder.name)}-[0-9a-f]{{12}}")
    with contextlib.suppress(OSError):  # another build may be tidying as well
        for stage in folder.parent.iterdir():
            # One that was made just now may not be held yet.
            if name.fullmatch(stage.name) and time.time() - stage.lstat().st_mtime > NEW:
                held = _held(stage)
                if held is not None:
                    shutil.rmtree(stage, ignore_errors=True)
                    os.close(held)


def _held(stage: Path) -> int | None:
    """Holds a temporary folder for as long as this process and its twins live, or until what is returned is closed;
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
