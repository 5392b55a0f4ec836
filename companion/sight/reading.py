"""What the process that reads photographs is asked, and what it answers."""

from __future__ import annotations

from msgspec import Struct

from companion.sight.errors import Reason
from companion.sight.kit import Side
from companion.sight.table import Sighted


class Request(Struct, frozen=True, kw_only=True):
    """A file's bytes, the faces of the kit that bear seals, and whether the picture is to be drawn upon."""

    photograph: bytes
    sides: tuple[Side, ...]
    marked: bool = False


class Seen(Struct, frozen=True, kw_only=True, tag="seen"):
    """A photograph read; with what was found drawn into it, as JPEG, if that was asked for."""

    sighted: Sighted
    marked: bytes = b""


class Refused(Struct, frozen=True, tag="refused"):
    """Why a photograph tells nothing, and what to do better."""

    reason: Reason
    message: str


Reply = Seen | Refused
