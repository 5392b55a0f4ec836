"""Runs that name a build only together: its id is in pieces where one typeface lacks some of its letters or digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from pnp.render.kept import TextItem
from pnp.scene import Text

Run = TypeVar("Run", Text, TextItem)

_TOUCH = 0.01
"""Millimetres between runs that follow one another, for roundings."""


def naming(items: Sequence[object], build: str) -> Iterator[slice]:
    """Where among items runs of one line stand that name a build together, and none of them by itself."""
    start = 0
    while start < len(items):
        end = start + 1
        while end < len(items) and _follows(items[end - 1], items[end]):
            end += 1
        if end - start > 1:
            texts = [item.text for item in items[start:end] if isinstance(item, Text | TextItem)]
            if build in "".join(texts) and not any(build in text for text in texts):
                yield slice(start, end)
        start = end


def as_one(runs: Sequence[Run]) -> Run:
    """Runs of one line as the first of them, with all that they say."""
    return replace(runs[0], text="".join([run.text for run in runs]))


def _follows(first: object, second: object) -> bool:
    if not isinstance(first, Text | TextItem) or not isinstance(second, Text | TextItem):
        return False
    return (first.y, first.size) == (second.y, second.size) and abs(first.x + first.width - second.x) < _TOUCH
