"""The parts of a tagged page: items split where links begin and end, the words of links, the names of signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from pnp.scene import (
    ENDS_LINE,
    IDENTITY,
    MM_PER_POINT,
    READ_FIRST,
    SOFT_HYPHEN,
    Box,
    Group,
    Item,
    Link,
    Matrix,
    Placed,
    Text,
    Use,
    mapped,
)
from pnp.scene.colour import BLACK
from pnp.text.direction import turns
from pnp.text.fonts import Font
from pnp.text.wrap import ICON_EM

APART = 0.15
"""A share of the size of type from which runs beside each other have a space between them."""
_EDGE = 0.01
"""mm by which the edge of a link may lie within a run and not part it."""

Share: TypeAlias = tuple[Text, int | None]
"""What of a run lies in one link, or in none."""


class Part(NamedTuple):
    """A thing on a page, and the number of the link that it lies in among those of the page. Of a group with a single
    run that links part, `shares` are the parts of that, each with its own link."""

    item: Item | Placed
    link: int | None = None
    shares: tuple[Share, ...] = ()


def split_item(item: Item | Placed, links: Sequence[Link]) -> Iterator[Part]:
    """A thing on a page, parted where a link begins or ends. Words and signs are parted, and a run of words between its
    letters; lines and grounds go with what was drawn before them."""
    if not isinstance(item, Group) or item.clip is not None or item.see_through:
        yield Part(item)
        return
    numbered: list[tuple[Item, int | None]] = []
    before: int | None = None
    for inner in item.items:
        shares = _shares(inner, item.matrix, links) if isinstance(inner, Text) else ()
        if shares:
            yield from _joined(item, numbered)
            numbered = []
            yield Part(replace(item, items=(inner,)), shares=shares)
        else:
            numbered.append((inner, _number(inner, item.matrix, links, before)))
        before = shares[-1][1] if shares else numbered[-1][1]
    yield from _joined(item, numbered)


def words_of_links(parts: Iterable[Part]) -> Mapping[int, str]:
    """What is written in the links of a thing, by their numbers; runs that stand apart are words of their own."""
    held: dict[int, list[Item | Placed]] = {}
    for part in parts:
        for item, link in part.shares or ((part.item, part.link),):
            if link is not None:
                held.setdefault(link, []).append(item)
    return {link: _words(items) for link, items in held.items()}


def _words(items: Iterable[Item | Placed]) -> str:
    found = ""
    before: Text | None = None
    for run in _texts(items):
        if found.endswith(SOFT_HYPHEN):
            found = found[:-1]
        elif before is not None:
            gap = run.x - before.x - before.width
            found += " " if run.y != before.y or gap > APART * run.size * MM_PER_POINT else ""
        found += run.text.rstrip(f"{ENDS_LINE}{READ_FIRST}")
        before = run
    return found


def _texts(items: Iterable[Item | Placed]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group):
            yield from _texts(item.items)


def _joined(group: Group, numbered: Iterable[tuple[Item, int | None]]) -> Iterator[Part]:
    for number, part in groupby(numbered, lambda pair: pair[1]):
        yield Part(replace(group, items=tuple(inner for inner, _ in part)), number)


def _shares(run: Text, matrix: Matrix, links: Sequence[Link]) -> tuple[Share, ...]:
    """The parts of a run in reading order, each a run as well, if a link holds some of its letters and not all. What
    has no width, as an accent, goes with the letter before it."""
    line = mapped(matrix, _line(run))
    if not any(_parts(link.box, line) for link in links):
        return ()
    begun: list[tuple[int, int | None]] = []
    number = None
    for start, end in run.clusters():
        letter = run.part(start, end)
        if letter.width > 0 or not begun:
            middle = Box(letter.x + letter.width / 2, _line(run).y, 0.0, 0.0)
            number = _held(mapped(matrix, middle), links)
        if not begun or number != begun[-1][1]:
            begun.append((start, number))
    if len(begun) < 2:
        return ()
    ends = [*(start for start, _ in begun[1:]), len(run.glyphs)]
    shares = [(run.part(start, end), number) for (start, number), end in zip(begun, ends, strict=True)]
    return tuple(reversed(shares) if run.right_to_left else shares)


def _parts(link: Box, line: Box) -> bool:
    """Whether a link begins or ends within a run."""
    within = (line.x + _EDGE < edge < line.right - _EDGE for edge in (link.x, link.right))
    return link.y <= line.y <= link.bottom and any(within)


def _number(item: Item, matrix: Matrix, links: Sequence[Link], before: int | None) -> int | None:
    """The link that holds the middle of a word or a sign; of anything else that of what was drawn before it."""
    match item:
        case Text():
            line = _line(item)
            middle = Box(line.x + line.width / 2, line.y, 0.0, 0.0)
        case Use(art=art, matrix=inner):
            whole = mapped(inner, Box(0.0, 0.0, art.width, art.height))
            middle = Box(whole.x + whole.width / 2, whole.y + whole.height / 2, 0.0, 0.0)
        case _:
            return before
    return _held(mapped(matrix, middle), links)


def _line(run: Text) -> Box:
    """A run's line half-way up its letters, as a box without height."""
    return Box(run.x, run.y - 0.3 * run.size * MM_PER_POINT, run.width, 0.0)


def _held(point: Box, links: Sequence[Link]) -> int | None:
    return next((number for number, link in enumerate(links) if link.box.holds(point)), None)


def sign_names(item: Item | Placed, name: str, font: Font, matrix: Matrix = IDENTITY) -> Iterator[Text]:
    """A name as a run on each sign of an item: on the line of the words around it, and no wider than the sign."""
    if isinstance(item, Group):
        for inner in item.items:
            yield from sign_names(inner, name, font, item.matrix)
    elif isinstance(item, Use):
        box = mapped(matrix, mapped(item.matrix, Box(0.0, 0.0, item.art.width, item.art.height)))
        em = box.height / ICON_EM
        line = box.y + (box.height + font.x_height * em) / 2
        text, turned = name if len(name) > 1 else f"{name} ", turns(name)
        *glyphs, last = font.shape(text, turned).glyphs
        own = sum(glyph.advance for glyph in (*glyphs, last))
        shift = (1000 * box.width / em - own) / max(1, len(glyphs))
        spread = (*(replace(glyph, advance=glyph.advance + shift) for glyph in glyphs), last)
        yield Text(box.x, line, text, font.face, em / MM_PER_POINT, BLACK, box.width, spread, right_to_left=turned)
