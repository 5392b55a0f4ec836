"""The tables of the database and the version of the data. SQLite and PostgreSQL have the same."""

from __future__ import annotations

from sqlalchemy import (
    DDL,
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
    func,
    insert,
    inspect,
    select,
)
from sqlalchemy.event import listen
from sqlalchemy.schema import ExecutableDDLElement

from companion.tables.errors import OtherDataVersion

VERSION = 7
"""The version of the data. Data of another version is refused."""
metadata = MetaData()


def _of_table() -> Column[str]:
    return Column("table", String(8), ForeignKey("game_table.code", ondelete="CASCADE"), primary_key=True)


game_table = Table(
    "game_table",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("opened_at", BigInteger, nullable=False, index=True),
    Column("closed", Boolean, nullable=False, default=False),
    Column("command_id", String(64), nullable=True, unique=True),
)
"""One row a table: what lists need without reading logs. The log says the same and more. `command_id` is the key of
the command that opened it (`tokens.command_key`)."""

event = Table(
    "event",
    metadata,
    _of_table(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(12), nullable=False),
    Column("body", Text, nullable=False),
    Column("actor", Integer, nullable=True),
    Column("source", String(8), nullable=False),
    Column("command_id", String(64), nullable=True),
    Column("at", BigInteger, nullable=False),
    Column("command_key", String(40), nullable=True),
    UniqueConstraint("table", "command_key"),
)
"""The log: the truth about every table. By its `command_key` (`tokens.command_key`) a repeated command is found."""

seed = Table(
    "seed",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("value", LargeBinary, nullable=False),
)
"""The secret seeds of the app's dice, in the order of their commitments."""

holder = Table(
    "holder",
    metadata,
    _of_table(),
    Column("token_hash", String(64), primary_key=True),
    Column("chair", Integer, nullable=True),
    Column("host", Boolean, nullable=False, default=False),
    Column("moved", Boolean, nullable=False, default=False),
    UniqueConstraint("table", "chair"),
)
"""Which phone holds which chair: SHA-256 of its token."""

move_code = Table(
    "move_code",
    metadata,
    _of_table(),
    Column("code_hash", String(64), primary_key=True),
    Column("chair", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
)
"""One-time codes that bring a chair to another phone."""

claim = Table(
    "claim",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("token_hash", String(64), nullable=False),
    Column("chair", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("name", String(40), nullable=True),
    Column("language", String(2), nullable=True),
)
"""Phones that ask the host for a chair, with the name and language of who comes new to a free one."""

presence = Table(
    "presence",
    metadata,
    _of_table(),
    Column("chair", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""When a chair's phone was last heard of, and how far it had read."""

probe = Table(
    "probe",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)
"""Rows that `/healthz` writes and deletes."""

record = Table(
    "record",
    metadata,
    _of_table(),
    Column("game", String(40), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("started_at", BigInteger, nullable=True),
    Column("ended_at", BigInteger, nullable=True),
    Column("actions", Integer, nullable=False),
    Column("decided_by", String(40), nullable=True),
    Column("seats", Text, nullable=True),
)
"""What lists of games and statistics say of a table (see `records`); `at` is when it was played. The log says the
same: rows that are missing are made again from it."""

record_name = Table(
    "record_name",
    metadata,
    _of_table(),
    Column("chair", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False),
    Column("folded", String(160), nullable=False),
)
"""The names at a table, and how they are looked for."""

photograph = Table(
    "photograph",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("chair", Integer, nullable=True),
    Column("jpeg", LargeBinary, nullable=False),
    Column("told", Text, nullable=False),
)
"""The photographs of tables that keep them (`Settings.photographs`), by whom each was sent, and as JSON what was read
of it, or why nothing was."""

owner = Table("owner", metadata, Column("token_hash", String(64), primary_key=True))
"""The phones of whoever runs the server: they may see and delete every table."""

owner_code = Table(
    "owner_code",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("expires", BigInteger, nullable=False),
)
"""One-time codes that make a phone an owner's."""

by_phone = Index("ix_holder_token_hash", holder.c.token_hash)
"""Which tables a phone was at."""

with_rival: ExecutableDDLElement = DDL(  # type: ignore[no-untyped-call]  # SQLAlchemy types nearly all
    "CREATE INDEX IF NOT EXISTS ix_event_rival ON event (\"table\") WHERE kind = 'rival'"
)
"""The tables at which a rival was ever seated. As text: an `Index` with a condition reads the code for PostgreSQL, for
which a phone takes a second."""
listen(event, "after_create", with_rival)

OF_A_TABLE = (event, seed, holder, move_code, claim, presence, record, record_name, photograph)
"""The tables with rows of one game table."""

schema_version = Table("schema_version", MetaData(), Column("version", Integer, primary_key=True))


def version(connection: Connection) -> int:
    """The version of the data; 0: there is none yet."""
    if not inspect(connection).has_table(schema_version.name):
        return 0
    return connection.execute(select(func.max(schema_version.c.version))).scalar() or 0


def prepare(connection: Connection) -> None:
    """Creates the tables in an empty database, in the caller's transaction.

    Raises `OtherDataVersion` when it holds data of another version.
    """
    found = version(connection)
    if found == VERSION:
        return
    if found:
        raise OtherDataVersion(found=found, known=VERSION)
    schema_version.create(connection, checkfirst=True)
    metadata.create_all(connection)
    connection.execute(insert(schema_version).values(version=VERSION))
