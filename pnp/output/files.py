"""Writing a build: all of its files, or none. Written beside, then renamed."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pnp.output.manifest import MANIFEST, listed_files


@contextlib.contextmanager
def staged(folder: Path) -> Iterator[Path]:
    """A temporary folder beside `folder`, whose files move into it when the block ends well.

    Files of the last build that this one did not make again are removed, so that the folder never mixes editions;
    files that the press did not make stay. If the block fails or is interrupted, `folder` is as it was.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Named before it is there, so that an interrupt finds it whenever it comes.
    stage = folder.parent / f".{folder.name}-{os.urandom(6).hex()}"
    try:
        stage.mkdir(mode=0o700)
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


def write_json(path: Path, value: msgspec.Struct) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")
