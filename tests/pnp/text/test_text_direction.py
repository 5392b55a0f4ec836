"""Writing from right to left: the order of a line, joined letters, and where text begins."""

from __future__ import annotations

import io
import re

import pikepdf
import pytest
from draw_builders import COLOURS, icon
from draw_builders import words as said

from pnp.art.polygons import exact_bounds
from pnp.art.ways import Way
from pnp.face.along import set_along
from pnp.face.letters import lettered, outlined
from pnp.kit.model import FontFamily, Style
from pnp.render.pdf import write_pdf
from pnp.render.svg import write_svg
from pnp.scene import MM_PER_POINT, Box, Group, Item, Page, Scene, Text, Use
from pnp.text.block import SetText, set_flow, set_text
from pnp.text.direction import is_mark, joined, shown_text
from pnp.text.fonts import FontBook, installed_faces
from pnp.text.label import line
from pnp.text.tables import TableShape, set_table

LATIN = "AlegreyaSans-Regular"
needs_hebrew = pytest.mark.skipif(
    "FrankRuhlLibre[wght]" not in installed_faces(), reason="pip install fontpkg-frank-ruhl-libre"
)
needs_arabic = pytest.mark.skipif("Amiri-Regular" not in installed_faces(), reason="pip install fontpkg-amiri")


def book(language: str, face: str = "FrankRuhlLibre[wght]") -> FontBook:
    return FontBook({"text": FontFamily(face)}, language=language)


def set_in(text: str, fonts: FontBook, width: float = 100.0, **style: object) -> SetText:
    return set_text(
        text,
        Box(10, 0, width, 60),
        Style(size=10, **style),
        fonts=fonts,
        icons=icon,
        colours=COLOURS.get,
        language="he",
    )


def from_left(items: tuple[Item, ...]) -> str:
    """What stands on a line, from left to right; signs as a dot."""
    parts = sorted((item.x, item.text) if isinstance(item, Text) else (item.matrix[4], "•") for item in items)  # type: ignore[union-attr]
    return "".join(text for _, text in parts)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("שלום", "םולש"),
        ("שלום (abc) 12 עולם.", ".םלוע 12 (abc) םולש"),
        ("קחו [12]", "[12] וחק"),
        ("a שלום b", "b םולש a"),
        ("plain", "plain"),
        ("שלום ڵێرە शक्ति 3", "शक्ति 3 ڵێرە םולש"),
        ("C++\u200e שלום", "םולש C++"),
    ],
)
def test_a_line_is_shown_in_the_order_of_the_bidirectional_algorithm(text: str, shown: str) -> None:
    assert shown_text(text, right_to_left=True) == shown


def test_a_word_of_hebrew_in_a_line_of_english_is_turned_alone() -> None:
    assert shown_text("take שלום (now) 3", right_to_left=False) == "take םולש (now) 3"


def test_arabic_letters_are_joined() -> None:
    assert [f"{ord(one):04X}" for one in joined("سلام")] == ["FEB3", "FEFC", "FEE1"]
    assert joined("abc") == "abc"


@needs_hebrew
def test_a_paragraph_begins_at_the_right_and_its_marks_and_signs_stand_in_order() -> None:
    done = set_in("קחו **3** קלפים {leaf} מכל *Hangzhou*", book("he"))
    assert from_left(done.items).replace(" ", "") == "Hangzhouלכמ•םיפלק3וחק"
    right = max(item.x + item.width for item in done.items if isinstance(item, Text))
    assert right == pytest.approx(110)
    assert any(isinstance(item, Use) for item in done.items)
    left = set_in("קחו קלף", book("he"), align="end")
    assert min(item.x for item in left.items if isinstance(item, Text)) == pytest.approx(10)
    meant = set_in("קחו קלף", book("he"), align="left")
    assert min(item.x for item in meant.items if isinstance(item, Text)) == pytest.approx(10)


@needs_hebrew
def test_lines_break_where_they_are_read() -> None:
    done = set_in("אבג דהו זחט", book("he"), width=15)
    lines = [item.text.strip() for item in done.items if isinstance(item, Text)]
    assert lines == ["והד גבא", "טחז"]


@needs_hebrew
def test_flows_and_tables_begin_at_the_right() -> None:
    fonts, box = book("he"), Box(10, 5, 60, 30)
    ways = {"fonts": fonts, "icons": icon, "colours": COLOURS.get}
    first, second = (
        item for item in set_flow(["אב", "גד"], box, Style(), (3, 0), **ways).items if isinstance(item, Text)
    )
    assert (first.text, second.text) == ("דג", "בא")
    assert second.x + second.width == pytest.approx(70)
    assert second.x - first.x - first.width == pytest.approx(3)
    shape = TableShape((0.0, 0.0), ("start", "start"), (1, 1), head=False)
    table = set_table([["אב", "גד"]], box, Style(), shape, language="he", **ways)
    one, two = (item for item in table.text.items if isinstance(item, Text))
    assert one.x + one.width == pytest.approx(69)
    assert two.x < one.x
    assert (table.columns[0], table.columns[-1]) == pytest.approx((10, 70))


