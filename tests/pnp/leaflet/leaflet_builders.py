"""Settings to set leaflets with, and ways to read the finished pages back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from our_kits import our_kit

from pnp.face.layout import KitFaces
from pnp.findings import Findings
from pnp.kit.theme import press_theme
from pnp.leaflet.document import LeafletDocument
from pnp.leaflet.pagination import SetLeaflet, set_leaflet
from pnp.leaflet.parser import read_leaflet
from pnp.leaflet.setter import Setter
from pnp.leaflet.strips import A5, LeafletContext, Strip
from pnp.scene import Art, Box, Ellipse, Group, Image, Item, Page, Path, Placed, Rect, Scene, Text, Use, mapped
from pnp.sheet.press_words import leaflet_words
from pnp.text.fonts import FontBook

LANGUAGES = ("en", "es")
THEME = press_theme()
FONTS = FontBook(THEME.fonts)
SIGN = Art("sign", 24.0, 24.0, (Ellipse(Box(2, 2, 20, 20), "#000000"),))
PROSE = "The merchant walks on and on through the city of silk, and whoever sells dyes waits for a knock. " * 6
FACE = Scene(40.0, 30.0, 0.0, (Rect(Box(0, 0, 40, 30), "#D6E6EC"),))


def plain_setting(**changes: object) -> LeafletContext:
    """A setting without a kit: the press's theme, one sign for every name, one figure of 40 × 30 mm."""
    given: dict[str, object] = {
        "fonts": FONTS,
        "icons": lambda name: SIGN,
        "colours": THEME.colours.get,
        "figure": lambda name: FACE,
        "language": "en",
        "title": "My Game",
        "name": "Rules",
        "version": "1.0",
        "build": "0a1b2c",
        "players": (2, 4),
    }
    return LeafletContext(**(given | changes))  # type: ignore[arg-type] # the names and types are Setting's own


def set_text(text: str, **changes: object) -> SetLeaflet:
    """Markdown as pages, without a kit."""
    return set_leaflet(read_leaflet(text, "game/rules.en.md"), plain_setting(**changes))


def strips_of(document: LeafletDocument, setting: LeafletContext) -> tuple[Strip, ...]:
    """The strips of a document's body, references to page 1."""
    return Setter(setting, leaflet_words(setting.language), document.file, {}).strips(document.body)


@cache
def hangzhou(language: str) -> tuple[LeafletDocument, KitFaces]:
    """The leaflet of Hangzhou, and the layout of its kit."""
    kit = our_kit("hangzhou")
    text = (kit.folder / f"rules.{language}.md").read_text(encoding="utf-8")
    figures = [name for name, face in kit.faces.items() if face.size is not None]
    return read_leaflet(text, f"hangzhou/rules.{language}.md", figures), KitFaces(kit, language)


def hangzhou_setting(language: str, size: tuple[float, float] = A5) -> LeafletContext:
    _, layout = hangzhou(language)
    return LeafletContext(
        fonts=layout.fonts,
        icons=layout.icon,
        colours=layout.colour,
        figure=layout.figure,
        language=language,
        title="Hangzhou",
        name="Rules of play",
        version="1.0",
        build=layout.kit.build,
        players=layout.kit.players,
        address=f"http://silkroad.local:8000/k/hangzhou/{layout.kit.build}",
        size=size,
    )


@cache
def hangzhou_pages(language: str, size: tuple[float, float] = A5) -> SetLeaflet:
    return set_leaflet(hangzhou(language)[0], hangzhou_setting(language, size))


@cache
def hangzhou_findings(language: str) -> Findings:
    """What the layout of the figures noticed while the leaflet was set."""
    hangzhou_pages(language)
    return hangzhou(language)[1].findings


def runs(items: Iterable[Item | Placed], x: float = 0.0, y: float = 0.0) -> Iterator[Text]:
    """The set runs among items in drawing order, at their place on the page; those of figures are left out."""
    for item in items:
        if isinstance(item, Text):
            yield Text(item.x + x, item.y + y, item.text, item.font, item.size, item.colour, item.width)
        elif isinstance(item, Group):
            yield from runs(item.items, x + item.matrix[4], y + item.matrix[5])


def boxes(page: Page) -> Iterator[Box]:
    """What each thing on a page covers, line widths left out."""
    return _boxes(page.items, 0.0, 0.0)


def _boxes(items: Iterable[Item | Placed], x: float, y: float) -> Iterator[Box]:
    for item in items:
        match item:
            case Group():
                yield from _boxes(item.items, x + item.matrix[4], y + item.matrix[5])
            case Placed():
                yield Box(item.x + x, item.y + y, item.scene.width, item.scene.height)
            case Rect() | Ellipse() | Image():
                yield item.box.moved(x, y)
            case Text():
                yield Box(item.x + x, item.y + y - 0.2, item.width, 0.4)
            case Use():
                yield mapped(item.matrix, Box(0, 0, item.art.width, item.art.height)).moved(x, y)
            case Path():
                points = [(segment[-2], segment[-1]) for segment in item.segments if len(segment) > 1]
                xs, ys = [float(px) for px, _ in points], [float(py) for _, py in points]
                yield Box(min(xs) + x, min(ys) + y, max(xs) - min(xs), max(ys) - min(ys))
