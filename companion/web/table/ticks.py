"""Which parts of the table somebody has compared since the game moved last: each is ticked off by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.engine.correction import Corrected
from companion.tables import Line
from companion.tables.log.entries import Checked
from companion.web.context import AnyContext
from companion.web.table.entries import entries
from companion.web.widgets import Zone

RECENT = 80
"""Entries among which ticks are looked for: a table is compared in a few minutes."""
MOVES = ("undo", "redo")
"""Entries that are no moments, and move the game all the same."""
ALL = "all"


def mark(zone: Zone) -> str:
    """How the log names a part of the table: its kind, and which of its kind."""
    return zone.kind if zone.id == zone.kind else f"{zone.kind}.{zone.id}"


def ticks(context: AnyContext, zones: Sequence[Zone]) -> Mapping[str, str]:
    """Of each part that is ticked, by its id, who has compared it. Who sets a part right has compared it, too."""
    found: dict[str, str] = {}
    for line in entries(context, max(0, context.view.seq - RECENT)):
        if line.kind in MOVES or (line.moment and line.kind != "correct"):
            found.clear()
        for zone in _compared(line, zones):
            found.setdefault(zone.id, context.chair_name(line.actor) if line.actor is not None else "")
    return {zone: who or context.words.phrase("the_host") for zone, who in found.items()}


def _compared(line: Line, zones: Sequence[Zone]) -> Iterator[Zone]:
    if isinstance(line.body, Checked):
        yield from (zone for zone in zones if line.body.zone in (ALL, mark(zone)))
    paths = [change.path for effect in line.effects if isinstance(effect, Corrected) for change in effect.changes]
    for zone in zones:
        if any(thing.path == path for thing in zone.things for path in paths):
            yield zone
