"""Pages and covers: everything inside the margins, nothing lost or parted that belongs together; mirrored ones."""

from __future__ import annotations

import re
from functools import cache

import pytest
from draw_builders import pdf
from leaflet_builders import (
    FACE,
    FONTS,
    LANGUAGES,
    PROSE,
    boxes,
    hangzhou,
    hangzhou_pages,
    hangzhou_setting,
    plain_setting,
    runs,
    set_text,
)
from msgspec.structs import replace

from pnp.art.paths import walk_items
from pnp.findings import KitError
from pnp.kit.theme import FontFamily
from pnp.leaflet.document import Heading, plain
from pnp.leaflet.pagination import SetLeaflet
from pnp.leaflet.setter import DISC
from pnp.leaflet.strips import A5, INSIDE, MARGIN_COLUMN, OUTSIDE
from pnp.scene import READ_FIRST, Page, Placed, Text
from pnp.sheet.paper import PAPERS, find_page_size
from pnp.text.fonts import FontBook, list_installed_faces

pytestmark = pytest.mark.long
SIZES = (A5, find_page_size(PAPERS["letter"]))
every_leaflet = pytest.mark.parametrize(("language", "size"), [(x, y) for x in LANGUAGES for y in SIZES])


@every_leaflet
def test_everything_stands_inside_the_margins(language: str, size: tuple[float, float]) -> None:
    for number, page in enumerate(hangzhou_pages(language, size).pages[1:], 2):
        spare = page.width - 118.0  # the text is as wide on every page
        inside, outside = spare * 17 / 30, spare * 13 / 30
        left, right = (inside, page.width - outside) if number % 2 else (outside, page.width - inside)
        for box in boxes(page):
            assert box.x >= left - 0.01 and box.right <= right + 0.01, (number, box)
            assert box.y >= 8.0 and box.bottom <= page.height - 5.0, (number, box)


@pytest.mark.parametrize(
    ("word", "said"), [("p.", "(p. 2)"), ("{page}. oldal", "(2. oldal)"), ("第{page}頁", "(第2頁)")]
)
def test_a_kit_says_what_a_reference_says_of_its_page_and_no_line_ends_in_it(word: str, said: str) -> None:
    for length in range(50, 90):  # up to the end of a line, and over it
        text = f"# Rules\n\n## First {{#first}}\n\n{'i ' * length}[x](#first)\n"
        page = set_text(text, own_words={"leaflet": {"page": word}}).pages[1]
        lines: dict[float, str] = {}
        for run in sorted(runs(page.items), key=lambda run: run.x):
            lines[run.y] = lines.get(run.y, "") + run.text.replace("\u00a0", " ")
        assert any(said in line for line in lines.values()), (length, lines)


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
        ("## A\n\n[One]{mauve}.", {}, "unknown-colour"),
        ("## A\n\n壹.", {}, "missing-glyph"),
        ("# A\n\n- no list here\n\n## B\n\nText.", {}, "cover-block"),
        ("# A\n\n" + PROSE * 8 + "\n\n## B\n\nText.", {}, "cover-full"),
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
            found.update(getattr(item, "fill", None) for item, _ in walk_items(page.items))
    assert {paper, accent} <= fills[False]
    assert not {paper, accent} & fills[True]


@pytest.mark.parametrize("text", ["", "# A", "---\n\n---", "[a]: https://example.org"])
def test_a_leaflet_without_a_page_is_a_finding(text: str) -> None:
    with pytest.raises(KitError) as caught:
        set_text(text, covered=False)
    assert [(str(finding.place), finding.code) for finding in caught.value.findings] == [
        ("game/rules.en.md:1", "leaflet-empty")
    ]


# --- make-up: no foot too empty, no heading at an end, steps and figures whole; else a warning -------------

WORD = "word\n\n"


def warnings(text: str, height: float = 30.0) -> list[str]:
    found = set_text(text, figure=lambda name: replace(FACE, height=height)).findings
    assert all(finding.severity == "warning" and finding.hint for finding in found)
    return [f"{one.place.row} {one.code}: {one.message}" for one in found]


@pytest.mark.parametrize(
    ("text", "height", "found"),
    [
        ("## A\n\n" + WORD * 12 + "![](face:f)", 120.0, "27 short-page: .*page 2 is"),
        ("## A\n\nword\n\n### B\n\n![](face:f)", 172.0, "5 heading-last: "),
        ("## A\n\n1. " + PROSE * 6, 30.0, "3 step-parted: "),
        ("## A\n\nword\n\n---\n\n![Shown](face:f)\n\nText that tells more.", 166.0, "7 figure-apart: "),
    ],
)
def test_pages_that_are_badly_made_up_are_found_at_the_line(text: str, height: float, found: str) -> None:
    assert any(re.match(found, one) for one in warnings(text, height))
    assert len(warnings(text, height)) == 1 or found.startswith(("3", "5"))


