"""A hand on the table in the machine, sent from a real phone: its goods are read by their seals, and counted."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

from browsers import Phone
from camera import Level
from playwright.sync_api import Browser, expect
from shops import photograph

from companion.games.dunhuang.names import Good

pytestmark = [pytest.mark.outside, pytest.mark.landing]
HAND = (Good.TEA, Good.TEA, Good.JADE)
LEVEL = Level(tilt=(13, 17), width=(3000, 3000), jpeg=(97, 99), ground="test")


def test_a_hand_is_photographed_and_counted(browser: Browser, address: str, tmp_path: Path) -> None:
    picture = tmp_path / "hand.jpg"
    picture.write_bytes(photograph(3, LEVEL, HAND).jpeg)
    phone = Phone(browser, (320, 640))
    phone.open(f"{address}/new/dunhuang?way=score")
    phone.page.fill("#name", "Ana")
    phone.page.click("#open")
    phone.page.wait_for_url("**/t/*")
    phone.page.click("[href$='/tally/0']")
    phone.page.click("[href$='/photo/0']")
    phone.page.set_input_files("[capture]", picture)
    expect(phone.page.locator("svg polygon")).to_have_count(len(HAND))
    expect(phone.page.locator("h1")).to_have_text("All of it is sure")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.tap("#thumb .key--go")
    phone.page.wait_for_url("**/tally/0")
    expect(phone.page.locator("#heap-1 output").first).to_have_text(str(len(HAND)))
    assert not phone.wrong
    phone.close()
