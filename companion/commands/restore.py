"""``companion restore``: a backup becomes the database."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.storage import saying, where_options


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@where_options
@click.option("--replace", is_flag=True, help="Do so though there are tables already; they are kept beside it.")
def restore(file: Path, data: Path, database: str | None, replace: bool) -> None:
    """Make the tables those of FILE, which `companion backup` wrote, on SQLite or PostgreSQL.

    Stop the servers first. All of FILE is read before anything is changed. Exit codes: 0 done, 1 the
    database or the disk failed or is in use, 2 FILE cannot be read or there are tables already. After 1
    and 2 the database is as it was.
    """
    from companion.tables.backup import restore as make
    from companion.tables.database import FILE

    with saying(str(file)), file.open("rb") as opened:
        if database is None:
            data.mkdir(parents=True, exist_ok=True)
        kept = make(database or data / FILE, opened, file, replace=replace)
    click.echo(f"Restored from {file}." + (f" What was there is kept as {kept}." if kept else ""))
