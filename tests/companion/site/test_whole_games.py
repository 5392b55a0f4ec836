"""Whole games on one phone without a network, to the score: alone, with the phone handed on, with bots."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import QUICK
from inside import Inside
from playwright.sync_api import Browser
from visits import Host, visiting

pytestmark = [pytest.mark.outside, pytest.mark.long, pytest.mark.slow]

CITY = (
    "hangzhou WB city: B1Wy A2Br1 D3Wb market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / r1 r1 p5 k6 "
    "W: c6 r1 B: c3 b1 now: play W"
)
BEATS = 40
"""More than a round of the merchants has."""
PAGES = ("", "?seat=0", "?seat=1", "/check", "/log")
TEXT = "async path => (await fetch(path)).text()"
RELOADED, CRASHED = 10, 30
"""After so many presses the page is loaded anew, and the tab ends without a word."""
HAND = 'id="hand"'
"""The cards of whoever has the phone."""


@pytest.fixture(params=["en", "es"])
def phone(request: pytest.FixtureRequest, browser: Browser, host: Host) -> Iterator[Inside]:
    """A phone that has been at the site, and has no network now."""
    with visiting(browser, request.param) as visitor:
        visitor.context.add_init_script(QUICK)
        visitor.open(host.address)
        host.stop()
        yield Inside(visitor, host.address)


def once(phone: Inside, lang: str) -> None:
    if phone.page.locator("html").get_attribute("lang") != lang:
        pytest.skip("once is enough")


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


def test_hangzhou_alone(phone: Inside) -> None:
    table = phone.open_table("hangzhou", 1)
    phone.tap("#thumb .key--go")
    phone.play(table, random.Random(3), lambda pressed: interrupted(phone, table, pressed))
    ended(phone, table)


def test_dunhuang_handed_on(phone: Inside) -> None:
    """While the phone is handed on, no page of it tells what lies in a hand."""
    table = phone.open_table("dunhuang", 2, cards="app")
    phone.seat(table, {"do": "name", "chair": 1, "name": "Mei"})
    phone.open(table)
    phone.tap("#thumb .key--go")
    seen: Counter[bool] = Counter()

    def between(pressed: int) -> None:
        interrupted(phone, table, pressed)
        covered = phone.page.locator("#curtain").count() > 0
        shown = [phone.page.evaluate(TEXT, f"{table}{page}") for page in PAGES]
        seen[covered] += any(HAND in text for text in shown) or covered
        assert not (covered and any(HAND in text for text in shown))

    phone.play(table, random.Random(3), between)
    assert seen[True] > 5 and seen[False] > 5, "hands were covered, and seen"
    ended(phone, table)


def test_xanadu_with_a_bot(phone: Inside) -> None:
    once(phone, "en")
    table = phone.open_table("xanadu", 2, cards="app")
    phone.seat(table, {"do": "rival", "chair": 1, "player": "strong", "name": "Bo"})
    phone.open(table)
    phone.tap("#thumb .key--go")
    phone.play(table, random.Random(3), lambda pressed: interrupted(phone, table, pressed))
    ended(phone, table)


def test_a_merchant_round_of_a_typed_city(phone: Inside) -> None:
    phone.open(f"{phone.address}new/hangzhou?{urlencode({'way': 'merchants', 'position': CITY})}")
    phone.page.fill("input[name=name]", "Ana")
    phone.tap("#open")
    phone.visitor.at("/t/")
    begun = phone.h1
    phone.tap("#thumb .key--go")
    moved = phone.seq
    for _ in range(BEATS):
        if phone.h1 == begun:
            break
        phone.tap("#thumb .key--go, main .key--go, .dice7 button:not([aria-disabled])")
        phone.visitor.page.wait_for_timeout(100)
    assert phone.h1 == begun and phone.seq > moved
    clean(phone)


def test_xanadu_is_counted(phone: Inside) -> None:
    phone.open(f"{phone.address}score/xanadu")
    phone.tap("#thumb [name=open]")
    phone.visitor.at("/t/")
    table = phone.page.url.partition("/tally")[0]
    for place in range(2):
        phone.open(f"{table}/tally/{place}?at=coins")
        for label in ("1", "4"):
            phone.tap(f"[data-as='coins-{label}']")
        phone.tap("#thumb button[name=do]")
    phone.page.wait_for_selector("#result, #count")
    assert phone.result()
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
