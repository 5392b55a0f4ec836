"""The press as a process of its own: it takes the machine's time at the lowest rank, and may be killed.

`python -m companion.printing.press ORDERS KEY BOUNDS SERVER`: prints one order of a folder, within bounds (JSON),
and ends with the server whose process id is SERVER.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import msgspec

from companion.engine.msgspec_ready import ready
from companion.printing.archive import archive
from companion.printing.orders import (
    FULL,
    ORDER,
    PICTURE,
    PROGRESS,
    ZIP,
    Bounds,
    Failed,
    Made,
    Order,
    Orders,
    Printed,
    Progress,
    Reason,
    read,
    write,
)
from pnp.export.exported import export
from pnp.export.manifest import File as ExportedFile
from pnp.export.options import Export
from pnp.export.options import Way as ExportWay
from pnp.findings import KitError
from pnp.output.build import build
from pnp.output.manifest import File
from pnp.output.preview import preview
from pnp.sheet.options import BadOptionError

OFTEN = 0.25
"""Seconds between two notes of how far it is."""


def main(orders: Orders, key: str, server: int) -> None:
    """Prints an order and writes how it ended."""
    threading.Thread(target=_end_with, args=(server,), daemon=True).start()
    _keep_within(orders.bounds)
    home = (orders.folder / key).resolve()
    orders = Orders(home.parent, orders.bounds)
    order = read(home / ORDER, Order)
    if order is None:
        return
    # Findings name files from where the press was started: from the kit's parent they tell nothing of this machine.
    os.chdir(order.kit.parent)
    orders.end(key, _printed(order, home))


def _printed(order: Order, home: Path) -> Made | Failed:
    reason: Reason
    try:
        if order.kind == "picture":
            return _picture(order, home)
        return _kit(order, home) if order.choice.way == "pdf" else _shown(order, order.choice.way, home)
    except KitError as error:
        return Failed(choice=order.choice, reason="kit", findings=error.findings)
    except BadOptionError:
        reason = "option" if order.choice.way == "pdf" else "way"
    except MemoryError:
        reason = "large"
    except OSError as error:
        if error.errno not in (*FULL, errno.EFBIG):
            raise
        reason = "full" if error.errno in FULL else "large"
    return Failed(choice=order.choice, reason=reason)


def _picture(order: Order, home: Path) -> Made:
    (home / PICTURE).write_bytes(preview(order.kit, order.choice.options(home)))
    return Made(choice=order.choice)


def _kit(order: Order, home: Path) -> Made:
    built = build(order.kit, order.choice.options(home / "out"), _Reporter(home / PROGRESS))
    files = built.manifest.files
    archive(built.folder, [file.path for file in files], home / ZIP)
    for file in files:
        (built.folder / file.path).replace(home / file.path)
    shutil.rmtree(home / "out")
    return Made(
        choice=order.choice,
        title=built.manifest.title,
        build=built.manifest.build,
        files=tuple(Printed(file, (home / file.path).stat().st_size) for file in files),
        zip_name=f"{built.manifest.kit}-{order.choice.language}-{order.choice.paper}.zip",
        zip_size=(home / ZIP).stat().st_size,
        warnings=tuple(built.findings),
        codes=bool(built.manifest.companion),
    )


def _shown(order: Order, way: ExportWay, home: Path) -> Made:
    """A kit for screens or a virtual table: one file of its own for each language, or an archive alone of many."""
    asked = Export(way=way, print=order.choice.options(home / "out"))
    done = export(order.kit, asked, _Reporter(home / PROGRESS))
    manifest = done.manifest
    archive(done.folder, [file.path for file in manifest.files], home / ZIP)
    files = []
    for file in manifest.files if way != "faces" else ():
        name = PurePosixPath(file.path).name
        # Rooms for a virtual table are called by their kit and language already.
        path = name if name.startswith(f"{manifest.kit}-") else f"{manifest.kit}-{file.path.replace('/', '-')}"
        (done.folder / file.path).replace(home / path)
        files.append(Printed(_told(path, file, manifest.title, order), file.bytes))
    shutil.rmtree(home / "out")
    return Made(
        choice=order.choice,
        title=manifest.title,
        build=manifest.build,
        files=tuple(files),
        zip_name=f"{manifest.kit}-{order.choice.language}-{way}.zip",
        zip_size=(home / ZIP).stat().st_size,
        warnings=tuple(done.findings),
    )


def _told(path: str, file: ExportedFile, title: Mapping[str, str], order: Order) -> File:
    """What an order says of a file that is not printed."""
    return File(
        path=path,
        what=file.what,
        holds=title.get(file.language) or next(iter(title.values()), path),
        pages=0,
        sheets=0,
        stock="",
        both_sides=False,
        cuts=0,
        folds=0,
        paper="",
        language=file.language,
        backs="none",
        ink=order.choice.ink,
        printer="",
    )


class _Reporter:
    """Writes how far the press is, not too often."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._next = 0.0

    def __call__(self, name: str, done: float) -> None:
        if time.monotonic() >= self._next:
            write(self._path, Progress(done, name))
            self._next = time.monotonic() + OFTEN


def _keep_within(bounds: Bounds) -> None:
    """Phones come first; and a press that goes wrong stops at its own bounds, whoever watches it."""
    if sys.platform == "win32":
        return
    import resource

    os.nice(10)
    for what, most in (
        (resource.RLIMIT_AS, bounds.memory_bytes),
        (resource.RLIMIT_FSIZE, bounds.file_bytes),
        (resource.RLIMIT_CPU, bounds.seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _end_with(server: int) -> None:
    """Ends this process when the server is gone; its order is begun anew by the next."""
    while os.getppid() == server:
        time.sleep(0.5)
    os._exit(1)


if __name__ == "__main__":
    folder, key, bounds, server = sys.argv[1:]
    main(Orders(Path(folder), msgspec.json.decode(bounds, type=ready(Bounds))), key, int(server))
