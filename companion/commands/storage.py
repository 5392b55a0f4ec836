"""Finds the database for commands, and says what to do if it fails."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from companion.commands.common import BAD_INPUT, bad

FAILED: Final = 1
"""Exit code when the database or the disk fails, or is in use."""
F = TypeVar("F", bound=Callable[..., Any])


def where_options(command: F) -> F:
    """``--data`` and ``--database``, as `companion serve` has them."""
    database = click.option("--database", metavar="URL", help="PostgreSQL instead of a file in the folder.")
    data = click.option(
        "--data",
        type=click.Path(path_type=Path, file_okay=False),
        default=Path("data"),
        show_default=True,
        help="Folder of the tables.",
    )
    return data(database(command))


def find_database(data: Path, database: str | None) -> str:
    """Where the database is that has to be there already."""
    from companion.tables.database import FILE

    if database is None and not (data / FILE).is_file():
        bad(f"--data {data}: no tables there ({FILE} is missing).")
    return database or str(data / FILE)


@contextmanager
def explain_errors(name: str) -> Iterator[None]:
    """Turns errors into one line: exit code 2 for what cannot be read, 1 for a database or disk that fails."""
    from companion.tables import TableError, say
    from companion.tables.errors import StorageFailed

    try:
        yield
    except StorageFailed as error:
        click.echo(f"the database fails: {error.facts['message']}", err=True)
        sys.exit(FAILED)
    except TableError as error:
        click.echo(f"{name}: {error.facts['message']}" if error.code == "bad_import" else say(error), err=True)
        sys.exit(BAD_INPUT if error.code in ("bad_import", "data_version", "not_empty") else FAILED)
    except OSError as error:
        click.echo(f"{error.filename or name}: {error.strerror}", err=True)
        sys.exit(FAILED)
