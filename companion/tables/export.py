"""Tables that go away and come here: one as JSON, or many in a ZIP with each table's export in it."""

from __future__ import annotations

import io
import re
import secrets
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Final

import msgspec
from msgspec import Struct

from companion.engine.game import OVER
from companion.engine.message import Said
from companion.engine.msgspec_ready import ready
from companion.tables import errors
from companion.tables.cache import Cache
from companion.tables.errors import BadImport, message
from companion.tables.games import History
from companion.tables.log import dice, transfer
from companion.tables.log import entries as e
from companion.tables.log.fold import fold
from companion.tables.log.outline import Outline, outline
from companion.tables.log.table import Table
from companion.tables.log.visibility import hides
from companion.tables.opening import Opening
from companion.tables.phones import Phones
from companion.tables.store import Store
from companion.tables.tokens import command_key, commitment, hashed, is_code

NAME: Final = "silk-road-tables.json"
"""The first file in the archive: what it is."""
FORMAT: Final = 1
MEMBER = re.compile(r"tables/[A-Z]{1,8}\.json")
LARGEST: Final = 16 * 1024 * 1024
"""Bytes of one table's export: ten thousand entries of some two hundred bytes, set for people to read, their odds, and
room. What is larger is left out of archives, for one that cannot be read would keep all others from coming back."""
MOST: Final = 10_000
WHOLE: Final = 1024 * 1024 * 1024
"""Bytes of all exports together, unpacked."""
MAGIC: Final = b"PK"
LONGEST: Final = 60_000
"""Letters of the comment at the end, which names what was left out."""


class About(Struct, frozen=True, forbid_unknown_fields=True):
    """What an archive says of itself."""

    format: int
    what: str = "tables of Silk Road Print & Play"


class _Stream(io.BytesIO):
    """What was written and not yet taken. Where it is it does not say, so zipfile only goes forward."""

    def tell(self) -> int:
        raise io.UnsupportedOperation

    def take(self) -> bytes:
        """All that was written since the last time."""
        data = self.getvalue()
        self.seek(0)
        self.truncate()
        return data


def write(tables: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    """The archive of these tables (code and export), piece by piece. The same tables make the same bytes."""
    out, left = _Stream(), list[str]()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zip_member(NAME), msgspec.json.encode(About(FORMAT)))
        for code, text in tables:
            data = text.encode()
            if len(data) > LARGEST:
                left.append(code)
                continue
            archive.writestr(zip_member(f"tables/{code}.json"), data)
            yield out.take()
        if left:
            archive.comment = f"Too large, so not in here: {', '.join(left)}."[:LONGEST].encode()
    yield out.take()


def zip_member(name: str) -> zipfile.ZipInfo:
    """A file in a ZIP that is the same whenever it is written, and nobody else's to read."""
    info = zipfile.ZipInfo(name)  # of 1980, so that no clock is in the file
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info


