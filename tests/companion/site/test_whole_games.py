"""A whole game on one phone without a network, and what is seen of it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import QUICK
from playwright.sync_api import Browser
from visits import Host, Inside, visiting

pytestmark = [pytest.mark.outside, pytest.mark.long, pytest.mark.slow]

RELOADED, CRASHED = 10, 30
"""After so many presses the page is loaded anew, and the tab ends without a word."""


@pytest.fixture
def phone(browser: Browser, host: Host) -> Iterator[Inside]:
    """A phone that has been at the site, and has no network now."""
    with visiting(browser, "es") as visitor:
        visitor.context.add_init_script(QUICK)
        visitor.open(host.address)
        host.stop()
        yield Inside(visitor, host.address)


def clean(phone: Inside) -> None:
    """What is seen can be read by everybody, and nothing went wrong until now."""
    phone.page.evaluate(Axe().axe_script)
    found = phone.page.evaluate("async () => (await axe.run()).violations.map(({ id, nodes }) => [id, nodes[0].html])")
    assert not found, phone.page.url
    assert not phone.wrong


def ended(phone: Inside, table: str) -> None:
    """The result, its pages, and the table among the others."""
    assert phone.page.locator("#result").count()
    for page in (f"{table}/log", f"{table}/score", f"{table}/verify", f"{phone.address}history"):
        phone.open(page)
        assert phone.h1
        clean(phone)
    assert table.rpartition("/")[2] in phone.page.content(), "it is in the history"
    assert not phone.wrong


def interrupted(phone: Inside, table: str, pressed: int) -> None:
    """What happens to a tab: nothing that was played is lost."""
    if pressed == RELOADED:
        phone.visitor.page.reload()
        phone.visitor.shown()
    elif pressed == CRASHED:
        before = phone.seq
        phone.visitor.crash()
        phone.visitor.page.close()
        phone.visitor.tab()
        phone.visitor.open(table.replace(phone.address, f"{phone.address}#/"))
        assert phone.seq >= before
        phone.wrong.clear()  # what the browser says of the tab that ended


def test_xanadu_with_a_bot(phone: Inside) -> None:
    table = phone.open_table("xanadu", 2, cards="app")
    phone.seat(table, {"do": "rival", "chair": 1, "player": "strong", "name": "Bo"})
    phone.open(table)
    phone.tap("#thumb .key--go")
    phone.play(table, random.Random(3), lambda pressed: interrupted(phone, table, pressed))
    ended(phone, table)


def test_lessons(phone: Inside) -> None:
    phone.open(f"{phone.address}new/hangzhou")
    phone.page.fill("input[name=name]", "Ana")
    phone.page.check("[name=players][value='1']", force=True)
    phone.page.check("[name=lessons]", force=True)
    phone.tap("#open")
    phone.visitor.at("/t/")
    phone.tap("#thumb .key--go")
    assert phone.page.locator("#lesson .lesson__pic img").evaluate("picture => picture.decode().then(() => true)")
    clean(phone)


# --- what is seen of the site on small phones, and with letters twice as high ---

SCREENS = ((320, 568, 16), (390, 664, 16), (390, 844, 32))
"""Width and height, and the height of a letter that the reader has chosen, in pixels."""
SEEN = """() => {
  const frame = frames[0], page = frame.document, root = page.documentElement, found = [];
  const box = document.querySelector('iframe').getBoundingClientRect();
  if (box.x || box.y || box.width !== innerWidth || box.height !== innerHeight) found.push('a frame beside the screen');
  if (document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight)
    found.push('it scrolls outside');
  if (root.scrollWidth > frame.innerWidth) found.push('it scrolls sideways');
  frame.scrollTo(0, root.scrollHeight);
  const thumb = page.getElementById('thumb'), above = thumb ? thumb.getBoundingClientRect().top : frame.innerHeight;
  const last = [...page.querySelectorAll('main :is(a, button, input, summary)')].filter(one => one.checkVisibility()
    && !thumb?.contains(one)).at(-1);
  if (last && last.getBoundingClientRect().bottom > above + 1) found.push(`${last.outerHTML.slice(0, 90)} is covered`);
  if (thumb && thumb.getBoundingClientRect().bottom > frame.innerHeight + 1) found.push('keys below the screen');
  return found;
}"""


def test_nothing_is_covered_or_beside_the_screen(browser: Browser, host: Host) -> None:
    with visiting(browser) as visitor:
        visitor.open(host.address)
        host.stop()
        phone = Inside(visitor, host.address)
        line = visitor.context.new_cdp_session(visitor.page)
        wrong = []
        begun = phone.open_table("hangzhou", 1)
        phone.tap("#thumb .key--go")
        pages = (
            "",
            "new/dunhuang",
            "history",
            "score/xanadu",
            *(begun.replace(host.address, "") + end for end in ("", "/menu", "/advanced", "/log")),
        )
        for width, height, letter in SCREENS:
            visitor.page.set_viewport_size({"width": width, "height": height})
            line.send("Page.setFontSizes", {"fontSizes": {"standard": letter, "fixed": letter}})
            for page in pages:
                phone.open(f"{host.address}{page}")
                wrong += [(width, letter, page, one) for one in visitor.page.evaluate(SEEN)]
        assert not wrong
        assert not visitor.wrong
