"""The site in a browser, from a plain host of static files, which then goes away."""

from __future__ import annotations

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Host, Visitor

from companion.web.printed.signs import signs

pytestmark = [pytest.mark.outside, pytest.mark.long]


def test_one_phone_without_a_server(host: Host, visitor: Visitor) -> None:
    """The code on a printed board, a first visit, then no network: a game that survives reloads, crashes and tabs."""
    phone = visitor
    phone.open(f"{host.address}k/hangzhou/{signs('hangzhou').build}/")
    assert phone.app.locator("h1").inner_text() == "Hangzhou"
    host.stop()

    phone.tap("a.key--go")
    phone.app.fill("input[name=name]", "Ana")
    phone.app.check("[name=players][value='1']", force=True)
    phone.tap("main form button.key--go")
    phone.tap("#thumb .key--go")
    phone.app.wait_for_selector("#thumb")
    table = phone.page.url
    assert "#/t/" in table
    phone.tap("main button.key, main button[name=do]")
    before = phone.seq
    assert before > 3

    phone.page.reload()
    phone.shown()
    assert phone.page.url == table and phone.seq == before

    first = phone.page
    phone.tab().goto(table)
    key = phone.page.get_by_role("button", name="Go on here")
    key.wait_for()
    assert not Axe().run(phone.page).response["violations"]
    key.click()
    phone.shown()
    assert phone.seq == before
    assert "another tab" in first.inner_text("#says")

    phone.crash()
    phone.tab()
    phone.open(table)
    assert phone.seq == before

    phone.tap("a[href$='/menu']")
    with phone.page.expect_download() as carried:
        phone.app.locator("a[href$='/export']").click()
    exported = json.loads(carried.value.path().read_text("utf-8"))
    assert exported["table"] in table
    assert not phone.wrong
