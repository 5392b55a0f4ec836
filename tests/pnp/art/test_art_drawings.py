"""Art from SVG files and its other forms; path data, and drawings with little ink."""

from __future__ import annotations

import math
from pathlib import Path as FilePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.art.drawing import parse_drawing, read_drawing
from pnp.art.low_ink import low_ink, recolour, spared
from pnp.art.paths import PathError, measure_path, parse_path, walk_items
from pnp.findings import KitError
from pnp.scene import INK, WHITE, Art, Box, Ellipse, Group, Item, Path, Rect

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
BLUE, YELLOW = "#1B578F", "#F5DF4E"


def art(*shapes: str) -> Art:
    return parse_drawing(f"{HEAD}\n{''.join(shapes)}\n</svg>".encode(), "kit/art/x.svg").art


def refused(body: str) -> str:
    with pytest.raises(KitError) as error:
        art(body)
    return str(error.value)


def test_use_repeats_what_is_defined() -> None:
    items = art(
        '<defs><circle id="dot" r="1"/></defs><use href="#dot" x="3" y="4"/>'
        '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#dot" x="2" y="2" fill="#f00"/>'
    ).items
    assert items[0] == Group((Ellipse(Box(-1, -1, 2, 2), "#000000"),), (1, 0, 0, 1, 3, 4))
    assert items[1] == Group((Ellipse(Box(-1, -1, 2, 2), "#FF0000"),), (1, 0, 0, 1, 2, 2))


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("<g>\n<image href='http://a/b.png'/></g>", "x.svg:3: <image>: `http://a/b.png` is not in this drawing"),
        ("<foreignObject/>", "is not drawn"),
        ("<style>@import 'a.css';</style>", "@import in a style sheet is not followed"),
        ("<path d='M0 0h1v1z' fill='url(#g)'/>", "`#g` is no gradient or pattern"),
        ("<rect width='5em' height='1'/>", "is no plain number"),
        ("<rect width='1' height='1' transform='spin(3)'/>", "cannot be read"),
        ("<rect width='1' height='1' clip-path='url(#a)'/>", 'clip-path="url(#a)" is not in this drawing'),
        ("<blob width='1' height='1'/>", "<blob>: is not drawn"),
        ("<path d='M0 0L90000 0' stroke='red' stroke-dasharray='.0001'/>", "more than 20000 dashes"),
        ("<use href='other.svg#a'/>", "is not in this drawing"),
        ("<g id='a'><use href='#a'/></g>", "nested deeper"),
        ("<g>" * 600 + "</g>" * 600, "nested deeper"),
        ("<g><path", "is not XML"),
    ],
)
def test_what_is_not_drawn_is_said_with_its_line(body: str, says: str) -> None:
    assert says in refused(body)


def test_all_faults_of_a_drawing_are_said_at_once() -> None:
    with pytest.raises(KitError) as error:
        art("<rect width='x' height='1'/>\n<path d='M0 0h1v1z' fill='x'/>\n<path d='x'/>")
    assert [finding.place.row for finding in error.value.findings] == [2, 3, 4]


LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))


@pytest.mark.parametrize(
    "data",
    [
        f'<!DOCTYPE svg [<!ENTITY a0 "ha">{LAUGHS}]><svg viewBox="0 0 1 1">&a9;</svg>'.encode(),
        b'<!DOCTYPE svg [<!ENTITY a "' + b"a" * 100_000 + b'">]><svg viewBox="0 0 1 1">' + b"&a;" * 1000 + b"</svg>",
        b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg viewBox="0 0 1 1">&x;</svg>',
    ],
)
def test_entities_that_lead_out_or_multiply_are_refused(data: bytes) -> None:
    with pytest.raises(KitError, match="DOCTYPE"):
        parse_drawing(data, "x.svg")


