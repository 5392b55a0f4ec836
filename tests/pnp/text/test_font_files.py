"""Font files of every form, fonts for a language, and fonts for what others lack."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from draw_builders import FONTS as OURS
from draw_builders import pdf
from font_builders import postscript, truetype
from fontTools.ttLib import TTFont
from output_builders import page_texts

from pnp.findings import Findings, KitError
from pnp.kit.theme import FontFamily, Style, read_press_theme, read_theme
from pnp.kit.toml_source import read_toml
from pnp.render.svg import subset_font
from pnp.scene import Box, Page, Text
from pnp.text.block import SetText, set_text
from pnp.text.fonts import FontBook, convert_to_truetype, list_installed_faces
from pnp.text.wrap import Typesetting

REGULAR = "AlegreyaSans-Regular"
BODY = list_installed_faces()[REGULAR]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def book(folder: Path, face: str, *fallback: str) -> FontBook:
    return FontBook({"text": FontFamily(face, fallback=fallback)}, folder)


def set_in(fonts: FontBook, text: str, width: float = 100.0) -> SetText:
    return set_text(
        text, Box(0, 0, width, 60), Style(size=10), Typesetting(fonts, lambda _: None, lambda _: "#000000", "ja")
    )


def printed(fonts: FontBook, text: str) -> str:
    """What a PDF reader finds of a text."""
    return page_texts(pdf([Page(110, 70, set_in(fonts, text).items)], fonts=fonts))[0]


@pytest.mark.long
@pytest.mark.parametrize("flavour", ["woff", "woff2"])
def test_fonts_of_the_web_are_the_same_fonts(tmp_path: Path, flavour: str) -> None:
    (tmp_path / "fonts").mkdir()
    with TTFont(BODY, recalcTimestamp=False) as font:
        font.flavor = flavour
        font.save(tmp_path / "fonts" / f"Mine.{flavour}")
    fonts = book(tmp_path, "Mine")
    assert fonts.font("Mine").shape("Tea é").width == book(tmp_path, REGULAR).font(REGULAR).shape("Tea é").width
    assert printed(fonts, "Tea é") == "Tea é"


def test_postscript_curves_become_those_of_truetype(tmp_path: Path) -> None:
    path = postscript(tmp_path / "fonts" / "Round.otf", "HTeaxdp ")
    with TTFont(convert_to_truetype(path)) as made:
        bounds = made["glyf"][made.getBestCmap()[ord("T")]]
        assert (bounds.xMin, bounds.yMin, bounds.xMax, bounds.yMax) == pytest.approx((0, 0, 600, 600), abs=1)
        assert bounds.numberOfContours == 1
    fonts = book(tmp_path, "Round")
    assert fonts.font("Round").cap_height == pytest.approx(0.6, abs=0.002)
    assert printed(fonts, "Tea") == "Tea"
    assert convert_to_truetype(path).read_bytes() == convert_to_truetype(path).read_bytes()


@pytest.mark.parametrize("name", ["Bad.otf", "Bad.woff", "Bad.woff2", "Bad.ttc", "Bad.ttf"])
@pytest.mark.parametrize("data", [b"", b"OTTO" + b"\0" * 99, b"wOF2" + b"\xff" * 99, b"ttcf\0\1\0\0\0\0\0\1\0\0\0\x0c"])
def test_what_is_no_font_is_one_finding(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / name).write_bytes(data)
    with pytest.raises(KitError) as refused:
        book(tmp_path, "Bad").font("Bad")
    (finding,) = refused.value.findings
    assert finding.code in ("font-unreadable", "font-unknown")
    assert not list((tmp_path / "cache").rglob("*.ttf"))


def test_what_a_font_lacks_comes_from_another(tmp_path: Path) -> None:
    truetype(tmp_path / "fonts" / "Kanji.ttf", "茶王、 ")
    fonts = book(tmp_path, REGULAR, "Kanji")
    runs = [(item.font, item.text) for item in set_in(fonts, "Tea 茶王 é").items if isinstance(item, Text)]
    assert [font for font, _ in runs] == [REGULAR, "Kanji", REGULAR]
    assert "".join(text for _, text in runs).replace(" ", "") == "Tea茶王é"
    assert not set_in(fonts, "Tea 茶").missing
    assert set_in(fonts, "Tea 絹").missing == ("絹",)
    assert printed(fonts, "Tea 茶王 é") == "Tea 茶王 é"


def test_a_language_may_have_a_family_of_its_own() -> None:
    findings = Findings()
    text = (
        '[font.text.ja]\nregular = "Kanji"\n\n[font.title]\nregular = "Spectral-Regular"\nfallback = ["Kanji"]\n'
        '[font.title.fr]\nregular = "Spectral-Bold"\n'
    )
    document = read_toml(text, "theme.toml", findings)
    theme = read_theme(document, read_press_theme())
    assert not list(findings)
    assert FontBook(theme.fonts, language="ja").face("text", bold=True) == "Kanji"
    assert FontBook(theme.fonts, language="en").face("text") == REGULAR
    assert FontBook(theme.fonts).face("title") == "Spectral-Regular"
    assert FontBook(theme.fonts, language="fr").face("title") == "Spectral-Bold"
    assert theme.fonts["title"].fallback == ("Kanji",)


@pytest.mark.parametrize(
    ("rights", "refused"), [(0, False), (2, True), (4, False), (8, False), (0x104, True), (0x200, True)]
)
def test_a_font_that_must_not_be_embedded_is_refused(tmp_path: Path, rights: int, refused: bool) -> None:
    with TTFont(truetype(tmp_path / "fonts" / "Mine.ttf", "HTeaxdp ")) as font:
        font["OS/2"].fsType = rights
        font.save(tmp_path / "fonts" / "Mine.ttf")
    if refused:
        with pytest.raises(KitError, match=r"Mine\.ttf does not allow to be embedded; use another font"):
            book(tmp_path, "Mine").font("Mine")
    else:
        assert printed(book(tmp_path, "Mine"), "Tea") == "Tea"


def test_cuts_of_a_family_and_what_stands_in_for_a_missing_one() -> None:
    assert OURS.face("display") == "Spectral-SemiBold"
    assert OURS.face("display", bold=True, italic=True) == "Spectral-BoldItalic"
    assert OURS.face("text", bold=True, italic=True) == "AlegreyaSans-Bold"
    assert FontBook({"x": FontFamily("Spectral-Regular")}).face("x", italic=True) == "Spectral-Regular"


@pytest.mark.parametrize("name", ["../secret", "a/b", "", ".hidden"])
def test_no_name_leads_out_of_the_kit(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.ttf").write_bytes(list_installed_faces()[REGULAR].read_bytes())
    with pytest.raises(KitError, match="no font file"):
        book(tmp_path, name).font(name)


def test_damaged_fonts_are_used_or_refused(tmp_path: Path) -> None:
    whole = list_installed_faces()[REGULAR].read_bytes()
    chance = random.Random(7)
    refused = 0
    (tmp_path / "fonts").mkdir()
    for index in range(25):
        data = bytearray(whole)
        for _ in range(40):
            data[chance.randrange(min(len(data), 400 if index % 2 else len(data)))] = chance.randrange(256)
        name = f"Damaged{index}"
        (tmp_path / "fonts" / f"{name}.ttf").write_bytes(data)
        fonts = book(tmp_path, name)
        try:
            printed(fonts, "Every word é")
            subset_font(fonts.font(name), "Evry")
        except KitError as error:
            assert "is not a whole font" in str(error)
            refused += 1
    assert refused
