"""What the outermost <svg> of a drawing says: how large it is, its ground, how it is turned and changed as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from pnp.art.paths import multiply
from pnp.art.polygons import exact_bounds
from pnp.art.svg import parse_art
from pnp.findings import KitError
from pnp.scene import IDENTITY, Art, Box, Group, Item, Matrix, Path, Rect, mapped

SQUARE = '<rect width="100" height="100"/>'


def art(said: str, body: str = SQUARE) -> Art:
    return parse_art(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" {said}>{body}</svg>'.encode(), "x.svg"
    )


def refused(said: str, body: str = SQUARE) -> str:
    with pytest.raises(KitError) as error:
        art(said, body)
    return error.value.findings[0].message


def leaves(items: Iterable[Item]) -> Iterator[Rect]:
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items)
        elif isinstance(item, Rect):
            yield item


def placed(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[Box]:
    """Where rectangles come to lie."""
    for item in items:
        if isinstance(item, Group):
            yield from placed(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Rect):
            box = mapped(matrix, item.box)
            yield Box(*(round(side, 3) + 0.0 for side in (box.x, box.y, box.width, box.height)))


@pytest.mark.parametrize(
    ("said", "size", "square"),
    [
        ('width="100" height="200"', (100, 200), Box(0, 50, 100, 100)),
        ('width="5mm" height="10mm" preserveAspectRatio="xMinYMax"', (100, 200), Box(0, 100, 100, 100)),
        ('width="100" height="200" preserveAspectRatio="none"', (100, 200), Box(0, 0, 100, 200)),
        ('width="100" height="200" preserveAspectRatio="xMinYMin slice"', (100, 200), Box(0, 0, 200, 200)),
        ('width="2em" height="1rem"', (200, 100), Box(50, 0, 100, 100)),
        ('style="width:200px;height:100px"', (100, 100), Box(0, 0, 100, 100)),  # on a page that shows it
        ('width="300" height="302" preserveAspectRatio="none"', (100, 100), Box(0, 0, 100, 100)),  # rounded
        ('width="50"', (100, 100), Box(0, 0, 100, 100)),
        ('width="100%" height="50"', (100, 100), Box(0, 0, 100, 100)),
        ('width="100" height="200" style="height:auto"', (100, 200), Box(0, 50, 100, 100)),
    ],
)
def test_a_drawing_is_as_large_as_it_says_and_its_view_box_lies_in_that(
    said: str, size: tuple[float, float], square: Box
) -> None:
    drawing = art(said)
    assert (drawing.width, drawing.height) == pytest.approx(size)
    assert list(placed(drawing.items)) == [square]


def test_what_stands_beside_the_view_box_is_seen_in_the_margins_and_cut_at_the_edge() -> None:
    (group,) = art('width="100" height="200"', '<rect y="-80" width="100" height="90"/>').items
    assert isinstance(group, Group) and group.clip == Box(0, 0, 100, 200)
    assert list(placed([group])) == [Box(0, -30, 100, 90)]


def test_a_size_of_nothing_and_a_fit_that_is_none_are_refused() -> None:
    assert refused('width="0"') == "width and height must be more than 0"
    assert refused('width="9" height="1" preserveAspectRatio="most"') == 'preserveAspectRatio="most" is not followed'


def corner(said: str, body: str = '<rect width="10" height="20"/>') -> list[Box]:
    return list(placed(art(said, body).items))


@pytest.mark.parametrize(
    ("said", "box"),
    [
        ('transform="rotate(90)"', Box(80, 0, 20, 10)),
        ('transform="matrix(-1,0,0,1,0,0)"', Box(90, 0, 10, 20)),
        ('style="transform:scaleX(-1)"', Box(90, 0, 10, 20)),
        ('transform="scale(.5)"', Box(25, 25, 5, 10)),
        ('transform="scale(.5)" transform-origin="0 0"', Box(0, 0, 5, 10)),
        ('transform="scale(.5)" style="transform-box:fill-box"', Box(25, 25, 5, 10)),
        ('width="200" height="200" transform="translate(50 10%)"', Box(25, 10, 10, 20)),
        ('width="100" height="200" transform="rotate(90)"', Box(80, 50, 20, 10)),
    ],
)
def test_a_drawing_is_turned_as_a_whole_about_its_middle_in_user_units(said: str, box: Box) -> None:
    assert corner(said) == [box]


def cut(said: str) -> Box:
    """What a square of a hundred units is cut to, in these."""
    defined = (
        '<clipPath id="c"><rect width="50" height="50"/></clipPath>'
        '<clipPath id="o" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath>'
        '<mask id="m"><rect width="50" height="50" fill="#fff"/></mask>'
    )
    found: list[Box] = []

    def walk(items: tuple[Item, ...], matrix: Matrix) -> None:
        for item in items:
            if isinstance(item, Group):
                inner = multiply(matrix, item.matrix)
                if isinstance(item.clip, Path):
                    found.append(mapped(inner, exact_bounds(item.clip.segments)))
                walk(item.items, inner)

    walk(
        art(f'width="200" height="200" {said}', f'{defined}{SQUARE}<rect x="90" width="90" height="9"/>').items,
        IDENTITY,
    )
    (box,) = found
    return Box(*(round(side, 3) for side in (box.x, box.y, box.width, box.height)))


@pytest.mark.parametrize(
    ("said", "box"),
    [
        ('clip-path="url(#c)"', Box(0, 0, 25, 25)),
        ('mask="url(#m)"', Box(0, 0, 25, 25)),
        ('clip-path="url(#o)"', Box(0, 0, 50, 100)),
        ('style="clip-path:inset(0 50px 0 0)"', Box(0, 0, 75, 100)),
        ('clip-path="circle(25%)"', Box(25, 25, 50, 50)),
    ],
)
def test_a_drawing_is_cut_as_a_whole_by_its_box_in_user_units(said: str, box: Box) -> None:
    assert cut(said) == box


def test_a_drawing_gets_other_colours_as_a_whole_or_says_why_not() -> None:
    (turned,) = leaves(art('style="filter:invert(1)"').items)
    assert turned.fill == "#FFFFFF"
    two = f'{SQUARE}<rect width="9" height="9" fill="red"/>'
    assert refused('filter="blur(3px)"', two) == (
        "<svg>: <feGaussianBlur> of a thing of several colours is not drawn; place a picture of it"
    )
    assert refused('mask="url(#m)"') == '<svg>: mask="url(#m)" is not in this drawing'


@pytest.mark.parametrize(
    ("said", "body", "fills"),
    [
        ('style="background:#28c"', SQUARE, ["#2288CC", "#000000"]),
        ('style="background:none;background-color:#ff0"', "", ["#FFFF00"]),
        ('style="background-color:#ff0;background:none"', "", []),
        ("", "<style>svg{background:#ff0}</style>", ["#FFFF00"]),
        ('style="--c:lime;background:var(--c);filter:invert(1)"', SQUARE, ["#00FF00", "#FFFFFF"]),
        ('style="background:currentColor" color="red"', "", ["#FF0000"]),
        ('background="#28c"', "", []),
        ('style="background:0 0"', "", []),
        ('style="background:transparent none repeat scroll 0 0"', "", []),
        ('style="background:"', "", []),
        ('style="background:rgb(255, 255, 0) none no-repeat center"', "", ["#FFFF00"]),
        ('style="display:none"', SQUARE, ["#000000"]),
    ],
)
def test_a_drawing_has_the_ground_that_css_gives_it(said: str, body: str, fills: list[str]) -> None:
    assert [item.fill for item in leaves(art(said, body).items)] == fills


def test_the_ground_fills_the_box_under_what_is_turned_and_see_through() -> None:
    drawing = art('width="100" height="200" style="background:#28c8;opacity:.5" transform="rotate(45)"')
    ground, whole = drawing.items[0].items if isinstance(drawing.items[0], Group) else drawing.items
    assert ground == Group((Rect(Box(0, 0, 100, 200), "#2288CC"),), opacity=round(0x88 / 255, 4))
    assert isinstance(whole, Group)
    assert refused('style="background:url(x.png)"') == (
        '<svg>: background="url(x.png)" is not drawn; draw a <rect> as large as the drawing'
    )
    assert 'background-image="linear-' in refused('style="background-image:linear-gradient(red,blue)"')
