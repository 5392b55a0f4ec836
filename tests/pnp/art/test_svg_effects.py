"""What drawings do to things as a whole: patterns, masks, filters, words along a path."""

from __future__ import annotations

import io

import pytest
from PIL import Image as Pillow
from test_svg_paints import PNG, art, low, refused, shapes

from pnp.art.paths import parse_path
from pnp.art.polygons import exact_bounds
from pnp.scene import Box, Ellipse, Group, Image, Item, Path, Rect, Shadow
from pnp.scene.gradient import colours_of


def square(fill: str, **attributes: str) -> str:
    said = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f'<rect x="4" y="4" width="12" height="12" fill="{fill}"{said}/>'


def shadows(items: tuple[Item, ...]) -> list[Shadow]:
    found: list[Shadow] = []
    for item in items:
        found += shadows(item.items) if isinstance(item, Group) else [item] if isinstance(item, Shadow) else []
    return found


def filtered(steps: str, attributes: str = "", thing: str = square("#ABCDEF", filter="url(#f)")) -> str:
    return f'<filter id="f" x="-1" y="-1" width="3" height="3" {attributes}>{steps}</filter>{thing}'


def test_a_pattern_is_tiles_cut_to_what_they_fill() -> None:
    tile = (
        '<pattern id="p" patternUnits="userSpaceOnUse" x="1" y="2" width="6" height="6"><path d="M0 0h3v3z"/></pattern>'
    )
    (filling, line) = art(f"{tile}{square('url(#p)', stroke='red')}").items
    assert isinstance(filling, Group) and filling.clip == Box(4, 4, 12, 12)
    corners = [item.matrix[4:] for item in filling.items if isinstance(item, Group)]
    assert corners == [(x, y) for y in (2, 8, 14) for x in (1, 7, 13)]
    assert isinstance(line, Rect) and line.fill is None and line.stroke is not None


def test_a_tile_in_shares_of_the_box_has_units_of_its_own_and_takes_its_things_from_another() -> None:
    tiles = (
        '<pattern id="q" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></pattern>'
        '<pattern id="p" href="#q" width=".5" height=".5"/>'
    )
    (filling,) = art(f"{tiles}{square('url(#p)')}").items
    assert isinstance(filling, Group) and len(filling.items) == 4
    ((circle, _), *_) = shapes(filling.items)
    assert isinstance(circle, Ellipse) and circle.box == Box(0, 0, 10, 10)
    assert not art(square("url(#p)") + '<pattern id="p" width="1" height="1"/>').items


def test_patterns_are_bounded() -> None:
    small = '<pattern id="p" width=".01" height=".01"><path d="M0 0h3v3z"/></pattern>'
    assert "a pattern of 10000 tiles" in refused(f"{small}{square('url(#p)')}")
    itself = f'<pattern id="p" width="1" height="1">{square("url(#p)")}</pattern>'
    assert "in a circle" in refused(f"{itself}{square('url(#p)')}")


def test_a_mask_is_what_is_white_without_what_is_black_over_it() -> None:
    mask = '<mask id="m"><rect width="20" height="20" fill="white"/><path d="M5 5h3v3z"/></mask>'
    (group,) = art(f"{mask}{square('red', mask='url(#m)')}").items
    assert isinstance(group, Group) and isinstance(group.clip, Path)
    assert group.clip.rule == "evenodd" and group.clip.segments[-4:] == parse_path("M5 5h3v3z")
    alpha = '<mask id="m" style="mask-type:alpha"><path d="M0 0h9v9z" fill="#222"/></mask>'
    (group,) = art(f"{alpha}{square('red', mask='url(#m)')}").items
    assert isinstance(group, Group) and group.clip == Path(parse_path("M0 0h9v9z"))
    nothing = '<mask id="m"><rect width="20" height="20"/></mask>'
    (group,) = art(f"{nothing}{square('red', mask='url(#m)')}").items
    assert isinstance(group, Group) and group.clip == Box(0, 0, 0, 0)


