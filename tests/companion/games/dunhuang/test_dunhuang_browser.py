"""Dunhuang on real phones: how few taps a turn takes, and how large the big screen is."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from browsers import Phone
from dunhuang_tables import FIRST as RING
from dunhuang_tables import SECOND as OTHER
from playwright.sync_api import Browser

pytestmark = [pytest.mark.outside, pytest.mark.landing]

ENABLED = ":not([aria-disabled])"


def opened(phone: Phone, address: str, position: str) -> str:
    """A table with this phone as its host; its address."""
    phone.open(f"{address}/new/dunhuang?position={quote(position)}")
    phone.page.fill("#name", "Ana")
    phone.page.click("#open")
    phone.page.wait_for_url("**/t/*")
    return phone.page.url


def position(camel: int, ring: str) -> str:
    """Ana moves next; one step on, the camel comes to the character of that space."""
    before = (camel - 2) % 8 + 1
    return (
        f"dunhuang 2 ring: {ring} market: * * * * * * * * camel: {before} "
        f"A: c5 hand *x3 shop 5 8x2 B: c5 hand *x3 shop 6x2 tokens: 5A 6B deck: *x14 now: move A"
    )


Turn = tuple[int, str, tuple[str, ...], int]
TURNS: tuple[Turn, ...] = (
    (1, RING, ("3 coins",), 3),
    (1, RING, ("Interpreter",), 3),
    (2, RING, ("5 lacquer", "6 tea"), 4),
    (3, OTHER, ("space 4",), 3),
    (4, RING, ("5 lacquer",), 3),
    (8, OTHER, ("8 paper",), 3),
)
"""A space and its ring, what is tapped in step 3, and the taps of the whole turn."""
MORE: tuple[Turn, ...] = (
    (1, OTHER, ("Diplomat",), 3),
    (2, OTHER, ("7 spice",), 3),
    (3, RING, ("space 4",), 3),
    (4, OTHER, ("5 lacquer",), 3),
    (5, RING, ("Princess",), 3),
    (5, OTHER, ("Dancer",), 3),
    (6, RING, ("a card",), 3),
    (6, OTHER, ("5 lacquer",), 3),
    (7, RING, ("Seat B",), 3),
    (7, OTHER, ("Seat B",), 3),
    (8, RING, ("5 lacquer", "7 spice"), 4),
)


def test_a_turn_with_cards_on_paper_takes_three_taps_or_four(browser: Browser, address: str) -> None:
    taps_of(browser, address, TURNS)


@pytest.mark.slow
def test_so_does_the_turn_of_every_other_character(browser: Browser, address: str) -> None:
    taps_of(browser, address, MORE)


def taps_of(browser: Browser, address: str, turns: tuple[Turn, ...]) -> None:
    """From the camel to the next player's turn. Kinds are named where the shop has two of them."""
    phone = Phone(browser)
    for camel, ring, answers, taps in turns:
        opened(phone, address, position(camel, ring))
        phone.taps = 0
        phone.tap(f'.stall{ENABLED}:has-text("free")')
        phone.tap("text=Your hand")
        for answer in answers:
            phone.rest()
            phone.tap(f'main form a.key:has-text("{answer}"), main form button.key{ENABLED}:has-text("{answer}")')
            phone.page.wait_for_load_state()
        phone.page.wait_for_selector('h1:has-text("Seat B")')
        assert phone.taps == taps, (camel, ring)
    phone.close()


SMALL = """() => {
  const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), found = [];
  for (let node; (node = walk.nextNode());) {
    const around = node.parentElement, height = parseFloat(getComputedStyle(around).fontSize);
    if (node.data.trim() && !around.closest('.vh, svg') && height * 40 < innerHeight - 1) found.push(node.data.trim());
  }
  return found;
}"""


def test_the_big_screen_is_read_from_three_metres(browser: Browser, address: str) -> None:
    phone = Phone(browser)
    opened(phone, address, position(1, RING))
    table = phone.page.url
    for width, height in ((1920, 1080), (1280, 800)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.open(f"{table}/screen")
        assert phone.page.inner_text("#now") == "Ana: move the camel"
        assert not phone.page.evaluate(SMALL)
        assert phone.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), (width, height)
        size = "() => parseFloat(getComputedStyle(document.getElementById('now')).fontSize) * 20 >= innerHeight"
        assert phone.page.evaluate(size), "who is to play"
    phone.close()
