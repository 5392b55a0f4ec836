"""SVG as programs write it: icon sets, Inkscape, Illustrator, Figma."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from pnp.art.svg import parse_art
from pnp.findings import KitError
from pnp.scene import Art, Box, Ellipse, Group, Item, Path, Rect, mapped
from pnp.scene.colour import INK

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">'


def art(body: str, head: str = HEAD) -> Art:
    return parse_art(f"{head}{body}</svg>".encode(), "x.svg")


def leaves(items: Iterable[Item]) -> Iterator[Rect | Ellipse | Path]:
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items)
        elif isinstance(item, (Rect, Ellipse, Path)):
            yield item


def paints(body: str, head: str = HEAD) -> list[tuple[str | None, str | None]]:
    return [(item.fill, item.stroke.colour if item.stroke else None) for item in leaves(art(body, head).items)]


def refused(body: str, head: str = HEAD) -> list[str]:
    with pytest.raises(KitError) as error:
        art(body, head)
    return [finding.message for finding in error.value.findings]


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


def test_classes_ids_and_descendants_take_their_styles_by_weight() -> None:
    sheet = """<defs><style type="text/css"><![CDATA[
        /* as programs write them */
        .a, .b { fill: #ff0000; stroke: none }
        rect { fill: blue; stroke: #00ff00 !important }
        #one { fill: rgb(1 2 3 / 1) }
        g.deep > .b { fill: #0a0b0c }
        text::selection { fill: red }
        @font-face { font-family: Some }
    ]]></style></defs>"""
    body = (
        '<rect class="a" width="1" height="1"/><path id="one" class="a" d="M0 0h1v1z"/>'
        '<g class="deep"><circle class="b" r="1"/></g><rect class="b" style="fill:white" width="1" height="1"/>'
        '<path class="a" fill="#123456" d="M0 0h1v1z"/>'
    )
    assert paints(sheet + body) == [
        ("#FF0000", "#00FF00"),
        ("#010203", None),
        ("#0A0B0C", None),
        ("#FFFFFF", "#00FF00"),
        ("#FF0000", None),
    ]


def test_illustrator_writes_a_doctype_with_texts_in_short() -> None:
    data = (
        b'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"'
        b' "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [\n\t<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n'
        b'\t<!ENTITY st0 "fill:#E2001A;">\n]>\n<svg version="1.1" xmlns="&ns_svg;" x="0px" y="0px" width="24px"'
        b' height="24px" viewBox="0 0 24 24" enable-background="new 0 0 24 24" xml:space="preserve">\n<switch>\n'
        b'<foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/" width="1" height="1"/>\n'
        b'<g i:extraneous="self" xmlns:i="http://ns.adobe.com/AdobeIllustrator/10.0/"><path style="&st0;"'
        b' d="M0 0h4v4z"/><text>no</text></g>\n</switch></svg>'
    )
    with pytest.raises(KitError) as error:
        parse_art(data, "x.svg")
    (finding,) = error.value.findings
    assert (finding.place.row, finding.message[:20]) == (9, "<text>: is not drawn")
    drawn = parse_art(data.replace(b"<text>no</text>", b""), "x.svg")
    assert [item.fill for item in leaves(drawn.items)] == ["#E2001A"]
    plain = b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/a.dtd">'
    assert parse_art(plain + HEAD.encode() + b"</svg>", "x.svg").width == 24


def test_inkscape_says_all_properties_of_its_time() -> None:
    style = (
        "color:#000000;overflow:visible;opacity:1;fill:#aa8800;fill-opacity:1;fill-rule:nonzero;stroke:#000000;"
        "stroke-width:0.26458332;stroke-linecap:butt;stroke-miterlimit:4;stroke-dasharray:none;stroke-dashoffset:0;"
        "stroke-opacity:0;paint-order:markers fill stroke;-inkscape-stroke:none;stop-color:#000;mix-blend-mode:normal"
    )
    body = (
        '<sodipodi:namedview xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" id="base"/>'
        '<g inkscape:label="Layer 1" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">'
        f'<path style="{style}" d="m 3,3 h 4 v 4 z"/></g>'
    )
    assert paints(body, HEAD.replace("viewBox", 'width="24mm" height="24mm" viewBox')) == [("#AA8800", None)]


def test_figma_clips_by_the_artboard_and_that_changes_nothing() -> None:
    clip = '<defs><clipPath id="clip0_1_2"><rect width="24" height="24" fill="white"/></clipPath></defs>'
    inside = '<g clip-path="url(#clip0_1_2)"><path d="M4 4H20V20Z" fill="#333"/></g>'
    assert paints(inside + clip) == [("#333333", None)]
    (cut,) = art(inside.replace("M4 4H20", "M4 4H30") + clip).items
    assert isinstance(cut, Group) and cut.clip is not None
    (rounded,) = art(inside + clip.replace("<rect", '<rect rx="3"')).items
    assert isinstance(rounded, Group) and isinstance(rounded.clip, Path)


def test_a_drawing_within_is_brought_to_its_place() -> None:
    square = '<rect width="10" height="10"/>'

    def place(body: str) -> tuple[float, float, float, float]:
        (group,) = art(body).items
        assert isinstance(group, Group)
        (item,) = group.items
        if isinstance(item, Group):  # moved by `use`
            outer, (item,) = group.matrix, item.items
            inner = group.items[0]
            assert isinstance(inner, Group)
            assert isinstance(item, Rect)
            box = mapped(outer, mapped(inner.matrix, item.box))
        else:
            assert isinstance(item, Rect)
            box = mapped(group.matrix, item.box)
        return box.x, box.y, box.width, box.height

    assert place(f'<svg x="4" y="2" width="20" height="5" viewBox="0 0 10 10">{square}</svg>') == (11.5, 2, 5, 5)
    assert place(
        f'<svg x="4" y="2" width="20" height="5" viewBox="0 0 10 10" preserveAspectRatio="none">{square}</svg>'
    ) == (4, 2, 20, 5)
    assert place(
        f'<svg width="20" height="5" viewBox="0 0 10 10" preserveAspectRatio="xMaxYMin meet">{square}</svg>'
    ) == (15, 0, 5, 5)
    assert place(
        f'<symbol id="s" viewBox="0 0 10 10">{square}</symbol><use xlink:href="#s" x="3" y="1" width="5" height="5"/>'
    ) == (3, 1, 5, 5)
    assert place(f'<symbol id="s" viewBox="0 0 10 10">{square}</symbol><use href="#s"/>') == (0, 0, 24, 24)
    assert place(f'<symbol id="s" x="4" y="2" width="9" height="9">{square}</symbol><use href="#s" x="3"/>')[:2] == (
        7,
        2,
    )
    (cut,) = art(f'<svg width="5" height="5" viewBox="0 0 4 4">{square}</svg>').items
    assert isinstance(cut, Group) and cut.clip == Box(0, 0, 4, 4)
    sliced = f'<svg width="5" height="9" viewBox="0 0 10 10" preserveAspectRatio="xMidYMid slice">{square}</svg>'
    (cut,) = art(sliced).items
    assert isinstance(cut, Group) and cut.matrix == (0.9, 0, 0, 0.9, -2, 0)
    assert cut.clip is not None and (cut.clip.x, cut.clip.width) == pytest.approx((20 / 9, 50 / 9))  # type: ignore[union-attr] # a box


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


@pytest.mark.parametrize(
    ("attributes", "paint"),
    [
        ('fill="transparent" stroke="#010203"', (None, "#010203")),
        ('fill="rgba(1, 2, 3, 1)"', ("#010203", None)),
        ('fill="rgba(1,2,3,0)" stroke="red"', (None, "#FF0000")),
        ('fill="#0f08" stroke="red" fill-opacity="0"', (None, "#FF0000")),
        ('fill="red" fill-opacity="0" stroke="blue" stroke-width="1mm"', (None, "#0000FF")),
        ('fill="red" opacity="100%"', ("#FF0000", None)),
        ('fill="hsl(0 100% 50%)"', ("#FF0000", None)),
    ],
)
def test_colours_in_every_form(attributes: str, paint: tuple[str | None, str | None]) -> None:
    assert paints(f'<rect width="2" height="2" {attributes}/>') == [paint]


def test_what_is_hidden_may_hold_what_is_seen() -> None:
    body = '<g visibility="hidden"><rect width="1" height="1"/><rect visibility="visible" width="2" height="1"/></g>'
    assert len(paints(body)) == 1
    assert not paints('<g display="none"><rect display="inline" width="1" height="1"/></g>')
    assert not paints('<g opacity="0"><rect width="1" height="1"/></g>')
    assert not paints('<g fill-opacity="0"><rect fill="red" width="1" height="1"/></g>')


def test_lengths_in_units() -> None:
    (item,) = leaves(art('<rect width="1in" height="25.4mm" x="72pt"/>').items)
    assert isinstance(item, Rect)
    assert (item.box.width, item.box.height, item.box.x) == pytest.approx((96, 96, 96))


def test_style_sheets_are_bounded() -> None:
    assert "more than 2000 rules" in refused(f"<style>{'.a{fill:red}' * 2001}</style>")[0]
    assert "more than 200000 characters" in refused(f"<style>/*{'a' * 200_000}*/</style>")[0]
