"""What the things on a strip are to those who do not see them: text, cells of a row, signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

import msgspec

from pnp.leaflet.strips import Path, Strip
from pnp.scene import Item, Tag, Use


class Part(msgspec.Struct, frozen=True):
    """Items one after the other that are one part of a leaflet, or none; `sign` is what a sign among them is called."""

    path: Path
    items: tuple[Item, ...]
    sign: str = ""

    def tags(self, page: int, index: int) -> Iterator[Tag]:
        """What the part is as the item of that index on a page, if it is any."""
        if self.sign and self.path:
            yield Tag(index, (*self.path, ("Span", f"sign {page}.{index}")), self.sign)
        elif self.path:
            yield Tag(index, self.path)


def parts(strip: Strip) -> Iterator[Part]:
    """The items of a strip by the part of the leaflet that they are: labels of lists, then all of them one, or the
    cells of a row, and its rules, which are none; signs stand by themselves within those."""
    signs = dict(strip.signs)
    for label, items in strip.labels:
        yield Part(label, items)
    if not strip.cells:
        yield from _signed(strip.path, strip.items, signs)
        return
    celled = {index for start, end in strip.cells for index in range(start, end)}
    rules = tuple(item for index, item in enumerate(strip.items) if index not in celled)
    if rules:
        yield Part((), rules)
    row = strip.path[-1][1] if strip.path else ""
    for column, (start, end) in enumerate(strip.cells):
        role = "TH" if strip.head_row and end > start else "TD"  # what has no words heads nothing
        path = (*strip.path, (role, f"{row}.{column}")) if strip.path else ()
        yield from _signed(path, strip.items[start:end], signs) if end > start else (Part(path, ()),)


def _signed(path: Path, items: tuple[Item, ...], signs: Mapping[Use, str]) -> Iterator[Part]:
    numbered = ((signs.get(item, "") if isinstance(item, Use) else "", index, item) for index, item in enumerate(items))
    for (sign, _), part in groupby(numbered, lambda each: (each[0], each[1] if each[0] else 0)):
        yield Part(path, tuple(item for _, _, item in part), sign)
