"""A kit of poker cards and tokens for print shops, written to a folder, and what a shop's zip holds."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from kit_text import component, draw, encoded, head, table, write_files
from output_builders import POKER, pnp
from PIL import Image

from pnp.vendor.flatten import _found

GHOSTSCRIPT = shutil.which("gs")
needs_profile = pytest.mark.skipif(
    not list(_found()), reason="no profile of a press is there: apt install libgs-common"
)
needs_ghostscript = pytest.mark.skipif(not GHOSTSCRIPT, reason="gs is not there: apt install ghostscript")
INKED = ("k", "K", "g", "G", "rg", "RG")

KIT = (
    head("market", {"en": "Market", "es": "Mercado"}, ("en", "es"), version="1.0")
    + table("goods", colour="colour", copies="count")
    + component(
        *("goods", "card", {"en": "Goods", "es": "Mercancías"}),
        size=POKER,
        each="goods",
        copies="copies",
        face="card",
        back="back",
    )
    + component(
        *("camels", "card", {"en": "Camels", "es": "Camellos"}), size=POKER[::-1], copies=2, face="lying", back="lying"
    )
    + component("seals", "token", {"en": "Seals", "es": "Sellos"}, shape="round", size=[24, 24], copies=4, face="seal")
    + component("tower", "standee", {"en": "Tower", "es": "Torre"}, size=[20, 40], face="seal")
)
FILES = {
    "goods.csv": "id,colour,copies,name.en,name.es\nsilk,#8A2B3C,3,Silk,Seda\ntea,#2E6B34,1,Tea,Té\n",
    "faces/card.toml": draw(rect="bleed", fill="{colour}")
    + draw(text="{name}", box=[6, 6, 51.5, 12], colour="#FFFFFF"),
    "faces/back.toml": draw(rect="bleed", fill="#23426B"),
    "faces/lying.toml": draw(rect="bleed", fill="#F4E9D3") + draw(rect=[10, 10, 20, 8], fill="#0000FF"),
    "faces/seal.toml": draw(rect="bleed", fill="#B3361F"),
}


def market(folder: Path, changes: Mapping[str, str | bytes] | None = None) -> Path:
    """The kit: four cards of two goods with one back, two that lie on their side, four round tokens of 24 mm, and a
    figure that no shop makes; some files changed or added."""
    return write_files(folder, {"kit.toml": KIT, **FILES, **(changes or {})})


def made(out: Path, kit: Path | str, vendor: str, *options: str) -> Path:
    """The folder with what was made for a shop."""
    result = pnp("order", vendor, kit, "--out", out, *options)
    assert result.exit_code == 0, result.output
    (folder,) = out.iterdir()
    return folder


def found(kit: Path | str, vendor: str, *options: str) -> list[dict[str, Any]]:
    """What a check for a shop finds."""
    rows: list[dict[str, Any]] = json.loads(pnp("check", kit, "--vendor", vendor, "--json", *options).stdout)
    return rows


def pictures(packed: Path) -> dict[str, Image.Image]:
    """The pictures of a zip by their paths."""
    with zipfile.ZipFile(packed) as one:
        return {
            name: Image.open(io.BytesIO(one.read(name))) for name in one.namelist() if name.endswith((".png", ".tiff"))
        }


def photo(*, clear: bool = False) -> bytes:
    """A picture of dark colours from left to right, half of it see-through if asked."""
    picture = Image.new("RGBA", (240, 240))
    picture.putdata([(x, 255 - x, y // 4, 120 if clear and x < 120 else 255) for y in range(240) for x in range(240)])
    return encoded(picture if clear else picture.convert("RGB"))


def operators(document: pikepdf.Pdf) -> Iterator[tuple[str, list[float]]]:
    """Every operator of pages and what they draw, with its numbers."""
    forms = [one for one in document.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"]
    for content in (*document.pages, *forms):
        for operands, operator in pikepdf.parse_content_stream(content):
            yield str(operator), [float(one) for one in operands] if str(operator) in INKED else []


def text_inks(document: pikepdf.Pdf) -> set[tuple[float, ...]]:
    """The inks that words are written in."""
    found, inks = set(), [0.0]
    for operator, numbers in operators(document):
        inks = numbers if operator == "k" else inks
        if operator in ("Tj", "TJ"):
            found.add(tuple(inks))
    return found


def richest(file: Path, folder: Path) -> float:
    """The most ink of the first four pages of a PDF file, percent; `folder` is made for its plates."""
    folder.mkdir()
    drawn = ["-sDEVICE=tiffsep", "-r40", "-dLastPage=4", "-o", str(folder / "%d.tif"), str(file)]
    subprocess.run([str(GHOSTSCRIPT), "-q", "-dSAFER", "-dNOPAUSE", "-dBATCH", *drawn], check=True, timeout=60)
    most = 0
    for black in folder.glob("*(Black).tif"):
        stem = black.name.partition("(")[0]
        inks = [Image.open(folder / f"{stem}({ink}).tif") for ink in ("Cyan", "Magenta", "Yellow", "Black")]
        spots = zip(*(ink.convert("L").tobytes() for ink in inks), strict=True)
        most = max(most, *(sum(255 - part for part in spot) for spot in spots))
    return most / 2.55
