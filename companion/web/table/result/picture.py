"""The result as a picture to share, drawn with the faces and typefaces of the printed game."""

from __future__ import annotations

import io
from collections.abc import Sequence

from msgspec import Struct

from companion.web.game_pages import game_pages
from companion.web.printed.drawing import layout, sign_scene
from companion.web.table.count import Column
from companion.web.table.result.typesetting import put
from companion.web.widgets import Sign
from pnp.kit.theme import Style
from pnp.render.pdf import write_pdf
from pnp.render.png import png_pages
from pnp.scene import Box, Group, Item, Page, Rect, Stroke

WIDTH, HEIGHT = 120.0, 63.0
"""In mm, at `DPI`: 1200 × 630 pixels, as previews of links have it."""
DPI = 254.0
MARGIN = 6.0
FOOT = 50.0
"""Where the columns stand, mm from the top."""
TALL = 20.0
"""Height of the highest column, mm."""
FACE = 6.0
"""Side of a player's sign, mm."""
INK = "#2B2320"
FILLINGS = ("#F2DDA9", "#F8EED5", "#E3DAEE", "#F4D2D5", "#CFE3D8", "#CFDCEB")
"""Of the parts of columns, in the order of `Column.parts`; the same as on the pages."""
TITLE = Style("display", 20.0, 9.0)
REASON = Style("text", 9.0, 4.5)
BELOW = Style("text", 8.0, 4.0)
TOTAL = Style("display", 17.0, 7.0, align="center")
BESIDE = Style("display", 17.0, 7.0)
NAME = Style("text", 9.0, 4.5, align="center", hyphenate=False)
LEGEND = Style("text", 7.0, 3.5, hyphenate=False)
PART = Style("text", 7.5, 3.5, align="center", valign="middle", hyphenate=False)


class Told(Struct, frozen=True):
    """The words of the picture, and by seat the names and signs of the players."""

    title: str
    reason: str
    below: str
    names: Sequence[str]
    signs: Sequence[str]
    lines: Sequence[str]


def picture(game: str, told: Told, columns: Sequence[Column], language: str) -> bytes:
    """The picture as a PNG file."""
    items: list[Item] = [Rect(Box(0, 0, WIDTH, HEIGHT), fill="#FBF6EA")]
    for inset, width in ((1.5, 0.6), (2.6, 0.2)):
        frame = Box(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)
        items.append(Rect(frame, stroke=Stroke(INK, width)))
    _sign(items, game, "mark", Box(WIDTH - MARGIN - 12, MARGIN - 0.5, 12, 12))
    wide = WIDTH - 2 * MARGIN - 14
    put(game, items, told.title, Box(MARGIN, 4.5, wide, 9), TITLE, language)
    put(game, items, told.reason, Box(MARGIN, 13.5, wide, 5), REASON, language)
    put(game, items, told.below, Box(MARGIN, HEIGHT - 7.5, WIDTH - 2 * MARGIN, 4.5), BELOW, language)
    _legend(items, game, told.lines, language)
    room = (WIDTH - 2 * MARGIN) / max(1, len(columns))
    for number, column in enumerate(columns):
        _column(items, game, told, column, Box(MARGIN + number * room, FOOT - TALL, room - 2, TALL), language)
    out = io.BytesIO()
    write_pdf([Page(WIDTH, HEIGHT, tuple(items))], out, fonts=layout(game).fonts, title=told.title, language=language)
    return next(iter(png_pages(out.getvalue(), DPI)))


def _legend(items: list[Item], game: str, lines: Sequence[str], language: str) -> None:
    """What the fillings are, in one row."""
    room = min(30.0, (WIDTH - 2 * MARGIN) / max(1, len(lines)))
    for number, line in enumerate(lines):
        left = MARGIN + number * room
        items.append(Rect(Box(left, 19.2, 2.4, 2.4), fill=FILLINGS[number % len(FILLINGS)], stroke=Stroke(INK, 0.15)))
        put(game, items, line, Box(left + 3.2, 18.6, room - 4, 3.6), LEGEND, language)


def _column(items: list[Item], game: str, told: Told, column: Column, room: Box, language: str) -> None:
    """A column with its parts; above it the sum and the sign, below it the name."""
    height = room.height * column.height / 100
    top = room.y + room.height - height
    for part in column.parts:
        box = Box(room.x, top + height * part.top / 100, room.width, height * part.height / 100)
        items.append(Rect(box, fill=FILLINGS[part.filling], stroke=Stroke(INK, 0.1)))
        if part.shown and box.height > 2.5:
            put(game, items, str(part.points), box, PART, language, bold=True)
    items.append(Rect(Box(room.x, top, room.width, height), stroke=Stroke(INK, 0.35)))
    sign, middle = told.signs[column.seat], room.x + room.width / 2
    if sign:
        _sign(items, game, sign, Box(middle - FACE - 1, top - FACE - 0.8, FACE, FACE))
        put(game, items, str(column.total), Box(middle + 1, top - 7.5, room.width / 2, 7), BESIDE, language)
    else:
        put(game, items, str(column.total), Box(room.x, top - 7.5, room.width, 7), TOTAL, language)
    put(game, items, told.names[column.seat], Box(room.x, FOOT + 0.4, room.width, 4.5), NAME, language, bold=True)


def _sign(items: list[Item], game: str, name: str, box: Box) -> None:
    """A sign of the game as large as the box holds it; none where the game has no such sign."""
    sign: Sign | None = next((one for one in game_pages(game).SIGNS if one.id == name), None)
    if sign is None:
        return
    scene = sign_scene(game, sign)
    scale = min(box.width / scene.width, box.height / scene.height)
    left, top = box.x + (box.width - scale * scene.width) / 2, box.y + (box.height - scale * scene.height) / 2
    clip = Box(0, 0, scene.width, scene.height)
    items.append(Group(tuple(scene.items), (scale, 0.0, 0.0, scale, left, top), clip))
