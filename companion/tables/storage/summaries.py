"""Tables in a list: read from a few entries, without replaying games."""

from __future__ import annotations

from collections.abc import Iterable

from companion.tables.log import entries as e
from companion.tables.log.views import Summary
from companion.tables.storage.store import Store

NAMING = ("seat", "name", "leave")
"""Kinds of entries that give a chair its name, or take it."""


def names_at(events: Iterable[e.Event]) -> dict[str, dict[int, str]]:
    """The names of the chairs of several tables, by entries of those kinds."""
    names: dict[str, dict[int, str]] = {}
    for event in events:
        chairs = names.setdefault(event.table, {})
        match event.body:
            case e.Seated(chair, name) | e.Named(chair, name):
                chairs[chair] = name or ""
            case e.Left(chair):
                chairs.pop(chair, None)
    return names


def summaries(store: Store, limit: int) -> tuple[Summary, ...]:
    """The tables opened last, the newest first."""
    rows = store.listing(limit)
    names = names_at(store.of_kinds([row.code for row in rows], NAMING))
    return tuple(
        Summary(
            row.code,
            row.game,
            tuple(name for _, name in sorted(names.get(row.code, {}).items()) if name),
            row.opened_at,
            row.last_at,
            row.seq,
            row.closed,
        )
        for row in rows
    )