def test_clip_paths_that_overlap_count_both_and_may_go_by_the_box_of_what_they_cut() -> None:
    clip = '<clipPath id="c"><rect width="9" height="9"/><path d="M6 6v9h9v-9z"/></clipPath>'
    (group,) = art(f"{clip}{square('red', **{'clip-path': 'url(#c)'})}").items
    assert isinstance(group, Group) and isinstance(group.clip, Path) and group.clip.rule == "nonzero"
    assert group.clip.segments[-5:] == (("M", 15, 6), ("L", 15, 15), ("L", 6, 15), ("L", 6, 6), ("Z",))
    half = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath>'
    (group,) = art(f"{half}{square('red', **{'clip-path': 'url(#c)'})}").items
    assert isinstance(group, Group) and isinstance(group.clip, Path)
    assert exact_bounds(group.clip.segments) == Box(4, 4, 6, 12)


FIGMA = (
    '<feFlood flood-opacity="0" result="BackgroundImageFix"/>'
    '<feColorMatrix in="SourceAlpha" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/>'
    '<feOffset dx="1" dy="2"/><feGaussianBlur stdDeviation="1"/><feComposite in2="hardAlpha" operator="out"/>'
    '<feColorMatrix values="0 0 0 0 0.2 0 0 0 0 0 0 0 0 0 0.4 0 0 0 0.25 0"/>'
    '<feBlend in2="BackgroundImageFix" result="a"/><feBlend in="SourceGraphic" in2="a"/>'
)
INKSCAPE = (
    '<feFlood result="flood" in="SourceGraphic" flood-opacity=".25" flood-color="#330066"/>'
    '<feGaussianBlur result="blur" in="SourceGraphic" stdDeviation="1"/><feOffset result="o" in="blur" dx="1" dy="2"/>'
    '<feComposite result="c" operator="in" in="flood" in2="o"/><feComposite in="SourceGraphic" in2="c"/>'
)
BY_HAND = (
    '<feGaussianBlur in="SourceAlpha" stdDeviation="1"/><feOffset dx="1" dy="2"/>'
    '<feComponentTransfer><feFuncA type="linear" slope=".25"/></feComponentTransfer>'
    '<feColorMatrix values="0 0 0 0 .2 0 0 0 0 0 0 0 0 0 .4 0 0 0 1 0"/>'
    '<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>'
)
SHORT = '<feDropShadow dx="1" dy="2" stdDeviation="1" flood-color="#306" flood-opacity=".25"/>'


@pytest.mark.parametrize("steps", [FIGMA, INKSCAPE, BY_HAND, SHORT], ids=["figma", "inkscape", "by hand", "short"])
def test_a_drop_shadow_as_programs_and_hands_write_it(steps: str) -> None:
    items = art(filtered(steps, 'color-interpolation-filters="sRGB"')).items
    (shadow,) = shadows(items)
    assert shadow.colour == "#330066"
    assert shadow.box == Box(2, 3, 18, 18), "three deviations round the square, moved"
    assert [getattr(item, "fill", None) for item in items] == [None, "#ABCDEF"]


def test_a_sharp_shadow_is_the_shape_again() -> None:
    moved = '<feOffset in="SourceAlpha" dx="3"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>'
    shadow, _ = art(filtered(moved)).items
    assert isinstance(shadow, Group) and shadow.matrix[4:] == (3, 0)
    assert shadow.items == (Rect(Box(4, 4, 12, 12), "#000000"),)


def test_a_shadow_ends_where_its_filter_ends_and_lines_cast_one_too() -> None:
    line = '<path d="M4 4l8 8" stroke="red" stroke-width="2" fill="none" filter="url(#f)"/>'
    (shadow,) = shadows(art(filtered(SHORT, thing=line)).items)
    assert shadow.box == Box(1, 2, 16, 16)
    cut, _ = art(f'<filter id="f">{SHORT}</filter>{square("red", filter="url(#f)")}').items
    assert isinstance(cut, Group) and cut.clip is not None
    assert shadows(cut.items)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("<feTurbulence/>", "<feTurbulence> in a filter is not drawn"),
        ("<feDisplacementMap/>", "<feDisplacementMap> in a filter is not drawn"),
        (
            '<feGaussianBlur in="SourceAlpha" stdDeviation="1"/><feMorphology radius="1"/>',
            "of what is soft or coloured",
        ),
        ('<feGaussianBlur in="SourceAlpha" stdDeviation="2 3"/>', "with two softnesses"),
        ('<feColorMatrix type="luminanceToAlpha"/>', "that makes see-through what has a colour"),
        ('<feColorMatrix type="invert"/>', '<feColorMatrix> of type="invert"'),
        ('<feComponentTransfer><feFuncR type="wave"/></feComponentTransfer>', "without tableValues"),
        ('<feBlend mode="plus" in2="SourceAlpha"/>', '<feBlend> with mode="plus"'),
        ('<feComposite in="SourceAlpha" in2="SourceGraphic" operator="arithmetic"/>', 'operator="arithmetic"'),
        ('<feOffset in="BackgroundImage"/>', "of BackgroundImage"),
    ],
)
def test_other_filters_are_named(steps: str, message: str) -> None:
    assert message in refused(filtered(steps))


