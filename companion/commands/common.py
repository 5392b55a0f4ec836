"""Shared code of the commands: reading input, finding the database, plain error messages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

import click

from companion.tables import TableError, say
from companion.tables.database import FILE
from companion.tables.errors import StorageFailed
from pnp.findings import Findings, KitError, format_findings

BAD_INPUT = 2
"""Exit code for input that cannot be read."""

language_option = click.option(
    "--language", type=click.Choice(["en", "es"]), default="en", show_default=True, help="Of what is printed."
)
FAILED: Final = 1
"""Exit code when the database or the disk fails, or is in use."""
F = TypeVar("F", bound=Callable[..., Any])


def read_input(path: str) -> tuple[str, str]:
    """Returns the input's name for messages, and its text."""
    if path == "-":
        return "<stdin>", sys.stdin.buffer.read().decode("utf-8", errors="replace")
    try:
        return path, Path(path).read_text(encoding="utf-8")
    except OSError as error:
        bad(f"{path}: cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        bad(f"{path}: this is no text in UTF-8: {error.reason} at byte {error.start}")


def bad_kit(error: KitError) -> NoReturn:
    """Prints the findings of a kit or an experiment like `pnp check`, and exits with code 2."""
    findings = Findings()
    findings.extend(error.findings)
    bad("\n".join(format_findings(findings)))


def bad(message: str) -> NoReturn:
    """Prints one line about the input, and exits with code 2."""
    click.echo(message, err=True)
    sys.exit(BAD_INPUT)


def _check_url(_context: click.Context, _option: click.Parameter, url: str | None) -> str | None:
    if url is not None and "://" not in url:
        raise click.BadParameter(f"'{url}' is no database URL, such as postgresql://user@host/name.")
    return url


def where_options(command: F) -> F:
    """Adds ``--data`` and ``--database``, as in `companion serve`."""
    words = "PostgreSQL instead of a file in the folder."
    database = click.option("--database", metavar="URL", callback=_check_url, help=words)
    data = click.option(
        "--data",
        type=click.Path(path_type=Path, file_okay=False),
        default=Path("data"),
        show_default=True,
        help="Folder of the tables.",
    )
    return data(database(command))


def find_database(data: Path, database: str | None) -> str:
    """Returns the location of an existing database."""
    if database is None and not (data / FILE).is_file():
        bad(f"--data {data}: no tables there ({FILE} is missing).")
    return database or str(data / FILE)


@contextmanager
def explain_errors(name: str) -> Iterator[None]:
    """Reports errors in one line: exit code 2 for unreadable input, 1 for a failing database or disk."""
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
