"""`companion serve`: waitress in one process, with a thread for each request and for each event stream."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

import click
from msgspec.structs import replace
from waitress import create_server

from companion.rivals.keeper import Keeper
from companion.tables import Limits, TableError, Tables, open_tables, say
from companion.tables.database import FILE, Database, make_private_folder
from companion.tables.errors import StorageFailed
from companion.web import ops
from companion.web.app import create_app
from companion.web.assets import drawn
from companion.web.config import Config
from companion.web.network import NAME, Announcement, find_own_address, is_loopback, make_terminal_code

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
BAD_INPUT = 2
"""Exit code for a port, folder or database that cannot be used."""


def run(host: str, port: int, data: Path, database: str | None, config: Config, show: bool) -> None:
    """Serves until stopped. Prints the address once the pages answer. Exits with `BAD_INPUT` if that is impossible."""
    given = urlsplit(config.address)
    if config.address and (given.scheme not in ("http", "https") or given.path.strip("/") or given.query):
        _stop(f"--address {config.address}: name it as phones open it, such as http://192.168.1.20:8000.")
    where = _check_database(data, database)
    own = find_own_address() if host in ("0.0.0.0", "::") else host
    base = (config.address or f"http://{f'[{own}]' if ':' in own else own}:{port}").rstrip("/")
    with ExitStack() as stack:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            listener = stack.enter_context(socket.create_server((host, port), family=family))
        except OSError as error:
            _stop(f"--host {host} --port {port}: {error.strerror}. Name an address of this machine and a free port.")
        lines, name = [f"Silk Road is open at {base}", make_terminal_code(base)], ""
        if not config.address and not is_loopback(own):
            announcement = Announcement(own, port)
            stack.callback(announcement.close)
            name = "" if announcement.error else f"http://{NAME}:{port}"
            lines.append(f"also {name}" if name else f"(not announced as {NAME}: {announcement.error})")
        lines.append("New tables are listed below. Ctrl-C stops; everything is saved.")

        def show_address() -> None:
            click.echo("\n".join(lines))
            sys.stdout.flush()
            if show:
                webbrowser.open(base)

        serve(replace(config, address=base, named=name), where, listener, show_address)


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


def _check_database(data: Path, database: str | None) -> str:
    """Returns the location of the tables. Opens them once, so that a mistake is reported first."""
    try:
        if not database:
            make_private_folder(data)
        where = database or str(data / FILE)
        open_tables(where).close()
    except OSError as error:
        _stop(f"--data {data}: {error.strerror}. Name a folder that you may write to.")
    except StorageFailed as error:
        shown = re.sub(r"(?<=:)[^:@/]+(?=@)", "…", database or "")  # without its password
        option = f"--database {shown}" if database else f"--data {data}"
        _stop(f"{option}: {error.facts['message']}. Name another one, or see that it answers.")
    except TableError as error:
        _stop(say(error))
    return where


def _stop(message: str) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(BAD_INPUT)