def test_a_mask_with_shades_says_in_greys_how_opaque_all_is() -> None:
    mask = '<mask id="m"><rect width="20" height="20" fill="{}"/></mask>' + square("red", mask="url(#m)")
    (group,) = art(mask.format("#777")).items
    assert isinstance(group, Group) and group.mask == (Rect(Box(0, 0, 20, 20), "#777777"),)
    assert group.items == (Rect(Box(4, 4, 12, 12), "#FF0000"),) and group.see_through
    fading = '<linearGradient id="g"><stop/><stop offset="1" stop-color="#0f0"/></linearGradient>'
    (group,) = art(fading + mask.format("url(#g)")).items
    assert isinstance(group, Group) and isinstance(group.mask[0], Rect)
    assert colours_of(group.mask[0].fill) == ("#000000", "#B6B6B6"), "as bright as green is"


@pytest.mark.parametrize(
    "mask",
    [
        '<rect width="20" height="20" fill="#fff"/><path d="M0 0h9v9z"/><path d="M5 2h3v3z" fill="#fff"/>',
        '<path d="M0 9h20" stroke="#fff" stroke-width="4"/>',
        '<circle cx="6" cy="6" r="5" fill="#fff" opacity=".5"/>',
    ],
    ids=["white over black", "a line", "see-through"],
)
def test_masks_that_are_no_single_shape_are_drawn_as_they_are(mask: str) -> None:
    (group,) = art(f'<mask id="m">{mask}</mask>{square("red", mask="url(#m)")}').items
    assert isinstance(group, Group) and group.mask and group.clip is None


def test_a_mask_ends_where_it_says_and_may_go_by_the_box_of_what_it_masks() -> None:
    fill = '<rect width="1" height=".5" fill="#888"/>'
    boxed = f'<mask id="m" maskContentUnits="objectBoundingBox" width=".5">{fill}</mask>'
    (cut,) = art(boxed + square("red", mask="url(#m)")).items
    assert isinstance(cut, Group) and isinstance(cut.clip, Box)
    assert (cut.clip.x, cut.clip.width) == pytest.approx((2.8, 6))
    (group,) = cut.items
    assert isinstance(group, Group)
    (inner,) = group.mask
    assert isinstance(inner, Group) and inner.matrix == (12, 0, 0, 12, 4, 4)
    picture = f'<mask id="m"><image href="{PNG}" width="9" height="9"/></mask>'
    assert "a mask with pictures" in refused(picture + square("red", mask="url(#m)"))


def test_a_filter_gives_other_colours_to_shapes_gradients_and_pictures() -> None:
    grey = filtered('<feColorMatrix type="saturate" values="0"/>', 'color-interpolation-filters="sRGB"')
    assert [getattr(item, "fill", None) for item, _ in shapes(art(grey).items)] == ["#C8C8C8"]
    rows = '<feColorMatrix values="0 0 1 0 0 0 1 0 0 0 1 0 0 0 0 0 0 0 .5 0"/>'
    turned = art(filtered(rows, thing=square("#ABCDEF", filter="url(#f)", stroke="red")))
    (item, opacity) = shapes(turned.items)[0]
    assert (item.fill, item.stroke.colour, opacity) == ("#EFCDAB", "#0000FF", 0.5)  # type: ignore[union-attr] # a square
    curves = '<feComponentTransfer><feFuncR type="table" tableValues="1 0"/></feComponentTransfer>'
    said = 'color-interpolation-filters="sRGB"'
    assert [getattr(item, "fill", None) for item, _ in shapes(art(filtered(curves, said)).items)] == ["#54CDEF"]
    photo = f'<image href="{PNG}" width="4" height="4" filter="url(#f)"/>'
    ((image, _),) = shapes(art(filtered(rows, thing=photo)).items)
    assert isinstance(image, Image)
    assert Pillow.open(io.BytesIO(image.data)).getpixel((0, 0)) == pytest.approx((0, 0, 255, 255), abs=2)


