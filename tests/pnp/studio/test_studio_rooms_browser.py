"""The pages beside the faces in a browser, and a kit's first evening."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from changes_builders import goods, printed
from flask import Flask
from playwright.sync_api import Browser, Page, expect
from studio_builders import changed, served, watched
from studio_screens import open_to_everybody, opened

from pnp.calibration.printer_profile import Measured, profile_of, save
from pnp.sheet.printer import PrintShift
from pnp.studio.app import StartPage, create_app
from pnp.studio.session import Session

MEASURED = "Cellar"
"""A printer that was measured before."""


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = goods(tmp_path_factory.mktemp("rooms") / "tiny")
    printed(folder, folder.parent / "out")
    changed(folder / "goods.csv", "silk,Silk,5,2", "silk,Silk,6,2")
    changed(folder / "goods.csv", "tea,Tea,2,1", "tea,Tea,3,1")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pnp.calibration.printer_profile.user_config_path", lambda name: folder.parent / "config" / name)
        front, back = Measured(PrintShift(0.4, -0.3), 0.1), Measured(PrintShift(-1.2, 0.8), 0.1)
        save(profile_of(MEASURED, "a4", "long-edge", "readings", front, back))
        yield folder


@pytest.fixture(scope="module")
def address(kit: Path) -> Iterator[str]:
    with watched(kit, kit.parent / "out") as (_, found):
        yield found


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page that is closed before what it asks."""
    with opened(browser) as made:
        yield made


@pytest.mark.outside
@pytest.mark.long
@pytest.mark.landing
def test_what_changed_is_sifted_laid_over_and_followed(kit: Path, page: Page, address: str) -> None:
    page.goto(f"{address}/changes")
    cards = page.locator(".pair-card:visible h3")
    expect(cards).to_have_text(["Silk", "Tea"])
    page.get_by_role("searchbox").fill("sil")
    expect(cards).to_have_text(["Silk"])
    changed(kit / "goods.csv", "ink,Ink,3,1", "ink,Ink,4,1")
    expect(page.locator(".status__now")).to_contain_text("3 of 6 pieces differ")
    assert page.get_by_role("searchbox").input_value() == "sil", "a save leaves what was typed"
    expect(cards).to_have_text(["Silk"])
    page.get_by_role("searchbox").fill("")
    page.keyboard.press("Escape")
    new = page.locator(".pair-card--both figure:nth-of-type(2)").first
    page.keyboard.down("o")
    expect(page.locator("#h-over")).to_be_checked()
    expect(new).to_have_css("opacity", "0")
    page.keyboard.up("o")
    expect(new).to_have_css("opacity", "1")
    page.keyboard.press("r")
    expect(page.locator(".rings:visible")).to_have_count(0)
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{address}/face/cards/ink")


