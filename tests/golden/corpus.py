"""What 1.0 wrote, kept beside this file. `make golden` records it anew; look at the difference before it lands.

`record` writes positions, addresses and digests of PDFs afresh. Exports and the backup show that later versions read
what earlier ones wrote, so they stay as they are until a file is missing or can no longer be read.
"""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pikepdf
from finished import Played, exported
from ported import KITS, Printed

from companion.engine.drive import Generator, drive, play_at_random
from companion.engine.registry import GAMES, game
from companion.tables import open_tables
from companion.tables.backup import back_up, restore
from companion.tables.database import Database
from companion.tables.errors import TableError
from companion.tables.log.transfer import read_export
from companion.web.app import create_app

HERE = Path(__file__).parent
POSITIONS = HERE / "positions.txt"
ADDRESSES = HERE / "addresses.txt"
DIGESTS = HERE / "digests.txt"
BACKUP = HERE / "backup.sql"
"""A backup, as the SQL that makes it: a difference can be read."""
EVERY = 8
"""Steps between positions that are kept."""
PRINTED = ("caravans", "counters", "rails", "tarot")
"""Kits whose files are compared byte for byte."""


def export_file(name: str) -> Path:
    return HERE / f"{name}.json"


def positions() -> Iterator[str]:
    """Of a game by chance: each position, after the number of choices that its rules leave there."""
    for name in GAMES:
        rules = game(name)
        for players in rules.PLAYERS:
            steps = drive(rules, rules.new(players=players), play_at_random(players), Generator(players))
            for number, step in zip(range(300), steps, strict=False):
                if number % EVERY == 0 and rules.waiting(step.state):
                    choices = sum(len(rules.legal(step.state, seat)) for seat in rules.waiting(step.state))
                    yield f"{choices} {rules.text(step.state)}"


def addresses() -> Iterator[str]:
    """Every address that a server answers, with its methods."""
    with tempfile.TemporaryDirectory() as folder:
        tables = open_tables(Path(folder) / "t.sqlite3")
        for rule in sorted(create_app(tables).url_map.iter_rules(), key=str):
            yield f"{rule} {' '.join(sorted((rule.methods or set()) - {'HEAD', 'OPTIONS'}))}"
        tables.close()


def uncompressed(file: Path) -> bytes:
    """A PDF file with its streams decoded, so that it does not depend on the compression library."""
    written = io.BytesIO()
    with pikepdf.open(file) as pdf:
        level = pikepdf.StreamDecodeLevel.generalized
        pdf.save(written, compress_streams=False, stream_decode_level=level, static_id=True)
    return written.getvalue()


def digests(kit: str) -> Iterator[str]:
    """Of each PDF that a kit prints."""
    with tempfile.TemporaryDirectory() as folder:
        printed = Printed(KITS / kit, Path(folder))
        for name in sorted(name for name in printed.files if name.endswith(".pdf")):
            yield f"{hashlib.sha256(uncompressed(printed.folder / name)).hexdigest()} {kit}/{name}"


def write_backup() -> None:
    with tempfile.TemporaryDirectory() as folder:
        where, copy = Path(folder) / "t.sqlite3", Path(folder) / "copy.sqlite3"
        tables = open_tables(where)
        for name in GAMES:
            Played(tables, name, 2).play()
        tables.close()
        with closing(Database(where)) as database:
            back_up(database, copy)
        with closing(sqlite3.connect(copy)) as connection:
            BACKUP.write_text("".join(f"{line}\n" for line in connection.iterdump()), encoding="utf-8")


def restore_backup(sql: bytes, where: Path) -> None:
    """Restores the recorded backup into a new database. Raises `TableError` where it cannot be read."""
    copy = where.with_name("copy.sqlite3")
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(sql.decode())
    restore(where, copy, replace=False)


def restored(sql: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        restore_backup(sql, Path(folder) / "t.sqlite3")


def record() -> None:
    for file, lines in (
        (POSITIONS, positions()),
        (ADDRESSES, addresses()),
        (DIGESTS, (line for kit in PRINTED for line in digests(kit))),
    ):
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for name in GAMES:
        if not readable(export_file(name), read_export):
            text = json.dumps(json.loads(exported(name)), ensure_ascii=False, separators=(",", ":"))
            export_file(name).write_text(text + "\n", encoding="utf-8")
    if not readable(BACKUP, restored):
        write_backup()


def readable(file: Path, read: Callable[[bytes], object]) -> bool:
    """Whether a file is there and is read without an error."""
    try:
        read(file.read_bytes())
    except (FileNotFoundError, TableError):
        return False
    return True


if __name__ == "__main__":
    record()