def test_what_is_soft_itself_is_a_shadow_without_its_thing() -> None:
    (soft,) = art(filtered('<feGaussianBlur stdDeviation="1"/>')).items
    assert isinstance(soft, Shadow) and (soft.colour, soft.box) == ("#ABCDEF", Box(1, 1, 18, 18))
    two = square("#ABCDEF", filter="url(#f)", stroke="red")
    assert "a thing of several colours" in refused(filtered('<feGaussianBlur stdDeviation="1"/>', thing=two))


def test_a_shadow_within_as_figma_writes_it_is_all_but_the_shape_moved() -> None:
    steps = (
        '<feFlood flood-opacity="0" result="BackgroundImageFix"/>'
        '<feBlend in="SourceGraphic" in2="BackgroundImageFix" result="shape"/>'
        '<feColorMatrix in="SourceAlpha" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/>'
        '<feOffset dy="4"/><feGaussianBlur stdDeviation="1"/>'
        '<feComposite in2="hardAlpha" operator="arithmetic" k2="-1" k3="1"/>'
        '<feColorMatrix values="0 0 0 0 0.2 0 0 0 0 0 0 0 0 0 0.4 0 0 0 0.25 0"/><feBlend in2="shape"/>'
    )
    thing, within = art(filtered(steps, 'color-interpolation-filters="sRGB"')).items
    assert thing == Rect(Box(4, 4, 12, 12), "#ABCDEF")
    assert isinstance(within, Group) and within.mask == (Rect(Box(4, 4, 12, 12), "#FFFFFF"),)
    (shadow,) = within.items
    assert isinstance(shadow, Shadow) and shadow.colour == "#330066" and shadow.box.holds(Box(4, 4, 12, 12))
    grey = Pillow.open(io.BytesIO(shadow.data))
    middle, above = (
        grey.getpixel((grey.width // 2, round((y - shadow.box.y) / shadow.box.height * grey.height))) for y in (14, 5)
    )
    assert (middle, above) == (0, 64), "nothing in the middle, a quarter of its colour at the top"


def test_words_stand_on_a_path_and_may_not_leave_it() -> None:
    path = '<path id="p" d="M0 10H8V18" fill="none"/>'
    words = (
        '<text font-family="Alegreya" font-size="4" text-anchor="{}">'
        '<textPath href="#p" startOffset="{}">{}</textPath></text>'
    )
    found = [item for item, _ in shapes(art(path + words.format("start", 2, "abcd")).items) if isinstance(item, Path)]
    boxes = [exact_bounds(item.segments) for item in found]
    assert [(round(box.x, 3), round(box.y, 3)) for box in boxes] == [(2, 8.4), (4, 8.4), (6, 8.4), (8, 10)]
    middle = art(path + words.format("middle", "50%", "ab")).items
    first = next(item for item, _ in shapes(middle) if isinstance(item, Path))
    assert exact_bounds(first.segments).x == pytest.approx(6)
    assert "is longer than its path" in refused(path + words.format("start", 2, "abcdefghij"))


def test_with_little_ink_shadows_go_and_what_they_lifted_has_an_edge() -> None:
    assert low(filtered(SHORT, thing=square("#FFFDF8", filter="url(#f)"))) == [("#FFFFFF", "#2B2320")]
    hole = '<mask id="m"><rect width="24" height="24" fill="white"/><circle cx="9" cy="9" r="3"/></mask>'
    assert (None, "#2B2320") in low(hole + square("#F5DF4E", mask="url(#m)"))


def test_with_little_ink_lines_with_a_gradient_stay_lines_and_what_a_mask_shades_stays() -> None:
    defs = '<linearGradient id="g"><stop stop-color="#F5DF4E"/><stop offset="1" stop-color="#1F5E50"/></linearGradient>'
    assert low(f'{defs}<path d="M2 2l18 18" fill="none" stroke="url(#g)"/>') == [("#1F5E50", None)]
    assert low(f'{defs}<path d="M2 2h18v18z" fill="url(#g)"/>') == [("#FFFFFF", "#1F5E50")]
    shaded = '<mask id="m"><rect width="24" height="24" fill="#777"/></mask>' + square("#1F5E50", mask="url(#m)")
    assert low(shaded) == [("#1F5E50", None)]
