"""The SVG back end, and that it draws what the PDF draws."""

from __future__ import annotations

import base64
import io
import re

import pytest
from draw_builders import FONTS, LEAF, card, pdf, set_in, words
from fontTools.ttLib import TTFont
from lxml import etree

from pnp.art.raster import RasterFile
from pnp.render.png import scene_page
from pnp.render.svg import subset_font, write_svg
from pnp.scene import MM_PER_POINT, Box, Ellipse, Group, Path, Rect, Scene, Stroke, Text, Use
from pnp.text.fonts import Font

TEXT = "Pay 1 {leaf} for **AVATAR** <silk> & “tea”, and more words until the line is full and breaks"


def parsed(scene: Scene, **options: object) -> etree._Element:
    return etree.fromstring(write_svg(scene, fonts=FONTS, **options).encode())


def found(root: etree._Element, name: str) -> list[etree._Element]:
    return list(root.iter(f"{{http://www.w3.org/2000/svg}}{name}"))


def scene() -> Scene:
    return card([Rect(Box(-3, -3, 69.5, 94.9), "#F4E9D3"), *set_in(TEXT, 50).items])


def test_size_and_view_with_and_without_bleed() -> None:
    assert (parsed(scene()).get("width"), parsed(scene()).get("viewBox")) == ("63.5mm", "0 0 63.5 88.9")
    bled = parsed(scene(), bleed=True)
    assert (bled.get("height"), bled.get("viewBox")) == ("94.9mm", "-3 -3 69.5 94.9")


def test_lines_break_as_in_the_pdf() -> None:
    lines: dict[str, str] = {}
    for text in found(parsed(scene()), "text"):
        lines[text.get("y", "")] = lines.get(text.get("y", ""), "") + (text.text or "")
    in_pdf = words(pdf([scene_page(scene())])).replace("\r", "").split("\n")
    assert [" ".join(line.split()) for line in lines.values()] == [" ".join(line.split()) for line in in_pdf]


def test_every_character_has_its_place() -> None:
    for run, text in zip(
        [i for i in scene().items if isinstance(i, Text)], found(parsed(scene()), "text"), strict=True
    ):
        assert text.text == run.text
        places = [float(x) for x in (text.get("x") or "").split()]
        assert len(places) == len(run.text)
        assert places[0] == pytest.approx(run.x, abs=1e-3)
        last = FONTS.font(run.font).shape(run.text[-1]).width * run.size * MM_PER_POINT
        assert places[-1] + last == pytest.approx(run.x + run.width, abs=2e-3)


def test_fonts_travel_inside_with_the_glyphs_used() -> None:
    root = parsed(scene())
    css = found(root, "style")[0].text or ""
    faces = dict(re.findall(r'font-family:"([^"]+)";src:url\(data:font/woff;base64,([^)]+)\)', css))
    assert set(faces) == {"AlegreyaSans-Regular", "AlegreyaSans-Bold"}
    font = TTFont(io.BytesIO(base64.b64decode(faces["AlegreyaSans-Bold"])))
    assert set(font.getBestCmap()) == {ord(c) for c in "AVATR "}
    assert "GPOS" not in font
    assert not found(parsed(scene(), embed=False), "style")


def test_a_subset_is_the_same_each_time() -> None:
    path = FONTS.font("Spectral-Bold").path
    first, second = (subset_font(Font("Spectral-Bold", path), "abc") for _ in range(2))
    assert first == second


def test_ids_keep_out_of_each_others_way() -> None:
    clipped = card(
        [
            Group((Rect(Box(0, 0, 5, 5), "#FF0000"),), clip=Box(1, 1, 2, 2)),
            Use(LEAF, (1, 0, 0, 1, 0, 0)),
            *set_in("x", 9).items,
        ]
    )
    first, second = (write_svg(clipped, fonts=FONTS, prefix=prefix) for prefix in ("a-", "b-"))
    page = etree.fromstring(f"<div>{first}{second}</div>".encode())
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len(set(ids)) == 4
    targets = re.findall(r'(?:href="|url\()#([\w-]+)', first + second)
    assert sorted(set(targets)) == sorted(ids)
    families = set(re.findall(r'font-family="([^"]+)"', first + second))
    assert families == {"a-AlegreyaSans-Regular", "b-AlegreyaSans-Regular"}


def test_art_is_defined_once() -> None:
    root = parsed(card([Use(LEAF, (1, 0, 0, 1, x, 0)) for x in range(5)]))
    assert len(found(root, "symbol")) == 1
    assert len(found(root, "use")) == 5


def test_words_and_titles_are_escaped() -> None:
    hostile = '</text><script>alert("1")</script>&amp;'
    root = parsed(card(set_in(hostile, 200).items), title=hostile)
    assert not found(root, "script")
    assert "".join(text.text or "" for text in found(root, "text")) == hostile
    assert found(root, "title")[0].text == hostile


def test_strokes_and_pictures() -> None:
    png = base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    )
    root = parsed(
        card(
            [
                Ellipse(Box(0, 0, 4, 2), None, Stroke("#2B2320", 0.3, (1, 1), "round", "round")),
                Path((("M", 0.0, 0.0), ("L", 5.0, 5.0), ("Z",)), "#FF0000", rule="evenodd"),
                RasterFile("p", png, (1, 1)).placed(Box(1, 2, 3, 4), Box(1, 2, 1, 1)),
            ]
        )
    )
    (ellipse,) = found(root, "ellipse")
    assert ellipse.get("fill") == "none"
    assert ellipse.get("stroke-dasharray") == "1 1"
    assert ellipse.get("stroke-linejoin") == ellipse.get("stroke-linecap") == "round"
    path = found(root, "path")[0]
    assert (path.get("d"), path.get("fill-rule")) == ("M0 0L5 5Z", "evenodd")
    (image,) = found(root, "image")
    assert image.get("preserveAspectRatio") == "none"
    assert (image.getparent().get("clip-path") or "").startswith("url(#clip")
