"""The file of a run: what was played, as rows of SQLite that anything reads.

    import pandas, sqlite3
    seats = pandas.read_sql("SELECT * FROM seat", sqlite3.connect("length.sqlite3"))

Chunks are kept whole or not at all, so after a power cut a run goes on where it was.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import astuple

from companion.engine.registry import game
from companion.lab.experiment import Experiment
from companion.lab.trial import Row, Seated, Times

_SCHEMA = """
BEGIN;
CREATE TABLE run (experiment TEXT, rules TEXT);
CREATE TABLE game (
  arm INTEGER, number INTEGER, deal INTEGER, actions INTEGER, ending TEXT, changes INTEGER, half INTEGER,
  seconds REAL, log BLOB, PRIMARY KEY (arm, number));
CREATE TABLE seat (
  arm INTEGER, number INTEGER, seat INTEGER, bot TEXT, points INTEGER, share REAL, decisions INTEGER,
  PRIMARY KEY (arm, number, seat)) WITHOUT ROWID;
CREATE TABLE count (
  arm INTEGER, number INTEGER, seat INTEGER, kind TEXT, thing TEXT, times INTEGER,
  PRIMARY KEY (arm, number, seat, kind, thing)) WITHOUT ROWID;
"""


class RunError(Exception):
    """A file is no run, or another one than is asked for."""


class Results:
    """The results of one run. Close it, or use it as a context."""

    def __init__(self, path: Path, connection: sqlite3.Connection, experiment: Experiment) -> None:
        self.path, self.experiment = path, experiment
        self._connection = connection

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *error: object) -> None:
        self._connection.close()

    def done(self, arm: int) -> set[int]:
        """Returns the numbers of an arm's stored games."""
        return {number for (number,) in self._connection.execute("SELECT number FROM game WHERE arm = ?", (arm,))}

    def add(self, rows: Iterable[Row]) -> None:
        """Keeps games, all of them or, if anything goes wrong, none."""
        with self._connection:
            for row in rows:
                *values, seats, counts = astuple(row)
                at = (row.arm, row.number)
                self._insert("game", values)
                for number, seat in enumerate(seats):
                    self._insert("seat", (*at, number, *astuple(seat)))
                for one in counts:
                    self._insert("count", (*at, *astuple(one)))

    def _insert(self, table: str, values: Iterable[object]) -> None:
        given = tuple(values)
        self._connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(given))})", given)

    def rows(self, arm: int) -> Iterator[Row]:
        """Yields the games of an arm in order."""
        seats, counts = self._parts("seat", Seated, arm), self._parts("count", Times, arm)
        games = self._connection.execute("SELECT * FROM game WHERE arm = ? ORDER BY number", (arm,))
        for columns in games:
            number = columns[1]
            values: tuple[Any, ...] = (*columns, tuple(seats[number]), tuple(counts[number]))
            yield Row(*values)

    def _parts(self, table: str, part: type[Any], arm: int) -> defaultdict[int, list[Any]]:
        """Rows of a table as structs, by the number of their game."""
        found = defaultdict[int, list[Any]](list)
        query = f"SELECT number, {', '.join(part.__struct_fields__)} FROM {table} WHERE arm = ? ORDER BY number, seat"
        for number, *values in self._connection.execute(query, (arm,)):
            found[number].append(part(*values))
        return found

    def log(self, arm: int, number: int) -> str:
        """Returns the log of a game as text for `companion replay`. Raises `RunError`."""
        found = self._connection.execute("SELECT log FROM game WHERE (arm, number) = (?, ?)", (arm, number)).fetchone()
        if not found:
            raise RunError(f"{self.path}: game {number} has not been played")
        return zlib.decompress(found[0]).decode()


def begin(path: Path, experiment: Experiment) -> Results:
    """Returns a run of this experiment: a new one, or the one that this file holds. Raises `RunError`."""
    # A power cut in the first moment of a run leaves an empty file. What is no database `open_run` refuses.
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as connection, connection:
        if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            connection.executescript(_SCHEMA)
            text = msgspec.json.encode(experiment).decode()
            connection.execute("INSERT INTO run VALUES (?, ?)", (text, game(experiment.game).RULES))
    results = open_run(path)
    if results.experiment != experiment:
        with results:
            raise RunError(f"{path}: this is a run of another experiment; name another file with --out")
    return results


def open_run(path: Path) -> Results:
    """Opens an existing run. Raises `RunError`."""
    if not path.is_file():
        raise RunError(f"{path}: there is no such file")
    connection = sqlite3.connect(path)
    try:
        ((text, rules),) = connection.execute("SELECT experiment, rules FROM run").fetchall()
        experiment = msgspec.json.decode(text, type=Experiment)
        known = game(experiment.game).RULES
    except (sqlite3.DatabaseError, ValueError, KeyError) as error:
        connection.close()
        raise RunError(f"{path}: this is no run of the lab: {error}") from error
    if rules != known:
        connection.close()
        raise RunError(f"{path}: played by the rules of version {rules} of {experiment.game}; here are {known}")
    return Results(path, connection, experiment)
