"""Settings of a server, and what the app serves."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from flask import current_app, request
from msgspec import Struct

from companion.tables import Tables

LogLevel = Literal["quiet", "plain"]
"""`quiet`: warnings and errors; `plain`: each request too."""


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
    streams: int = 200
    """Most event streams at once; each holds a thread."""
    phones: int = 100
    """How many phones may share one address, as in a club. 0: addresses are not limited."""
    rates: Mapping[str, int] = {}
    """Other limits of one address than the usual ones (`limits.RATES`)."""
    rivals: tuple[str, ...] = ()
    """The players of the engine that may be seated, each by name; empty: nobody plays here for the app."""
    letters: int = 5
    """Letters of the codes of new tables."""
    heartbeat: float = 5.0
    """Seconds of silence after which a stream sends a comment."""
    pace: float = 3.0
    """Seconds for each line of the count at the end of a game; 0: all of it at once."""
    body: int = 64 * 1024
    """Largest request body in bytes: forms are small."""
    announce: bool = False
    """Tell the terminal of each table that is opened."""
    named: str = ""
    """The address by the name that is announced on the network; empty: it is not."""
    names: tuple[str, ...] = ()
    """More names that the server is opened by (`hosts.parse_host_name`), beside its own."""
    guests: bool = True
    """Other phones come to the tables; false: all who play share the one that this runs on, and nothing is said of
    others."""
    press: bool = True
    """Score sheets and pictures are made on demand; false: no page offers them."""
    output: Path | None = Path("output")
    """The folder that `pnp build` wrote; its files are offered for printing. None: no such page."""
    kits_made: tuple[MadeKit, ...] = ()
    """On a static site: the kits that lie beside the app as files."""
    templates: Path | None = None
    """A folder of all templates, compiled beforehand; none: each is compiled when it is first asked for."""
    watched: bool = True
    """Programs may ask how it goes: ``/healthz`` and ``/metrics``."""
    proxies: int = 0
    """How many proxies stand before the server: so many entries of ``X-Forwarded-For`` and its like are believed."""
    log: LogLevel = "quiet"


def tables() -> Tables:
    """The tables that the app serves."""
    served: tuple[Tables, Config] = current_app.extensions["companion"]
    return served[0]


def config() -> Config:
    """How the app is served."""
    served: tuple[Tables, Config] = current_app.extensions["companion"]
    return served[1]


def address() -> str:
    """The address that QR codes carry."""
    return config().address or request.host_url.rstrip("/")


def link(path: str) -> str:
    """The full address of a path, as QR codes carry it."""
    return f"{address()}{config().entrance}{path}"
