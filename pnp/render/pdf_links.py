"""What can be tapped on a page: which of its words a link holds, and the link as a PDF file writes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from pnp.render.pdf_objects import Name, Reference, Value
from pnp.scene import MM_PER_POINT, Box, Group, Item, Link, Matrix, Placed, Text, Use, mapped

APART = 0.15
"""A share of the size of type from which runs beside each other have a space between them."""


def runs(item: Item | Placed, links: Sequence[Link]) -> Iterator[tuple[Item | Placed, int | None]]:
    """A thing on a page, parted where a link begins or ends; each part with the number of its link among those of the
    page, if it lies in one. Words and signs are parted; lines and grounds go with what was drawn before them."""
    if not isinstance(item, Group) or item.clip is not None:
        yield item, None
        return
    numbered: list[tuple[Item, int | None]] = []
    for inner in item.items:
        box = _middle(inner)
        before = numbered[-1][1] if numbered else None
        numbered.append((inner, before if box is None else _held(mapped(item.matrix, box), links)))
    for number, part in groupby(numbered, lambda pair: pair[1]):
        yield replace(item, items=tuple(inner for inner, _ in part)), number


def words(item: Item | Placed) -> str:
    """What is written there; runs that stand apart are words of their own."""
    found = ""
    before: Text | None = None
    for run in _texts((item,)):
        apart = before is None or run.y != before.y or run.x - before.x - before.width > APART * run.size * MM_PER_POINT
        found += f" {run.text}" if apart else run.text
        before = run
    return " ".join(found.split())


def _texts(items: Iterable[Item | Placed]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group):
            yield from _texts(item.items)


def annotation(rect: Sequence[float], said: str, target: str | Reference) -> dict[str, Value]:
    """A link: to a place of the file, or to an address of the web. `said` is read to those who do not see it."""
    written: dict[str, Value] = {
        "Type": Name("Annot"),
        "Subtype": Name("Link"),
        "Rect": rect,
        "Border": [0, 0, 0],
        "Contents": said,
    }
    if isinstance(target, Reference):
        return {**written, "Dest": target}
    return {**written, "A": {"Type": Name("Action"), "S": Name("URI"), "URI": target}}


def _middle(item: Item) -> Box | None:
    """A point in the middle of a word or a sign, as a box without width."""
    match item:
        case Text(x=x, y=y, size=size, width=width):
            return Box(x + width / 2, y - 0.3 * size * MM_PER_POINT, 0.0, 0.0)
        case Use(art=art, matrix=matrix):
            return _centre(matrix, Box(0.0, 0.0, art.width, art.height))
        case _:
            return None


def _centre(matrix: Matrix, box: Box) -> Box:
    whole = mapped(matrix, box)
    return Box(whole.x + whole.width / 2, whole.y + whole.height / 2, 0.0, 0.0)


def _held(point: Box, links: Sequence[Link]) -> int | None:
    return next((number for number, link in enumerate(links) if link.box.holds(point)), None)
