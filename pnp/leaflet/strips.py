"""Strips: the lines, rows and figures of a leaflet, in order; and the pages that they fill.

Pages are chosen as a whole: of all ways to part the strips, the one that leaves least unevenly filled pages and
breaks nothing that belongs together. So no heading ends a page, and no line of a paragraph is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from pnp.leaflet import look
from pnp.scene import Anchor, Item, Link, Placed

_APART = 1000.0
"""Cost of a page break inside what belongs together: more than any empty page, so only if nothing else is left."""
_PAGE = 12.0
"""Cost of a page itself: one page fewer is worth a break or two in a less good place."""
_ALL_BUT, _FORLORN = 0.9, 10.0
"""A page that ends the text, or a part of it, with next to nothing on it, and what that costs."""
WITHIN, BETWEEN, BEFORE_HEADING = 6.0, 3.0, 1.0
"""Cost of a page break within a block, between two, and before a heading. A page one quarter empty costs 6."""


STRETCH = 0.75
"""How much wider the gaps of a page become, at most, where it would end far above its foot."""
SHORT = 0.2
"""A page of which more than this stays empty is a finding."""


class Strip(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a page that no page break divides; its own top left is (0, 0), mm.

    `gap` is kept free above it, but at the top of a page. `above` is drawn only where the gap is. `glue`: the
    next strip belongs to the same page. `panel` is the number of the panel it stands in, 0 for none. `head` is
    set again if a page begins with this strip. `chapter` is set where one begins; `fresh` begins a page; `cut` is
    what a page break before it costs.
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
    overfull: str = ""
    line: int = 0


class Row(msgspec.Struct, frozen=True):
    """A strip at its place: `y` of its top below the top of the text."""

    y: float
    strip: Strip


def stack(strips: Sequence[Strip], height: float = 0.0) -> tuple[Row, ...]:
    """One page of strips at their places; its gaps stretched towards a height, if one is given."""
    *_, (_, filled) = _fill(strips, 0)
    gaps = sum(strip.gap for strip in strips[1:])
    wider = min(STRETCH, max(0.0, height - filled) / gaps) if gaps else 0.0
    rows = tuple(row for row, _ in _fill(strips, 0, 1 + wider))
    head = strips[0].head
    return (Row(_top(head), head), *rows) if head is not None else rows


def _top(strip: Strip) -> float:
    """Where the first strip of a page begins."""
    return look.PAD if strip.panel else 0.0


def _fill(strips: Sequence[Strip], first: int, wider: float = 1.0) -> Iterator[tuple[Row, float]]:
    """The strips of a page that begins with `first`, each with the height of a page that ends with it; gaps are so
    many times wider than they must be."""
    head = strips[first].head
    y = _top(head) + head.height if head is not None else 0.0
    panel = head.panel if head is not None else 0
    for index in range(first, len(strips)):
        strip = strips[index]
        if panel and strip.panel != panel:
            y += look.PAD
        if index > first:
            y += strip.gap * wider
        if strip.panel and strip.panel != panel:
            y += look.PAD
        panel = strip.panel
        row = Row(y, strip)
        y += strip.height
        yield row, y + (look.PAD if panel else 0.0)


def paginate(strips: Sequence[Strip], height: float) -> tuple[tuple[Row, ...], ...]:
    """Parts strips into pages of `height` mm. A strip that is higher stands alone on its page."""
    count = len(strips)
    best: list[tuple[float, int]] = [(0.0, 0)] + [(float("inf"), 0)] * count
    for first in range(count):
        for end, (_, filled) in enumerate(_fill(strips, first), first + 1):
            if filled > height + 1e-6 and end > first + 1:
                break
            price = best[first][0] + _price(strips, end, filled, height)
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
    return tuple(stack(strips[first:end], height if end < count else 0.0) for first, end in reversed(cuts))


def short(pages: Sequence[Sequence[Row]], height: float) -> Iterator[tuple[int, float]]:
    """The pages with too empty a foot, by their index, and what part of each is empty: not the last, nor those that
    the text ends by itself."""
    for index, (rows, after) in enumerate(pairwise(pages)):
        empty = 1 - max(row.y + row.strip.height for row in rows) / height
        if empty > SHORT and not after[0].strip.fresh:
            yield index, empty


def _price(strips: Sequence[Strip], end: int, filled: float, height: float) -> float:
    """What a page that ends before strip `end` costs: a little for itself, much for being empty."""
    empty = max(0.0, height - filled) / height
    after = strips[end] if end < len(strips) else None
    if after is None or after.fresh:
        return _PAGE + (_FORLORN if empty > _ALL_BUT else 0.0)
    apart = _APART if strips[end - 1].glue else 0.0
    return _PAGE + 100 * empty * empty + after.cut + apart
