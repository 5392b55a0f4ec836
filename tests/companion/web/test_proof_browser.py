"""Checking the dice on a real phone: its script mixes by itself, and the pages fit every screen."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import Phone
from playwright.sync_api import Browser

pytestmark = [pytest.mark.outside, pytest.mark.landing]

SIZES = [(390, 844), (320, 640), (1280, 800)]


def looks_right(phone: Phone, size: tuple[int, int]) -> None:
    """Nothing for axe, no sideways scrolling, targets of 44 pixels."""
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    small = phone.page.evaluate(
        """() => [...document.querySelectorAll("main button, main summary, main a, main input, main textarea")]
            .filter((e) => e.getClientRects().length && !e.closest("p") && !e.classList.contains("rule"))
            .filter((e) => e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML)"""
    )
    assert small == []
    found = Axe().run(phone.page)
    assert found.violations_count == 0, found.generate_report()


def test_a_phone_mixes_by_itself_and_shows_the_proof(browser: Browser, address: str) -> None:
    host = Phone(browser)
    host.open(f"{address}/new/hangzhou")
    host.page.fill("#name", "Ana")
    host.page.click("#open")
    host.page.wait_for_url("**/t/*")
    code = host.page.url.split("/t/")[1].split("/")[0]
    host.tap("#thumb button")
    host.page.wait_for_selector(".panel--on")
    host.open(f"{address}/t/{code}/verify")
    (mixed,) = host.page.locator("#mixtures dd").all_inner_texts()
    assert re.fullmatch("[0-9a-f]{32}", mixed)
    looks_right(host, SIZES[0])
    assert host.page.locator("#text").count() == 0, "each phone mixes in once"
    host.open(f"{address}/t/{code}/menu")
    host.page.click("details.more summary")
    host.tap("details.more button")
    for size in SIZES[1:]:
        host.page.emulate_media(color_scheme="dark" if size[0] == 320 else "light")
        host.open(f"{address}/t/{code}/verify")
        assert "Everything fits." in host.page.inner_text("main")
        host.page.click("details.more summary")
        looks_right(host, size)
    assert host.wrong == []
    host.close()