@needs_hebrew
def test_a_reader_finds_the_words_and_browsers_do_not_turn_them_again() -> None:
    fonts = book("he")
    done = set_in("שלום עולם", fonts)
    scene = Scene(120, 60, 0, done.items)
    svg = write_svg(scene, fonts=fonts)
    assert 'unicode-bidi="bidi-override"' in svg
    assert "unicode-bidi" not in write_svg(Scene(9, 9, 0, line("x", 0, 5, "text", 9, "#000000", fonts)), fonts=fonts)
    assert "unicode-bidi" not in write_svg(Scene(9, 9, 0, line("x", 0, 5, "text", 9, "#000000", fonts)), fonts=fonts)
    import io

    from pnp.render.pdf import write_pdf

    out = io.BytesIO()
    write_pdf([Page(120, 60, done.items)], out, fonts=fonts, title="", language="he")
    with pikepdf.open(out) as file:
        assert file.Root.ViewerPreferences.Direction == "/R2L", "pages are turned from left to right"
    assert "שלום" in said(out.getvalue()) or "םולש" in said(out.getvalue())


@needs_hebrew
def test_a_paragraph_in_another_language_keeps_its_signs_at_its_ends() -> None:
    fonts = book("he")
    done = set_in("Draw 2 cards!\n\n(3) שלום!", fonts)
    first, *_ = (item for item in done.items if isinstance(item, Text))
    assert first.text == "Draw 2 cards!" and first.x + first.width == pytest.approx(110)
    assert "!םולש" in from_left(done.items), "the language of the text itself"
    (number,) = set_in("2–4.", fonts).items
    assert isinstance(number, Text) and number.text == ".4–2", "numbers run as their surroundings do"


@needs_hebrew
def test_niqqud_stands_where_the_typeface_has_it_and_takes_no_room() -> None:
    fonts = book("he")
    plain, pointed = set_in("שלום", fonts), set_in("שָׁלוֹם", fonts)
    (word,) = (item for item in plain.items if isinstance(item, Text))
    letters, marks = (
        [item for item in pointed.items if isinstance(item, Text) and is_mark(item.text) is kind]
        for kind in (False, True)
    )
    assert [(item.x, item.text, item.width) for item in letters] == [(word.x, word.text, word.width)]
    assert sorted(item.text for item in marks) == sorted("\u05c1\u05b8\u05b9")
    em = 10 * MM_PER_POINT
    font = fonts.font("FrankRuhlLibre[wght]")
    shin = word.x + word.width - font.shape("ש").width * em
    for mark in marks:
        if mark.text != "\u05b9":
            box = exact_bounds(font.outline(mark.text))
            assert shin <= mark.x + box.x * em and mark.x + box.right * em <= word.x + word.width + 0.01
    svg = write_svg(Scene(120, 60, 0, pointed.items), fonts=fonts)
    assert svg.count("<path") == 3, "a browser would set marks without letters on dotted circles"


@needs_hebrew
def test_niqqud_stands_on_the_same_letters_where_words_are_shapes() -> None:
    fonts = book("he")
    font = fonts.font("FrankRuhlLibre[wght]")
    runs = [item for item in set_in("שָׁלוֹם", fonts).items if isinstance(item, Text)]
    left = min(run.x for run in runs)
    em = 10 * MM_PER_POINT
    shapes, width = lettered(shown_text("שָׁלוֹם", right_to_left=False), font)
    apart = [
        ((numbers[0] - left) / em, (numbers[1] - runs[0].y) / em)
        for run in runs
        for kind, *numbers in outlined(run, font)
        if kind == "M"
    ]
    together = [(numbers[0], numbers[1]) for kind, *numbers in shapes if kind == "M"]
    assert sorted(together) == [pytest.approx(point, abs=1e-6) for point in sorted(apart)]
    assert width == font.shape("שלום").width


@needs_arabic
def test_harakat_stand_above_and_below_their_letters() -> None:
    font = book("ar", "Amiri-Regular").font("Amiri-Regular")
    (over,), (alone,) = font.marks("\ufee0\u064e"), font.marks("\ufedd\u064e")
    assert over.right < alone.right, "a lam within a word is narrow"
    shadda, fatha = font.marks("\ufee3\u064e\u0651")
    assert (shadda.text, fatha.text) == ("\u0651", "\u064e")
    tops = [exact_bounds(font.outline(mark.text)).moved(0, -mark.above) for mark in (shadda, fatha)]
    assert tops[1].bottom <= tops[0].y + 1e-6, "a vowel stands over a shadda"


