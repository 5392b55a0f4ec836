"""The score sheet as a PDF: the printed game's own score pad, filled in, or a plain table in its typefaces.

A score pad is a face with the boxes ``names`` and ``total``: the cells of the first player, with those of the others to
the right. A line of a score goes into the box named like its thing, or like its rule. The box ``mark-<thing>`` is what
is ringed for a thing; ``game`` and ``date`` are lines to write on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import abort
from msgspec import Struct

from companion.engine.game import Score, ScoreLine, Sheet
from companion.tables.game import table_game
from companion.web.context import AnyContext
from companion.web.table.canvas import Canvas, facts, last_day, players_names
from companion.web.table.count import line_of, score_labels, tie_lines
from companion.web.table.result import reason, winners_text
from pnp.kit.theme import Style
from pnp.scene import Box, Ellipse, Path, Rect, Segment, Stroke

WIDTH, HEIGHT = 148.0, 210.0
"""A5, in mm: two on a sheet of A4."""
MARGIN = 14.0
WIDE = WIDTH - 2 * MARGIN
LABEL = 46.0
"""Width of the column with the names of lines, mm."""
TOP, ROW = 42.0, 9.0
"""Top of the table, and height of a row, mm: less where there are many."""
PAD_TOP, PAD_HEIGHT = 34.0, 128.0
"""Top of a score pad, and its greatest height, mm."""
TITLE = Style("display", 22.0, 11.0)
BELOW = Style("text", 11.0, 8.0)
FACTS = Style("text", 9.0, 7.0)
REASON = Style("text", 10.0, 8.0)
NAME = Style("text", 9.5, 5.5, align="center", valign="middle", hyphenate=False)
CHAIR = Style("text", 8.0, 5.0, align="center", valign="middle", hyphenate=False)
NUMBER = Style("text", 13.0, 8.0, align="center", valign="middle", hyphenate=False)
LINE = Style("text", 9.0, 6.0, valign="bottom", hyphenate=False)
LABELS = Style("text", 11.0, 7.0, valign="middle", hyphenate=False)
CELL = Style("text", 11.0, 7.0, align="center", valign="middle", hyphenate=False)
MARK = "#B5301F"
"""Colour of the winner's frame and of rings."""
INK = "#2B2320"


class Pad(Struct, frozen=True):
    """A face that is a score pad, scaled to the page: its place, and its boxes on the face, in mm."""

    face: str
    size: tuple[float, float]
    boxes: Mapping[str, Box]
    scale: float
    left: float

    @property
    def players(self) -> int:
        total = self.boxes["total"]
        return int((self.size[0] - total.x + 0.01) // total.width)

    def cell(self, line: ScoreLine) -> Box | None:
        """The box of a line on the face."""
        return self.boxes.get(line.thing) or self.boxes.get(line.rule)

    def at(self, box: Box, column: int = 0) -> Box:
        """The place of a box on the page, in the column of a player."""
        left = self.left + self.scale * (box.x + column * self.boxes["total"].width)
        return Box(left, PAD_TOP + self.scale * box.y, self.scale * box.width, self.scale * box.height)


def score_sheet(context: AnyContext) -> bytes:
    """The sheet as a PDF file. 404 while the score is not known."""
    score = context.view.score
    if score is None:
        abort(404)
    canvas, names = Canvas(context.view.game, context.language), players_names(context)
    title, pad = winners_text(context, names), _find_pad(canvas)
    canvas.write(title, Box(MARGIN, 16, WIDE, 12), TITLE)
    if pad is not None and max(_columns(context)) < pad.players and _fits(pad, score):
        _fill_pad(canvas, pad, context, score, names)
    else:
        _draw_table(canvas, context, score, names)
    return canvas.pdf(WIDTH, HEIGHT, title)


def _coloured(context: AnyContext) -> bool:
    """Do the players have colours?"""
    return any(context.pages.chair_sign(chair.key) for chair in context.players)


def _columns(context: AnyContext) -> list[int]:
    """The columns of the players on a score pad: those of their colours, if they have any."""
    chairs = table_game(context.view.game).CHAIRS
    return [chairs.index(chair.key) if _coloured(context) else at for at, chair in enumerate(context.players)]


def _game(context: AnyContext) -> str:
    return f"{context.own_words.phrase('name')} · {context.code}"


def _chair_names(context: AnyContext) -> list[str]:
    """The names of the players' colours; empty: they have none."""
    return [context.pages.chair_name(chair.key, context.language) for chair in context.players if _coloured(context)]


def _find_pad(canvas: Canvas) -> Pad | None:
    """The kit's score pad, if it has one."""
    for name, face in canvas.faces.kit.faces.items():
        if face.size is not None and {"names", "total"} <= face.boxes.keys():
            wide, high = face.size
            scale = min(WIDE / wide, PAD_HEIGHT / high)
            boxes = {key: Box(*box) for key, box in face.boxes_on(face.size).items()}
            return Pad(name, face.size, boxes, scale, (WIDTH - scale * wide) / 2)
    return None


def _fits(pad: Pad, score: Score) -> bool:
    """Does the pad have a place for all that was scored?"""
    lines = [line for sheet in score.sheets for line in sheet.lines if line.points]
    return bool(lines or score.sheets[0].total == 0) and all(map(pad.cell, (*lines, *tie_lines(score))))


def _fill_pad(canvas: Canvas, pad: Pad, context: AnyContext, score: Score, names: Sequence[str]) -> None:
    """The pad with names and numbers in its cells and the winners' sums framed; below it why they won."""
    canvas.draw(canvas.faces.scene(pad.face, size=pad.size), pad.scale, pad.left, PAD_TOP)
    for key, text in (("game", _game(context)), ("date", last_day(context))):
        if key in pad.boxes:
            canvas.write(text, _inside(pad.at(pad.boxes[key])), LINE)
    chairs, foot = _chair_names(context), pad.at(pad.boxes["names"])
    below = max(PAD_TOP + pad.scale * pad.size[1], foot.y + foot.height)
    for sheet, name, column in zip(score.sheets, names, _columns(context), strict=True):
        _fill_column(canvas, pad, score, sheet, column)
        box = pad.at(pad.boxes["names"], column)
        canvas.write(name, _inside(box), NAME, bold=sheet.seat in score.winners)
        if chairs:
            canvas.write(chairs[sheet.seat], _inside(Box(box.x, below - 1.5, box.width, 5)), CHAIR)
    below += 3 if chairs else 0
    sums = _summed_lines(pad, context, score, names)
    canvas.write(reason(context, score, names), Box(MARGIN, below + 4, WIDE, 11), REASON)
    canvas.write(sums, Box(MARGIN, below + 14, WIDE, 9), FACTS)
    canvas.write(facts(context), Box(MARGIN, below + (24 if sums else 15), WIDE, 6), FACTS)


def _fill_column(canvas: Canvas, pad: Pad, score: Score, sheet: Sheet, column: int) -> None:
    """The numbers of one player."""
    cells: dict[Box, int] = {}
    for line in sheet.lines:
        if (cell := pad.cell(line)) is not None:
            cells[cell] = cells.get(cell, 0) + line.points
        if (ring := pad.boxes.get(f"mark-{line.thing}")) is not None:
            canvas.items.append(Ellipse(pad.at(ring, column), stroke=Stroke(MARK, 0.35)))
    for line in sheet.ties if tie_lines(score) else ():
        cells[pad.boxes[line.thing]] = line.count
    for cell, number in cells.items():
        canvas.write(str(number), _inside(pad.at(cell, column)), NUMBER)
    total = pad.at(pad.boxes["total"], column)
    canvas.write(str(sheet.total), _inside(total), NUMBER, bold=True)
    if sheet.seat in score.winners:
        frame = Box(total.x + 0.5, total.y + 0.5, total.width - 1, total.height - 1)
        canvas.items.append(Rect(frame, radius=1.5, stroke=Stroke(MARK, 0.7)))


def _inside(box: Box) -> Box:
    """A cell without its rules."""
    return Box(box.x + 0.4, box.y, box.width - 0.8, box.height)


def _summed_lines(pad: Pad, context: AnyContext, score: Score, names: Sequence[str]) -> str:
    """What each player has of the things of which the pad shows only the sum."""
    lines = [line for line in score_labels(score) if line.thing in pad.boxes]
    boxes = [pad.boxes[line.thing] for line in lines]
    found = []
    for line, box in zip(lines, boxes, strict=True):
        if boxes.count(box) > 1:
            numbers = [_cell_text(line_of(sheet.lines, line.thing)) for sheet in score.sheets]
            players = ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=True))
            found.append(f"{context.line_name(line)}: {players}")
    return " · ".join(found)


