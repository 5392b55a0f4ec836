"""`companion serve`: waitress in one process, with a thread for each request and for each event stream."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

from waitress import create_server

from companion.rivals.keeper import Keeper
from companion.tables import Limits, Tables
from companion.tables.database import Database
from companion.web import ops
from companion.web.app import create_app
from companion.web.assets import drawn
from companion.web.config import Config

REQUEST_THREADS = 12
"""Threads for requests, beside those for event streams: streams can never take them all."""
CONNECTIONS = 8000
"""Most connections, where the system allows twice as many open files; 1,000 silent ones cost 4 ms of a page."""
IDLE_SECONDS, IDLE_BEHIND_PROXY = 20, 75
"""Seconds after which a silent connection is closed. A proxy keeps its own for 60 s, so ours have to outlast them."""
MOST_HEADER, MOST_BODY = 32 * 1024, 25 * 1024 * 1024
"""Bytes of a request's header and body; photographs are the largest, other views take less."""
MOST_PENDING = 2 * 1024**3 - 1
"""Bytes of a response that may wait for its client, on the disk, so that no thread waits."""
UNSENT_MILLISECONDS = 30_000
"""After which Linux closes a connection whose client does not answer."""


def serve(config: Config, database: str, listener: socket.socket, opened: Callable[[], None]) -> None:
    """Serves until SIGTERM or Ctrl-C, and calls `opened` when it accepts connections."""
    os.umask(0o077)
    connections = min(CONNECTIONS, _raise_file_limit() // 2)
    ops.set_up_logging(config.log)
    drawn()  # SIGTERM ends it at once: what a stranger's kit raises is caught here, `SystemExit` too
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with Keeper(database, config.rivals) as keeper:
        limits = Limits(letters=config.letters, rivals=config.rivals)
        tables = Tables(Database(database), limits, met=keeper.call)
        if config.rivals and tables.store.with_bots():
            keeper.call()
        server = create_server(
            create_app(tables, config),
            sockets=[listener],
            threads=config.streams + REQUEST_THREADS,
            connection_limit=connections,
            channel_timeout=IDLE_BEHIND_PROXY if config.proxies else IDLE_SECONDS,
            channel_request_lookahead=1,  # notices a client that goes away during its request
            asyncore_use_poll=True,
            max_request_header_size=MOST_HEADER,
            max_request_body_size=MOST_BODY,
            outbuf_high_watermark=MOST_PENDING,
            clear_untrusted_proxy_headers=False,  # the app believes as many proxies as `Config.proxies` says
            ident=None,
        )
        if sys.platform == "linux":
            server.adj.socket_options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNSENT_MILLISECONDS))

        def stop(*_: object) -> None:
            tables.news.close()  # else waitress would wait for their threads
            raise SystemExit

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        opened()
        server.run()
        server.close()
        tables.close()


def _raise_file_limit() -> int:
    """Raises the limit of open files, often 1,024, and returns it. Windows supports at most 512 sockets."""
    if sys.platform == "win32":
        return 512
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * CONNECTIONS if most == resource.RLIM_INFINITY else min(most, 2 * CONNECTIONS)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(now, wanted), most))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
