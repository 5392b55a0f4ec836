"""A kit with one of each kind of piece, each in a colour of its own, and its export."""

from __future__ import annotations

import io
from pathlib import Path

from kit_text import component, draw, head, table, write_files
from msgspec.structs import replace
from PIL import Image

from pnp.export.pictures import Export
from pnp.export.writer import Exported, export
from pnp.sheet.options import Options

COLOURS = ("#C02020", "#20A020", "#2030C0", "#D0A010", "#902090", "#109090")
"""Of the cards, by row; of the tokens, by row from the last."""
BACK, BOARD, FIGURE, DIE = "#404040", "#B0D0B0", "#E08030", "#F0F0D0"

KIT = (
    head("market", {"en": "Market", "es": "Mercado"}, ("en", "es"))
    + table("goods", colour="colour", copies="count")
    + table("dice", sides="list of count")
    + component(
        *("goods", "card", {"en": "Goods", "es": "Mercancías"}),
        size=[50, 70],
        each="goods",
        copies="copies",
        face="plain",
        back="back",
        on="board:stall",
    )
    + component(
        *("coins", "token", {"en": "Coins", "es": "Monedas"}),
        shape="round",
        size=[20, 20],
        each="goods",
        copies=4,
        face="plain",
    )
    + component("dice", "die", {"en": "Dice", "es": "Dados"}, size=16, each="dice", copies=2, face="die")
    + component("trader", "standee", {"en": "Trader", "es": "Mercader"}, size=[20, 36], face="figure", back="figure")
    + component("board", "board", {"en": "Board", "es": "Tablero"}, size=[200, 140], face="board")
)
STALL = {"place": "stall", "fill": "#FFFFFF"}
FACES = {
    "faces/plain.toml": draw(rect="bleed", fill="{colour}"),
    "faces/back.toml": draw(rect="bleed", fill=BACK),
    "faces/figure.toml": draw(rect="bleed", fill=FIGURE),
    "faces/die.toml": draw(rect="bleed", fill=DIE) + draw(text="{side}", box=[3, 3, 10, 10], style="title"),
    "faces/board.toml": draw(rect="bleed", fill=BOARD)
    + draw(rect=[10, 10, 52, 72], **STALL)
    + draw(rect=[138, 10, 52, 72], **STALL),
}


def market(folder: Path, rows: int = 6, copies: int = 2) -> Path:
    """The kit, with so many kinds of goods and copies of each card, written into a folder."""
    goods = "".join(f"good-{row:03},{colour(row)},{copies}\n" for row in range(rows))
    tables = {"goods.csv": "id,colour,copies\n" + goods, "dice.csv": "id,sides\nd6,1 2 3 4 5 6\n"}
    return write_files(folder, {"kit.toml": KIT, **tables, **FACES})


def colour(row: int) -> str:
    """The colour of a row: no two of the first thousand are alike."""
    return COLOURS[row] if row < len(COLOURS) else f"#{16 + row % 200:02X}{(row * 37) % 240:02X}{(row * 91) % 240:02X}"


def rgb(shown: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(shown[1:])
    return red, green, blue


def exported(kit: Path, out: Path, **asked: object) -> Exported:
    """What came of an export of the English kit; keys of `Options` go to the press, the others to the export."""
    options = Options(out=out, languages=("en",))
    mine = {key: asked.pop(key) for key in list(asked) if key in Options.__struct_fields__}
    return export(kit, Export(print=replace(options, **mine), **asked), lambda name, done: None)


def picture(done: Exported, name: str) -> Image.Image:
    return Image.open(io.BytesIO((done.folder / "en" / name).read_bytes()))


def near(seen: tuple[int, ...], wanted: str, slack: int = 6) -> bool:
    """Whether a pixel has a colour, or nearly."""
    return all(abs(a - b) <= slack for a, b in zip(seen[:3], rgb(wanted), strict=True))
