"""Goods on the table in the machine, sent from a real phone: read by their seals, counted or compared."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

from browsers import Phone
from camera import Level
from playwright.sync_api import Browser, Route, expect
from shops import photograph

from companion.games.dunhuang.names import Good

pytestmark = [pytest.mark.outside, pytest.mark.landing]
HAND = (Good.TEA, Good.TEA, Good.JADE)
LEVEL = Level(tilt=(13, 17), width=(3000, 3000), jpeg=(97, 99))
SHOP = "dunhuang 2 market: * * * * * * * * camel: 2 A: c5 hand * shop 6x3 8 B: c3 hand * now: move A"


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Those goods, photographed."""
    picture = tmp_path_factory.mktemp("photographs") / "hand.jpg"
    picture.write_bytes(photograph(3, LEVEL, HAND))
    return picture


def test_a_hand_is_photographed_and_counted(browser: Browser, address: str, picture: Path) -> None:
    phone = Phone(browser, (320, 640))
    phone.host(f"{address}/new/dunhuang?way=score")
    phone.page.click("[href$='/tally/0']")
    phone.page.click("[href$='/photo/0']")
    phone.page.set_input_files("[capture]", picture)
    expect(phone.page.locator("svg polygon")).to_have_count(len(HAND))
    expect(phone.page.locator("h1")).to_have_text("All of it is sure")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.tap("#thumb .key--go")
    phone.page.wait_for_url("**/tally/0")
    expect(phone.page.locator("#heap-1 output").first).to_have_text(str(len(HAND)))
    phone.close()


def test_a_photograph_is_read_that_was_chosen_before_the_script_was_there(
    browser: Browser, address: str, picture: Path
) -> None:
    first = Phone(browser, (320, 640))
    table = first.host(f"{address}/new/dunhuang?way=score")
    phone = Phone(browser, (320, 640))
    phone.context.add_cookies(first.context.cookies())
    held: list[Route] = []
    phone.page.route("**/companion.js*", lambda route: held.append(route))
    phone.page.goto(f"{table}/photo/0", wait_until="commit")
    phone.page.set_input_files("[capture]", picture)
    assert phone.page.locator("[capture]").evaluate("input => input.files.length") == 1
    assert held, "the script came sooner"
    for route in held:
        route.continue_()
    expect(phone.page.locator("svg polygon")).to_have_count(len(HAND))
    phone.page.unroute_all()
    first.close()
    phone.close()


def test_a_shop_is_compared(browser: Browser, address: str, picture: Path) -> None:
    phone = Phone(browser, (320, 640))
    table = phone.host(f"{address}/new/dunhuang?{urlencode({'position': SHOP})}")
    phone.open(f"{table}/check")
    phone.page.click("[href$='/check/photo-0']")
    phone.page.wait_for_url("**/check/photo-0")
    phone.page.set_input_files("[capture]", picture)
    jade, tea, paper = (phone.page.locator("fieldset", has_text=name) for name in ("jade", "tea", "paper"))
    expect(jade).to_contain_text("The app says: none. The table shows: 1 card.")
    expect(tea).to_contain_text("The app says: 3 cards. The table shows: 2 cards. Others may lie beneath")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    paper.get_by_text("Table is right").click()
    phone.tap("#thumb .key--go")
    phone.page.wait_for_url("**/check")
    phone.open(f"{table}/fix/0")
    for name, count in (("jade", "1"), ("tea", "3"), ("paper", "0")):
        expect(phone.page.locator(".fixrow", has_text=name).locator("output")).to_have_text(count)
    phone.close()