def test_a_step_that_fits_on_a_page_is_never_parted() -> None:
    for before in range(20, 26):
        assert warnings("## A\n\n" + WORD * before + f"1. {PROSE}\n2. {PROSE}") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_contents_and_bookmarks_agree(language: str) -> None:
    document, _ = hangzhou(language)
    pages = hangzhou_pages(language).pages
    chapters = [plain(block.spans) for block in document.body if isinstance(block, Heading) and block.level == 2]
    bookmarks = [anchor.title for page in pages[1:] for anchor in page.anchors if anchor.title and anchor.level == 0]
    on_cover = [run.text.strip() for run in runs(pages[0].items)]
    assert bookmarks == chapters
    assert [text for text in on_cover if text in chapters] == chapters


def test_the_cover_carries_the_code_and_its_address() -> None:
    cover = hangzhou_pages("en").pages[0]
    address = hangzhou_setting("en").address
    codes = [code for item in cover.items if isinstance(item, Placed) for code, _ in item.scene.codes]
    assert codes == [address]
    assert any(run.text == address.removeprefix("http://") for run in runs(cover.items))


@pytest.mark.parametrize("changes", [{}, {"covered": False}, {"cover": replace(FACE, width=A5[0], height=A5[1])}])
@pytest.mark.parametrize("text", ["# A {#a}", "# A\n\nText. {#a}", "# A\n\nOne.\n\nTwo. {#a A1}"])
def test_a_rule_before_the_first_chapter_is_found_by_its_name(text: str, changes: dict[str, object]) -> None:
    leaflet = set_text(f"{text}\n\n## B\n\nSee [this](#a).", **changes)
    assert not [finding for finding in leaflet.findings if finding.severity == "error"]
    assert [anchor.name for page in leaflet.pages for anchor in page.anchors].count("a") == 1
    pdf(leaflet.pages, fonts=FONTS)  # which refuses links that lead nowhere


def test_contents_without_room_are_a_warning() -> None:
    chapters = "\n\n".join(f"## Chapter {number}\n\nText." for number in range(90))
    found = set_text("# A\n\n" + chapters).findings
    assert [(each.code, each.severity) for each in found] == [("cover-contents", "warning")]


# --- leaflets that are read from right to left are mirrored, all but their words ---

HEBREW = "FrankRuhlLibre[wght]"
WIDTH = A5[0]
RULES = """# דרך

משחק.

## התור

### תורכם {#turn H7}

קחו קלף.

1. שלמו.

> ![](face:board)
>
> הלוח.

---

## סיום

קלף.
"""
HEBREW_WORDS = {"leaflet": {"contents": "תוכן", "margin": "שוליים", "page": "עמוד", "figure": "ציור", "code": "קוד"}}


@cache
def leaflet(rules: str = RULES) -> SetLeaflet:
    families = dict.fromkeys(("text", "display", "figure"), FontFamily(HEBREW))
    return set_text(
        rules, fonts=FontBook(families, language="he"), language="he", address="http://x.y/z", own_words=HEBREW_WORDS
    )


def run(page: Page, text: str) -> Text:
    return next(found for found in runs(page.items) if found.text.strip() == text)


@pytest.mark.skipif(HEBREW not in list_installed_faces(), reason="pip install fontpkg-frank-ruhl-libre")
def test_a_rule_begins_at_the_right_and_its_number_stands_at_the_left() -> None:
    page = leaflet().pages[1]
    left = INSIDE
    heading, number = run(page, "תורכם"), run(page, "H7")
    assert heading.x + heading.width == pytest.approx(left + 118 - 5.0), "beside its fishtail"
    assert number.x == pytest.approx(left)
    body = run(page, "קחו קלף.")
    assert body.x + body.width == pytest.approx(left + 118)
    disc = next(box for box in boxes(page) if (box.width, box.height) == pytest.approx((DISC, DISC)))
    assert disc.right == pytest.approx(left + 118)


@pytest.mark.skipif(HEBREW not in list_installed_faces(), reason="pip install fontpkg-frank-ruhl-libre")
def test_even_pages_lie_on_the_right_with_their_spine_at_the_left() -> None:
    second, third = leaflet().pages[1:3]
    assert run(second, "התור").x > WIDTH / 2, "the chapter stands at the outer edge"
    last = max((found for found in runs(third.items) if found.text.strip() == "סיום"), key=lambda found: found.x)
    assert last.x + last.width == pytest.approx(WIDTH - INSIDE)
