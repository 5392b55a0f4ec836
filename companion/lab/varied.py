"""The tables of a kit otherwise than they are printed: another price, another count, another folder.

Rules read them once, when they are first imported, so games of a varied kit are played in a process of their own
(`companion.lab.chunk`), whose environment names the folder of its kits.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from msgspec import Struct

from pnp.kit.toml_source import BadValueError, ParsedBy, quote
from pnp.kits import CARDS, collection

TABLES = (".csv", ".toml")
"""What rules read of a kit."""
KEYS = 2
"""Columns that a row may be called by: its number or its key."""


def _cell(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise BadValueError(f"is {quote(value)}", "a cell is a text or a number")
    return str(value)


class Change(Struct, frozen=True):
    """One cell of a table: the row by the first column's word, the column by its header."""

    file: str
    row: Annotated[str, ParsedBy(_cell)]
    column: str
    value: Annotated[str, ParsedBy(_cell)]


def read_tables(game: str, folder: Path | None) -> dict[str, str]:
    """Returns the tables of the game's kit, replaced by those of another folder. Raises `BadValueError`."""
    own = collection() / game
    if not own.is_dir():
        raise BadValueError(
            f"the rules of {game} do not say that they read a kit", "only games of our own can be varied"
        )
    if folder is not None and not folder.is_dir():
        raise BadValueError(f"{folder} is no folder", "the path is read from where the experiment lies")
    files = [path for place in (own, folder) if place for path in sorted(place.iterdir()) if path.suffix in TABLES]
    try:
        return {path.name: path.read_text("utf-8") for path in files}
    except (OSError, UnicodeDecodeError) as error:
        raise BadValueError(f"has a table that cannot be read: {error}") from error


def apply_change(tables: dict[str, str], change: Change) -> None:
    """Changes one cell of the tables. Raises `BadValueError`."""
    known = [name for name in tables if name.endswith(".csv")]
    if change.file not in known:
        raise BadValueError(f"the kit has no table {change.file}", f"accepted: {', '.join(known)}")
    head, *rows = csv.reader(io.StringIO(tables[change.file]))
    if change.column not in head:
        raise BadValueError(f"{change.file} has no column {change.column}", f"accepted: {', '.join(head)}")
    keyed = [row for row in rows if change.row in row[:KEYS]]
    if len(keyed) != 1:
        found = "no row" if not keyed else f"{len(keyed)} rows"
        hint = f"a row goes by what stands in its first {KEYS} columns"
        raise BadValueError(f"{change.file} has {found} {change.row}", hint)
    keyed[0][head.index(change.column)] = change.value
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([head, *rows])
    tables[change.file] = out.getvalue()


@contextmanager
def write_collection(game: str, tables: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Writes a temporary collection with this kit alone and yields the environment variables that name it."""
    with TemporaryDirectory(prefix="silkroad-lab-") as folder:
        kit = Path(folder) / game
        kit.mkdir()
        for name, text in tables.items():
            (kit / name).write_text(text, "utf-8")
        yield {CARDS: folder}
