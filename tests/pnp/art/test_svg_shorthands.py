"""What drawings say in short: shapes to cut by, lines that do not scale, colours beyond sRGB, pictures of all kinds.

`exports/shorthands.svg` holds all of it beside a browser's picture.
"""

from __future__ import annotations

import base64
import io

import pytest
from PIL import Image as Pillow

from pnp.art.polygons import exact_bounds
from pnp.art.svg import parse_art
from pnp.art.svg_attributes import shade
from pnp.findings import Finding, KitError
from pnp.scene import Art, Box, Group, Image, Path, Rect

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
SQUARE = '<rect x="10" y="10" width="80" height="60" {}/>'


def art(body: str, head: str = HEAD) -> Art:
    return parse_art(f"{head}{body}</svg>".encode(), "x.svg")


def refused(body: str) -> str:
    with pytest.raises(KitError) as error:
        art(body)
    return error.value.findings[0].message


def cut(clip: str, more: str = "") -> Box:
    (group,) = art(SQUARE.format(f"{more} clip-path='{clip}'")).items
    assert isinstance(group, Group) and isinstance(group.clip, Path)
    box = exact_bounds(group.clip.segments)
    return Box(*(round(side, 3) for side in (box.x, box.y, box.width, box.height)))


@pytest.mark.parametrize(
    ("clip", "box"),
    [
        ("circle(20px)", Box(30, 20, 40, 40)),
        ("circle(farthest-side at left 10px)", Box(-70, -60, 160, 160)),
        ("ellipse(25% 50%)", Box(30, 10, 40, 60)),
        ("ellipse(at right)", Box(90, 10, 0, 60)),
        ("inset(10% 20px 0 round 5px)", Box(30, 16, 40, 54)),
        ("inset(1px 2px 3px 4px)", Box(14, 11, 74, 56)),
        ("polygon(0 0, calc(50% + 40px) 0, 50% min(30px, 60%))", Box(10, 10, 80, 30)),
        ("polygon(0 0, 100% 0, 50% 50%)", Box(10, 10, 80, 30)),
        ('path("M1 2h5v6z")', Box(11, 12, 5, 6)),
        ("view-box inset(0 50% 0 0)", Box(0, 0, 50, 100)),
        ("inset(0 50% 0 0) view-box", Box(0, 0, 50, 100)),
    ],
)
def test_a_shape_in_short_cuts(clip: str, box: Box) -> None:
    assert cut(clip) == box


def test_per_cent_are_of_the_box_with_its_line_unless_it_is_said() -> None:
    line = "stroke='red' stroke-width='20'"
    assert cut("inset(0 50% 0 0)", line) == Box(0, 0, 50, 80)
    assert cut("fill-box inset(0 50% 0 0)", line) == Box(10, 10, 40, 60)
    (plain,) = art(SQUARE.format("clip-path='circle(90px)'")).items
    assert isinstance(plain, Rect) or (isinstance(plain, Group) and plain.clip is not None)


@pytest.mark.parametrize(
    ("clip", "says"),
    [
        ("star(5)", "known are circle(), ellipse(), inset(), polygon(), path() and url(#…)"),
        ("polygon(0 0, 1px)", "pairs of lengths"),
        ("inset()", "one to four lengths"),
        ("circle(calc(1px + 2em))", "has 2em, which is not followed here"),
        ("circle(at left 1px top 2px)", "say it in per cent"),
        ("path(M0 0)", "in quotes"),
    ],
)
def test_what_is_no_shape_says_so(clip: str, says: str) -> None:
    assert says in refused(SQUARE.format(f"clip-path='{clip}'"))


def widths(drawing: Art) -> list[float]:
    found: list[float] = []

    def walk(items: object, scale: float) -> None:
        for item in items if isinstance(items, tuple) else ():
            if isinstance(item, Group):
                a, b, *_ = item.matrix
                walk(item.items, scale * (a * a + b * b) ** 0.5)
            elif isinstance(item, Rect | Path) and item.stroke:
                found.append(round(item.stroke.width * scale, 3))

    walk(drawing.items, 1.0)
    return found


def test_a_line_that_does_not_scale_is_as_wide_as_at_the_drawings_own_size() -> None:
    steady = SQUARE.format("fill='none' stroke='red' stroke-width='4' vector-effect='non-scaling-stroke'")
    turned = f"<g transform='rotate(30) scale(.5)'>{steady}</g>"
    within = f"<svg width='50' height='50' viewBox='0 0 100 100'>{steady}</svg>"
    assert widths(art(steady + turned + within)) == [4, 4, 4]
    assert widths(art(steady + turned, HEAD.replace("viewBox", 'width="400" height="400" viewBox'))) == [1, 1]
    assert widths(
        art(f"<g vector-effect='non-scaling-stroke' transform='scale(2)'>{SQUARE}</g>".format("stroke='red'"))
    )