def _draw_table(canvas: Canvas, context: AnyContext, score: Score, names: Sequence[str]) -> None:
    """A column for each player and a row for each line, then the sum and what broke ties."""
    canvas.write(_game(context), Box(MARGIN, 29, WIDE, 7), BELOW)
    canvas.write(facts(context), Box(MARGIN, 34.5, WIDE, 6), FACTS)
    rows, chairs = [["", *names]], _chair_names(context)
    if chairs:
        rows.append(["", *chairs])
    for line in score_labels(score):
        cells = (_cell_text(line_of(sheet.lines, line.thing)) for sheet in score.sheets)
        rows.append([context.line_name(line), *cells])
    total = len(rows)
    rows.append([context.words.phrase("points"), *(str(sheet.total) for sheet in score.sheets)])
    for line in tie_lines(score):
        rows.append([context.line_name(line), *(_cell_text(line_of(sheet.ties, line.thing)) for sheet in score.sheets)])
    height, top = min(ROW, (HEIGHT - MARGIN - TOP - ROW) / (len(rows) - 1)), TOP
    for number, row in enumerate(rows):
        _draw_row(canvas, row, top, height if number else ROW, heavy=number in (0, total))
        top += height if number else ROW
    canvas.write(reason(context, score, names), Box(MARGIN, HEIGHT - MARGIN + 1, WIDE, 9), REASON)


def _draw_row(canvas: Canvas, cells: Sequence[str], top: float, height: float, *, heavy: bool) -> None:
    """Cells with a rule below them; the first is the name of the line."""
    label, *numbers = cells
    canvas.write(label, Box(MARGIN, top, LABEL - 2, height), LABELS, bold=heavy)
    width = (WIDE - LABEL) / max(1, len(numbers))
    for column, number in enumerate(numbers):
        box = Box(MARGIN + LABEL + column * width, top, width - 2, height)
        canvas.write(number, box, CELL, bold=heavy)
    rule: tuple[Segment, ...] = (("M", MARGIN, top + height), ("L", WIDTH - MARGIN, top + height))
    canvas.items.append(Path(rule, None, Stroke(INK, 0.4 if heavy else 0.15)))


def _cell_text(line: ScoreLine | None) -> str:
    """What a player has by a line; one that only breaks ties is worth nothing and shows its count."""
    if line is None:
        return "–"
    if line.worth in (0, 1):
        return str(line.count)
    return str(line.points) if line.count == 1 else f"{line.count} × {line.worth} = {line.points}"
