"""No key moves under a thumb: whatever a page has to say, what stood there stays where it was."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from browsers import Phone
from playwright.sync_api import Browser

pytestmark = pytest.mark.outside

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
def phones(browser: Browser, address: str) -> Iterator[tuple[Phone, Phone]]:
    """Ana and Mei at a table of Hangzhou in short windows; it is Ana's turn."""
    ana, mei = (Phone(browser, SHORT, guarded=True) for _ in range(2))
    new = f"{address}/new/hangzhou?{urlencode({'position': POSITION})}"
    mei.join(ana.host(new, "Ana María Fernández"), 1, "Mei")
    ana.page.wait_for_selector("h1:has-text('Your turn')")
    yield ana, mei
    ana.close()
    mei.close()


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
    ana.page.wait_for_timeout(700)  # the page has just come back, and takes no tap for a moment
    ana.tap("#thumb .key:has-text('Pass')")
    mei.page.wait_for_function(NEWS, arg=seq)
    same(before, boxes(mei), "Pass")
    mei.page.wait_for_timeout(700)
    mei.tap("[data-as='space-B2']")
    mei.tap("#panel .key:has-text('Place shop')")
    ana.page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=mei.seq)
    before, seq = boxes(mei), mei.seq
    ana.page.wait_for_timeout(700)
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
    ana.page.wait_for_timeout(700)
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
      });
    }""")
    seq = mei.seq
    ana.tap("#panel .key:has-text('Place shop')")
    mei.page.wait_for_function(NEWS, arg=seq)
    mei.settle()
    mei.page.wait_for_function("() => document.getElementById('answer').innerText.includes('just changed')")
    mei.page.wait_for_timeout(300)
    assert mei.seq == ana.seq, "nothing came of it"


def a_page_that_is_fetched_again_with_nothing_new_takes_the_next_tap_at_once(phones: tuple[Phone, Phone]) -> None:
    """As when somebody's phone falls asleep: the thumb has scrolled and taps, and all keys mean what they did."""
    ana, _ = phones
    ana.page.wait_for_timeout(700)
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
