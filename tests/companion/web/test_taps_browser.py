"""No tap is lost and none acts twice: double taps at any pace, with the link and without."""

from __future__ import annotations

import random

import pytest
from browsers import Phone
from playwright.sync_api import Browser

pytestmark = pytest.mark.outside

PAIR = """async ([first, gap]) => {
  const tap = () => document.querySelector('[data-as="tool-1"]').click();
  await new Promise((done) => setTimeout(done, first));
  tap();
  await new Promise((done) => setTimeout(done, gap));
  tap();
}"""
"""A double tap on the same place, so many milliseconds after the last and apart."""


def tapped(browser: Browser, address: str, pairs: int, seed: int) -> None:
    """So many double taps on the key of one coin more, some of them without a link: each tap is one coin."""
    rng, phone = random.Random(seed), Phone(browser)
    line = "hangzhou WB city: B2W merchants: A1 - - - market: r2 b1 b2 k4 / y1 y2 y3 g4 / o4 o5 p4 p5 / r1 b3 y2 k6"
    phone.open(f"{address}/new/hangzhou?way=merchants&position={line.replace(' ', '+').replace('/', '%2F')}")
    phone.page.fill("#name", "Ana")
    phone.page.click("#open")
    phone.page.wait_for_url("**/t/*")
    phone.open(f"{phone.page.url}/city/B2")
    for number in range(pairs):
        away = rng.random() < 0.1 or number == pairs - 1
        phone.context.set_offline(away)
        phone.page.evaluate(PAIR, [rng.randrange(20, 200), rng.randrange(40, 401)])
        if away:
            phone.page.wait_for_selector("[data-as=tool-1] small:text-is('waits')")
            phone.context.set_offline(False)
    all_there = "n => document.querySelector('.saved').textContent.includes(n) && !document.body.dataset.busy"
    phone.page.wait_for_function(all_there, arg=f" {2 * pairs} coins", timeout=60_000)
    phone.page.reload()
    assert f" {2 * pairs} coins" in phone.page.locator(".saved").inner_text()
    phone.close()


def test_double_taps_count_each(browser: Browser, address: str) -> None:
    tapped(browser, address, 8, 1)
