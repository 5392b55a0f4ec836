"""Draws the signs of the games, and what else their pages take from the printed kits as drawings.

It needs the whole press, which a server of phones need not carry: it is imported where something is drawn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from copy import deepcopy
from functools import cache
from importlib.resources import files

from lxml import etree
from msgspec.structs import replace

from companion.web.printed.kits import kit
from companion.web.printed.sprite import SEATS, Drawing, Sprite
from companion.web.printed.typeface import FACE
from companion.web.printed.window import through
from companion.web.widgets import Sign
from pnp.art.drawing import parse_drawing
from pnp.face.layout import KitFaces
from pnp.kit.model import Kit, Record
from pnp.kit.theme import FontFamily
from pnp.kit.values import MM_PER
from pnp.render.png import scene_pngs
from pnp.render.svg import write_svg
from pnp.scene import IDENTITY, Art, Box, Rect, Scene, Use
from pnp.text.fonts import FontBook

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
ICON = "icon.svg"


@cache
def layout(game: str, language: str = "en") -> KitFaces:
    """The printed game's faces, art and typefaces."""
    return KitFaces(kit(game), language, seals=True)


def face(game: str, sign: Sign, language: str) -> bytes:
    """A face of the printed game by itself, with the letters it needs, in this language if the game has it. 40 ms."""
    spoken = layout(game).kit.languages
    printed = layout(game, language if language in spoken else spoken[0])
    return write_svg(_scene(printed, sign), fonts=printed.fonts).encode()


def sign_scene(game: str, sign: Sign) -> Scene:
    """A sign of a game as a drawing, in mm."""
    return _scene(layout(game), sign)


def sprite(game: str, signs: Iterable[Sign], chairs: Collection[str] = ()) -> Sprite:
    """Draws the signs of a game with what its kit holds; `chairs` are the ids of those that stand for its players."""
    printed, pictures, places = layout(game), dict[str, Drawing](), dict[str, dict[str, Box]]()
    symbols: dict[str, etree._Element] = {}
    for number, sign in enumerate(signs):
        scene = _scene(printed, sign)
        places[sign.id] = printed.places(sign.face) if sign.face else {}
        if sign.window:
            seen = through(scene, places[sign.id][sign.window])
            pictures[sign.id] = _drawing(f"{game}-{sign.id}", write_svg(seen, fonts=printed.fonts).encode())
        else:
            symbols[sign.id] = _symbol(sign.id, scene, printed, f"s{number}-")
    pictures[SEATS] = _symbols(f"{game}-{SEATS}", (symbols[chair] for chair in chairs))
    kit = printed.kit
    figures = {one.face: size for one in kit.lessons if (size := kit.faces[one.face].size) is not None}
    return Sprite(_symbols(game, symbols.values()), pictures, places, kit.build, kit.minutes, kit.lessons, figures)


def marks(name: str, marks: Mapping[str, Sign]) -> Sprite:
    """Draws one sign of each game, as ``mark-GAME``."""
    drawn = (
        _symbol(f"mark-{game}", _scene(layout(game), sign), layout(game), f"{game}-") for game, sign in marks.items()
    )
    return Sprite(_symbols(name, drawn), {}, {})


def icon(size: int) -> bytes:
    """The app's icon as PNG: its drawing over the whole square, for phones cut the corners themselves."""
    art = parse_drawing(files("companion.web").joinpath("static", ICON).read_bytes(), ICON).art
    ground, *_ = art.items
    assert isinstance(ground, Rect), "the drawing begins with its ground"
    scene = Scene(art.width, art.height, 0.0, (replace(ground, radius=0.0), Use(art, IDENTITY)))
    (png,) = scene_pngs([scene], fonts=FontBook({"text": FontFamily(FACE)}), dpi=size / art.width * MM_PER["in"])
    return png


def _symbols(name: str, symbols: Iterable[etree._Element]) -> Drawing:
    """One file of the app's own symbols and these, which may be in others too."""
    root = etree.Element(f"{{{SVG}}}svg", nsmap={None: SVG, "xlink": XLINK})
    root.extend([*_own(), *map(deepcopy, symbols)])
    return _drawing(name, etree.tostring(root, xml_declaration=True, encoding="UTF-8"))


def _drawing(name: str, svg: bytes) -> Drawing:
    return Drawing(f"{name}-{hashlib.sha256(svg).hexdigest()[:12]}", svg)


@cache
def _own_text() -> bytes:
    return files(__package__ or "").joinpath("signs.svg").read_bytes()


def _own() -> list[etree._Element]:
    """The app's own signs: menu, back, link marks. They take their colour from the page."""
    return list(etree.fromstring(_own_text()))


def _scene(layout: KitFaces, sign: Sign) -> Scene:
    if not sign.face:
        art = _art(layout, sign.art)
        return Scene(art.width, art.height, 0.0, (Use(art, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)),))
    record = _record(layout.kit, sign) if sign.table else None
    size = layout.kit.faces[sign.face].size
    if size is None:
        raise ValueError(f"the face {sign.face} says no size")
    if sign.into and record is not None:
        return layout.scene(sign.face, size=size, extra={**sign.set, sign.into: record})
    return layout.scene(sign.face, record, size=size, extra=sign.set)


def _record(kit: Kit, sign: Sign) -> Record:
    return kit.tables[sign.table][sign.row]


def _art(layout: KitFaces, name: str) -> Art:
    art = layout.icon(name)
    if art is None or not art.items:
        raise ValueError(f"the kit has no drawing {name}" + ("" if art is None else " that can be read"))
    return art


def _symbol(name: str, scene: Scene, layout: KitFaces, prefix: str) -> etree._Element:
    drawn = etree.fromstring(write_svg(scene, fonts=layout.fonts, embed=False, prefix=prefix).encode())
    symbol = etree.Element(f"{{{SVG}}}symbol", id=name, viewBox=drawn.get("viewBox", ""))
    _inline(drawn)
    symbol.extend(list(drawn))
    return symbol


def _inline(drawn: etree._Element) -> None:
    """Puts art that is used once where it is used: a browser copies a symbol with all in it wherever a page shows it,
    and would copy such art twice."""
    uses: dict[str, list[etree._Element]] = {}
    for use in drawn.iter(f"{{{SVG}}}use"):
        uses.setdefault(use.get(f"{{{XLINK}}}href", ""), []).append(use)
    for defs in drawn.findall(f"{{{SVG}}}defs"):
        for art in defs.findall(f"{{{SVG}}}symbol"):
            first, *more = uses[f"#{art.get('id')}"]
            if not more:
                first.tag = f"{{{SVG}}}g"
                del first.attrib[f"{{{XLINK}}}href"]
                first.extend(list(art))
                defs.remove(art)
        if not len(defs):
            drawn.remove(defs)
