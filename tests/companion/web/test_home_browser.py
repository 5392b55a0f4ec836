"""A phone at home: first games by their cards, no link, times, and what it says by touch and sound."""

from __future__ import annotations

import json
import time

import pytest
from browsers import Phone
from playwright.sync_api import Browser
from real_servers import WAIT

pytestmark = [pytest.mark.outside, pytest.mark.landing]


PICK = 'button[value*="pick"]'
FELT = """
window.felt = []; window.rung = 0; window.locks = 0;
navigator.vibrate = (how) => { window.felt.push(how); return true; };
class Tone {
  state = "running"; currentTime = 0; destination = {};
  resume() { return Promise.resolve(); }
  createOscillator() { return { frequency: {}, connect: (next) => next, start() { window.rung += 1; }, stop() {} }; }
  createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} }; }
}
window.AudioContext = Tone;
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  window.locks += 1;
  return { released: false, release: async () => { window.locks -= 1; } };
} } });
"""
"""Counts what the phone is told to do, for a test feels and hears nothing."""


def begun(browser: Browser, address: str) -> tuple[Phone, Phone, str]:
    """A table of Ana and Mei, whose phone counts what it is told, in its first player round: one of them to play."""
    ana, mei = Phone(browser), Phone(browser)
    mei.context.add_init_script(FELT)
    table = ana.host(f"{address}/new/hangzhou")
    mei.open(table)
    mei.tap("#chair-1")
    return ana, mei, table


def asked_of(phones: tuple[Phone, ...], key: str) -> Phone:
    """The first phone that shows this key, once one of them does."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        for phone in phones:
            if phone.page.locator(key).count():
                return phone
            phone.page.wait_for_timeout(50)
    raise AssertionError(f"no phone shows {key}")


def test_turns_and_questions_are_felt_and_heard_as_ticked(browser: Browser, address: str) -> None:
    ana, mei, table = begun(browser, address)
    mei.page.wait_for_selector("#nudges")  # shown once it is known what the phone can do
    for name in ("vibrate", "bell", "awake"):
        box = mei.page.locator(f'[data-nudge="{name}"]')
        assert not box.is_checked(), "off unless it is ticked"
        box.check()
    assert mei.page.evaluate("[felt.length, rung, locks]") == [1, 1, 1], "each tick is felt or heard once"
    mei.open(f"{table}/settings")
    assert mei.page.locator('[data-nudge="bell"]').is_checked(), "kept on this phone"
    ana.open(table)
    ana.tap('#thumb [value*="start"]')
    mei.open(table)
    mei.tap("body")
    for _ in (ana, mei):  # start dyes: whoever is asked picks
        asked_of((ana, mei), PICK).tap(PICK)
    first = asked_of((ana, mei), "body[data-calls=turn]")
    before = mei.page.evaluate("[felt.length, rung]")
    if first is mei:
        mei.tap('#thumb button[value*="pass"]')
        assert mei.page.evaluate("[felt.length, rung]") == before, "an own tap is not told"
    ana.page.wait_for_function("() => document.body.dataset.calls === 'turn'")
    ana.tap('#thumb button[value*="pass"]')
    mei.page.wait_for_function("() => document.body.dataset.calls === 'turn'")
    assert mei.page.evaluate("[felt.length, rung]") == [before[0] + 1, before[1] + 1]
    assert not ana.wrong and not mei.wrong


def test_times_are_those_of_the_reader(browser: Browser, address: str) -> None:
    ana, _, table = begun(browser, address)
    ana.tap('#thumb [value*="start"]')
    shown = {}
    for zone in ("Asia/Shanghai", "America/Lima"):
        context = browser.new_context(
            timezone_id=zone, locale="en-GB", service_workers="block", storage_state=ana.context.storage_state()
        )
        page = context.new_page()
        page.goto(f"{table}/log/2")
        time = page.locator("time[data-shown=hour]")
        shown[zone] = time.inner_text()
        said = page.evaluate(
            "(at) => new Date(at).toLocaleTimeString('en-GB', { timeStyle: 'short' })", time.get_attribute("datetime")
        )
        assert shown[zone] == said
    assert len(set(shown.values())) == 2


def test_without_a_link_a_page_says_so_and_nothing_of_a_table_is_kept(browser: Browser, address: str) -> None:
    phone = Phone(browser, worker=True)
    phone.open(address)
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.page.wait_for_function("() => navigator.serviceWorker.controller")
    table = phone.host(f"{address}/new/hangzhou")
    phone.page.reload()
    kept = phone.page.evaluate(
        "caches.keys().then((n) => caches.open(n[0])).then((c) => c.keys()).then((k) => k.map((r) => r.url))"
    )
    assert len(kept) >= 5
    assert not [url for url in kept if "/t/" in url], json.dumps(kept)
    phone.context.set_offline(True)
    phone.page.goto(table)
    assert phone.h1 == "No link"
    assert "Sin conexión" in phone.page.locator(".bar").inner_text()
    assert phone.page.evaluate("getComputedStyle(document.querySelector('.key--go')).minHeight") == "48px", (
        "with its style"
    )
    phone.context.set_offline(False)
    phone.page.locator(".key--go").first.click()
    phone.page.wait_for_selector("#thumb")
    assert phone.page.url == table


SIZE = (390, 664)
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
    phone.rest()
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
            phone.rest()
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
    phone.rest()
    phone.tap("text=Skip lessons")
    assert not card(phone), "the merchant round, as those see it who know it"
    assert not phone.wrong
