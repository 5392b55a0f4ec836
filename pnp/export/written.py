"""A file that a way out makes."""

from __future__ import annotations

import msgspec


class Written(msgspec.Struct, frozen=True):
    """A file by its path in the folder of its language, what it is, and its bytes; of a picture its pixels."""

    path: str
    what: str
    data: bytes
    width: int = 0
    height: int = 0
