"""Writing from right to left: the order of a line, joined letters, and where text begins."""

from __future__ import annotations

import io
import unicodedata

import pikepdf
import pytest
from draw_builders import COLOURS, icon, seen
from draw_builders import words as said
from PIL import ImageChops, ImageStat

from pnp.art.paths import TextCurve, exact_bounds
from pnp.face.shapes import outline_text, set_along
from pnp.kit.theme import FontFamily, Style
from pnp.render.pdf import write_pdf
from pnp.render.svg import write_svg
from pnp.scene import MM_PER_POINT, Box, Group, Item, Page, Path, Scene, Text, Use
from pnp.text.bidi import visual_order
from pnp.text.block import SetText, TableShape, line, set_flow, set_table, set_text
from pnp.text.fonts import FontBook, installed_faces
from pnp.text.wrap import Typesetting

LATIN, HEBREW, ARABIC = "AlegreyaSans-Regular", "FrankRuhlLibre[wght]", "Amiri-Regular"
needs_hebrew = pytest.mark.skipif(HEBREW not in installed_faces(), reason="pip install fontpkg-frank-ruhl-libre")
needs_arabic = pytest.mark.skipif(ARABIC not in installed_faces(), reason="pip install fontpkg-amiri")


def book(language: str, face: str = HEBREW) -> FontBook:
    return FontBook({"text": FontFamily(face)}, language=language)


def set_in(text: str, fonts: FontBook, width: float = 100.0, **style: object) -> SetText:
    return set_text(text, Box(10, 0, width, 60), Style(size=10, **style), Typesetting(fonts, icon, COLOURS.get, "he"))


def shown(run: Text) -> str:
    """The characters of a run from left to right."""
    return "".join(text for _, text in run.spelled())


def from_left(items: tuple[Item, ...]) -> str:
    """What stands on a line, from left to right; signs as a dot."""
    parts = sorted((item.x, shown(item)) if isinstance(item, Text) else (item.matrix[4], "•") for item in items)  # type: ignore[union-attr]
    return "".join(text for _, text in parts)


def texts(items: tuple[Item, ...]) -> list[Text]:
    return [item for item in items if isinstance(item, Text)]


def picture(items: tuple[Item, ...], fonts: FontBook) -> bytes:
    out = io.BytesIO()
    write_pdf([Page(120, 60, items)], out, fonts=fonts, title="", language="he")
    return out.getvalue()


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("שלום", "םולש"),
        ("שלום (abc) 12 עולם.", ".םלוע 12 )abc( םולש"),
        ("קחו [12]", "]12[ וחק"),
        ("a שלום b", "b םולש a"),
        ("plain", "plain"),
        ("C++\u200e שלום", "םולש C++\u200e"),
    ],
)
def test_a_line_is_shown_in_the_order_of_the_bidirectional_algorithm(text: str, turned: str) -> None:
    order = visual_order(text, right_to_left=True)
    assert "".join(text[place] for place, _ in order) == turned
    assert all(
        (level % 2 == 1) == ("\u0590" <= text[place] <= "\u05ff") for place, level in order if text[place].isalpha()
    )


@needs_hebrew
def test_a_word_of_hebrew_in_a_line_of_english_is_turned_alone() -> None:
    done = set_in("take שלום (now) 3", FontBook({"text": FontFamily(HEBREW)}, language="en"))
    assert from_left(done.items) == "take םולש (now) 3"
    assert [run.text for run in texts(done.items) if run.right_to_left] == ["שלום"]


@needs_hebrew
def test_a_paragraph_begins_at_the_right_and_its_marks_and_signs_stand_in_order() -> None:
    done = set_in("קחו **3** קלפים {leaf} מכל *Hangzhou*", book("he"))
    assert from_left(done.items).replace(" ", "") == "Hangzhouלכמ•םיפלק3וחק"
    right = max(run.x + run.width for run in texts(done.items))
    assert right == pytest.approx(110)
    assert any(isinstance(item, Use) for item in done.items)
    left = set_in("קחו קלף", book("he"), align="end")
    assert min(run.x for run in texts(left.items)) == pytest.approx(10)
    meant = set_in("קחו קלף", book("he"), align="left")
    assert min(run.x for run in texts(meant.items)) == pytest.approx(10)


@needs_hebrew
def test_lines_break_where_they_are_read() -> None:
    done = set_in("אבג דהו זחט", book("he"), width=15)
    assert [run.text.strip() for run in texts(done.items)] == ["אבג דהו", "זחט"]


