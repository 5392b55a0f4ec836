"""The score sheet as a PDF: the printed game's own score pad, filled in, or a plain table in its typefaces.

A kit has a score pad for phones if one of its faces has the boxes ``names`` and ``total``: the cells of the first
player, with those of the others to the right of them. A line of a score is written into the box that is called like its
thing, or like its rule; ``mark-<thing>`` is what is ringed for a thing; ``game`` and ``date`` are lines to write on.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.engine.game import Score, ScoreLine
from companion.web.printed.drawing import layout
from companion.web.table.result.typesetting import LONGEST, put
from pnp.kit.theme import Style
from pnp.render.pdf import write_pdf
from pnp.scene import Box, Ellipse, Group, Item, Page, Path, Rect, Segment, Stroke

WIDTH, HEIGHT = 148.0, 210.0
"""A5, in mm: two on a sheet of A4."""
MARGIN = 14.0
LABEL = 46.0
"""Width of the column of names of lines, mm."""
TOP, ROW = 42.0, 9.0
"""Where the table begins, and how high a row is, mm: less where there are many."""
TITLE = Style("display", 22.0, 11.0)
BELOW = Style("text", 11.0, 8.0)
FACTS = Style("text", 9.0, 7.0)
REASON = Style("text", 10.0, 8.0)
NAME = Style("text", 9.5, 5.5, align="center", valign="middle", hyphenate=False)
BELOW_NAME = Style("text", 8.0, 5.0, align="center", valign="middle", hyphenate=False)
NUMBER = Style("text", 13.0, 8.0, align="center", valign="middle", hyphenate=False)
LINE = Style("text", 9.0, 6.0, valign="bottom", hyphenate=False)
MARK = "#B5301F"
"""What marks the winner, and the goods that score."""
FOOT = 40.0
"""Room below a score pad, mm."""


class Words(Struct, frozen=True):
    """What stands on the sheet: its title, what is below it, and of each line its thing and its name, in order."""

    title: str
    below: str
    lines: Sequence[tuple[str, str]]
    total: str
    ties: Sequence[tuple[str, str]]
    facts: str = ""
    """When it was played, and how long."""
    chairs: Sequence[str] = ()
    """What the players' chairs are called, such as their colours."""
    reason: str = ""
    """Why the winner has won."""
    game: str = ""
    date: str = ""
    """What is written on the lines of a score pad."""
    places: Sequence[int] = ()
    """The column of each player on a score pad that has one for each colour; else they stand side by side."""


class Pad(Struct, frozen=True):
    """A face that is a score pad: its size and boxes, in mm, and how many players it has room for."""

    face: str
    size: tuple[float, float]
    boxes: Mapping[str, Box]
    players: int


def printable(game: str, names: Sequence[str], stand_ins: Sequence[str]) -> tuple[str, ...]:
    """Names as the typefaces of the printed game can set them, without the characters that they lack. Where no letter
    or digit is left of one, its stand-in is set: nobody's column is without a name."""
    fonts = layout(game).fonts
    faces = [fonts.font(face) for face in (fonts.face("text", bold=True), fonts.face("display"))]
    found = []
    for name, stand_in in zip(names, stand_ins, strict=True):
        left = "".join(letter for letter in name[:LONGEST] if all(face.has(letter) for face in faces))
        left = " ".join(left.split())
        found.append(left if any(letter.isalnum() for letter in left) else stand_in)
    return tuple(found)


def score_sheet(game: str, score: Score, names: Sequence[str], words: Words, language: str) -> bytes:
    """The sheet as a PDF file."""
    pad = _pad(game)
    columns = words.places or range(len(score.sheets))
    if pad is not None and max(columns) < pad.players and _fits(pad, score):
        items = _filled(game, pad, score, names, words, language, columns)
    else:
        items = _table(game, score, names, words, language)
    out = io.BytesIO()
    page = Page(WIDTH, HEIGHT, tuple(items))
    write_pdf([page], out, fonts=layout(game).fonts, title=words.title, language=language)
    return out.getvalue()


