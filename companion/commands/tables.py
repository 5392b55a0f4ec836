"""``companion tables``, ``backup`` and ``restore``, for the server's operator."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import click

from companion.commands.common import bad, explain_errors, find_database, where_options
from companion.tables import Tables, open_tables
from companion.tables.backup import back_up
from companion.tables.backup import restore as load
from companion.tables.database import FILE, Database


@click.group()
def tables() -> None:
    """List and delete tables, also while the server runs."""


@contextmanager
def _opened(data: Path, database: str | None) -> Iterator[Tables]:
    where = find_database(data, database)
    with explain_errors(where), closing(open_tables(where)) as opened:
        yield opened


@tables.command("list")
@where_options
def list_tables(data: Path, database: str | None) -> None:
    """List all tables: code, game, day of the last entry, how far it is, players."""
    with _opened(data, database) as opened:
        for table in opened.history.listing():
            day = datetime.fromtimestamp(table.moved_at / 1000).astimezone().date()
            stands = "ended" if table.seats else "closed" if table.closed else "begun" if table.started_at else "open"
            names = ", ".join(filter(None, table.names))
            click.echo(f"{table.code}  {table.game:8}  {day}  {stands:6}  {names}".rstrip())


@tables.command()
@click.argument("codes", nargs=-1, required=True)
@where_options
def delete(codes: tuple[str, ...], data: Path, database: str | None) -> None:
    """Delete tables for good: log, names, seats and points."""
    with _opened(data, database) as opened:
        for code in codes:
            opened.delete(code, None)
            click.echo(f"Deleted: {code}.")


@tables.command()
@click.option("--days", type=click.IntRange(min=1), required=True, help="How long nothing was done at the table.")
@where_options
def prune(days: int, data: Path, database: str | None) -> None:
    """Delete tables for good at which nothing was done for so many days, finished games too."""
    with _opened(data, database) as opened:
        before = opened.now() - timedelta(days=days) // timedelta(milliseconds=1)
        codes = [table.code for table in opened.history.listing() if table.moved_at < before]
        for code in codes:
            opened.delete(code, None)
    click.echo(f"Tables deleted: {len(codes)}.")


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
    if file.resolve() == Path(where).resolve():
        bad(f"{file}: is the database itself. Name another file.")
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
