"""Drawings with little ink: nothing that was to be seen is gone."""

from __future__ import annotations

import pytest

from pnp.art.drawing import parse_drawing
from pnp.art.low_ink import low_ink, spared
from pnp.scene import INK, Art, Ellipse, Group, Item, Path, Rect


def drawn(*shapes: str) -> Art:
    body = "".join(shapes)
    data = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{body}</svg>'.encode()
    return parse_drawing(data, "a.svg").art


def leaves(items: tuple[Item, ...]) -> list[Rect | Ellipse | Path]:
    inner = (leaves(item.items) if isinstance(item, Group) else [item] for item in items)
    return [leaf for part in inner for leaf in part if isinstance(leaf, Rect | Ellipse | Path)]


@pytest.mark.parametrize("colour", ["#C02020", "#F5DF4E", "#1B578F", "#808080"])
def test_a_sign_of_one_filled_shape_becomes_its_outline(colour: str) -> None:
    sign = drawn(f'<circle cx="12" cy="12" r="9" fill="{colour}"/>')
    for form in (low_ink(sign), spared(sign, 1 / 3)):
        (disc,) = leaves(form.items)
        assert disc.stroke is not None
        assert disc.stroke.width == pytest.approx(0.96)
        assert disc.fill in ("#FFFFFF", "#FFFDF8")


@pytest.mark.parametrize("colour", [INK, "#000000", "#111111", "#1A0F3A"])
def test_what_is_ink_or_as_dark_stays_solid(colour: str) -> None:
    sign = drawn(f'<path d="M2 2h20v20z" fill="{colour}"/>')
    for form in (low_ink(sign), spared(sign, 1 / 3)):
        assert [(leaf.fill, leaf.stroke) for leaf in leaves(form.items)] == [(colour, None)]


def test_a_shade_within_an_outline_just_goes() -> None:
    house = drawn(
        f'<rect x="4" y="4" width="16" height="16" fill="#F5DF4E" stroke="{INK}" stroke-width="1"/>',
        '<rect x="6" y="6" width="6" height="12" fill="#C6B798"/>',
    )
    assert [leaf.stroke is not None for leaf in leaves(spared(house, 1 / 3).items)] == [True, False]


def test_a_ground_goes_where_something_else_shows_and_stays_an_outline_where_nothing_does() -> None:
    ground = '<rect x="0" y="0" width="24" height="24" fill="#BFDCE6"/>'
    boat = f'<path d="M6 6h12" stroke="{INK}" stroke-width="1" fill="none"/>'
    assert leaves(spared(drawn(ground, boat), 1 / 3).items)[0].stroke is None
    assert leaves(spared(drawn(ground), 1 / 3).items)[0].stroke is not None


def test_an_outline_is_as_thin_as_the_lines_beside_it_however_large_its_group_is() -> None:
    art = drawn(
        f'<path d="M1 1h2" stroke="{INK}" stroke-width="0.5" fill="none"/>',
        '<g transform="scale(2)"><circle cx="8" cy="8" r="2" fill="#C02020"/></g>',
    )
    stroke = leaves(spared(art, 1 / 3).items)[1].stroke
    assert stroke is not None
    assert stroke.width * 2 == pytest.approx(0.5)


def test_what_stands_out_from_a_fill_is_not_lost_with_it() -> None:
    disc, cross = '<circle cx="12" cy="12" r="11" fill="{}"/>', '<path d="M9 4h6v5h5v6h-5v5h-6v-5H4v-6h5z" fill="{}"/>'
    for form in (low_ink, lambda art: spared(art, 1 / 3)):
        ring, shown = leaves(form(drawn(disc.format("#B3361F"), cross.format("#ffffff"))).items)
        assert ring.stroke and shown.stroke and shown.stroke.colour == INK and shown.fill == "#FFFFFF"
        _, on_ink = leaves(form(drawn(disc.format("#000"), cross.format("#fff"))).items)
        assert on_ink.stroke is None, "it is seen on what stays dark"
        lined = disc.format("#B3361F").replace("/>", ' stroke="#000"/>')
        _, shade = leaves(form(drawn(lined, cross.format("#fff"))).items)
        assert shade.stroke, "the line round the disc does not tell of it"
        told = f'<path d="M9 4h6" stroke="{INK}" stroke-width="1" fill="none"/>'
        _, shade, _ = leaves(form(drawn(lined, cross.format("#fff"), told)).items)
        assert shade.stroke is None, "what has lines in it is told by them"
        pips = [f'<circle cx="{at}" cy="{at}" r="2" fill="#c00"/>' for at in (6, 12, 18)]
        _, *found = leaves(form(drawn(lined, *pips)).items)
        assert not any(pip.stroke for pip in found), "of the same colour as what they lie on"
        _, *found = leaves(form(drawn(lined.replace("#B3361F", "#fff"), *pips)).items)
        assert len(found) == 3 and all(pip.stroke or pip.fill != "#FFFFFF" for pip in found)


