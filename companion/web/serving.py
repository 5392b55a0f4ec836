"""Serving the pages: granian with threads, one process, so that a phone hears at once what another did."""

from __future__ import annotations

import os
import signal
import threading
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from granian import Granian
from granian.constants import Interfaces

from companion.tables import open_tables
from companion.web import logs
from companion.web.app import create_app
from companion.web.boards import GAMES
from companion.web.config import Config
from companion.web.metrics import FOLDER
from companion.web.signs import signs

THREADS = 64
"""Threads for requests: streams take at most three quarters of them (`Config.streams`)."""
GRACE = 5
"""Seconds that requests have to end when the server stops."""


def serve(config: Config, database: str, host: str, port: int) -> None:
    """Serves until it is told to stop (Ctrl-C, SIGTERM). Raises `OSError` when the port is taken."""
    server: Any = Granian(
        "companion.web",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=THREADS,
        backpressure=THREADS * 4,
        log_enabled=False,
        websockets=False,
        workers_kill_timeout=GRACE,
        respawn_failed_workers=True,
    )
    with TemporaryDirectory(prefix="companion-") as folder:
        os.environ[FOLDER] = folder
        server.serve(target_loader=partial(load, config, database), wrap_loader=False)


def load(config: Config, database: str, *_: object) -> Flask:
    """The app of a worker process."""
    threading.Thread(target=_follow_parent, args=(os.getppid(),), daemon=True).start()
    logs.set_up(config.log)
    app = create_app(open_tables(database), config)
    for game in GAMES:
        signs(game)
    return app


def _follow_parent(parent: int) -> None:
    """Ends this worker when the program that started it is gone, killed perhaps: nobody else would."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os.kill(os.getpid(), signal.SIGKILL)


def database_in(folder: Path) -> str:
    """The database file in a data folder, which is made if it is missing. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "tables.sqlite3")
