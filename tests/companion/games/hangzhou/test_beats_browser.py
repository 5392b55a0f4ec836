"""A merchant round on real phones: watched with few taps, the same on all of them, moved by transform and opacity."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from statistics import median
from typing import NamedTuple

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
    host.page.wait_for_timeout(700)  # a page that has just changed by itself takes no tap
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
    assert not host.wrong
    host.close()
    watcher.close()


SLOWER = 4
"""So many times as slow as this machine is the phone."""
TRACED = ("devtools.timeline", "disabled-by-default-devtools.timeline.frame", "blink.user_timing")
LAID = ("UpdateLayoutTree", "Layout", "PrePaint", "Paint")
"""What a page does for a picture that is not handed over to what draws it."""
FEW = 3
"""Times that a page may do so meanwhile: another phone is heard of, a motion ends."""
BEGUN, MOVING = 300, 2400
"""Milliseconds until a slow page has handed its motions over to what draws them, and of the picture that moves then."""
AGAIN = """async ([begun, moving]) => {
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const motions = document.getAnimations();
  for (const motion of motions) { motion.cancel(); motion.play(); }
  await pause(begun);
  performance.mark('moves');
  await pause(moving);
  performance.mark('moved');
  return motions.length;
}"""
"""All that moves on a page does so once more, between two marks; how much it is."""
ALONE = """() => {
  const thing = document.body.appendChild(document.createElement('i'));
  thing.textContent = '.';
  thing.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 5000 });
}"""
"""The only thing on a page that moves."""


class Traced(NamedTuple):
    """What the browser did while a picture moved, by name, and how many pictures a second it drew of what moves: by the
    time from one to the next, for where losers fade rule by rule there is nothing to draw in between."""

    did: Counter[str]
    rate: float


def traced(browser: Browser, phone: Phone) -> Traced | None:
    """None: nothing on the page moves."""
    browser.start_tracing(page=phone.page, categories=list(TRACED))
    motions = phone.page.evaluate(AGAIN, [BEGUN, MOVING])
    events = json.loads(browser.stop_tracing())["traceEvents"]
    if not motions:
        return None
    marks = {event["name"]: event["ts"] for event in events if event["name"] in ("moves", "moved")}
    between = [event for event in events if marks["moves"] < event.get("ts", 0) < marks["moved"]]
    drawn = sorted(event["ts"] for event in between if event["name"] == "DrawFrame")
    return Traced(
        Counter(event["name"] for event in between), 1e6 / median(then - now for now, then in pairwise(drawn))
    )


def empty_page(browser: Browser) -> float:
    """Pictures a second that this machine draws of a page with next to nothing on it, on a slow phone."""
    phone = Phone(browser)
    phone.open("about:blank")
    phone.line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    phone.page.evaluate(ALONE)
    found = traced(browser, phone)
    phone.close()
    assert found
    return found.rate


@pytest.mark.slow
def test_no_picture_of_what_moves_is_laid_out_on_a_slow_phone(browser: Browser, address: str) -> None:
    most = empty_page(browser)
    host, _ = merchants(browser, address)
    host.line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    moved = set[str]()
    while host.page.locator("#act").count():
        beat = host.page.locator("#act").get_attribute("data-beat") or ""
        if host.page.locator("[data-wait]:visible").count():
            host.page.locator("[data-wait]").click()
        found = traced(browser, host)
        if found:
            moved.add(beat[-1])
            laid = {name: found.did[name] for name in LAID}
            drawn = found.did["DrawFrame"]
            print(f"beat {beat}: {found.rate:.0f} frames a second of {most:.0f}, {drawn} drawn, {laid}")
            assert drawn > FEW * FEW, "it is seen to move"
            assert max(laid.values()) <= FEW, "now and then perhaps, never for each picture"
        end(host, beat)
    assert moved == set("123"), "a die that is rolled by hand lies there at once"
    host.close()
