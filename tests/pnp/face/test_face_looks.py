"""Fills that are gradients, shadows, what is see-through or cut to a shape: drawn, printed with little ink, refused."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest
from face_builders import Desk, draw, leaves

from pnp.face.paint import InkMode
from pnp.findings import KitError
from pnp.scene import Box, Gradient, Group, Item, Path, Rect, Stop, Stroke, Use

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
        (("polygon = [0, 0, 9, 9]",), "either sides or points"),
        (("star = [0, 0, 9, 9]", "inner = 1"), "inner comes to 1"),
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
        ('[gradient.ink]\nstops = ["ink", "silk"]\n', "ink is a colour already"),
    ],
)
def test_a_gradient_of_the_theme_that_cannot_be_is_an_error(tmp_path: FilePath, theme: str, message: str) -> None:

    with pytest.raises(KitError) as raised:
        desk(tmp_path, 'rect = "trim"', theme=theme)
    assert any(message in finding.message + finding.hint for finding in raised.value.findings)


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
