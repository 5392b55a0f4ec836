"""Many files in one, as `static/pack.js` takes them apart."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

DIGITS = 8
"""Of the length of the list, which comes first."""
MARK = 16
"""Characters of a digest in the name of a part."""


class File(Struct, frozen=True, order=True):
    """A file of a pack: its path from where the pack lies, its media type, its bytes."""

    path: str
    type: str
    data: bytes


def pack(files: Iterable[File]) -> bytes:
    """All of them as one, in the order of their paths."""
    ordered = sorted(files)
    listed = msgspec.json.encode([(one.path, one.type, len(one.data)) for one in ordered])
    return b"".join([b"%0*d" % (DIGITS, len(listed)), listed, *(one.data for one in ordered)])


class Part(Struct, frozen=True):
    """A pack as it is fetched: its name, its digest before it was compressed, and its bytes, as gzip."""

    name: str
    digest: str
    data: bytes
    later: bool = False
    """It comes when the app is there already, or when something in it is asked for."""


def compressed(data: bytes) -> bytes:
    """As gzip, without a time."""
    return gzip.compress(data, 9, mtime=0)


def part(name: str, data: bytes, compress: Callable[[bytes], bytes] = compressed, *, later: bool = False) -> Part:
    """A pack as a part of a site."""
    return Part(name, hashlib.sha256(data).hexdigest()[:MARK], compress(data), later)