@needs_hebrew
def test_flows_and_tables_begin_at_the_right() -> None:
    fonts, box = book("he"), Box(10, 5, 60, 30)
    setting = Typesetting(fonts, icon, COLOURS.get, "he")
    first, second = texts(set_flow(["אב", "גד"], box, Style(), (3, 0), setting).items)
    assert (first.text, second.text) == ("גד", "אב")
    assert second.x + second.width == pytest.approx(70)
    assert second.x - first.x - first.width == pytest.approx(3)
    shape = TableShape((0.0, 0.0), ("start", "start"), (1, 1), head=False)
    table = set_table([["אב", "גד"]], box, Style(), shape, setting)
    one, two = texts(table.text.items)
    assert one.x + one.width == pytest.approx(69)
    assert two.x < one.x
    assert (table.columns[0], table.columns[-1]) == pytest.approx((10, 70))


@needs_hebrew
def test_a_reader_finds_the_words_and_browsers_do_not_turn_them_again() -> None:
    fonts = book("he")
    done = set_in("שלום עולם", fonts)
    svg = write_svg(Scene(120, 60, 0, done.items), fonts=fonts)
    assert 'unicode-bidi="bidi-override"' in svg and "םלוע םולש" in svg
    assert "unicode-bidi" not in write_svg(Scene(9, 9, 0, line("x", 0, 5, "text", 9, "#000000", fonts)), fonts=fonts)
    data = picture(done.items, fonts)
    with pikepdf.open(io.BytesIO(data)) as file:
        assert file.Root.ViewerPreferences.Direction == "/R2L", "pages are turned from left to right"
    assert said(data).strip() == "שלום עולם"


@needs_hebrew
def test_a_paragraph_in_another_language_keeps_its_signs_at_its_ends() -> None:
    fonts = book("he")
    done = set_in("Draw 2 cards!\n\n(3) שלום!", fonts)
    first, *_ = texts(done.items)
    assert first.text == "Draw 2 cards!" and first.x + first.width == pytest.approx(110)
    assert "!םולש" in from_left(done.items), "the language of the text itself"
    assert from_left(set_in("2–4.", fonts).items) == ".4–2", "numbers run as their surroundings do"


@needs_hebrew
def test_niqqud_stands_on_its_letters_and_takes_no_room() -> None:
    fonts = book("he")
    (plain,), (pointed,) = (texts(set_in(word, fonts).items) for word in ("שלום", "שָׁלוֹם"))
    assert pointed.text == unicodedata.normalize("NFC", "שָׁלוֹם")
    assert (pointed.x, pointed.width) == (plain.x, plain.width)
    assert sum(glyph.length == 0 for glyph in pointed.glyphs) == 3
    em = 10 * MM_PER_POINT
    font = fonts.font(HEBREW)
    *_, shin = pointed.clusters()
    letter = pointed.part(*shin)
    assert exact_bounds(outline_text(letter, font)).right <= letter.x + letter.width + 0.01
    marks = letter.glyphs[:-1]
    assert all(glyph.number != font.glyph("ש") for glyph in marks) and len(marks) == 2
    assert exact_bounds(outline_text(letter, font)).bottom > letter.y + 0.05 * em, "qamats hangs below the line"
    svg = write_svg(Scene(120, 60, 0, (pointed,)), fonts=fonts)
    assert "<text" not in svg and "aria-label" in svg, "a browser would set marks without letters on dotted circles"


@needs_arabic
def test_harakat_stand_above_and_below_their_letters() -> None:
    fonts = book("ar", ARABIC)
    plain, fatha, both, kasra = (
        exact_bounds(outline_text(texts(set_in(word, fonts).items)[0], fonts.font(ARABIC)))
        for word in ("م", "مَ", "مَّ", "مِ")
    )
    assert fatha.y < plain.y and both.y < fatha.y, "a vowel stands over a shadda"
    assert kasra.bottom >= plain.bottom and kasra.y == plain.y


@needs_arabic
def test_arabic_letters_are_joined() -> None:
    fonts = book("ar", ARABIC)
    done = set_in("تاجر والسلام", fonts)
    assert not done.missing and [run.text for run in texts(done.items)] == ["تاجر والسلام"]
    font = fonts.font(ARABIC)
    joined = font.shape("سلام", True)
    apart = sum(font.shape(letter, True).width for letter in "سلام")
    assert joined.width < apart - 0.1
    assert said(picture(done.items, fonts)).strip() == "تاجر والسلام"
    assert set_in("خذ", book("ar", LATIN)).missing


