"""The README's pictures of the games on a table, and those of the tutorial. Run by `make pictures`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image

TUTORIAL = Path(__file__).parents[1] / "docs" / "first-deck.md"
PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
SHADE = "#E9E6DF"
GAP = 14


def save(picture: Image.Image, name: str) -> None:
    """Saves a picture as WebP, small enough for a README."""
    picture.save(PICTURES / f"{name}.webp", quality=80, method=6)


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


def tutorial_steps() -> list[dict[str, str]]:
    """The files of the tutorial's kit after each of its steps, by path: a block is a file, or is added to one."""
    files: dict[str, str] = {}
    steps = []
    for step in TUTORIAL.read_text("utf-8").split("\n## ")[1:-1]:
        blocks = re.findall(r"([Aa]dd to|[Ww]rite|[Cc]hange) `tea/(\S+)`[^\n]*:\n\n```\w+\n(.*?)```", step, re.DOTALL)
        for verb, path, text in blocks:
            files[path] = f"{files[path].rstrip()}\n\n{text}" if verb.lower() == "add to" else text
            if path == "kit.toml" and verb.lower() == "add to":
                files[path] = files[path].replace("\n\nback", "\nback")
        steps.append(dict(files))
    return steps


def draw_tutorial() -> None:
    """A picture for each step of the tutorial: its cards; at last the sheet."""
    for number, files in enumerate(tutorial_steps(), 1):
        with TemporaryDirectory() as place:
            folder = Path(place, "tea")
            for path, text in files.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text, "utf-8")
            command = [sys.executable, "-m", "pnp", "export", str(folder), "--as", "faces", "--out", place]
            subprocess.run([*command, "--width", "400", "--name", "{side}/{number}-{row}.png"], check=True)
            side = "back" if (folder / "faces/back.toml").exists() else "front"
            cards = [Image.open(card) for card in sorted(Path(place, "tea-faces", "en", side).glob("*.png"))]
            if number == 8:
                subprocess.run([sys.executable, "-m", "pnp", "build", str(folder), "--out", place], check=True)
                (sheets,) = Path(place, "tea", "en").glob("*card*.pdf")
                with pypdfium2.PdfDocument(sheets) as document:
                    cards = [document[page].render(scale=1.2).to_pil() for page in (0, 1)]
            shown = [on_white(card, 200 if number < 8 else 420) for card in cards]
            save(side_by_side(shown), f"deck-{number}")


def on_white(picture: Image.Image, width: int) -> Image.Image:
    """A picture on a clear ground, laid on the colour of the table."""
    small = picture.convert("RGBA").resize((width, round(picture.height * width / picture.width)))
    ground = Image.new("RGBA", small.size, SHADE)
    return Image.alpha_composite(ground, small).convert("RGB")


def export(kit: str, way: str, width: int) -> Image.Image:
    """A picture of a kit in English, as `pnp export` makes it."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pnp", "export", kit, "--as", way, "--language", "en", "--out", folder]
        subprocess.run([*command, "--width", str(2 * width)], check=True)
        (file,) = Path(folder).rglob("*.png")
        large = Image.open(file).convert("RGB")
    return large.resize((width, round(large.height * width / large.width)), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    for game in ("dunhuang", "hangzhou", "xanadu"):
        save(export(game, "table", 1200), f"{game}-table")
    draw_tutorial()