def test_light_lines_on_ink_become_lines_on_white() -> None:
    stone = f'<path d="M12 1 22 15 5 20z" fill="#2A2226" stroke="{INK}" stroke-width="1"/>'
    facets = '<path d="M12 3 10 12 20 14" fill="none" stroke="#FFFDF8" stroke-width="1"/>'
    whole, lines = leaves(low_ink(drawn(stone, facets)).items)
    assert (whole.fill, lines.fill) == ("#FFFFFF", None)
    assert whole.stroke and lines.stroke and whole.stroke.colour == lines.stroke.colour == INK
    whole, lines = leaves(low_ink(drawn(stone.partition("stroke")[0] + "/>", facets)).items)
    assert whole.fill == "#FFFFFF" and whole.stroke and whole.stroke.colour == INK, "it is outlined, if it was not"
    whole, lines = leaves(spared(drawn(stone, facets), 1 / 3).items)
    assert whole.fill == "#2A2226" and lines.stroke and lines.stroke.colour == "#FFFDF8", "lines keep their colour"


def test_on_a_board_nothing_is_a_line_but_what_is_one_on_paper() -> None:
    hill = '<path d="M2 20C8 8 14 8 22 20z" fill="#E3EAE4"/>'
    lined = f'<path d="M1 1h2" stroke="{INK}" stroke-width="0.02" fill="none"/>'
    for body, line in ((hill, 0.35), (hill + lined, 0.02 * 10)):
        found = leaves(spared(drawn(body), 10.0).items)[0]
        assert found.fill == "#FFFFFF" and found.stroke and found.stroke.width * 10 == pytest.approx(line)
    strip = '<path d="M2 20h20v0.045h-20z" fill="#E3EAE4"/>'
    (found,) = leaves(spared(drawn(strip), 10.0).items)
    assert (found.fill, found.stroke) == (INK, None), "narrower than a line round it"


def test_light_lines_in_pictures_are_seen_where_what_they_lie_on_goes() -> None:
    blue = '<rect x="2" y="2" width="20" height="20" fill="#1B578F"/>'
    bolt = '<path d="M12 4 9 13h5l-3 8" fill="none" stroke="#fff" stroke-width="2"/>'
    letter = '<path d="M6 4h4v12h8v4H6z" fill="#c00" stroke="#fff" stroke-width="1"/>'
    ground, line = leaves(spared(drawn(blue, bolt), 1 / 3).items)
    assert ground.fill == "#FFFFFF" and line.stroke and line.stroke.colour == INK
    _, line = leaves(spared(drawn(blue.replace("#1B578F", INK), bolt), 1 / 3).items)
    assert line.stroke and line.stroke.colour == "#FFFFFF", "it lies on ink"
    (alone,) = leaves(spared(drawn(letter), 1 / 3).items)
    assert alone.stroke and alone.stroke.colour != "#FFFFFF", "a shape is outlined though its line is white"


@pytest.mark.parametrize(
    "frame", ['fill="none" stroke="#222" stroke-width="1"', 'fill="#fff" stroke="#222" stroke-width="1"']
)
def test_what_lies_in_an_open_frame_is_not_lost_either(frame: str) -> None:
    whole = f'<rect x="2" y="2" width="20" height="20" {frame}/>'
    pips = [f'<circle cx="{at}" cy="{at}" r="2" fill="#c00"/>' for at in (6, 12, 18)]
    for body in ((whole, *pips),) + (((*pips, whole),) if "none" in frame else ()):
        found = [leaf for leaf in leaves(spared(drawn(*body), 1 / 3).items) if isinstance(leaf, Ellipse)]
        assert len(found) == 3 and all(pip.stroke for pip in found)


def test_in_a_picture_no_outline_is_thicker_than_that_of_one_without_lines() -> None:
    bar = f'<path d="M1 20h22" stroke="{INK}" stroke-width="3" fill="none"/>'
    _, disc = leaves(spared(drawn(bar, '<circle cx="12" cy="8" r="5" fill="#c00"/>'), 6.0).items)
    assert disc.stroke and disc.stroke.width * 6 == pytest.approx(0.35)
