"""The README's pictures, made from what `make kits` prints. Run by `make pictures`."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
from PIL import Image

PICTURES = Path(__file__).parent / "pictures"
OUTPUT = Path(__file__).parent.parent / "output"
SHADE = "#E9E6DF"
GAP = 14
COLOURS = 224
"""Flat colours: a palette holds them, and the files stay small."""


def page(file: Path, number: int, width: int) -> Image.Image:
    """A page of a PDF file, `width` pixels wide."""
    with pypdfium2.PdfDocument(file) as document:
        sheet = document[number - 1]
        large: Image.Image = sheet.render(scale=2 * width / sheet.get_width()).to_pil().convert("RGB")
    return large.resize((width, round(large.height * width / large.width)), Image.Resampling.LANCZOS)


def side_by_side(pages: list[Image.Image]) -> Image.Image:
    """Pages on a grey table."""
    width = sum(one.width for one in pages) + GAP * (len(pages) + 1)
    height = max(one.height for one in pages) + 2 * GAP
    table = Image.new("RGB", (width, height), SHADE)
    x = GAP
    for one in pages:
        table.paste(one, (x, GAP))
        x += one.width + GAP
    return table


def save(picture: Image.Image, name: str, *, palette: bool = True) -> None:
    """A palette loses colours of which there is little, such as a figure's on a phone."""
    PICTURES.mkdir(exist_ok=True)
    done = picture.quantize(COLOURS, dither=Image.Dither.NONE) if palette else picture
    done.save(PICTURES / name, optimize=True)


def kit_pictures(folder: Path) -> None:
    """The board in one piece, if there is one; two sheets; two pages of the leaflet."""
    kit = json.loads((folder / "for-programs" / "manifest.json").read_text())
    files = [file for file in kit["files"] if file["language"] == "en"]
    boards = [file for file in files if file["what"] == "board"]
    if boards:
        save(page(folder / boards[0]["path"], 1, 1000), f"{kit['kit']}-board.png")
    english = [sheet for sheet in kit["sheets"] if sheet["file"].startswith("en/")]
    sheets = sorted(english, key=lambda sheet: -sheet["fill"])
    chosen = {sheet["file"]: sheet for sheet in reversed(sheets)}.values()
    varied = sorted(chosen, key=lambda sheet: (-len(sheet["components"]), -sheet["fill"]))
    pages = [page(folder / sheet["file"], sheet["front_page"], 330) for sheet in varied]
    upright = [one for one in pages if one.height > one.width][:3]
    save(side_by_side(upright), f"{kit['kit']}-sheets.png")
    leaflet = next(file for file in files if file["what"] == "leaflet")
    middle = leaflet["pages"] // 2
    save(
        side_by_side([page(folder / leaflet["path"], number, 330) for number in (1, middle, middle + 1)]),
        f"{kit['kit']}-rules.png",
    )


if __name__ == "__main__":
    for manifest in sorted(OUTPUT.glob("*/for-programs/manifest.json")):
        folder = manifest.parents[1]
        if not folder.name.endswith("-reprint"):
            kit_pictures(folder)
