"""Score only in Chromium: what the app says of a count stands above the keys, covers no row, and is closed by a key."""

from __future__ import annotations

import pytest
from browsers import Phone
from playwright.sync_api import Browser, expect

pytestmark = [pytest.mark.outside, pytest.mark.long]


@pytest.mark.parametrize("size", [(320, 568), (390, 664)])
def test_a_note_covers_nothing_that_it_asks_for(browser: Browser, address: str, size: tuple[int, int]) -> None:
    phone = Phone(browser, size)
    page = phone.page
    page.goto(f"{address}/score/dunhuang")
    page.fill("[name=name0]", "Ana")
    page.fill("[name=name1]", "Mei")
    page.click("#thumb .key--go")
    for player in range(2):
        if player:
            expect(page.locator("h1")).to_have_text("Pass the phone to Mei")
            page.click("#thumb .key--go")
        for _ in range(3):
            page.click("[data-as=jade]")
        page.click(f"[data-as='{player}-tokens-1']")
        page.click(f"#count-{player}-prestige h2 a")
        page.click(f"[data-as='{player}-prestige-2']")
        page.click("#thumb .key--go:not([aria-disabled])")
    note = page.locator("#thumb #note")
    expect(note).to_contain_text("You counted 6 jade, but there are only 3. Please recount jade.")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    box, row = note.bounding_box(), page.locator("#numbers a").last.bounding_box()
    assert box and row and row["y"] + row["height"] <= box["y"]
    page.click("#note [aria-label=Close]")
    expect(note).to_have_count(0)
    expect(page.locator("#numbers")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    phone.close()
