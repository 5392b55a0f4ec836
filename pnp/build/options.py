"""What a build is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgspec

LONGEST_ADDRESS = 60
"""Characters of a companion address: more would make the printed codes too fine to read (see docs/kit-format.md)."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """One way of printing. `languages` empty means all that the kit has."""

    out: Path
    paper: str = "a4"
    backs: str = "long-edge"
    languages: tuple[str, ...] = ()
    companion: str = "http://silkroad.local:8000"
    ink: Literal["full", "low"] = "full"


def companion_address(text: str) -> str:
    """A companion's address as it is printed: scheme, host and path, without a slash at the end.

    Raises ValueError with the reason, if it is not an address that a phone could open.
    """
    address = text.strip().rstrip("/")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise ValueError(f"'{text}' is not an address: {error}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise ValueError(f"'{text}' is not an address; write it like http://silkroad.local:8000")
    if parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError(f"'{text}' must end with host or path: no '?', '#' or user name")
    if not address.isascii() or any(char <= " " for char in address):
        raise ValueError(f"'{text}' has characters that addresses cannot have")
    if len(address) > LONGEST_ADDRESS:
        raise ValueError(f"the address has {len(address)} characters; more than {LONGEST_ADDRESS} make poor QR codes")
    return address
