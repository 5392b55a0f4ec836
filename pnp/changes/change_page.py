"""The HTML page of changes: old and new side by side, in one file."""

from __future__ import annotations

import base64
import re
import shlex
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import unescape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape

from pnp.build.pieces import leaves
from pnp.changes.compare import Comparison, PieceChange
from pnp.changes.snapshot import Snapshot, in_language
from pnp.changes.swap_list import with_known_fonts
from pnp.changes.words import ChangeWords
from pnp.kit.theme import press_theme
from pnp.render.svg import subset_font, write_svg
from pnp.scene import Ellipse, Item, Scene, Text, Use
from pnp.text.direction import turns
from pnp.text.fonts import FontBook

TEMPLATES = Path(__file__).with_name("templates")
_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_RIGHT_TO_LEFT = re.compile(f"(?<=[“«])[^”»]*{_LETTER}[^”»]*(?=[”»])|{_LETTER}+(?:[ \u00a0-]+{_LETTER}+)*")


class ChangeCards(ABC):
    """What the templates of changes call: the words, and how faces, links and texts of a kit are written."""

    def __init__(self, say: ChangeWords) -> None:
        self.say = say

    @abstractmethod
    def face(self, state: Snapshot, fingerprint: str, scene: Scene) -> Markup:
        """The picture of a face."""

    def link(self, change: PieceChange) -> str:
        """Where the name of a piece leads; "" for nowhere."""
        return ""

    def place(self, place: str) -> Markup:
        """A line of a file of the new state: `goods.csv:4`."""
        return Markup('<span class="mono">{}</span>').format(place)

    def remark(self, change: PieceChange) -> str:
        """What else is known of a piece."""
        return ""

    def name(self, text: str) -> Markup:
        """A text of the kit, isolated if it runs from right to left."""
        return Markup("<bdi>{}</bdi>").format(text) if turns(text) else escape(text)

    def sentence(self, text: str) -> Markup:
        """A sentence of the press, in which parts that run from right to left are isolated."""
        return Markup(_RIGHT_TO_LEFT.sub(r"<bdi>\g<0></bdi>", str(escape(text))))


def asset(name: str) -> Markup:
    """A style sheet or script of the page."""
    return Markup((Path(__file__).with_name("look") / name).read_text("utf-8"))


def render_page(comparisons: Sequence[Comparison], old: str) -> str:
    """The page of one comparison for each language, in the words of the first; `old` is the old state's name."""
    first = comparisons[0]
    command = ""
    if first.new.packed and not first.old.packed and any(one.changes for one in comparisons):
        command = shlex.join(("pnp", "build", first.new.where, "--changed-since", old))
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.get_template("page.html").render(
        comparisons=comparisons,
        cards=_PageCards(first.say, first.new.fonts or first.old.fonts or FontBook(press_theme().fonts)),
        title_of_kit=in_language(first.new.title, first.language, first.new.kit),
        command=command,
        asset=asset,
    )


class _PageCards(ChangeCards):
    """Cards with their faces drawn on the page, and with the glyphs that they need."""

    def __init__(self, say: ChangeWords, fonts: FontBook) -> None:
        super().__init__(say)
        self.fonts = fonts
        self._drawn = 0
        self._letters: defaultdict[str, set[str]] = defaultdict(set)

    def face(self, state: Snapshot, fingerprint: str, scene: Scene) -> Markup:
        known = with_known_fonts(scene, self.fonts)
        self._collect_letters(known.items)
        self._drawn += 1
        svg = write_svg(known, fonts=self.fonts, embed=False, prefix=f"f{self._drawn}-")
        radius = f"{scene.corner / scene.width:.2%} / {scene.corner / scene.height:.2%}"
        radius = "50%" if isinstance(scene.outline, Ellipse) else radius
        drawing = Markup(svg[svg.index("<svg") :])
        return Markup('<div class="paper" style="border-radius:{}">{}</div>').format(radius, drawing)

    def _collect_letters(self, items: Iterable[Item]) -> None:
        for item in (leaf.item for leaf in leaves(items)):
            if isinstance(item, Text):
                self._letters[item.font].update(item.text)
            elif isinstance(item, Use):
                self._collect_letters(item.art.items)

    def typefaces(self, body: str) -> Markup:
        """Style rules with the typefaces of all faces drawn so far and of the body's headings."""
        press = FontBook(press_theme().fonts)
        headings = unescape("".join(re.findall(r"<h[1-3]>(.*?)</h", body)))
        display = press.font(press.face("display", bold=True))
        rules = [_font_rule("Spectral", subset_font(display, "".join(sorted({*headings}))), "600")]
        for face, letters in sorted(self._letters.items()):
            rules.append(_font_rule(face, subset_font(self.fonts.font(face), "".join(sorted(letters)))))
        return Markup("".join(rules))


def _font_rule(family: str, woff: bytes, weight: str = "normal") -> str:
    source = f"data:font/woff;base64,{base64.b64encode(woff).decode()}"
    return f'@font-face {{ font-family: "{family}"; font-weight: {weight}; src: url({source}); }}\n'
