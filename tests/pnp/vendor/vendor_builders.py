"""A kit of poker cards and tokens for print shops, written to a folder, and what a shop's zip holds."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from PIL import Image

from pnp.cli import main

KIT = """\
[kit]
id = "market"
title = { en = "Market", es = "Mercado" }
version = "1.0"
players = [2, 2]
languages = ["en", "es"]

[table.goods]
file = "goods.csv"
[table.goods.columns]
colour = "colour"
copies = "count"

[[component]]
id = "goods"
kind = "card"
title = { en = "Goods", es = "Mercancías" }
size = [63.5, 88.9]
each = "goods"
copies = "copies"
face = "card"
back = "back"

[[component]]
id = "camels"
kind = "card"
title = { en = "Camels", es = "Camellos" }
size = [88.9, 63.5]
copies = 2
face = "lying"
back = "lying"

[[component]]
id = "seals"
kind = "token"
shape = "round"
title = { en = "Seals", es = "Sellos" }
size = [24, 24]
copies = 4
face = "seal"

[[component]]
id = "tower"
kind = "standee"
title = { en = "Tower", es = "Torre" }
size = [20, 40]
face = "seal"
"""
FILES = {
    "goods.csv": "id,colour,copies,name.en,name.es\nsilk,#8A2B3C,3,Silk,Seda\ntea,#2E6B34,1,Tea,Té\n",
    "faces/card.toml": '[[draw]]\nrect = "bleed"\nfill = "{colour}"\n\n'
    '[[draw]]\ntext = "{name}"\nbox = [6, 6, 51.5, 12]\ncolour = "#FFFFFF"\n',
    "faces/back.toml": '[[draw]]\nrect = "bleed"\nfill = "#23426B"\n',
    "faces/lying.toml": '[[draw]]\nrect = "bleed"\nfill = "#F4E9D3"\n\n'
    '[[draw]]\nrect = [10, 10, 20, 8]\nfill = "#0000FF"\n',
    "faces/seal.toml": '[[draw]]\nrect = "bleed"\nfill = "#B3361F"\n',
}


def market(folder: Path, changes: Mapping[str, str | bytes] | None = None) -> Path:
    """The kit: four cards of two goods with one back, two that lie on their side, four round tokens of 24 mm, and a
    figure that no shop makes; some files changed or added."""
    for name, content in {"kit.toml": KIT, **FILES, **(changes or {})}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def pnp(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def made(out: Path, kit: Path | str, vendor: str, *options: str) -> Path:
    """The folder with what was made for a shop."""
    result = pnp("build", kit, "--vendor", vendor, "--no-cache", "--out", out, *options)
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
