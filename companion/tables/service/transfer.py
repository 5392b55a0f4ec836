"""Tables that go away and come here: one as JSON, many in an archive."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import IO

from msgspec import Struct

from companion.engine.game import OVER
from companion.tables import errors
from companion.tables.log import dice, transfer
from companion.tables.log import entries as e
from companion.tables.log.fold import fold
from companion.tables.log.outline import Outline, outline
from companion.tables.log.table import Table
from companion.tables.log.visibility import hides
from companion.tables.service import bundle
from companion.tables.service.history import History
from companion.tables.service.opening import Opening
from companion.tables.storage.phones import Phones
from companion.tables.storage.repository import Archive
from companion.tables.storage.store import Store
from companion.tables.tokens import command_key, commitment, hashed, is_code


class Carried(Struct, frozen=True):
    """What an archive brought: tables that are new here, and how many were here already."""

    added: tuple[str, ...]
    known: int


class _Arrived(Struct, frozen=True):
    """The last entries of a table that was carried here, the new seed, and what lists say of it."""

    events: tuple[e.Event, ...]
    seed: bytes
    shown: Outline


class Porter:
    """Writes exports for phones that may have them, and makes tables of them.

    `bounds`: the most entries of a log, and bytes of an entry.
    """

    def __init__(
        self,
        store: Store,
        archive: Archive,
        phones: Phones,
        history: History,
        opening: Opening,
        bounds: tuple[int, int],
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._archive = archive
        self._phones = phones
        self._history = history
        self._opening = opening
        self._bounds = bounds
        self._now = now

    def exportable(self, code: str, token: str, *, keep: bool = True) -> Table:
        """The table, if this phone may carry it away. Raises `HostOnly`, `HiddenYet`."""
        found = self._archive.find(code, token, keep=keep)
        table, who = found.table, found.who
        over = table.state is not None and table.turn is OVER
        if not who.host and not (over and who.chair is not None) and not self._history.is_owner(token):
            raise errors.HostOnly
        if hides(table):
            raise errors.HiddenYet
        return table

    def export(self, code: str, token: str) -> str:
        """The table as JSON."""
        return self._written(self.exportable(code, token))

    def _written(self, table: Table) -> str:
        return transfer.written(table, self._store.log(table.code, 0, table.seq))

    def export_all(self, token: str) -> Iterator[bytes]:
        """An archive of all tables in this phone's history that it may carry away, piece by piece."""
        return bundle.write(self._exports(token))

    def _exports(self, token: str) -> Iterator[tuple[str, str]]:
        for code in self._history.listings.codes(self._history.scope(token)):
            try:
                yield code, self._written(self.exportable(code, token, keep=False))
            except (errors.HostOnly, errors.HiddenYet, errors.OtherRules, errors.NoSuchTable):
                # Not this phone's to carry; or deleted meanwhile.
                continue

    def carry_in(self, text: str | bytes, token: str, command_id: str | None) -> str:
        """A table here that goes on from an export. Raises `BadImport`, `TooManyTables`."""
        export, table = transfer.read(text, *self._bounds)
        key = None if command_id is None else command_key(hashed(token), "import", command_id)
        return self._add(export, self._arrived(export, table), token, key)

    def carry_all(self, file: IO[bytes], token: str, most: int | None) -> Carried:
        """Adds the tables of an archive that are not here yet, up to `most` (None: any number). All are read first.

        Raises `BadImport` naming the table, `TooManyTables`.
        """
        reader = bundle.Reader(file)
        new: list[tuple[str, str, _Arrived]] = []
        known: list[str] = []
        for name in reader.names:
            try:
                export, table = transfer.read(reader.read(name), *self._bounds)
            except errors.BadImport as error:
                raise errors.BadImport(errors.message("in_file", file=name, what=error.what)) from error
            key = command_key("", "archive", f"all-{transfer.digests_of(transfer.events(export))[-1]}"[:64])
            here = self._here(export, key)
            if here is None:
                new.append((name, key, self._arrived(export, table)))
            else:
                known.append(here)
        room = self._opening.room() if most is None else min(most, self._opening.room())
        if len(new) > room:
            raise errors.TooManyTables(limit=room)
        for code in known:
            if self._archive.find(code, token).stranger:
                self._phones.watch(code, hashed(token))
        added = [self._add(transfer.decoded(reader.read(name)), arrived, token, key) for name, key, arrived in new]
        return Carried(tuple(added), len(known))

    def _here(self, export: transfer.Export, key: str) -> str | None:
        """The table here that came from the same export, or that it was exported from."""
        came = self._opening.opened_by(key)
        if came is not None:
            return came
        log = transfer.events(export)
        return export.table if self._store.log(export.table, 0, len(log)) == log else None

    def _arrived(self, export: transfer.Export, table: Table) -> _Arrived:
        """What is added to the log where it arrives: that it did, and that the app has a new seed here."""
        seed = secrets.token_bytes(dice.SEED_BYTES)
        position = "" if table.state is None else table.game.rules.text(table.state)
        bodies: tuple[e.Body, ...] = (e.Carried(position), e.Committed(commitment(seed)))
        first = len(export.log) + 1
        events = tuple(e.Event("", first + n, body, None, "import", None, self._now()) for n, body in enumerate(bodies))
        for event in events:
            table = fold(table, event)
        return _Arrived(events, seed, outline(table))

    def _add(self, export: transfer.Export, arrived: _Arrived, token: str, key: str | None) -> str:
        code = export.table
        own = code if is_code(code) else ""
        events = [*transfer.events(export), *arrived.events]
        return self._opening.create(events, arrived.seed, token, key, arrived.shown, own)
