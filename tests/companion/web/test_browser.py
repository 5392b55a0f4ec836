"""The flows on real phones: lost links, double taps, keys and screens of all sizes."""

from __future__ import annotations

import random

import pytest
from browsers import Phone
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.outside

ENABLED = ":not([aria-disabled])"


def begun(browser: Browser, address: str) -> tuple[str, Phone]:
    """A table of one player whose first round has begun."""
    host = Phone(browser)
    table = host.host(f"{address}/new/hangzhou", players="1")
    host.tap("#thumb button")
    host.tap(".panel--on .key")
    return table, host


def test_a_tap_without_a_link_waits_and_goes_out_once(browser: Browser, address: str) -> None:
    table, host = begun(browser, address)
    host.tap(".space >> nth=6")
    before = host.seq
    host.context.set_offline(True)
    host.page.locator("#panel .key:has-text('Place shop')").click(force=True)
    host.page.wait_for_selector("#panel .key:has-text('Place shop') small:text-is('waits')")
    host.page.wait_for_selector(".link--lost")
    host.context.set_offline(False)
    host.settle()
    assert host.seq == before + 1
    assert host.page.url == f"{table}/at/B2"
    host.close()


def test_another_phone_sees_a_tap_by_itself(browser: Browser, address: str) -> None:
    host, mei = Phone(browser), Phone(browser)
    mei.join(host.host(f"{address}/new/hangzhou", players="2"), 1, "Mei")
    host.page.wait_for_selector("text=Start with 2")
    host.tap(".chip:text-is('Ana')")
    host.tap("#thumb button")
    mei.page.wait_for_selector("h1:text-is('Pick a start dye')")
    mei.tap(".panel--on .key")
    host.page.wait_for_selector("h1:text-is('Pick a start dye')")
    host.close()
    mei.close()


def test_quick_taps_are_counted_in_their_order(browser: Browser, address: str) -> None:
    host = Phone(browser)
    host.host(f"{address}/new/hangzhou?way=score", players="2")
    for digit in ("1", "4"):
        host.page.locator(f"[data-as='0-coins-{digit}']").click(no_wait_after=True)
    host.settle()
    assert host.page.locator(".count output").first.inner_text() == "14"
    host.close()


TWICE = """([selector, gap]) => new Promise((done) => {
  document.querySelector(selector).click();
  setTimeout(() => { document.querySelector(selector)?.click(); done(); }, gap);
})"""
"""A double tap: whatever lies at that place is tapped once more after so many milliseconds."""


def test_each_of_two_quick_taps_counts_and_none_twice(browser: Browser, address: str) -> None:
    rng, host, pairs = random.Random(1), Phone(browser), 20
    host.open(f"{host.host(f'{address}/new/hangzhou?way=merchants', players='2')}/city/B2")
    host.tap("[data-as=put-white-blue]")
    for _ in range(pairs):
        host.page.evaluate(TWICE, ["[data-as=tool-1]", rng.randint(40, 400)])
    host.settle()
    assert f"{2 * pairs} coins" in host.page.inner_text(".saved")
    host.page.evaluate(TWICE, ["[data-as=untap]", 60])
    host.settle()
    assert f"{2 * pairs - 2} coins" in host.page.inner_text(".saved")
    host.close()


def test_what_cannot_repeat_is_done_once(browser: Browser, address: str) -> None:
    """Ending a turn twice in a hurry is ending it once, and so is reading a step."""
    rng = random.Random(2)
    table, host = begun(browser, address)
    host.open(f"{table}/at/B2")
    host.tap("button[aria-label^='shop with red']")
    while not host.page.locator("#act").count():
        host.page.evaluate(TWICE, ["#thumb button:last-of-type", rng.randint(40, 350)])
        host.page.wait_for_timeout(450)
        host.settle()
    seen = []
    while host.page.locator("#act").count():
        seen.append(host.page.locator("#act").get_attribute("data-beat"))
        host.page.evaluate(TWICE, ["#thumb .key--go", rng.randint(40, 350)])
        host.page.wait_for_timeout(450)
        host.settle()
    assert {beat[0] for beat in seen} == set("1234"), "no merchant is skipped"
    assert host.h1.startswith("Your turn")
    host.close()


def test_arrow_keys_walk_the_city_and_focus_stays(browser: Browser, address: str) -> None:
    _, host = begun(browser, address)
    host.page.locator("[data-as=space-B2]").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        host.page.keyboard.press(key)
    focused = "() => document.activeElement.dataset.as"
    assert host.page.evaluate(focused) == "space-D3"
    host.page.keyboard.press("Enter")
    host.settle()
    assert host.page.url.endswith("/at/D3")
    assert host.page.evaluate(focused) == "space-D3"
    host.close()


def test_the_big_screen_fits_a_television(browser: Browser, address: str) -> None:
    """Nothing on it has to be scrolled to, and nothing is to be tapped."""
    table, host = begun(browser, address)
    screen = Phone(browser, (1280, 800))
    screen.open(f"{table}/screen")
    assert screen.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    assert screen.page.locator("button, form").count() == 0
    screen.close()
    host.close()


def test_steps_come_by_themselves_where_the_table_is_set_so(browser: Browser, address: str) -> None:
    table, host = begun(browser, address)
    host.open(f"{table}/settings")
    host.tap("[aria-labelledby='set-pace'] .chip >> nth=1")
    host.open(table)
    host.tap(f"#thumb button{ENABLED} >> nth=-1")
    host.page.wait_for_selector("[data-beat='11']")
    host.page.evaluate("const wait = setTimeout; window.setTimeout = (then, ms) => wait(then, Math.min(ms, 600))")
    host.page.wait_for_selector("h1:has-text('Your turn')")
    assert host.page.url == table
    host.close()


@pytest.mark.long
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
