"""The flows on real phones: lost links, double taps, screens of all sizes; and no key moves under a thumb."""

from __future__ import annotations

import random
from urllib.parse import urlencode

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


def test_another_phone_sees_a_tap_by_itself(browser: Browser, address: str) -> None:
    host, mei = Phone(browser), Phone(browser)
    mei.join(host.host(f"{address}/new/hangzhou", players="2"), 1, "Mei")
    host.page.wait_for_selector("text=Start with 2")
    host.tap(".chip:text-is('Ana')")
    host.tap("#thumb button")
    mei.page.wait_for_selector("h1:text-is('Pick a start dye')")
    mei.tap(".panel--on .key")
    host.page.wait_for_selector("h1:text-is('Pick a start dye')")


def test_quick_taps_are_counted_in_their_order(browser: Browser, address: str) -> None:
    host = Phone(browser)
    host.host(f"{address}/new/hangzhou?way=score", players="2")
    for digit in ("1", "4"):
        host.page.locator(f"[data-as='0-coins-{digit}']").click(no_wait_after=True)
    host.settle()
    assert host.page.locator(".count output").first.inner_text() == "14"


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


def test_what_cannot_repeat_is_done_once(browser: Browser, address: str) -> None:
    """Ending a turn twice in a hurry is ending it once, and so is reading a step."""
    rng = random.Random(2)
    table, host = begun(browser, address)
    host.open(f"{table}/at/B2")
    host.tap("button[aria-label^='shop with red']")
    while not host.page.locator("#act").count():
        host.page.evaluate(TWICE, ["#thumb button:last-of-type", rng.randint(40, 350)])
        host.rest()
        host.settle()
    seen = []
    while host.page.locator("#act").count():
        seen.append(host.page.locator("#act").get_attribute("data-beat"))
        host.page.evaluate(TWICE, ["#thumb .key--go", rng.randint(40, 350)])
        host.rest()
        host.settle()
    assert {beat[0] for beat in seen} == set("1234"), "no merchant is skipped"
    assert host.h1.startswith("Your turn")


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


def test_the_big_screen_fits_a_television(browser: Browser, address: str) -> None:
    """Nothing on it has to be scrolled to, and nothing is to be tapped."""
    table, _ = begun(browser, address)
    screen = Phone(browser, (1280, 800))
    screen.open(f"{table}/screen")
    assert screen.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    assert screen.page.locator("button, form").count() == 0


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
            expect(page.locator("h1")).to_have_text("Next: Mei")
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


BOXES = """() => Object.fromEntries([...document.querySelectorAll('.key, .space, .seat, .icon-key')].flatMap(key => {
  const { left, top, width, height } = key.getBoundingClientRect();
  const name = key.querySelector(':scope > span')?.textContent || key.ariaLabel || key.textContent;
  const seen = top < innerHeight && top + height > 0;
  return seen && !key.closest('.asks') ? [[name.replace(/,.*/, ''), [left, top, width, height].map(Math.round)]] : [];
}))"""
"""What a thumb finds on the screen, by what it is called at first, without the cards below."""
NEWS = "seq => Number(document.body.dataset.seq) > seq"
SHORT = (390, 664)
POSITION = (
    "hangzhou WB city: B1Wy A2Br1 D3Wb market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / r1 r1 p5 k6 "
    "W: c6 r1 B: c3 b1 now: play W"
)


@pytest.fixture
def phones(browser: Browser, address: str) -> tuple[Phone, Phone]:
    """Ana and Mei at a table of Hangzhou in short windows; it is Ana's turn."""
    ana, mei = (Phone(browser, SHORT, guarded=True) for _ in range(2))
    new = f"{address}/new/hangzhou?{urlencode({'position': POSITION})}"
    mei.join(ana.host(new, "Ana María Fernández"), 1, "Mei")
    ana.page.wait_for_selector("h1:has-text('Your turn')")
    return ana, mei


def same(before: dict[str, list[int]], after: dict[str, list[int]], *most: str) -> None:
    """Whatever was on both screens is where it was; the named keys among it."""
    moved = {name: (box, after[name]) for name, box in before.items() if name in after and after[name] != box}
    assert not moved
    assert len(before.keys() & after.keys()) > 20
    assert before.keys() & after.keys() >= set(most)


def boxes(phone: Phone) -> dict[str, list[int]]:
    found: dict[str, list[int]] = phone.page.evaluate(BOXES)
    return found


def a_refusal_moves_nothing_and_stays_to_be_read(phones: tuple[Phone, Phone]) -> None:
    ana, _ = phones
    before = boxes(ana)
    ana.tap("#thumb .key[aria-disabled]:has-text('Take coin')")
    assert ana.page.inner_text("#answer #note")
    same(before, boxes(ana), "Take coin", "Pass")
    ana.page.evaluate("""() => new Promise((done) => {
      addEventListener('turned', done, { once: true });
      document.dispatchEvent(new Event('resume'));
    })""")
    assert ana.page.inner_text("#answer #note")


