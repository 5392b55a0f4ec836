"""Strips: the lines, rows and figures of a leaflet, in order; and the pages that they fill.

Pages are chosen as a whole: of all ways to part the strips, the one that leaves least unevenly filled pages and
breaks nothing that belongs together. So no heading ends a page, and no line of a paragraph is left alone. What is
still free at the foot of a page goes to its gaps, as far as they may grow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from pnp.leaflet import look
from pnp.scene import Anchor, Item, Link, Placed, Use

_APART = 1000.0
"""Cost of a page break inside what belongs together: more than any empty page, so only if nothing else is left."""
_PAGE = 12.0
"""Cost of a page itself: one page fewer is worth a break or two in a less good place."""
WITHIN, BETWEEN, BEFORE_HEADING = 6.0, 3.0, 1.0
"""Cost of a page break within a block, between two, and before a heading. A page one quarter empty costs 6."""
WITHIN_STEP = 40.0
"""Cost of a page break within a step of a numbered list: it is read while a hand does it."""
STRETCH = 0.6
"""By how much of itself a gap between blocks may grow. A line of 12.5 pt is 4.4 mm: a chapter’s gap grows by more, one
between paragraphs by a fifth of it."""
SHORT = 0.2
"""The part of a page that may be left empty at its foot."""
_SHORT = 20.0
"""Cost of a foot emptier than that, besides what emptiness costs anyway; and of a page for a line or two at an end."""
_LEAST = 0.1
"""The part of a page that the last one, or one that is ended on purpose, should fill."""


Path: TypeAlias = tuple[tuple[str, str], ...]
"""Parts of a leaflet, the outermost first: the role of each in PDF, and its name."""


class Strip(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a page that no page break divides; its own top left is (0, 0), mm.

    `gap` is kept free above it, but at the top of a page. `above` is drawn only where the gap is. `glue`: the
    next strip belongs to the same page. `panel` is the number of the panel it stands in, 0 for none. `head` is
    set again if a page begins with this strip. `chapter` is set where one begins; `fresh` begins a page; `cut` is
    what a page break before it costs.
    `heading`: it is a line of one. `step` is the number of the step of a list in which it stands, counted through the
    leaflet, 0 for none. `figure` is the figure that it draws, `beside` the one that it must not be parted from: each
    by its line of the file, 0 for none.
    `labels` are the bullets and numbers of the items of lists that begin with it, each with the part that it is.
    `path` leads to the part of the leaflet that its items are, for those who do not see it (see `pnp.scene.Tag`); of a
    row of a table, `cells` are those of the items that make up each cell, and
    `head_row` says that they are heads. `pictured` leads to the figure that is
    placed, `alt` says what that shows; `signs` are those among the words, each with what it is called.
    `overfull` is a text that stands out of its column; `line` that of the file.
    """

    height: float
    gap: float = 0.0
    items: tuple[Item, ...] = ()
    above: tuple[Item, ...] = ()
    placed: tuple[Placed, ...] = ()
    links: tuple[Link, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    glue: bool = False
    panel: int = 0
    head: Strip | None = None
    chapter: str = ""
    fresh: bool = False
    cut: float = WITHIN
    heading: bool = False
    step: int = 0
    figure: int = 0
    beside: int = 0
    overfull: str = ""
    line: int = 0
    labels: tuple[tuple[Path, tuple[Item, ...]], ...] = ()
    path: Path = ()
    cells: tuple[tuple[int, int], ...] = ()
    head_row: bool = False
    pictured: Path = ()
    alt: str = ""
    signs: tuple[tuple[Use, str], ...] = ()


class Row(msgspec.Struct, frozen=True):
    """A strip at its place: `y` of its top below the top of the text."""

    y: float
    strip: Strip


def stack(strips: Sequence[Strip], height: float = 0.0) -> tuple[Row, ...]:
    """One page of strips at their places; its gaps grow for it to fill `height` mm, as far as they may."""
    *_, (_, filled, gaps) = _fill(strips, 0)
    growth = min(STRETCH, max(0.0, height - filled) / gaps) if gaps else 0.0
    rows = tuple(row for row, *_ in _fill(strips, 0, 1.0 + growth))
    head = strips[0].head
    return (Row(_top(head), head), *rows) if head is not None else rows


def foot(rows: Sequence[Row]) -> float:
    """Where a page ends, mm below the top of the text."""
    return max(row.y + row.strip.height + (look.PAD if row.strip.panel else 0.0) for row in rows)


def _top(strip: Strip) -> float:
    """Where the first strip of a page begins."""
    return look.PAD if strip.panel else 0.0


def _fill(strips: Sequence[Strip], first: int, growth: float = 1.0) -> Iterator[tuple[Row, float, float]]:
    """The strips of a page that begins with `first`, each with the height of a page that ends with it, and what of
    that are gaps that may grow: those in a panel may not, where its text stands beside a figure."""
    head = strips[first].head
    y = _top(head) + head.height if head is not None else 0.0
    panel = head.panel if head is not None else 0
    gaps = 0.0
    for index in range(first, len(strips)):
        strip = strips[index]
        within = panel and strip.panel == panel
        if panel and not within:
            y += look.PAD
        if index > first:
            y += strip.gap * (1.0 if within else growth)
            gaps += 0.0 if within else strip.gap
        if strip.panel and not within:
            y += look.PAD
        panel = strip.panel
        row = Row(y, strip)
        y += strip.height
        yield row, y + (look.PAD if panel else 0.0), gaps


def paginate(strips: Sequence[Strip], height: float) -> tuple[tuple[Row, ...], ...]:
    """Parts strips into pages of `height` mm. A strip that is higher stands alone on its page."""
    count = len(strips)
    best: list[tuple[float, int]] = [(0.0, 0)] + [(float("inf"), 0)] * count
    for first in range(count):
        for end, (_, filled, gaps) in enumerate(_fill(strips, first), first + 1):
            if filled > height + 1e-6 and end > first + 1:
                break
            price = best[first][0] + _price(strips, end, filled, gaps, height)
            if price < best[end][0]:
                best[end] = (price, first)
            if end < count and strips[end].fresh:
                break
    cuts: list[tuple[int, int]] = []
    end = count
    while end:
        first = best[end][1]
        cuts.append((first, end))
        end = first
    return tuple(stack(strips[first:end], 0.0 if _ends(strips, end) else height) for first, end in reversed(cuts))


def _ends(strips: Sequence[Strip], end: int) -> bool:
    """Whether a page that ends before strip `end` is meant to end there, however empty it is."""
    return end == len(strips) or strips[end].fresh


def _price(strips: Sequence[Strip], end: int, filled: float, gaps: float, height: float) -> float:
    """What a page that ends before strip `end` costs: a little for itself, much for being empty."""
    if _ends(strips, end):
        return _PAGE + (_SHORT if filled < _LEAST * height else 0.0)
    empty = max(0.0, height - filled - gaps * STRETCH) / height
    apart = _APART if strips[end - 1].glue else 0.0
    short = _SHORT if empty > SHORT else 0.0
    return _PAGE + 100 * empty * empty + strips[end].cut + apart + short
