"""How a kit is built, in pictures: one for each thing that hands do, and the tools they take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.art.drawing import read_drawing
from pnp.kit.model import Style
from pnp.output.column import DISC, TEXT, Block, Column, Drawn
from pnp.scene import Art, Box, Rect, Stroke, Use
from pnp.sheet.marks import INK
from pnp.sheet.words import Panel, Technique
from pnp.text.label import width_of

TOOLS = ("knife", "mat", "glue", "folder")
PANELS = 2
"""Beside one another."""
APART = 4.0
PANEL = (83.0, 52.0)
"""What the drawings were drawn for, mm."""
GROUND, TOOLS_GROUND = "#FBF6EA", "#F4E9D3"
PANEL_EDGE, TOOLS_EDGE = Stroke(INK, 0.45), Stroke(INK, 0.35)
TOOLS_HEIGHT = 13.4

_CAPTION = Style(font="display", size=12, colour=INK, hyphenate=False)


def panels(column: Column, shown: Sequence[tuple[Technique, Panel]]) -> Iterator[Block]:
    """The drawings with their captions, numbered, in rows."""
    blocks = [_panel(column, number, *one) for number, one in enumerate(shown, start=1)]
    for first in range(0, len(blocks), PANELS):
        yield column.across(blocks[first : first + PANELS])


def _panel(column: Column, number: int, technique: Technique, panel: Panel) -> Block:
    width = (column.room.width - APART * (PANELS - 1)) / PANELS
    scale = width / PANEL[0]
    height = PANEL[1] * scale
    x = column.room.x + (number - 1) % PANELS * (width + APART)
    left = x + DISC + 2.5
    room = width - DISC - 2.5
    below = column.set(panel.text, Box(0.0, 0.0, room, 100.0), TEXT)[1]

    def draw(y: float) -> Drawn:
        return [
            Rect(Box(column.at(x, width), y, width, height), fill=GROUND, stroke=PANEL_EDGE, radius=1.4),
            Use(drawing(technique), (scale, 0.0, 0.0, scale, column.at(x, width), y)),
            *column.disc(number, x, y + height + 1.8),
            *column.set(panel.title, Box(left, y + height + 1.6, room, 10.0), _CAPTION)[0],
            *column.set(panel.text, Box(left, y + height + 7.6, room, 100.0), TEXT)[0],
        ]

    return Block(height + 7.6 + below + 4.0, draw)


def tools(column: Column, names: Sequence[str]) -> Block:
    """The tools, each beside its name, with even room between them."""
    arts = [drawing(tool) for tool in TOOLS]
    widths = [
        art.width + 1.5 + width_of(name, "text", 9.5, column.fonts) for art, name in zip(arts, names, strict=True)
    ]
    apart = (column.room.width - 4.0 - sum(widths)) / (len(TOOLS) - 1)

    def draw(y: float) -> Drawn:
        ground = Box(column.room.x, y, column.room.width, TOOLS_HEIGHT)
        items: Drawn = [Rect(ground, TOOLS_GROUND, TOOLS_EDGE, radius=1.0)]
        x = column.room.x + 2.0
        for art, name, width in zip(arts, names, widths, strict=True):
            left, top = column.at(x, art.width), y + (TOOLS_HEIGHT - art.height) / 2
            items.append(Use(art, (1.0, 0.0, 0.0, 1.0, left, top)))
            items += column.line(name, x + art.width + 1.5, y + TOOLS_HEIGHT / 2 + 1.1, "text", 9.5, INK)
            x += width + apart
        return items

    return Block(TOOLS_HEIGHT + 2.0, draw)


def drawing(name: str) -> Art:
    """A drawing of the press: a tool, or what hands do."""
    return read_drawing(Path(__file__).with_name("drawings") / f"{name}.svg").art
