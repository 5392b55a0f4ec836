"""What the pages are measured against: a bare Flask view that appends one row in its own transaction.

python bare_view.py DATABASE PORT WORKERS granian|gateway|gthread|waitress
"""

from __future__ import annotations

import sqlite3
import sys
import threading
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask, request
from granian import Granian
from granian.constants import HTTPModes, Interfaces, RuntimeModes

from companion.tables.storage.queue import WriterQueue
from companion.web import Config
from companion.web.serving.gateway import Gateway

THREADS = 64


def load(database: str, *_: object) -> Flask:
    app = Flask(__name__)
    own = threading.local()
    queue = WriterQueue(Path(f"{database}.lock"))

    def connection() -> Any:
        if not hasattr(own, "connection"):
            if "://" in database:
                import psycopg

                own.connection = psycopg.connect(database, autocommit=True)
            else:
                own.connection = sqlite3.connect(database, isolation_level=None, timeout=30)
                own.connection.execute("PRAGMA synchronous=FULL")
        return own.connection

    @app.post("/append")
    def append() -> tuple[str, int]:
        body = request.form["body"]
        if "://" in database:
            connection().execute("INSERT INTO bare (body) VALUES (%s)", (body,))
            return "ok", 200
        row = connection()
        with queue.turn():
            row.execute("BEGIN IMMEDIATE")
            row.execute("INSERT INTO bare (body) VALUES (?)", (body,))
            row.execute("COMMIT")
        return "ok", 200

    return app


def main() -> None:
    database, port, workers, server = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    if "://" in database:
        import psycopg

        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS bare (number SERIAL PRIMARY KEY, body TEXT)")
    else:
        with closing(sqlite3.connect(database)) as file:
            file.executescript(
                "PRAGMA journal_mode=WAL; CREATE TABLE IF NOT EXISTS bare (number INTEGER PRIMARY KEY, body TEXT)"
            )
    SERVERS[server](database, port, workers)


def granian(database: str, port: int, workers: int) -> None:
    served: Any = Granian(
        "bare_view",
        address="127.0.0.1",
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=THREADS,
        backpressure=THREADS * 4,
        log_enabled=False,
        websockets=False,
    )
    served.serve(target_loader=partial(load, database), wrap_loader=False)


def gateway(database: str, port: int, workers: int) -> None:
    """As the pages are served."""
    served: Any = Granian(
        "bare_view",
        address="127.0.0.1",
        port=port,
        interface=Interfaces.RSGI,
        http=HTTPModes.http1,
        runtime_mode=RuntimeModes.mt,
        workers=workers,
        backpressure=THREADS * 4,
        log_enabled=False,
        websockets=False,
    )

    def behind(*_: object) -> Gateway:
        return Gateway(load(database), Config(), Path(database).parent, lambda: None)

    served.serve(target_loader=behind, wrap_loader=False)


def gthread(database: str, port: int, workers: int) -> None:
    from gunicorn.app.base import BaseApplication  # type: ignore[import-not-found]  # no dependency of ours

    class Application(BaseApplication):  # type: ignore[misc]  # as above
        def load_config(self) -> None:
            chosen = {"bind": f"127.0.0.1:{port}", "workers": workers, "worker_class": "gthread", "threads": THREADS}
            for name, value in (chosen | {"loglevel": "error", "keepalive": 30}).items():
                self.cfg.set(name, value)

        def load(self) -> Flask:
            return load(database)

    Application().run()


def waitress(database: str, port: int, workers: int) -> None:
    from waitress import serve  # type: ignore[import-not-found]  # no dependency of ours

    serve(load(database), host="127.0.0.1", port=port, threads=THREADS)


SERVERS = {"granian": granian, "gateway": gateway, "gthread": gthread, "waitress": waitress}

if __name__ == "__main__":
    main()
