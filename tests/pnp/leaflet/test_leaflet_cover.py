"""The cover of a leaflet: title, text, contents, code."""

from __future__ import annotations

from io import BytesIO

import pytest
from leaflet_builders import (
    FACE,
    FONTS,
    LANGUAGES,
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
from pnp.scene import Placed


@pytest.mark.long
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
    write_pdf(leaflet.pages, BytesIO(), fonts=FONTS, title="A")  # which refuses links that lead nowhere


def test_contents_without_room_are_a_warning() -> None:
    chapters = "\n\n".join(f"## Chapter {number}\n\nText." for number in range(90))
    found = set_text("# A\n\n" + chapters).findings
    assert [(each.code, each.severity) for each in found] == [("cover-contents", "warning")]
