"""The layout of whole games: every position and every space or card that opens, in both languages.

Pages are fetched without a server and shown in frames of the windows' sizes, all in one browser page. The first page
of a kind in a language is measured in every window, one with elements that are new to its kind in several, one with a
new combination of them in some, each later one with other content in one window, in turn. Panels (a player's things,
corrections, hints), and games with their cards on paper, are measured only if their elements or combinations are new.
`make test` measures the first positions of each game, `.ci/run` every fifth one of whole games, `make test-slow` every
one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from paperless import opened
from playwright.sync_api import Browser, Page, Route
from recorded import NAMES, Look, Recorder

from companion.tables import Tables

pytestmark = pytest.mark.outside

Window = tuple[int, int, int]
"""Width and height in pixels; text size in per cent."""
WINDOWS: tuple[Window, ...] = (
    *((width, height, 100) for width, height in ((320, 640), (360, 740), (390, 844), (430, 932), (820, 1180))),
    *((width, height, 100) for width, height in ((1280, 800), (844, 390))),
    *((width, height, 200) for width, height in ((390, 844), (820, 1180), (1280, 800))),
)
SCREENS: tuple[Window, ...] = ((1280, 720, 100), (1920, 1080, 100))
SEVERAL, SOME = 4, 2
"""Windows in which a page is measured that has new elements, or a new combination of known ones."""
LAYOUT = Path(__file__).with_name("layout.js").read_text(encoding="utf-8")
GAMES = {
    "hangzhou": {"round_limit": "2"},
    "dunhuang": {"cards": "app"},
    "dunhuang on paper": {"cards": "paper"},
    "xanadu": {"cards": "app"},
    "xanadu on paper": {"cards": "paper"},
}
SEED = 1
EXTENTS = [
    pytest.param((999, 5) if os.environ.get("CI") else (2, 1), id="some"),
    pytest.param((999, 1), marks=pytest.mark.slow, id="all"),
]
"""How far games are played, and of how many positions one is measured; of those with cards on paper, at most `ON_PAPER`
positions, as their ends are the same."""
ON_PAPER = 40
PANELS = re.compile(r" (seat|fix|hint|city|log|score|menu|settings|seats)$")
"""Kinds of pages that are neither a position nor a space or card that opens."""
BATCH = 40
"""Pages that are sent to the browser at once."""
STYLES = re.compile(r'<link[^>]*rel="stylesheet"[^>]*>|<style.*?</style>', re.DOTALL)
HEAD = re.compile(r"<head>.*?</head>", re.DOTALL)
INERT = re.compile(
    r"<script.*?</script>|</?(?:use|rect|circle|path|image)\b[^>]*>"
    r'| (?:name|value|action|formaction|aria-label|data-(?!missing|old)[a-z-]+)="[^"]*"|(?<= href=")[^"#]+',
    re.DOTALL,
)
"""What cannot change a layout: scripts, the shapes of drawings, what forms send, where links lead."""
PICTURE = re.compile(r'<img src="[^"]*" (?=width="(\d+)" height="(\d+)")')
BLANK = r"""<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 \1 \2'/>" """
"""An empty picture of the same size."""


class Fault(NamedTuple):
    """A fault of a page's layout, with the page and the window where it was found."""

    look: Look
    width: int
    height: int
    letters: int
    text: str

    def __str__(self) -> str:
        window = f"{self.width} × {self.height}, {self.letters} %"
        return f"{self.look.kind} ({self.look.language}), {window}: {self.text} ({self.look.at})"


class Frames:
    """A browser page with a frame for each window. It shows what an app answers, without a server or scripts."""

    def __init__(self, browser: Browser, app: Flask) -> None:
        self._client = app.test_client()
        self._files: dict[str, tuple[bytes, str]] = {}
        self._page: Page = browser.new_page(reduced_motion="reduce")
        self._page.route("**/*", self._answer)
        self._page.goto("http://localhost/frames")
        self._page.evaluate(f"() => {{ {LAYOUT} }}")

    def _answer(self, route: Route) -> None:
        if route.request.resource_type == "document":
            route.fulfill(body="<!doctype html><body></body>", content_type="text/html")
            return
        path = route.request.url.removeprefix("http://localhost")
        if path not in self._files:
            answer = self._client.get(path)
            self._files[path] = answer.data, answer.content_type
        body, kind = self._files[path]
        route.fulfill(body=body, content_type=kind)

    def find_faults(self, looks: Iterable[Look], every: bool = True) -> list[Fault]:
        """The faults of these pages. If `every`, later positions, spaces and cards are measured too."""
        elements: dict[object, set[str]] = {}
        seen: set[object] = set()
        turns = cycle(WINDOWS)
        pages = []
        for look in looks:
            html = essential(look.html)
            known = elements.setdefault((look.kind, look.language), set())
            combination = (look.kind, look.language, look.elements)
            number = 0
            if not look.elements <= known:
                number = SEVERAL if known else len(WINDOWS)
            elif combination not in seen:
                number = SOME
            elif every and html not in seen and not PANELS.search(look.kind):
                number = 1
            windows = SCREENS[: (number + 1) // 2] if "screen" in look.kind else islice(turns, number)
            known |= look.elements
            seen |= {html, combination}
            if measured := list(windows):
                styles = "".join(STYLES.findall(look.html))
                pages.append((look, {"head": styles, "html": html, "windows": measured}))
        pages.sort(key=lambda page: (page[0].kind, page[0].language))  # a page changes little from the one before
        faults: list[Fault] = []
        rest = iter(pages)
        while batch := list(islice(rest, BATCH)):
            found = self._page.evaluate("pages => findFaults(pages)", [page for _, page in batch])
            faults += [Fault(batch[number][0], *fault) for number, *fault in found]
        return faults


def essential(html: str) -> str:
    """The body of a page, without what cannot change its layout."""
    return PICTURE.sub(BLANK, INERT.sub("", HEAD.sub("", html)))


def report(faults: list[Fault]) -> str:
    """Each fault once, with the first page that has it."""
    first: dict[object, Fault] = {}
    for one in faults:
        first.setdefault((one.look.kind, one.look.language, one[1:]), one)
    return "\n".join(map(str, first.values()))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("extent", EXTENTS)
def test_a_game(browser: Browser, app: Flask, tables: Tables, name: str, extent: tuple[int, int]) -> None:
    positions, apart = extent
    recorder = Recorder(app, tables, name.partition(" ")[0], SEED, **GAMES[name])
    on_paper = "paper" in name
    looks = recorder.game(min(positions, ON_PAPER) if on_paper else positions, apart)
    faults = Frames(browser, app).find_faults(looks, every=not on_paper)
    assert not faults, report(faults)


OWN_SHOP = (
    "hangzhou WBR city: B1Wy A2Br1 A3Rr merchants: B1 A2 - - market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / "
    "r1 r1 p5 k6 W: c6 r1 B: c3 b1 R: c6 y1 now: play W"
)


@pytest.fixture
def own_shop(app: Flask) -> Look:
    """The player's own shop with a merchant on it, which is common from the second round on."""
    table, (phone, *_) = opened(app, NAMES)
    phone.go_on_from(table, OWN_SHOP)
    phone.get(f"{table}/at/B1")
    return Look("hangzhou at", "B1", "en", phone.html)


def test_the_own_shop_with_a_merchant_on_it(browser: Browser, app: Flask, own_shop: Look) -> None:
    faults = Frames(browser, app).find_faults([own_shop])
    assert not faults, report(faults)
