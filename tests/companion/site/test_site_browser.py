"""The site in a browser, from a plain host of static files, which then goes away."""

from __future__ import annotations

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Host, Visitor

from companion.web.printed.signs import signs

ENDED = 50
"""Times that a tab is ended."""
OPENED = """async ([path, fields]) =>
  (await fetch(path, { method: "POST", body: new URLSearchParams(fields) })).url.split("/t/")[1]"""
NAMING = """([path, ended]) => {
  (async () => {
    for (let n = 1; ; n += 1) {
      const seat = JSON.stringify({ do: "name", chair: 1, name: `N${ended}x${n}` });
      const body = new URLSearchParams({ command_id: `name-${ended}-${n}`, do: seat });
      const answer = await fetch(path, { method: "POST", body });
      if (answer.ok) parent.told = n;
    }
  })();
}"""
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
    phone.at("/t/")
    phone.act("#thumb .key--go")
    phone.app.wait_for_selector("#thumb")
    table = phone.page.url
    phone.act("main button.key, main button[name=do]")
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


@pytest.mark.slow
def test_a_tab_that_is_ended_loses_nothing_that_was_answered(host: Host, visitor: Visitor) -> None:
    """Names of a seat one after the other, as quick as they are answered; then the tab is ended within the next."""
    phone = visitor
    phone.open(f"{host.address}")
    fields = {"way": "follow", "players": "2", "name": "Ana", "command_id": "a-table-to-end"}
    table = phone.app.evaluate(OPENED, [f"{host.address}new/hangzhou", fields])
    phone.open(f"{host.address}#/t/{table}")
    phone.page.reload()
    phone.shown()
    for ended in range(ENDED):
        phone.page.evaluate("() => { window.told = 0; }")
        phone.app.evaluate(NAMING, [f"{host.address}t/{table}", ended])
        phone.page.wait_for_function("() => window.told >= 5")
        told = phone.page.evaluate("() => window.told")
        phone.crash()
        phone.tab()
        phone.open(f"{host.address}#/t/{table}")
        log = phone.app.evaluate("async (path) => (await fetch(path)).text()", f"{host.address}t/{table}/log")
        assert re.search(rf"\bN{ended}x{told}\b", log), f"the name that was answered last, in tab {ended}"
