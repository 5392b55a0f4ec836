"""Spaces of all widths, and the hyphen that does not break, in typefaces that have them or not."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from font_builders import less

from pnp.cli import main

WIDTHS = {
    "\u2000": 1 / 2, "\u2001": 1, "\u2002": 1 / 2, "\u2003": 1, "\u2004": 1 / 3, "\u2005": 1 / 4, "\u2006": 1 / 6,
    "\u2009": 1 / 5, "\u200a": 1 / 10, "\u202f": 1 / 5, "\u205f": 4 / 18, "\u3000": 1,
}  # fmt: skip
"""Of an em."""
FACES = ("Spectral-Regular", "AlegreyaSans-Regular", "Lesser")
PLAIN = "".join(map(chr, range(32, 127))) + "éèêàçùîôœ«»’…"
SIZE = 10.0
STEP = 6.35
"""Millimetres from text to text: whole pixels at 300 dpi."""
KIT = """\
[kit]
id = "cartes"
title = "Cartes"
players = [2, 3]
languages = ["en"]
guide = false

[[component]]
id = "carte"
kind = "card"
title = "Carte"
size = [80, 88]
face = "carte"

[[component]]
id = "regles"
kind = "leaflet"
file = "regles"
"""


def kit(folder: Path, face: str, texts: list[str], *keys: str, leaflet: str = "Rules.") -> Path:
    """A card with a text every `STEP`, and a leaflet."""
    draws = [
        "\n".join(("[[draw]]", f'text = "{text}"', f"box = [5, {6 + STEP * n}, 70, 5]", f"size = {SIZE:g}", *keys, ""))
        for n, text in enumerate(texts)
    ]
    files: dict[str, str | bytes] = {
        "kit.toml": KIT,
        "theme.toml": "".join(f'[font.{role}]\nregular = "{face}"\n' for role in ("text", "display", "figure")),
        "faces/carte.toml": "\n".join(draws),
        "regles.en.md": f"# Rules\n\n{leaflet}\n",
        "fonts/Lesser.ttf": less(PLAIN),
        "fonts/Spaceless.ttf": less(PLAIN.replace(" ", "")),
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def pnp(*arguments: object) -> str:
    result = CliRunner().invoke(main, [str(one) for one in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def built(folder: Path, *options: str, command: str = "build") -> Path:
    said = pnp(command, folder, "--out", folder / "out", *options)
    assert "glyph" not in said and "typeface has no" not in said, said
    return next(one for one in (folder / "out").iterdir() if one.name.startswith("cartes"))


def words(out: Path, name: str) -> list[tuple[str, float, float]]:
    """The words of the first page of a file, with left and right in pt."""
    (pdf,) = (one for one in out.rglob("*.pdf") if name in one.name)
    said = run_pdftotext("-bbox", "-l", "1", pdf)
    found = re.findall(r'xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="[\d.]+">([^<]*)</word>', said)
    return [(text, float(left), float(right)) for left, right, text in found]


def copied(out: Path, name: str) -> str:
    (pdf,) = (one for one in out.rglob("*.pdf") if name in one.name)
    return run_pdftotext(pdf)


def run_pdftotext(*arguments: str | Path) -> str:
    if not shutil.which("pdftotext"):
        pytest.skip("missing: apt-get install poppler-utils")
    return subprocess.run(["pdftotext", *arguments, "-"], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("ink", ["full", "low"])
def test_spaces_have_their_widths_in_any_typeface(tmp_path: Path, face: str, ink: str) -> None:
    texts = [f"HH{space}HH" for space in WIDTHS]
    out = built(kit(tmp_path, face, texts), "--ink", ink, "--only", "carte")
    found = words(out, "card-")
    pairs = list(zip(found[::2], found[1::2], strict=False))[: len(texts)]
    gaps = [round(second[1] - first[2], 1) for first, second in pairs]
    assert gaps == [round(width * SIZE, 1) for width in WIDTHS.values()]


@pytest.mark.parametrize("face", FACES)
def test_a_french_text_is_copied_as_it_is_read(tmp_path: Path, face: str) -> None:
    french = "« Qui\u202f? »\u2009: le porte\u2011clés\u00a0; 12\u202f500\u00a0€".replace("€", "F")
    out = built(kit(tmp_path, face, [french], leaflet=french))
    for name in ("card-", "-regles-a"):
        assert "« Qui ? » : le porte-clés ; 12 500 F" in " ".join(copied(out, name).split()), name


@pytest.mark.parametrize(("between", "ends"), [
    (" ", True), ("\u2002", True), ("\u2003", True), ("\u2009", True), ("\u205f", True), ("\u3000", True),
    ("\u00a0", False), ("\u202f", False), ("\u2007", False), ("\u2011", False),
])  # fmt: skip
def test_a_line_ends_at_a_space_that_lets_it(tmp_path: Path, between: str, ends: bool) -> None:
    text = f"XXXX Carava{between}nserai"
    draw = f'[[draw]]\ntext = "{text}"\nbox = [5, 5, 26, 20]\nsize = 10\nleast = 10\nhyphenate = false\n'
    folder = kit(tmp_path, "Lesser", [])
    (folder / "faces" / "carte.toml").write_text(draw)
    lines = copied(built(folder, "--only", "carte"), "card-").splitlines()[:2]
    if ends:
        assert [line.strip() for line in lines] == ["XXXX Carava", "nserai"]
    else:
        assert lines[0] == "XXXX" and lines[1].replace(" ", "-") == "Carava-nserai"
