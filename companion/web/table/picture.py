"""The result as a picture to share, drawn with the faces and typefaces of the printed game."""

from __future__ import annotations

from flask import abort

from companion.web.context import AnyContext
from companion.web.drawings import sign_scene
from companion.web.table.canvas import Canvas, facts, players_names
from companion.web.table.count import Column, columns, count_lines, ended, ranked
from companion.web.table.result import reason, winners_text
from pnp.kit.theme import Style
from pnp.render.png import png_pages
from pnp.scene import Box, Rect, Stroke

WIDTH, HEIGHT = 120.0, 63.0
"""In mm, at `DPI`: 1200 × 630 pixels, the size of link previews."""
DPI = 254.0
MARGIN = 6.0
WIDE = WIDTH - 2 * MARGIN
FOOT = 50.0
"""Foot of the columns, mm from the top."""
TALL = 20.0
"""Height of the highest column, mm."""
FACE = 6.0
"""Side of a player's sign, mm."""
INK = "#2B2320"
FILLINGS = ("#F2DDA9", "#F8EED5", "#E3DAEE", "#F4D2D5", "#CFE3D8", "#CFDCEB")
"""The fillings of columns, as on the pages."""
TITLE = Style("display", 20.0, 9.0)
REASON = Style("text", 9.0, 4.5)
BELOW = Style("text", 8.0, 4.0)
TOTAL = Style("display", 17.0, 7.0, align="center")
BESIDE = Style("display", 17.0, 7.0)
NAME = Style("text", 9.0, 4.5, align="center", hyphenate=False)
LEGEND = Style("text", 7.0, 3.5, hyphenate=False)
PART = Style("text", 7.5, 3.5, align="center", valign="middle", hyphenate=False)


def picture(context: AnyContext) -> bytes:
    """The picture as a PNG file. 404 before the result is known."""
    score = context.view.score
    if score is None or not ended(context):
        abort(404)
    canvas, names, lines = Canvas(context.view.game, context.language), players_names(context), count_lines(context)
    title, below = winners_text(context, names), (context.own_words.phrase("name"), facts(context))
    canvas.items.append(Rect(Box(0, 0, WIDTH, HEIGHT), fill="#FBF6EA"))
    for inset, width in ((1.5, 0.6), (2.6, 0.2)):
        frame = Box(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset)
        canvas.items.append(Rect(frame, stroke=Stroke(INK, width)))
    _draw_sign(canvas, context, "mark", Box(WIDTH - MARGIN - 12, MARGIN - 0.5, 12, 12))
    canvas.write(title, Box(MARGIN, 4.5, WIDE - 14, 9), TITLE)
    canvas.write(reason(context, score, names), Box(MARGIN, 13.5, WIDE - 14, 5), REASON)
    canvas.write(" · ".join(filter(None, below)), Box(MARGIN, HEIGHT - 7.5, WIDE, 4.5), BELOW)
    room = min(30.0, WIDE / max(1, len(lines)))
    for number, line in enumerate(lines):
        left = MARGIN + number * room
        canvas.items.append(Rect(Box(left, 19.2, 2.4, 2.4), fill=FILLINGS[line.filling], stroke=Stroke(INK, 0.15)))
        canvas.write(line.name, Box(left + 3.2, 18.6, room - 4, 3.6), LEGEND)
    bars = ranked(columns(score, lines, len(lines)))
    room = WIDE / max(1, len(bars))
    for number, bar in enumerate(bars):
        box = Box(MARGIN + number * room, FOOT - TALL, room - 2, TALL)
        _draw_column(canvas, context, names[bar.seat], bar, box)
    return next(iter(png_pages(canvas.pdf(WIDTH, HEIGHT, title), DPI)))


def _draw_column(canvas: Canvas, context: AnyContext, name: str, column: Column, room: Box) -> None:
    """A column with its parts; above it the sum and the sign, below it the name."""
    height = room.height * column.height / 100
    top = room.y + room.height - height
    for part in column.parts:
        box = Box(room.x, top + height * part.top / 100, room.width, height * part.height / 100)
        canvas.items.append(Rect(box, fill=FILLINGS[part.filling], stroke=Stroke(INK, 0.1)))
        if part.shown and box.height > 2.5:
            canvas.write(str(part.points), box, PART, bold=True)
    canvas.items.append(Rect(Box(room.x, top, room.width, height), stroke=Stroke(INK, 0.35)))
    sign = context.pages.chair_sign(context.players[column.seat].key)
    middle = room.x + room.width / 2
    if sign:
        _draw_sign(canvas, context, sign, Box(middle - FACE - 1, top - FACE - 0.8, FACE, FACE))
        canvas.write(str(column.total), Box(middle + 1, top - 7.5, room.width / 2, 7), BESIDE)
    else:
        canvas.write(str(column.total), Box(room.x, top - 7.5, room.width, 7), TOTAL)
    canvas.write(name, Box(room.x, FOOT + 0.4, room.width, 4.5), NAME, bold=True)


def _draw_sign(canvas: Canvas, context: AnyContext, name: str, box: Box) -> None:
    """A sign of the game as large as the box, if the game has it."""
    for sign in context.pages.SIGNS:
        if sign.id == name:
            scene = sign_scene(canvas.faces, sign)
            scale = min(box.width / scene.width, box.height / scene.height)
            left, top = box.x + (box.width - scale * scene.width) / 2, box.y + (box.height - scale * scene.height) / 2
            canvas.draw(scene, scale, left, top)
