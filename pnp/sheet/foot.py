"""The foot of every page: a 100 mm ruler, what the page is, and how to print it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from pnp.kit.model import Language, Tree
from pnp.scene import Box, Group, Item, Path, Segment, Stroke
from pnp.sheet.marks import GREY, INK
from pnp.sheet.printer import Side
from pnp.sheet.words import Words, words
from pnp.text.fonts import FontBook
from pnp.text.label import line, width_of

RULER_LENGTH = 100
BASE = Stroke(INK, 0.25)
TICK = Stroke(INK, 0.15)
LONG_TICK, MIDDLE_TICK, SHORT_TICK = 2.6, 1.8, 1.1
"""Of ten, five and one millimetres."""
FIRST_SIZE, OTHER_SIZE = 8.0, 7.0
"""Type sizes of the foot's first line and of the others, pt."""
LEADING = 3.0
FISHTAIL = (2.0, 3.0, 0.45)
"""Width, height, and depth of the notch as a share of the height (the series' look: 2 : 3, 45 %)."""
_TEXT_START = 106.0
_INDENT = FISHTAIL[0] + 1.6
_BOUND = re.compile(r"\{([^{}]*)\}")
_GAP = 3.0


class Imprint(msgspec.Struct, frozen=True, kw_only=True):
    """What all feet of one build say: the kit's title and version, its build id, where its companion is.

    `own` is the kit's own text instead, with what it binds in braces; without `shown` there are no feet. `printer` is
    the measured one that the pages are corrected for; `own_words` are the kit's of what the press says.
    """

    title: str
    version: str
    build: str
    address: str = ""
    language: Language = "en"
    accent: str = INK
    own: str = ""
    shown: bool = True
    printer: str = ""
    own_words: Tree = msgspec.field(default_factory=dict)

    @property
    def say(self) -> Words:
        """What the press says, in the language of the kit."""
        return words(self.language, self.own_words)

    @property
    def kit(self) -> str:
        return f"{self.title} {self.version}".strip()


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What one page's foot says: what is on it, and which page of how many it is."""

    titles: tuple[str, ...]
    number: int
    total: int
    side: Side | None = None
    tile: str = ""


def foot(box: Box, imprint: Imprint, standing: Standing, fonts: FontBook) -> tuple[Item, ...]:
    """The foot of a page, in a strip at least 180 mm wide and `FOOT_HEIGHT` high; nothing where there is to be none,
    and where there is no room for one."""
    if not imprint.shown or not box.height:
        return ()
    say = imprint.say
    beside = _Beside(box.x + _TEXT_START, box.right, fonts)
    top = box.y + 2.3
    items: list[Item] = [*ruler(box.x, box.y + 4.1, fonts), beside.tail(box.y, imprint.accent)]
    items += beside.end(say.actual_size, top, FIRST_SIZE, INK, bold=True)
    room = beside.room - width_of(say.actual_size, "text", FIRST_SIZE, fonts, bold=True) - _GAP
    if imprint.own:
        starts = (*_own_lines(imprint, standing, say)[:3], "", "")
        ends = (say.ruler, imprint.printer)
    else:
        head = _headline(imprint.kit, standing.titles, room, fonts, say)
        starts = (head, _position(standing, say), _edition(imprint, say))
        ends = (say.ruler, imprint.address)
    if starts[0]:
        items += beside.start(starts[0], top, FIRST_SIZE, INK)
    for index, (start, end, colour) in enumerate(zip(starts[1:], ends, (INK, GREY), strict=False), 1):
        y = top + index * LEADING
        taken = _GAP if start and end else 0.0
        if start:
            items += beside.start(start, y, OTHER_SIZE, colour)
            taken += width_of(start, "text", OTHER_SIZE, fonts)
        # A printer's long name leaves no room for the address, which the codes say too.
        if end and (end != imprint.address or taken + width_of(end, "text", OTHER_SIZE, fonts) <= beside.room):
            items += beside.end(end, y, OTHER_SIZE, GREY)
    return tuple(items)


class _Beside(msgspec.Struct, frozen=True, eq=False):
    """What stands beside the ruler: a sign with lines that begin at it, and others that end at the other side. It is
    mirrored in what is written from right to left; the ruler stays, and reads as every ruler does."""

    left: float
    right: float
    fonts: FontBook

    @property
    def room(self) -> float:
        """What lines may take together, mm."""
        return self.right - self.left - _INDENT

    def tail(self, y: float, colour: str) -> Path:
        return fishtail(self.right - FISHTAIL[0] if self.fonts.right_to_left else self.left, y, colour)

    def start(self, text: str, y: float, size: float, colour: str) -> tuple[Item, ...]:
        turned = self.fonts.right_to_left
        x = self.right - _INDENT if turned else self.left + _INDENT
        return line(text, x, y, "text", size, colour, self.fonts, "right" if turned else "left")

    def end(self, text: str, y: float, size: float, colour: str, *, bold: bool = False) -> tuple[Item, ...]:
        turned = self.fonts.right_to_left
        x = self.left if turned else self.right
        return line(text, x, y, "text", size, colour, self.fonts, "left" if turned else "right", bold=bold)


