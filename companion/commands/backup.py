"""``companion backup``: all tables in one file, while the server runs."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.common import bad
from companion.commands.storage import saying, there, where_options


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@where_options
@click.option("--replace", is_flag=True, help="Overwrite FILE if it is there.")
def backup(file: Path, data: Path, database: str | None, replace: bool) -> None:
    """Write all tables into FILE, as they stand at one moment; servers may go on meanwhile.

    FILE holds secrets of running games: keep it where only you can read it. Exit codes: 0 it is written and
    was read back, 1 the database or the disk failed and FILE is as it was, 2 the request cannot be.
    """
    from companion.tables.backup import Backup, dump, write_whole
    from companion.tables.database import Database

    where = there(data, database)
    if file.exists() and not replace:
        bad(f"{file}: is there already. Name another file, or give --replace.")
    with saying(str(file)):
        opened = Database(where, prepare=False)
        try:
            with write_whole(file) as out:
                counts = dump(opened, out)
                Backup(out).check()
        finally:
            opened.close()
    click.echo(f"{counts['game_table']} tables, {counts['entry']} entries: {file}, {file.stat().st_size} bytes")
