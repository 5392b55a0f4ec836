"""The companion's address, as codes and pages bear it."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

LONGEST_ADDRESS = 60
"""Characters of a companion address: more would make the printed codes too fine to read (see docs/kit-format.md)."""


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
    # urlsplit drops tabs and line ends silently.
    if any(char <= " " for char in address) or not _is_host(parts.hostname) or not re.fullmatch(_PATH, parts.path):
        raise ValueError(f"'{text}' has characters that addresses cannot have")
    if len(address) > LONGEST_ADDRESS:
        raise ValueError(f"the address has {len(address)} characters; more than {LONGEST_ADDRESS} make poor QR codes")
    return address


_NAME = r"[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?"
_PATH = r"[A-Za-z0-9._~!$&()*+,;=:@%/-]*"
"""What RFC 3986 allows in a path, but for the apostrophe, which ends a quotation wherever an address is shown."""


def _is_host(host: str) -> bool:
    """Whether it is a name, in the letters that name servers know, or a number of IPv4 or IPv6."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return bool(re.fullmatch(_NAME, host))
    return "%" not in host
