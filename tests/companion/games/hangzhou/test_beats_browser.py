"""A merchant round on real phones: watched with few taps, the same on all of them, moved by transform and opacity."""

from __future__ import annotations

import pytest
from browsers import Phone
from playwright.sync_api import Browser

pytestmark = [pytest.mark.outside, pytest.mark.landing]

CITY = "city: B1Wb D2Wy1 B2Br1 D4Bg A3B E2Rr2 C4Rp E4Yr B5Yo merchants: C2 D3 C5 A4"
MARKET = "market: y2 b1 p5 k6 / r2 b1 y1 p4 / g5 r3 y2 g4 / b1 r1 p5 o6"
ROUND = f"hangzhou WBRY {CITY} {MARKET} W: c7 b1 r1 B: c5 b1 y1 R: c9 r2 b1 Y: c3 r2 y1 now: move orange"
BEATS = ["11", "12", "13", "14", "21", "22", "31", "32", "41", "42"]
"""Orange trades, and its die is rolled by hand; the others only move."""
MOVED = """() => document.getAnimations().flatMap((motion) => motion.effect.getKeyframes()).flatMap(Object.keys)
  .filter((name) => !["offset", "computedOffset", "easing", "composite"].includes(name))"""
"""The properties that move on a page."""
TIMES = """() => document.getAnimations().map((motion) => motion.effect.getComputedTiming())
  .map(({ delay, activeDuration }) => [delay, activeDuration])"""
"""When what moves on a page begins, and how long it takes."""
LONG = 2400
"""Milliseconds that every motion takes: whatever begins or ends sooner has the page drawn anew while others move."""


def merchants(browser: Browser, address: str) -> tuple[Phone, str]:
    """A phone at a table whose merchants have set out, with dice by hand; the table's address."""
    host = Phone(browser)
    host.open(f"{address}/new/hangzhou?dice=hand")
    host.page.fill("#name", "Ana")
    host.page.evaluate("document.querySelector('[name=dice][value=hand]').checked = true")
    host.page.click("#open")
    host.page.wait_for_url("**/t/*")
    table = host.page.url
    host.open(f"{table}/advanced")
    host.page.fill("#position", ROUND)
    host.tap("section .key--go")
    return host, table


def end(host: Phone, beat: str) -> None:
    """The tap that ends a beat."""
    host.rest()
    host.tap("#thumb .key--go" if beat != "14" else ".dice7 .key:not([aria-disabled])")


def test_a_merchant_round_with_dice_by_hand_is_watched_with_ten_taps(browser: Browser, address: str) -> None:
    (host, table), watcher = merchants(browser, address), Phone(browser)
    watcher.open(f"{table}?watch=1")
    seen, moving, times, taps = list[str](), set[str](), list[tuple[float, float]](), 0
    while host.page.locator("#act").count():
        beat = host.page.locator("#act").get_attribute("data-beat") or ""
        seen.append(beat)
        if not beat.endswith("1"):
            watcher.page.wait_for_selector(f"[data-beat='{beat}']")
        moving |= set(host.page.evaluate(MOVED))
        times += host.page.evaluate(TIMES)
        if beat.endswith("1"):  # what a merchant wants goes by itself, before all phones have shown it
            host.page.wait_for_selector(f"#act:not([data-beat='{beat}'])")
            continue
        taps += 1
        end(host, beat)
    assert [beat for beat in BEATS if beat in seen] == seen, "each once, in their order"
    assert {beat for beat in BEATS if beat not in seen} <= {"11", "31", "41"}, (
        "what one rule decides may be gone at once"
    )
    assert taps <= 10
    assert moving == {"transform", "opacity"}, "nothing that moves is laid out anew"
    assert times and all(delay == 0 and lasts > LONG for delay, lasts in times)
    host.close()
    watcher.close()
