"""The part of the fold that is about chairs: who sits where, under which name, and who is ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.tables.log import entries as e
from companion.tables.log.table import Table


def _seated(table: Table, event: e.Event, body: e.Seated) -> Table:
    table = _unmixed(_unready(table, body.chair), body.chair)
    return _unasked(
        _chair(table, body.chair, name=body.name or "", language=body.language, taken=True, held=True, rival=""),
        body.chair,
    )


def _left(table: Table, event: e.Event, body: e.Left) -> Table:
    keep = table.chairs[body.chair].seat is not None
    # What this phone counted for others belongs to them alone now, not to whoever takes its seat.
    counts = tuple((n, replace(count, by=n) if count.by == body.chair else count) for n, count in table.counts)
    table = _unmixed(_unready(replace(table, counts=counts), body.chair), body.chair)
    return _chair(table, body.chair, held=False, **({} if keep else {"name": "", "taken": False, "rival": ""}))


def _ready(table: Table, event: e.Event, body: e.Readied) -> Table:
    table = _unready(table, body.chair)
    return replace(table, ready=(*table.ready, body.chair)) if body.yes else table


def _unready(table: Table, chair: int) -> Table:
    """The table where that chair's player has not said to be ready."""
    return replace(table, ready=tuple(other for other in table.ready if other != chair))


def _unmixed(table: Table, chair: int) -> Table:
    """The table where another phone may mix into the dice for that chair, unless the app has rolled."""
    if not table.mixable:
        return table
    return replace(table, mixed=tuple(mixture for mixture in table.mixed if mixture.chair != chair))


def _named(table: Table, event: e.Event, body: e.Named) -> Table:
    return _chair(table, body.chair, name=body.name or "", language=body.language, taken=True)


def _given(table: Table, event: e.Event, body: e.Given) -> Table:
    given = _chair(_unmixed(table, body.chair), body.chair, taken=True, held=True, rival="")
    return _unasked(given, body.chair) if body.by == "host" else given


def _rival(table: Table, event: e.Event, body: e.RivalSeated) -> Table:
    name = body.name or table.chairs[body.chair].name
    return _chair(_unready(table, body.chair), body.chair, name=name, taken=True, rival=body.player)


def _unasked(table: Table, chair: int) -> Table:
    """Whoever comes to a chair after a question was not asked it: it may be the asker."""
    asked = table.asked
    if asked is None or asked.of is None:
        return table
    return replace(table, asked=replace(asked, of=tuple(other for other in asked.of if other != chair)))


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
