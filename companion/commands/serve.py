"""``companion serve``: serves the phones' pages."""

from __future__ import annotations

import re
import socket
import sys
import webbrowser
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from companion.commands.common import bad, where_options
from companion.lab.players import UnknownPlayer, offered, player
from companion.tables import TableError, open_tables, say
from companion.tables.database import FILE, make_private_folder
from companion.tables.errors import StorageFailed
from companion.web import serve as server
from companion.web.config import Config
from companion.web.network import NAME, Announcement, find_own_address, is_loopback, make_terminal_code
from companion.web.security import parse_host


def host_names(_context: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Returns names without scheme and port."""
    plain = tuple(name.lower().removesuffix(".") for name in names)
    for name in plain:
        if parse_host(name) != name:
            raise click.BadParameter(f"'{name}' is no name of a host, such as games.example.org.")
    return plain


def own_players(_context: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Returns players that can be imported."""
    try:
        for name in names:
            player(None, name)
    except UnknownPlayer as error:
        raise click.BadParameter(str(error)) from error
    return names


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@where_options
@click.option("--address", default="", metavar="URL", help="What the QR codes carry, where it is not this machine's.")
@click.option("--name", "names", multiple=True, metavar="HOST", callback=host_names,
              help="A further name that phones open it by; more than one may be given.")  # fmt: skip
@click.option(
    "--proxy",
    "proxies",
    default=0,
    metavar="N",
    type=click.IntRange(0, 9),
    help="How many proxies (nginx) stand before it: whose word it takes for who asks, and by https or not.",
)
@click.option("--log", type=click.Choice(["quiet", "plain"]), default="quiet", show_default=True,
              help="Log warnings and errors; or each request too.")  # fmt: skip
@click.option("--output", type=click.Path(path_type=Path, file_okay=False), default=Path("output"), show_default=True,
              metavar="DIR", help="Folder that `pnp build` wrote; the page Print offers its files.")  # fmt: skip
@click.option("--streams", default=200, show_default=True, type=click.IntRange(1, 1000),
              help="Phones that get news at once, each by a thread; more phones poll.")  # fmt: skip
@click.option("--phones", default=100, show_default=True, type=click.IntRange(0),
              help="Phones that may share one address, as in a club; 0: addresses are not bounded.")  # fmt: skip
@click.option("--code-letters", "letters", default=5, show_default=True, type=click.IntRange(5, 8),
              help="Letters of the codes of new tables; six are for servers that anybody can reach.")  # fmt: skip
@click.option("--bots/--no-bots", "bots", default=True, show_default=True,
              help="A process that plays seats at tables for the app.")  # fmt: skip
@click.option("--bot", "own_bots", multiple=True, metavar="PACKAGE.MODULE:NAME", callback=own_players,
              help="A further player for such seats, of your own; more than one may be given.")  # fmt: skip
@click.option("--open", "show", is_flag=True, help="Open the page in a browser.")
def serve(
    host: str,
    port: int,
    address: str,
    data: Path,
    database: str | None,
    bots: bool,
    own_bots: tuple[str, ...],
    show: bool,
    **settings: Any,
) -> None:
    """Serve the phones' pages around a table; Ctrl-C stops."""
    given = urlsplit(address)
    if address and (given.scheme not in ("http", "https") or given.path.strip("/") or given.query):
        bad(f"--address {address}: name it as phones open it, such as http://192.168.1.20:8000.")
    where = check_database(data, database)
    own = find_own_address() if host in ("0.0.0.0", "::") else host
    base = (address or f"http://{f'[{own}]' if ':' in own else own}:{port}").rstrip("/")
    with ExitStack() as stack:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            listener = stack.enter_context(socket.create_server((host, port), family=family))
        except OSError as error:
            bad(f"--host {host} --port {port}: {error.strerror}. Name an address of this machine and a free port.")
        lines, name = [f"Silk Road is open at {base}", make_terminal_code(base)], ""
        if not address and not is_loopback(own):
            announcement = Announcement(own, port)
            stack.callback(announcement.close)
            name = "" if announcement.error else f"http://{NAME}:{port}"
            lines.append(f"also {name}" if name else f"(not announced as {NAME}: {announcement.error})")
        lines.append("Ctrl-C stops; everything is saved.")

        def show_address() -> None:
            click.echo("\n".join(lines))
            sys.stdout.flush()
            if show:
                webbrowser.open(base)

        rivals = (*offered(), *own_bots) if bots else ()
        server.serve(Config(address=base, named=name, rivals=rivals, **settings), where, listener, show_address)


def check_database(data: Path, database: str | None) -> str:
    """Returns the location of the tables. Opens them once, so that a mistake is reported first."""
    try:
        if not database:
            make_private_folder(data)
        where = database or str(data / FILE)
        open_tables(where).close()
    except OSError as error:
        bad(f"--data {data}: {error.strerror}. Name a folder that you may write to.")
    except StorageFailed as error:
        shown = re.sub(r"(?<=:)[^:@/]+(?=@)", "…", database or "")  # without its password
        option = f"--database {shown}" if database else f"--data {data}"
        bad(f"{option}: {error.facts['message']}. Name another one, or see that it can be opened.")
    except TableError as error:
        bad(say(error))
    return where
