"""The HTML page of changes: old and new side by side, in one file."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape

from pnp.diff.changed_since import with_known_fonts
from pnp.diff.compare import ChangeWords, Comparison, PieceChange
from pnp.diff.snapshot import Snapshot, choose_language
from pnp.kit.theme import read_press_theme
from pnp.render.svg import write_svg
from pnp.scene import Ellipse, Scene
from pnp.text.bidi import turns
from pnp.text.fonts import FontBook

TEMPLATES = Path(__file__).with_name("templates")
_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_RIGHT_TO_LEFT = re.compile(f"(?<=[“«])[^”»]*{_LETTER}[^”»]*(?=[”»])|{_LETTER}+(?:[ \u00a0-]+{_LETTER}+)*")


class ChangeCards(ABC):
    """Functions for the templates of changes: words, faces, links and texts of a kit."""

    def __init__(self, say: ChangeWords) -> None:
        self.say = say

    @abstractmethod
    def face(self, state: Snapshot, fingerprint: str, scene: Scene) -> Markup:
        """Renders the picture of a face."""

    def link(self, change: PieceChange) -> str:
        """Returns the link of a piece's name; "" for none."""
        return ""

    def place(self, place: str) -> Markup:
        """Formats a line in a file of the new state: `goods.csv:4`."""
        return Markup('<span class="mono">{}</span>').format(place)

    def name(self, text: str) -> Markup:
        """Returns a text of the kit, isolated if it reads right to left."""
        return Markup("<bdi>{}</bdi>").format(text) if turns(text) else escape(text)

    def sentence(self, text: str) -> Markup:
        """Returns a sentence of the press, with its right-to-left parts isolated."""
        return Markup(_RIGHT_TO_LEFT.sub(r"<bdi>\g<0></bdi>", str(escape(text))))


class _PageCards(ChangeCards):
    """Cards with their faces drawn inside the page."""

    def __init__(self, say: ChangeWords, fonts: FontBook) -> None:
        super().__init__(say)
        self.fonts = fonts
        self._drawn = 0

    def face(self, state: Snapshot, fingerprint: str, scene: Scene) -> Markup:
        self._drawn += 1
        svg = write_svg(with_known_fonts(scene, self.fonts), fonts=self.fonts, prefix=f"f{self._drawn}-")
        radius = f"{scene.corner / scene.width:.2%} / {scene.corner / scene.height:.2%}"
        radius = "50%" if isinstance(scene.outline, Ellipse) else radius
        drawing = Markup(svg[svg.index("<svg") :])
        return Markup('<div class="paper" style="border-radius:{}">{}</div>').format(radius, drawing)


def asset(name: str) -> Markup:
    """Returns a style sheet or script of the page."""
    return Markup((Path(__file__).with_name("look") / name).read_text("utf-8"))


def render_page(comparisons: Sequence[Comparison]) -> str:
    """Renders the page of one comparison per language, in the words of the first."""
    first = comparisons[0]
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.get_template("page.html").render(
        comparisons=comparisons,
        cards=_PageCards(first.say, first.new.fonts or first.old.fonts or FontBook(read_press_theme().fonts)),
        title_of_kit=choose_language(first.new.title, first.language, first.new.kit),
        asset=asset,
    )
