"""Labels on sheets: one run where one font has all of it, and otherwise what running text makes of it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from pnp.kit.theme import FontFamily, Style, press_theme
from pnp.scene import Box, Text
from pnp.text.bidi import Align
from pnp.text.block import line, set_text, width_of
from pnp.text.fonts import FontBook, installed_faces
from pnp.text.wrap import Typesetting

LATIN, GREEK = "Spectral-Regular", "AlegreyaSans-Regular"
HEBREW = "FrankRuhlLibre[wght]"
FONTS = FontBook({"text": FontFamily(LATIN, bold="Spectral-Bold", fallback=(GREEK,))})


def runs(text: str, fonts: FontBook = FONTS, align: Align = "left", *, bold: bool = False) -> list[Text]:
    items = line(text, 50.0, 20.0, "text", 8.0, "#2B2320", fonts, align, bold=bold)
    return [item for item in items if isinstance(item, Text)]


def test_what_one_font_has_is_one_run() -> None:
    (run,) = runs("print at 100 %  twice")
    assert (run.text, run.font, run.x) == ("print at 100 %  twice", LATIN, 50.0)
    assert run.width == width_of("print at 100 %  twice", "text", 8.0, FONTS)


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
def test_what_a_font_lacks_is_set_in_its_fallback_and_stands_with_the_rest(align: Align, share: float) -> None:
    found = runs("Δρόμος 12 → x", align=align, bold=True)
    assert {run.font for run in found} == {"Spectral-Bold", GREEK}
    assert "".join(run.text for run in found).replace(" ", "") == "Δρόμος12→x"
    assert all(one.x + one.width <= other.x + 1e-6 for one, other in pairwise(found))
    width = width_of("Δρόμος 12 → x", "text", 8.0, FONTS, bold=True)
    assert found[-1].x + found[-1].width - found[0].x == pytest.approx(width)
    assert found[0].x == pytest.approx(50.0 - share * width)


def test_what_no_family_of_a_kit_has_is_set_in_the_typeface_of_the_press() -> None:
    own = {"text": FontFamily(LATIN)}
    theme = replace(press_theme(), fonts=own)
    assert {run.font for run in runs("δ", FontBook(own))} == {LATIN}
    assert {run.font for run in runs("δ", FontBook(theme.sheet_fonts))} == {press_theme().fonts["text"].regular}


@pytest.mark.skipif(HEBREW not in installed_faces(), reason="pip install fontpkg-frank-ruhl-libre")
def test_a_label_in_hebrew_is_set_as_running_text() -> None:
    fonts = FontBook({"text": FontFamily(HEBREW)}, language="he")
    text = "סוֹחֵר הַמֶּשִׁי 12"
    found = runs(text, fonts)
    body = set_text(
        text,
        Box(50.0, 0.0, width_of(text, "text", 8.0, fonts), 9.0),
        Style(size=8.0, colour="#2B2320"),
        Typesetting(fonts, lambda name: None, lambda name: name, "he"),
    )
    assert [(run.x, run.text, run.glyphs) for run in found] == [
        (pytest.approx(item.x), item.text, item.glyphs) for item in body.items if isinstance(item, Text)
    ]
    assert [run.text for run in runs("print at 100 %", fonts)] == ["print at 100 %"], "what does not turn stays"