def test_a_line_that_does_not_scale_is_as_wide_all_round_where_it_is_stretched_one_way() -> None:
    steady = SQUARE.format("fill='red' stroke='blue' stroke-width='4' vector-effect='non-scaling-stroke'")
    stretch = "<g transform='scale(.5 1)'>{}</g>"
    (stretched,) = art(stretch.format(steady)).items
    assert isinstance(stretched, Group)
    filling, lining = stretched.items
    assert isinstance(filling, Rect) and filling.box == Box(10, 10, 80, 60) and filling.stroke is None
    assert isinstance(lining, Group) and lining.matrix == (2, 0, 0, 1, 0, 0)
    (line,) = lining.items
    assert isinstance(line, Path) and line.stroke and line.stroke.width == 4
    assert exact_bounds(line.segments) == Box(5, 10, 40, 60)
    marked = "<marker id='m'><path d='M0 0h1v1z'/></marker><path d='M0 0h9' stroke='red' marker-end='url(#m)'"
    assert "with markers, stretched one way" in refused(
        stretch.format(f"{marked} vector-effect='non-scaling-stroke'/>")
    )
    shaded = "<linearGradient id='g'><stop/><stop offset='1' stop-color='red'/></linearGradient>"
    assert "with a gradient or pattern" in refused(shaded + stretch.format(steady.replace("blue", "url(#g)")))


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        ("color-mix(in srgb, red, blue)", ("#800080", 1.0)),
        ("color-mix(in oklch, red 30%, blue)", ("#8800EC", 1.0)),
        ("color-mix(in oklch longer hue, red 30%, blue)", ("#008C94", 1.0)),
        ("color-mix(in lab, #123456, gold 20%)", ("#4D5154", 1.0)),
        ("color-mix(in hsl, gray, lime 25%)", ("#60A060", 1.0)),
        ("color-mix(in display-p3, red, lime 25%)", ("#DC5D14", 1.0)),
        ("color-mix(in xyz-d50, red, lime 25%)", ("#E18900", 1.0)),
        ("color-mix(in srgb, red 20%, blue 20%)", ("#800080", 0.4)),
        ("color-mix(in srgb, color-mix(in srgb, red, white), rgb(0 0 0 / .5) 10%)", ("#F27979", 0.95)),
        ("color-mix(in hwb, currentColor, white 0%)", ("#2B2320", 1.0)),
    ],
)
def test_mixed_colours_are_those_that_a_browser_shows(said: str, seen: tuple[str, float]) -> None:
    """As Chromium paints them."""
    colour, alpha = shade(said)
    assert (colour, round(alpha, 4)) == seen


def test_a_colour_that_comes_out_as_another_is_noted_once_by_its_element() -> None:
    heard: list[Finding] = []
    body = (
        "<style>.a{fill:color(display-p3 0 1 0)}</style>\n<path class='a' d='M0 0h9v9z' stroke='oklch(70% 0.1 150)'/>\n"
        "<linearGradient id='g'><stop stop-color='oklch(60% 0.4 30)'/><stop offset='1'/></linearGradient>\n"
        "<rect width='9' height='9' fill='url(#g)'/><rect width='9' height='9' x='9' fill='url(#g)'/>"
        "<g display='none'><rect width='9' height='9' fill='color(rec2020 0 1 0)'/></g>"
    )
    parse_art(f"{HEAD}{body}</svg>".encode(), "x.svg", note=heard.append)
    assert [(finding.code, finding.place.row, finding.message.partition(";")[0]) for finding in heard] == [
        ("art-gamut", 2, "<path>: fill color(display-p3 0 1 0) is no colour of sRGB"),
        ("art-gamut", 3, "<stop>: stop-color oklch(60% 0.4 30) is no colour of sRGB"),
    ]
    assert "printed as #00FF00, which differs visibly (ΔE " in heard[0].message


def sides(body: str) -> list[tuple[float, ...]]:
    found = [item.box for item in art(body).items if isinstance(item, Rect)]
    return [tuple(round(side, 3) for side in (box.x, box.y, box.width, box.height)) for box in found]


