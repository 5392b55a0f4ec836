"""The tables of the database and the version of the data. SQLite and PostgreSQL have the same."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    select,
)

from companion.tables.errors import OtherDataVersion

VERSION = 8
"""The version of the data. Data of another version is refused."""
LAST_WITHOUT_META = 7
"""The version of data that has the table `schema_version` instead of `meta`."""
metadata = MetaData()


def _code() -> Column[str]:
    return Column("code", String(8), ForeignKey("game_table.code", ondelete="CASCADE"), primary_key=True)


meta = Table(
    "meta",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("probe", LargeBinary, nullable=True),
)
"""One row. `/healthz` writes `probe`."""

game_table = Table(
    "game_table",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("opened_at", BigInteger, nullable=False, index=True),
    Column("command_key", String(40), nullable=True, unique=True),
    Column("version", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("moved_at", BigInteger, nullable=False, index=True),
    Column("closed", Boolean, nullable=False),
    Column("bots", Boolean, nullable=False),
    Column("played_at", BigInteger, nullable=False, index=True),
    Column("ended_at", BigInteger, nullable=True),
    Column("names", Text, nullable=False),
    Column("summary", Text, nullable=False),
)
"""One row for each table of players. Times are in milliseconds since 1970.

`command_key`: of the command that opened it (`tokens.command_key`). `version` rises with every change of the log, of
the phones that hold something and of those that ask for a seat; `seq` is the newest entry and `moved_at` its time.
`summary` is what lists and statistics show (`games.Summary`); `played_at`, `ended_at` and the folded `names` are what
they are searched by.
"""

entry = Table(
    "entry",
    metadata,
    _code(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(12), nullable=False),
    Column("body", Text, nullable=False),
    Column("actor", Integer, nullable=True),
    Column("source", String(8), nullable=False),
    Column("command_id", String(64), nullable=True),
    Column("at", BigInteger, nullable=False),
    Column("command_key", String(40), nullable=True),
    UniqueConstraint("code", "command_key"),
)
"""The log: the truth about every table. By its `command_key` (`tokens.command_key`) a repeated command is found."""

seed = Table(
    "seed",
    metadata,
    _code(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("value", LargeBinary, nullable=False),
)
"""The secret seeds of the app's dice, in the order of their commitments."""

holder = Table(
    "holder",
    metadata,
    _code(),
    Column("token_hash", String(64), primary_key=True),
    Column("chair", Integer, nullable=True),
    Column("host", Boolean, nullable=False, default=False),
    Column("moved", Boolean, nullable=False, default=False),
    Column("heard_seq", Integer, nullable=False, default=0),
    Column("heard_at", BigInteger, nullable=False, default=0),
    UniqueConstraint("code", "chair"),
)
"""The phones that hold a chair, are host or have watched; when the phone of a chair was last heard of, and which
entry it had read."""
Index("ix_holder_token_hash", holder.c.token_hash)

seat_request = Table(
    "seat_request",
    metadata,
    _code(),
    Column("key", String(64), primary_key=True),
    Column("chair", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("token_hash", String(64), nullable=True),
    Column("name", String(40), nullable=True),
    Column("language", String(2), nullable=True),
)
"""Chairs that are to change hands. A phone that asks the host has its two-digit number as `key`, and a `token_hash`;
a one-time code has its own hash as `key`."""

OF_A_TABLE = (entry, seed, holder, seat_request)
"""The tables with rows of one game table."""


def find_version(connection: Connection) -> int:
    """Returns the version of the data, or 0 if there is none yet."""
    found = inspect(connection)
    if found.has_table(meta.name):
        return connection.execute(select(meta.c.version)).scalar() or 0
    return LAST_WITHOUT_META if found.has_table("schema_version") else 0


def prepare(connection: Connection) -> None:
    """Creates the tables in an empty database, in the caller's transaction. Raises `OtherDataVersion`."""
    found = find_version(connection)
    if found == VERSION:
        return
    check_version(found or VERSION)
    metadata.create_all(connection)
    connection.execute(insert(meta).values(version=VERSION))


def check_version(found: int) -> None:
    """Raises `OtherDataVersion` unless this program reads data of that version."""
    if found != VERSION:
        raise OtherDataVersion(found=found, known=VERSION)
