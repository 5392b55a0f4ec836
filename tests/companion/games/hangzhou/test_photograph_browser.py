"""A photograph of a city of the table in the machine, sent from a real phone: made smaller there, read, confirmed, and
the merchants move by it; or compared with what the app has."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

from browsers import Phone
from camera import Level
from city import Taken, photograph, values
from playwright.sync_api import Browser, expect

from companion.games.hangzhou.names import SPACES

pytestmark = [pytest.mark.outside, pytest.mark.landing]

SENT = """const send = window.fetch;
window.fetch = (url, options) => {
  if (options?.body instanceof FormData) sessionStorage.sent = options.body.get("photo")?.size ?? sessionStorage.sent;
  return send(url, options);
};"""
"""Keeps how many bytes a form sends of the photograph."""


@pytest.fixture(scope="module")
def taken() -> Taken:
    return photograph(50_000_000, Level(tilt=(13, 17), width=(3000, 3000), jpeg=(97, 99)))


@pytest.fixture
def picture(taken: Taken, tmp_path: Path) -> Path:
    file = tmp_path / "city.jpg"
    file.write_bytes(taken.jpeg)
    return file


@pytest.fixture
def aslant(taken: Taken, tmp_path: Path) -> Path:
    """The same city, small and from the side: something in it is in doubt."""
    file = tmp_path / "aslant.jpg"
    level = Level(tilt=(43, 45), width=(1300, 1300), jpeg=(97, 99))
    file.write_bytes(photograph(50_000_001, level, taken.truth).jpeg)
    return file


def test_a_city_is_photographed_confirmed_and_its_merchants_move(
    browser: Browser, address: str, picture: Path, aslant: Path
) -> None:
    phone = Phone(browser)
    phone.context.add_init_script(SENT)
    table = phone.host(f"{address}/new/hangzhou?way=merchants")
    phone.open(f"{table}/city")
    phone.page.click("[href$='/photo']")
    phone.page.wait_for_url("**/photo")
    phone.context.set_offline(True)
    phone.page.set_input_files("[multiple]", [picture, aslant])
    expect(phone.page.locator("form:has([multiple]) small")).to_have_text(
        phone.page.evaluate("document.body.dataset.waits")
    )
    phone.context.set_offline(False)
    expect(phone.page.locator("header")).to_contain_text(" read, ")
    assert int(phone.page.evaluate("sessionStorage.sent")) < 0.7 * picture.stat().st_size
    assert phone.page.locator("#read input[type=hidden][name^='read.']").count() > 15
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    fetched: list[str] = []
    phone.page.on("request", lambda request: fetched.append(request.url))
    # It wakes, and there is news.
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange')), fetch('/since')")
    assert [url for url in fetched if url.endswith(("/photo", "/since"))] == [f"{address}/since"], "what was read stays"
    phone.tap("#thumb .key--go")
    phone.page.wait_for_url("**/city/dice")
    plain = Phone(browser, (320, 640), language="es", scripted=False)
    plain.context.add_cookies(phone.context.cookies())  # the same seat, in a browser without script
    plain.open(f"{table}/photo")
    plain.page.set_input_files("[multiple]", picture)
    plain.page.locator("form:has([multiple]) button").click()
    expect(plain.page.locator("header")).to_contain_text(" leídas, ")
    assert "por confirmar" in plain.h1 or plain.h1 == "Todo es seguro"

    steps = phone.page.locator(".step")
    for row in range(4):
        expect(steps.nth(row)).to_have_attribute("aria-current", "step")
        phone.tap("#pad .dice7 .key")
        expect(steps.nth(row)).not_to_contain_text("?")
    phone.tap("#thumb .key--go:not([aria-disabled])")
    phone.page.wait_for_selector("#act[data-beat]")
    phone.close()
    plain.close()


def test_the_app_is_compared_with_the_table(browser: Browser, address: str, taken: Taken, picture: Path) -> None:
    lies = dict(zip(SPACES, values(taken.truth), strict=False))
    free = next(space for space, value in lies.items() if value == "-")
    city = " ".join(f"{space}{value}" for space, value in (lies | {free: "Wb"}).items() if value != "-")
    position = f"hangzhou WBRY city: {city} W: c3 B: c3 R: c3 Y: c3 die: 3 now: play W"
    phone = Phone(browser, (320, 640))
    phone.open(phone.host(f"{address}/new/hangzhou?{urlencode({'position': position})}") + "/check")
    phone.page.click("[href$='/check/photo']")
    phone.page.wait_for_url("**/check/photo")
    phone.page.set_input_files("[capture]", picture)
    shop = phone.page.locator("fieldset", has_text="Ana’s shop, blue. The table shows: free.")
    expect(shop).to_contain_text(free)
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shop.get_by_text("App is right").click()
    phone.tap("#thumb .key--go")
    phone.page.wait_for_url("**/check")
    phone.close()
