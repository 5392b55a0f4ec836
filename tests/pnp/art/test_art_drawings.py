"""Art from SVG files, and its other forms."""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.art.drawing import parse_drawing, read_drawing
from pnp.art.low_ink import low_ink, recolour
from pnp.findings import KitError
from pnp.scene import INK, WHITE, Art, Box, Ellipse, Group, Path

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
BLUE, YELLOW = "#1B578F", "#F5DF4E"


def art(body: str) -> Art:
    return parse_drawing(f"{HEAD}\n{body}\n</svg>".encode(), "kit/art/x.svg").art


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


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg",
        b"<svg/>",
        b'<svg viewBox="0 0 0 1"/>',
        b'<svg viewBox="0 0 nan 1"/>',
    ],
)
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
