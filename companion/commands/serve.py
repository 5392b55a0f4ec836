"""``companion serve``: the phones' pages."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), default=Path("data"), show_default=True,
              help="Folder of the tables.")  # fmt: skip
@click.option("--database", metavar="URL", help="PostgreSQL instead of a file in the folder.")
@click.option("--address", metavar="URL", help="What the QR codes carry, where it is not this machine's.")
@click.option("--open", "show", is_flag=True, help="Open the page in a browser.")
def serve(host: str, port: int, data: Path, database: str | None, address: str | None, show: bool) -> None:
    """Serve the phones' pages around a table; Ctrl-C stops."""
    from companion.web.terminal import run

    run(host, port, data, database, address, show)
