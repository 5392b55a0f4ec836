"""Printing on a phone: the picture follows the choice, progress comes by itself, and what comes is what was chosen."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
import zxingcpp
from axe_playwright_python.sync_playwright import Axe
from browsers import Phone
from playwright.sync_api import Browser, Route, expect

pytestmark = [pytest.mark.outside, pytest.mark.landing]

SLOW = 60_000
"""Milliseconds for what the press does."""
DRAWN = (
    "() => { const i = document.querySelector('#picture img'); return i.naturalWidth > 0 && !('old' in i.dataset); }"
)

LARGE = "() => { const at = document.documentElement; at.style.fontSize = '200%'; return at.scrollWidth - innerWidth; }"
"""How far a page with letters twice as large goes beyond its window."""


def violations(phone: Phone) -> list[str]:
    found = Axe().run(phone.page).response["violations"]
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]


def codes(pdf: Path) -> set[str]:
    """What the QR codes of a file say."""
    with pypdfium2.PdfDocument(pdf) as document:
        return {code.text for page in document for code in zxingcpp.read_barcodes(page.render(scale=2).to_pil())}


def test_two_taps_from_the_choice_to_the_download(browser: Browser, address: str, tmp_path: Path) -> None:
    phone = Phone(browser)
    page = phone.page
    phone.open(f"{address}/print?game=xanadu")
    page.wait_for_function(DRAWN, timeout=SLOW)
    before = page.locator("#picture img").get_attribute("src")
    page.check("input[value=letter]")
    page.wait_for_function("before => document.querySelector('#picture img').getAttribute('src') != before", arg=before)
    page.wait_for_function(DRAWN, timeout=SLOW)
    assert "paper=letter" in page.url, "a reload keeps the choice"
    page.fill("#address", "http://silkroadhouse.local:8000")
    assert not violations(phone)

    phone.tap("#make")
    page.wait_for_url("**/print/*")
    at = page.url
    assert page.evaluate("() => performance.getEntriesByType('navigation').length") == 1
    page.evaluate("() => { window.same = true; }")
    assert not violations(phone)
    phone.open(f"{address}/")
    phone.open(at)
    page.evaluate("() => { window.same = true; }")
    page.wait_for_selector("#work:not([data-wait]) a[download]", timeout=SLOW)
    assert page.evaluate("() => window.same"), "it came by itself, without a reload"
    assert page.locator("#state").inner_text().startswith("Ready.")
    assert page.evaluate(LARGE) <= 0, "names break where letters are twice as large"
    assert not violations(phone)
    with page.expect_download() as download:
        phone.tap("a[download]")
    assert phone.taps == 2
    assert not phone.wrong
    assert download.value.suggested_filename == "xanadu-en-letter.zip"
    with zipfile.ZipFile(download.value.path()) as archive:
        archive.extractall(tmp_path / "kit")
    phone.close()
    with pikepdf.open(tmp_path / "kit" / "xanadu-en-letter-card-two-sided.pdf") as pdf:
        assert sorted(float(side) for side in pdf.pages[0].MediaBox[2:]) == [612, 792]
    found = codes(tmp_path / "kit" / "xanadu-en-letter-card-one-sided.pdf")
    assert found and all(text.startswith("http://silkroadhouse.local:8000/k/xanadu/") for text in found)


def test_another_kit_keeps_the_language(browser: Browser, address: str) -> None:
    phone = Phone(browser)
    page = phone.page
    phone.open(f"{address}/print?game=hangzhou")
    page.check("input[value=es]")
    page.check("input[value=xanadu]")
    page.wait_for_function("() => document.querySelector('#picture img').src.includes('game=xanadu')")
    assert page.is_checked("input[value=es]") and "language=es" in page.url
    assert not phone.wrong
    phone.close()


def test_the_picture_follows_beside_an_impossible_address(browser: Browser, address: str) -> None:
    phone = Phone(browser)
    page = phone.page
    phone.open(f"{address}/print?game=dunhuang&paper=a4")
    page.fill("#address", "games.example.org/x")
    page.check("input[value=letter]")
    page.wait_for_function("() => document.querySelector('#picture img').src.includes('paper=letter')")
    assert "cannot stand in a code" in page.locator("#note").inner_text()
    assert page.input_value("#address") == "games.example.org/x"
    page.fill("#address", "http://games.example.org")
    page.check("input[value=low]")
    page.wait_for_function("() => document.querySelector('#picture img').src.includes('ink=low')")
    assert not page.locator("#note").count()
    assert not phone.wrong
    phone.close()


def waiting(browser: Browser, address: str, host: str) -> Phone:
    """A phone on the page of a print that it has just asked for, which no other has."""
    phone = Phone(browser)
    phone.open(f"{address}/print?game=dunhuang&way=contact&ink=low&address=http://{host}")
    phone.tap("#make")
    phone.page.wait_for_url("**/print/*")
    return phone


def test_progress_takes_no_focus(browser: Browser, address: str) -> None:
    phone = waiting(browser, address, "focus.example")
    page = phone.page
    page.focus("a:has-text('Choose anew')")
    page.wait_for_selector("#work:not([data-wait]) a[download]", timeout=SLOW)
    assert page.evaluate("() => document.activeElement.textContent") == "Choose anew"
    assert not phone.wrong
    phone.close()


def test_a_print_without_a_link_or_gone_is_said(browser: Browser, address: str) -> None:
    phone = waiting(browser, address, "lost.example")
    page = phone.page
    as_it_is = page.content()
    state = page.locator("#state")
    says = state.inner_text()
    answers: dict[str, Callable[[Route], None]] = {
        "waiting": lambda route: route.fulfill(body=as_it_is, content_type="text/html; charset=utf-8"),
        "nothing": lambda route: route.abort(),
        "gone": lambda route: route.fulfill(status=404, body="<h1>Gone</h1>", content_type="text/html"),
    }
    answer = "nothing"
    page.route(page.url, lambda route: answers[answer](route))
    expect(state).to_contain_text("No answer: the server is off, or this phone has no link.")
    answer = "waiting"
    expect(state).to_have_text(says)
    answer = "gone"
    expect(page.locator("h1")).to_have_text("Gone")
    assert not phone.wrong
    phone.close()


def test_a_refused_address_breaks_where_letters_are_twice_as_large(browser: Browser, address: str) -> None:
    phone = Phone(browser, (320, 568))
    phone.open(f"{address}/print?address=foo/bar")
    assert phone.page.locator("#note").is_visible()
    assert phone.page.evaluate(LARGE) <= 0
    phone.close()
