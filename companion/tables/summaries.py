"""Tables in a list: read from a few entries, without replaying games."""

from __future__ import annotations

from companion.tables import entries as e
from companion.tables.store import Store
from companion.tables.tokens import CODE_LENGTH
from companion.tables.views import Summary

_NAMING = ("seat", "name", "leave")


def summaries(store: Store, limit: int) -> tuple[Summary, ...]:
    """The tables opened last, the newest first."""
    rows = store.listing(limit)
    names: dict[str, dict[int, str]] = {row.code: {} for row in rows}
    for event in store.of_kinds(names, _NAMING):
        chairs = names[event.table]
        match event.body:
            case e.Seated(chair, name) | e.Named(chair, name):
                chairs[chair] = name
            case e.Left(chair):
                chairs.pop(chair, None)
    return tuple(
        Summary(
            row.code,
            row.game,
            tuple(names[row.code][chair] for chair in sorted(names[row.code])),
            row.opened_at,
            row.last_at,
            row.seq,
            row.closed,
        )
        for row in rows
    )


def nearest(code: str, codes: list[str]) -> str:
    """The one code that differs in a single letter; empty: none does, or several do."""
    if len(code) != CODE_LENGTH:
        return ""
    near = [other for other in codes if sum(a != b for a, b in zip(code, other, strict=False)) == 1]
    return near[0] if len(near) == 1 else ""
