"""Photographs of houses on the table in the machine, sent from a real phone: made smaller, then counted or compared."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

from browsers import Phone
from camera import Level
from houses import House, photograph
from playwright.sync_api import Browser, expect

from companion.games.xanadu.names import Card

pytestmark = [pytest.mark.outside, pytest.mark.slow]

FELT, MILL, TEMPLE = House(Card(7), 2), House(Card(12)), House(Card(33), sideways=True)
LAID = ((FELT, MILL), (MILL, TEMPLE), (FELT, MILL, TEMPLE))
PLAYED = "xanadu 2 cards: paper A: 07.* 12 40 hand *x5 B: 02 hand *x6 now: play B"


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Those houses, photographed."""
    level = Level(tilt=(13, 17), width=(3000, 3000), jpeg=(97, 99))
    found = []
    for number, laid in enumerate(LAID):
        found.append(tmp_path_factory.mktemp("photographs") / f"{number}.jpg")
        found[-1].write_bytes(photograph(number, level, laid))
    return found


def chosen(phone: Phone, picture: Path) -> None:
    """Chooses a picture of the phone's."""
    phone.page.set_input_files("input[type=file]:not([capture])", picture)
    expect(phone.page.locator("svg image")).to_have_count(1)


def test_photographs_of_a_players_houses_are_counted(browser: Browser, address: str, pictures: list[Path]) -> None:
    phone = Phone(browser, (320, 640))
    table = phone.host(f"{address}/new/xanadu?way=score")
    for picture in pictures[:2]:
        phone.open(f"{table}/tally/0")
        phone.page.click("[href$='/photo/0']")
        chosen(phone, picture)
        expect(phone.page.locator("fieldset")).to_have_count(2)
        if picture == pictures[0]:
            expect(phone.page.locator("input[name='read.07']:checked")).to_have_value("2")
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        phone.tap("#thumb .key--go")
        phone.page.wait_for_url("**/tally/0")
    expect(phone.page.locator(".counted")).to_have_count(3)
    phone.close()


def test_a_players_houses_are_compared(browser: Browser, address: str, pictures: list[Path]) -> None:
    phone = Phone(browser, (320, 640))
    table = phone.host(f"{address}/new/xanadu?{urlencode({'position': PLAYED})}")
    phone.open(f"{table}/check")
    phone.page.click("[href$='/check/photo-0']")
    phone.page.wait_for_url("**/check/photo-0")
    chosen(phone, pictures[2])
    expect(phone.page.locator("fieldset")).to_have_count(3)
    expect(phone.page.locator("fieldset", has_text="07")).to_contain_text("1 worker. The table shows: 2 workers.")
    expect(phone.page.locator("fieldset", has_text="33")).to_contain_text("not there. The table shows: no worker.")
    expect(phone.page.locator("fieldset", has_text="40")).to_contain_text("or lie outside the picture.")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.tap("#thumb .key--go")
    phone.page.wait_for_url("**/check")
    phone.open(f"{table}/fix/0")
    expect(phone.page.locator(".fixrow", has_text="covered rows")).to_have_count(4)
    phone.close()
