"""Plain SVG drawings as vectors: shapes, styles, transforms, gradients, opacity, clip paths, and their box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath

import pytest

from pnp.art.drawing import parse_drawing
from pnp.art.low_ink import spared
from pnp.art.paths import multiply, parse_path
from pnp.scene import IDENTITY, INK, Art, Box, Ellipse, Gradient, Group, Item, Matrix, Path, Rect, Stop, mapped

EXPORTS = FilePath(__file__).parent / "exports"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">'
STOPS = '<stop stop-color="red"/><stop offset="100%" stop-color="#00f" stop-opacity=".5"/>'
COLOURS = (Stop(0.0, "#FF0000"), Stop(1.0, "#0000FF", 0.5))


def art(body: str, head: str = HEAD) -> Art:
    drawing = parse_drawing(f"{head}{body}</svg>".encode(), "x.svg")
    assert drawing.reason is None, drawing.reason
    return drawing.art


def shapes(items: Iterable[Item], opacity: float = 1.0) -> Iterator[tuple[Rect | Ellipse | Path, float]]:
    """Every shape, and how opaque it is."""
    for item in items:
        if isinstance(item, Group):
            yield from shapes(item.items, opacity * item.opacity)
        elif isinstance(item, Rect | Ellipse | Path):
            yield item, opacity


def paints(body: str, head: str = HEAD) -> list[tuple[object, str | None]]:
    return [(item.fill, item.stroke and item.stroke.colour) for item, _ in shapes(art(body, head).items)]


def placed(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[Box]:
    """Where rectangles come to lie."""
    for item in items:
        if isinstance(item, Group):
            yield from placed(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Rect):
            box = mapped(matrix, item.box)
            yield Box(*(round(side, 3) + 0.0 for side in (box.x, box.y, box.width, box.height)))


def test_an_icon_of_a_set_takes_the_colour_of_ink() -> None:
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none"'
        ' stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="icon"'
        ' aria-hidden="true">'
    )
    assert paints('<path d="M12 2v20"/><circle cx="12" cy="12" r="3" fill="currentcolor"/>', head) == [
        (None, INK),
        (INK, INK),
    ]
    assert paints('<g color="#102030"><path d="M1 1h3v3z" fill="currentColor"/></g>') == [("#102030", None)]


def test_classes_types_and_ids_take_their_styles_by_weight() -> None:
    sheet = """<defs><style type="text/css"><![CDATA[
        /* as programs write them */
        @charset "utf-8";
        .a, .b { fill: #ff0000; stroke: none }
        rect { fill: blue; stroke: #00ff00 }
        #one { fill: rgb(1 2 3 / 1) }
        @font-face { font-family: Some; src: url(some.woff) }
        .later { fill: #0a0b0c }
    ]]></style></defs>"""
    body = (
        '<rect class="a" width="1" height="1"/><path id="one" class="a" d="M0 0h1v1z"/>'
        '<circle class="later a" r="1"/><rect class="b" style="fill:white" width="1" height="1"/>'
        '<path class="a" fill="#123456" d="M0 0h1v1z"/>'
    )
    assert paints(sheet + body) == [
        ("#FF0000", None),
        ("#010203", None),
        ("#0A0B0C", None),
        ("#FFFFFF", None),
        ("#FF0000", None),
    ]


def test_illustrator_writes_a_doctype_with_entities() -> None:
    data = (
        b'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"'
        b' "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [\n\t<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n'
        b'\t<!ENTITY st0 "fill:#E2001A;">\n]>\n<svg version="1.1" xmlns="&ns_svg;" x="0px" y="0px" width="24px"'
        b' height="24px" viewBox="0 0 24 24" enable-background="new 0 0 24 24" xml:space="preserve">\n'
        b'<g i:extraneous="self" xmlns:i="http://ns.adobe.com/AdobeIllustrator/10.0/"><path style="&st0;"'
        b' d="M0 0h4v4z"/></g></svg>'
    )
    drawing = parse_drawing(data, "x.svg")
    assert [item.fill for item, _ in shapes(drawing.art.items)] == ["#E2001A"] and drawing.reason is None


@pytest.mark.parametrize("name", ["figma", "illustrator", "duotone"])
def test_plain_exports_of_editors_are_vectors(name: str) -> None:
    drawing = parse_drawing((EXPORTS / f"{name}.svg").read_bytes(), name)
    assert drawing.reason is None and len(list(shapes(drawing.art.items))) >= 3
    found = list(shapes(spared(drawing.art, 1 / 3).items))
    assert not any(isinstance(item.fill, Gradient) or opacity < 1 for item, opacity in found)


@pytest.mark.parametrize(
    ("attributes", "paint"),
    [
        ('fill="transparent" stroke="#010203"', (None, "#010203")),
        ('fill="rgba(1, 2, 3, 1)"', ("#010203", None)),
        ('fill="rgba(1,2,3,0)" stroke="red"', (None, "#FF0000")),
        ('fill="#0f00" stroke="red"', (None, "#FF0000")),
        ('fill="red" fill-opacity="0" stroke="blue" stroke-width="1mm"', (None, "#0000FF")),
        ('fill="red" opacity="100%"', ("#FF0000", None)),
        ('fill="hsl(0 100% 50%)"', ("#FF0000", None)),
        ('fill="RebeccaPurple"', ("#663399", None)),
        ('fill="rgb(100%, 0%, 0%)"', ("#FF0000", None)),
        ('fill="url(#none) #123"', ("#112233", None)),
        ('style="fill:red; stroke : blue"', ("#FF0000", "#0000FF")),
    ],
)
def test_colours_in_every_form(attributes: str, paint: tuple[str | None, str | None]) -> None:
    assert paints(f'<rect width="2" height="2" {attributes}/>') == [paint]


def test_lengths_in_units_and_per_cent() -> None:
    ((item, _),) = shapes(art('<rect width="1in" height="25.4mm" x="72pt"/>').items)
    assert isinstance(item, Rect)
    assert (item.box.width, item.box.height, item.box.x) == pytest.approx((96, 96, 96))
    assert next(placed(art('<rect x="25%" width="50%" height="100%"/>').items)) == Box(6, 0, 12, 24)


@pytest.mark.parametrize(
    ("transform", "box"),
    [
        ('transform="translate(10,0) rotate(90) scale(2)"', Box(6, 0, 4, 4)),
        ('style="transform: translate(3px, 4px)"', Box(3, 4, 2, 2)),
        ('style="transform:rotate(.25turn)"', Box(-2, 0, 2, 2)),
        ('transform="rotate(180 2 2)"', Box(2, 2, 2, 2)),
        ('transform="matrix(1 0 0 2 1-1)"', Box(1, -1, 2, 4)),
        ('transform="skewX(45)"', Box(0, 0, 4, 2)),
    ],
)
def test_transforms_as_attributes_and_properties(transform: str, box: Box) -> None:
    assert list(placed(art(f'<rect width="2" height="2" {transform}/>').items)) == [box]


@pytest.mark.parametrize(
    ("said", "size", "square"),
    [
        ('style="width:200px;height:100px"', (100, 100), Box(0, 0, 100, 100)),  # on a page that shows it
        ('width="300" height="302" preserveAspectRatio="none"', (100, 100), Box(0, 0, 100, 100)),  # rounded
        ('width="50"', (100, 100), Box(0, 0, 100, 100)),
        ('width="100%" height="50"', (100, 100), Box(0, 0, 100, 100)),
    ],
)
def test_a_drawing_is_as_large_as_it_says_and_its_view_box_lies_in_that(
    said: str, size: tuple[float, float], square: Box
) -> None:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" {said}>'
    drawing = art('<rect width="100" height="100"/>', head)
    assert (drawing.width, drawing.height) == pytest.approx(size)
    assert list(placed(drawing.items)) == [square]


@pytest.mark.parametrize(
    ("body", "cut"),
    [
        ('<rect x="20" width="9" height="9"/>', True),
        ('<g transform="translate(9)"><circle cx="12" cy="12" r="6"/></g>', True),
        ('<rect width="24" height="24" stroke="red"/>', False),  # half of its line
        ('<path d="M0 12C0 -4 24 -4 24 12Z"/>', False),  # its handles
        ('<clipPath id="c"><circle cx="9" cy="9" r="9"/></clipPath><path clip-path="url(#c)" d="M0 0h99v99z"/>', False),
    ],
)
def test_a_drawing_ends_at_its_view_box_as_in_every_viewer(body: str, cut: bool) -> None:
    made = art(body).items[0]
    assert (isinstance(made, Group) and made.clip == Box(0, 0, 24, 24)) is cut
    beyond = art(body, HEAD.replace("<svg", '<svg overflow="visible"')).items[0]
    assert not isinstance(beyond, Group) or beyond.clip != Box(0, 0, 24, 24)


def fill(body: str) -> object:
    ((item, _),) = shapes(art(body).items)
    return item.fill


def test_a_gradient_over_the_box_of_its_shape() -> None:
    defs = f'<linearGradient id="g">{STOPS}</linearGradient>'
    assert fill(f'{defs}<rect x="2" y="4" width="10" height="6" fill="url(#g)"/>') == Gradient(
        "linear", (10, 0, 0, 6, 2, 4), COLOURS
    )
    curved = fill(f'{defs}<path d="M0 10C0 0 20 0 20 10Z" fill="url(#g)"/>')  # its box, not that of its handles
    assert isinstance(curved, Gradient) and curved.matrix == pytest.approx((20, 0, 0, 7.5, 0, 2.5))


def test_a_gradient_in_the_units_of_the_drawing_takes_its_colours_from_another() -> None:
    defs = (
        f'<linearGradient id="a">{STOPS}</linearGradient><radialGradient id="b" href="#a" cx="12" cy="50%" r="6" '
        'gradientUnits="userSpaceOnUse" gradientTransform="translate(1 2)"/>'
    )
    assert fill(f'{defs}<rect width="9" height="9" fill="url(#b)"/>') == Gradient(
        "radial", (6, 0, 0, 6, 13, 14), COLOURS
    )


def test_a_gradient_that_comes_to_one_colour_is_one() -> None:
    one = '<linearGradient id="g"><stop stop-color="red"/></linearGradient>'
    assert fill(f'{one}<rect width="9" height="9" fill="url(#g)"/>') == "#FF0000"
    point = f'<radialGradient id="g" r="0">{STOPS}</radialGradient>'
    assert fill(f'{point}<rect width="9" height="9" fill="url(#g)"/>') == "#0000FF"
    none = '<linearGradient id="g"/>'
    assert fill(f'{none}<rect width="9" height="9" fill="url(#g)" stroke="red"/>') is None
    circular = '<linearGradient id="g" href="#g"/>'
    assert fill(f'{circular}<rect width="9" height="9" fill="url(#g)" stroke="red"/>') is None


def test_opacity_of_fills_lines_groups_and_colours() -> None:
    body = (
        '<g opacity="50%"><rect width="9" height="9" fill="rgba(255 0 0 / .5)"/></g>'
        '<rect width="9" height="9" fill="red" fill-opacity=".25" stroke="blue"/>'
        '<rect width="9" height="9" fill="#ff000080" opacity=".5"/>'
    )
    found = [(item.fill, item.stroke and item.stroke.colour, opacity) for item, opacity in shapes(art(body).items)]
    assert found == [
        ("#FF0000", None, pytest.approx(0.25)),
        ("#FF0000", None, 0.25),
        (None, "#0000FF", 1.0),
        ("#FF0000", None, pytest.approx(0.251, abs=0.001)),
    ]


def test_a_clip_path_of_one_shape_cuts() -> None:
    clip = '<clipPath id="c"><path d="M0 0h9v9z" fill="none" clip-rule="evenodd"/></clipPath>'
    (group,) = art(f'{clip}<rect width="9" height="9" clip-path="url(#c)"/>').items
    assert isinstance(group, Group) and group.clip == Path(parse_path("M0 0h9v9z"), rule="evenodd")
    used = '<path id="p" d="M0 0h9v9z"/><clipPath id="c" transform="translate(1)"><use xlink:href="#p"/></clipPath>'
    (_, group) = art(f'{used}<rect width="9" height="9" clip-path="url(#c)"/>').items
    assert isinstance(group, Group) and group.clip == Path(parse_path("M1 0h9v9z"))


def low(body: str) -> list[tuple[object, str | None]]:
    """What is left of a drawing with little ink: fills, and the colours of lines."""
    found = [item for item, _ in shapes(spared(art(body), 1 / 3).items) if isinstance(item, Rect | Path)]
    return [(item.fill, item.stroke and item.stroke.colour) for item in found]


def test_with_little_ink_what_is_see_through_hides_nothing_and_shows_as_a_line() -> None:
    house = '<rect x="4" y="4" width="9" height="9" opacity=".4"/><path d="M6 6h2v2z"/>'
    assert low(house) == [(None, "#999999"), ("#000000", None)]
    fading = f'<linearGradient id="g">{STOPS}</linearGradient><rect width="24" height="24" fill="url(#g)"/>'
    assert low(f'{fading}<path d="M6 6h2v2z"/>') == [(None, None), ("#000000", None)]
