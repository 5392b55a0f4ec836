"""Laying out: what is kept from card to card, what is found, what a component looks like, and pictures of pieces."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest
from face_builders import KIT, Desk, draw, leaves, said, write_kit
from kit_text import component, table

from pnp.face.layout import KitFaces
from pnp.kits import load
from pnp.scene import Box, Path, Rect, Text, Use, mapped
from pnp.sheet.options import EVERYTHING
from pnp.sheet.parts import parts

GROUND = draw('rect = "bleed"', 'fill = "silk"')


def test_a_finding_is_counted_on_each_card_it_is_seen_on(tmp_path: FilePath) -> None:
    desk = Desk(tmp_path, draw('text = "{nosuch}"', 'when = "name"'))
    for key in ("jade", "tea", "silk", "jade"):
        desk.scene(key)
    (finding,) = desk.layout.findings
    assert len(desk.layout.findings.on(finding)) == 3
    desk = Desk(tmp_path, draw('text = "{nosuch}"'))
    for key in ("jade", "tea"):
        desk.scene(key)
    (finding,) = desk.layout.findings
    assert len(desk.layout.findings.on(finding)) == 2, "a scene that is made once is seen on every card"


@pytest.mark.parametrize(
    ("face", "frames"),
    [(GROUND, 1), (GROUND + draw('rect = "safe"', 'stroke = "ink"'), 1), (GROUND + draw("line = [0, 0, 9, 9]"), 2)],
)
def test_with_little_ink_a_frame_or_dashes_show_where_to_cut(tmp_path: FilePath, face: str, frames: int) -> None:
    items = Desk(tmp_path, face, ink="low").items()
    outlined = [item for item in leaves(items) if isinstance(item, Rect | Path) and item.stroke]
    assert len(outlined) == frames


@pytest.mark.parametrize(
    ("keys", "fill", "stroke"),
    [
        (('fill = "silk"',), "#FFFFFF", None),
        (('fill = "indigo"',), "#FFFFFF", "#23426B"),
        (('fill = "indigo"', 'stroke = "ink"'), "#FFFFFF", "#2B2320"),
        (('fill = "ink"', "box = [10, 10, 30, 1]"), "#2B2320", None),
        (('fill = "ink"', "box = [-3, -3, 70, 99]"), "#FFFFFF", None),
        (('stroke = "white"',), None, "#2B2320"),
        (('stroke = "rule"',), None, "#B9A98C"),
    ],
)
def test_with_little_ink_fills_stay_unprinted(
    tmp_path: FilePath, keys: tuple[str, ...], fill: str | None, stroke: str | None
) -> None:
    box = next((key.removeprefix("box = ") for key in keys if key.startswith("box")), "[10, 10, 30, 30]")
    rest = [key for key in keys if not key.startswith("box")]
    shape = Desk(tmp_path, draw(f"rect = {box}", *rest), ink="low").items()[0]
    assert isinstance(shape, Rect)
    assert (shape.fill, shape.stroke and shape.stroke.colour) == (fill, stroke)


def test_with_little_ink_light_text_becomes_ink(tmp_path: FilePath) -> None:
    face = draw('text = "a [b]{white} [c]{cinnabar}"', 'colour = "silk"')
    texts = [item for item in Desk(tmp_path, face, ink="low").items() if isinstance(item, Text)]
    assert [text.colour for text in texts] == ["#2B2320", "#B3361F"]


def test_words_for_one_ink_mode_are_left_out_in_the_other(tmp_path: FilePath) -> None:
    face = draw('text = "full"', 'ink = "full"') + draw('text = "low"', 'ink = "low"')
    assert Desk(tmp_path, face).words() == "full"
    assert Desk(tmp_path, face, ink="low").words() == "low"


def test_a_face_says_where_its_boxes_and_the_places_of_its_grids_lie(tmp_path: FilePath) -> None:
    street = (
        "size = [50, 30]\n[box]\ngate = [40, 0, 8, 6]\n"
        + draw('rect = "gate"', 'fill = "silk"')
        + draw(
            "rect = [1, 2, 8, 9]", "inset = 1", "grid = { columns = 2, rows = 2 }", "step = [20, 15]", 'turn = "{wide}"'
        )
        + draw('text = "{place}"', "grid = { columns = 3, rows = 1 }", "step = [20, 15]")
        + draw('text = "{place}"', 'grid = { columns = 9, rows = 1, skip = ["a1"] }', 'step = ["{wide}", 0]')
        + draw('text = "{index}"', 'each = "1..3"')
    )
    layout = Desk(tmp_path, draw('face = "street"'), street=street + '[input]\nwide = "number"\n').layout
    names = {"a1": (2, 3), "b1": (22, 3), "a2": (2, 18), "b2": (22, 18)}
    places = layout.places("street")
    assert places.pop("trim") == Box(0, 0, 50, 30)
    assert places.pop("gate") == Box(40, 0, 8, 6)
    assert places.pop("c1") == Box(40, 0, 50, 30), "the first grid that has the place says where it is"
    assert places == {name: Box(x, y, 6, 7) for name, (x, y) in names.items()}
    with pytest.raises(ValueError, match="card says no size"):
        layout.places("card")


def test_pieces_bear_their_numbers_and_each_copy_its_own(tmp_path: FilePath) -> None:
    folder = write_kit(tmp_path, draw('text = "{piece:02d} of {pieces}"'))
    (folder / "kit.toml").write_text(KIT + 'copies = "worth"\n')
    kit = load(folder)
    layout = KitFaces(kit, "en")
    (cards,) = kit.components
    found = [part.front() for part in parts(kit, layout, cards, EVERYTHING)]
    assert [said(scene.items) for scene in found] == ["01 of 3", "02 of 3", "03 of 3"]
    assert not list(layout.findings)


# --- `piece` pictures components as they lie on a table ---

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
        write_kit(folder, given.pop("card"), **given, picture="size = [100, 60]\n" + "".join(picture))
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
