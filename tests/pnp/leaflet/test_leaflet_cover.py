"""The cover of a leaflet: title, text, contents, code."""

from __future__ import annotations

from io import BytesIO

import pytest
from leaflet_builders import (
    FACE,
    FONTS,
    LANGUAGES,
    PROSE,
    boxes,
    hangzhou,
    hangzhou_pages,
    hangzhou_setting,
    runs,
    set_text,
)
from msgspec.structs import replace

from pnp.leaflet.document import Heading, plain
from pnp.leaflet.strips import A5
from pnp.render.pdf import write_pdf
from pnp.scene import READ_FIRST, Placed


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


def test_contents_too_long_for_one_column_stand_in_two() -> None:
    chapters = "\n\n".join(f"## Chapter {number}\n\nText." for number in range(1, 33))
    cover = set_text(f"# Game\n\nWords.\n\n{chapters}\n", address="http://silkroad.local:8000/k/game/0a1b2c").pages[0]
    places = [run.x for run in runs(cover.items) if run.text.startswith("Chapter")]
    assert len(places) == 32
    assert len(set(places)) == 2


@pytest.mark.parametrize("changes", [{}, {"covered": False}, {"cover": replace(FACE, width=A5[0], height=A5[1])}])
@pytest.mark.parametrize("text", ["# A {#a}", "# A\n\nText. {#a}", "# A\n\nOne.\n\nTwo. {#a A1}"])
def test_a_rule_before_the_first_chapter_is_found_by_its_name(text: str, changes: dict[str, object]) -> None:
    leaflet = set_text(f"{text}\n\n## B\n\nSee [this](#a).", **changes)
    assert not [finding for finding in leaflet.findings if finding.severity == "error"]
    assert [anchor.name for page in leaflet.pages for anchor in page.anchors].count("a") == 1
    write_pdf(leaflet.pages, BytesIO(), fonts=FONTS, title="A")  # which refuses links that lead nowhere


def test_a_rule_in_what_may_not_stand_on_the_cover_is_found_all_the_same() -> None:
    leaflet = set_text("# A\n\n- One. {#a}\n\n## B\n\nSee [this](#a).")
    assert [finding.code for finding in leaflet.findings] == ["cover-block"]
    write_pdf(leaflet.pages, BytesIO(), fonts=FONTS, title="A")


def test_a_cover_of_the_kits_own_leaves_the_text_before_the_first_chapter_to_the_pages() -> None:
    cover = replace(FACE, width=A5[0], height=A5[1])
    leaflet = set_text("# A\n\nOpening.\n\n- alpha\n\n## B\n\nText.", cover=cover)
    assert leaflet.findings == ()
    assert {"Opening.", "alpha"} <= {run.text for page in leaflet.pages[1:] for run in runs(page.items)}


def test_captions_and_rule_numbers_stand_on_the_cover_too() -> None:
    leaflet = set_text("# A\n\n" + PROSE + "{#opening H14}\n\n![A picture.](face:f)\n\n## B\n\nText.")
    assert leaflet.findings == ()
    said = list(runs(leaflet.pages[0].items))
    assert "A picture." in " ".join(run.text for run in said)
    number = next(run for run in said if run.text == f"H14{READ_FIRST}")
    beside = [run for run in said if abs(run.y - number.y) < 1.0 and run is not number]
    assert beside and all(run.x + run.width < number.x for run in beside)


def test_a_word_wider_than_the_cover_is_a_finding() -> None:
    findings = set_text("# A\n\n" + "w" * 120 + "\n\n## B\n\nText.").findings
    assert [(finding.code, finding.place.row) for finding in findings] == [("text-wide", 3)]


@pytest.mark.parametrize("address", ["", "http://silkroad.local:8000/k/game/0a1b2c"])
def test_long_titles_in_the_contents_keep_clear_of_numbers_code_and_frame(address: str) -> None:
    chapters = "\n\n".join(f"## {name}, {'the long road west ' * 4}\n\nText." for name in "ABCDEF")
    leaflet = set_text("# A\n\n" + chapters, address=address)
    assert leaflet.findings == ()
    said = [run for run in runs(leaflet.pages[0].items) if run.y > 100]
    assert " ".join(run.text for run in said).count("west") == 24
    right = A5[0] - 17.0 - (26.0 if address else 0.0)
    for run in said:
        if " road" in run.text:
            assert run.x + run.width <= right
            level = [other for other in said if abs(other.y - run.y) < 0.5 and other.x > run.x and other.text.isdigit()]
            assert all(run.x + run.width < other.x for other in level)
    assert all(box.bottom < A5[1] - 8.0 for box in boxes(leaflet.pages[0]) if box.height < 20)


def test_contents_without_room_are_a_warning() -> None:
    chapters = "\n\n".join(f"## Chapter {number}\n\nText." for number in range(90))
    found = set_text("# A\n\n" + chapters).findings
    assert [(each.code, each.severity) for each in found] == [("cover-contents", "warning")]