@needs_arabic
def test_browsers_join_no_letters_anew() -> None:
    fonts = book("ar", ARABIC)
    svg = write_svg(Scene(120, 60, 0, set_in("لا إله، سوق الليل", fonts).items), fonts=fonts)
    assert "<text" not in svg and 'aria-label="لا إله، سوق الليل"' in svg


@needs_arabic
@pytest.mark.parametrize("word", ["لێرە", "سڵاو", "پښتو", "بڠسا", "سلام", "سَلَامٌ", "مـــحمد"])
def test_words_are_drawn_as_their_glyphs_and_copied_as_they_are_read(word: str) -> None:
    fonts = book("ckb", ARABIC)
    done = set_in(word, fonts)
    (run,) = done.items
    assert isinstance(run, Text) and run.text == word and not done.missing
    data = picture(done.items, fonts)
    assert said(data).strip() == word
    shapes = picture((Path(outline_text(run, fonts.font(ARABIC)), run.colour),), fonts)
    difference = ImageChops.difference(seen(data), seen(shapes))
    assert max(ImageStat.Stat(difference).mean) < 0.1


@needs_arabic
@pytest.mark.parametrize("marked", ["[سلا]{cinnabar}م", "abc**كت**", "**3**كت"])
def test_letters_join_across_what_is_bold_or_coloured(marked: str) -> None:
    fonts = book("ar", ARABIC)
    plain = marked.replace("*", "").replace("[", "").replace("]{cinnabar}", "")
    glyphs = [
        [glyph for run in sorted(texts(set_in(text, fonts).items), key=lambda run: run.x) for glyph in run.glyphs]
        for text in (marked, plain)
    ]
    assert [one.number for one in glyphs[0]] == [one.number for one in glyphs[1]]


@needs_arabic
def test_a_letter_before_bold_ones_takes_its_form_within_a_word() -> None:
    fonts = book("ar", ARABIC)
    *_, first = sorted(texts(set_in("بل**كت**", fonts).items), key=lambda run: run.x)
    alone = fonts.font(ARABIC).shape("بل", True)
    assert first.text == "بل" or first.text == "بلكت"
    assert first.glyphs[0].number != alone.glyphs[0].number


@needs_arabic
def test_a_stroke_draws_a_word_out_as_its_typeface_does() -> None:
    fonts = book("ar", ARABIC)
    short, long = (texts(set_in(word, fonts).items)[0] for word in ("محمد", "مـــحمد"))
    assert long.text == "مـــحمد" and long.width > 1.2 * short.width


@needs_arabic
def test_letters_do_not_join_over_the_end_of_a_line() -> None:
    done = set_in("كت\nكت", book("ar", ARABIC))
    first, second = texts(done.items)
    assert (first.text, first.glyphs) == (second.text, second.glyphs) and not done.missing


@needs_hebrew
@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("שלום C++\u200e עולם", "םלוע C++ םולש"),
        ("\u2067a שלום!\u2069", "!םולש a"),
        ("abc \u2068שלום!\u2069 d", "d !םולש abc"),
    ],
)
def test_signs_that_say_how_a_text_runs_are_followed_and_not_printed(text: str, turned: str) -> None:
    done = set_in(text, book("he"))
    assert from_left(done.items) == turned and not done.missing


@needs_hebrew
def test_a_word_that_comes_twice_without_a_blank_is_there_twice() -> None:
    assert from_left(set_in("אב\u200bאב **אב**אב", book("he")).items).count("בא") == 4


def test_on_a_line_that_bends_words_stand_in_the_order_of_their_language() -> None:
    way = TextCurve([(0.0, 0.0), (60.0, 0.0)])
    for language, order, ends in (("en", "a!", (0, 10)), ("he", "a!", (50, 60))):
        style = Style(size=12, align="start")
        done = set_along("a!", way, style, Typesetting(book(language, LATIN), icon, COLOURS.get))
        placed = [(item.matrix[4], item.items[0]) for item in done.items if isinstance(item, Group)]
        assert "".join(one.text for _, one in placed if isinstance(one, Text)) == order
        assert all(ends[0] < x < ends[1] for x, _ in placed)
