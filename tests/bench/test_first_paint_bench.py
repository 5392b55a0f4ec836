"""When a slow phone in a slow network first sees a page that it has never seen, and the weight of what it fetches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsers import Phone, chromium, server
from playwright.sync_api import Browser

from companion.web.game_pages import GAMES

pytestmark = pytest.mark.bench
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
"""400 kbit/s, 400 ms."""
SLOWER = 4
"""So many times as slow as this machine is the phone."""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


def painted(browser: Browser, address: str) -> tuple[float, int]:
    """Milliseconds to the first paint of a page in a new browser, best of three times; and the bytes that came."""
    return min(_painted(browser, address) for _ in range(3))


def _painted(browser: Browser, address: str) -> tuple[float, int]:
    phone, came = Phone(browser), list[int]()
    line = phone.context.new_cdp_session(phone.page)
    line.send("Network.enable")
    line.on("Network.loadingFinished", lambda said: came.append(said["encodedDataLength"]))
    line.send("Network.emulateNetworkConditions", SLOW)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    phone.page.goto(address, wait_until="load")
    phone.page.wait_for_function(f"() => {PAINTED}")
    found = float(phone.page.evaluate(PAINTED))
    phone.close()
    return found, int(sum(came))


def test_first_paint(browser: Browser, tmp_path: Path) -> None:
    with server(tmp_path) as address:
        shown = [("start page", painted(browser, address))]
        for game in GAMES:
            host = Phone(browser)
            host.open(f"{address}/new/{game}")
            host.page.fill("#name", "Ana")
            host.page.click("#open")
            host.page.wait_for_url("**/t/*")
            table = host.page.url
            host.close()
            shown.append((f"{game}: seats", painted(browser, f"{table}/seats")))
            shown.append((f"{game}: waiting room", painted(browser, f"{table}/watch")))
    print()
    for what, (milliseconds, size) in shown:
        print(f"{what:26} first paint {milliseconds / 1000:5.2f} s, {size / 1000:5.1f} KB")
