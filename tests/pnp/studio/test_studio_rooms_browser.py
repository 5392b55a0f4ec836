"""The pages beside the faces in a browser: what changed, the printer, ways out; one kit and one server for all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from changes_builders import goods, printed
from playwright.sync_api import Browser, Page, expect
from studio_builders import changed, watched

pytestmark = [pytest.mark.outside, pytest.mark.long]
PATIENCE = 30_000


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = goods(tmp_path_factory.mktemp("rooms") / "tiny")
    printed(folder, folder.parent / "out")
    changed(folder / "goods.csv", "silk,Silk,5,2", "silk,Silk,6,2")
    changed(folder / "goods.csv", "tea,Tea,2,1", "tea,Tea,3,1")
    return folder


@pytest.fixture(scope="module")
def address(kit: Path) -> Iterator[str]:
    with watched(kit, kit.parent / "out") as (_, found):
        yield found


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield opened
    context.close()
    assert wrong == []


def test_what_changed_is_sifted_laid_over_and_followed(kit: Path, page: Page, address: str) -> None:
    page.goto(f"{address}/changes")
    cards = page.locator(".pair-card:visible h3")
    expect(cards).to_have_text(["Silk", "Tea"])
    page.get_by_role("searchbox").fill("sil")
    expect(cards).to_have_text(["Silk"])
    changed(kit / "goods.csv", "ink,Ink,3,1", "ink,Ink,4,1")
    expect(page.locator(".status__now")).to_contain_text("3 of 6 pieces differ", timeout=PATIENCE)
    assert page.get_by_role("searchbox").input_value() == "sil", "a save leaves what was typed"
    expect(cards).to_have_text(["Silk"])
    page.get_by_role("searchbox").fill("")
    page.keyboard.press("Escape")
    new = page.locator(".pair-card--both figure:nth-of-type(2)").first
    page.keyboard.down("o")
    assert page.locator("#h-over").is_checked() and new.evaluate("one => getComputedStyle(one).opacity") == "0"
    page.keyboard.up("o")
    assert new.evaluate("one => getComputedStyle(one).opacity") == "1"
    page.keyboard.press("r")
    assert page.locator(".rings:visible").count() == 0
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}/face/cards/ink")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/changes"])
def test_pages_are_open_to_everybody(browser: Browser, address: str, path: str, scheme: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en", color_scheme=scheme)  # type: ignore[arg-type]
    try:
        page = context.new_page()
        page.goto(address + path)
        found = Axe().run(page).response["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found] == []
        page.set_viewport_size({"width": 720, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no scrolling sideways"
    finally:
        context.close()
