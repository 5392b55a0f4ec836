"""Fills that are gradients, shadows, what is see-through or cut to a shape: drawn, printed with little ink, refused."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import get_args

import pytest
from face_builders import Desk, draw, leaves

from pnp.face.paint import InkMode
from pnp.findings import KitError
from pnp.scene import Box, Ellipse, Gradient, Group, Image, Item, Path, Rect, Shadow, Stop, Stroke, Use

THEME = '[gradient.dusk]\nstops = ["indigo", ["cinnabar", 0.6], "silk"]\n'


def desk(folder: FilePath, *keys: str, ink: InkMode = "full", theme: str = THEME) -> Desk:
    folder.mkdir(exist_ok=True)
    (folder / "theme.toml").write_text(theme)
    return Desk(folder, draw(*keys), ink=ink)


def only(items: tuple[Item, ...]) -> Item:
    (item,) = items
    return item


def test_a_gradient_of_the_theme_fills_by_its_name(tmp_path: FilePath) -> None:
    item = only(desk(tmp_path, 'rect = "trim"', 'fill = "dusk"').items())
    stops = (Stop(0.0, "#23426B"), Stop(0.6, "#B3361F"), Stop(1.0, "#F4E9D3"))
    assert item == Rect(Box(0, 0, 60, 90), Gradient("linear", (0, 90, -90, 0, 30, 0), stops))


def test_a_gradient_is_written_where_it_is_used_and_binds(tmp_path: FilePath) -> None:
    fill = (
        'fill = { kind = "radial", stops = ["{colour}", "white", ["#000000", 1, 0.5]], middle = [0, 0.5], radius = 2 }'
    )
    item = only(desk(tmp_path, "ellipse = [10, 20, 20, 10]", fill).items())
    assert isinstance(item, Ellipse) and isinstance(item.fill, Gradient)
    assert item.fill.matrix == (20, 0, 0, 10, 10, 25)
    assert [(stop.at, stop.colour, stop.opacity) for stop in item.fill.stops] == [
        (0.0, "#1F5E50", 1.0),
        (0.5, "#FFFDF8", 1.0),
        (1.0, "#000000", 0.5),
    ]


def test_a_soft_shadow_lies_beneath_its_shape_and_no_coarser_than_its_edge(tmp_path: FilePath) -> None:
    shadow, shape = desk(tmp_path, "rect = [10, 10, 30, 20]", 'fill = "silk"', "shadow = [1, 2, 2]").items()
    assert isinstance(shadow, Shadow) and isinstance(shape, Rect)
    assert shadow.box == Box(10 + 1 - 3, 10 + 2 - 3, 36, 26)
    assert shadow.pixels == (144, 104)
    wide, _ = desk(tmp_path, 'rect = "trim"', 'fill = "silk"', "shadow = [0, 0, 0.1]").items()
    assert isinstance(wide, Shadow) and max(wide.pixels) == 480


def test_opacity_goes_with_shapes_signs_pictures_and_faces(tmp_path: FilePath) -> None:
    for keys in (
        ('rect = "trim"', 'fill = "ink"'),
        ('icon = "hand"',),
        ('picture = "sun.svg"',),
        ('picture = "small.png"', "box = [0, 0, 4, 2]"),
        ('path = "M0,0 h9 v9 z"', 'fill = "ink"'),
    ):
        item = only(desk(tmp_path, *keys, 'opacity = "{x / 3}"').items())
        assert isinstance(item, Group) and item.opacity == 0.5
        assert desk(tmp_path, *keys, "opacity = 0").items() == ()
    inner = draw('rect = "trim"', 'fill = "ink"')
    called = Desk(tmp_path, draw('face = "inner"', "opacity = 0.5", 'clip = "ellipse"'), inner=inner)
    veiled = only(called.items())
    assert isinstance(veiled, Group) and veiled.opacity == 0.5
    cut = only(veiled.items)
    assert isinstance(cut, Group) and isinstance(cut.clip, Path)


def test_pictures_with_round_corners_or_cut_to_a_shape(tmp_path: FilePath) -> None:
    small = ('picture = "small.png"', "box = [10, 10, 4, 4]")
    rounded = only(desk(tmp_path, *small, "radius = 0.5").items())
    assert isinstance(rounded, Group) and isinstance(rounded.clip, Path)
    assert rounded.clip.segments[0] == ("M", 10.5, 11)  # of the picture itself, which is as wide as the box
    round_one = only(desk(tmp_path, *small, 'clip = "ellipse"', 'fit = "cover"').items())
    assert isinstance(round_one, Group) and isinstance(round_one.clip, Path)
    assert isinstance(round_one.items[0], Image)
    own = only(desk(tmp_path, *small, 'clip = "M0,0 h4 v4 z"').items())
    assert isinstance(own, Group) and isinstance(own.clip, Path)
    assert own.clip.segments[0] == ("M", 10, 10)
    (beside,) = desk(tmp_path, *small, 'clip = "M9,0 h4 v4 z"').faults()
    assert "nothing is left of it" in beside


def test_with_little_ink_they_become_lines(tmp_path: FilePath) -> None:
    def low(*keys: str) -> tuple[Item, ...]:
        return desk(tmp_path, *keys, ink="low").items()[:-1]  # the last is the line to cut along

    assert only(low("rect = [9, 9, 30, 30]", 'fill = "dusk"')) == Rect(
        Box(9, 9, 30, 30), "#FFFFFF", Stroke("#23426B", 0.25)
    )
    assert only(low("rect = [9, 9, 2, 30]", 'fill = "dusk"')) == Rect(Box(9, 9, 2, 30), "#23426B")
    veiled = only(low("rect = [9, 9, 30, 30]", 'fill = "ink"', "opacity = 0.9", "shadow = [1, 1, 1]"))
    assert isinstance(veiled, Rect) and veiled.fill is None and veiled.stroke is not None
    assert low("rect = [9, 9, 30, 30]", 'fill = "ink"', "opacity = 0.2") == ()
    fading = 'fill = { stops = [["ink", 0, 0], "ink"] }'
    assert all(getattr(item, "fill", None) is None for item in leaves(low("rect = [9, 9, 30, 30]", fading)))


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (('fill = "dawn"',), "there is no colour dawn"),
        (('fill = { stops = ["ink", "dawn"] }',), "there is no colour dawn"),
        (('opacity = "{worth}"',), "opacity comes to 3"),
    ],
)
def test_what_cannot_be_is_said_at_its_line(tmp_path: FilePath, keys: tuple[str, ...], message: str) -> None:
    (fault,) = desk(tmp_path, 'rect = "trim"', *keys).faults()
    assert message in fault
    assert fault.startswith("1:")


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        (("polygon = [0, 0, 9, 9]", "sides = 2"), "sides comes to 2"),
        (("polygon = [0, 0, 9, 9]",), "either sides or points"),
        (("star = [0, 0, 9, 9]", "inner = 1"), "inner comes to 1"),
        (('picture = "sun.svg"', 'clip = "circle"'), "`c`"),
        ((f'path = "{"M0,0 h1 v1 z " * 61}"', 'fill = "ink"', "shadow = [1, 1, 1]"), "61 parts casts no soft shadow"),
    ],
)
def test_shapes_that_cannot_be_drawn(tmp_path: FilePath, keys: tuple[str, ...], message: str) -> None:
    (fault,) = desk(tmp_path, *keys).faults()
    assert message in fault or "path" in fault


@pytest.mark.parametrize(
    ("theme", "message"),
    [
        ('[gradient.dusk]\nstops = ["indigo"]\n', "from 2 to 32 colours"),
        ('[gradient.dusk]\nstops = [["ink", 0.6], ["ink", 0.2]]\n', "places that do not rise"),
        ('[gradient.dusk]\nstops = ["dawn", "ink"]\n', "there is no colour dawn"),
        ('[gradient.dusk]\nstops = ["{colour}", "ink"]\n', "binds something"),
        ('[gradient.ink]\nstops = ["ink", "silk"]\n', "ink is a colour already"),
        ('[gradient.dusk]\nstops = ["ink", "silk"]\nshape = 3\n', "not a key here"),
        ('[gradient.dusk]\nstops = ["ink", ["silk", 2]]\n', "from 0 to 1"),
    ],
)
def test_a_gradient_of_the_theme_that_cannot_be_is_an_error(tmp_path: FilePath, theme: str, message: str) -> None:

    with pytest.raises(KitError) as raised:
        desk(tmp_path, 'rect = "trim"', theme=theme)
    assert any(message in finding.message + finding.hint for finding in raised.value.findings)


def test_lines_and_shapes_end_and_go_round_corners_as_they_say(tmp_path: FilePath) -> None:
    said = ('cap = "round"', 'join = "bevel"', 'stroke = "ink"')
    for number, keys in enumerate((("line = [0, 0, 5, 5, 9, 0]",), ("polygon = [4, 4, 9, 9]", "sides = 3"))):
        for ink in get_args(InkMode):
            item = desk(tmp_path / f"{number}{ink}", *keys, *said, ink=ink).items()[0]
            assert isinstance(item, Path) and item.stroke == Stroke("#2B2320", 0.25, (), "round", "bevel")
    with pytest.raises(KitError, match="cap"):
        desk(tmp_path / "no", "line = [0, 0, 5, 5]", 'cap = "pointed"').items()


def test_polygons_and_stars(tmp_path: FilePath) -> None:
    square = only(desk(tmp_path / "a", "polygon = [10, 10, 20, 20]", "sides = 4", 'fill = "ink"').items())
    assert isinstance(square, Path)
    assert [segment[1:] for segment in square.segments[:-1]] == [(20, 10), (30, 20), (20, 30), (10, 20)]
    own = only(
        desk(tmp_path / "b", "polygon = [5, 5, 9, 9]", 'points = [0, 0, 9, 0, "{x}", 9]', 'fill = "ink"').items()
    )
    assert isinstance(own, Path)
    assert [segment[1:] for segment in own.segments[:-1]] == [(5, 5), (14, 5), (6.5, 14)]
    star = only(
        desk(tmp_path / "c", "star = [0, 0, 20, 20]", 'points = "{worth}"', "inner = 0.5", 'fill = "ink"').items()
    )
    assert isinstance(star, Path)
    assert len(star.segments) == 7
    assert star.segments[:2] == (("M", 10, 0), ("L", 14.3301, 7.5))


def test_signs_and_pictures_are_mirrored_about_the_middle_of_their_box(tmp_path: FilePath) -> None:
    for number, (flip, matrix) in enumerate(
        {"across": (-1, 0, 0, 1, 40, 0), "down": (1, 0, 0, -1, 0, 60), "both": (-1, 0, 0, -1, 40, 60)}.items()
    ):
        sign = desk(tmp_path / str(number), 'icon = "swap"', "box = [15, 25, 10, 10]", f'flip = "{flip}"').items()
        item = only(sign)
        assert isinstance(item, Group) and item.matrix == matrix and isinstance(only(item.items), Use)
    plain = only(desk(tmp_path / "plain", 'icon = "swap"', "box = [15, 25, 10, 10]").items())
    assert isinstance(plain, Use)