@contextmanager
def explain_damage(what: Said) -> Iterator[None]:
    """Turns what zipfile and msgspec complain of into `BadImport`."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, KeyError) as error:
        # NotImplementedError is a RuntimeError; what msgspec and base64 raise are ValueErrors.
        raise BadImport(message("broken", what=what, detail=str(error))) from error


class Reader:
    """An archive that was opened: the names in it, and each export. Nothing in it is trusted."""

    def __init__(self, file: IO[bytes]) -> None:
        with explain_damage(message("the_file")):
            self._archive = zipfile.ZipFile(file)
            infos = self._archive.infolist()
        names = [info.filename for info in infos]
        if names[:1] != [NAME]:
            raise BadImport(message("no_archive", lacking=NAME))
        if len(names) - 1 > MOST:
            raise BadImport(message("many_tables", found=len(names) - 1, most=MOST))
        if len(set(names)) != len(names):
            raise BadImport(message("table_twice"))
        strange = next((name for name in names[1:] if not MEMBER.fullmatch(name)), None)
        if strange is not None:
            raise BadImport(message("strange_file", file=strange[:60]))
        if sum(info.file_size for info in infos) > WHOLE:
            raise BadImport(message("archive_bytes", most=WHOLE))
        with explain_damage(NAME):
            about = msgspec.json.decode(self.read(NAME), type=ready(About))
        if about.format != FORMAT:
            raise BadImport(message("archive_format", found=about.format, known=FORMAT))
        self.names = tuple(names[1:])

    def read(self, name: str) -> bytes:
        """One export, its check sum compared. Raises `BadImport`."""
        with explain_damage(name), self._archive.open(name) as member:
            # Sizes that an archive states may be lies, so no more is unpacked than allowed.
            data = member.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise BadImport(message("file_bytes", file=name, most=LARGEST))
        return data


class Carried(Struct, frozen=True):
    """What an archive brought: tables that are new here, and how many were here already."""

    added: tuple[str, ...]
    known: int


class _Arrived(Struct, frozen=True):
    """The last entries of a table that was carried here, the new seed, and what lists say of it."""

    events: tuple[e.Event, ...]
    seed: bytes
    shown: Outline


@dataclass
class Porter:
    """Writes exports for phones that may have them, and makes tables of them.

    `bounds`: the most entries of a log, and bytes of an entry.
    """

    store: Store
    cache: Cache
    phones: Phones
    history: History
    opening: Opening
    bounds: tuple[int, int]
    now: Callable[[], int]

    def exportable(self, code: str, token: str, *, keep: bool = True) -> Table:
        """The table, if this phone may carry it away. Raises `HostOnly`, `HiddenYet`."""
        found = self.cache.find(code, token, keep=keep)
        table, who = found.table, found.who
        over = table.state is not None and table.turn is OVER
        if not who.host and not (over and who.chair is not None):
            raise errors.HostOnly
        if hides(table):
            raise errors.HiddenYet
        return table

    def export(self, code: str, token: str, *, keep: bool = True) -> str:
        """The table as JSON. Raises as `exportable`."""
        table = self.exportable(code, token, keep=keep)
        return transfer.written(table, self.store.log(table.code, 0, table.seq))

    def export_all(self, token: str) -> Iterator[bytes]:
        """An archive of all tables in this phone's history that it may carry away, piece by piece."""
        return write(self._exports(token))

    def _exports(self, token: str) -> Iterator[tuple[str, str]]:
        for code in self.history.codes(token):
            try:
                yield code, self.export(code, token, keep=False)
            except (errors.HostOnly, errors.HiddenYet, errors.OtherRules, errors.NoSuchTable):
                # Not this phone's to carry; or deleted meanwhile.
                continue

    def carry_in(self, text: str | bytes, token: str, command_id: str | None) -> str:
        """A table here that goes on from an export. Raises `BadImport`, `TooManyTables`."""
        export, table = transfer.read(text, *self.bounds)
        key = None if command_id is None else command_key(hashed(token), "import", command_id)
        return self._add(export, self._arrive(export, table), token, key)

    def carry_all(self, file: IO[bytes], token: str, most: int | None) -> Carried:
        """Adds the tables of an archive that are not here yet, up to `most` (None: any number). All are read first.

        Raises `BadImport` naming the table, `TooManyTables`.
        """
        reader = Reader(file)
        new: list[tuple[str, str, _Arrived]] = []
        known: list[str] = []
        for name in reader.names:
            try:
                export, table = transfer.read(reader.read(name), *self.bounds)
            except BadImport as error:
                raise BadImport(message("in_file", file=name, what=error.what)) from error
            key = command_key("", "archive", f"all-{transfer.digests_of(transfer.events(export))[-1]}"[:64])
            here = self._find_here(export, key)
            if here is None:
                new.append((name, key, self._arrive(export, table)))
            else:
                known.append(here)
        room = self.opening.room() if most is None else min(most, self.opening.room())
        if len(new) > room:
            raise errors.TooManyTables(limit=room)
        for code in known:
            if self.cache.find(code, token).stranger:
                self.phones.watch(code, hashed(token))
        added = [self._add(transfer.decoded(reader.read(name)), arrived, token, key) for name, key, arrived in new]
        return Carried(tuple(added), len(known))

    def _find_here(self, export: transfer.Export, key: str) -> str | None:
        """The table here that came from the same export, or that it was exported from."""
        came = self.store.opened_by(key)
        if came is not None:
            return came
        log = transfer.events(export)
        return export.table if self.store.log(export.table, 0, len(log)) == log else None

    def _arrive(self, export: transfer.Export, table: Table) -> _Arrived:
        """What is added to the log where it arrives: that it did, and that the app has a new seed here."""
        seed = secrets.token_bytes(dice.SEED_BYTES)
        position = "" if table.state is None else table.game.rules.text(table.state)
        bodies: tuple[e.Body, ...] = (e.Carried(position), e.Committed(commitment(seed)))
        first = len(export.log) + 1
        events = tuple(e.Event("", first + n, body, None, "import", None, self.now()) for n, body in enumerate(bodies))
        for event in events:
            table = fold(table, event)
        return _Arrived(events, seed, outline(table))

    def _add(self, export: transfer.Export, arrived: _Arrived, token: str, key: str | None) -> str:
        code = export.table
        own = code if is_code(code) else ""
        events = [*transfer.events(export), *arrived.events]
        return self.opening.create(events, arrived.seed, token, key, arrived.shown, own)
