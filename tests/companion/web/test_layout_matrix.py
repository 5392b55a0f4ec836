"""The layout of every page of whole games: each position, with each space or card that opens, on windows of all sizes.

The first page of a kind is looked at in all windows and both languages; any other page in the next window, unless one
of the same elements was looked at before in its language; and now and then a table of the same elements, for its names
and numbers are others. Some positions usually; whole games where a change lands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from paperless import opened
from playwright.sync_api import Browser, Page, Route
from recorded import NAMES, Look, Recorder

from companion.tables import Tables

pytestmark = pytest.mark.outside

SIZES = ((320, 640), (360, 740), (390, 844), (430, 932), (820, 1180), (1280, 800), (844, 390))
LARGE = ((390, 844), (820, 1180), (1280, 800))
"""Windows in which letters are looked at that are twice as large."""
SCREENS = ((1280, 720), (1920, 1080))
LAYOUT = Path(__file__).with_name("layout.js").read_text(encoding="utf-8")
GAMES = {
    "hangzhou": {"round_limit": "2"},
    "dunhuang": {"cards": "app"},
    "dunhuang on paper": {"cards": "paper"},
    "xanadu": {"cards": "app"},
    "xanadu on paper": {"cards": "paper"},
}
SEED = 1
NOW_AND_THEN = 5
"""Tables of elements that were looked at before, of which one is looked at again."""
SHEETS = re.compile(r'<link[^>]*rel="stylesheet"[^>]*>|<style.*?</style>', re.DOTALL)
CHANGE = """html => {
  const found = new DOMParser().parseFromString(html, 'text/html'), root = document.documentElement;
  for (const { name } of [...root.attributes]) root.removeAttribute(name);
  for (const { name, value } of found.documentElement.attributes) root.setAttribute(name, value);
  document.body.replaceWith(document.adoptNode(found.body));
  return document.fonts.ready.then(() => null);
}"""
"""Another page in the same window: style sheets, signs and letters need not come again."""


class Windows:
    """One browser page that shows what an app answers, without a server and without script."""

    def __init__(self, browser: Browser, app: Flask) -> None:
        self._client = app.test_client()
        self._html = ""
        self._sheets: list[str] | None = None
        self._files: dict[str, tuple[bytes, str]] = {}
        self.page: Page = browser.new_page(reduced_motion="reduce")
        self.page.route("**/*", self._answer)

    def _answer(self, route: Route) -> None:
        if route.request.resource_type == "document":
            route.fulfill(body=self._html, content_type="text/html; charset=utf-8")
            return
        path = route.request.url.removeprefix("http://localhost")
        if path not in self._files:
            answer = self._client.get(path)
            self._files[path] = answer.data, answer.content_type
        body, kind = self._files[path]
        route.fulfill(body=body, content_type=kind)

    def show(self, look: Look) -> None:
        self._html = look.html.replace("<script", "<template").replace("</script", "</template")
        sheets = SHEETS.findall(self._html)
        if sheets == self._sheets:
            self.page.evaluate(CHANGE, self._html)
            return
        self._sheets = sheets
        self.page.goto("http://localhost/look")
        self.page.evaluate("document.fonts.ready.then(() => null)")

    def wrong(self, sizes: tuple[tuple[int, int], ...], letters: int = 100) -> Iterator[str]:
        """What is wrong with the page that is shown, in windows of these sizes."""
        self.page.evaluate("size => { document.documentElement.style.fontSize = size; }", f"{letters}%")
        for width, height in sizes:
            self.page.set_viewport_size({"width": width, "height": height})
            for one in self.page.evaluate(LAYOUT):
                yield f"{width} × {height}, {letters} %: {one}"

    def everywhere(self, look: Look) -> Iterator[str]:
        self.show(look)
        if "screen" in look.kind:
            yield from self.wrong(SCREENS)
            return
        yield from self.wrong(SIZES)
        yield from self.wrong(LARGE, 200)

    def next(self, look: Look, turn: int) -> Iterator[str]:
        """What is wrong in one window; in another one at each turn."""
        if "screen" in look.kind:
            yield from self.wrong((SCREENS[turn % len(SCREENS)],))
        elif turn % 4:
            yield from self.wrong((SIZES[turn % len(SIZES)],))
        else:
            yield from self.wrong((LARGE[turn % len(LARGE)],), 200)


def looked_at(windows: Windows, looks: Iterator[Look], *, everywhere: bool) -> dict[str, str]:
    """By what is wrong, where it was seen first. Each structure is looked at in the next window; if `everywhere`, the
    first page of a kind in all of them, and some tables again."""
    found: dict[str, str] = {}
    seen: set[tuple[str, ...]] = set()
    turn = again = 0
    for look in looks:
        kind = look.kind, look.language
        structure = (*kind, look.structure) if everywhere else (look.kind, look.structure)
        first, known = everywhere and kind not in seen, structure in seen
        if known and not first:
            again += look.kind.endswith(" table")
            if not everywhere or not look.kind.endswith(" table") or again % NOW_AND_THEN:
                continue
        seen |= {kind, structure}
        if first:
            wrong = list(windows.everywhere(look))
        else:
            windows.show(look)
            wrong = list(windows.next(look, turn))
            turn += 1
        for one in wrong:
            found.setdefault(f"{look.kind} ({look.language}), {one}", look.at)
    return found


def told(name: str, found: dict[str, str]) -> str:
    return "\n".join([f"{name}, seed {SEED}:", *(f"{one} ({at})" for one, at in found.items())])


def recorder(app: Flask, tables: Tables, name: str) -> Recorder:
    return Recorder(app, tables, name.partition(" ")[0], SEED, **GAMES[name])


@pytest.mark.parametrize("name", ["hangzhou", "dunhuang", "xanadu"])
def test_the_first_positions_of_a_game(browser: Browser, app: Flask, tables: Tables, name: str) -> None:
    found = looked_at(Windows(browser, app), recorder(app, tables, name).game(3), everywhere=False)
    assert not found, told(name, found)


OWN_SHOP = (
    "hangzhou WBR city: B1Wy A2Br1 A3Rr merchants: B1 A2 - - market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / "
    "r1 r1 p5 k6 W: c6 r1 B: c3 b1 R: c6 y1 now: play W"
)


def test_the_own_shop_with_a_merchant_on_it(browser: Browser, app: Flask) -> None:
    """Whatever is recorded, for it is common from the second round on."""
    table, (phone, *_) = opened(app, NAMES)
    phone.get(f"{table}/position")
    phone.press("Play from here", **{"set.position": OWN_SHOP})
    phone.get(f"{table}/at/B1")
    assert not list(Windows(browser, app).everywhere(Look("hangzhou at", "", "en", phone.html)))


@pytest.mark.landing
@pytest.mark.parametrize("name", GAMES)
def test_all_of_a_game(browser: Browser, app: Flask, tables: Tables, name: str) -> None:
    found = looked_at(Windows(browser, app), recorder(app, tables, name).game(), everywhere=True)
    assert not found, told(name, found)
