"""PDF objects, and the file that they are written to, one by one (ISO 32000-1, 7.3 and 7.5)."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import md5
from typing import BinaryIO, TypeAlias

import msgspec

_ODD = re.compile(rb"[\x00-\x20()<>\[\]{}/%#\x7f-\xff]")
_ESCAPED = str.maketrans({"\\": r"\\", "(": r"\(", ")": r"\)", "\r": r"\r"})

COMPRESSION = 4
"""zlib's level: two thirds of the time of the usual 6, for files that are some 1 % larger."""


class Name(str):
    """A name, without its slash."""

    __slots__ = ()


class Reference(msgspec.Struct, frozen=True):
    """Stands for an object of the file, by its number."""

    number: int


class Written(bytes):
    """A value as it stands in the file: what is the same wherever it stands is written once."""

    __slots__ = ()


Value: TypeAlias = "bool | int | float | str | Name | Reference | Written | Sequence[Value] | dict[str, Value] | None"
"""Strings are texts to read, sequences are arrays; None is null."""


def written(value: Value) -> bytes:
    """A value as it stands in a file. Numbers are told to a ten-thousandth."""
    match value:
        case Written():
            return value
        case Name():
            return _name(value)
        case str():
            return _text(value)
        case Reference(number):
            return b"%d 0 R" % number
        case bool():
            return b"true" if value else b"false"
        case int():
            return b"%d" % value
        case float():
            return f"{value:.4f}".rstrip("0").rstrip(".").encode()
        case None:
            return b"null"
        case dict():
            return b"<<" + b" ".join(_name(key) + b" " + written(one) for key, one in value.items()) + b">>"
        case _:
            return b"[" + b" ".join(map(written, value)) + b"]"


@lru_cache(maxsize=512)
def _name(name: str) -> bytes:
    return b"/" + _ODD.sub(lambda odd: b"#%02X" % odd[0][0], name.encode())


def _text(text: str) -> bytes:
    if text.isascii() and text.isprintable():
        return b"(" + text.translate(_ESCAPED).encode() + b")"
    return b"<FEFF" + text.encode("utf-16-be").hex().encode() + b">"


class PdfFile:
    """A file while it is written: each object goes out as soon as it is whole. It `packs` its streams, or leaves them
    as they are."""

    def __init__(self, out: BinaryIO, version: str, *, packs: bool = True) -> None:
        self.packs = packs
        self._out = out
        self._places: dict[int, int] = {}
        self._count = 0
        self._length = 0
        self._digest = md5(usedforsecurity=False)
        # Bytes beyond ASCII say that the file is no text to those who carry it.
        self._write(b"%%PDF-%s\n%%\xb5\xed\xae\xfb\n" % version.encode())

    def reserve(self) -> Reference:
        """Stands for an object that will be put there."""
        self._count += 1
        return Reference(self._count)

    def put(self, place: Reference, value: Value) -> None:
        """Writes an object that was promised."""
        self._object(place, written(value))

    def add(self, value: Value) -> Reference:
        """Writes an object."""
        place = self.reserve()
        self.put(place, value)
        return place

    def add_stream(self, said: Mapping[str, Value], data: bytes) -> Reference:
        """Writes a stream, which is packed, if the file packs, unless `said` names its filter already, or that it has
        none."""
        place = self.reserve()
        self.put_stream(place, said, data)
        return place

    def put_stream(self, place: Reference, said: Mapping[str, Value], data: bytes) -> None:
        """Writes a stream that was promised."""
        if "Filter" not in said and self.packs:
            said, data = {**said, "Filter": Name("FlateDecode")}, zlib.compress(data, COMPRESSION)
        told = {**said, "Length": len(data)}
        if told.get("Filter", "") is None:
            del told["Filter"]
        self._object(place, b"%s\nstream\n%s\nendstream" % (written(told), data))

    def finish(self, catalogue: Reference, information: Reference) -> None:
        """Writes where all objects lie. Raises ValueError if one that was promised never came."""
        start = self._length
        missing = [number for number in range(1, self._count + 1) if number not in self._places]
        if missing:
            raise ValueError(f"objects that were promised never came: {missing}")
        rows = b"".join(b"%010d 00000 n \n" % self._places[number] for number in range(1, self._count + 1))
        name = Written(b"<%s>" % self._digest.hexdigest().encode())
        trailer: dict[str, Value] = {
            "Size": self._count + 1,
            "Root": catalogue,
            "Info": information,
            "ID": [name, name],
        }
        self._write(b"xref\n0 %d\n0000000000 65535 f \n%s" % (self._count + 1, rows))
        self._write(b"trailer\n%s\nstartxref\n%d\n%%%%EOF\n" % (written(trailer), start))

    def _object(self, place: Reference, data: bytes) -> None:
        self._places[place.number] = self._length
        self._write(b"%d 0 obj\n%s\nendobj\n" % (place.number, data))

    def _write(self, data: bytes) -> None:
        self._digest.update(data)
        self._length += len(data)
        self._out.write(data)
