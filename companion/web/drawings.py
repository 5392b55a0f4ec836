"""Draws icons, faces and covers from the printed kits. Imports the press, which the static site lacks."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from lxml import etree
from PIL import Image

from companion.engine.registry import leave_out
from companion.web.game_pages import GAMES, MARK, game_pages
from companion.web.widgets import FRAME, Sign, Sprite
from pnp.face.layout import KitFaces
from pnp.kit.values import MM_PER
from pnp.kits import find, load
from pnp.render.png import encode_scenes
from pnp.render.svg import write_svg
from pnp.scene import IDENTITY, Box, Group, Scene, Use

SVG = "http://www.w3.org/2000/svg"
COVER = Sign("cover", "large-box-front")
"""The face of a kit whose middle is its picture on the start page."""
SEEN = (0.2, 0.34, 0.6, 0.55)
"""The part of it that is seen: left, top, width and height in its own size. It holds no words."""
COVER_HEIGHT = 272
"""Pixels: two for each of the page."""


def draw_all() -> dict[str, Sprite]:
    """Draws the icons of the frame and of all games; leaves out games that cannot be drawn."""
    sprites, marks = dict[str, Sprite](), []
    for game in tuple(GAMES):
        try:
            sprites[game] = draw_sprite(game)
            mark = next(sign for sign in game_pages(game).SIGNS if sign.id == MARK)
            marks.append(_symbol(f"mark-{game}", sign_scene(layout(game), mark), layout(game), f"{game}-"))
        except (Exception, SystemExit) as error:  # a stranger's kit and pages may have any mistake
            leave_out(game, "kit and signs", error)
    frame = _symbols(marks)
    symbols = _file_name("signs.svg", frame)
    sprites[FRAME] = Sprite({symbols: frame}, symbols)
    return sprites


@cache
def layout(game: str, language: str = "en") -> KitFaces:
    """Returns the printed game's faces, art and typefaces."""
    return KitFaces(load(find(game)), language, seals=True)


def draw_face(game: str, sign: Sign, language: str) -> bytes:
    """Draws a face with the letters it needs, in this language if the game has it. Takes 40 ms."""
    languages = layout(game).kit.languages
    printed = layout(game, language if language in languages else languages[0])
    return write_svg(sign_scene(printed, sign), fonts=printed.fonts).encode()


def sign_scene(printed: KitFaces, sign: Sign) -> Scene:
    """Returns an icon as a drawing, in mm."""
    if not sign.face:
        art = printed.icon(sign.art)
        if art is None or not art.items:
            raise ValueError(f"the kit has no drawing {sign.art} that can be read")
        return Scene(art.width, art.height, 0.0, (Use(art, IDENTITY),))
    record = printed.kit.tables[sign.table][sign.row] if sign.table else None
    size = printed.kit.faces[sign.face].size
    if size is None:
        raise ValueError(f"the face {sign.face} says no size")
    if sign.into and record is not None:
        return printed.scene(sign.face, size=size, extra={**sign.set, sign.into: record})
    return printed.scene(sign.face, record, size=size, extra=sign.set)


def draw_sprite(game: str) -> Sprite:
    """Draws the icons of a game from its kit."""
    printed, pages = layout(game), game_pages(game)
    pictures, places = dict[str, bytes](), dict[str, dict[str, Box]]()
    symbols: list[etree._Element] = []
    for number, sign in enumerate(pages.SIGNS):
        scene = sign_scene(printed, sign)
        places[sign.id] = printed.places(sign.face) if sign.face else {}
        if sign.window:
            box = places[sign.id][sign.window]
            moved = Group(scene.items, (1.0, 0.0, 0.0, 1.0, -box.x, -box.y))
            svg = write_svg(Scene(box.width, box.height, 0.0, (moved,)), fonts=printed.fonts)
            pictures[sign.id] = svg.encode()
        else:
            symbols.append(_symbol(sign.id, scene, printed, f"s{number}-"))
    drawn = {f"{name}.svg": svg for name, svg in {"signs": _symbols(symbols), **pictures}.items()}
    kit = printed.kit
    if COVER.face in kit.faces:
        drawn["cover.webp"] = _draw_cover(printed)
    names = {name: _file_name(name, data) for name, data in drawn.items()}
    return Sprite(
        files={names[name]: data for name, data in drawn.items()},
        symbols=names["signs.svg"],
        pictures={name: names[f"{name}.svg"] for name in pictures},
        places=places,
        build=kit.build,
        minutes=kit.minutes,
        lessons=kit.lessons,
        figures={one.face: size for one in kit.lessons if (size := kit.faces[one.face].size) is not None},
        cover=names.get("cover.webp", ""),
    )


def _draw_cover(printed: KitFaces) -> bytes:
    """Returns the middle of the box's front as WebP of less than 10 KB."""
    whole = sign_scene(printed, COVER)
    left, top, width, height = (part * size for part, size in zip(SEEN, (whole.width, whole.height) * 2, strict=True))
    shown = Scene(width, height, 0.0, (Group(whole.items, (1.0, 0.0, 0.0, 1.0, -left, -top)),))
    (png,) = encode_scenes([shown], fonts=printed.fonts, dpi=COVER_HEIGHT / height * MM_PER["in"])
    file = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.convert("RGB").save(file, "WEBP", quality=55, method=6)
    return file.getvalue()


def _symbols(symbols: Iterable[etree._Element]) -> bytes:
    root = etree.Element(f"{{{SVG}}}svg", nsmap={None: SVG, "xlink": "http://www.w3.org/1999/xlink"})
    own = etree.fromstring(files("companion.web").joinpath("signs.svg").read_bytes())
    root.extend([*own, *symbols])
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8"))


def _file_name(name: str, data: bytes) -> str:
    stem, dot, suffix = name.rpartition(".")
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:12]}{dot}{suffix}"


def _symbol(name: str, scene: Scene, printed: KitFaces, prefix: str) -> etree._Element:
    drawn = etree.fromstring(write_svg(scene, fonts=printed.fonts, embed=False, prefix=prefix).encode())
    symbol = etree.Element(f"{{{SVG}}}symbol", id=name, viewBox=drawn.get("viewBox", ""))
    symbol.extend(list(drawn))
    return symbol
