"""What a server is told when it starts. Nobody has to choose a secret: whatever is one is made by chance."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Literal

from msgspec import Struct, field


class MadeKit(Struct, frozen=True):
    """A kit that was printed beforehand: for which game, in which language, on which paper; the file, and its bytes."""

    game: str
    language: str
    paper: str
    path: str
    bytes: int


class Config(Struct, frozen=True):
    """How the app is served. `address` is what QR codes carry, such as ``http://192.168.1.20:8000``;
    empty: the address that a request came to."""

    address: str = ""
    entrance: str = ""
    """What stands between the address and a path of the app where no file lies at that: ``/#``, of a site."""
    streams: int = 1024
    """Most event streams at once in each worker."""
    workers: int = 1
    """Processes that answer."""
    phones: int = 100
    """How many phones may share one address (`companion.tables.Limits`)."""
    late: Literal["anybody", "host"] = "anybody"
    """Who sits down at new tables once their game has begun (`companion.tables.Limits`)."""
    rivals: tuple[str, ...] = ()
    """The players of the engine that may be seated, each by name; empty: nobody plays here for the app."""
    letters: int = 5
    """Letters of the codes of new tables."""
    heartbeat: float = 10.0
    """Seconds after which a silent stream says that it is alive, and looks who else is."""
    pace: float = 3.0
    """Seconds for each line of the count at the end of a game; 0: all of it at once."""
    body: int = 64 * 1024
    """Largest request body in bytes: forms are small."""
    announce: bool = False
    """Tell the terminal of each table that is opened."""
    named: str = ""
    """The address by the name that is announced on the network; empty: it is not."""
    names: tuple[str, ...] = ()
    """More names that the server is opened by (`hosts.plain_name`), beside its address and those of the machine."""
    guests: bool = True
    """Other phones come to the tables; false: all who play share the one that this runs on, and nothing is said of
    others."""
    press: bool = True
    """Kits, score sheets and pictures are made on demand; false: no page offers them."""
    kits_made: tuple[MadeKit, ...] = ()
    """Without the press: the kits that lie beside the app as files."""
    templates: Path | None = None
    """A folder of all templates, compiled beforehand; none: each is compiled when it is first asked for."""
    watched: bool = True
    """Programs may ask how it goes: ``/healthz`` and ``/metrics``."""
    prints: Path = Path("data", "prints")
    """The folder of what is printed from the page."""
    kits: Path | None = None
    """A folder of kits that the page prints beside ours."""
    proxies: int = 0
    """How many proxies stand before the server: so many entries of ``X-Forwarded-For`` and its like are believed."""
    log: Literal["quiet", "plain", "json"] = "quiet"
    """What is written about requests (`logs.Form`)."""
    log_key: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    """Makes the tags that stand for tables in the log."""
