"""Dunhuang on real phones: a whole game with the cards on paper, and how few taps a turn takes."""

from __future__ import annotations

import random
import time
from urllib.parse import quote

import pytest
from browsers import Phone
from playwright.sync_api import Browser
from real_servers import WAIT

pytestmark = pytest.mark.outside

NAMES = ("Ana", "Mei", "Tomás")
ENABLED = ":not([aria-disabled])"
RING = "interpreter soldier shepherd manichean princess painter trader maid"
OTHER = "diplomat general farmer buddhist dancer musician merchant domestic"


def opened(phone: Phone, address: str, position: str = "") -> str:
    """A table with this phone as its host, from the start or from a position; its address."""
    phone.open(f"{address}/new/dunhuang" + (f"?position={quote(position)}" if position else ""))
    phone.page.fill("#name", "Ana")
    if not position:
        phone.page.check("input[name=players][value='3']")
    phone.page.click("#open")
    phone.page.wait_for_url("**/t/*")
    return phone.page.url


def three(browser: Browser, address: str) -> list[Phone]:
    """Three phones round a table whose game has begun; the cards lie on paper."""
    host = Phone(browser)
    table = opened(host, address)
    phones = [host]
    for number in (1, 2):
        phone = Phone(browser)
        phone.open(table)
        phone.page.fill("#name", NAMES[number])
        phone.tap(f"#chair-{number}")
        phones.append(phone)
    host.page.wait_for_selector("text=Start with 3")
    host.tap(".chip:text-is('Ana')")
    host.tap("#thumb button")
    return phones


def caught_up(phones: list[Phone]) -> None:
    newest = max(phone.seq for phone in phones)
    for phone in phones:
        phone.page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=newest)


def awaited(phones: list[Phone]) -> Phone | None:
    """Whoever has to tap, as soon as its page says so: news may come between a look at one page and at the next.
    None: the game is over."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        for phone in phones:
            if phone.page.locator("#result").count():
                return None
            if phone.h1.startswith(("Your turn", "Show your hand")):
                return phone
    raise AssertionError(f"nobody has to tap: {[phone.h1 for phone in phones]}")


def turn(phones: list[Phone], rng: random.Random, clumsy: Phone) -> None:
    """One tap of whoever has to tap, at random among the keys of the game."""
    phone = awaited(phones)
    if phone is None:
        return
    # At the end a hand is counted card by card before its key says that it is whole.
    shown = f"main form .key{ENABLED}[name=do], main .stepper a.key[href][aria-label$='one more']"
    phone.tap(f"{shown} >> nth={rng.randrange(phone.page.locator(shown).count())}", phone is clumsy)


def test_three_phones_play_a_whole_game_with_cards_on_paper(browser: Browser, address: str) -> None:
    phones = three(browser, address)
    rng = random.Random(7)
    for _ in range(400):
        caught_up(phones)
        if phones[0].result():
            for phone in phones:
                phone.page.wait_for_selector("#result")
            break
        turn(phones, rng, clumsy=phones[2])
    shown = {phone.page.locator("#result").inner_text() for phone in phones}
    assert len(shown) == 1 and len({phone.h1 for phone in phones}) == 1
    assert not [error for phone in phones for error in phone.wrong]
    for phone in phones:
        phone.close()


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
    (8, OTHER, ("A card in hand", "8 paper"), 4),
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
        phone.tap(f'.place{ENABLED}:has-text("free")')
        phone.tap("text=Into your hand")
        for answer in answers:
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
        assert phone.page.inner_text("#now") == "Ana: camel"
        assert not phone.page.evaluate(SMALL)
        assert phone.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), (width, height)
        size = "() => parseFloat(getComputedStyle(document.getElementById('now')).fontSize) * 20 >= innerHeight"
        assert phone.page.evaluate(size), "who is to play"
    phone.close()
