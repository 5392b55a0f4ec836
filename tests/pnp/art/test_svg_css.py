"""Drawings as style sheets, properties and per cent say them, their blends, markers and lines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import msgspec
import pytest

from pnp.art.little_ink import low_ink, spared
from pnp.art.polygons import exact_bounds
from pnp.art.strokes import dashes
from pnp.art.svg import parse_art
from pnp.findings import KitError
from pnp.scene import Art, Box, Ellipse, Group, Item, Path, Rect, Segment

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
FILTERED = "<filter id='f'>{}</filter><rect x='10' y='10' width='30' height='30' filter='url(#f)'/>"
SQUARE = '<rect x="10" y="10" width="30" height="30"{}/>'


def letters(families: str, weight: int, italic: bool, text: str) -> tuple[tuple[Segment, ...], float] | None:
    """A typeface whose letters are squares of half an em, as wide as they are apart."""
    segments: list[Segment] = []
    for number, character in enumerate(text):
        if character != " ":
            x = number / 2
            segments += [("M", x, 0), ("L", x + 0.5, 0), ("L", x + 0.5, -0.5), ("L", x, -0.5), ("Z",)]
    return tuple(segments), len(text) / 2


def art(body: str, language: str = "en") -> Art:
    return parse_art(f"{HEAD}{body}</svg>".encode(), "x.svg", letters, language)


def refused(body: str) -> str:
    with pytest.raises(KitError) as raised:
        art(body)
    return " ".join(finding.message for finding in raised.value.findings)


def leaves(items: Iterable[Item]) -> Iterator[Rect | Ellipse | Path]:
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items)
        elif isinstance(item, Rect | Ellipse | Path):
            yield item


def fills(body: str) -> list[object]:
    return [item.fill for item in leaves(art(body).items)]


def boxes(body: str) -> list[tuple[float, ...]]:
    found = (
        item.box if not isinstance(item, Path) else exact_bounds(item.segments) for item in leaves(art(body).items)
    )
    return [tuple(round(side, 3) for side in (box.x, box.y, box.width, box.height)) for box in found]


@pytest.mark.parametrize(
    ("sheet", "attributes", "fill"),
    [
        ("rect{fill:green!important}", ' style="fill:blue"', "#008000"),
        ("rect{fill:green!important}", ' style="fill:blue!important"', "#0000FF"),
        (":root{--Main:#123456}rect{fill:var(--Main)}", "", "#123456"),
        ("rect{fill:var(--none, var(--other, red))}", "", "#FF0000"),
        ("", ' fill="var(--x)" style="--x:#0a0b0c"', "#0A0B0C"),
        ("rect{fill:var(--none)}", "", "#000000"),
        ("@media (prefers-color-scheme: dark){rect{fill:#fff}}", ' fill="red"', "#FF0000"),
        ("@media print{rect{fill:#fff}}@media only screen{rect{fill:lime}}", "", "#00FF00"),
        ("g{fill:red}rect{fill:unset}", "", "#FF0000"),
        ("g{fill:red}", ' fill="initial"', "#000000"),
        ("", ' fill="hwb(40 20% 20%)"', "#CC9933"),
        ("", ' fill="url(#none) #0a0"', "#00AA00"),
        ("@keyframes k{to{fill:red}}", "", "#000000"),
        ("rect{fill:red}</style><style type='text/less'>rect{fill:lime}", "", "#FF0000"),
        ("rect{fill:red}</style><style type='Text/CSS'>rect{fill:lime}", "", "#00FF00"),
        ("", ' fill="red" style="-webkit-filter:invert(1)"', "#00FFFF"),
    ],
)
def test_properties_count_as_in_a_browser(sheet: str, attributes: str, fill: str) -> None:
    assert fills(f"<style>{sheet}</style><g>{SQUARE.format(attributes)}</g>") == [fill]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<style>:root{--a:var(--b);--b:var(--a)}rect{fill:var(--a)}</style>" + SQUARE.format(""), "in a circle"),
        ("<style>@media (min-width:9px){rect{fill:red}}</style>", "@media (min-width:9px) in a style sheet"),
        ("<style>rect{rotate:30deg}</style>" + SQUARE.format(""), "say transform: rotate"),
        (SQUARE.format(' style="clip-path:shape(9px)"'), "known are circle(), ellipse()"),
        (SQUARE.format(' style="mix-blend-mode:plus-lighter"'), 'mix-blend-mode="plus-lighter" is not drawn'),
        (SQUARE.format(' vector-effect="fixed-position"'), 'vector-effect="fixed-position" is not drawn'),
        (SQUARE.format(' filter="swirl(2)"'), "the filter swirl() is not drawn"),
        (SQUARE.format(' transform="rotate(1turn 2)"'), "transform rotate with 2 numbers"),
        (SQUARE.format(' fill="color-mix(in sRGBs, red, blue)"'), "is no colour; write #rrggbb"),
        ('<path d="M0 0H99999" stroke="red" stroke-dasharray=".01" stroke-dashoffset="1"/>', "more than 20000 dashes"),
        ('<text style="font-variant:small-caps">a</text>', 'font-variant="small-caps" of words'),
        (
            "<g style=\"font-feature-settings:'liga' 0\"><text>a</text></g>",
            " of words is not followed; set them",
        ),
        ('<text style="font-kerning:none">a</text>', 'font-kerning="none" of words'),
        ('<text style="font-variant-numeric:oldstyle-nums">a</text>', 'font-variant-numeric="oldstyle-nums" of words'),
        ('<text style="text-shadow:3px 3px 0 red">a</text>', 'text-shadow="3px 3px 0 red" of words'),
        (SQUARE.format(' style="-webkit-mask:linear-gradient(red,blue)"'), 'mask="linear-gradient(red,blue)" is not'),
        (
            '<linearGradient id="l" color-interpolation="linearRGB"><stop/></linearGradient>'
            + SQUARE.format(' fill="url(#l)"'),
            'color-interpolation="linearRGB" of a <linearGradient> is not followed',
        ),
        (
            '<g style="color-interpolation:linearRGB"><mask id="m"/></g>' + SQUARE.format(' mask="url(#m)"'),
            'color-interpolation="linearRGB" of a <mask> is not followed',
        ),
        ('<text baseline-shift="super">a</text>', 'baseline-shift="super"'),
        (
            '<text textLength="9"><tspan y="4">a</tspan><tspan x="1" y="9">b</tspan></text>',
            "textLength of several lines",
        ),
        ("<foreignObject/>", "it holds a page of the web"),
        (
            '<foreignObject><div style="background:conic-gradient(red, blue);rotate:1deg"/></foreignObject>',
            "it holds a page of the web",
        ),
        (
            '<foreignObject width="9" height="9"><div style="background:conic-gradient(red)"/></foreignObject>',
            "conic-gradient() with 1 colours is not drawn",
        ),
    ],
)
def test_what_is_not_followed_is_said_with_what_to_do(body: str, message: str) -> None:
    assert message in refused(body)


@pytest.mark.parametrize(
    ("radii", "sides"),
    [
        ('rx="20"', [(40, 40)]),
        ('ry="20" rx="auto"', [(40, 40)]),
        ('rx="20%" ry="-3"', [(40, 40)]),
        ('rx="9" style="rx:auto;ry:20px"', [(40, 40)]),
        ('rx="20" ry="10"', [(40, 20)]),
        ('rx="20" ry="0"', []),
        ('rx="auto"', []),
    ],
)
def test_a_radius_that_is_not_said_is_as_the_other(radii: str, sides: list[tuple[float, float]]) -> None:
    assert [box[2:] for box in boxes(f'<ellipse cx="50" cy="50" {radii}/>')] == sides


def test_per_cent_are_of_the_drawing_within_which_they_stand() -> None:
    assert boxes('<rect x="10%" width="50%" height="100%"/><circle cx="50%" cy="50%" r="25%"/>') == [
        (10, 0, 50, 100),
        (25, 25, 50, 50),
    ]
    inner = '<svg x="10%" width="50%" height="20" viewBox="0 0 40 40"><rect width="50%" height="25%"/></svg>'
    assert boxes(inner) == [(0, 0, 20, 10)]
    (line,) = leaves(art('<path d="M0 5H9" stroke="red" stroke-width="2%" stroke-dasharray="10% 5%"/>').items)
    assert line.stroke is not None and (line.stroke.width, *line.stroke.dash) == pytest.approx((2, 10, 5))
    assert boxes("<style>circle{r:20px;cx:30%;cy:30px}</style><circle/>") == [(10, 10, 40, 40)]


@pytest.mark.parametrize(
    ("attributes", "matrix"),
    [
        (' style="transform:translate(10px,20%)"', (1, 0, 0, 1, 10, 20)),
        (' style="transform:scaleX(2) translateY(3px)"', (2, 0, 0, 1, 0, 3)),
        (' style="transform:rotate(.25turn);transform-origin:center"', (0, 1, -1, 0, 100, 0)),
        (' transform="rotate(90)" transform-origin="10 10"', (0, 1, -1, 0, 20, 0)),
        (' transform="rotate(90)" style="transform-box:fill-box;transform-origin:right top"', (0, 1, -1, 0, 50, -30)),
        (' style="transform:skew(45deg)"', (1, 0, 1, 1, 0, 0)),
    ],
)
def test_transform_is_a_property_too_with_an_origin(attributes: str, matrix: tuple[float, ...]) -> None:
    (group,) = parse_art(f"{HEAD[:-1]} overflow='visible'>{SQUARE.format(attributes)}</svg>".encode(), "x.svg").items
    assert isinstance(group, Group) and group.matrix == pytest.approx(matrix, abs=1e-9)


def test_what_is_written_very_small_stays_exact() -> None:
    (group,) = art('<g transform="scale(1000)"><circle cx=".0504" cy=".05" r=".03"/></g>').items
    assert isinstance(group, Group) and group.matrix == pytest.approx((1, 0, 0, 1, 0, 0))
    (circle,) = leaves((group,))
    assert isinstance(circle, Ellipse) and circle.box.x == pytest.approx(20.4)


def test_the_part_of_a_switch_for_the_language_is_drawn() -> None:
    parts = '<switch><g systemLanguage="de-CH, es">{}</g><g systemLanguage="en">{}</g><g>{}</g></switch>'
    body = parts.format(*(SQUARE.format(f' fill="{colour}"') for colour in ("red", "lime", "blue")))
    assert [[item.fill for item in leaves(art(body, language).items)] for language in ("es", "en", "fr")] == [
        ["#FF0000"],
        ["#00FF00"],
        ["#0000FF"],
    ]


def test_blends_are_mixed_with_what_lies_beneath_in_their_group() -> None:
    blended = SQUARE.format(' fill="red" style="mix-blend-mode:multiply"')
    (whole,) = art(SQUARE.format("") + blended).items
    assert isinstance(whole, Group) and whole.alone and whole.see_through
    mixed = whole.items[1]
    assert isinstance(mixed, Group) and mixed.blend == "multiply" and not mixed.alone
    (plain,) = art(f"<g>{blended}</g>").items
    assert isinstance(plain, Group) and plain.alone, "as a picture on a page mixes with nothing beneath it"
    (outer,) = art(f'<g opacity=".5">{blended}</g>').items
    assert isinstance(outer, Group) and outer.alone and outer.opacity == 0.5
    (kept,) = leaves(low_ink(art(blended)).items)
    assert (kept.fill, kept.stroke and kept.stroke.colour) == (None, "#2B2320"), "a line, which hides nothing"


def test_a_blend_within_a_filter_is_mixed_with_its_other_layer() -> None:
    steps = '<feFlood flood-color="#fc0" result="a"/><feBlend in="SourceGraphic" in2="a" mode="multiply"/>'
    (whole,) = art(FILTERED.format(steps)).items
    assert isinstance(whole, Group) and whole.alone
    assert [item.blend for item in whole.items if isinstance(item, Group)] == ["multiply"]


def test_markers_in_short_are_a_property_alone() -> None:
    marker = '<marker id="m" markerWidth="9" markerHeight="9"><rect width="9" height="9"/></marker>'
    line = '<path d="M9 9H40" stroke="red"'
    assert len(boxes(f'{marker}{line} style="marker:url(#m)"/>')) == 3
    assert len(boxes(f'{marker}{line} marker="url(#m)"/>')) == 1


def test_words_may_say_that_nothing_is_out_of_the_usual() -> None:
    usual = "font-feature-settings:normal;font-kerning:auto;font-variant-ligatures:normal;text-shadow:none"
    said = f'<text y="9" color-interpolation="sRGB" style="{usual}">a</text>'
    assert boxes(said) == boxes('<text y="9">a</text>')
    assert fills(f'<g style="text-shadow:1px 1px red">{SQUARE.format("")}</g>') == ["#000000"]


def test_markers_stand_at_points_turned_as_the_path_runs() -> None:
    marker = (
        '<marker id="m" markerWidth="4" markerHeight="4" refX="2" refY="2" orient="auto">'
        '<path d="M0 0L4 2L0 4z" fill="context-stroke"/></marker>'
    )
    path = '<path d="M10 10H50V50" fill="none" stroke="red" stroke-width="2" {}/>'
    _, *marks = art(marker + path.format('marker-end="url(#m)" style="marker-mid:url(#m)"')).items
    middle, end = (mark.matrix for mark in marks if isinstance(mark, Group))
    diagonal = 2 * math.sqrt(0.5)
    assert middle == pytest.approx((diagonal, diagonal, -diagonal, diagonal, 50, 10 - 4 * diagonal))
    assert end == pytest.approx((0, 2, -2, 0, 54, 46))
    assert {item.fill for item in leaves(marks)} == {"#FF0000"}
    start = marker.replace('"auto"', '"auto-start-reverse"') + path.format('marker-start="url(#m)"')
    assert isinstance(art(start).items[1], Group) and art(start).items[1].matrix[0] == pytest.approx(-2)  # type: ignore[union-attr] # a group
    ending = path.format('marker-end="url(#m)"')
    assert "nested deeper" in refused(f'<marker id="m">{ending}</marker>{ending}')


def test_lines_lie_under_fills_and_begin_within_their_dashes() -> None:
    first, second = art(SQUARE.format(' stroke="red" paint-order="stroke"')).items
    assert isinstance(first, Rect) and isinstance(second, Rect)
    assert (first.fill, second.fill, second.stroke) == (None, "#000000", None)
    assert dashes((("M", 0, 0), ("L", 20, 0)), (6, 4), 8) == (("M", 2, 0), ("L", 8, 0), ("M", 12, 0), ("L", 18, 0))
    (line,) = leaves(art('<path d="M0 5H60" stroke="red" stroke-dasharray="1 2" pathLength="6"/>').items)
    assert line.stroke is not None and line.stroke.dash == pytest.approx((10, 20))
    (sharp,) = leaves(art('<path d="M0 50L5 0L9 50" stroke="red" stroke-miterlimit="12"/>').items)
    assert sharp.stroke is not None and sharp.stroke.mitre == 12


@pytest.mark.parametrize(
    ("attributes", "text", "found"),
    [
        ('x="10 30"', "ab", [(10, 18, 2, 2), (30, 18, 2, 2)]),
        ('x="10" letter-spacing="1"', "ab", [(10, 18, 5, 2)]),
        ('x="10" textLength="9"', "ab", [(10, 18, 9, 2)]),
        ('x="10" textLength="8" lengthAdjust="spacingAndGlyphs"', "ab", [(10, 18, 8, 2)]),
        ('x="10"', 'a<tspan x="10" dy="1.5em">b</tspan>', [(10, 18, 2, 2), (10, 24, 2, 2)]),
        ('x="10"', 'a<tspan dx="3" dy="-2">b</tspan>', [(10, 18, 2, 2), (15, 16, 2, 2)]),
        ('x="10" text-decoration="underline"', "a", [(10, 18, 2, 2.6)]),
        ('x="10" dominant-baseline="middle"', "a", [(10, 19, 2, 2)]),
        ('x="10" xml:space="preserve"', "  a", [(14, 18, 2, 2)]),
        ('x="10" rotate="90"', "a", [(10, 20, 2, 2)]),
    ],
)
def test_words_stand_where_they_are_said_to(attributes: str, text: str, found: list[tuple[float, ...]]) -> None:
    assert boxes(f'<text y="20" font-size="4" {attributes}>{text}</text>') == found


def test_what_a_filter_says_in_short_is_what_elements_say() -> None:
    assert fills(SQUARE.format(' fill="#c8ab12" filter="invert(1)"')) == ["#3754ED"]
    shadow, _ = art(SQUARE.format(' filter="drop-shadow(4px 2px rgba(0,0,0,.5))"')).items
    assert isinstance(shadow, Group) and (shadow.matrix[4:], shadow.opacity) == ((4, 2), 0.5)


def test_clip_paths_of_shapes_that_are_not_one_are_masks_which_little_ink_outlines() -> None:
    holes = '<clipPath id="c"><path d="M0 0h40v40h-40zM5 5h3v3h-3z"/><circle cx="40" cy="40" r="30"/></clipPath>'
    cut = art(f'{holes}<rect width="90" height="90" fill="#F5DF4E" clip-path="url(#c)"/>')
    (group,) = cut.items
    assert isinstance(group, Group) and len(group.mask) == 2 and group.clip is None
    drawn = list(leaves(spared(cut, 1 / 3).items))
    assert [item.fill for item in drawn] == ["#FFFFFF", None, None]
    assert all(item.stroke for item in drawn[1:])


@pytest.mark.parametrize(
    ("region", "clip"),
    [
        ("", Box(16, 16, 48, 48)),
        ("x='0' y='0' width='.5' height='1'", Box(20, 20, 20, 40)),
        ("filterUnits='userSpaceOnUse' width='50%' height='120'", Box(-10, -10, 50, 120)),
        ("x='0' y='0' width='2' height='1'", None),
    ],
)
def test_a_thing_ends_where_its_filter_ends(region: str, clip: Box | None) -> None:
    filter_ = f"<filter id='f' {region}><feOffset dx='30' dy='0'/></filter>"
    (made,) = art(f"{filter_}<rect x='20' y='20' width='40' height='40' filter='url(#f)'/>").items
    if clip is not None:
        assert isinstance(made, Group) and isinstance(made.clip, Box)
        assert Box(*(round(side, 3) for side in msgspec.structs.astuple(made.clip))) == clip
        (made,) = made.items
    assert isinstance(made, Group) and made.clip is None and made.matrix == (1, 0, 0, 1, 30, 0)


def test_what_is_made_larger_by_a_filter_keeps_square_corners() -> None:
    thing = FILTERED.format('<feMorphology in="SourceAlpha" operator="{}" radius="3"/>')
    assert max(box[2] for box in boxes(thing.format("dilate"))) == 36
    (group,) = art(thing.format("erode")).items
    assert isinstance(group, Group) and isinstance(group.items[0], Group) and len(group.items[0].mask) == 2
    assert "with two radii" in refused(thing.format("dilate").replace('"3"', '"3 4"'))


def test_the_box_of_a_line_alone_has_no_area_to_fill() -> None:
    (line,) = leaves(art('<path d="M5 5H95" stroke="red"/>').items)
    assert line.fill is None
    assert isinstance(line, Path) and exact_bounds(line.segments) == Box(5, 5, 90, 0)
