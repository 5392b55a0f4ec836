"""Real phones for the tests: the system's Chromium against a server of its own."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect, sync_playwright
from real_servers import Server

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""Without windows, if it can be had: the whole browser opens one with all its bars for each page, at three times the
cost."""
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE = 300_000
"""Milliseconds after which a page that does not come is a failure: a machine of tests is busy."""


@contextlib.contextmanager
def server(folder: Path) -> Iterator[str]:
    """The address of `companion serve` with an empty data folder."""
    with Server(folder) as running:
        yield running.base


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium; the test is skipped where there is none."""
    if CHROMIUM is None:
        pytest.skip("missing: apt-get install chromium-headless-shell, or chromium")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


QUICK = "addEventListener('turning', event => event.preventDefault())"
"""Tests tap quicker than any thumb, so what a page that has just changed does not take from one, it takes from them."""
STIRRED = """for (const kind of ['turning', 'click'])
  addEventListener(kind, () => { window.stirredAt = performance.now(); }, true)"""
"""Remembers when the page last changed by itself, or was tapped."""


class Phone:
    """A phone of one player: a context with cookies of its own, one page, and what went wrong on it. `worker`: it keeps
    what the page's service worker keeps, as on a phone with https. `guarded`: a page that has just changed by itself
    takes no tap. `scripted`: pages run their scripts."""

    def __init__(
        self,
        browser: Browser,
        size: tuple[int, int] = (390, 844),
        language: str = "en",
        scheme: str = "light",
        worker: bool = False,
        guarded: bool = False,
        scripted: bool = True,
    ):
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            color_scheme="dark" if scheme == "dark" else "light",
            has_touch=True,
            service_workers="allow" if worker else "block",
            java_script_enabled=scripted,
        )
        self.context.set_default_timeout(PATIENCE)
        if scripted:
            self.context.add_init_script(STIRRED if guarded else f"{STIRRED}; {QUICK}")
        self.page: Page = self.context.new_page()
        self.scripted = scripted
        self.wrong: list[str] = []
        self.taps = 0
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on(
            "console",
            lambda said: (
                self.wrong.append(f"{self.page.url}: {said.text}") if "Content Security" in said.text else None
            ),
        )

    @cached_property
    def line(self) -> CDPSession:
        """To the browser's own tools, for what no page can ask for."""
        return self.context.new_cdp_session(self.page)

    def letters(self, pixels: int) -> None:
        """The height of a letter that the reader has chosen."""
        self.line.send("Page.setFontSizes", {"fontSizes": {"standard": pixels, "fixed": pixels}})

    @property
    def seq(self) -> int:
        return int(self.page.locator("body").get_attribute("data-seq") or 0)

    @property
    def h1(self) -> str:
        return self.page.locator("h1").inner_text()

    def open(self, address: str) -> None:
        self.page.goto(address)

    def host(self, new: str, name: str = "Ana", **settings: str) -> str:
        """Opens a table by the page of a new one, with these settings; its address."""
        self.open(new)
        self.page.fill("#name", name)
        self.page.evaluate("for (const more of document.querySelectorAll('details.more')) more.open = true")
        for field, value in settings.items():
            box = self.page.locator(f"[name={field}]")
            if box.first.get_attribute("type") in ("radio", "checkbox"):
                self.page.check(f"[name={field}][value='{value}']", force=True)
            else:
                box.fill(value)
        self.page.click("#open")
        self.page.wait_for_url("**/t/*")
        return self.page.url

    def join(self, table: str, chair: int, name: str) -> None:
        """Opens the link that the camera shows, and takes a chair."""
        self.open(table)
        self.page.fill("#name", name)
        self.tap(f"#chair-{chair}")

    def tap(self, selector: str, twice: bool = False, patience: int = PATIENCE) -> None:
        """One tap of a thumb (or two at once), and the answer has come. Raises `Error` where there is no such key."""
        self.taps += 1
        key = self.page.locator(selector).first
        into_view = "key => key.scrollIntoView({ block: 'nearest', behavior: 'instant' })"  # not under the bar
        key.evaluate(into_view, timeout=patience)
        if twice:
            key.dblclick(force=True, timeout=patience)
        elif self.scripted:
            key.click(force=True, timeout=patience)
        else:
            with self.page.expect_navigation():
                key.click(force=True, timeout=patience)
        self.settle()

    def settle(self) -> None:
        """Until the page has nothing on its way."""
        self.page.wait_for_function("() => !document.body.dataset.busy")

    def rest(self) -> None:
        """Until a tap is a new one, and means what stands there: not the second of two, nor too soon after a change."""
        self.page.wait_for_function("() => !(performance.now() - window.stirredAt < 700)")

    def result(self) -> bool:
        """Is the game over? The host goes on to the end of the count, if it is on."""
        skip = self.page.locator("#count").count() and self.page.query_selector("#thumb button:not(.key--go)")
        if skip:
            skip.evaluate("key => key.click()")  # the count may go on by itself meanwhile
            self.settle()
        return bool(self.page.locator("#result").count())

    def close(self) -> None:
        """The player goes home. Nothing must have gone wrong on it."""
        assert not self.wrong
        self.context.close()
