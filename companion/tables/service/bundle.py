"""Many tables in one file: a ZIP with each table's export in it. Written and read a table at a time."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from typing import IO, Final

import msgspec
from msgspec import Struct

from companion.engine.msgspec_ready import ready
from companion.tables.errors import BadImport, message

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


class _Taken(io.RawIOBase):
    """What was written and not yet taken."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # zipfile writes bytes only
        self._parts.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        """All that was written since the last time."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


def write(tables: Iterable[tuple[str, str]]) -> Iterator[bytes]:
    """The archive of these tables (code and export), piece by piece. The same tables make the same bytes."""
    out, left = _Taken(), list[str]()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_member(NAME), msgspec.json.encode(About(FORMAT)))
        for code, text in tables:
            data = text.encode()
            if len(data) > LARGEST:
                left.append(code)
                continue
            archive.writestr(_member(f"tables/{code}.json"), data)
            yield out.take()
        if left:
            archive.comment = f"Too large, so not in here: {', '.join(left)}."[:LONGEST].encode()
    yield out.take()


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)  # of 1980, so that no clock is in the file
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info


class Reader:
    """An archive that was opened: the names in it, and each export. Nothing in it is trusted."""

    def __init__(self, file: IO[bytes]) -> None:
        try:
            self._archive = zipfile.ZipFile(file)
            self.names = self._checked()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, EOFError) as error:
            raise BadImport(message("broken", what=message("the_file"), detail=str(error))) from error

    def _checked(self) -> tuple[str, ...]:
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
        self._about()
        return tuple(names[1:])

    def _about(self) -> None:
        try:
            about = msgspec.json.decode(self.read(NAME), type=ready(About))
        except msgspec.DecodeError as error:
            raise BadImport(message("in_file", file=NAME, what=str(error))) from error
        if about.format != FORMAT:
            raise BadImport(message("archive_format", found=about.format, known=FORMAT))

    def read(self, name: str) -> bytes:
        """One export, its check sum compared. Raises `BadImport`."""
        try:
            with self._archive.open(name) as member:
                # Sizes that an archive states may be lies, so no more is unpacked than allowed.
                data = member.read(LARGEST + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError) as error:
            raise BadImport(message("file_broken", file=name, detail=str(error))) from error
        if len(data) > LARGEST:
            raise BadImport(message("file_bytes", file=name, most=LARGEST))
        return data
