"""Limits for one address, counted by Flask-Limiter in this process's memory."""

from __future__ import annotations

import ipaddress
import math
import time
from functools import lru_cache
from typing import TYPE_CHECKING

from flask import Flask, abort, current_app, g, request
from msgspec import Struct

from companion.tables import TableError
from companion.tables.errors import TooManyRequests, TooManyTables
from companion.web.config import Config
from companion.web.http.served import config, tables
from companion.web.phone import this_phone

if TYPE_CHECKING:
    from flask_limiter import Limiter, RequestLimit
    from limits import RateLimitItem

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
HEAVY = frozenset({"table.score_sheet", "table.picture", "table.export", "history.export", "api.export_table"})
"""Endpoints that take a second or more: PDF files, pictures, exports."""
IMPORTS = frozenset({"history.carried", "api.import_table", "proof.checked"})
"""Endpoints that read exported tables."""
GUESSED = frozenset({"home.join"})
"""Endpoints whose code is a field, not a part of the path."""
WRONG = frozenset({"no_such_table", "bad_code"})
"""Errors that count as a wrong code."""
EXTENSION = "companion.limits"


class Limits(Struct, frozen=True):
    """A Flask-Limiter and the limits that views count themselves, by name."""

    limiter: Limiter
    limits: dict[str, RateLimitItem]


def init_app(app: Flask, config: Config) -> None:
    """Limits requests by address. Call it once all views are registered.

    Without guests, or with `Config.phones` 0, nothing is limited.
    """
    if not config.guests or not config.phones:
        return
    from flask_limiter import Limiter  # the static site has no such package
    from limits import parse

    rates, phones, hundreds = config.rates, config.phones, max(1, config.phones // 100)
    limiter = Limiter(
        client_address,
        app=app,
        storage_uri="memory://",
        strategy="fixed-window",
        application_limits=[f"{rates.posts * phones}/minute"],
        application_limits_exempt_when=_is_safe,
        on_breach=_note_wait,
    )
    limiter.request_filter(lambda: not client_address())
    heavy = limiter.shared_limit(f"{rates.heavy * hundreds}/10 minutes", scope="heavy", override_defaults=False)
    imports = limiter.shared_limit(f"{rates.imports * hundreds}/10 minutes", scope="imports", exempt_when=_is_safe)
    for endpoints, limit in ((HEAVY, heavy), (IMPORTS, imports)):
        for endpoint in endpoints & app.view_functions.keys():
            app.view_functions[endpoint] = limit(app.view_functions[endpoint])  # type: ignore[assignment]  # it may be a coroutine
    counted = {
        "photographs": parse(f"{rates.photographs * hundreds}/10 minutes"),
        "codes": parse(f"{rates.codes}/10 minutes"),
        "seats": parse(f"{rates.seats}/10 minutes"),
        "seats of a phone": parse("1/10 minutes"),
        "seats of a table": parse(f"{rates.seats_of_table}/10 minutes"),
        "tables": parse(f"{rates.tables * phones}/day"),
    }
    app.extensions[EXTENSION] = Limits(limiter, counted)
    app.before_request(_check_codes)


def client_address() -> str:
    """The address that counts: an IPv4 address or the /64 of an IPv6 address. Empty: not limited."""
    return network_of(request.remote_addr or "")


@lru_cache(4096)
def network_of(address: str) -> str:
    """The network that counts as one client: an IPv4 address, or an IPv6 /64.

    Empty for this machine and for unix sockets: there a proxy hides the client, and a limit would hit everybody.
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            return "" if found.is_loopback else str(ipaddress.ip_network((found, 64), strict=False))
        found = found.ipv4_mapped
    return "" if found.is_loopback else str(found)


def spend_table() -> None:
    """Counts a table that this address opens. Raises `TooManyTables`."""
    if _spend("tables"):
        raise TooManyTables(limit=config().rates.tables * config().phones)


def tables_left() -> int | None:
    """How many tables this address may still add today. None: any number."""
    limits = _limits()
    if limits is None:
        return None
    return limits.limiter.limiter.get_window_stats(limits.limits["tables"], client_address(), "tables").remaining


def count_tables(number: int) -> None:
    """Counts tables that an archive brought."""
    if number:
        _spend("tables", cost=number)


def spend_seat_request(code: str) -> None:
    """Counts a request to a table's host for a seat, and the phones that send one. Raises `TooManyRequests`."""
    repeated = _spend("seats of a phone", code, this_phone().token)
    if _spend("seats") or (not repeated and _spend("seats of a table", code)):
        raise TooManyRequests


def spend_photographs(number: int) -> None:
    """Counts photographs that are to be read. 429 when there are too many."""
    if wait := _spend("photographs", cost=number):
        g.wait = wait
        abort(429)


def count_wrong_code(error: TableError) -> None:
    """Counts an error that shows a wrong code of a table or seat."""
    if error.code in WRONG:
        _spend("codes")


def _check_codes() -> None:
    """Refuses guesses after too many wrong codes. Who has a place at the table, behind the same address, goes on."""
    limits, named = _limits(), request.view_args or {}
    if limits is None or ("code" not in named and request.endpoint not in GUESSED):
        return
    limit, key = limits.limits["codes"], (client_address(), "codes")
    code = named.get("code", request.args.get("code", ""))
    if not limits.limiter.limiter.test(limit, *key) and not _belongs(code):
        g.wait = _seconds_until(limits.limiter.limiter.get_window_stats(limit, *key).reset_time)
        abort(429)


def _belongs(code: str) -> bool:
    """Whether this phone holds anything at the table."""
    try:
        me = tables().view_for(code, this_phone().token).me
    except TableError:
        return False
    return me.host or me.chair is not None


def _limits() -> Limits | None:
    """The limits of this app, for an address that is limited."""
    found: Limits | None = current_app.extensions.get(EXTENSION)
    return found if found is not None and client_address() else None


def _spend(name: str, *keys: str, cost: int = 1) -> int:
    """Counts against a limit. Returns the seconds to wait where it is exceeded, else 0."""
    limits = _limits()
    if limits is None:
        return 0
    limit, key = limits.limits[name], (client_address(), name, *keys)
    if limits.limiter.limiter.hit(limit, *key, cost=cost):
        return 0
    return _seconds_until(limits.limiter.limiter.get_window_stats(limit, *key).reset_time)


def _seconds_until(when: float) -> int:
    return max(1, math.ceil(when - time.time()))


def _is_safe() -> bool:
    return request.method in SAFE


def _note_wait(breached: RequestLimit) -> None:
    g.wait = _seconds_until(breached.window.reset_time)
