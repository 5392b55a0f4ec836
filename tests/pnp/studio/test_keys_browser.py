"""Keys lead from page to page and move boxes, and the page of a lost piece comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from studio_builders import changed, lamps, watched
from studio_screens import opened

pytestmark = [pytest.mark.outside, pytest.mark.long, pytest.mark.landing]
LAMP = "box = [{}, 40, 24, 12]  # in the middle"


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lamps(tmp_path_factory.mktemp("keys") / "lamps", cards=9)


@pytest.fixture(scope="module")
def page(browser: Browser, kit: Path) -> Iterator[Page]:
    with watched(kit, kit.parent / "output") as (_, address), opened(browser, 1440, 900) as made:
        made.goto(address)
        yield made


@pytest.fixture
def home(page: Page) -> Page:
    """The page of all faces, come to by its tab."""
    page.locator(".tabs a").first.click()
    expect(page.locator("figure.face")).to_have_count(10)
    return page


def loaded(page: Page, heading: str) -> None:
    """Waits for a page, and for the script that takes its keys."""
    expect(page.locator("h1")).to_have_text(heading)
    page.wait_for_load_state()


def test_keys_go_from_page_to_page(home: Page) -> None:
    page = home
    page.wait_for_load_state()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    loaded(page, "Lamp 1")
    for name in ("Lamp 2", "Lamp 3"):
        page.keyboard.press("j")
        loaded(page, name)
    page.keyboard.press("Escape")
    expect(page.locator('[data-face="lamps/lamp-3/front/en"] a')).to_be_focused()
    page.wait_for_load_state()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    loaded(page, "Lamp 4")
    page.go_back()
    expect(page.locator("figure.face")).to_have_count(10)
    page.go_forward()
    loaded(page, "Lamp 4")


def test_arrows_move_what_tab_has_just_chosen(home: Page, kit: Path) -> None:
    page, lamp = home, kit / "faces" / "lamp.toml"
    page.locator('[data-face="lamps/lamp-1/front/en"] a').press("Enter")
    loaded(page, "Lamp 1")
    page.locator("#plate a[data-draw='2']").focus()
    for key in ("Tab", "ArrowRight", "ArrowRight", "j"):
        page.keyboard.press(key)
    loaded(page, "Lamp 2")
    expect(page.locator(".status__now")).to_contain_text("Moved text {price} 0.2 mm right")
    assert LAMP.format(20.7) in lamp.read_text()
    page.keyboard.press("Control+z")
    expect(page.locator(".status__now")).to_contain_text("Undone")
    assert LAMP.format(20.5) in lamp.read_text()


def test_a_piece_that_is_gone_says_so_and_comes_back(home: Page, kit: Path) -> None:
    page = home
    page.locator('[data-face="lamps/lamp-3/front/en"] a').click()
    expect(page.locator("h1")).to_have_text("Lamp 3")
    changed(kit / "lamps.csv", "lamp-3,", "lantern,")
    expect(page.get_by_role("heading", name="There is nothing here any more")).to_be_visible()
    changed(kit / "lamps.csv", "lantern,", "lamp-3,")
    loaded(page, "Lamp 3")
    page.keyboard.press("Escape")
    expect(page.locator("figure.face")).to_have_count(10)
