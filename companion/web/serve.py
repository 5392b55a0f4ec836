"""Serves the pages with waitress: one process, a thread for each request and for each event stream."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from waitress import create_server

from companion.rivals.keeper import Keeper
from companion.tables import Limits, Tables
from companion.tables.database import FILE, Database, make_private_folder
from companion.web.app import create_app
from companion.web.config import Config
from companion.web.http import logs
from companion.web.printed.signs import draw_all

REQUEST_THREADS = 12
"""Threads for requests, beside those for event streams: streams can never take them all."""
CONNECTIONS = 8000
"""Most connections, where the system allows twice as many open files. Beyond that new ones wait for others to close.
Silent ones cost little: 1,000 of them some 4 ms of a processor for each page."""
IDLE_SECONDS, IDLE_BEHIND_PROXY = 20, 75
"""Seconds after which a silent connection is closed. A proxy keeps its own for 60 s, so ours have to outlast them."""
MOST_HEADER, MOST_BODY = 32 * 1024, 64 * 1024 * 1024
"""Bytes of a request's header and body. Views take less, and say so; archives of tables are the largest."""
MOST_PENDING = 2 * 1024**3 - 1
"""Bytes of a response that may wait for its client: on the disk, so that no thread waits for a slow client."""
UNSENT_MILLISECONDS = 30_000
"""After which Linux closes a connection whose client does not answer: the stream of a phone that is out of reach."""


def serve(config: Config, database: str, host: str, port: int, opened: Callable[[], None]) -> None:
    """Serves until SIGTERM or Ctrl-C, and calls `opened` when it accepts connections.

    Raises `OSError` if the port is taken.
    """
    os.umask(0o077)
    connections = min(CONNECTIONS, _raise_file_limit() // 2)
    logs.set_up(config.log)
    draw_all()
    with Keeper(database, config.rivals) as keeper:
        limits = Limits(letters=config.letters, rivals=config.rivals)
        tables = Tables(Database(database), limits, met=keeper.call)
        if config.rivals and tables.rivals.tables():
            keeper.call()
        server = create_server(
            create_app(tables, config),
            host=host,
            port=port,
            threads=config.streams + REQUEST_THREADS,
            connection_limit=connections,
            channel_timeout=IDLE_BEHIND_PROXY if config.proxies else IDLE_SECONDS,
            cleanup_interval=5,
            channel_request_lookahead=1,  # notices a client that goes away during its request
            asyncore_use_poll=True,
            max_request_header_size=MOST_HEADER,
            max_request_body_size=MOST_BODY,
            outbuf_high_watermark=MOST_PENDING,
            clear_untrusted_proxy_headers=False,  # the app believes as many proxies as `Config.proxies` says
            ident=None,
        )
        _give_up_lost_clients(server.adj.socket_options)

        def stop(*_: object) -> None:
            tables.end_streams()  # else waitress would wait for their threads
            raise SystemExit

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        opened()
        server.run()
        server.close()
        tables.close()


def _raise_file_limit() -> int:
    """Raises the limit of open files, which is often 1,024, and returns it. Windows waits for 512 sockets at most."""
    if sys.platform == "win32":
        return 512
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * CONNECTIONS if most == resource.RLIM_INFINITY else min(most, 2 * CONNECTIONS)
    if now == resource.RLIM_INFINITY or now >= wanted:
        return 2 * CONNECTIONS
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return now


def _give_up_lost_clients(options: list[tuple[int, int, int]]) -> None:
    if sys.platform == "linux":
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNSENT_MILLISECONDS))


def database_in(folder: Path) -> str:
    """The path of the database in a data folder, which is created if needed. Raises `OSError`."""
    make_private_folder(folder)
    return str(folder / FILE)
