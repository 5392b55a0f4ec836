"""``companion serve``: serves the phones' pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from companion.commands.common import where_options
from companion.lab.players import UnknownPlayer, offered, player
from companion.web.config import Config
from companion.web.security import parse_host_name
from companion.web.serve import run


def host_names(_context: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Returns names without scheme and port."""
    try:
        return tuple(parse_host_name(name) for name in names)
    except ValueError as error:
        raise click.BadParameter(f"'{error}' is no name of a host, such as games.example.org.") from error


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
    data: Path,
    database: str | None,
    bots: bool,
    own_bots: tuple[str, ...],
    show: bool,
    **settings: Any,
) -> None:
    """Serve the phones' pages around a table; Ctrl-C stops."""
    config = Config(announce=True, rivals=(*offered(), *own_bots) if bots else (), **settings)
    run(host, port, data, database, config, show)
