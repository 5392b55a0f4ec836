"""The score sheet as a PDF, set in the faces of the printed game."""

from __future__ import annotations

import io
from collections.abc import Sequence

from msgspec import Struct

from companion.engine.game import Score, ScoreLine
from companion.web.printed.drawing import layout
from companion.web.table.result.typesetting import LONGEST, put
from pnp.kit.model import Style
from pnp.render.pdf import write_pdf
from pnp.scene import Box, Item, Page, Path, Segment, Stroke

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
    """The sheet as a PDF file: a column for each player, a row for each line, then the sum and what broke ties."""
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
    out = io.BytesIO()
    page = Page(WIDTH, HEIGHT, tuple(items))
    write_pdf([page], out, fonts=layout(game).fonts, title=words.title, language=language)
    return out.getvalue()


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
