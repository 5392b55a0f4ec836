"""What a server is told when it starts. There are no secrets in it: tokens are made by chance."""

from __future__ import annotations

from msgspec import Struct


class Config(Struct, frozen=True):
    """How the app is served. `address` is what QR codes carry, such as ``http://192.168.1.20:8000``;
    empty: the address that a request came to."""

    address: str = ""
    streams: int = 48
    """Most event streams at once; must be well under the number of threads, or nothing else is answered."""
    heartbeat: float = 10.0
    """Seconds after which a silent stream says that it is alive, and looks who else is."""
    body: int = 64 * 1024
    """Largest request body in bytes: forms are small."""
    announce: bool = False
    """Tell the terminal of each table that is opened."""
