"""``companion backup`` and ``companion restore``: all tables in one file, and back."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from companion.commands.common import bad, explain_errors, find_database, where_options
from companion.tables.backup import back_up
from companion.tables.backup import restore as load
from companion.tables.database import FILE, Database


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@where_options
@click.option("--replace", is_flag=True, help="Overwrite FILE if it is there.")
def backup(file: Path, data: Path, database: str | None, replace: bool) -> None:
    """Write all tables into FILE, an SQLite database, as they stand at one moment; servers may go on meanwhile.

    FILE holds secrets of running games: keep it where only you can read it. Exit codes: 0 it is written, 1 the database
    or the disk failed and FILE is as it was, 2 the request cannot be.
    """
    where = find_database(data, database)
    if file.exists() and not replace:
        bad(f"{file}: is there already. Name another file, or give --replace.")
    with explain_errors(str(file)), closing(Database(where)) as opened:
        counts = back_up(opened, file)
    click.echo(f"{counts['game_table']} tables, {counts['entry']} entries: {file}, {file.stat().st_size} bytes")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@where_options
@click.option("--replace", is_flag=True, help="Delete the tables that are there.")
def restore(file: Path, data: Path, database: str | None, replace: bool) -> None:
    """Make the tables those of FILE, which `companion backup` wrote, on SQLite or PostgreSQL.

    Stop the servers first. Exit codes: 0 done, 1 the database or the disk failed or is in use, 2 FILE cannot be read or
    there are tables already. After 1 and 2 the database is as it was.
    """
    with explain_errors(str(file)):
        load(database or data / FILE, file, replace=replace)
    click.echo(f"Restored from {file}.")
