"""A kit for tests of faces: two tables, a sign, a picture; one face at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath

from kit_text import component, encoded, head, table, write_files
from PIL import Image as Pillow

from pnp.art.paths import walk_items
from pnp.face.layout import KitFaces
from pnp.face.paint import InkMode
from pnp.kit import Kit
from pnp.kits import load
from pnp.scene import Ellipse, Group, Item, Rect, Scene, Text

GOODS_COLUMNS = {
    "colour": "optional colour",
    "sign": "optional icon",
    "worth": "optional count",
    "parts": "list of ref goods",
    "owner": "optional ref players",
    "x": "optional number",
    "tags": "list of text",
}
KIT = (
    head("trade", {"en": "Trade*", "es": "Trato"}, ("en", "es"), version="1.2", minutes=[45, 45], age=10)
    + table("goods", **GOODS_COLUMNS)
    + table("players", colour="colour")
    + component("cards", "card", "Cards", size=[60, 90], each="goods", face="card")
)

GOODS = """\
id,colour,sign,worth,parts,owner,x,tags,note,name.en,name.es
jade,pine,hand,3,,ann,1.5,a;b c,Take {deck} **now**,jade,jade
tea,#112233,,0,,,,,,tea,té
silk,,deck,,jade tea,bob,,,,silk,seda
"""

PLAYERS = "id,colour,name.en,name.es\nann,indigo,Ann,Ana\nbob,ochre,Bob,Bob\n"

SUN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12"><circle cx="12" cy="6" r="5" fill="#F5DF4E"/></svg>'

WORDS = {
    "words.en.toml": """\
pay = "Pay {worth} for {name}"
plain = "Hello"
ring = "{ring}"
[aid]
title = "Aid of {kit.version}"
""",
    "words.es.toml": """\
pay = "Paga {worth} por {name}"
plain = "Hola"
ring = "{ring}"
[aid]
title = "Ayuda {kit.version}"
""",
}

ADDRESS = "http://press.test/k"


def draw(*keys: str) -> str:
    """A `[[draw]]` table with these keys."""
    return "\n".join(("[[draw]]", *keys, ""))


def photo(width: int, height: int) -> bytes:
    """A PNG picture of one colour."""
    return encoded(Pillow.new("RGB", (width, height), "#336699"))


def write_kit(folder: FilePath, face: str, **others: str) -> FilePath:
    """A kit with the face `card`, and others by name."""
    files: dict[str, str | bytes] = {
        "kit.toml": KIT,
        "goods.csv": GOODS,
        "players.csv": PLAYERS,
        "art/sun.svg": SUN,
        "art/small.png": photo(40, 20),
        "faces/card.toml": face,
        **{f"faces/{name}.toml": text for name, text in others.items()},
        **WORDS,
    }
    return write_files(folder, files)


class Desk:
    """A kit with one face to look at, laid out as often as a test likes."""

    def __init__(self, folder: FilePath, face: str, language: str = "en", ink: InkMode = "full", **others: str) -> None:
        self.kit: Kit = load(write_kit(folder, face, **others))
        self.layout = KitFaces(self.kit, language, ink=ink, address=ADDRESS, seals=True)

    def scene(self, key: str = "jade", bleed: float = 3.0) -> Scene:
        """The face for one of the goods, 60 × 90 mm."""
        record = self.kit.tables["goods"][key]
        return self.layout.scene("card", record, size=(60.0, 90.0), bleed=bleed, card=f"cards {key}")

    def items(self, key: str = "jade") -> tuple[Item, ...]:
        return self.scene(key).items

    def words(self, key: str = "jade") -> str:
        """The text of the face, line by line."""
        return said(self.scene(key).items)

    def faults(self, key: str = "jade") -> list[str]:
        """What is found while laying out one of the goods, as `row:key: message`."""
        self.scene(key)
        return [f"{finding.place.row}:{finding.place.column}: {finding.message}" for finding in self.layout.findings]


def leaves(items: Iterable[Item]) -> Iterator[Item]:
    """All items, groups opened."""
    return (item for item, _ in walk_items(items))


def said(items: Iterable[Item]) -> str:
    """The words of items, line by line, lines apart by ` / `; groups after what stands beside them."""
    lines: dict[float, list[Text]] = {}
    groups: list[str] = []
    for item in items:
        if isinstance(item, Text):
            lines.setdefault(round(item.y, 1), []).append(item)
        elif isinstance(item, Group):
            groups.append(said(item.items))
    own = ["".join(run.text for run in sorted(runs, key=lambda run: run.x)).strip() for runs in lines.values()]
    return " / ".join(filter(None, [*own, *groups]))


def boxes(items: Iterable[Item]) -> list[tuple[float, float, float, float]]:
    """The boxes of rectangles and ellipses."""
    found = [item.box for item in leaves(items) if isinstance(item, Rect | Ellipse)]
    return [(round(box.x, 3), round(box.y, 3), round(box.width, 3), round(box.height, 3)) for box in found]
