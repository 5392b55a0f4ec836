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
