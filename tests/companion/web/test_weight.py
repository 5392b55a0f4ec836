"""What a phone fetches when it comes for the first time: all that a browser asks for, with what is said about it."""

from __future__ import annotations

import json
from typing import Any
from urllib.request import Request, urlopen

import pytest
from browsers import Phone
from playwright.sync_api import Browser

from companion.web.game_pages import GAMES

pytestmark = pytest.mark.outside
KB = 1000


@pytest.fixture(scope="module", params=GAMES)
def table(request: pytest.FixtureRequest, browser: Browser, address: str) -> str:
    """The address of a table of each game, whose host has seat and name."""
    host = Phone(browser)
    host.open(f"{address}/new/{request.param}")
    host.page.fill("#name", "Ana")
    host.page.click("#open")
    host.page.wait_for_url("**/t/*")
    host.close()
    return host.page.url


@pytest.fixture(scope="module", params=GAMES)
def begun(request: pytest.FixtureRequest, address: str) -> str:
    """The address of a table of each game that has begun."""
    token = asked(f"{address}/api/v1/tokens", "", {})["token"]
    code = asked(f"{address}/api/v1/tables", token, {"game": request.param, "chairs": 2})["code"]
    seats = [{"do": "take", "chair": 0, "name": "Ana"}, {"do": "name", "chair": 1, "name": "Mei"}, {"do": "start"}]
    for number, command in enumerate(seats):
        body = {"command": command, "command_id": f"begin-{number}"}
        asked(f"{address}/api/v1/tables/{code}/commands", token, body)
    return f"{address}/t/{code}"


def asked(address: str, token: str, body: object) -> Any:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    with urlopen(Request(address, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def fetched(browser: Browser, address: str) -> dict[str, int]:
    """The bytes on the wire of all that a phone fetches which opens a page and has never been here, by their paths."""
    phone = Phone(browser)
    asked: dict[str, str] = {}
    sizes: dict[str, int] = {}
    line = phone.context.new_cdp_session(phone.page)
    line.send("Network.enable")
    line.on("Network.requestWillBeSent", lambda said: asked.update({said["requestId"]: said["request"]["url"]}))
    line.on("Network.loadingFinished", lambda said: sizes.update({said["requestId"]: said["encodedDataLength"]}))
    phone.open(address)
    # A stream stays open; all else has come when what was asked for has.
    while waited := [one for one, url in asked.items() if one not in sizes and not url.endswith("/stream")]:
        phone.page.wait_for_timeout(50)
        assert len(waited) < 50
    phone.page.evaluate("document.fonts.ready")
    assert not phone.wrong
    assert phone.page.evaluate("[...document.fonts].map(one => one.status).join()") == "loaded"
    phone.close()
    return {asked[one].removeprefix(address): size for one, size in sizes.items()}


def test_the_start_page_is_light(browser: Browser, address: str) -> None:
    found = fetched(browser, address)
    pictures = [size for path, size in found.items() if path.startswith("/cover/")]
    assert sum(found.values()) - sum(pictures) <= 32 * KB, found
    assert len(found) - len(pictures) <= 5, found
    assert all(size <= 10 * KB for size in pictures), found


def test_a_table_is_light_for_a_phone_that_was_never_here(browser: Browser, begun: str) -> None:
    found = fetched(browser, f"{begun}?watch=1")
    assert sum(found.values()) <= 90 * KB, found
