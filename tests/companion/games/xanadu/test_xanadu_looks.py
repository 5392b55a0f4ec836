"""How Xanadú looks: six players on one phone, words that stay whole, the big screen read from three metres; taps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsers import Phone
from playwright.sync_api import Browser
from test_xanadu_browser import PAPER, placed

pytestmark = [pytest.mark.outside, pytest.mark.landing]

SIX = (
    "xanadu 6 A: c131 50.02 33.04.05 15 62.06.08 hand 27 26 34 B: c28 49.09.10 07.11 hand 38 39"
    " C: c37 28.12.13 20.14 62 40 hand 41 42 D: c22 01.16 51.17 hand 43 44 E: c25 17.18.19.21 36.22 hand 45 46"
    " F: c19 63.23 04.24.25 37 hand 47 48 now: play A"
)
FULL = (
    "xanadu 4 A: c14 50.03 33.06 15 62.08 17 hand 10 18 28 38 61 B: c11 21.09 02 hand 11 13 14"
    " C: c17 05.25 hand 16 19 D: c9 20 hand 22 23 24 now: play A"
)
BROKEN = r"""() => {
  const found = [], range = document.createRange();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    if (!node.parentElement.checkVisibility() || node.parentElement.closest('.vh, .skip')) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}’]+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
      const name = node.parentElement.closest('.bld__name, .key--build, .card__name, .fold summary, .start');
      if ((word.length < 9 || name) && lines.size > 1) found.push(word);
    }
  }
  return found;
}"""
"""Short words that stand on two lines, and words of names."""
CUT = """() => [...document.querySelectorAll('.bld__name b, .fold summary b, .seat__name, .tv h2, .tv h1')].filter(e =>
  e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display != 'inline'
).map(e => e.textContent)"""
"""Names that have no room."""
SMALL = """() => {
  const least = innerHeight / 40, found = [];
  const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const e = node.parentElement;
    if (!node.data.trim() || !e.checkVisibility() || e.closest('.vh, svg')) continue;
    const size = parseFloat(getComputedStyle(e).fontSize);
    const twice = e.closest('h1, .tv__who > b, .tv__price > :not(span), .tv__price, .tv__code, .tv__name--large');
    if (size < least * (twice ? 2 : 1) - .01) found.push(`${node.data.trim()} ${size}`);
  }
  return found;
}"""
"""What is under a fortieth of the height, or under twice that among the names and numbers that count."""
OUTSIDE = """() => {
  const found = [], at = e => e.getBoundingClientRect();
  for (const house of document.querySelectorAll('.tv__house')) {
    const [line, zone, price] = [at(house), at(house.closest('.tv__zone')), at(house.querySelector('.tv__price'))];
    if (line.bottom > zone.bottom || line.right > zone.right || price.right > line.right) found.push(house.textContent);
    for (const part of [house.querySelector('b'), ...house.querySelectorAll('.ladder > [aria-hidden]')]) {
      if (!part.checkVisibility()) continue;
      const box = at(part);
      // A line of text is as high as its letters might be.
      const out = box.top < line.top - 3 || box.bottom > line.bottom + 3 || box.right > price.left;
      if (out) found.push(part.textContent);
    }
  }
  return found;
}"""
"""What of the lines of buildings lies outside of them, or under their price."""


@pytest.fixture(scope="module")
def tables(browser: Browser, address: str) -> Iterator[tuple[Phone, str, str]]:
    """A phone, and its tables: six players, and one with five buildings."""
    phone = Phone(browser)
    six, full = (placed(phone, address, position) for position in (SIX, FULL))
    yield phone, six, full
    phone.close()


def spoken(phone: Phone, address: str, language: str) -> None:
    phone.context.add_cookies([{"name": "language", "value": language, "url": address}])


def test_six_players_are_read_on_less_than_two_screens(tables: tuple[Phone, str, str], address: str) -> None:
    phone, six, _ = tables
    spoken(phone, address, "en")
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.open(six)
    assert phone.page.evaluate("document.documentElement.scrollHeight") < 2 * 844
    assert phone.page.locator("section[id='of-0'] .bld__row").count() == 4, "the own buildings lie open"
    folds = phone.page.locator("#others .fold")
    assert folds.count() == 5 and not phone.page.locator("#others .fold[open]").count()
    assert folds.first.locator(".mini").count() == 2, "folded to their prices"
    phone.tap(".seat >> nth=4")
    assert phone.page.locator("#others .fold >> nth=0").get_attribute("id") == "of-4"
    assert (
        phone.page.locator("#of-4 .bld__row").count() == 2 and phone.page.locator("#of-4 .bld__row").first.is_visible()
    )


def test_words_stay_whole_and_nothing_scrolls_sideways(tables: tuple[Phone, str, str], address: str) -> None:
    phone, six, full = tables
    paper = placed(phone, address, PAPER)
    pages = (six, f"{full}?seat=1", f"{six}/card/27", f"{six}/card/33", f"{full}?sell=1", f"{full}/at/17?n=18")
    pages += tuple(f"{paper}?n={number}" for number in ("15", "16", "42", "50"))
    sizes = ((320, 640), (390, 664), (844, 390), (820, 1180), (1280, 800))
    for number, page in enumerate(pages):
        spoken(phone, address, ("en", "es")[number % 2])
        phone.open(page)
        for width, height in sizes:
            phone.page.set_viewport_size({"width": width, "height": height})
            assert not phone.page.evaluate(BROKEN), (page, width)
            assert not phone.page.evaluate(CUT), (page, width)
            assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (page, width)


@pytest.mark.parametrize(("size", "language"), [((1280, 800), "es"), ((1920, 1080), "en")])
def test_the_big_screen_is_read_from_three_metres(
    tables: tuple[Phone, str, str], address: str, size: tuple[int, int], language: str
) -> None:
    phone, six, full = tables
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    spoken(phone, address, language)
    for table in (six, full):
        phone.open(f"{table}/screen")
        assert phone.h1 in ("Ana plays", "Juega Ana")
        assert not phone.page.evaluate(SMALL)
        assert not phone.page.evaluate(OUTSIDE), "every line is seen whole"
        assert not phone.page.evaluate(CUT)
        assert phone.page.evaluate(
            "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
        )
    heights = [
        {round(house.bounding_box()["height"]) for house in zone.locator(".tv__house").all()}  # type: ignore[index]  # it is seen
        for zone in phone.page.locator(".tv__zone").all()
    ]
    assert all(len(of_zone) == 1 for of_zone in heights)
    assert heights[1] == heights[2] == heights[3], "a fifth building shrinks the lines of its own zone alone"
    assert max(heights[0]) < max(heights[1])
