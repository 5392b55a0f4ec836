"""Settings to set leaflets with, and ways to read the finished pages back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from our_kits import our_kit

from pnp.art.paths import map_point, measure_path, walk_items
from pnp.face.layout import KitFaces
from pnp.kit.theme import read_press_theme
from pnp.leaflet.document import LeafletDocument
from pnp.leaflet.pagination import SetLeaflet, set_leaflet
from pnp.leaflet.parser import read_leaflet
from pnp.leaflet.setter import Setter
from pnp.leaflet.strips import A5, LeafletContext, Strip
from pnp.scene import Art, Box, Ellipse, Item, Page, Path, Placed, Rect, Scene, Text, Use, mapped
from pnp.sheet.press_words import read_leaflet_words
from pnp.text.fonts import FontBook

LANGUAGES = ("en", "es")
THEME = read_press_theme()
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
    return Setter(setting, read_leaflet_words(setting.language), document.file, {}).strips(document.body)


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


def runs(items: Iterable[Item | Placed]) -> Iterator[Text]:
    """The set runs among items in drawing order, at their place on the page; those of figures are left out."""
    for item, matrix in walk_items(items):
        if isinstance(item, Text):
            x, y = map_point(matrix, item.x, item.y)
            yield Text(x, y, item.text, item.font, item.size, item.colour, item.width)


def boxes(page: Page) -> Iterator[Box]:
    """What each thing on a page covers, line widths left out."""
    for item, matrix in walk_items(page.items):
        match item:
            case Placed():
                box = Box(item.x, item.y, item.scene.width, item.scene.height)
            case Text():
                box = Box(item.x, item.y - 0.2, item.width, 0.4)
            case Use():
                box = mapped(item.matrix, Box(0, 0, item.art.width, item.art.height))
            case Path():
                box = measure_path(item.segments)
            case _:
                box = item.box
        yield mapped(matrix, box)
