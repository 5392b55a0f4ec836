"""`piece` pictures components as they lie on a table: cut, in proportion, on each other's places."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest
from face_builders import KIT, draw, said
from face_builders import write_kit as write_faces
from kit_text import component, table

from pnp.face.layout import KitFaces
from pnp.kits import load
from pnp.scene import Box, Use, mapped

MORE = (
    'back = "back"\ncorner = 3\non = "mat:card"\n'
    + component(
        *("coins", "token", {"en": "Coins", "es": "Monedas"}),
        shape="round",
        size=[20, 20],
        copies=12,
        face="coin",
        on="mat:coin",
    )
    + component("mat", "board", "Mat", size=[200, 100], face="mat")
    + component("price", "die", "Die", size=16, each="dice", face="die")
    + component("camel", "standee", "Camel", size=[20, 40], face="coin")
    + component("tuck", "box", "Box", contents=["cards"], footprint=[40, 60], faces={"front": "coin"})
    + component("rules", "leaflet", "Rules", file="rules")
    + table("dice", sides="list of number")
)
FACES = {
    "back": draw('text = "back {small}"'),
    "coin": draw('ellipse = "bleed"', 'fill = "pine"', 'stroke = "ink"', "width = 0.2")
    + draw("rect = [1, 1, 2, 2]", 'fill = "ink"', 'when = "not small"'),
    "die": draw('text = "{side}"', "size = 20"),
    "mat": draw('rect = "trim"', 'fill = "silk"')
    + draw("rect = [10, 10, 60, 80]", 'fill = "white"', 'place = "card"')
    + draw("ellipse = [100, 10, 20, 20]", 'fill = "white"', 'place = "coin"', 'each = "1..3"', "step = [30, 0]"),
    "card": draw('rect = "trim"', 'fill = "{colour}"') + draw('text = "{name}"', "size = 20", "box = [2, 2, 50, 12]"),
}
MAT = draw('piece = "mat"', "box = [0, 0, 100, 50]")


class Table:
    """A kit with pieces, and a picture of them, 100 × 60 mm."""

    def __init__(self, folder: FilePath, *picture: str, faces: dict[str, str] | None = None) -> None:
        given = {**FACES, **(faces or {})}
        write_faces(folder, given.pop("card"), **given, picture="size = [100, 60]\n" + "".join(picture))
        (folder / "kit.toml").write_text(KIT + MORE, encoding="utf-8")
        (folder / "dice.csv").write_text("id,sides\nlow,1 1 2 2 3 3\nhigh,4 4 5 5 6 6\n", encoding="utf-8")
        for language in ("en", "es"):
            (folder / f"rules.{language}.md").write_text("# Rules\n", encoding="utf-8")
        self.layout = KitFaces(load(folder), "en")

    def uses(self) -> list[Use]:
        return [item for item in self.layout.figure("picture").items if isinstance(item, Use)]

    def pieces(self) -> list[Box]:
        """What each piece of the picture covers, to 0.01 mm."""
        return [covered(use) for use in self.uses()]

    def words(self) -> str:
        return " / ".join(filter(None, (said(use.art.items) for use in self.uses())))

    def faults(self) -> list[str]:
        self.layout.figure("picture")
        return [f"{finding.place.column} {finding.code}: {finding.message}" for finding in self.layout.findings]


def covered(use: Use) -> Box:
    box = mapped(use.matrix, Box(0, 0, use.art.width, use.art.height))
    return Box(*(round(side, 2) for side in (box.x, box.y, box.width, box.height)))


def test_a_pile_is_fanned_and_stays_in_its_box(tmp_path: FilePath) -> None:
    keys = ('piece = "coins"', "box = [0, 0, 30, 24]", "stack = 3", "fan = [2, -1]")
    first, second, last = Table(tmp_path, draw(*keys)).pieces()
    assert (second.x - first.x, second.y - first.y) == (2, -1)
    assert (first.bottom, last.y) == (23, 1) or (first.bottom, last.y) == (24, 0)


def test_pieces_lie_in_the_middle_of_places_in_the_scale_of_what_they_lie_on(tmp_path: FilePath) -> None:
    table = Table(tmp_path, MAT, draw('piece = "cards"', 'with = "tea"', 'at = "mat:card"'))
    assert not table.faults()
    mat, card = table.pieces()
    assert mat == Box(0, 0, 100, 50)
    assert card == Box(5, 2.5, 30, 45)


def test_each_lies_on_the_next_place_of_the_name(tmp_path: FilePath) -> None:
    table = Table(tmp_path, MAT, draw('piece = "coins"', 'at = "mat:coin"', 'each = "1..3"'))
    assert table.pieces()[1:] == [Box(50, 5, 10, 10), Box(65, 5, 10, 10), Box(80, 5, 10, 10)]
    table = Table(tmp_path, MAT, draw('piece = "coins"', 'at = "mat:coin"', 'each = "1..4"'))
    assert table.faults() == ["at unknown-place: there are more things than the 3 places mat:coin"]


def test_a_die_shows_the_side_that_is_asked_for(tmp_path: FilePath) -> None:
    box = "box = [0, 0, 30, 30]"
    assert Table(tmp_path, draw('piece = "price"', 'with = "high"', box)).words() == "4"
    five = Table(tmp_path, draw('piece = "price"', 'with = "high"', 'side = "5"', box))
    assert five.words() == "5"


def test_each_component_but_a_leaflet_can_be_pictured(tmp_path: FilePath) -> None:
    keys = ('piece = "{item.id}"', 'each = "components"', "box = [0, 0, 10, 10]", "step = [12, 0]")
    table = Table(tmp_path, draw(*keys, 'where = "kind != leaflet"'))
    assert not table.faults()
    assert len(table.pieces()) == 3 + 1 + 1 + 2 + 1 + 1
    assert Table(tmp_path, draw(*keys)).faults() == ["piece kind: a leaflet has no face"]


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        (('piece = "cads"',), "piece unknown-component: there is no component cads"),
        (('piece = "coins"', 'at = "mat:coin"'), "at unknown-component: no piece of “mat” lies here yet"),
        (('piece = "cards"', 'with = "wool"'), "with unknown-key: there is no wool in goods"),
        (('piece = "coins"', 'side = "back"'), "side sides: coins has no side back"),
    ],
)
def test_slips_are_found(tmp_path: FilePath, keys: tuple[str, ...], fault: str) -> None:
    assert Table(tmp_path, draw(*keys)).faults() == [fault]
