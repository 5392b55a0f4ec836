"""Plain SVG drawings as vectors: shapes, styles, transforms, gradients, opacity, clip paths, and their box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath

import pytest

from pnp.art.drawing import parse_drawing
from pnp.art.low_ink import spared
from pnp.scene import INK, Art, Ellipse, Gradient, Group, Item, Path, Rect

EXPORTS = FilePath(__file__).parent / "exports"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">'
STOPS = '<stop stop-color="red"/><stop offset="100%" stop-color="#00f" stop-opacity=".5"/>'


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


@pytest.mark.parametrize("name", ["figma", "illustrator", "duotone"])
def test_plain_exports_of_editors_are_vectors(name: str) -> None:
    drawing = parse_drawing((EXPORTS / f"{name}.svg").read_bytes(), name)
    assert drawing.reason is None and len(list(shapes(drawing.art.items))) >= 3
    found = list(shapes(spared(drawing.art, 1 / 3).items))
    assert not any(isinstance(item.fill, Gradient) or opacity < 1 for item, opacity in found)


@pytest.mark.parametrize(
    ("attributes", "paint"),
    [
        ('fill="rgba(1, 2, 3, 1)"', ("#010203", None)),
        ('fill="red" fill-opacity="0" stroke="blue" stroke-width="1mm"', (None, "#0000FF")),
        ('fill="hsl(0 100% 50%)"', ("#FF0000", None)),
        ('style="fill:red; stroke : blue"', ("#FF0000", "#0000FF")),
    ],
)
def test_colours_in_every_form(attributes: str, paint: tuple[str | None, str | None]) -> None:
    assert paints(f'<rect width="2" height="2" {attributes}/>') == [paint]


def low(body: str) -> list[tuple[object, str | None]]:
    """What is left of a drawing with little ink: fills, and the colours of lines."""
    found = [item for item, _ in shapes(spared(art(body), 1 / 3).items) if isinstance(item, Rect | Path)]
    return [(item.fill, item.stroke and item.stroke.colour) for item in found]


def test_with_little_ink_what_is_see_through_hides_nothing_and_shows_as_a_line() -> None:
    house = '<rect x="4" y="4" width="9" height="9" opacity=".4"/><path d="M6 6h2v2z"/>'
    assert low(house) == [(None, "#999999"), ("#000000", None)]
    fading = f'<linearGradient id="g">{STOPS}</linearGradient><rect width="24" height="24" fill="url(#g)"/>'
    assert low(f'{fading}<path d="M6 6h2v2z"/>') == [(None, None), ("#000000", None)]
