"""A deck of poker cards twice over: as a kit for the press, and by hand in bare reportlab.

Both have a coloured ground, a frame, a title, 25 words of wrapped text, three vector icons, a number in a circle,
nine cards to an A4 page, and crop marks. Run as a script, it writes the deck in bare reportlab: `press_decks.py CARDS`.
"""

from __future__ import annotations

import io
import random
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from reportlab.pdfgen.canvas import Canvas

TYPEFACES = {"Spectral-SemiBold": "fontpkg_spectral", "AlegreyaSans-Regular": "fontpkg_alegreya_sans"}
"""With the packages that they are in: whoever writes a deck by hand knows them, and imports nothing of the press."""
ICONS = ("clay", "wood", "water")
INK = "#2B2320"
WIDTH, HEIGHT = 63.5, 88.9
MARK, AWAY = 4.5, 3.2
_VOCABULARY = """
merchant temple canal market dye silk indigo madder leaf vat coin seal gate ward bridge barrel cloth
stranger house shop round price buyer path river stone garden winter summer morning evening lantern
harbour north south east west great small quiet golden harmonious imperial near far old new first
last every other walks turns pays takes gives sells brews carries waits opens closes follows leaves
reaches keeps counts before after beside behind between under over with without from into toward
against
"""
WORDS = _VOCABULARY.split()

