"""How leaflets look: measures of the page in mm, type in pt. One look for every kit; typefaces and colours are
the kit's. Source: the series' look, an A5 page with margins of 17 mm inside and 13 mm outside."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

from pnp.kit.model import Tree
from pnp.kit.theme import Style
from pnp.scene import Colour, Scene
from pnp.text.fonts import FontBook
from pnp.text.wrap import Colours, Icons

A5 = (148.0, 210.0)
HALF_LETTER = (139.7, 215.9)

INSIDE = 17.0
OUTSIDE = 13.0
"""Margins of an A5 page. A narrower page has less, in proportion, and the same lines: a leaflet has as many pages on
every paper, and a booklet as many sheets."""
HEAD_RULE = 14.0
TEXT_TOP = 21.4
FOOT_RULE = 12.6
"""Of the foot's rule above the bottom edge, so that the page number keeps 5 mm from it, where printers end."""
TEXT_BOTTOM = 14.8
MARGIN_COLUMN = 12.0
"""Right of the text, kept free for rule numbers."""
STRONG, FINE, HAIR = 0.6, 0.2, 0.18
RULE_GAP = 1.2
PAD = 2.8
"""Between a panel's frame and what is in it."""
PANEL_RADIUS = 1.6
PANEL_LINE = 0.3
BESIDE = 4.6
"""Between a panel's figure and the text beside it."""
LEAST_BESIDE = 34.0
"""Narrower text does not stand beside a figure, but below it."""
INDENT = 6.4
BULLET_INDENT = 4.4
DISC = 4.2
CELL_PAD = 0.85
CELL_GAP = 3.6

CHAPTER = Style(font="display", size=22, leading=1.14, colour="ink", hyphenate=False)
SECTION = Style(font="display", size=14, leading=1.2, colour="ink", hyphenate=False)
SMALL_HEAD = Style(font="display", size=11.5, leading=1.25, colour="ink", hyphenate=False)
TEXT = Style(font="text", size=9.5, leading=12.5 / 9.5, colour="ink")
PANEL_TEXT = Style(font="text", size=9, leading=11.6 / 9, colour="ink")
CELL = Style(font="text", size=9.2, leading=1.25, colour="ink")
COUNT_CELL = Style(font="figure", size=8.8, leading=CELL.leading * CELL.size / 8.8, colour="ink", hyphenate=False)
CELL_HEAD = Style(font="text", size=9, leading=1.25, colour="accent", hyphenate=False)
CAPTION = Style(font="figure", size=8.5, leading=1.3, colour="grey")
RULE_NUMBER = Style(font="figure", size=7.5, leading=1.2, colour="accent", hyphenate=False)
DISC_NUMBER = Style(font="display", size=8.6, leading=1.0, colour="white", hyphenate=False)
RUNNING = Style(font="display", size=9, leading=1.2, colour="ink", hyphenate=False)
FOOT = Style(font="text", size=7, leading=1.2, colour="grey", hyphenate=False)
PAGE_NUMBER = Style(font="display", size=10, leading=1.2, colour="ink", hyphenate=False)
COVER_TITLE = Style(font="display", size=42, leading=1.1, colour="ink", hyphenate=False)
COVER_LINE = Style(font="display", size=13, leading=1.2, colour="accent", hyphenate=False)
COVER_TEXT = Style(font="text", size=10, leading=1.35, colour="ink")
CONTENTS = Style(font="text", size=9.2, leading=1.3, colour="ink", hyphenate=False)


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """What a leaflet is set with: the kit's typefaces, signs, colours and figures, and what its pages say of it.

    `title` is the kit's, `name` the leaflet's own; `minutes` (least, most) and `age` (from) stand on the cover.
    `figure` lays out a face of its own size. `size` is the page in mm. `address` is what the QR code says, ""
    for none. Without `covered` the leaflet begins with its text; `cover` is a cover of the kit's own, as large as the
    page. `own_words` are the kit's of what the press says, `signs` its words for signs, by their names. With `low` ink,
    grounds stay unprinted and signs are drawn in outline.
    """

    fonts: FontBook
    icons: Icons
    colours: Colours
    figure: Callable[[str], Scene]
    language: str
    title: str
    name: str
    version: str
    build: str
    players: tuple[int, int]
    minutes: tuple[int, int] | None = None
    age: int | None = None
    address: str = ""
    size: tuple[float, float] = A5
    low: bool = False
    covered: bool = True
    cover: Scene | None = None
    own_words: Tree = msgspec.field(default_factory=dict)
    signs: Mapping[str, str] = msgspec.field(default_factory=dict)

    @property
    def lasting(self) -> Setting:
        """The same without the id of the build, which the code and its address say too."""
        return replace(self, build="", address=self.address.removesuffix(self.build))

    @property
    def pressed(self) -> bool:
        """Whether the press itself draws the cover."""
        return self.covered and self.cover is None

    @property
    def first(self) -> int:
        """The number of the page on which the text begins; a cover is page 1."""
        return 2 if self.covered else 1

    @property
    def imprint(self) -> str:
        """What the foot says of the kit: title, version, build."""
        return f"{self.title} {self.version} · {self.build}"

    @property
    def width(self) -> float:
        """The width of the text block with its margin column."""
        return A5[0] - INSIDE - OUTSIDE

    @property
    def inside(self) -> float:
        """The margin at the spine."""
        return (self.size[0] - self.width) * INSIDE / (INSIDE + OUTSIDE)

    @property
    def outside(self) -> float:
        """The margin at the page's outer edge."""
        return self.size[0] - self.width - self.inside

    @property
    def height(self) -> float:
        """The height that strips may fill."""
        return self.size[1] - TEXT_TOP - TEXT_BOTTOM

    def at(self, x: float, width: float, whole: float = 0.0) -> float:
        """Where what is `width` mm wide and stands x from the side at which lines begin has its left edge, in the text
        block or in `whole` mm: pages of what is written from right to left are mirrored, all but their words."""
        return (whole or self.width) - x - width if self.fonts.right_to_left else x

    def on_right(self, number: int) -> bool:
        """Whether a page lies on the right of an open leaflet: the odd ones do, on the left where that is read from
        right to left."""
        return (number % 2 == 1) != self.fonts.right_to_left

    def called(self, sign: str) -> str:
        """What a sign is to those who do not see it: the kit's word for it, or its name."""
        return self.signs.get(sign) or " ".join(re.split(r"[-_.]+", sign)).strip() or sign

    def colour(self, name: str) -> Colour:
        """A theme's colour; `accent` is the ink in a theme that has none of that name."""
        found = self.colours(name) or self.colours(_INSTEAD.get(name, "ink"))
        return found or "#000000"

    def known_colour(self, name: str) -> Colour | None:
        """As `colours`, but it knows every name that leaflets use themselves."""
        return self.colour(name) if name in _INSTEAD else self.colours(name)


_INSTEAD: Mapping[str, str] = {
    "accent": "ink",
    "grey": "ink",
    "rule": "ink",
    "white": "white",
    "paper": "white",
    "ink": "ink",
}