def a_lost_link_moves_nothing(phones: tuple[Phone, Phone]) -> None:
    ana, _ = phones
    ana.tap("[data-as='space-A3']")
    before = boxes(ana)
    ana.context.set_offline(True)
    ana.page.wait_for_timeout(500)
    assert not ana.page.locator("#gone").count(), "a link that is back in a moment is not spoken of"
    ana.page.wait_for_selector("#answer #gone")
    same(before, boxes(ana), "Place shop", "Pass")
    ana.context.set_offline(False)
    ana.page.wait_for_selector("#gone", state="detached")
    same(before, boxes(ana), "Place shop", "Pass")


def neither_another_player_nor_a_question_moves_anything(phones: tuple[Phone, Phone]) -> None:
    ana, mei = phones
    before, seq = boxes(mei), mei.seq
    ana.rest()  # the page has just come back
    ana.tap("#thumb .key:has-text('Pass')")
    mei.page.wait_for_function(NEWS, arg=seq)
    same(before, boxes(mei), "Pass")
    mei.rest()
    mei.tap("[data-as='space-B2']")
    mei.tap("#panel .key:has-text('Place shop')")
    ana.page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=mei.seq)
    before, seq = boxes(mei), mei.seq
    ana.rest()
    ana.tap("#thumb .key:has-text('Undo')")
    mei.page.wait_for_function(NEWS, arg=seq)
    card = mei.page.locator("#ask-undo")
    assert card.count(), "Mei is asked, for it is her shop"
    assert mei.page.inner_text("#ask-undo h2") in mei.page.inner_text("#answer")
    same(before, boxes(mei), "Take coin")
    mei.page.click("#answer a")
    mei.page.wait_for_function("() => document.getElementById('ask-undo')?.getBoundingClientRect().top < innerHeight")


def a_tap_on_a_key_that_has_just_changed_does_nothing_and_says_so(phones: tuple[Phone, Phone]) -> None:
    ana, mei = phones
    mei.tap("#ask-undo .key:has-text('Keep it')")
    mei.tap("#thumb .key:has-text('End turn')")
    ana.page.wait_for_selector("h1:has-text('Your turn')")
    ana.rest()
    ana.tap("[data-as='space-C2']")
    mei.page.evaluate("scrollTo(0, 0)")
    # The news comes between thumb and glass: what the bar says changes, and the click lands at once.
    mei.page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=ana.seq)
    mei.page.evaluate("""() => {
      const seq = document.body.dataset.seq;
      addEventListener('turned', function land() {
        if (document.body.dataset.seq === seq) return;
        removeEventListener('turned', land);
        const key = document.querySelector('#thumb .undopair .key');
        const { left, top } = key.getBoundingClientRect();
        document.elementFromPoint(left + 5, top + 5).dispatchEvent(
          new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, clientX: left + 5, clientY: top + 5 }));
        window.told = document.getElementById('answer').innerText;  // other news may take it away again
      });
    }""")
    seq = mei.seq
    ana.tap("#panel .key:has-text('Place shop')")
    mei.page.wait_for_function(NEWS, arg=seq)
    mei.settle()
    mei.page.wait_for_function("() => window.told?.includes('just changed')")
    mei.page.wait_for_timeout(300)
    assert mei.seq == ana.seq, "nothing came of it"


def a_page_that_is_fetched_again_with_nothing_new_takes_the_next_tap_at_once(phones: tuple[Phone, Phone]) -> None:
    """As when somebody's phone falls asleep: the thumb has scrolled and taps, and all keys mean what they did."""
    ana, _ = phones
    ana.rest()
    ana.tap("[data-as='space-C2']")
    ana.page.evaluate("""() => addEventListener('turned', () => {
      scrollBy({ top: 40, behavior: 'instant' });
      const key = document.querySelector('#panel .key:not([aria-disabled])');
      const { left, top } = key.getBoundingClientRect();
      key.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1,
        clientX: left + 5, clientY: top + 5 }));
    }, { once: true })""")
    seq = ana.seq
    ana.page.evaluate("document.dispatchEvent(new Event('resume'))")
    ana.page.wait_for_function(NEWS, arg=seq)


def test_nothing_moves_under_the_thumb(phones: tuple[Phone, Phone]) -> None:
    """One evening from beginning to end: each part goes on from the one before."""
    a_refusal_moves_nothing_and_stays_to_be_read(phones)
    a_lost_link_moves_nothing(phones)
    neither_another_player_nor_a_question_moves_anything(phones)
    a_tap_on_a_key_that_has_just_changed_does_nothing_and_says_so(phones)
    a_page_that_is_fetched_again_with_nothing_new_takes_the_next_tap_at_once(phones)
