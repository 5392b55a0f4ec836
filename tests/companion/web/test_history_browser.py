"""The pages that look back in a real browser: found, read, carried away and back, deleted; nothing for axe to find."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from browsers import Phone, server
from played import counted, finished
from playwright.sync_api import Browser

from companion.tables import new_token, open_tables

pytestmark = [pytest.mark.outside, pytest.mark.landing]

LONG = "Bartholomäus Xanthippe von und zu Langen"


@pytest.fixture(scope="module")
def looking_back(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str]]:
    """A server's address, a phone with games to look back on, and the code of one of them."""
    folder = tmp_path_factory.mktemp("data")
    token = new_token()
    with closing(open_tables(folder / "tables.sqlite3")) as tables:
        for n in range(21):
            counted(tables, {"Ana": 10 + n, LONG: 3 * n}, host=token)
        code, _ = finished(tables, host=token)
    with server(folder) as address:
        yield address, token, code


def phone_of(browser: Browser, at: str, token: str, scheme: str = "light") -> Phone:
    phone = Phone(browser, scheme=scheme)
    phone.context.add_cookies([{"name": "phone", "value": token, "url": at}])
    return phone


def test_carried_away_deleted_and_carried_back(
    browser: Browser, looking_back: tuple[str, str, str], tmp_path: Path
) -> None:
    at, token, _ = looking_back
    phone = phone_of(browser, at, token)
    phone.open(f"{at}/history")
    phone.page.fill("#player", "bartholomaus")
    phone.page.click("text=Show")
    phone.page.wait_for_url("**player=bartholomaus*")
    assert phone.page.locator("#games li").count() == 20
    phone.page.click("#games a >> nth=0")
    phone.page.wait_for_selector("h2#facts")
    code = phone.page.url.rsplit("/", 1)[-1]
    with phone.page.expect_download() as caught:
        phone.page.click("a[href$='/export']")
    kept = tmp_path / "table.json"
    caught.value.save_as(kept)
    phone.page.click("summary:has-text('Delete for good')")
    phone.page.click("#delete")
    assert f"Table {code} is deleted." in phone.page.inner_text("main")
    phone.page.click("summary:has-text('Import')")
    phone.page.set_input_files("#table-file", kept)
    phone.page.click("button:has-text('Import')")
    phone.page.wait_for_url("**/seats")
    phone.open(f"{at}/history/{code}")
    assert phone.page.locator("table.numbers").count() == 1
    assert not phone.wrong
    phone.close()
