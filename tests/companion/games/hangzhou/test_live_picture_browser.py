"""The camera's picture in the page: it says what to do better, takes itself, and after a refusal waits for the key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import cv2
import numpy as np
from browsers import CHROMIUM, FLAGS, PATIENCE, Phone
from camera import Level
from city import photograph
from playwright.sync_api import Browser, expect

pytestmark = [pytest.mark.outside, pytest.mark.slow]

Filming = Callable[[float], Browser]


@pytest.fixture(scope="module")
def board() -> np.ndarray:
    taken = photograph(50_000_000, Level(tilt=(13, 17), width=(1600, 1600), jpeg=(97, 99), ground="test"))
    return cv2.imdecode(np.frombuffer(taken.jpeg, np.uint8), cv2.IMREAD_COLOR)


@pytest.fixture
def filming(browser: Browser, board: np.ndarray, tmp_path: Path) -> Iterator[Filming]:
    """Opens a browser whose camera sees that board, in so much of its light."""
    with ExitStack() as opened:

        def films(light: float) -> Browser:
            film = tmp_path / "film.mjpeg"
            film.write_bytes(bytes(cv2.imencode(".jpg", (board * light).astype(np.uint8))[1]) * 3)
            camera = [
                "--use-fake-ui-for-media-stream",
                "--use-fake-device-for-media-stream",
                f"--use-file-for-fake-video-capture={film}",
            ]
            return opened.enter_context(
                browser.browser_type.launch(executable_path=CHROMIUM, args=[*FLAGS, *camera], timeout=PATIENCE)
            )

        yield films


def looking(browser: Browser, address: str, size: tuple[int, int] = (390, 664)) -> Phone:
    phone = Phone(browser, size)
    phone.open(f"{address}/new/hangzhou?way=merchants")
    phone.page.fill("#name", "Ana")
    phone.page.click("#open")
    phone.page.wait_for_url("**/t/*")
    phone.open(f"{phone.page.url}/photo")
    return phone


def test_a_picture_at_rest_takes_itself(filming: Filming, address: str) -> None:
    phone = looking(filming(1.0), address, (320, 640))
    phone.page.wait_for_selector("#read")
    assert not phone.wrong


def test_in_the_dark_it_says_so_and_after_a_refusal_waits_for_the_key(filming: Filming, address: str) -> None:
    phone = looking(filming(0.2), address)
    expect(phone.page.locator("[data-say=dark]")).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone.page.locator("[data-take]").evaluate("key => key.getBoundingClientRect().bottom <= innerHeight")
    phone.page.click("[data-take]")
    expect(phone.page.locator("#note")).to_be_visible()
    expect(phone.page.locator("#lens[data-by-key]")).to_be_visible()
    assert not phone.wrong


def test_without_a_camera_the_page_keeps_its_keys(browser: Browser, address: str) -> None:
    phone = looking(browser, address)
    expect(phone.page.get_by_text("Take the photo")).to_be_visible()
    assert phone.page.locator("#lens").is_hidden() and phone.page.locator("[data-take]").is_hidden()
    phone.close()
