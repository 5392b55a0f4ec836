"""Pages of every kind: axe clean, keys named as they read, targets for a thumb, nothing from another host.

The pages are those of the first positions of each game, each kind once, in turns on light and dark, some games in
English and some in Spanish. They are fetched without a server. Layout is measured by `test_layout_matrix`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from paperless import Phone
from played import finished
from playwright.sync_api import Browser, Route
from recorded import LANGUAGES, Look, Recorder

from companion.tables import Tables
from companion.web.game_pages import GAMES

pytestmark = pytest.mark.outside

WINDOW = {"width": 390, "height": 844}
OF_NO_TABLE = (
    *("/", "/offline", "/t/XXXXX", "/join?code=XXXXX", "/history", "/print"),
    *(f"/rules/{game}" for game in GAMES),
    *("/new/hangzhou", "/score/hangzhou", "/new/hangzhou?position=hangzhou+oops"),
)
ALIKE = ("menu", "settings", "seats", "log", "table watch", "table last")
"""Kinds of pages that are looked at in the first game alone."""
SMALL = """() => [...document.querySelectorAll('a, button, input, select, summary, textarea')].filter(e => {
  const box = e.getBoundingClientRect();
  if (!box.width || !e.checkVisibility() || e.querySelector('img')) return false;
  if (e.closest('p, .leaflet, dt, label, th, .skip, .vh, .rule')) return false;  // links in running text are exempt
  return box.height < 43.5 || box.width < 43.5;
}).map(e => `small: ${e.outerHTML.slice(0, 120)} ${e.clientWidth} x ${e.clientHeight}`)"""
AXE = {"rules": {"label-content-name-mismatch": {"enabled": True}}, "resultTypes": ["violations"]}
"""What axe looks for only when it is told to; of what it finds in order it need not tell."""
FOUND_BY_AXE = """options => axe.run(options).then(found => found.violations.flatMap(
  ({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 160)}`)))"""
MISNAMED = r"""() => {
  const words = text => `${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `.trimStart();
  return [...document.querySelectorAll('[aria-label]:is(a, button, summary)')].filter(e => {
    const [name, seen] = [words(e.ariaLabel), words(e.innerText)];
    return e.checkVisibility() && !(e.firstElementChild?.matches('svg') ? name.includes(seen) : name.startsWith(seen));
  }).map(e => `misnamed: ${words(e.innerText)}is called ${e.ariaLabel}`);
}"""
"""Keys whose names do not begin with what is written on them, or after a picture do not have it in them: who speaks to
a phone says what he reads."""


def faults(browser: Browser, app: Flask, looks: Iterable[Look]) -> Iterator[str]:
    """What is wrong with these pages, as a browser shows them."""
    page, client, shown = browser.new_page(reduced_motion="reduce"), app.test_client(), ""
    foreign = list[str]()

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix("http://localhost")
        if route.request.resource_type == "document":
            route.fulfill(body=shown, content_type="text/html")
        elif path.startswith("/"):
            found = client.get(path)
            route.fulfill(body=found.data, content_type=found.content_type)
        else:
            foreign.append(path)
            route.abort()

    page.route("**/*", answer)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]  # its keys are width and height
    page.add_init_script(Axe().axe_script)
    for number, look in enumerate(looks):
        shown = look.html.replace('<script type="module"', '<script type="text/plain"')
        page.emulate_media(color_scheme="dark" if number % 2 else "light")
        page.goto("http://localhost/look")
        found = [*page.evaluate(FOUND_BY_AXE, AXE), *page.evaluate(MISNAMED), *page.evaluate(SMALL)]
        yield from (f"{look.kind}, {look.language}, {look.at}: {fault}" for fault in found)
    page.close()
    yield from (f"from elsewhere: {path}" for path in foreign)


@pytest.mark.parametrize("game", GAMES)
def test_pages_of_a_game(browser: Browser, app: Flask, tables: Tables, game: str) -> None:
    language = LANGUAGES[[*GAMES].index(game) % len(LANGUAGES)]
    looks = [look for look in Recorder(app, tables, game, 1).game(2) if look.language == language]
    is_first = game == next(iter(GAMES))
    kinds = {look.kind: look for look in looks if is_first or look.kind.partition(" ")[2] not in ALIKE}
    found = [*faults(browser, app, kinds.values())]
    assert not found, "\n".join(found)


def test_pages_of_no_table(browser: Browser, app: Flask, tables: Tables) -> None:
    looks, (code, (token, *_)) = list[Look](), finished(tables)
    phones = {language: Phone(app, language) for language in LANGUAGES}
    for number, path in enumerate((*OF_NO_TABLE, f"/history/{code}", "/history/statistics")):
        language = LANGUAGES[number % 2]
        phones[language].client.set_cookie("phone", token)
        answer = phones[language].client.get(path, headers={"Accept-Language": language})
        looks.append(Look(path, path, language, answer.text))
    found = [*faults(browser, app, looks)]
    assert not found, "\n".join(found)
