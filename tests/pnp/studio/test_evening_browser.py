"""A kit's first evening, from nothing to the PDF: a starter is chosen by its picture, a row changed in an editor and
seen, a box moved and the file with it, taken back, and the kit built."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, Page, expect
from studio_builders import changed, served
from studio_screens import opened

from pnp.studio.app import StartPage, create_app
from pnp.studio.session import Session

pytestmark = [pytest.mark.outside, pytest.mark.long]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A page of starters where no kit is."""
    sessions: list[Session] = []

    def opened(folder: Path) -> Flask:
        sessions.append(Session(folder, tmp_path / "output"))
        sessions[-1].start()
        return create_app(sessions[-1])

    with served(StartPage(tmp_path, opened)) as found:
        yield found
    for session in sessions:
        session.stop()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page that is closed before what it asks."""
    with opened(browser) as made:
        yield made


def test_from_nothing_to_the_pdf(page: Page, tmp_path: Path, address: str) -> None:
    page.goto(address)
    pictures = page.locator(".starter img")
    page.wait_for_function("() => [...document.images].every(image => image.complete && image.naturalWidth)")
    expect(pictures).to_have_count(6)
    assert Axe().run(page).response["violations"] == []
    page.get_by_label("Tokens").check()
    page.get_by_label("Deck").check()
    (tmp_path / "taken").mkdir()
    page.get_by_label("Name of the kit").fill("taken")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("taken is there already, and empty. Choose another name.")
    page.get_by_label("Name of the kit").fill("night-market")
    page.keyboard.press("Enter")
    kit = tmp_path / "night-market"
    steps = page.get_by_role("complementary", name="First steps")
    expect(steps.locator(".finding--done")).to_have_count(1)

    changed(kit / "cards.csv", "barker,Barker,", "barker,Crier,")
    expect(page.locator(".status__now")).to_contain_text("Saved cards.csv · 1 face redrawn")
    expect(page.locator(".face--changed figcaption")).to_contain_text("Crier")
    expect(steps.locator(".finding--done")).to_have_count(2)

    good = (kit / "faces" / "card.toml").read_bytes()
    page.locator(".face--changed a").click()
    page.get_by_role("link", name="text {name}").first.click()
    expect(page.locator("#plate a[aria-current]")).to_be_attached()
    page.wait_for_load_state()  # the script that hears the keys is there then
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator(".status__now")).to_contain_text("Moved text {name} 1 mm down · faces/card.toml:")
    assert (kit / "faces" / "card.toml").read_bytes() != good
    page.keyboard.press("Control+z")
    expect(page.locator(".status__now")).to_contain_text("Undone")
    assert (kit / "faces" / "card.toml").read_bytes() == good

    page.locator("[data-build]:not([aria-disabled])").click()
    link = page.locator("main a[href$='.pdf']").first
    expect(link).to_be_visible()
    assert (tmp_path / "output" / "night-market" / link.inner_text()).read_bytes().startswith(b"%PDF-")
    page.goto(address)
    expect(page.locator("figure.face").first).to_be_visible()
    expect(steps, "the list goes when all is done").to_have_count(0)