def test_lengths_are_calculated() -> None:
    assert sides('<rect x="calc(50% - 49px)" width="calc((1cm + 0.2 * 10%) * 2)" height="min(30%, 2in)"/>') == [
        (1, 0, 79.591, 30)
    ]
    assert sides('<rect style="x:clamp(5px, 50%, 20px);width:max(1px, calc(100% / 4));height:calc(2 * 4px)"/>') == [
        (20, 0, 25, 8)
    ]
    assert sides('<rect width="9" style="height:calc(-1 * -4px)"/>') == [(0, 0, 9, 4)]
    (moved,) = art(
        '<rect width="9" height="9" style="transform:translate(calc(50% - 5px), 10px) scale(calc(1 + 1))"/>'
    ).items
    assert isinstance(moved, Group) and moved.matrix == (2, 0, 0, 2, 45, 10)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("calc(1px + )", "cannot be read from `)`"),
        ("calc(1px / 0)", "is divided by 0"),
        ("calc(1px + 2em)", "has 2em, which is not followed here"),
        ("clamp(1px, 2px)", "has clamp() of 2 values"),
        ("calc(1px", "ends too early"),
        (f"calc({'(' * 300}", "is longer than 200 characters"),
    ],
)
def test_a_calculation_that_is_none_says_so(said: str, why: str) -> None:
    assert why in refused(f'<rect width="{said}" height="4"/>')


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        ("oklch(70% 0.15 200)", "#00B9C3"),
        ("lab(50% 40 -20)", "#AB5A9A"),
        ("lch(50% 60 300)", "#8266D1"),
        ("oklab(60% 10% 0.1)", "#AA7330"),
        ("color(display-p3 20% 0.6 0.3)", "#009C42"),
        ("color(display-p3 1 0 0)", "#FF0000"),
        ("color(rec2020 .3 .5 .2)", "#259034"),
        ("color(prophoto-rgb .3 .5 .6)", "#009BAD"),
        ("color(srgb-linear 0.5 0.5 0.2)", "#BCBC7C"),
        ("color(xyz .3 .3 .3)", "#A2918F"),
        ("color(xyz-d50 .3 .3 .3)", "#9793A5"),
        ("hwb(none 10% 20%)", "#CC1A1A"),
    ],
)
def test_colours_are_those_that_a_browser_shows(said: str, seen: str) -> None:
    """As Chromium 1255 paints them on an sRGB screen."""
    assert shade(said) == (seen, 1.0)


def coded(picture: Pillow.Image, kind: str, **how: object) -> str:
    out = io.BytesIO()
    picture.save(out, kind, **how)  # type: ignore[arg-type]
    return f"data:image/{kind.lower()};base64,{base64.b64encode(out.getvalue()).decode()}"


def placed(source: str, more: str = "") -> Group | Image:
    (item,) = art(f'<image x="10" y="10" width="40" height="20" href="{source}" {more}/>').items
    assert isinstance(item, Group | Image)
    return item


def test_webp_and_gif_are_drawn_and_what_moves_stands_still() -> None:
    red, blue = (Pillow.new("RGB", (8, 8), colour) for colour in ("red", "blue"))
    still = placed(coded(red, "WEBP", lossless=True))
    moving = placed(coded(red, "GIF", save_all=True, append_images=[blue]))
    for picture in (still, moving):
        assert isinstance(picture, Image) and picture.pixels == (8, 8) and picture.box == Box(20, 10, 20, 20)
        assert Pillow.open(io.BytesIO(picture.data)).convert("RGB").getpixel((4, 4)) == (255, 0, 0)
    assert "is no whole WebP or GIF" in refused('<image width="4" height="4" href="data:image/webp;base64,AAAA"/>')
    outside = refused('<image width="4" height="4" href="https://a.example/x.webp"/>')
    assert "unless its picture lies within the drawing itself" in outside


def test_a_drawing_is_a_picture_of_another() -> None:
    inner = HEAD.replace("100 100", "20 20") + '<rect width="20" height="20" fill="#1f5e50"/></svg>'

    def within(drawing: str) -> str:
        return f"data:image/svg+xml;base64,{base64.b64encode(drawing.encode()).decode()}"

    whole = placed(within(inner))
    assert isinstance(whole, Group) and whole.matrix == (1, 0, 0, 1, 20, 10) and whole.clip is None
    sliced = placed(within(inner), 'preserveAspectRatio="xMidYMid slice"')
    assert isinstance(sliced, Group) and sliced.clip == Box(10, 10, 40, 20)
    fault = refused(f'<image width="4" height="4" href="{within(inner.replace("rect", "blob"))}"/>')
    assert "<blob>: is not drawn" in fault
    for _ in range(6):
        inner = f'{HEAD}<image width="9" height="9" href="{within(inner)}"/></svg>'
    assert "4 deep in one another" in refused(f'<image width="4" height="4" href="{within(inner)}"/>')


def test_a_gradient_round_a_point_is_a_picture() -> None:
    """`exports/angular.svg` is as Figma writes it."""
    page = '<foreignObject x="10" y="20" width="80" height="40"><div style="background:{};width:100%"/></foreignObject>'
    (picture,) = art(page.format("conic-gradient(from 90deg, red 25%, blue 25%, #00f8, lime)")).items
    assert isinstance(picture, Image) and picture.box == Box(10, 20, 80, 40) and picture.pixels == (1000, 500)
    with Pillow.open(io.BytesIO(picture.data)) as opened:
        seen = [opened.convert("RGBA").getpixel(at) for at in ((999, 270), (490, 499))]
    assert seen == [(255, 0, 0, 255), (0, 0, 255, 253)]
