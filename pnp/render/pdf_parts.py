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
from pnp.text.fonts import Font, FontBook
from pnp.text.pieces import ICON_EM
from pnp.text.places import places
from pnp.text.scripts import is_formed

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


def split_item(item: Item | Placed, links: Sequence[Link], fonts: FontBook) -> Iterator[Part]:
    """A thing on a page, parted where a link begins or ends. Words and signs are parted, and a run of words between its
    letters; lines and grounds go with what was drawn before them."""
    if not isinstance(item, Group) or item.clip is not None or item.see_through:
        yield Part(item)
        return
    numbered: list[tuple[Item, int | None]] = []
    before: int | None = None
    for inner in item.items:
        shares = _shares(inner, item.matrix, links, fonts) if isinstance(inner, Text) else ()
        if shares and isinstance(inner, Text) and not is_formed(inner.text):
            yield from _joined(item, numbered)
            numbered = []
            yield Part(replace(item, items=(inner,)), shares=shares)
        else:  # what is formed is drawn as shapes, each where it stands
            numbered += shares or [(inner, _number(inner, item.matrix, links, before))]
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


def _shares(run: Text, matrix: Matrix, links: Sequence[Link], fonts: FontBook) -> tuple[Share, ...]:
    """The parts of a run, each a run as well, if a link holds some of its letters and not all."""
    line = mapped(matrix, _line(run))
    if not any(_parts(link.box, line) for link in links):
        return ()
    begun: list[tuple[int, float, int | None]] = []
    for index, x, number in _letters(run, matrix, links, fonts.font(run.font)):
        if not begun or number != begun[-1][2]:
            begun.append((index, x, number))
    if len(begun) < 2:
        return ()
    ended = [*((index, x) for index, x, _ in begun[1:]), (len(run.text), run.x + run.width)]
    return tuple((_cut(run, (first, x), end), number) for (first, x, number), end in zip(begun, ended, strict=True))


def _letters(run: Text, matrix: Matrix, links: Sequence[Link], font: Font) -> Iterator[tuple[int, float, int | None]]:
    """The place of each letter in a run, where the pen is before it, and the link that holds its middle; what has no
    width, as an accent, goes with the letter before it."""
    kerns, letters = dict(run.kerns), places(run, font)
    rights = [*(x for _, x in letters[1:]), run.x + run.width]
    index, number = 0, None
    for (letter, x), right in zip(letters, rights, strict=True):
        if right > x or not index:
            number = _held(mapped(matrix, Box((x + right) / 2, _line(run).y, 0.0, 0.0)), links)
        yield index, x - kerns.get(index, 0.0), number
        index += len(letter)


def _cut(run: Text, start: tuple[int, float], end: tuple[int, float]) -> Text:
    """A part of a run, from one letter to before another: their places in it, and where the pen is before them."""
    (first, x), (last, right) = start, end
    kerns = tuple((index - first, shift) for index, shift in run.kerns if first <= index < last)
    return replace(run, x=x, text=run.text[first:last], width=right - x, kerns=kerns)


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
    """A name as a run on each sign of an item: as wide as the sign, in the size and on the line of the words around."""
    if isinstance(item, Group):
        for inner in item.items:
            yield from sign_names(inner, name, font, item.matrix)
    elif isinstance(item, Use):
        box = mapped(matrix, mapped(item.matrix, Box(0.0, 0.0, item.art.width, item.art.height)))
        em = box.height / ICON_EM
        line = box.y + (box.height + font.x_height * em) / 2
        text = name if len(name) > 1 else f"{name} "
        own = sum(font.shape(character).width for character in text) * em
        shift = (box.width - own) / (len(text) - 1)
        kerns = tuple((index, shift) for index in range(1, len(text)))
        yield Text(box.x, line, text, font.face, em / MM_PER_POINT, BLACK, box.width, kerns)
