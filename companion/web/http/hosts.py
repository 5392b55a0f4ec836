"""The names that this server goes by: a request that names another host is not meant for it.

A page of another site can have its own name lead to this machine (DNS rebinding); the browser then takes us for
that site and lets its scripts read our pages. What gives it away is `Host`. A literal address cannot be made to
lead elsewhere, so those of home networks are taken as they are: phones may come through a container or a router
that has another one than we.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from functools import lru_cache
from threading import Lock
from urllib.parse import urlsplit

from companion.web.config import Config
from companion.web.http.network import NAME

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

PRIVATE = ("local", "lan", "home", "home.arpa", "internal", "localdomain")
"""Endings that routers give the machines of a home network; nobody can register a name below them."""
NETWORKS = tuple(
    ipaddress.ip_network(one)
    for one in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)
"""Addresses of home networks, links and the machine itself (RFC 1918, 3927, 4193, 4291)."""
LOOK_AGAIN = 10.0
"""Seconds after which the addresses of this machine are looked up again, for one that is not among them."""


def origin_of(text: str) -> str | None:
    """Host and port of an address as `Origin` or `Referer` has it; none: it is none."""
    try:
        return urlsplit(text).netloc or None
    except ValueError:
        return None


@lru_cache(256)
def host_of(text: str) -> str | None:
    """The host that ``name:port`` names, in small letters and without a final dot; none: it names none, or two."""
    if not text or any(letter in text for letter in ",/?#@\\ ") or not text.isascii() or not text.isprintable():
        return None
    try:
        parts = urlsplit(f"//{text}")
        host, _ = parts.hostname, parts.port
    except ValueError:
        return None
    return host.removesuffix(".") if host else None


def plain_name(text: str) -> str:
    """A name for `Config.names`, as somebody types it. Raises `ValueError` for what is none."""
    host = host_of(f"[{text}]" if text.count(":") > 1 and not text.startswith("[") else text)
    if host is None or host != text.strip("[]").lower().removesuffix("."):
        raise ValueError(text)
    return host


@lru_cache(256)
def _literal(host: str) -> Address | None:
    """The address that a host is; none: it is a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


@lru_cache(256)
def _at_home(address: Address) -> bool:
    return any(address in network for network in NETWORKS)


class Hosts:
    """The names of one server. Any thread may ask."""

    def __init__(self, config: Config) -> None:
        own = socket.gethostname().lower().removesuffix(".")
        first = own.partition(".")[0]
        given = (urlsplit(config.address).hostname, urlsplit(config.named).hostname, *config.names)
        self._names = {"localhost", NAME, own, first, *(f"{first}.{ending}" for ending in PRIVATE)}
        self._names |= {name for name in given if name}
        self._addresses = frozenset[str]()
        self._looked = -LOOK_AGAIN
        self._lock = Lock()

    def own(self, sent: str) -> bool:
        """Does a `Host` header name this server?"""
        host = host_of(sent)
        if host is None:
            return False
        if host in self._names or host.endswith(".localhost"):
            return True
        address = _literal(host)
        return address is not None and (_at_home(address) or str(address) in self._machine())

    def _machine(self) -> frozenset[str]:
        """The addresses of this machine's interfaces, which change as it goes from network to network."""
        with self._lock:
            if time.monotonic() - self._looked >= LOOK_AGAIN:
                import ifaddr  # only where somebody comes by an address that is not at home

                found = (ip.ip if isinstance(ip.ip, str) else ip.ip[0] for a in ifaddr.get_adapters() for ip in a.ips)
                self._addresses = frozenset(str(ipaddress.ip_address(one.partition("%")[0])) for one in found)
                self._looked = time.monotonic()
            return self._addresses