def _own_lines(imprint: Imprint, standing: Standing, say: Words) -> list[str]:
    """The lines of the kit's own foot, what it binds filled in."""
    side = {"front": say.front, "back": say.back, None: ""}[standing.side]
    bound = {
        "kit.title": imprint.title,
        "kit.version": imprint.version,
        "build": imprint.build,
        "address": imprint.address,
        "titles": ", ".join(standing.titles),
        "sheet": str(standing.number),
        "sheets": str(standing.total),
        "side": side,
    }
    return [_BOUND.sub(lambda found: bound.get(found[1], ""), one) for one in imprint.own.split("\n")]


def foot_beside(box: Box, imprint: Imprint, standing: Standing, fonts: FontBook) -> tuple[Item, ...]:
    """The foot in one line that reads upwards, in a strip `BESIDE` wide: its ruler, and as much of the rest as its
    length holds."""
    if not imprint.shown or not box.height:
        return ()
    say = imprint.say
    start = RULER_LENGTH + _GAP
    told = (say.actual_size, say.ruler, _position(standing, say), _edition(imprint, say))
    tails = (told, told[:1] + told[2:], told[:1] + told[2:3])
    lines = [
        " · ".join(part for part in (head, *tail, *end) if part)
        for end in ((imprint.address,), ())
        for tail in tails
        for head in _headlines(imprint.kit, standing.titles, say)
    ]
    if imprint.own:
        own = (*_own_lines(imprint, standing, say), say.actual_size, imprint.printer)
        lines = [" · ".join(part for part in own if part)]
    room = box.height - start
    kept = next((one for one in lines if width_of(one, "text", OTHER_SIZE, fonts) <= room), imprint.kit)
    items = (*_ticks(0.0, box.width - 0.3, 1.0), *line(kept, start, box.width - 0.9, "text", OTHER_SIZE, INK, fonts))
    return (Group(items, (0.0, -1.0, 1.0, 0.0, box.x, box.bottom)),)


def ruler(x: float, y: float, fonts: FontBook) -> tuple[Item, ...]:
    """A ruler of 100 mm whose baseline begins at (x, y), ticks upwards, numbers below."""
    numbers = (
        item
        for mark in range(0, RULER_LENGTH + 1, 10)
        for item in line(str(mark), x + mark, y + 3.0, "figure", OTHER_SIZE, INK, fonts, "center")
    )
    return (*_ticks(x, y, 1.0), *numbers)


def fishtail(x: float, y: float, colour: str, scale: float = 1.0) -> Path:
    """The notched band of a block-printed page's fold, the sign of the series."""
    width, height, notch = FISHTAIL[0] * scale, FISHTAIL[1] * scale, FISHTAIL[2]
    points = (
        (x, y),
        (x + width, y),
        (x + width, y + height),
        (x + width / 2, y + height * (1 - notch)),
        (x, y + height),
    )
    first, *others = points
    return Path((("M", *first), *(("L", *point) for point in others), ("Z",)), fill=colour)


def _ticks(x: float, y: float, scale: float) -> tuple[Path, Path]:
    segments: list[Segment] = []
    for mark in range(RULER_LENGTH + 1):
        length = LONG_TICK if mark % 10 == 0 else MIDDLE_TICK if mark % 5 == 0 else SHORT_TICK
        segments += [("M", x + mark, y), ("L", x + mark, y - length * scale)]
    return Path((("M", x, y), ("L", x + RULER_LENGTH, y)), stroke=BASE), Path(tuple(segments), stroke=TICK)


def _headline(kit: str, titles: Sequence[str], room: float, fonts: FontBook, say: Words) -> str:
    """Kit and titles; as many titles as fit, and how many more there are."""
    for text in _headlines(kit, titles, say):
        if width_of(text, "text", FIRST_SIZE, fonts) <= room:
            return text
    return kit


def _headlines(kit: str, titles: Sequence[str], say: Words) -> Iterator[str]:
    if titles:
        yield f"{kit} · {', '.join(titles)}"
    for count in range(len(titles) - 1, 0, -1):
        yield f"{kit} · {say.more.format(first=', '.join(titles[:count]), count=len(titles) - count)}"


def _edition(imprint: Imprint, say: Words) -> str:
    """Which edition it is, and for which printer."""
    edition = say.build.format(build=imprint.build)
    return f"{edition} · {imprint.printer}" if imprint.printer else edition


def _position(standing: Standing, say: Words) -> str:
    parts = [say.sheet.format(number=standing.number, total=standing.total)]
    if standing.tile:
        parts.append(say.tile.format(label=standing.tile))
    if standing.side:
        parts.append(say.front if standing.side == "front" else say.back)
    return " · ".join(parts)
