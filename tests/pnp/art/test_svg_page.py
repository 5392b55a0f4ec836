"""What the outermost <svg> of a drawing says: how large it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from pnp.art.paths import multiply
from pnp.art.svg import parse_art
from pnp.findings import KitError
from pnp.scene import IDENTITY, Art, Box, Group, Item, Matrix, Rect, mapped

SQUARE = '<rect width="100" height="100"/>'


def art(said: str, body: str = SQUARE) -> Art:
    return parse_art(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" {said}>{body}</svg>'.encode(), "x.svg"
    )


def refused(said: str, body: str = SQUARE) -> str:
    with pytest.raises(KitError) as error:
        art(said, body)
    return error.value.findings[0].message


def placed(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[Box]:
    """Where rectangles come to lie."""
    for item in items:
        if isinstance(item, Group):
            yield from placed(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Rect) and item.fill:
            box = mapped(matrix, item.box)
            yield Box(*(round(side, 3) + 0.0 for side in (box.x, box.y, box.width, box.height)))


@pytest.mark.parametrize(
    ("said", "size", "square"),
    [
        ('width="100" height="200"', (100, 200), Box(0, 50, 100, 100)),
        ('width="5mm" height="10mm" preserveAspectRatio="xMinYMax"', (100, 200), Box(0, 100, 100, 100)),
        ('width="100" height="200" preserveAspectRatio="none"', (100, 200), Box(0, 0, 100, 200)),
        ('width="100" height="200" preserveAspectRatio="xMinYMin slice"', (100, 200), Box(0, 0, 200, 200)),
        ('style="width:2em;height:1rem"', (200, 100), Box(50, 0, 100, 100)),
        ('width="300" height="302" preserveAspectRatio="none"', (100, 100), Box(0, 0, 100, 100)),  # rounded
        ('width="50"', (100, 100), Box(0, 0, 100, 100)),
        ('width="100%" height="50"', (100, 100), Box(0, 0, 100, 100)),
        ('width="100" height="200" style="height:auto"', (100, 100), Box(0, 0, 100, 100)),
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
