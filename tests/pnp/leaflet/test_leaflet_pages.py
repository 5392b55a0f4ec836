"""Pages: everything inside the margins, nothing lost, nothing parted that belongs together."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pikepdf
import pytest
from leaflet_builders import (
    FACE,
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

from pnp.findings import KitError
from pnp.leaflet.parser import read_leaflet
from pnp.leaflet.strips import (
    A5,
    HALF_LETTER,
    MARGIN_COLUMN,
    OUTSIDE,
    PAD,
    paginate,
)
from pnp.render.pdf import write_pdf
from pnp.scene import READ_FIRST, Group, Item, Page, Placed

SIZES = (A5, HALF_LETTER)
every_leaflet = pytest.mark.parametrize(("language", "size"), [(x, y) for x in LANGUAGES for y in SIZES])


@every_leaflet
def test_hangzhou_is_set_without_findings(language: str, size: tuple[float, float]) -> None:
    assert hangzhou(language)[0].findings == ()
    assert hangzhou_pages(language, size).findings == ()
    assert tuple(hangzhou_findings(language)) == ()


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


def test_a_table_too_long_for_a_page_repeats_its_head() -> None:
    rows = "".join(f"| row {index} | text |\n" for index in range(60))
    pages = set_text("## A\n\n| name | what |\n|---|---|\n" + rows).pages[1:]
    assert len(pages) == 3
    assert [sum(run.text == "name" for run in runs(page.items)) for page in pages] == [1, 1, 1]


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


@pytest.mark.parametrize(("between", "codes"), [("", ["short-page"]), ("---\n\n", [])])
def test_a_page_with_an_empty_foot_is_a_finding_unless_the_text_ends_it(between: str, codes: list[str]) -> None:
    tall = replace(FACE, width=30.0, height=150.0)
    text = f"## A\n\n{PROSE}\n\n{between}![](face:f)\n\n![](face:f)"
    assert [finding.code for finding in set_text(text, figure=lambda name: tall).findings] == codes


@pytest.mark.parametrize(("number", "told"), [("", False), (" H7", True)])
def test_the_foot_tells_of_rule_numbers_where_there_are_some(number: str, told: bool) -> None:
    made = set_text(f"# A\n\nB.\n\n## C {{#c{number}}}\n\nD.\n")
    words = [run.text for run in runs(made.pages[-1].items)]
    assert any("margin" in word for word in words) == told


def test_in_a_language_that_nobody_translated_the_press_speaks_english() -> None:
    leaflet = set_text("# Spiel\n\n## Zug\n\n### Ziehen {#a}\n\nSiehe [oben](#a).\n", language="nl")
    assert not leaflet.findings
    assert "Contents" in {run.text.strip() for run in runs(leaflet.pages[0].items)}
