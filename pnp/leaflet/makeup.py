"""The make-up of a leaflet's pages: feet left empty, headings left alone, and what was parted though it belongs
together. Each is a warning at the line of the leaflet that wants a change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.findings import Finding, Place
from pnp.leaflet.look import Setting
from pnp.leaflet.strips import SHORT, Row, Strip, foot

_ROUNDING = 1e-6


def make_up(pages: Sequence[Sequence[Row]], setting: Setting, file: str) -> Iterator[Finding]:
    """What is poor in the make-up of a leaflet's body. A page that ends with `---`, or the leaflet, is as short as
    it is meant to be."""
    for number, (rows, following) in enumerate(pairwise(pages), setting.first):
        last, after = rows[-1].strip, _begun(following)
        place = Place(file, after.line)
        empty = 1.0 - foot(rows) / setting.height
        if last.heading:
            hint = "shorten what comes after it, so that some of it fits below"
            message = f"the heading is the last thing on page {number}"
            yield Finding("warning", "heading-last", Place(file, last.line), message, hint)
        if not after.fresh and empty > SHORT + _ROUNDING:
            message = f"the foot of page {number} is {empty:.0%} empty: what begins here did not fit"
            hint = "make a figure on the page larger, or what begins here smaller; or end the page with `---`"
            yield Finding("warning", "short-page", place, message, hint)
        if after.step and after.step == last.step:
            message = f"a step of the list stands in part on page {number}, in part on the next"
            yield Finding("warning", "step-parted", place, message, "shorten it, or make two steps of it")
    yield from _apart(pages, setting.first, file)


def _begun(rows: Sequence[Row]) -> Strip:
    """What a page begins with, the repeated head of a table left out."""
    return rows[1].strip if len(rows) > 1 and rows[1].strip.head is rows[0].strip else rows[0].strip


def _apart(pages: Sequence[Sequence[Row]], first: int, file: str) -> Iterator[Finding]:
    """Figures on another page than the text that goes with them."""
    on = {row.strip.figure: number for number, rows in enumerate(pages, first) for row in rows if row.strip.figure}
    for number, rows in enumerate(pages, first):
        for row in rows:
            figure = row.strip.beside
            if figure and on.get(figure, number) != number:
                message = f"the figure is on page {on[figure]}, the text that goes with it on page {number}"
                hint = "make the figure smaller, or shorten what stands between"
                yield Finding("warning", "figure-apart", Place(file, figure), message, hint)
