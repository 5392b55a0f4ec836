"""The tables of a kit otherwise than they are printed: another price, another count, another folder.

Rules read them once, when they are first imported, so games of a varied kit are played in a process of their own
(`companion.lab.apart`), which is told by the environment where its kits lie.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
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


class VaryError(Exception):
    """A kit cannot be varied like that; `number` is the change that is to blame."""

    def __init__(self, message: str, hint: str = "", number: int | None = None) -> None:
        super().__init__(message)
        self.message, self.hint, self.number = message, hint, number


def varied(game: str, folder: Path | None, changes: Sequence[Change]) -> Mapping[str, str]:
    """The tables of the game's kit, or of another folder, with these changes. Raises `VaryError`."""
    own = collection() / game
    if not own.is_dir():
        raise VaryError(f"the rules of {game} do not say that they read a kit", "only games of our own can be varied")
    if folder is not None and not folder.is_dir():
        raise VaryError(f"{folder} is no folder", "the path is read from where the experiment lies")
    tables = _tables(own) | (_tables(folder) if folder is not None else {})
    for number, change in enumerate(changes):
        try:
            tables[change.file] = _changed(tables, change)
        except VaryError as error:
            raise VaryError(error.message, error.hint, number) from None
    return tables


def _tables(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.iterdir() if path.suffix in TABLES)
    try:
        return {path.name: path.read_text("utf-8") for path in files}
    except (OSError, UnicodeDecodeError) as error:
        raise VaryError(f"{folder} cannot be read: {error}") from error


def _changed(tables: Mapping[str, str], change: Change) -> str:
    known = [name for name in tables if name.endswith(".csv")]
    if change.file not in known:
        raise VaryError(f"the kit has no table {change.file}", f"accepted: {', '.join(known)}")
    head, *rows = csv.reader(io.StringIO(tables[change.file]))
    if change.column not in head:
        raise VaryError(f"{change.file} has no column {change.column}", f"accepted: {', '.join(head)}")
    keyed = [row for row in rows if change.row in row[:KEYS]]
    if len(keyed) != 1:
        found = "no row" if not keyed else f"{len(keyed)} rows"
        raise VaryError(
            f"{change.file} has {found} {change.row}", f"a row goes by what stands in its first {KEYS} columns"
        )
    keyed[0][head.index(change.column)] = change.value
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([head, *rows])
    return out.getvalue()


@contextmanager
def laid_out(game: str, tables: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """A collection with nothing but this kit, as long as it is needed: what has to stand in the environment."""
    with TemporaryDirectory(prefix="silkroad-lab-") as folder:
        kit = Path(folder) / game
        kit.mkdir()
        for name, text in tables.items():
            (kit / name).write_text(text, "utf-8")
        yield {CARDS: folder}