@needs_arabic
def test_arabic_stands_joined_in_a_typeface_that_has_its_forms() -> None:
    done = set_in("خذ 3 بطاقات", book("ar", "Amiri-Regular"))
    assert not done.missing
    assert from_left(done.items).endswith(shown_text("خذ", right_to_left=True))
    out = io.BytesIO()
    fonts = book("ar", "Amiri-Regular")
    write_pdf([Page(120, 60, set_in("تاجر والسلام", fonts).items)], out, fonts=fonts, title="", language="ar")
    with pikepdf.open(out) as file:
        (font,) = file.pages[0].Resources.Font.values()
        codes = re.findall(
            r"(?m)^<[0-9A-F]{2,4}> <([0-9A-F]{4})>$", font.ToUnicode.read_bytes().decode().partition("beginbfchar")[2]
        )
    copied = "".join(bytes.fromhex(code).decode("utf-16-be") for code in codes)
    assert set(copied) - {"\0"} == set(" تاجروسلم\ufefc"), (
        "letters, not the forms that they have; of several letters alone a form"
    )
    lacking = set_in("خذ", book("ar", LATIN))
    assert lacking.missing


@needs_arabic
def test_browsers_join_no_letters_anew() -> None:
    fonts = book("ar", "Amiri-Regular")
    svg = write_svg(Scene(120, 60, 0, set_in("لا إله، سوق الليل 3", fonts).items), fonts=fonts)
    assert "<text" not in svg and 'aria-label="لا إله، سوق الليل 3"' in svg


@needs_arabic
@pytest.mark.parametrize("word", ["لێرە", "سڵاو", "پښتو", "بڠسا"])
def test_words_with_letters_whose_forms_are_no_characters_are_joined_by_the_typeface(word: str) -> None:
    fonts = book("ckb", "Amiri-Regular")
    done = set_in(word, fonts)
    (run,) = done.items
    assert isinstance(run, Text) and run.text == word and not done.missing
    font = fonts.font("Amiri-Regular")
    out = io.BytesIO()
    write_pdf([Page(120, 60, done.items)], out, fonts=fonts, title="")
    assert said(out.getvalue()).strip() == word
    apart = sum(font.shape(letter).width for letter in word)
    assert font.shape(word).width < apart - 0.1, "letters within a word are narrower than those that stand alone"


@needs_arabic
@pytest.mark.parametrize("marked", ["ال**كت**اب", "[سلا]{cinnabar}م", "abc**كت**", "**3**كت"])
def test_letters_join_across_what_is_bold_or_coloured(marked: str) -> None:
    fonts = book("ar", "Amiri-Regular")
    plain = marked.replace("*", "").replace("[", "").replace("]{cinnabar}", "")
    assert from_left(set_in(marked, fonts).items) == from_left(set_in(plain, fonts).items)


@needs_arabic
def test_a_part_with_a_stroke_joins_what_stands_beside_it() -> None:
    shown = from_left(set_in("ال*كـ*تاب", book("ar", "Amiri-Regular")).items)
    assert "\ufedf" in shown and "\u0640" in shown, "lam as it begins, the stroke as it is written"
    assert "\ufe98" in shown, "teh as it stands between letters"


@needs_arabic
def test_a_stroke_draws_a_word_out_as_its_typeface_does() -> None:
    fonts = book("ar", "Amiri-Regular")
    short, long = (set_in(word, fonts).items[0] for word in ("محمد", "مـــحمد"))
    assert isinstance(long, Text) and isinstance(short, Text) and long.text == "مـــحمد"
    assert long.width > 1.2 * short.width


@needs_arabic
def test_letters_do_not_join_over_the_end_of_a_line() -> None:
    done = set_in("كت\nكت", book("ar", "Amiri-Regular"))
    first, second = (item.text for item in done.items if isinstance(item, Text))
    assert first == second and not done.missing


@needs_hebrew
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("שלום C++\u200e עולם", "םלוע C++ םולש"),
        ("\u2067a שלום!\u2069", "!םולש a"),
        ("abc \u2068שלום!\u2069 d", "d !םולש abc"),
    ],
)
def test_signs_that_say_how_a_text_runs_are_followed_and_not_printed(text: str, shown: str) -> None:
    done = set_in(text, book("he"))
    assert from_left(done.items) == shown and not done.missing


def test_on_a_line_that_bends_words_stand_in_the_order_of_their_language() -> None:
    way = Way([(0.0, 0.0), (60.0, 0.0)])
    for language, shown, ends in (("en", "a!", (0, 10)), ("he", "a!", (50, 60))):
        style = Style(size=12, align="start")
        done = set_along("a!", way, style, fonts=book(language, LATIN), icons=icon, colours=COLOURS.get)
        placed = [(item.matrix[4], item.items[0]) for item in done.items if isinstance(item, Group)]
        assert "".join(one.text for _, one in placed if isinstance(one, Text)) == shown
        assert all(ends[0] < x < ends[1] for x, _ in placed)