def _pad(game: str) -> Pad | None:
    """The score pad of a kit; none: it has none."""
    for name, face in layout(game).kit.faces.items():
        if face.size is not None and {"names", "total"} <= face.boxes.keys():
            boxes = {key: Box(*box) for key, box in face.boxes_on(face.size).items()}
            left, width = boxes["total"].x, boxes["total"].width
            return Pad(name, face.size, boxes, int((face.size[0] - left + 0.01) // width))
    return None


def _cell_of(pad: Pad, line: ScoreLine) -> Box | None:
    return pad.boxes.get(line.thing) or pad.boxes.get(line.rule)


def _fits(pad: Pad, score: Score) -> bool:
    """Has all that was scored a place on the pad?"""
    lines = [line for sheet in score.sheets for line in sheet.lines if line.points]
    ties = [line for sheet in score.sheets for line in sheet.ties] if tied(score) else []
    return bool(lines or score.sheets[0].total == 0) and all(_cell_of(pad, line) for line in (*lines, *ties))


def _filled(
    game: str, pad: Pad, score: Score, names: Sequence[str], words: Words, language: str, columns: Sequence[int]
) -> list[Item]:
    """The pad with names and numbers in its cells, the winners' sums framed; above it who has won, below it why."""
    items: list[Item] = []
    put(game, items, words.title, Box(MARGIN, 16, WIDTH - 2 * MARGIN, 12), TITLE, language)
    scale = min((WIDTH - 2 * MARGIN) / pad.size[0], (HEIGHT - TOP - FOOT) / pad.size[1])
    left = (WIDTH - scale * pad.size[0]) / 2
    spoken = layout(game).kit.languages
    scene = layout(game, language if language in spoken else spoken[0]).scene(pad.face, size=pad.size)
    matrix = (scale, 0.0, 0.0, scale, left, TOP - 8)
    items.append(Group(tuple(scene.items), matrix, Box(0, 0, scene.width, scene.height)))

    def at(box: Box, column: int = 0) -> Box:
        moved = box.x + column * pad.boxes["total"].width
        return Box(left + scale * moved, TOP - 8 + scale * box.y, scale * box.width, scale * box.height)

    def write(text: str, box: Box, style: Style = NUMBER, *, bold: bool = False) -> None:
        put(game, items, text, Box(box.x + 0.4, box.y, box.width - 0.8, box.height), style, language, bold=bold)

    for name, text in (("game", words.game), ("date", words.date)):
        if name in pad.boxes:
            write(text, at(pad.boxes[name]), LINE)
    lowest = TOP - 8 + scale * pad.size[1]
    for sheet, name, column in zip(score.sheets, names, columns, strict=True):
        won = sheet.seat in score.winners
        cells: dict[Box, int] = {}
        for line in sheet.lines:
            if (cell := _cell_of(pad, line)) is not None:
                cells[cell] = cells.get(cell, 0) + line.points
            if (ring := pad.boxes.get(f"mark-{line.thing}")) is not None:
                place = at(ring, column)
                items.append(Ellipse(place, stroke=Stroke(MARK, 0.35)))
        for line in sheet.ties if tied(score) else ():
            cells[pad.boxes[line.thing]] = line.count
        for cell, number in cells.items():
            write(str(number), at(cell, column))
        total = at(pad.boxes["total"], column)
        write(str(sheet.total), total, NUMBER, bold=True)
        if won:
            frame = Box(total.x + 0.5, total.y + 0.5, total.width - 1, total.height - 1)
            items.append(Rect(frame, radius=1.5, stroke=Stroke(MARK, 0.7)))
        called = at(pad.boxes["names"], column)
        write(name, called, NAME, bold=won)
        lowest = max(lowest, called.y + called.height)
        if words.places:
            write(words.chairs[sheet.seat], Box(called.x, lowest - 1.5, called.width, 5), BELOW_NAME)
    lowest += 3 if words.places else 0
    put(game, items, words.reason, Box(MARGIN, lowest + 4, WIDTH - 2 * MARGIN, 11), REASON, language)
    parts = _parts(pad, score, names, words)
    put(game, items, parts, Box(MARGIN, lowest + 14, WIDTH - 2 * MARGIN, 9), FACTS, language)
    put(game, items, words.facts, Box(MARGIN, lowest + (24 if parts else 15), WIDTH - 2 * MARGIN, 6), FACTS, language)
    return items


def _parts(pad: Pad, score: Score, names: Sequence[str], words: Words) -> str:
    """What each player has of the things of which the pad holds only the sum."""
    boxes = [pad.boxes[thing] for thing, _ in words.lines if thing in pad.boxes]
    summed = [line for line in words.lines if line[0] in pad.boxes and boxes.count(pad.boxes[line[0]]) > 1]
    return " · ".join(
        f"{called}: {', '.join(f'{name} {_cell(s.lines, thing)}' for s, name in zip(score.sheets, names, strict=True))}"
        for thing, called in summed
    )


def _table(game: str, score: Score, names: Sequence[str], words: Words, language: str) -> list[Item]:
    """A column for each player, a row for each line, then the sum and what broke ties."""
    items: list[Item] = []
    put(game, items, words.title, Box(MARGIN, 16, WIDTH - 2 * MARGIN, 12), TITLE, language)
    put(game, items, words.below, Box(MARGIN, 29, WIDTH - 2 * MARGIN, 7), BELOW, language)
    put(game, items, words.facts, Box(MARGIN, 34.5, WIDTH - 2 * MARGIN, 6), FACTS, language)
    rows = [["", *names], *([["", *words.chairs]] if words.chairs else [])]
    before = len(rows)
    rows += [[name, *(_cell(sheet.lines, thing) for sheet in score.sheets)] for thing, name in words.lines]
    rows.append([words.total, *(str(sheet.total) for sheet in score.sheets)])
    rows += [[name, *(_cell(sheet.ties, thing) for sheet in score.sheets)] for thing, name in words.ties]
    height = min(ROW, (HEIGHT - MARGIN - TOP - ROW) / (len(rows) - 1))
    for number, row in enumerate(rows):
        top = TOP + (ROW + (number - 1) * height if number else 0)
        heavy = number in (0, before + len(words.lines))
        _row(game, items, row, (top, height if number else ROW), language, bold=heavy)
    put(game, items, words.reason, Box(MARGIN, HEIGHT - MARGIN + 1, WIDTH - 2 * MARGIN, 9), REASON, language)
    return items


def tied(score: Score) -> bool:
    """Is there a tie at the top?"""
    totals = [sheet.total for sheet in score.sheets]
    return totals.count(max(totals)) > 1


def _cell(lines: Sequence[ScoreLine], thing: str) -> str:
    """What a player has of a thing; a line that only breaks ties is worth nothing and shows its count."""
    line = next((line for line in lines if line.thing == thing), None)
    if line is None:
        return "–"
    if line.worth in (0, 1):
        return str(line.count)
    return str(line.points) if line.count == 1 else f"{line.count} × {line.worth} = {line.points}"


def _row(
    game: str, items: list[Item], cells: Sequence[str], at: tuple[float, float], language: str, *, bold: bool
) -> None:
    """A row of cells with a rule below it, at its top and of its height; the first cell is the line's name."""
    top, height = at
    width = (WIDTH - 2 * MARGIN - LABEL) / max(1, len(cells) - 1)
    for column, cell in enumerate(cells):
        left = MARGIN if column == 0 else MARGIN + LABEL + (column - 1) * width
        box = Box(left, top, (LABEL if column == 0 else width) - 2, height)
        style = Style("text", 11.0, 7.0, align="left" if column == 0 else "center", valign="middle", hyphenate=False)
        put(game, items, cell, box, style, language, bold=bold)
    line: tuple[Segment, ...] = (("M", MARGIN, top + height), ("L", WIDTH - MARGIN, top + height))
    items.append(Path(line, None, Stroke("#2B2320", 0.4 if bold else 0.15)))
