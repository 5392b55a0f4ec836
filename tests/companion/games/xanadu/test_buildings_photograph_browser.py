"""Photographs of houses on the table in the machine, sent from a real phone: made smaller there, joined, counted."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

from browsers import Phone
from camera import Level
from houses import House, photograph
from playwright.sync_api import Browser, expect

from companion.games.xanadu.names import Card

pytestmark = [pytest.mark.outside, pytest.mark.slow]

LAID = ((House(Card(7), 2), House(Card(12))), (House(Card(12)), House(Card(33), sideways=True)))


def test_two_photographs_of_a_players_houses_are_counted(browser: Browser, address: str, tmp_path: Path) -> None:
    pictures = []
    for number, laid in enumerate(LAID):
        pictures.append(tmp_path / f"{number}.jpg")
        level = Level(tilt=(13, 17), width=(3000, 3000), jpeg=(97, 99), ground="test")
        pictures[-1].write_bytes(photograph(number, level, laid).jpeg)
    phone = Phone(browser, (320, 640))
    phone.open(f"{address}/new/xanadu?way=score")
    phone.page.fill("#name", "Ana")
    phone.page.click("#open")
    phone.page.wait_for_url("**/t/*")
    phone.page.click("[href$='/photo/0']")
    phone.page.set_input_files("[multiple]", pictures)
    expect(phone.page.locator("svg image")).to_have_count(2)
    expect(phone.page.locator("fieldset")).to_have_count(3)
    expect(phone.page.locator("input[name='read.07']:checked")).to_have_value("2")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.tap("#thumb .key--go")
    phone.page.wait_for_url("**/tally/0")
    expect(phone.page.locator(".counted")).to_have_count(3)
    assert not phone.wrong
    phone.close()
