"""First games on real phones: Hangzhou alone by its cards to the first merchants, the first cards of the others."""

from __future__ import annotations

import pytest
from browsers import Phone
from playwright.sync_api import Browser

pytestmark = [pytest.mark.outside, pytest.mark.landing]

SIZE = (390, 664)
PAUSE = 450
"""Milliseconds between two taps of somebody who reads a card; quicker ones on one key are one press."""
WHOLE = """() => [...document.querySelectorAll('#lesson nav a, #thumb button')].every(key => {
  const box = key.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
})"""
"""Are all keys of a card seen without scrolling?"""


def card(phone: Phone) -> str:
    """The heading of the card on the page; empty: it is the table's own page."""
    found = phone.page.locator("#what")
    return found.inner_text() if phone.page.locator("#lesson").count() else ""


def looked_at(phone: Phone) -> str:
    """The card, once its picture has come: it is large enough, nothing is out of reach."""
    phone.page.wait_for_function("() => [...document.images].every(one => one.complete && one.naturalWidth)")
    box = phone.page.locator(".lesson__pic img").bounding_box()
    assert box is not None and box["width"] > 200 and box["height"] > 50
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone.page.evaluate("scrollY") == 0, "a card is read from its beginning"
    assert phone.page.evaluate(WHOLE), f"keys of “{card(phone)}” are out of sight"
    return card(phone)


def go_on(phone: Phone) -> None:
    phone.page.wait_for_timeout(PAUSE)
    phone.page.evaluate("scrollTo(0, 200)")
    phone.tap("#thumb .key--go")


def test_a_first_game_of_hangzhou_goes_by_its_cards(browser: Browser, address: str) -> None:
    phone = Phone(browser, SIZE)
    phone.host(f"{address}/new/hangzhou", players="1", lessons="on")
    phone.tap("#thumb .key--go")
    seen = []
    for _ in range(24):
        if card(phone):
            seen.append(looked_at(phone))
        if seen[-1:] == ["Where would you open a shop?"]:
            phone.page.wait_for_timeout(PAUSE)
            phone.tap("#lesson nav a >> nth=2")
            assert phone.page.locator("#lesson nav a[aria-current]").inner_text().strip() == "C5"
            assert phone.page.locator("#thumb .key--go small").inner_text() == "C5"
        if "Now the merchants move and trade" in seen:
            break
        go_on(phone)
    assert seen == [
        "Stand the temple and the merchants up",
        "Take your shops, your coins and your seal",
        "Which dye would you begin with?",
        "Lay the dice as the market shows them",
        "Where would you open a shop?",
        "Which dye would you buy?",
        "Now the merchants move and trade",
    ]
    phone.page.wait_for_timeout(PAUSE)
    phone.tap("text=Skip lessons")
    assert not card(phone), "the merchant round, as those see it who know it"
    assert not phone.wrong
    phone.close()
