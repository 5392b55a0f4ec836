"""The cover: a double frame, the title, a picture, what the game is; contents and QR code below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pnp.draw.markup import Span
from pnp.draw.qr import qr_path
from pnp.draw.scene import Anchor, Box, Group, Item, Link, Page, Placed, Rect, Scene, Stroke
from pnp.findings import Finding, Place
from pnp.leaflet import look, signs
from pnp.leaflet.blocks import Document, Figure, Paragraph, plain
from pnp.leaflet.lines import baseline, line_strips, pitch, set_line, text_width
from pnp.leaflet.look import Setting
from pnp.leaflet.pages import contents_lines
from pnp.leaflet.words import Words, player_count

_FRAME = 8.0
_FRAMES_APART = 1.6
_TAIL = 5.6
_SIDE = 17.0
"""From the edge to the cover's text."""
_CODE = 26.0
_LEAST_TITLE = 18.0


class Chapter(NamedTuple):
    """A line of the contents: its title, its page, and the name of its anchor."""

    title: str
    page: int
    anchor: str


def cover_page(
    setting: Setting, words: Words, document: Document, chapters: Sequence[Chapter]
) -> tuple[Page, tuple[Finding, ...]]:
    """The first page, and a finding if what the leaflet says before its first chapter does not fit on it."""
    width, height = setting.size
    items: list[Item | Placed] = [*_frame(setting)]
    title = plain(document.title.spans) if document.title else setting.title
    y = _title(setting, words, title, items)
    y = _opening(setting, document, y, items)
    floor = height - _SIDE - 2.0
    links: list[Link] = []
    bottom = _below(setting, words, chapters, y, floor, items, links)
    findings: tuple[Finding, ...] = ()
    if y > bottom:
        place = Place(document.file, document.title.line if document.title else 1)
        hint = "shorten what stands before the first `##`, or give its figure less height"
        findings = (Finding("error", "cover-full", place, "the cover does not hold all of its text", hint),)
    anchors = (Anchor("cover", 0.0, title),)
    return Page(width, height, tuple(items), links=tuple(links), anchors=anchors), findings


def _frame(setting: Setting) -> tuple[Item, ...]:
    width, height = setting.size
    outer = Box(0.0, 0.0, width, height).inset(_FRAME)
    inner = outer.inset(_FRAMES_APART)
    ink = setting.colour("ink")
    ground = None if setting.low else setting.colour("paper")
    return (
        Rect(outer, ground, Stroke(ink, look.STRONG), look.PANEL_RADIUS + 0.6),
        Rect(inner, None, Stroke(ink, look.FINE), look.PANEL_RADIUS - 0.4),
        signs.fishtail(setting, inner.x + 5.0, inner.y, _TAIL),
        signs.fishtail(setting, inner.right - 5.0 - _TAIL, inner.y, _TAIL),
    )


def _title(setting: Setting, words: Words, title: str, items: list[Item | Placed]) -> float:
    """The title as large as it fits, under it the leaflet's name between two rules, and who can play."""
    measure = setting.size[0] - 2 * _SIDE
    style = replace(look.COVER_TITLE, align="center")
    room = measure - 2 * _TAIL
    size = max(_LEAST_TITLE, min(style.size, style.size * room / max(1.0, text_width(setting, title, style))))
    style = replace(style, size=size)
    y = _FRAME + 9.0 + pitch(look.COVER_TITLE) / 2 + size * 0.118
    items.extend(set_line(setting, title, _SIDE, y, style, measure=measure))
    y += 9.0
    line = replace(look.COVER_LINE, font="display", align="center")
    name = (Span(setting.name, italic=True),)
    items.extend(set_line(setting, name, _SIDE, y, line, measure=measure))
    taken = text_width(setting, name, line) / 2 + 4.0
    rule = measure / 2 - taken
    if rule > 5:
        items.append(signs.rule(setting, _SIDE, y - 1.4, rule, look.FINE))
        items.append(signs.rule(setting, _SIDE + measure - rule, y - 1.4, rule, look.FINE))
    players = replace(look.CONTENTS, align="center", colour="grey")
    items.extend(set_line(setting, player_count(words, setting.players), _SIDE, y + 6.0, players, measure=measure))
    return y + 10.0


def _opening(setting: Setting, document: Document, y: float, items: list[Item | Placed]) -> float:
    """The figures and paragraphs before the first chapter; the height at which they end."""
    measure = setting.size[0] - 2 * _SIDE
    for block in document.cover:
        if isinstance(block, Figure):
            scene = setting.figure(block.face)
            items.append(Placed(scene, (setting.size[0] - scene.width) / 2, y))
            y += scene.height + 5.0
        elif isinstance(block, Paragraph):
            for strip in line_strips(setting, block.spans, _SIDE, measure, look.COVER_TEXT):
                items.append(Group(strip.items, (1.0, 0.0, 0.0, 1.0, 0.0, y)))
                y += strip.height
            y += 2.0
    return y


def _below(
    setting: Setting,
    words: Words,
    chapters: Sequence[Chapter],
    y: float,
    floor: float,
    items: list[Item | Placed],
    links: list[Link],
) -> float:
    """The contents, if there is room, the code beside them, the foot line; the height at which they begin."""
    width = setting.size[0] - 2 * _SIDE
    top = floor
    step = pitch(look.CONTENTS) + 0.7
    head = pitch(look.SMALL_HEAD) + 1.0
    code = _CODE + 8.0 if setting.address else 0.0
    needed = head + step * len(chapters)
    shown = chapters if chapters and max(needed, code) <= floor - y - 2.0 else ()
    block = max(needed if shown else 0.0, code)
    if block:
        top = floor - block
        items.append(signs.rule(setting, _SIDE, top - 3.0, width, look.FINE))
        top -= 3.0
    if shown:
        base = floor - block + baseline(setting, look.SMALL_HEAD)
        items.extend(set_line(setting, words.contents, _SIDE, base, look.SMALL_HEAD))
        room = width - (_CODE + 14.0 if code else 0.0)
        lines, found = contents_lines(setting, shown, _SIDE, floor - block + head, room)
        items.extend(lines)
        links.extend(found)
    if code:
        items.extend(_code(setting, words, floor - block, links))
    line = f"{setting.title} {setting.version} · {setting.build}"
    base = setting.size[1] - _FRAME - _FRAMES_APART - 3.2
    items.extend(set_line(setting, line, _SIDE, base, replace(look.FOOT, align="center"), measure=width))
    return top


def _code(setting: Setting, words: Words, top: float, links: list[Link]) -> tuple[Item | Placed, ...]:
    """The QR code on white, and its address as text."""
    x = setting.size[0] - _SIDE - _CODE
    box = Box(0.0, 0.0, _CODE, _CODE)
    white = Rect(box, "#FFFFFF", None, 1.2)
    scene = Scene(
        _CODE,
        _CODE,
        0.0,
        (white, qr_path(setting.address, box, setting.colour("ink"))),
        codes=((setting.address, box),),
    )
    links.append(Link(box.moved(x, top), setting.address))
    style = replace(look.FOOT, align="right")
    shown = setting.address.removeprefix("http://").removeprefix("https://")
    return (
        Placed(scene, x, top),
        *set_line(setting, words.code, x, top + _CODE + 3.2, style, measure=_CODE),
        *set_line(setting, shown, x, top + _CODE + 6.4, style, measure=_CODE),
    )
