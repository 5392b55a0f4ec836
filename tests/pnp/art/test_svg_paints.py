"""Drawings as programs export them: gradients, opacity, clip paths and words; what is not drawn is said."""

from __future__ import annotations

import base64
import io
from pathlib import Path as FilePath

import pytest
from PIL import Image as Pillow

from pnp.art.little_ink import spared
from pnp.art.paths import parse_path
from pnp.art.polygons import exact_bounds
from pnp.art.svg import parse_art, read_art
from pnp.check.leaves import pictures
from pnp.findings import KitError
from pnp.scene import IDENTITY, Art, Box, Gradient, Group, Image, Item, Path, Rect, Segment, Stop, Use


def picture_data() -> str:
    """Four by two pixels, red, as drawings have them within."""
    out = io.BytesIO()
    Pillow.new("RGB", (4, 2), "#FF0000").save(out, "PNG")
    return f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}"


PNG = picture_data()
EXPORTS = FilePath(__file__).parent / "exports"


def letters(families: str, weight: int, italic: bool, text: str) -> tuple[tuple[Segment, ...], float] | None:
    """A typeface whose letters are squares of half an em."""
    if "Alegreya" not in families:
        return None
    squares = (parse_path(f"M{n / 2} 0h.4v-.4h-.4z") for n, character in enumerate(text) if character != " ")
    return tuple(segment for square in squares for segment in square), len(text) / 2


def art(body: str, head: str = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">') -> Art:
    return parse_art(f"{head}{body}</svg>".encode(), "x.svg", letters)


def refused(body: str) -> str:
    with pytest.raises(KitError) as raised:
        art(body)
    (finding,) = raised.value.findings
    return finding.message


def shapes(items: tuple[Item, ...], opacity: float = 1.0) -> list[tuple[Item, float]]:
    """Every shape, and how opaque it is."""
    found: list[tuple[Item, float]] = []
    for item in items:
        found += shapes(item.items, opacity * item.opacity) if isinstance(item, Group) else [(item, opacity)]
    return found


def fill(body: str) -> object:
    ((item, _),) = shapes(art(body).items)
    assert isinstance(item, Rect | Path)
    return item.fill


STOPS = '<stop stop-color="red"/><stop offset="100%" stop-color="#00f" stop-opacity=".5"/>'
COLOURS = (Stop(0.0, "#FF0000"), Stop(1.0, "#0000FF", 0.5))


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


def test_clip_paths_cut_and_those_round_all_do_nothing() -> None:
    clip = '<clipPath id="c"><path d="M0 0h9v9z" fill="none" clip-rule="evenodd"/></clipPath>'
    (group,) = art(f'{clip}<rect width="9" height="9" clip-path="url(#c)"/>').items
    assert isinstance(group, Group)
    assert group.clip == Path(parse_path("M0 0h9v9z"), rule="evenodd")
    whole = '<clipPath id="c" transform="translate(-1)"><rect width="24" height="24"/></clipPath>'
    (plain,) = art(f'{whole}<rect width="9" height="9" clip-path="url(#c)"/>').items
    assert isinstance(plain, Rect)
    apart = '<clipPath id="c"><circle cx="2" cy="2" r="2"/><circle cx="8" cy="2" r="2"/></clipPath>'
    (two,) = art(f'{apart}<rect width="9" height="9" clip-path="url(#c)"/>').items
    assert isinstance(two, Group) and isinstance(two.clip, Path)
    assert sum(segment[0] == "M" for segment in two.clip.segments) == 2


def test_words_are_drawn_by_the_shapes_of_their_letters() -> None:
    middle = '<text x="12" y="10" font-family="Alegreya" font-size="4" text-anchor="middle">'
    found = shapes(art(f"{middle}a <tspan>b</tspan></text>").items)
    boxes = [exact_bounds(item.segments) for item, _ in found if isinstance(item, Path)]
    assert [(round(box.x, 6), round(box.y, 6), round(box.width, 6)) for box in boxes] == [(9, 8.4, 5.6)]
    parts = '<tspan x="1" y="5">a</tspan><tspan x="1" dy="6">b</tspan>'
    found = shapes(art(f'<text font-family="Alegreya" font-size="4">{parts}</text>').items)
    tops = [exact_bounds(item.segments).y for item, _ in found if isinstance(item, Path)]
    assert tops == pytest.approx([3.4, 9.4])


def set_words(body: str) -> list[str]:
    """The texts of the last drawing that are set, each from left to right."""
    asked: list[str] = []

    def heard(families: str, weight: int, italic: bool, text: str) -> tuple[tuple[Segment, ...], float] | None:
        asked.append(text)
        return letters(families, weight, italic, text)

    parse_art(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{body}</svg>'.encode(), "x.svg", heard)
    return list(dict.fromkeys(asked))


@pytest.mark.parametrize(
    ("body", "set_"),
    [
        ("שלום (3)", ["(3) םולש"]),
        ("a עולם", ["a םלוע"]),
        ('ab <tspan fill="red">של</tspan>ום', ["ab םו", "לש"]),
        ("סלאם سلام", ["\ufee1\ufefc\ufeb3 םאלס"]),
        ('<tspan letter-spacing="1">שָׁל</tspan>', ["לש\u05b8\u05c1", "ל", "ש\u05b8\u05c1"]),
        (
            '<tspan x="1" y="5">سلام</tspan><tspan x="1" y="9">عليكم</tspan>',
            ["\ufee1\ufefc\ufeb3", "\ufee2\ufedc\ufef4\ufee0\ufecb"],
        ),
    ],
)
def test_words_from_right_to_left_are_turned_and_joined(body: str, set_: list[str]) -> None:
    assert set_words(f'<text font-family="Alegreya">{body}</text>') == set_


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<rect width="9" height="9" fill="url(#p)"/>', "no gradient or pattern"),
        (
            f'<radialGradient id="g" fr=".2">{STOPS}</radialGradient><rect width="9" height="9" fill="url(#g)"/>',
            "begins at a circle",
        ),
        (
            f'<linearGradient id="g" x2=".001" spreadMethod="reflect">{STOPS}</linearGradient>'
            '<rect width="9" height="9" fill="url(#g)"/>',
            "begins anew 1000 times",
        ),
        ('<linearGradient id="g" href="#g"/><rect width="9" height="9" fill="url(#g)"/>', "circle"),
        ('<image width="9" height="9" href="https://example.org/a.png"/>', "lies within the drawing itself"),
        ('<image width="9" height="9" href="data:image/png;base64,AAAA"/>', "the picture is no PNG or JPEG picture"),
        ('<image width="9" height="9" href="data:image/png;base64,A"/>', "the bytes of the picture are not whole"),
        ('<image width="9" height="9" href="data:image/svg+xml,x"/>', "the picture is not XML"),
        ('<rect width="9" height="9" mask="url(#m)"/>', 'mask="url(#m)" is not in this drawing'),
        ('<rect width="9" height="9" clip-path="url(#c)"/>', "is not in this drawing"),
        ('<text font-family="Nowhere" y="9">שלום (3)</text>', "the typeface of “שלום (3)” (Nowhere) is not known"),
        ('<text font-family="Nowhere" y="9">a</text>', "the typeface of “a” (Nowhere) is not known"),
        (
            '<text font-family="Alegreya" y="9"><textPath href="#p">a</textPath></text>',
            "path `#p` of a textPath is not in",
        ),
        (
            '<text font-family="Alegreya" y="9" dx="0 1">שלום</text>',
            "“שלום” runs from right to left, its letters moved",
        ),
        ('<text font-family="Alegreya" y="9" x="9 6 3">سلا</text>', "“سل” should join, but its letters are placed"),
        (
            '<text font-family="Alegreya" y="9">س<tspan fill="red">لام</tspan></text>',
            "changes its look where its letters",
        ),
        ('<text font-family="Alegreya" y="9">ڵێرە</text>', "“ڵێرە” has letters that only its typeface joins"),
    ],
)
def test_what_is_not_drawn_is_said(body: str, message: str) -> None:
    assert message in refused(body)


