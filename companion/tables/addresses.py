"""What addresses are known by: hashes of theirs, and of the wider networks they are in."""

from __future__ import annotations

from msgspec import Struct

WIDE = 8
"""How many times as much as a /64 a /48 may do."""


class Address(Struct, frozen=True):
    """What an address is known by today: its own hash, and that of the wider network it is in. None: not bounded."""

    own: str | None = None
    wide: str | None = None

    @property
    def networks(self) -> tuple[tuple[str, int], ...]:
        """Those that there are, each with how many times as much it may do."""
        return tuple((who, times) for who, times in ((self.own, 1), (self.wide, WIDE)) if who is not None)
