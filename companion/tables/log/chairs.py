"""The part of the fold that is about chairs: who sits where, under which name, and who is ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.tables.log import entries as e
from companion.tables.log.table import Table


def _seated(table: Table, event: e.Event, body: e.Seated) -> Table:
    table = _unmixed(_unready(table, body.chair), body.chair)
    table = _chair(table, body.chair, name=body.name or "", language=body.language, taken=True, held=True, rival="")
    return _newcomer(table, body.chair, agreed=body.agreed is True)


def _left(table: Table, event: e.Event, body: e.Left) -> Table:
    keep = table.chairs[body.chair].seat is not None
    # What this phone counted for others belongs to them alone now, not to whoever takes its seat.
    counts = tuple((n, replace(count, by=n) if count.by == body.chair else count) for n, count in table.counts)
    table = replace(table, counts=counts, standing=_without(table.standing, body.chair))
    table = _unmixed(_unready(_own_eyes(table, body.chair), body.chair), body.chair)
    return _chair(table, body.chair, held=False, **({} if keep else {"name": "", "taken": False, "rival": ""}))


def _ready(table: Table, event: e.Event, body: e.Readied) -> Table:
    table = _unready(table, body.chair)
    return replace(table, ready=(*table.ready, body.chair)) if body.yes else table


def _unready(table: Table, chair: int) -> Table:
    """The table where that chair's player has not said to be ready."""
    return replace(table, ready=_without(table.ready, chair))


def _unmixed(table: Table, chair: int) -> Table:
    """The table where another phone may mix into the dice for that chair, unless the app has rolled."""
    if not table.mixable:
        return table
    return replace(table, mixed=tuple(mixture for mixture in table.mixed if mixture.chair != chair))


def _named(table: Table, event: e.Event, body: e.Named) -> Table:
    return _chair(table, body.chair, name=body.name or "", language=body.language, taken=True)


def _given(table: Table, event: e.Event, body: e.Given) -> Table:
    given = _chair(_unmixed(table, body.chair), body.chair, taken=True, held=True, rival="")
    # By a code from the old phone it is the same player's, and goes on as that did.
    return given if body.by == "code" else _newcomer(given, body.chair, agreed=body.agreed is True)


def _rival(table: Table, event: e.Event, body: e.RivalSeated) -> Table:
    name = body.name or table.chairs[body.chair].name
    table = replace(_unready(table, body.chair), shared=_without(table.shared, body.chair))
    return _chair(table, body.chair, name=name, taken=True, rival=body.player)


def _newcomer(table: Table, chair: int, *, agreed: bool) -> Table:
    """The table where another phone has come to this chair. Nobody looks at that hand on a shared phone any more, and
    what its player was asked is not asked of whoever came: it may be the asker."""
    standing = (*_without(table.standing, chair), *((chair,) if agreed else ()))
    table, asked = _own_eyes(table, chair), table.asked
    if agreed or (asked is not None and asked.of is not None and chair in asked.of):
        asked = None
    return replace(table, standing=standing, shared=_without(table.shared, chair), asked=asked)


def _own_eyes(table: Table, chair: int) -> Table:
    """The table where what the phone of this chair was lent to is over: another one comes."""
    return replace(table, lent=tuple(one for one in table.lent if one[0] != chair)) if table.lent else table


def _without(chairs: tuple[int, ...], chair: int) -> tuple[int, ...]:
    return tuple(other for other in chairs if other != chair)


def _chair(table: Table, number: int, **changes: object) -> Table:
    chairs = list(table.chairs)
    chairs[number] = replace(chairs[number], **changes)
    return replace(table, chairs=tuple(chairs))


FOLDERS: Mapping[type, Callable[[Table, e.Event, Any], Table]] = {
    e.Seated: _seated,
    e.Left: _left,
    e.Named: _named,
    e.Given: _given,
    e.Readied: _ready,
    e.RivalSeated: _rival,
}
