"""How much a drawing holds: a drawing within a drawing grows fast."""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

from pnp.findings import Finding, KitError, Place
from pnp.scene import Group, Item, Path

MAX_ELEMENTS = 20_000
"""Most elements, those that `use` repeats counted each time."""
MAX_DEPTH = 32
"""Deepest nesting of groups and `use`."""
MAX_SEGMENTS = 100_000
"""Most lines and curves, those that `use` repeats counted each time: thirty times our largest drawing."""


class Tally:
    """Counts what is drawn of a file; raises KitError once that is too much."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._elements = self._segments = 0

    def element(self, element: etree._Element, depth: int = 0) -> None:
        self._elements += 1
        if depth > MAX_DEPTH:
            raise self._error(element, f"nested deeper than {MAX_DEPTH}")
        if self._elements > MAX_ELEMENTS:
            raise self._error(element, f"more than {MAX_ELEMENTS} elements")

    def lines(self, element: etree._Element, count: int) -> None:
        self._segments += count
        if self._segments > MAX_SEGMENTS:
            raise self._error(element, f"more than {MAX_SEGMENTS} lines and curves")

    def items(self, element: etree._Element, items: Iterable[Item]) -> None:
        """Notes what is repeated."""
        for item in items:
            if isinstance(item, Group):
                self.items(element, item.items)
            else:
                self.element(element)
                self.lines(element, len(item.segments) if isinstance(item, Path) else 0)

    def _error(self, element: etree._Element, what: str) -> KitError:
        place = Place(self._file, element.sourceline or 0)
        return KitError([Finding("error", "art-too-large", place, f"the drawing is {what}")])