@pytest.mark.parametrize("data", [b"", b"<svg", b"<svg/>", b'<svg viewBox="0 0 0 1"/>', b'<svg viewBox="0 0 nan 1"/>'])
def test_what_is_no_drawing_is_one_finding(data: bytes) -> None:
    with pytest.raises(KitError) as error:
        parse_drawing(data, "x.svg")
    assert len(error.value.findings) == 1


def test_a_missing_or_huge_file_is_a_finding(tmp_path: FilePath) -> None:
    with pytest.raises(KitError, match="cannot be read"):
        read_drawing(tmp_path / "no.svg")
    big = tmp_path / "big.svg"
    big.write_bytes(b" " * 4_000_001)
    with pytest.raises(KitError, match="at most"):
        read_drawing(big, "kit/art/big.svg")


@given(st.text("<>/gpathrect useviwBox=\"'0 9#.;:-fill", max_size=80))
def test_any_body_is_drawn_or_refused(body: str) -> None:
    try:
        art(body)
    except KitError as error:
        assert error.findings


def paints(drawing: Art) -> list[tuple[str | None, str | None]]:
    return [
        (item.fill, item.stroke.colour if item.stroke else None) for item in drawing.items if isinstance(item, Path)
    ]


LEAF_ON_STEM = art(
    f'<path d="M12 23V9" fill="none" stroke="{INK}" stroke-width="1.5"/>'
    f'<path d="M4 4h16v12h-16z" fill="{BLUE}" stroke="{INK}"/><path d="M8 8h4v4h-4z" fill="{WHITE}" stroke="{INK}"/>'
    f'<path d="M6 6h9" fill="none" stroke="{INK}" stroke-width="0.9"/>'
)


def test_on_a_dark_ground_the_thing_is_white_and_its_lines_are_the_ground() -> None:
    assert paints(recolour(LEAF_ON_STEM, BLUE)) == [(None, WHITE), (WHITE, BLUE), (BLUE, BLUE), (None, BLUE)]


def test_on_a_light_ground_lines_stay_ink() -> None:
    assert paints(recolour(LEAF_ON_STEM, YELLOW)) == [(None, INK), (WHITE, INK), (YELLOW, INK), (None, INK)]


def test_low_ink_leaves_lines_and_solid_ink_alone() -> None:
    assert paints(low_ink(LEAF_ON_STEM)) == [(None, INK), ("#FFFFFF", INK), ("#FFFFFF", INK), (None, INK)]


@pytest.mark.parametrize("flags", ["1 1", "11", "1,1 "])
def test_an_arc_of_a_circle_stays_on_the_circle(flags: str) -> None:
    segments = parse_path(f"M10 0 A10 10 0 {flags} 0 -10")
    assert len(segments) == 4  # three quarters
    for segment in segments[1:]:
        x, y = segment[-2], segment[-1]
        assert math.hypot(float(x), float(y)) == pytest.approx(10, abs=1e-9)
    bounds = measure_path(segments)
    assert bounds.x == pytest.approx(-10, abs=0.01)
    assert bounds.bottom == pytest.approx(10, abs=0.01)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("L1 1", "from character 1 on: `L1 1`"),
        ("M0 0 C1 2 3", "from character 6 on: `C1 2 3`"),
        ("M0 0 A1 1 0 2 0 3 3", "from character 6 on"),
        ("M0 0 L1e9 0", "further out"),
        ("M0 0" + " 1 1" * 100_000, "characters"),
        ("M0 0 Z 3", "from character 8 on: `3`"),
    ],
)
def test_what_cannot_be_read_is_said(data: str, says: str) -> None:
    with pytest.raises(PathError, match=says):
        parse_path(data)


@given(st.text("MLHVCSQTAZmlhvcsqtaz0123456789.,-+eE ", max_size=60))
def test_any_text_is_read_or_refused(data: str) -> None:
    try:
        segments = parse_path(data)
    except PathError:
        return
    assert all(segment[0] in "MLCZ" for segment in segments)
    assert not segments or segments[0][0] == "M"


