"""SVG drawings: plain ones as vectors, others as pictures by resvg, and nothing outside of them is read."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath

import pytest
import resvg_py
from draw_builders import drawn
from PIL import Image as Pillow
from PIL import ImageChops, ImageStat

from pnp.art.drawing import MAX_DRAWN_PIXELS, Drawing, parse_drawing
from pnp.art.low_ink import spared
from pnp.findings import KitError
from pnp.scene import INK, Art, Ellipse, Gradient, Group, Image, Item, Path, Rect, Use

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


ROOT = FilePath(__file__).parents[3]
RED = '<rect width="24" height="24" fill="red"/>'


def parsed(body: str, head: str = HEAD) -> Drawing:
    return parse_drawing(f"{head}\n{body}</svg>".encode(), "x.svg")


def picture(drawing: Drawing, scale: float = 1.0, fonts: tuple[str, ...] = ()) -> tuple[Image, Pillow.Image]:
    """The picture of a drawing, and its pixels."""
    (item,) = drawing.picture(scale, fonts, "en").items
    return item, Pillow.open(io.BytesIO(item.data)).convert("RGBA")


def refused(body: str) -> str:
    with pytest.raises(KitError) as error:
        parsed(body)
    return str(error.value)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (f'<mask id="m"><path d="M0 0h24v12H0z" fill="#fff"/></mask>{RED[:-2]} mask="url(#m)"/>', "<rect> has mask"),
        (f'<filter id="f"><feOffset dy="-12"/></filter>{RED[:-2]} filter="url(#f)"/>', "<rect> has filter"),
        (
            '<pattern id="p" width="1" height="1"><path d="M0 0h24v12H0z" fill="red"/></pattern>'
            '<rect width="24" height="24" fill="url(#p)"/>',
            "it has <pattern>",
        ),
        (
            f'<clipPath id="c"><path d="M0 0h12v12H0z"/><path d="M12 0h12v12H12z"/></clipPath>{RED[:-2]}'
            ' clip-path="url(#c)"/>',
            "it has a clip path of several shapes",
        ),
        ("<switch><path d='M0 0h24v12H0z' fill='red'/></switch>", "it has <switch>"),
        (
            "<style>.a { fill: red !important }</style><path class='a' d='M0 0h24v12H0z'/>",
            "it has `!important` in a style sheet",
        ),
    ],
)
def test_what_is_no_plain_vector_is_a_picture_and_the_reason_is_said(body: str, why: str) -> None:
    drawing = parsed(body)
    assert drawing.reason is not None and drawing.reason.severity == "warning"
    assert str(drawing.reason.place).startswith("x.svg:")
    assert drawing.reason.message == f"the drawing is printed as a picture, not as lines: {why}"
    _, seen = picture(drawing, 0.5)
    middle = seen.width // 4
    assert seen.getpixel((middle, middle)) == (255, 0, 0, 255), "its upper half is drawn"
    assert seen.getpixel((middle, 3 * middle))[3] == 0


@pytest.mark.long
def test_a_picture_has_600_dots_an_inch_in_the_size_in_which_it_is_printed() -> None:
    drawing = parsed(f"<switch>{RED}</switch>", HEAD.replace("0 0 24 24", "0 0 37.6 5.6"))
    small, large = picture(drawing)[0], picture(drawing, 2.0)[0]
    assert small.pixels == (888, 132) and large.pixels == (1776, 265)
    assert small.key != large.key
    assert (small.box.width, small.box.height) == (37.6, 5.6)
    wide, _ = picture(parsed("<switch/>", HEAD.replace("0 0 24 24", "0 0 420 297")), 1.0)
    assert wide.pixels[0] * wide.pixels[1] == pytest.approx(MAX_DRAWN_PIXELS, rel=0.01)


def test_words_are_set_in_the_given_typefaces_alone() -> None:
    import fontpkg_spectral

    fonts = tuple(map(str, FilePath(fontpkg_spectral.__file__).parent.rglob("*.ttf")))
    body = '<text x="2" y="20" font-size="24" font-family="{}">W</text>'
    assert picture(parsed(body.format("Spectral")), fonts=fonts)[1].getbbox() is not None
    assert picture(parsed(body.format("Nowhere")), fonts=fonts)[1].getbbox() is not None, "in another typeface"
    assert picture(parsed(body.format("DejaVu Sans, Arial")))[1].getbbox() is None, "none of the system is used"


@pytest.mark.parametrize(
    "body",
    [
        '<image width="24" height="24" href="{}"/>',
        '<image width="24" height="24" href="{name}"/>',
        '<filter id="f"><feImage href="{}"/></filter><rect width="24" height="24" filter="url(#f)"/>',
        '<image width="24" height="24" href="https://example.org/a.png"/>',
        '<image width="24" height="24" href="data:image/svg+xml;base64,{nested}"/>',
        '<style>@import "{}";</style><switch/>',
    ],
)
def test_nothing_outside_of_a_drawing_is_read(body: str, tmp_path: FilePath, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = tmp_path / "secret.png"
    Pillow.new("RGB", (4, 4), "#FF0000").save(secret)
    monkeypatch.chdir(tmp_path)
    inner = f'{HEAD}<image width="24" height="24" href="{secret}"/></svg>'
    said = body.replace("{name}", secret.name).replace("{nested}", base64.b64encode(inner.encode()).decode())
    try:
        drawing = parsed(said.replace("{}", str(secret)))
    except KitError as error:
        assert "drawing" in str(error)
    else:
        colours = picture(drawing)[1].getcolors() or []
        assert not any(colour[:3] == (255, 0, 0) and colour[3] for _, colour in colours if isinstance(colour, tuple))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<image width="9" height="9" href="https://example.org/a.png"/>', "is not in this drawing; embed it"),
        ('<image width="9" height="9" href="data:image/png;base64,AAAA"/>', "is no PNG, JPEG, WEBP or GIF picture"),
        ("<foreignObject width='9' height='9'/>", "is not drawn"),
        (f"<switch>{RED[:-2]} style='fill:var(--x)'/></switch>", "which cannot have `var(`"),
        (f"<switch>{RED[:-2]} clip-path='circle(2px)'/></switch>", "which cannot have `clip-path"),
    ],
)
def test_what_resvg_would_leave_out_is_an_error(body: str, message: str) -> None:
    assert message in refused(body)


@pytest.mark.long
def test_a_drawing_that_takes_for_ever_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.art.raster.RENDER_SECONDS", 1)
    slow = '<filter id="f"><feTurbulence baseFrequency=".01" numOctaves="9999"/></filter>'
    drawing = parsed(f'{slow}<rect width="24" height="24" filter="url(#f)"/>')
    with pytest.raises(KitError, match=r"x\.svg:2: the drawing takes longer than 1 s"):
        drawing.picture(4.0, (), "en")


UNLIKE = ("blends", "transforms", "viewports")
"""What bare resvg draws otherwise: it blends with white paper, knows no transforms in CSS, and has no language."""


@pytest.mark.parametrize(
    "file", [file for file in sorted(EXPORTS.glob("*.svg")) if file.stem not in UNLIKE], ids=lambda file: file.stem
)
def test_exports_of_editors_are_drawn_as_resvg_draws_them(file: FilePath) -> None:
    assert unlike(file) < 5, "edges, and filters that work in whole pixels"


@pytest.mark.parametrize(
    "name",
    [
        *("cards/hangzhou/art/temple.svg", "cards/dunhuang/art/rug.svg", "cards/xanadu/art/pleasure-dome.svg"),
        "tests/pnp/face/showcase/art/harbour.svg",
    ],
)
def test_our_drawings_are_vectors_and_look_as_resvg_draws_them(name: str) -> None:
    assert parse_drawing((ROOT / name).read_bytes(), name).reason is None
    assert unlike(ROOT / name) < 4


def unlike(file: FilePath) -> float:
    """The mean difference, of 255, between our drawing on paper and that of resvg."""
    data = file.read_bytes()
    drawing = parse_drawing(data, file.name)
    scale = 40 / max(drawing.art.width, drawing.art.height)
    art = drawing.picture(scale, (), "en") if drawing.reason else drawing.art
    width, height = art.width * scale, art.height * scale
    ours = drawn([Use(art, (scale, 0, 0, scale, 0, 0))], width, height, 12).convert("RGB")
    text = re.sub(rb"<!DOCTYPE[^>]*>", b"", data).decode()
    size = f'width="{ours.width}" height="{ours.height}"'
    head, whole, rest = re.split(r"(<svg[^>]*>)", text, maxsplit=1)
    view = "" if "viewBox" in whole else f'viewBox="0 0 {drawing.art.width} {drawing.art.height}"'
    ink = "" if " color=" in whole else 'color="#2B2320"'
    bare = re.sub(r'\s(?:width|height)="[^"]*"', "", whole)
    sized = bare.replace("<svg", f"<svg {size} {view} {ink}", 1)
    seen = resvg_py.svg_to_bytes(svg_string=head + sized + rest, dpi=96, skip_system_fonts=True, background="#ffffff")
    theirs = Pillow.open(io.BytesIO(bytes(seen))).convert("RGB")
    assert theirs.size == ours.size
    return max(ImageStat.Stat(ImageChops.difference(ours, theirs)).mean)
