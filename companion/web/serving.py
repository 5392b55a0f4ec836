"""Serving the pages: granian, in processes with threads.

The first process only watches over its workers. It has the signs drawn before they fork, so that they share
them and all that was imported. A stream holds a thread for as long as its phone listens; a sleeping thread
costs some 60 KiB (see docs/companion.md), so threads are many.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from granian import Granian
from granian.constants import Interfaces

from companion.tables import Limits, open_tables
from companion.tables.database import FILE
from companion.web import logs, printing
from companion.web.app import create_app
from companion.web.boards import GAMES
from companion.web.config import Config
from companion.web.metrics import FOLDER
from companion.web.signs import draw_apart

THREADS = 64
"""Threads of a worker that streams (`Config.streams`) can never take."""
CONNECTIONS = 8192
"""Connections of a worker: browsers keep them open, so they are more than the threads."""
ARENAS = 2
M_ARENA_MAX = -8
"""From malloc.h."""
GRACE = 5
"""Seconds that requests have to end when the server stops."""


def serve(config: Config, database: str, host: str, port: int) -> None:
    """Serves until it is told to stop (Ctrl-C, SIGTERM). Raises `OSError` when the port is taken."""
    server: Any = Granian(
        "companion.web",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=config.workers,
        blocking_threads=config.streams + THREADS,
        backpressure=CONNECTIONS,
        log_enabled=False,
        websockets=False,
        workers_kill_timeout=GRACE,
        respawn_failed_workers=True,
    )
    draw_apart(tuple(GAMES))
    gc.collect()
    # What is there now stays, so workers need not write to its pages to find that out.
    gc.freeze()
    with TemporaryDirectory(prefix="companion-") as folder:
        os.environ[FOLDER] = folder
        server.serve(target_loader=partial(load, config, database), wrap_loader=False)


def load(config: Config, database: str, *_: object) -> Flask:
    """The app of a worker process."""
    threading.Thread(target=_follow_parent, args=(os.getppid(),), daemon=True).start()
    _few_arenas()
    logs.set_up(config.log)
    app = create_app(
        open_tables(database, Limits(phones=config.phones, late=config.late, letters=config.letters)), config
    )
    printing.resume(app)
    return app


def _few_arenas() -> None:
    """Keeps the C library from giving hundreds of threads memory pools of their own, where it is glibc."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)


def _follow_parent(parent: int) -> None:
    """Ends this worker when the program that started it is gone, killed perhaps: nobody else would."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os.kill(os.getpid(), signal.SIGKILL)


def database_in(folder: Path) -> str:
    """The database file in a data folder, which is made if it is missing. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / FILE)
