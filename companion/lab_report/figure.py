"""A figure: a chart with the table of its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from markupsafe import Markup
from msgspec import Struct

from companion.engine.wording import Wording
from companion.tables.history import Range


class Row(Struct, frozen=True):
    """A row of a table: its label, its numbers, and the sample of a filling or a line."""

    label: str
    numbers: tuple[str, ...]
    key: Markup = Markup("")


class Figure(Struct, frozen=True):
    """A chart and the table of its numbers, with the row of sums at its end."""

    id: str
    title: str
    chart: Markup | None
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""
    total: Row | None = None


def make_figure(
    words: Wording,
    key: str,
    draw: Callable[[str], Markup | None],
    heads: Sequence[str],
    rows: Iterable[Row],
    note: str = "",
    total: Row | None = None,
) -> Figure:
    """A figure whose title is a phrase, and the key its id; `heads` are the keys of its columns."""
    title = words.phrase(key)
    return Figure(key, title, draw(title), tuple(map(words.phrase, heads)), tuple(rows), note, total)


def range_labels(ranges: Sequence[Range]) -> list[tuple[str, int]]:
    """The columns of a histogram."""
    return [(f"{one.low}" if one.low == one.high else f"{one.low}–{one.high}", one.number) for one in ranges]
