"""A photograph of a city of the table in the machine, sent from a real phone: made smaller there, read, confirmed."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

from browsers import Phone
from camera import Level
from city import photograph
from playwright.sync_api import Browser

pytestmark = [pytest.mark.outside, pytest.mark.landing]

SENT = """const send = HTMLFormElement.prototype.submit;
HTMLFormElement.prototype.submit = function () { sessionStorage.sent = this.photo.files[0].size; send.call(this); }"""
"""Keeps how many bytes a form sends of the photograph."""


def test_a_city_is_photographed_confirmed_and_entered(browser: Browser, address: str, tmp_path: Path) -> None:
    picture = tmp_path / "city.jpg"
    picture.write_bytes(
        photograph(50_000_000, Level(tilt=(13, 17), width=(3000, 3000), jpeg=(97, 99), ground="test")).jpeg
    )
    phone = Phone(browser)
    phone.context.add_init_script(SENT)
    phone.open(f"{address}/new/hangzhou?way=merchants")
    phone.page.fill("#name", "Ana")
    phone.page.click("#open")
    phone.page.wait_for_url("**/t/*")
    table = phone.page.url
    phone.open(f"{table}/city")
    phone.page.click("[href$='/photo']")
    phone.page.set_input_files("[capture]", picture)
    phone.page.wait_for_selector("#read")
    assert int(phone.page.evaluate("sessionStorage.sent")) < 0.7 * picture.stat().st_size
    assert phone.page.locator("#read input[type=hidden][name^='read.']").count() > 15
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    fetched: list[str] = []
    phone.page.on("request", lambda request: fetched.append(request.url))
    # It wakes, and there is news.
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange')), fetch('/since')")
    assert [url for url in fetched if url.endswith(("/photo", "/since"))] == [f"{address}/since"], "what was read stays"
    phone.tap("#thumb .key--go")
    phone.page.wait_for_url("**/city-dice")
    assert not phone.wrong

    plain = Phone(browser, (320, 640), language="es", scripted=False)
    plain.context.add_cookies(phone.context.cookies())  # the same seat, in a browser without script
    plain.open(f"{table}/photo")
    plain.page.set_input_files("[capture]", picture)
    plain.page.locator("noscript button, form.photo button").first.click()
    plain.page.wait_for_selector("#read")
    assert "por confirmar" in plain.h1 or plain.h1 == "Todo es seguro"
    phone.close()
    plain.close()