def test_a_radial_gradient_may_begin_beside_its_middle_but_within_its_circle() -> None:
    square = '<rect width="10" height="10" fill="url(#g)"/>'
    for said, focus in (('fx=".3" fy=".4"', (-0.4, -0.2)), ('fx="2"', (0.99, 0.0)), ("", (0.0, 0.0))):
        found = fill(f'<radialGradient id="g" {said}>{STOPS}</radialGradient>{square}')
        assert found == Gradient("radial", (5, 0, 0, 5, 5, 5), COLOURS, focus)


def test_a_gradient_that_is_repeated_is_one_with_more_colours() -> None:
    square = '<rect width="10" height="10" fill="url(#g)"/>'
    defs = f'<linearGradient id="g" x2=".5" spreadMethod="{{}}">{STOPS}</linearGradient>{square}'
    again, back = fill(defs.format("repeat")), fill(defs.format("reflect"))
    assert isinstance(again, Gradient) and isinstance(back, Gradient)
    assert again.matrix[0] == back.matrix[0] == 10
    assert [(stop.at, stop.colour) for stop in again.stops[1:-1:2]] == [
        (0.0, "#FF0000"),
        (0.5, "#0000FF"),
        (0.5, "#FF0000"),
    ]
    assert [stop.colour for stop in back.stops] == ["#FF0000"] * 2 + ["#0000FF"] * 4 + ["#FF0000"] * 2
    rings = fill(f'<radialGradient id="g" r=".25" spreadMethod="repeat">{STOPS}</radialGradient>{square}')
    assert isinstance(rings, Gradient) and rings.matrix[:4] == (7.5, 0, 0, 7.5), "as far as the corners"


