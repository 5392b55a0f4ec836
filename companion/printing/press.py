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
import zipfile
from pathlib import Path

import msgspec

from companion.engine.msgspec_ready import ready
from companion.printing.orders import (
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
from pnp.findings import KitError
from pnp.output.build import Built, build
from pnp.output.preview import preview
from pnp.sheet.options import BadOptionError

OFTEN = 0.25
"""Seconds between two notes of how far it is."""
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of files in the archive: the same kit makes the same archive."""


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
    os.chdir(Path(order.folder).parent)
    orders.end(key, _printed(order, home))


def _printed(order: Order, home: Path) -> Made | Failed:
    reason: Reason
    try:
        return _picture(order, home) if order.kind == "picture" else _kit(order, home)
    except KitError as error:
        return Failed(choice=order.choice, reason="kit", findings=error.findings)
    except BadOptionError:
        reason = "option"
    except MemoryError:
        reason = "large"
    except OSError as error:
        known: dict[int | None, Reason] = {errno.ENOSPC: "full", errno.EDQUOT: "full", errno.EFBIG: "large"}
        if error.errno not in known:
            raise
        reason = known[error.errno]
    return Failed(choice=order.choice, reason=reason)


def _picture(order: Order, home: Path) -> Made:
    (home / PICTURE).write_bytes(preview(Path(order.folder), order.choice.options(home)))
    return Made(choice=order.choice)


def _kit(order: Order, home: Path) -> Made:
    built = build(Path(order.folder), order.choice.options(home / "out"), _Reporter(home / PROGRESS))
    files = built.manifest.files
    _archive(built, home / ZIP)
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
    )


def _archive(built: Built, path: Path) -> None:
    """All files in one; PDF files are packed already."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for file in built.manifest.files:
            archive.writestr(zipfile.ZipInfo(file.path, EPOCH), (built.folder / file.path).read_bytes())


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
