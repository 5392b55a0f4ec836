"""The file of a run: what was played, as rows of SQLite that anything reads.

    import pandas, sqlite3
    seats = pandas.read_sql("SELECT * FROM seat", sqlite3.connect("length.sqlite3"))

Chunks are kept whole or not at all, so after a power cut a run goes on where it was.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.engine.registry import game
from companion.lab.experiment import Experiment, from_text
from companion.lab.lead import Lead
from companion.lab.trial import Row, Seated, Times, unpacked

FORMAT = 1
_SCHEMA = """
CREATE TABLE run (format INTEGER, experiment TEXT, game TEXT, rules TEXT);
CREATE TABLE arm (arm INTEGER PRIMARY KEY, name TEXT, players INTEGER, games INTEGER);
CREATE TABLE game (
  arm INTEGER, number INTEGER, deal INTEGER, actions INTEGER, ending TEXT, lead_changes INTEGER, settled REAL,
  half TEXT, crowned INTEGER, seconds REAL, log BLOB, PRIMARY KEY (arm, number));
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
        self.rules = game(experiment.game).RULES
        self._connection = connection

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *error: object) -> None:
        self._connection.close()

    def done(self, arm: int) -> set[int]:
        """The numbers of the games of an arm that are kept."""
        return {number for (number,) in self._all("SELECT number FROM game WHERE arm = ?", arm)}

    def add(self, rows: Iterable[Row]) -> None:
        """Keeps games, all of them or, if anything goes wrong, none."""
        with self._connection as connection:
            for row in rows:
                _add(connection, row)

    def rows(self, arm: int) -> Iterator[Row]:
        """The games of an arm in their order, without their logs."""
        seats, counts = self._seats(arm), self._counts(arm)
        every = self._connection.execute(
            "SELECT number, deal, actions, ending, lead_changes, settled, half, crowned, seconds FROM game"
            " WHERE arm = ? ORDER BY number",
            (arm,),
        )
        for number, deal, actions, ending, changes, settled, half, crowned, seconds in every:
            lead = Lead(changes, settled, tuple(map(int, half.split())), bool(crowned))
            seated, counted = tuple(seats[number]), tuple(counts.get(number, ()))
            yield Row(arm, number, deal, actions, ending, lead, seated, counted, seconds, b"")

    def log(self, arm: int, number: int) -> str:
        """The log of a game. Raises `RunError`."""
        found = self._all("SELECT log FROM game WHERE arm = ? AND number = ?", arm, number)
        if not found:
            raise RunError(f"{self.path}: game {number} has not been played")
        return unpacked(found[0][0])

    def _seats(self, arm: int) -> dict[int, list[Seated]]:
        found: dict[int, list[Seated]] = {}
        query = "SELECT number, bot, points, share, decisions FROM seat WHERE arm = ? ORDER BY number, seat"
        for number, *seat in self._connection.execute(query, (arm,)):
            found.setdefault(number, []).append(Seated(*seat))
        return found

    def _counts(self, arm: int) -> dict[int, list[Times]]:
        found: dict[int, list[Times]] = {}
        query = "SELECT number, seat, kind, thing, times FROM count WHERE arm = ?"
        for number, *times in self._connection.execute(query, (arm,)):
            found.setdefault(number, []).append(Times(*times))
        return found

    def _all(self, query: str, *values: object) -> list[Any]:
        return self._connection.execute(query, values).fetchall()


def _add(connection: sqlite3.Connection, row: Row) -> None:
    at, lead = (row.arm, row.number), row.lead
    half = " ".join(map(str, lead.half))
    kept = (
        *at,
        row.deal,
        row.actions,
        row.ending,
        lead.changes,
        lead.settled,
        half,
        lead.crowned,
        row.seconds,
        row.log,
    )
    connection.execute("INSERT INTO game VALUES (?,?,?,?,?,?,?,?,?,?,?)", kept)
    connection.executemany(
        "INSERT INTO seat VALUES (?,?,?,?,?,?,?)",
        [(*at, n, seat.bot, seat.points, seat.share, seat.decisions) for n, seat in enumerate(row.seats)],
    )
    connection.executemany(
        "INSERT INTO count VALUES (?,?,?,?,?,?)",
        [(*at, one.seat, one.kind, one.thing, one.times) for one in row.counts],
    )


def begin(path: Path, experiment: Experiment) -> Results:
    """A run of this experiment: a new one, or the one that was begun in this file. Raises `RunError`."""
    if path.exists() and not _blank(path):
        results = open_run(path)
        if results.experiment != experiment:
            with results:
                raise RunError(f"{path}: this is a run of another experiment; name another file with --out")
        return results
    connection = sqlite3.connect(path)
    with connection:
        connection.executescript(f"BEGIN; {_SCHEMA}")
        rules = game(experiment.game).RULES
        connection.execute("INSERT INTO run VALUES (?,?,?,?)", (FORMAT, experiment.text(), experiment.game, rules))
        arms = [(n, arm.name, arm.players, arm.games) for n, arm in enumerate(experiment.arms)]
        connection.executemany("INSERT INTO arm VALUES (?,?,?,?)", arms)
    return Results(path, connection, experiment)


def _blank(path: Path) -> bool:
    """Is there nothing in the file yet, as after a power cut in the first moment of a run?"""
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None
    except sqlite3.DatabaseError:
        return False
    finally:
        connection.close()


def open_run(path: Path) -> Results:
    """A run that was begun. Raises `RunError`."""
    if not path.is_file():
        raise RunError(f"{path}: there is no such file")
    connection = sqlite3.connect(path)
    try:
        ((number, text, name, rules),) = connection.execute(
            "SELECT format, experiment, game, rules FROM run"
        ).fetchall()
        if number != FORMAT:
            raise RunError(f"{path}: format {number}; this program reads {FORMAT}")
        if rules != game(name).RULES:
            raise RunError(f"{path}: played by the rules of version {rules} of {name}; here are {game(name).RULES}")
        return Results(path, connection, from_text(text))
    except (sqlite3.DatabaseError, ValueError, KeyError) as error:
        connection.close()
        raise RunError(f"{path}: this is no run of the lab: {error}") from error
    except RunError:
        connection.close()
        raise