def test_a_line_with_a_gradient_is_the_shape_it_covers_filled_by_the_box_of_its_thing() -> None:
    defs = f'<linearGradient id="g">{STOPS}</linearGradient>'
    body = '<path d="M2 4h10v6" fill="none" stroke="url(#g)" stroke-width="2"/>'
    ((item, _),) = shapes(art(defs + body).items)
    assert isinstance(item, Path) and item.stroke is None
    assert item.fill == Gradient("linear", (10, 0, 0, 6, 2, 4), COLOURS)
    assert exact_bounds(item.segments) == Box(2, 3, 11, 7)
    both = art(defs + '<rect width="9" height="9" fill="#123456" stroke="url(#g)" stroke-opacity=".5"/>').items
    assert [(type(item), opacity) for item, opacity in shapes(both)] == [(Rect, 1), (Path, 0.5)]
    assert not art(defs + '<path d="M2 4h10" fill="none" stroke="url(#g)"/>').items, (
        "its box has no height: nothing is drawn"
    )


def test_pictures_within_are_drawn_as_they_fit() -> None:
    picture = f'<image x="2" y="4" width="8" height="8" href="{PNG}" '
    (whole,) = art(f"{picture}/>").items
    assert isinstance(whole, Image) and whole.box == Box(2, 6, 8, 4) and whole.pixels == (4, 2)
    (cut,) = art(f'{picture}preserveAspectRatio="xMidYMid slice"/>').items
    assert isinstance(cut, Group) and cut.clip == Box(2, 4, 8, 8)
    assert isinstance(cut.items[0], Image) and cut.items[0].box == Box(-2, 4, 16, 8)
    (wide,) = art(f'<image width="50%" xlink:href="{PNG}" xmlns:xlink="http://www.w3.org/1999/xlink"/>').items
    assert isinstance(wide, Image) and wide.box == Box(0, 0, 12, 6)
    assert not art(f'<image width="0" height="9" href="{PNG}"/>').items
    assert list(pictures((Use(art(f"{picture}/>"), IDENTITY),))), "they are pictures of the face"


def test_a_clip_path_that_uses_itself_ends(tmp_path: FilePath) -> None:
    body = '<clipPath id="c"><g clip-path="url(#c)"><rect width="9" height="9"/></g></clipPath>'
    with pytest.raises(KitError):
        art(f'{body}<rect width="9" height="9" clip-path="url(#c)"/>')


@pytest.mark.parametrize("file", sorted(EXPORTS.glob("*.svg")), ids=lambda file: file.stem)
def test_exports_of_programs_are_read_whole(file: FilePath) -> None:
    drawing = read_art(file, letters=letters)
    assert len(shapes(drawing.items)) >= 3
    fills = [getattr(item, "fill", None) for item, _ in shapes(spared(drawing, 1 / 3).items)]
    assert not any(isinstance(found, Gradient) for found in fills)
    assert all(opacity == 1 for _, opacity in shapes(spared(drawing, 1 / 3).items))


def low(body: str) -> list[tuple[object, str | None]]:
    """What is left of a drawing with little ink: fills, and the colours of lines."""
    found = [item for item, _ in shapes(spared(art(body), 1 / 3).items) if isinstance(item, Rect | Path)]
    return [(item.fill, item.stroke and item.stroke.colour) for item in found]


def test_with_little_ink_what_is_see_through_hides_nothing_and_shows_as_a_line() -> None:
    house = '<rect x="4" y="4" width="9" height="9" opacity=".4"/><path d="M6 6h2v2z"/>'
    assert low(house) == [(None, "#999999"), ("#000000", None)]
    fading = f'<linearGradient id="g">{STOPS}</linearGradient><rect width="24" height="24" fill="url(#g)"/>'
    assert low(f'{fading}<path d="M6 6h2v2z"/>') == [(None, None), ("#000000", None)]


def test_with_little_ink_a_gradient_is_ink_only_if_all_of_it_is() -> None:
    defs = '<linearGradient id="g"><stop stop-color="#111"/><stop offset="1" stop-color="{}"/></linearGradient>'
    square = '<rect x="4" y="4" width="9" height="9" fill="url(#g)"/>'
    assert low(defs.format("#222") + square) == [("#111111", None)]
    assert low(defs.format("#eee") + square) == [("#FFFFFF", "#111111")]


def test_with_little_ink_what_cuts_a_fill_off_is_its_edge() -> None:
    clip = '<clipPath id="c"><path d="M0 0h9v9z"/></clipPath>'
    cut = f'{clip}<g clip-path="url(#c)"><rect width="20" height="20" fill="#1f5e50"/></g>'
    assert low(cut)[-1] == (None, "#2B2320")
