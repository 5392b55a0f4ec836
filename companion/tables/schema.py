"""The schema of the database and the data version, the same for SQLite and PostgreSQL."""

from __future__ import annotations

import sqlalchemy as sa

from companion.tables.errors import TableError

VERSION = 14
"""The version of the data. Data of another version is refused."""
metadata = sa.MetaData()


def _code() -> sa.Column[str]:
    return sa.Column("code", sa.String(8), sa.ForeignKey("game_table.code", ondelete="CASCADE"), primary_key=True)


meta = sa.Table(
    "meta",
    metadata,
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("probe", sa.LargeBinary, nullable=True),
)
"""One row. `/healthz` writes `probe`."""

game_table = sa.Table(
    "game_table",
    metadata,
    sa.Column("code", sa.String(8), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("opened_at", sa.BigInteger, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("bots", sa.Boolean, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("ui", sa.Text, nullable=False, default=""),
    sa.Column("seed", sa.LargeBinary, nullable=False),
)
"""One row for each table of players. `version` rises with every change of the log, of the UI state (`ui`, see
`views.Ui`) and of the phones that hold something; `seq` is the newest entry. `bots`: a bot sits there, and the table is
not closed. `summary` is what lists and statistics show (`views.Summary`). `seed` is the secret behind the newest
commitment of the app's dice.
"""

entry = sa.Table(
    "entry",
    metadata,
    _code(),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("actor", sa.Integer, nullable=True),
    sa.Column("source", sa.String(8), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
"""The log: the truth about every table."""

command = sa.Table(
    "command",
    metadata,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("code", sa.String(8), sa.ForeignKey("game_table.code", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("last", sa.Integer, nullable=False),
)
"""Executed commands, by key (`tokens.make_command_key`), with the entries that each added; `last` is before `first`
if it added none. They identify repeated commands."""

holder = sa.Table(
    "holder",
    metadata,
    _code(),
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("chair", sa.Integer, nullable=True),
    sa.Column("host", sa.Boolean, nullable=False, default=False),
    sa.Column("moved", sa.Boolean, nullable=False, default=False),
    sa.Column("heard_seq", sa.Integer, nullable=False, default=0),
    sa.Column("heard_at", sa.BigInteger, nullable=False, default=0),
    sa.UniqueConstraint("code", "chair"),
)
"""The phones that hold a chair, are host or have watched; when the phone of a chair was last heard of, and which
entry it had read."""
sa.Index("ix_holder_token_hash", holder.c.token_hash)


def prepare(connection: sa.Connection) -> None:
    """Creates the schema in an empty database, in the caller's transaction. Raises `TableError`."""
    inspector = sa.inspect(connection)
    if not inspector.has_table(game_table.name):
        metadata.create_all(connection)
        connection.execute(sa.insert(meta).values(version=VERSION))
        return
    row = connection.execute(sa.select(meta.c.version)).first() if inspector.has_table(meta.name) else None
    check_version(row.version if row else 0)


def check_version(version: int) -> None:
    """Raises `TableError` (``data_version``) unless this program reads that data version."""
    if version != VERSION:
        raise TableError("data_version", found=version, known=VERSION)
