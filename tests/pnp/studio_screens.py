"""The pages of the studio in a browser, as its tests open them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

from axe_playwright_python.sync_playwright import Axe
from browsers import PATIENCE
from playwright.sync_api import Browser, ConsoleMessage, Page

from pnp.studio.session import Session

REFUSED = ("404", "409", "422")
"""How pages answer for what is gone, and what they do not write."""
CUT_OFF = """[...document.querySelectorAll(".btn, .seg label, .tabs a")]
  .filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map(one => one.textContent.trim())"""
"""Keys whose words have no room."""


@contextlib.contextmanager
def opened(browser: Browser, width: int = 1280, height: int = 800) -> Iterator[Page]:
    """A page on which nothing goes wrong but what is refused."""
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    wrong: list[str] = []

    def heard(said: ConsoleMessage) -> None:
        if said.type == "error" and not any(code in said.text for code in REFUSED):
            wrong.append(f"{said.location['url']}: {said.text}")

    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", heard)
    try:
        yield page
    finally:
        context.close()
    assert not wrong, wrong


def settle(page: Page, session: Session) -> None:
    """Until the last save is checked and the page shows that: nothing on it is replaced from then on."""
    last = time.monotonic() + PATIENCE / 1000
    while not session.proof.checked or page.locator("body").get_attribute("data-state") != str(session.state):
        assert time.monotonic() < last, session.state
        page.wait_for_timeout(20)


def open_to_everybody(browser: Browser, address: str, scheme: str) -> None:
    """A page that axe finds nothing on, and that at twice the size scrolls no more sideways, and cuts no key off."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en", color_scheme=scheme)  # type: ignore[arg-type]  # one of two words
    try:
        page = context.new_page()
        page.goto(address)
        found = Axe().run(page).response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found] == []
        page.set_viewport_size({"width": 640, "height": 400})  # as browsers do to enlarge what stands in it
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no scrolling sideways"
        assert page.evaluate(CUT_OFF) == []
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nor with large text on a phone"
    finally:
        context.close()
