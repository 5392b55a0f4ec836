"""The limits of a server."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.tables.tokens import CODE_LENGTH


class Limits(Struct, frozen=True):
    """The limits of a server: tables in all, entries of a log, bytes of an entry, tables kept in memory, seconds
    between two notes of a phone's presence in the database.

    `late` is what new tables say of who comes late (`Settings.late`), `letters` the length of their codes.
    """

    tables: int = 10_000
    entries: int = 10_000
    entry_bytes: int = 64 * 1024
    in_memory: int = 128
    presence_seconds: int = 5
    rivals: tuple[str, ...] = ("easy", "middling", "strong")
    """The players of the engine that may be seated here; empty: nobody plays for the app."""
    late: Literal["anybody", "host"] = "anybody"
    letters: int = CODE_LENGTH
    threads: bool = True
    """Threads of its own settle what is counted and look for what other processes wrote. Without them this is the only
    process, and whoever serves calls `Tables.tend` from time to time."""
