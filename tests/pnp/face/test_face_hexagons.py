"""Hexagons on a face: regular ones, maps of them, and their places."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import ClassVar

import pytest
from face_builders import KIT, Desk, draw, said, write_kit

from pnp.art.paths import path_bounds
from pnp.face.compile import PaintContext, Word
from pnp.face.paint import Painted, Values
from pnp.face.scope import Expr
from pnp.face.words import WORDS
from pnp.kit.expressions import BoundName
from pnp.kit.face_files import AnyBox
from pnp.kits import read
from pnp.scene import Box, Group, Image, Item, Path, Stroke, Use

MAP = 'grid = { hex = "pointy", columns = 3, rows = 2, gap = 0.5 }'


def sides(item: Item) -> list[float]:
    assert isinstance(item, Path)
    corners = [segment[1:] for segment in item.segments if segment[0] in "ML"]
    return [math.dist(a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]  # type: ignore[arg-type]


@pytest.mark.parametrize("box", ["[5, 5, 20, 40]", "[5, 5, 40, 20]", "[5, 5, 30, 30]"])
def test_a_hexagon_is_regular_in_any_box(tmp_path: FilePath, box: str) -> None:
    (item,) = Desk(tmp_path, draw(f"hexagon = {box}", 'fill = "silk"')).items()
    lengths = sides(item)
    assert max(lengths) == pytest.approx(min(lengths))


def test_a_map_is_drawn_with_words_and_places_on_each(tmp_path: FilePath) -> None:
    face = draw('hexagon = "safe"', MAP, 'stroke = "ink"', 'place = "land"') + draw(
        'text = "{place} {q},{r}"', 'box = "safe"', MAP, "inset = 1", "size = 8"
    )
    desk = Desk(tmp_path, face)
    hexagons = [item for item in desk.items() if isinstance(item, Path)]
    assert len(hexagons) == 6
    assert all(max(sides(item)) == pytest.approx(min(sides(item))) for item in hexagons)
    assert "a1 0,0" in said(desk.items())
    assert "c2 2,1" in said(desk.items())
    assert not desk.faults()
    spots = desk.layout.spots("card", size=(60.0, 90.0))
    assert [spot.name for spot in spots] == ["land"] * 6
    around = path_bounds(hexagons[4].segments)
    assert spots[4].box.x == pytest.approx(around.x)
    assert spots[4].box.height == pytest.approx(around.height)


def test_places_of_a_map_have_their_names(tmp_path: FilePath) -> None:
    own = 'size = [60, 40]\n[[draw]]\nhexagon = [0, 0, 60, 40]\ngrid = { hex = "flat", radius = 1, size = 12 }\n'
    places = Desk(tmp_path, draw('face = "map"'), map=own).layout.places("map")
    middle = places["q0r0"]
    assert (middle.x + middle.width / 2, middle.y + middle.height / 2) == pytest.approx((30, 20))
    assert (middle.width, middle.height) == pytest.approx((12, 6 * math.sqrt(3)))
    assert places["trim"] == Box(0, 0, 60, 40)


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        (
            ['grid = { hex = "pointy", columns = 3, rows = 2, size = 40 }'],
            "the grid needs 121.2 × 70 mm and has 60 × 90",
        ),
        ([MAP, "step = [3, 3]"], "step means nothing between hexagons"),
        (["grid = { columns = 3, rows = 2, radius = 4 }"], "radius means nothing in a square grid"),
        (["grid = { columns = 3 }"], "rows are missing"),
    ],
)
def test_slips_in_a_map_are_told(tmp_path: FilePath, keys: list[str], says: str) -> None:
    assert says in " ".join(Desk(tmp_path, draw('hexagon = "trim"', 'fill = "ink"', *keys)).faults())


def test_a_token_that_is_no_regular_hexagon_is_told(tmp_path: FilePath) -> None:
    token = '[[component]]\nid = "hex"\nkind = "token"\nsize = [30, 30]\nshape = "hexagon"\nface = "card"\n'
    folder = write_kit(tmp_path, draw('rect = "trim"', 'fill = "ink"'))
    (folder / "kit.toml").write_text(KIT + token)
    (finding,) = read(folder)[1]
    assert (finding.severity, finding.code) == ("warning", "uneven-hexagon")
    assert finding.hint == "size = 30 makes it 25.98 × 30"


class CrossDraw(Word, frozen=True, kw_only=True):
    """Both diagonals of a box."""

    box_key: ClassVar[str] = "cross"

    cross: AnyBox
    colour: BoundName | None = None

    def needs(self, context: PaintContext) -> Mapping[str, Expr]:
        return context.values(self, "colour")

    def paint(self, box: Box, values: Values, context: PaintContext) -> Painted:
        colour = context.materials.line(context.name(values.get("colour")) or "ink", "colour")
        strokes = (("M", box.x, box.y), ("L", box.right, box.bottom))
        others = (("M", box.right, box.y), ("L", box.x, box.bottom))
        return Painted((Path((*strokes, *others), stroke=Stroke(colour, 0.5)),))


@pytest.fixture(autouse=True)
def cross(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WORDS, "cross", CrossDraw)


def test_a_new_word_has_what_every_word_has(tmp_path: FilePath) -> None:
    face = draw("cross = [0, 0, 2, 4]", 'colour = "{colour}"', 'each = "1..2"', "step = [3, 0]", 'when = "colour"')
    first, second = Desk(tmp_path, face).items()
    pine = Stroke("#1F5E50", 0.5)
    assert first == Path((("M", 0, 0), ("L", 2, 4), ("M", 2, 0), ("L", 0, 4)), stroke=pine)
    assert second == Path((("M", 3, 0), ("L", 5, 4), ("M", 5, 0), ("L", 3, 4)), stroke=pine)


@pytest.mark.parametrize(
    ("key", "code", "column"),
    [
        ('cross = "nowhere"', "unknown-box", "cross"),
        ('cross = "trim"\ncolor = "ink"', "unknown-key", "color"),
        ('crosses = "trim"', "word", "draw"),
    ],
)
def test_slips_in_a_new_word_are_found_in_their_place(tmp_path: FilePath, key: str, code: str, column: str) -> None:
    _, findings = read(write_kit(tmp_path, draw(key)))
    (finding,) = findings
    assert (finding.code, finding.place.column) == (code, column)
    assert code != "word" or "cross" in finding.hint


def used(items: tuple[Item, ...]) -> Iterator[tuple[Image, Use]]:
    """The pictures of drawings, with their use."""
    for item in items:
        if isinstance(item, Group):
            yield from used(item.items)
        elif isinstance(item, Use):
            (image,) = item.art.items
            assert isinstance(image, Image)
            yield image, item


@pytest.mark.parametrize(
    ("keys", "pixels"),
    [
        (('icon = "shade"', "box = [5, 5, 25.4, 50.8]"), (600, 600)),
        (('picture = "shade.svg"', "box = [5, 5, 50.8, 25.4]"), (600, 600)),
        (('picture = "shade.svg"', "box = [5, 5, 50.8, 25.4]", 'fit = "cover"'), (1200, 1200)),
        (('picture = "shade.svg"', "box = [5, 5, 50.8, 25.4]", 'fit = "stretch"'), (1200, 1200)),
    ],
)
def test_it_has_600_dpi_where_it_is_printed(tmp_path: FilePath, keys: tuple[str, ...], pixels: tuple[int, int]) -> None:
    ((image, _),) = used(Desk(tmp_path, draw(*keys)).items())
    assert image.pixels == pytest.approx(pixels, rel=0.002)


def test_it_keeps_its_colours_on_every_ground_and_with_little_ink(tmp_path: FilePath) -> None:
    keys = ('icon = "shade"', "box = [5, 5, 20, 20]")
    ((plain, _),) = used(Desk(tmp_path, draw(*keys)).items())
    ((on_ink, _),) = used(Desk(tmp_path, draw(*keys, 'on = "ink"')).items())
    ((spared, _),) = used(Desk(tmp_path, draw(*keys), ink="low").items())
    assert plain == on_ink == spared
    pictured = draw('picture = "shade.svg"', "box = [5, 5, 20, 20]")
    ((spared, _),) = used(Desk(tmp_path, pictured, ink="low").items())
    assert spared.data == plain.data


def test_a_sign_in_text_is_one_too(tmp_path: FilePath) -> None:
    ((image, use),) = used(Desk(tmp_path, draw('text = "{{shade}}"', "box = [5, 5, 40, 10]")).items())
    height = use.matrix[3] * use.art.height
    assert image.pixels[1] / height * 25.4 >= 600


def test_it_is_said_once_with_the_reason(tmp_path: FilePath) -> None:
    face = draw('icon = "shade"', "box = [5, 5, 20, 20]") + draw('picture = "shade.svg"', "box = [30, 5, 20, 20]")
    desk = Desk(tmp_path, face)
    desk.scene()
    (finding,) = desk.layout.findings
    assert (finding.severity, finding.code) == ("warning", "art-picture")
    assert str(finding.place).endswith("art/shade.svg:5") and finding.message.endswith("<rect> has mask")


def test_one_that_cannot_be_rendered_is_an_error_with_its_place(tmp_path: FilePath) -> None:
    doubling = "".join(f'<g id="g{n}"><use href="#g{n + 1}"/><use href="#g{n + 1}"/></g>' for n in range(30))
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><switch/>'
    Desk(tmp_path, "")
    (tmp_path / "art" / "laughs.svg").write_text(
        f'{head}<symbol>{doubling}<g id="g30"><path d="M0 0h1v1z"/></g></symbol><use href="#g0"/></svg>'
    )
    faults = Desk(tmp_path, draw('picture = "laughs.svg"', "box = [5, 5, 24, 24]")).faults()
    assert any("the drawing is" in fault or "the drawing cannot be rendered" in fault for fault in faults), faults
