"""What `companion serve` says in the terminal, and the name it announces on the network."""

from __future__ import annotations

import errno
import ipaddress
import re
import socket
import sys
import webbrowser
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

import click
from msgspec.structs import replace

from companion.tables import TableError, open_tables, say
from companion.tables.errors import StorageFailed
from companion.web.config import Config
from companion.web.http.network import NAME, own_address, terminal_code
from companion.web.serve import database_in, serve

EVERYWHERE = ("0.0.0.0", "::")
"""What to listen on for all networks of this machine."""
BAD_INPUT = 2
"""Exit code for a port, folder or database that cannot be used."""


def run(host: str, port: int, data: Path, database: str | None, config: Config, show: bool) -> None:
    """Checks what can fail, and serves until stopped. Shows the address once the pages answer."""
    _check_address(config.address)
    _check_port(host, port)
    where = _database(data, database)
    own = own_address() if host in EVERYWHERE else host
    base = (config.address or f"http://{f'[{own}]' if ':' in own else own}:{port}").rstrip("/")
    named = None
    if not _is_loopback(own) and not config.address:
        from companion.web.http.announcement import Announced  # with five megabytes that few servers need

        named = Announced(own, port)
    name = f"http://{NAME}:{port}" if named is not None and not named.error else ""

    def show_address() -> None:
        click.echo(f"Silk Road is open at {base}")
        click.echo(terminal_code(base))
        if named is not None:
            click.echo(f"also {name}" if name else f"(not announced as {NAME}: {named.error})")
        click.echo("New tables are listed below. Ctrl-C stops; everything is saved.")
        sys.stdout.flush()
        if show:
            webbrowser.open(base)

    try:
        serve(replace(config, address=base, named=name), where, host, port, show_address)
    finally:
        if named is not None:
            named.close()


def _database(data: Path, database: str | None) -> str:
    """Where the tables are, after a first look: a database of another version is said before anybody waits."""
    try:
        where = database or database_in(data)
        open_tables(where).close()
    except OSError as error:
        _stop(f"--data {data}: {error.strerror}. Name a folder that you may write to.")
    except StorageFailed as error:
        named = f"--database {_unsecret(database)}" if database else f"--data {data}"
        _stop(f"{named}: {error.facts['message']}. Name another one, or see that it answers.")
    except TableError as error:
        _stop(say(error))
    return where


def _unsecret(url: str) -> str:
    """A database's URL without the password in it, for a terminal that others see."""
    return re.sub(r"(?<=:)[^:@/]+(?=@)", "…", url)


def _check_address(address: str) -> None:
    parts = urlsplit(address)
    if address and (
        parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query
    ):
        _stop(f"--address {address}: name it as phones open it, such as http://192.168.1.20:8000.")


def _check_port(host: str, port: int) -> None:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        _stop(f"--host {host} --port {port}: {error.strerror}. {_hint(error, port)}")


def _hint(error: OSError, port: int) -> str:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return "Name an address of this machine; 0.0.0.0 listens on all of them."
    if error.errno == errno.EACCES:
        return "Ports below 1024 are the system's. Try --port 8000."
    return f"Is another one running? Try --port {port % 65535 + 1}."


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return True


def _stop(message: str) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(BAD_INPUT)
