"""What a phone needs first: what is read on a first visit, until its page is there, comes before all else."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.site import stage
from companion.site.beforehand import FILE
from companion.site.fetch import node
from companion.site.finder import PACKAGE
from companion.site.kept import kept
from companion.site.pack import File

FINDER = "companion/site/finder.pyc"
"""What finds the modules in packs."""
BEFORE = {f"companion/{PACKAGE}.pyc", f"companion/site/{PACKAGE}.pyc", FINDER}
"""What lies in files, for nothing finds it in a pack."""


class Order(Struct, frozen=True):
    """The app and Python's own library by when they are needed."""

    library: bytes
    """What the interpreter begins with, as an archive."""
    linked: tuple[File, ...]
    """Machine code, which has to be there then, too."""
    modules: tuple[File, ...]
    """What is read before the first page."""
    files: tuple[File, ...]
    """What lies in files until then, with what is worked out beforehand."""
    later_modules: tuple[File, ...]
    later_files: tuple[File, ...]
    """What is read when it is asked for."""


def ordered(runtime: Path, app: Path, library: Path, templates: str) -> Order:
    """That of two folders of bytecode. `templates` is the folder of those in the app's. Raises `Unfetched`."""
    whole = stage.zipped(library)
    ours, theirs = tuple(stage.listed(app)), tuple(stage.listed(library))
    begun, first, learned = _read(runtime, whole, app, (*ours, *theirs))
    modules = [file for file in (*ours, *theirs) if file.path.endswith(".pyc")]
    found = {file.path for file in ours} & {file.path for file in theirs}
    assert not found, f"two modules of one name: {found}"
    laid = [file for file in ours if not file.path.endswith((".pyc", ".so"))]
    laid += [File(FILE, "", learned), *(file for file in modules if file.path in BEFORE)]
    shown = [file for file in modules if file.path.startswith(f"{templates}/")]
    held = [file for file in modules if file.path not in BEFORE | begun and file not in shown]
    return Order(
        stage.zipped(library, begun),
        tuple(file for file in ours if file.path.endswith(".so")),
        tuple(file for file in held if file.path in first),
        (*laid, *(file for file in shown if file.path in first)),
        tuple(file for file in held if file.path not in first),
        tuple(file for file in shown if file.path not in first),
    )


def _read(runtime: Path, library: bytes, app: Path, sources: tuple[File, ...]) -> tuple[set[str], set[str], bytes]:
    """The paths of the modules that the interpreter begins with, and of those that a first visit reads after that; what
    that works out (`companion.site.beforehand`)."""
    tracer = Path(str(files(__package__))) / "trace.mjs"

    def traced() -> bytes:
        archive = app.with_name("library.zip")
        archive.write_bytes(library)
        return node("run the app", tracer, str(runtime), str(archive), str(app)).encode()

    made_by = (runtime.name.encode(), tracer.read_bytes())
    found = kept("trace", (*made_by, *(part for one in sources for part in (one.path.encode(), one.data))), traced)
    return msgspec.json.decode(found, type=tuple[set[str], set[str], bytes])
