"""The tables of the database, and how older ones become like this. SQLite and PostgreSQL have the same."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
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
    bindparam,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.event import listen
from sqlalchemy.schema import ExecutableDDLElement

from companion.tables.errors import NewerData
from companion.tables.tokens import command_key

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
    Column("opener", String(80), nullable=True, index=True),
    Column("opener_wide", String(80), nullable=True, index=True),
    Column("command_id", String(64), nullable=True, unique=True),
)
"""One row a table: what lists need without reading logs. The log says the same and more. `opener` is the hash of the
address that opened it, `opener_wide` of its wider network (see `bounds`); `command_id` the key of the command that did
(`tokens.command_key`)."""

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
    Column("asker", String(80), nullable=True),
    Column("asker_wide", String(80), nullable=True),
    Column("name", String(40), nullable=True),
    Column("language", String(2), nullable=True),
)
"""Phones that ask the host for a chair: the hashes of where they ask from (see `bounds`), and the name and language
of who comes new to a free one."""

presence = Table(
    "presence",
    metadata,
    _of_table(),
    Column("chair", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""When a chair's phone was last heard of, and how far it had read."""

spent = Table(
    "spent",
    metadata,
    Column("kind", String(8), primary_key=True),
    Column("who", String(64), primary_key=True),
    Column("start", BigInteger, primary_key=True, autoincrement=False),
    Column("ends", BigInteger, nullable=False, index=True),
    Column("amount", BigInteger, nullable=False),
)
"""What each address has asked for in a span of seconds since 1970 (see `bounds`)."""

address_key = Table(
    "address_key",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("key", LargeBinary, nullable=False),
)
"""The key that addresses of a day since 1970 are hashed with."""

ban = Table(
    "ban",
    metadata,
    Column("who", String(64), primary_key=True),
    Column("day", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
)
"""Addresses that the owner shut out, by their hash under the key of that day, until a second since 1970."""

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


class Migration(Struct, frozen=True):
    """A step to version `version` from the one before."""

    version: int
    up: Callable[[Connection], None]


def _bounds(connection: Connection) -> None:
    """Version 2: addresses are counted, and kept as hashes only. Those that stand there in clear are forgotten.

    Before its release version 1 was for some hours without the command that opened a table.
    """
    if "command_id" not in {column["name"] for column in inspect(connection).get_columns(game_table.name)}:
        connection.execute(text("ALTER TABLE game_table ADD COLUMN command_id VARCHAR(64)"))
        connection.execute(text("CREATE UNIQUE INDEX game_table_command_id ON game_table (command_id)"))
    connection.execute(update(game_table).values(opener=None))
    spent.create(connection)
    address_key.create(connection)


def _records(connection: Connection) -> None:
    """Version 3: lists and statistics of games; who runs the server may see them all."""
    for table in (record, record_name, owner, owner_code):
        table.create(connection)
    by_phone.create(connection)


def _keys(connection: Connection) -> None:
    """Version 4: a command's id counts for its phone and table, an address also for its wider network; bans.

    A constraint cannot be taken from a table of SQLite, so the log is copied into a new one. Requests for chairs live
    ten minutes; those that stand there are forgotten.
    """
    columns = ", ".join(f'"{c.name}"' for c in event.columns if c.name != "command_key")
    if connection.dialect.name == "postgresql":
        for unique in inspect(connection).get_unique_constraints(event.name):
            connection.execute(text(f'ALTER TABLE event DROP CONSTRAINT "{unique["name"]}"'))
        connection.execute(text("ALTER TABLE event ADD COLUMN command_key VARCHAR(40)"))
        connection.execute(text('ALTER TABLE event ADD UNIQUE ("table", command_key)'))
    else:
        connection.execute(text("ALTER TABLE event RENAME TO event_before"))
        event.create(connection)
        connection.execute(text(f"INSERT INTO event ({columns}) SELECT {columns} FROM event_before"))
        connection.execute(text("DROP TABLE event_before"))
    connection.execute(text("ALTER TABLE game_table ADD COLUMN opener_wide VARCHAR(80)"))
    next(index for index in game_table.indexes if "opener_wide" in index.columns).create(connection)
    claim.drop(connection)
    for table in (claim, ban):
        table.create(connection)
    fill_keys(connection)


def fill_keys(connection: Connection) -> None:
    """Gives commands of before version 4 their keys, as far as the phone is known that they came from: so a tap that
    was sent before an update and is repeated after it acts once."""
    for code, opening in connection.execute(select(game_table.c.code, game_table.c.command_id)).all():
        holders = connection.execute(select(holder).where(holder.c.table == code)).all()
        hosts = [row.token_hash for row in holders if row.host]
        # The laptop of a host has no chair.
        phones: dict[int | None, str] = {None: hosts[0]} if hosts else {}
        phones |= {row.chair: row.token_hash for row in holders if row.chair is not None}
        _fill_log(connection, code, phones)
        if opening is not None:
            archived = opening.startswith("all-")
            phone = "" if archived else hosts[0] if len(hosts) == 1 else None
            key = None if phone is None else command_key(phone, "archive" if archived else "open", opening)
            connection.execute(update(game_table).where(game_table.c.code == code).values(command_id=key))


def _fill_log(connection: Connection, code: str, phones: dict[int | None, str]) -> None:
    """The keys in the log of a table; `phones` are the hashes of their tokens by chair."""
    log = event.c
    asked = (log.table == code) & log.command_id.is_not(None) & log.command_key.is_(None)
    found = connection.execute(select(log.seq, log.actor, log.command_id).where(asked)).all()
    keys = [
        {"entry": row.seq, "made": command_key(phones[row.actor], code, row.command_id)}
        for row in found
        if row.actor in phones
    ]
    if keys:
        filling = update(event).where(log.table == code, log.seq == bindparam("entry"))
        connection.execute(filling.values(command_key=bindparam("made")), keys)


def _rivals(connection: Connection) -> None:
    """Version 5: tables with rivals are found without reading all logs."""
    connection.execute(with_rival)


def _photographs(connection: Connection) -> None:
    """Version 6: tables may keep the photographs that are read there."""
    photograph.create(connection)


MIGRATIONS: tuple[Migration, ...] = (
    Migration(2, _bounds),
    Migration(3, _records),
    Migration(4, _keys),
    Migration(5, _rivals),
    Migration(6, _photographs),
)
"""Every step since version 1, in order. A step that was released is never changed; a new one is added, and the
tables above are what all steps lead to."""


def version(connection: Connection) -> int:
    """The version of the data; 0: there is none yet."""
    if not inspect(connection).has_table(schema_version.name):
        return 0
    return connection.execute(select(func.max(schema_version.c.version))).scalar() or 0


def migrate(connection: Connection, migrations: tuple[Migration, ...]) -> None:
    """Brings the data up to the last version, in the caller's transaction. Raises `NewerData`."""
    found, known = version(connection), migrations[-1].version
    if found > known:
        raise NewerData(found=found, known=known)
    if found == known:
        return
    if found:
        for step in migrations:
            if step.version > found:
                step.up(connection)
    else:
        schema_version.create(connection, checkfirst=True)
        metadata.create_all(connection)
    connection.execute(insert(schema_version).values(version=known))
