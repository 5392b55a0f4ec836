"""Pages round the strips: double rule, running head, fishtails, foot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from pnp.leaflet import look, signs
from pnp.leaflet.blocks import Spans
from pnp.leaflet.lines import set_line, shortened, text_width
from pnp.leaflet.look import Setting
from pnp.leaflet.parts import parts
from pnp.leaflet.strips import Row
from pnp.leaflet.words import Words
from pnp.scene import MM_PER_POINT, Anchor, Box, Group, Item, Link, Page, Passage, Placed, Tag, Text
from pnp.text.markup import Span

_TAIL = (3.4, 5.1)
_TAIL_CLEAR = 0.7
"""Least between the tail at the head and letters below it."""
_FOOT_TAIL = (2.6, 3.6)
_BETWEEN = 4.0
"""Least between the two parts of a running head."""


def left_edge(setting: Setting, number: int) -> float:
    """Where the text of a page begins: of those that lie on the right, the inner margin is the left one."""
    return setting.inside if setting.on_right(number) else setting.outside


def leaflet_page(setting: Setting, words: Words, number: int, chapter: str, rows: Sequence[Row]) -> Page:
    """A finished page of a leaflet's body."""
    left = left_edge(setting, number)
    items: list[Item | Placed] = [*_head(setting, number, chapter, rows), *page_foot(setting, words, number)]
    items.extend(_panels(setting, rows, left))
    links: list[Link] = []
    anchors: list[Anchor] = []
    tags: list[Tag] = []
    for index, row in enumerate(rows):
        y = look.TEXT_TOP + row.y
        if index and row.strip.above:
            items.append(Group(row.strip.above, (1.0, 0.0, 0.0, 1.0, left, y)))
        for part in parts(row.strip):
            tags.extend(part.tags(number, len(items)))
            items.append(Group(part.items, (1.0, 0.0, 0.0, 1.0, left, y)))
        for placed in row.strip.placed:
            if row.strip.pictured:
                tags.append(Tag(len(items), row.strip.pictured, row.strip.alt))
            items.append(replace(placed, x=placed.x + left, y=placed.y + y))
        links.extend(replace(link, box=link.box.moved(left, y)) for link in row.strip.links)
        anchors.extend(replace(anchor, y=anchor.y + y) for anchor in row.strip.anchors)
    return Page(
        *setting.size,
        tuple(items),
        links=tuple(links),
        anchors=tuple(anchors),
        label=str(number),
        tags=tuple(tags),
        passages=tuple(_passages(setting, rows, left)),
    )


def _passages(setting: Setting, rows: Sequence[Row], left: float) -> Iterator[Passage]:
    for row in rows:
        if row.strip.line:
            box = Box(left, look.TEXT_TOP + row.y, setting.width, row.strip.height)
            yield Passage(row.strip.line, box)


def page_foot(setting: Setting, words: Words, number: int) -> tuple[Item, ...]:
    """The foot: what was printed and from which build, the page number under its fishtail."""
    left, width = left_edge(setting, number), setting.width
    y = setting.size[1] - look.FOOT_RULE
    middle = left + width / 2
    tail_width, tail_height = _FOOT_TAIL
    sides = (setting.imprint, words.margin)
    on_left, on_right = sides[::-1] if setting.on_right(number) else sides
    base = y + 4.3
    return (
        signs.rule(setting, left, y, width, look.FINE),
        signs.fishtail(setting, middle - tail_width / 2, y, tail_width, tail_height),
        *set_line(setting, on_left, left, base, look.FOOT),
        *set_line(setting, on_right, left, base, replace(look.FOOT, align="right"), measure=width),
        *set_line(setting, str(number), left, y + 7.2, replace(look.PAGE_NUMBER, align="center"), measure=width),
    )


def _head(setting: Setting, number: int, chapter: str, rows: Sequence[Row]) -> tuple[Item, ...]:
    """The double rule, the kit's name inside, the chapter outside, a fishtail hanging at the outer edge. Where one line
    does not hold both, the chapter is shortened, and the name once it takes more than half."""
    left, width = left_edge(setting, number), setting.width
    outer_right = setting.on_right(number)
    name: Spans = (Span(f"{setting.title}  "), Span(setting.name, italic=True, colour="accent"))
    place: Spans = (Span(chapter, italic=True, colour="grey"),)
    room = width - _BETWEEN if chapter else width
    taken = min(text_width(setting, name, look.RUNNING), room - min(text_width(setting, place, look.RUNNING), room / 2))
    name, place = (
        shortened(setting, spans, most, look.RUNNING) for spans, most in ((name, taken), (place, room - taken))
    )
    base = look.HEAD_RULE - 2.2
    tail_width, _ = _TAIL
    tail_x = width - tail_width if outer_right else 0.0
    tail_y = look.HEAD_RULE + look.RULE_GAP
    tail_height = _tail_height(setting, rows, tail_x, tail_y)
    start, end = (name, place) if outer_right else (place, name)
    return (
        signs.rule(setting, left, look.HEAD_RULE, width, look.STRONG),
        signs.rule(setting, left, look.HEAD_RULE + look.RULE_GAP, width, look.FINE),
        signs.fishtail(setting, left + tail_x, tail_y, tail_width, tail_height),
        *set_line(setting, start, left, base, look.RUNNING),
        *set_line(setting, end, left, base, replace(look.RUNNING, align="right"), measure=width),
    )


def _tail_height(setting: Setting, rows: Sequence[Row], x: float, y: float) -> float:
    """How far the tail at the head, x from where the text of the page begins, hangs from y: less over letters that
    stand up to it, as آ and Ẵ do in headings."""
    width, height = _TAIL
    for row in rows[:1]:
        for item in row.strip.items:
            if isinstance(item, Text) and item.x < x + width and x < item.x + item.width:
                above = setting.fonts.font(item.font).reach(item.glyphs)[0] * item.size * MM_PER_POINT
                height = min(height, look.TEXT_TOP + row.y + item.y - above - _TAIL_CLEAR - y)
    return max(height, width)


def _panels(setting: Setting, rows: Sequence[Row], left: float) -> Iterable[Item]:
    """The ground of each panel, as far as it stands on this page."""
    spans: dict[int, tuple[float, float]] = {}
    for row in rows:
        if row.strip.panel:
            top = spans.get(row.strip.panel, (row.y, 0.0))[0]
            spans[row.strip.panel] = (top, row.y + row.strip.height)
    for top, bottom in spans.values():
        y = look.TEXT_TOP + top - look.PAD
        yield signs.panel(setting, Box(left, y, setting.width, bottom - top + 2 * look.PAD))
