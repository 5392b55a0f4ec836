"""Pages: everything inside the margins, nothing lost, nothing parted that belongs together."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path as FilePath

import pikepdf
import pytest
from click.testing import CliRunner
from leaflet_builders import (
    FACE,
    FONTS,
    LANGUAGES,
    PROSE,
    boxes,
    hangzhou,
    hangzhou_findings,
    hangzhou_pages,
    hangzhou_setting,
    plain_setting,
    runs,
    set_text,
    strips_of,
)
from msgspec.structs import replace

from pnp.cli import main
from pnp.findings import KitError
from pnp.kit.theme import FontFamily
from pnp.leaflet.pagination import HEAD_RULE
from pnp.leaflet.parser import read_leaflet
from pnp.leaflet.setter import BESIDE
from pnp.leaflet.strips import (
    A5,
    HALF_LETTER,
    MARGIN_COLUMN,
    OUTSIDE,
    PAD,
    RULE_GAP,
    STRETCH,
    paginate,
    stack,
)
from pnp.render.pdf import write_pdf
from pnp.scene import MM_PER_POINT, READ_FIRST, Group, Item, Page, Placed
from pnp.text.fonts import FontBook, installed_faces

SIZES = (A5, HALF_LETTER)
every_leaflet = pytest.mark.parametrize(("language", "size"), [(x, y) for x in LANGUAGES for y in SIZES])


@every_leaflet
def test_hangzhou_is_set_without_findings(language: str, size: tuple[float, float]) -> None:
    assert hangzhou(language)[0].findings == ()
    assert hangzhou_pages(language, size).findings == ()
    assert tuple(hangzhou_findings(language)) == ()


@every_leaflet
def test_hangzhou_fills_five_sheets(language: str, size: tuple[float, float]) -> None:
    assert 16 < len(hangzhou_pages(language, size).pages) <= 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_for_both_papers_has_the_lines_of_an_a5_page(language: str) -> None:
    on_a5, on_both = (hangzhou_pages(language, size).pages for size in (A5, (HALF_LETTER[0], A5[1])))
    assert len(on_a5) == len(on_both)
    for one, other in zip(on_a5[1:], on_both[1:], strict=True):
        assert [text.text for text in runs(one.items)] == [text.text for text in runs(other.items)]


@every_leaflet
def test_everything_stands_inside_the_margins(language: str, size: tuple[float, float]) -> None:
    for number, page in enumerate(hangzhou_pages(language, size).pages[1:], 2):
        spare = page.width - 118.0  # the text is as wide on every page
        inside, outside = spare * 17 / 30, spare * 13 / 30
        left, right = (inside, page.width - outside) if number % 2 else (outside, page.width - inside)
        for box in boxes(page):
            assert box.x >= left - 0.01 and box.right <= right + 0.01, (number, box)
            assert box.y >= 8.0 and box.bottom <= page.height - 5.0, (number, box)


@every_leaflet
def test_no_heading_ends_a_page_and_no_line_stands_alone(language: str, size: tuple[float, float]) -> None:
    document, _ = hangzhou(language)
    setting = hangzhou_setting(language, size)
    strips = strips_of(document, setting)
    pages = paginate(strips, setting.height)
    assert sum(strip.glue for strip in strips) > 50
    for rows in pages[:-1]:
        assert not rows[-1].strip.glue
    for rows in pages:
        last = rows[-1]
        assert last.y + last.strip.height + (PAD if last.strip.panel else 0.0) <= setting.height + 0.01


@every_leaflet
def test_every_link_leads_to_an_anchor(language: str, size: tuple[float, float]) -> None:
    pages = hangzhou_pages(language, size).pages
    names = [anchor.name for page in pages for anchor in page.anchors]
    targets = {link.target for page in pages for link in page.links if link.target.startswith("#")}
    assert len(names) == len(set(names))
    assert len(targets) > 20
    assert {target[1:] for target in targets} <= set(names)


needs_arabic = pytest.mark.skipif("Amiri-Bold" not in installed_faces(), reason="pip install fontpkg-amiri")


@pytest.mark.parametrize(
    ("heading", "shorter"),
    [("Ends", False), ("Ébène", False), ("Ẵn", True), pytest.param("آغاز", True, marks=needs_arabic)],
)
def test_the_tail_at_the_head_keeps_clear_of_the_letters_below_it(heading: str, shorter: bool) -> None:
    """Of a page whose outer edge is the side at which lines begin."""
    turned = heading == "آغاز"
    fonts = FontBook(dict.fromkeys(("text", "display", "figure"), FontFamily("Amiri-Bold")), language="fa")
    asked = {"fonts": fonts, "language": "fa"} if turned else {}
    page = set_text(f"# Rules\n\n## {heading}\n\nText.\n", **asked).pages[1]
    tail = next(box for box in boxes(page) if box.y == HEAD_RULE + RULE_GAP and box.height)
    run = max(runs(page.items), key=lambda run: run.size)
    assert tail.right == run.x + run.width if turned else tail.x == run.x
    above, _ = (fonts if turned else FONTS).font(run.font).reach(run.glyphs)
    assert (tail.height < 5.1 - 1e-6) is shorter
    assert tail.bottom + 0.7 <= run.y - above * run.size * MM_PER_POINT + 1e-6


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("p.", "(p. 2)"),
        ("p. {page}", "(p. 2)"),
        ("{page}. oldal", "(2. oldal)"),
        ("頁", "(頁 2)"),
        ("{page}ページ", "(2ページ)"),
        ("第{page}頁", "(第2頁)"),
    ],
)
def test_a_kit_says_what_a_reference_says_of_its_page_and_no_line_ends_in_it(word: str, said: str) -> None:
    for length in range(50, 90):  # up to the end of a line, and over it
        text = f"# Rules\n\n## First {{#first}}\n\n{'i ' * length}[x](#first)\n"
        page = set_text(text, own_words={"leaflet": {"page": word}}).pages[1]
        lines: dict[float, str] = {}
        for run in sorted(runs(page.items), key=lambda run: run.x):
            lines[run.y] = lines.get(run.y, "") + run.text.replace("\u00a0", " ")
        assert any(said in line for line in lines.values()), (length, lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_references_name_the_page_on_which_the_rule_stands(language: str) -> None:
    pages = hangzhou_pages(language).pages
    place = {anchor.name: number for number, page in enumerate(pages, 1) for anchor in page.anchors}
    checked = 0
    for page in pages[1:]:
        for link in page.links:
            number = place[link.target[1:]]
            text = "".join(
                run.text
                for run in runs(page.items)
                if link.box.y <= run.y <= link.box.bottom and link.box.x - 0.1 <= run.x <= link.box.right
            )
            if "\u00a0" in text:
                assert f"(p.\u00a0{number})" in text
                checked += 1
    assert checked > 15


def test_the_file_has_title_language_bookmarks_and_links() -> None:
    setting = hangzhou_setting("es")
    file = BytesIO()
    write_pdf(hangzhou_pages("es").pages, file, fonts=setting.fonts, title="Hangzhou", language="es")
    with pikepdf.open(file) as pdf:
        assert pdf.Root.Lang == "es"
        assert pdf.docinfo["/Title"] == "Hangzhou"
        with pdf.open_outline() as outline:
            assert len(outline.root) == 13
            assert sum(len(item.children) for item in outline.root) > 15
        assert any("/Annots" in page for page in pdf.pages)


def test_a_page_names_its_chapter_and_its_number() -> None:
    pages = set_text("# G\n\n## One\n\n" + PROSE + "\n\n---\n\n" + PROSE + "\n\n---\n\n## Two\n\n" + PROSE).pages
    assert [_heads(page)[0] for page in pages[1:]] == ["One", "My Game", "Two"]
    assert [_heads(page)[-1] for page in pages[1:]] == ["Rules", "One", "Rules"]
    numbers = [run.text for page in pages[1:] for run in runs(page.items) if run.y > page.height - 7]
    assert numbers == ["2", "3", "4"]


def _heads(page: Page) -> list[str]:
    return [run.text.strip() for run in sorted(runs(page.items), key=lambda run: run.x) if run.y < HEAD_RULE]


def test_lists_number_their_steps_in_discs() -> None:
    page = set_text("## A\n\n3. Three.\n4. Four.").pages[1]
    white = [run.text for run in runs(page.items) if run.colour == plain_setting().colour("white")]
    assert white == ["3", "4"]


def test_a_rule_number_stands_in_the_margin_beside_its_first_line() -> None:
    page = set_text("## A\n\n" + PROSE + " {#a H7}").pages[1]
    number = next(run for run in runs(page.items) if run.text == f"H7{READ_FIRST}")
    first = next(run for run in runs(page.items) if run.text.startswith("The merchant"))
    assert number.x + number.width == pytest.approx(OUTSIDE + plain_setting().width)
    assert number.y == pytest.approx(first.y)
    assert all(
        run.x + run.width <= number.x + number.width - MARGIN_COLUMN + 0.01
        for run in runs(page.items)
        if first.y <= run.y <= first.y + 20 and run.text != number.text
    )


def test_text_stands_beside_the_figure_that_begins_a_panel() -> None:
    page = set_text("## A\n\n> ![](face:f)\n>\n> Beside.\n\n> Alone.").pages[1]
    beside = next(run for run in runs(page.items) if run.text == "Beside.")
    alone = next(run for run in runs(page.items) if run.text == "Alone.")
    figure = next(item for item in page.items if isinstance(item, Placed))
    assert beside.x == pytest.approx(figure.x + figure.scene.width + BESIDE)
    assert alone.x == pytest.approx(figure.x)


def test_figures_with_a_caption_are_numbered() -> None:
    page = set_text("## A\n\n![](face:f)\n\n![One.](face:f)\n\n> ![Two.](face:f)\n>\n> Text.").pages[1]
    labels = [run.text.strip() for run in runs(page.items) if run.text.startswith("Fig.")]
    assert labels == ["Fig.\u00a01", "Fig.\u00a02"]


def test_a_numbered_list_stays_with_the_figure_before_it() -> None:
    filler = "word\n\n" * 17
    steps = "\n".join(f"{number}. step" for number in range(1, 9))
    for between, apart in (("", 1), ("And so on.\n\n", 2)):
        made = set_text(f"# Game\n\n## Chapter\n\n{filler}![Shown](face:any)\n\n{between}{steps}\n")
        holding = [
            number
            for number, page in enumerate(made.pages)
            if {run.text.strip() for run in runs(page.items)} & {"step", "Shown"}
        ]
        assert len(holding) == apart


def test_a_table_too_long_for_a_page_repeats_its_head() -> None:
    rows = "".join(f"| row {index} | text |\n" for index in range(60))
    pages = set_text("## A\n\n| name | what |\n|---|---|\n" + rows).pages[1:]
    assert len(pages) == 3
    assert [sum(run.text == "name" for run in runs(page.items)) for page in pages] == [1, 1, 1]


def test_a_table_that_fits_on_a_page_is_not_parted() -> None:
    rows = "".join(f"| row {index} | text |\n" for index in range(20))
    pages = set_text("## A\n\n" + f"{PROSE}\n\n" * 4 + "| name | what |\n|---|---|\n" + rows).pages[1:]
    table = [number for number, page in enumerate(pages) for run in runs(page.items) if run.text.startswith("row")]
    assert len(table) == 20
    assert len(set(table)) == 1


def test_a_table_without_words_in_its_head_begins_with_its_first_row() -> None:
    setting = plain_setting()
    with_head, without = (
        strips_of(read_leaflet(f"## A\n\n| {head} | |\n|---|---|\n| x | y |\n", "game/rules.en.md"), setting)
        for head in ("name", " ")
    )
    assert sum(strip.height for strip in without) < sum(strip.height for strip in with_head) - 4


def test_a_page_that_would_end_high_has_wider_gaps_up_to_a_bound() -> None:
    strips = strips_of(read_leaflet("## A\n\n" + "Words.\n\n" * 12, "game/rules.en.md"), plain_setting())
    high, little, much = (stack(strips, height)[-1].y for height in (0.0, 90.0, 500.0))
    gaps = sum(strip.gap for strip in strips[1:])
    assert little + strips[-1].height == pytest.approx(90.0)
    assert much == pytest.approx(high + gaps * STRETCH)


@pytest.mark.parametrize(("between", "codes"), [("", ["short-page"]), ("---\n\n", [])])
def test_a_page_with_an_empty_foot_is_a_finding_unless_the_text_ends_it(between: str, codes: list[str]) -> None:
    tall = replace(FACE, width=30.0, height=150.0)
    text = f"## A\n\n{PROSE}\n\n{between}![](face:f)\n\n![](face:f)"
    assert [finding.code for finding in set_text(text, figure=lambda name: tall).findings] == codes


def test_a_panel_higher_than_a_page_goes_on_with_its_frame() -> None:
    pages = set_text("## A\n\n" + f"> {PROSE}\n>\n" * 14).pages[1:]
    assert len(pages) > 1
    for page in pages:
        frames = [box for box in boxes(page) if box.width == pytest.approx(plain_setting().width) and box.height > 5]
        assert len(frames) == 1


def test_a_word_wider_than_its_column_is_a_finding() -> None:
    findings = set_text("## A\n\nAll {coin} is well.\n\n" + "w" * 90).findings
    assert [(finding.code, finding.place.row) for finding in findings] == [("text-wide", 5)]


@pytest.mark.parametrize(
    ("text", "changes", "code"),
    [
        ("## A\n\nOne {gone}.", {"icons": lambda name: None}, "unknown-icon"),
        ("## A\n\nOne {gone.", {}, "unknown-icon"),
        ("## A\n\n[One]{mauve}.", {}, "unknown-colour"),
        ("## A\n\n壹.", {}, "missing-glyph"),
        ("# A\n\n- no list here\n\n## B\n\nText.", {}, "cover-block"),
        ("# A\n\n" + PROSE * 8 + "\n\n## B\n\nText.", {}, "cover-full"),
        ("# " + "W" * 60 + "\n\n## B\n\nText.", {}, "text-wide"),
    ],
)
def test_what_cannot_be_set_is_a_finding(text: str, changes: dict[str, object], code: str) -> None:
    assert code in [finding.code for finding in set_text(text, **changes).findings]


@pytest.mark.parametrize(
    ("text", "size", "code"),
    [
        ("## A\n\n![](face:f)", (130.0, 30.0), "figure-wide"),
        ("## A\n\n> ![](face:f)\n>\n> Text.", (115.0, 30.0), "figure-wide"),
        ("## A\n\n![](face:f)", (30.0, 190.0), "figure-high"),
        ("# A\n\n![](face:f)\n\n## B\n\nText.", (140.0, 30.0), "figure-wide"),
        ("# A\n\n![](face:f)\n\n## B\n\nText.", (30.0, 150.0), "cover-full"),
    ],
)
def test_a_figure_larger_than_its_place_is_a_finding(text: str, size: tuple[float, float], code: str) -> None:
    large = replace(FACE, width=size[0], height=size[1])
    findings = set_text(text, figure=lambda name: large).findings
    assert [finding.code for finding in findings] == [code]


def test_a_panel_may_hold_nothing_but_a_figure() -> None:
    assert len(set_text("## A\n\n> ![](face:f)\n>\n> ---\n\nText.").pages) == 2


def test_little_ink_leaves_grounds_unprinted() -> None:
    text = "# A\n\nText.\n\n## B\n\n> Panel.\n\n1. One.\n\n### C\n\nText."
    paper = plain_setting().colour("paper")
    accent = plain_setting().colour("accent")
    fills = {True: set(), False: set()}
    for low, found in fills.items():
        for page in set_text(text, low=low).pages:
            found.update(getattr(item, "fill", None) for item in _leaves(page))
    assert {paper, accent} <= fills[False]
    assert not {paper, accent} & fills[True]


def _leaves(page: Page) -> Iterator[Item | Placed]:
    stack: list[Item | Placed] = list(page.items)
    while stack:
        item = stack.pop()
        if isinstance(item, Group):
            stack.extend(item.items)
        else:
            yield item


def test_a_sign_stays_with_its_name_and_a_sum_of_signs_is_one() -> None:
    setting = plain_setting()
    for width in range(20, 60):
        filler = "x" * width
        document = read_leaflet(f"## A\n\n{filler} y: {{a}} green, made of {{b}} + {{c}}, for 1 {{d}}.", "r.md")
        lines = [
            "".join(run.text for part in strip.parts for run in runs(part.items))
            for strip in strips_of(document, setting)
        ]
        assert not any(line.endswith(("+", "1")) for line in lines)
        assert not any(line.startswith(("green", "+")) for line in lines)


def test_two_settings_give_equal_pages() -> None:
    assert set_text("## A\n\n" + PROSE).pages == set_text("## A\n\n" + PROSE).pages


@pytest.mark.parametrize(("number", "told"), [("", False), (" H7", True)])
def test_the_foot_tells_of_rule_numbers_where_there_are_some(number: str, told: bool) -> None:
    made = set_text(f"# A\n\nB.\n\n## C {{#c{number}}}\n\nD.\n")
    words = [run.text for run in runs(made.pages[-1].items)]
    assert any("margin" in word for word in words) == told


def test_in_a_language_that_nobody_translated_the_press_speaks_english() -> None:
    leaflet = set_text("# Spiel\n\n## Zug\n\n### Ziehen {#a}\n\nSiehe [oben](#a).\n", language="de")
    assert not leaflet.findings
    assert "Contents" in {run.text.strip() for run in runs(leaflet.pages[0].items)}


@pytest.mark.parametrize("text", ["", "# A", "---\n\n---", "[a]: https://example.org"])
def test_a_leaflet_without_a_page_is_a_finding(text: str) -> None:
    with pytest.raises(KitError) as caught:
        set_text(text, covered=False)
    assert [(str(finding.place), finding.code) for finding in caught.value.findings] == [
        ("game/rules.en.md:1", "leaflet-empty")
    ]


@pytest.mark.parametrize("before", ["", "> "])
def test_a_row_higher_than_a_page_is_a_finding_in_its_line(before: str) -> None:
    table = ["| a | b |", "|---|---|", "| c | d |", f"| e | {PROSE * 12} |"]
    findings = set_text("## A\n\n" + "\n".join(before + line for line in table)).findings
    assert [(finding.code, finding.place.row) for finding in findings] == [("row-high", 6)]


def test_what_is_wrong_in_a_cell_is_found_in_the_line_of_its_row() -> None:
    table = "| a | b |\n|---|---|\n| c | d |\n| {gone} | " + "w" * 120 + " |"
    findings = set_text("## A\n\n" + table, icons=lambda name: None).findings
    assert {(finding.code, finding.place.row) for finding in findings} == {("unknown-icon", 6), ("text-wide", 6)}


@pytest.mark.parametrize("title", ["My Game", "The Railways of the Northern Provinces " * 3, "W" * 90])
@pytest.mark.parametrize("chapter", ["Turn", "What happens when a company goes bankrupt " * 3, "w" * 50])
def test_the_two_parts_of_a_running_head_keep_clear_of_each_other(title: str, chapter: str) -> None:
    page = set_text(f"## {chapter}\n\nText.", title=title, covered=False).pages[0]
    head = sorted((run.x, run.x + run.width, run.text) for run in runs(page.items) if run.y < HEAD_RULE)
    said = " ".join(text for _, _, text in head)
    assert all(one[1] <= other[0] + 0.01 for one, other in pairwise(head))
    assert head[0][0] >= 13.0 - 0.01 and head[-1][1] <= A5[0] - 13.0 + 0.01
    assert said.count("…") == (len(title) > 40) + (len(chapter) > 40)


def test_what_is_bold_in_a_font_without_such_a_cut_is_told() -> None:
    plain = FontBook({role: FontFamily("AlegreyaSans-Regular") for role in ("text", "display", "figure")})
    found = set_text("# A\n\n## B\n\nTake **two**.\n\n| a |\n|---|\n| b |\n", fonts=plain).findings
    assert [(one.code, one.severity, one.place.row) for one in found] == [("font-cut", "warning", 5)], "heads are ours"


def test_warnings_about_a_text_stop_nothing(tmp_path: FilePath) -> None:
    (tmp_path / "kit.toml").write_text(
        '[kit]\nid = "k"\ntitle = { en = "K" }\nversion = "1.0"\nplayers = [1, 4]\nlanguages = ["en"]\n'
        '[[component]]\nid = "rules"\nkind = "leaflet"\ntitle = { en = "Rules" }\nfile = "rules"\n'
    )
    (tmp_path / "rules.en.md").write_text("# K\n\n## One\n\nAnother** one.\n")
    result = CliRunner().invoke(main, ["build", str(tmp_path), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0 and "1 warning" in result.output
    assert list((tmp_path / "out").rglob("*rules*.pdf"))
    (tmp_path / "rules.en.md").write_text("# K\n\n## One\n\nAnother** one, {nothing}.\n")
    both = CliRunner().invoke(main, ["check", str(tmp_path)]).output
    assert "asterisks without others" in both and "nothing" in both and "1 error, 1 warning" in both
    (tmp_path / "rules.en.md").write_text("# K\n\n## One\n\n** Another ** one.\n")
    assert "asterisks with blanks inside: `** Another **`" in CliRunner().invoke(main, ["check", str(tmp_path)]).output