@pytest.mark.outside
@pytest.mark.long
@pytest.mark.landing
def test_a_printer_is_measured_by_eye_and_printed_with(page: Page, address: str) -> None:
    page.goto(f"{address}/sheets")
    page.get_by_role("link", name="Backs are off?").click()
    page.get_by_label("front, A, right").focus()
    readings = ("55.2", "54.8", "1.4", "-0.6", "155.1", "54.9", "1.2", "-0.8", "155.3", "234.2", "1.2", "-0.6")
    for text in (*readings, "55.3", "234.0", "1.4", "-0.6", "Office tray 2"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Office tray 2")).to_be_visible()
    expect(page.get_by_role("row", name="back, worst corner")).to_contain_text("1.6 mm")
    expect(page.locator("select[name=printer]")).to_have_value("Office tray 2")
    expect(page.get_by_role("complementary", name="What it takes")).to_contain_text("0.2 mm of 1.6")
    page.goto(f"{address}/sheets?printer=Office+tray+2")
    page.get_by_label("Marks and foot").uncheck()
    expect(page.locator(".sheet img").first).to_have_attribute("src", re.compile("-bare.png$"))
    page.get_by_label("Marks and foot").check()
    expect(page.locator(".sheet img").first).not_to_have_attribute("src", re.compile("-bare.png$"))
    expect(page).to_have_url(f"{address}/sheets?printer=Office+tray+2")
    page.keyboard.press("j")
    expect(page.locator(".sheet").first).to_be_focused()
    expect(page.locator(".sheet img").first).to_be_visible()
    page.locator("select[name=paper]").select_option("letter")
    expect(page.locator("[data-part=sheets]")).to_contain_text("was measured on A4, not on Letter")


@pytest.mark.outside
@pytest.mark.long
@pytest.mark.landing
def test_a_way_out_is_looked_at_and_taken(kit: Path, page: Page, address: str) -> None:
    page.goto(f"{address}/ways?way=game-crafter")
    shop = page.locator(".way--chosen")
    expect(shop.locator(".tagline")).not_to_contain_text("looking")
    expect(page.locator("[data-part=side]")).to_contain_text("makes no leaflets: rules")
    page.get_by_role("link", name="Details of A hand of cards").click()
    page.wait_for_url("**/ways?way=fan")
    page.keyboard.press("w")
    picture = page.get_by_role("link", name="en/fan.png")
    expect(picture).to_be_visible()
    assert (kit.parent / "out" / "tiny-fan" / picture.inner_text()).read_bytes().startswith(b"\x89PNG")


@pytest.mark.outside
@pytest.mark.long
@pytest.mark.landing
@pytest.mark.parametrize(
    ("path", "scheme"),
    [
        ("/ways", "light"),
        ("/changes", "dark"),
        (f"/sheets?measure=on&printer={MEASURED}", "light"),
        ("/sheets", "dark"),
        ("/leaflet/rules", "light"),
    ],
)
def test_pages_are_open_to_everybody(browser: Browser, address: str, path: str, scheme: str) -> None:
    open_to_everybody(browser, address + path, scheme)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[str]:
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
def first(browser: Browser, start: str) -> Iterator[Page]:
    """A page that is closed before what it asks."""
    with opened(browser) as made:
        yield made


@pytest.mark.outside
@pytest.mark.long
def test_from_nothing_to_the_pdf(first: Page, tmp_path: Path, start: str) -> None:
    first.goto(start)
    pictures = first.locator(".starter img")
    first.wait_for_function("() => [...document.images].every(image => image.complete && image.naturalWidth)")
    expect(pictures).to_have_count(6)
    assert Axe().run(first).response["violations"] == []
    first.get_by_label("Tokens").check()
    first.get_by_label("Deck").check()
    (tmp_path / "taken").mkdir()
    first.get_by_label("Name of the kit").fill("taken")
    first.keyboard.press("Enter")
    expect(first.get_by_role("alert")).to_contain_text("taken is there already, and empty. Choose another name.")
    first.get_by_label("Name of the kit").fill("night-market")
    first.keyboard.press("Enter")
    kit = tmp_path / "night-market"
    steps = first.get_by_role("complementary", name="First steps")
    expect(steps.locator(".finding--done")).to_have_count(1)

    changed(kit / "cards.csv", "barker,Barker,", "barker,Crier,")
    expect(first.locator(".status__now")).to_contain_text("Saved cards.csv · 1 face redrawn")
    expect(first.locator(".face--changed figcaption")).to_contain_text("Crier")
    expect(steps.locator(".finding--done")).to_have_count(2)

    good = (kit / "faces" / "card.toml").read_bytes()
    first.locator(".face--changed a").click()
    first.get_by_role("link", name="text {name}").first.click()
    expect(first.locator("#plate a[aria-current]")).to_be_attached()
    first.wait_for_load_state()  # the script that hears the keys is there then
    first.keyboard.press("Shift+ArrowDown")
    expect(first.locator(".status__now")).to_contain_text("Moved text {name} 1 mm down · faces/card.toml:")
    assert (kit / "faces" / "card.toml").read_bytes() != good
    first.keyboard.press("Control+z")
    expect(first.locator(".status__now")).to_contain_text("Undone")
    assert (kit / "faces" / "card.toml").read_bytes() == good

    first.locator("[data-build]:not([aria-disabled])").click()
    link = first.locator("main a[href$='.pdf']").first
    expect(link).to_be_visible()
    assert (tmp_path / "output" / "night-market" / link.inner_text()).read_bytes().startswith(b"%PDF-")
    first.goto(start)
    expect(first.locator("figure.face").first).to_be_visible()
    expect(steps, "the list goes when all is done").to_have_count(0)
