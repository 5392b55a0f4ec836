"""Pages: everything inside the margins, nothing lost, nothing parted that belongs together."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from leaflet_builders import (
    FACE,
    LANGUAGES,
    PROSE,
    boxes,
    hangzhou,
    hangzhou_findings,
    hangzhou_pages,
    plain_setting,
    runs,
    set_text,
)
from msgspec.structs import replace

from pnp.findings import KitError
from pnp.leaflet.strips import A5, MARGIN_COLUMN, OUTSIDE
from pnp.scene import READ_FIRST, Group, Item, Page, Placed
from pnp.sheet.paper import PAPERS, page_size

pytestmark = pytest.mark.long

SIZES = (A5, page_size(PAPERS["letter"]))
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
        ("{page}. oldal", "(2. oldal)"),
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
    return [f"{finding.place} {finding.code}" for finding in found]


def test_a_foot_emptier_than_a_fifth_is_found_where_the_next_page_begins() -> None:
    text = "## A\n\n" + WORD * 12 + "![](face:f)"
    assert warnings(text, 120.0) == ["game/rules.en.md:27 short-page"]
    (found,) = set_text(text, figure=lambda name: replace(FACE, height=120.0)).findings
    assert "page 2 is" in found.message


def test_a_heading_that_ends_a_page_is_found() -> None:
    assert "game/rules.en.md:5 heading-last" in warnings("## A\n\n" + "word\n\n### B\n\n![](face:f)", 172.0)


def test_a_step_longer_than_a_page_is_found_and_a_shorter_one_never_parted() -> None:
    assert "game/rules.en.md:3 step-parted" in warnings("## A\n\n1. " + PROSE * 6)
    for before in range(20, 26):
        assert warnings("## A\n\n" + WORD * before + f"1. {PROSE}\n2. {PROSE}") == []


def test_a_figure_too_high_for_the_text_after_it_is_found() -> None:
    assert warnings("## A\n\nword\n\n---\n\n![Shown](face:f)\n\nText that tells more.", 166.0) == [
        "game/rules.en.md:7 figure-apart"
    ]
