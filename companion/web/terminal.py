"""What `companion serve` says in the terminal, and the name it announces on the network."""

from __future__ import annotations

import ipaddress
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import NoReturn

import click
from msgspec.structs import replace

from companion.tables import TableError, open_tables, say
from companion.web.config import Config
from companion.web.lan import NAME, Announced, own_address, terminal_code
from companion.web.serving import database_in, serve

BAD_INPUT = 2
"""Exit code for a port, folder or database that cannot be used."""


def run(host: str, port: int, data: Path, database: str | None, config: Config, show: bool) -> None:
    """Checks what can fail, tells where the pages are, and serves until stopped."""
    where = _database(data, database)
    _check_port(host, port)
    own = own_address() if host == "0.0.0.0" else host
    base = (config.address or f"http://{own}:{port}").rstrip("/")
    named = None
    click.echo(f"Silk Road is open at {base}")
    click.echo(terminal_code(base))
    if not _is_loopback(own) and not config.address:
        named = Announced(own, port)
        click.echo(f"also http://{NAME}:{port}" if not named.error else f"(not announced as {NAME}: {named.error})")
    click.echo("Tables opened here are told below. Ctrl-C stops; everything is saved.")
    sys.stdout.flush()
    if show:
        threading.Timer(1.0, webbrowser.open, [base]).start()
    try:
        serve(replace(config, address=base), where, host, port)
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
    except TableError as error:
        _stop(say(error))
    return where


def _check_port(host: str, port: int) -> None:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        _stop(f"--host {host} --port {port}: {error.strerror}. Is another one running? Try --port {port % 65535 + 1}.")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return True


def _stop(message: str) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(BAD_INPUT)
