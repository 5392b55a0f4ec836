"""A kit of cards out of a table, a board with a code and a leaflet, to change and to compare."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import msgspec
from click.testing import Result
from kit_text import component, draw, head, table, write_files
from output_builders import POKER, page_texts, pnp

from pnp.build.manifest import Manifest

ROWS = (("ink", "Ink", "3", "1"), ("silk", "Silk", "5", "2"), ("tea", "Tea", "2", "1"), ("jade", "Jade", "9", "3"))
"""Key, name, price and copies."""
MENDED = (ROWS[0], ("silk", "Silk", "6", "2"), ROWS[2], ("salt", "Salt", "4", "1"))
"""The same a week later."""

CARD = draw(rect="bleed", fill="silk") + "".join(
    draw(text=text, box=box, style="body") for text, box in (("{name}", [6, 6, 50, 12]), ("{price}", [40, 60, 16, 12]))
)
BACK = draw(rect="bleed", fill="ink")
MAP = (
    draw(rect="bleed", fill="silk")
    + draw(qr="{address}", box=[20, 20, 60, 60])
    + draw(text="{address} · {build}", box=[20, 90, 150, 12], style="body")
)
LEAFLET = "# Rules\n\n## Play\n\nPlay cards until somebody has won.\n"
SAID = """\
~ cards silk (Silk), goods.csv:3
    price: 5 → 6
+ cards salt (Salt), goods.csv:5
- cards jade (Jade), goods.csv:5
= Map, Rules: the same to the byte
3 of 7 pieces differ
"""
"""What `pnp diff` says of rows and mended ones."""


def goods(folder: Path, rows: tuple[tuple[str, ...], ...] = ROWS, *, board: int = 250) -> Path:
    """The kit, written into a folder. A board wider than A4 is printed in tiles; without one there is no leaflet."""
    toml = head("tiny", {"en": "Tiny"}, version="1.0", companion=True)
    cards = {"size": POKER, "face": "card", "copies": "copies", "each": "goods", "back": "back"}
    toml += component("cards", "card", {"en": "Cards"}, **cards)
    files = {"faces/card.toml": CARD, "faces/back.toml": BACK}
    if board:
        toml += component("map", "board", {"en": "Map"}, size=[board, 220], face="map")
        toml += component("rules", "leaflet", {"en": "Rules"}, file="rules")
        files |= {"faces/map.toml": MAP, "rules.en.md": LEAFLET}
    toml += table("goods", price="count", copies="count")
    write_files(folder, {"kit.toml": toml, **files})
    write_rows(folder, rows)
    return folder


def in_two_languages(folder: Path, row: tuple[str, ...], names: str = "name") -> Path:
    """The cards in English and Spanish, of one row."""
    kit = goods(folder, (row,), board=0)
    text = (kit / "kit.toml").read_text().replace('["en"]', '["en", "es"]')
    (kit / "kit.toml").write_text(re.sub(r'\{ en = ("\w+") \}', r"{ en = \1, es = \1 }", text))
    (kit / "goods.csv").write_text((kit / "goods.csv").read_text().replace("name", names))
    return kit


def write_rows(folder: Path, rows: tuple[tuple[str, ...], ...]) -> None:
    lines = [",".join(row) for row in (("id", "name", "price", "copies"), *rows)]
    (folder / "goods.csv").write_text("\n".join(lines) + "\n")


def printed(kit: Path, out: Path, *arguments: object) -> Manifest:
    """Builds the kit, and reads the manifest of the whole build."""
    result = pnp("build", kit, "--out", out, *arguments)
    assert result.exit_code == 0, result.output or result.exception
    return manifest_of(out / "tiny")


def manifest_of(folder: Path) -> Manifest:
    return msgspec.json.decode((folder / "for-programs/manifest.json").read_bytes(), type=Manifest)


def since(kit: Path, earlier: Path, *arguments: object) -> Result:
    """Builds what changed, beside the kit."""
    return pnp("build", kit, "--out", kit.parent / "out", "--changed-since", earlier, *arguments)


def listed(out: Path) -> str:
    """The text of the swap list."""
    return "\n".join(page_texts(next(out.rglob("*-swap-list-*.pdf"))))


def on_sheets(out: Path) -> dict[str, int]:
    """How many pieces of each component lie on the sheets of a build."""
    found: Counter[str] = Counter()
    for sheet in manifest_of(out).sheets:
        found.update(sheet.components)
    return dict(found)