def leaves(items: tuple[Item, ...]) -> list[Rect | Ellipse | Path]:
    return [item for item, _ in walk_items(items) if isinstance(item, Rect | Ellipse | Path)]


@pytest.mark.parametrize("colour", ["#C02020", "#F5DF4E", "#1B578F", "#808080"])
def test_a_sign_of_one_filled_shape_becomes_its_outline(colour: str) -> None:
    sign = art(f'<circle cx="12" cy="12" r="9" fill="{colour}"/>')
    for form in (low_ink(sign), spared(sign, 1 / 3)):
        (disc,) = leaves(form.items)
        assert disc.stroke is not None
        assert disc.stroke.width == pytest.approx(0.96)
        assert disc.fill in ("#FFFFFF", "#FFFDF8")


@pytest.mark.parametrize("colour", [INK, "#000000", "#111111", "#1A0F3A"])
def test_what_is_ink_or_as_dark_stays_solid(colour: str) -> None:
    sign = art(f'<path d="M2 2h20v20z" fill="{colour}"/>')
    for form in (low_ink(sign), spared(sign, 1 / 3)):
        assert [(leaf.fill, leaf.stroke) for leaf in leaves(form.items)] == [(colour, None)]


def test_a_shade_within_an_outline_just_goes() -> None:
    house = art(
        f'<rect x="4" y="4" width="16" height="16" fill="#F5DF4E" stroke="{INK}" stroke-width="1"/>',
        '<rect x="6" y="6" width="6" height="12" fill="#C6B798"/>',
    )
    assert [leaf.stroke is not None for leaf in leaves(spared(house, 1 / 3).items)] == [True, False]


def test_a_ground_goes_where_something_else_shows_and_stays_an_outline_where_nothing_does() -> None:
    ground = '<rect x="0" y="0" width="24" height="24" fill="#BFDCE6"/>'
    boat = f'<path d="M6 6h12" stroke="{INK}" stroke-width="1" fill="none"/>'
    assert leaves(spared(art(ground, boat), 1 / 3).items)[0].stroke is None
    assert leaves(spared(art(ground), 1 / 3).items)[0].stroke is not None


def test_what_stands_out_from_a_fill_is_not_lost_with_it() -> None:
    disc, cross = '<circle cx="12" cy="12" r="11" fill="{}"/>', '<path d="M9 4h6v5h5v6h-5v5h-6v-5H4v-6h5z" fill="{}"/>'
    for form in (low_ink, lambda sign: spared(sign, 1 / 3)):
        ring, shown = leaves(form(art(disc.format("#B3361F"), cross.format("#ffffff"))).items)
        assert ring.stroke and shown.stroke and shown.stroke.colour == INK and shown.fill == "#FFFFFF"
        _, on_ink = leaves(form(art(disc.format("#000"), cross.format("#fff"))).items)
        assert on_ink.stroke is None, "it is seen on what stays dark"
        lined = disc.format("#B3361F").replace("/>", ' stroke="#000"/>')
        _, shade = leaves(form(art(lined, cross.format("#fff"))).items)
        assert shade.stroke, "the line round the disc does not tell of it"
        told = f'<path d="M9 4h6" stroke="{INK}" stroke-width="1" fill="none"/>'
        _, shade, _ = leaves(form(art(lined, cross.format("#fff"), told)).items)
        assert shade.stroke is None, "what has lines in it is told by them"
        pips = [f'<circle cx="{at}" cy="{at}" r="2" fill="#c00"/>' for at in (6, 12, 18)]
        _, *found = leaves(form(art(lined, *pips)).items)
        assert not any(pip.stroke for pip in found), "of the same colour as what they lie on"
        _, *found = leaves(form(art(lined.replace("#B3361F", "#fff"), *pips)).items)
        assert len(found) == 3 and all(pip.stroke or pip.fill != "#FFFFFF" for pip in found)