KIT = """
[kit]
id = "deck"
title = { en = "Deck" }
version = "1.0"
players = [1, 4]
languages = ["en"]
[table.cards]
file = "cards.csv"
key = "id"
columns = { value = "count" }
[[component]]
id = "cards"
kind = "card"
title = { en = "Cards" }
size = [63.5, 88.9]
bleed = 0
each = "cards"
face = "card"
"""
FACE = """
[[draw]]
rect = "bleed"
fill = "#F4E9D3"
[[draw]]
rect = "trim"
inset = 3
radius = 2
stroke = "ink"
width = 0.55
[[draw]]
text = "{name}"
box = [6, 6, 40, 7]
style = "title"
[[draw]]
ellipse = [47.5, 5, 11, 11]
fill = "white"
stroke = "ink"
width = 0.3
[[draw]]
text = "{value}"
box = [47.5, 5, 11, 11]
style = "value"
[[draw]]
text = "{words}"
box = [6, 20, 51.5, 40]
[[draw]]
icon = "clay"
box = [10, 68, 12, 12]
[[draw]]
icon = "wood"
box = [25.75, 68, 12, 12]
[[draw]]
icon = "water"
box = [41.5, 68, 12, 12]
[style.title]
font = "display"
size = 12
[style.value]
font = "display"
size = 14
align = "center"
valign = "middle"
"""
ART = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 12C3 5 8 2 12 2S21 5 21 12 16 22 12 22
3 19 3 12z" fill="{fill}" stroke="#2B2320" stroke-width="1.15"/><path d="M7 9h10M7 13h10M9 17h6" fill="none"
stroke="#2B2320" stroke-width="0.9" stroke-linecap="round"/></svg>"""
FILLS = {"clay": "#D77B53", "wood": "#7A4A22", "water": "#3A88C6"}


def cards(count: int) -> list[tuple[str, int, str]]:
    """Titles, numbers and texts; no two texts are alike."""
    chance = random.Random(count)
    return [
        (
            f"{chance.choice(WORDS).title()} {chance.choice(WORDS)}",
            chance.randrange(100),
            " ".join(chance.choices(WORDS, k=25)),
        )
        for _ in range(count)
    ]


def write_kit(folder: Path, count: int) -> Path:
    kit = folder / f"deck-{count}"
    (kit / "faces").mkdir(parents=True)
    (kit / "art").mkdir()
    (kit / "kit.toml").write_text(KIT)
    (kit / "faces" / "card.toml").write_text(FACE)
    for name, fill in FILLS.items():
        (kit / "art" / f"{name}.svg").write_text(ART.format(fill=fill))
    rows = [f"{index},{name},{value},{words}" for index, (name, value, words) in enumerate(cards(count))]
    (kit / "cards.csv").write_text("\n".join(["id,name,value,words", *rows]) + "\n")
    return kit


def bare(count: int) -> bytes:
    """The same deck as someone would write it by hand for reportlab, and for this deck alone."""
    from reportlab import rl_config
    from reportlab.lib.units import mm
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    rl_config.useA85 = 0  # as fast as reportlab can: by default it wraps streams in ASCII
    for face, package in TYPEFACES.items():
        pdfmetrics.registerFont(TTFont(face, str(files(package) / "files" / f"{face}.ttf")))
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(210 * mm, 297 * mm), pageCompression=1, invariant=1)
    _bare_icons(canvas)
    left, bottom = (210 - 3 * WIDTH) / 2 * mm, (297 - 3 * HEIGHT) / 2 * mm
    card = _bare_card(canvas)
    for index, row in enumerate(cards(count)):
        place = index % 9
        if place == 0:
            if index:
                canvas.showPage()
            _bare_marks(canvas, left, bottom)
        canvas.saveState()
        canvas.translate(left + place % 3 * WIDTH * mm, bottom + (2 - place // 3) * HEIGHT * mm)
        card(*row)
        canvas.restoreState()
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _bare_icons(canvas: Canvas) -> None:
    from reportlab.lib.colors import HexColor

    for name in ICONS:
        canvas.beginForm(name, 0, 0, 24, 24)
        canvas.setFillColor(HexColor(FILLS[name]))
        canvas.setStrokeColor(HexColor(INK))
        canvas.setLineWidth(1.15)
        path = canvas.beginPath()
        path.moveTo(3, 12)
        path.curveTo(3, 19, 8, 22, 12, 22)
        path.curveTo(16, 22, 21, 19, 21, 12)
        path.curveTo(21, 5, 16, 2, 12, 2)
        path.curveTo(8, 2, 3, 5, 3, 12)
        path.close()
        canvas.drawPath(path, stroke=1, fill=1)
        canvas.setLineWidth(0.9)
        canvas.lines([(7, 15, 17, 15), (7, 11, 17, 11), (9, 7, 15, 7)])
        canvas.endForm()


def _bare_marks(canvas: Canvas, left: float, bottom: float) -> None:
    from reportlab.lib.colors import HexColor
    from reportlab.lib.units import mm

    canvas.setStrokeColor(HexColor(INK))
    canvas.setLineWidth(0.15 * mm)
    for step in range(4):
        x, y = left + step * WIDTH * mm, bottom + step * HEIGHT * mm
        for low in (bottom - (AWAY + MARK) * mm, bottom + (3 * HEIGHT + AWAY) * mm):
            canvas.line(x, low, x, low + MARK * mm)
        for low in (left - (AWAY + MARK) * mm, left + (3 * WIDTH + AWAY) * mm):
            canvas.line(low, y, low + MARK * mm, y)


def _bare_card(canvas: Canvas) -> Callable[[str, int, str], None]:
    """What draws a card, its lower left where the canvas stands."""
    from reportlab.lib.colors import HexColor
    from reportlab.lib.units import mm
    from reportlab.lib.utils import simpleSplit

    ink, ground, white = HexColor(INK), HexColor("#F4E9D3"), HexColor("#FFFDF8")

    def draw(name: str, value: int, words: str) -> None:
        canvas.setFillColor(ground)
        canvas.rect(0, 0, WIDTH * mm, HEIGHT * mm, stroke=0, fill=1)
        canvas.setStrokeColor(ink)
        canvas.setLineWidth(0.55 * mm)
        canvas.roundRect(3 * mm, 3 * mm, (WIDTH - 6) * mm, (HEIGHT - 6) * mm, 2 * mm)
        canvas.setFillColor(white)
        canvas.setLineWidth(0.3 * mm)
        canvas.circle(53 * mm, (HEIGHT - 10.5) * mm, 5.5 * mm, stroke=1, fill=1)
        canvas.setFillColor(ink)
        canvas.setFont("Spectral-SemiBold", 14)
        canvas.drawCentredString(53 * mm, (HEIGHT - 10.5) * mm - 4.6, str(value))
        canvas.setFont("Spectral-SemiBold", 12)
        canvas.drawString(6 * mm, (HEIGHT - 6) * mm - 9, name)
        text = canvas.beginText(6 * mm, (HEIGHT - 20) * mm - 6.3)
        text.setFont("AlegreyaSans-Regular", 9, 10.8)
        for line in simpleSplit(words, "AlegreyaSans-Regular", 9, 51.5 * mm):
            text.textLine(line)
        canvas.drawText(text)
        for column, icon in enumerate(ICONS):
            canvas.saveState()
            canvas.translate((10 + 15.75 * column) * mm, (HEIGHT - 80) * mm)
            canvas.scale(mm / 2, mm / 2)
            canvas.doForm(icon)
            canvas.restoreState()

    return draw


if __name__ == "__main__":
    sys.stdout.buffer.write(bare(int(sys.argv[1])))
