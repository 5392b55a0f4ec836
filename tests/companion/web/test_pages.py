"""Every page on every screen: axe clean, no sideways scrolling, targets for a thumb, nothing from another host.

Each page is looked at once, on the next of the screens; those that are alike in all games at the first game alone,
those of rare moments not at all. Usually it is those of a turn of each game; the others where a change lands. The slow
tests look at all pages of all scenes on all screens.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet
from axe_playwright_python.sync_playwright import Axe
from browsers import Phone
from playwright.sync_api import Browser
from scenes import Scene
from scenes_dunhuang import SCENES as DUNHUANG
from scenes_hangzhou import SCENES as HANGZHOU
from scenes_xanadu import SCENES as XANADU

from companion.engine.wording import LANGUAGES
from companion.web.game_pages import GAMES

pytestmark = pytest.mark.outside

SCENES = (*HANGZHOU, *DUNHUANG, *XANADU)
"""Of all games, one after the other."""
OF_GAMES = tuple(
    (f"/new/{game}", f"/rules/{game}", f"/print?game={game}", f"/k/{game}/000000", f"/new/{game}?position={game}+oops")
    for game in GAMES
)
OUTSIDE = (
    "/",
    "/offline",
    "/t/XXXXX",
    "/join?code=XXXXX",
    "/history",
    "/print",
)
"""Pages that belong to no table."""
ALIKE = frozenset({"seats", "settings", "move", "position", "log", "menu"})
"""Pages of a table that are alike in all games."""
RARE = frozenset(
    {
        *(f"dunhuang-{name}" for name in ("room", "take", "maid", "fee", "show", "tiles")),
        *(f"xanadu-{name}" for name in ("room", "starting", "twice", "end-card", "curtain")),
        "hangzhou-question",
    }
)
"""Moments much like others, which the slow tests alone look at."""
TURNS = frozenset({"hangzhou-turn", "dunhuang-move", "xanadu-paper"})
"""Moments at which somebody plays."""
PICTURES = os.environ.get("PAGE_PICTURES", "")
"""A folder for a picture of every page that is looked at; empty: none are taken."""
NARROW = 360
"""Below this width keypads of eight keys a row, and numbers of a score, are narrower than a thumb."""
SMALL = """() => [...document.querySelectorAll('a, button, input, select, summary, textarea')].filter(e => {
  const box = e.getBoundingClientRect();
  if (!box.width || !e.checkVisibility() || e.querySelector('img')) return false;
  if (e.closest('p, .leaflet, dt, label, th, .skip')) return false;
  return box.height < 43.5 || box.width < 43.5;
}).map(e => `${e.outerHTML.slice(0, 120)} ${e.clientWidth} x ${e.clientHeight}`)"""


AXE = {"rules": {"label-content-name-mismatch": {"enabled": True}}, "resultTypes": ["violations"]}
"""What axe looks for only when it is told to; of what it finds in order it need not tell."""
MISNAMED = r"""() => {
  const words = text => `${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `.trimStart();
  return [...document.querySelectorAll('[aria-label]:is(a, button, summary)')].filter(e => {
    const [name, seen] = [words(e.ariaLabel), words(e.innerText)];
    return e.checkVisibility() && !(e.firstElementChild?.matches('svg') ? name.includes(seen) : name.startsWith(seen));
  }).map(e => `${words(e.innerText)}is called ${e.ariaLabel}`);
}"""
"""Keys whose names do not begin with what is written on them, or after a picture do not have it in them: who speaks to
a phone says what he reads."""


WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
  .filter(e => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('svg svg, .vh'))
  .map(e => e.outerHTML.slice(0, 120)).slice(0, 4)"""
"""What makes a page scroll sideways."""
ILLEGIBLE = r"""() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  for (let node; (node = walk.nextNode());) {
    const around = node.parentElement, style = getComputedStyle(around);
    if (!node.data.trim() || !around.checkVisibility() || style.clipPath !== 'none') continue;
    if (around.closest('.vh, .skip, script, style, .line, code, .a-robe-n')) continue;
    const svg = around.closest('svg'), scale = svg ? svg.getScreenCTM().a : 1;
    if (parseFloat(style.fontSize) * scale < 11.9) found.push(`${node.data.trim()} in ${style.fontSize} x ${scale}`);
    if (style.hyphens === 'none' || svg) continue;
    for (const { 0: word, index } of node.data.matchAll(/\p{L}+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
      if (lines.size > 1 && word.length < 9) found.push(`${word} is broken`);
    }
  }
  return found;
}"""
"""Letters under 12 pixels, and short words that break inside."""
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('main :is(.key, .space, .seat, .chip, .row, .icon-key, .textkey)')]
    .filter(key => key.checkVisibility() && !key.closest('.thumb')).map(key => [key, key.getBoundingClientRect()]);
  return boxes.flatMap(([a, one], i) => boxes.slice(i + 1).filter(([b, other]) => !a.contains(b) && !b.contains(a)
    && Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2
  ).map(([b]) => `${a.outerHTML.slice(0, 80)} and ${b.outerHTML.slice(0, 80)}`));
}"""
"""Keys that lie over one another."""


class Screen(NamedTuple):
    """What a page is looked at on. `letter`: the height of a letter that the reader has chosen, in pixels."""

    size: tuple[int, int]
    letter: int
    language: str
    scheme: str

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]} {100 * self.letter // USUAL}% {self.language} {self.scheme}"


USUAL = 16
WINDOWS = (
    ((390, 844), USUAL), ((390, 664), USUAL), ((320, 640), USUAL), ((844, 390), USUAL), ((820, 1180), USUAL),
    ((1280, 800), USUAL), ((390, 844), 2 * USUAL),
)  # fmt: skip
SCREENS = tuple(Screen(*window, *how) for window, *how in product(WINDOWS, LANGUAGES, ("light", "dark")))


def wrong(phone: Phone, address: str, screen: Screen) -> list[str]:
    """What is wrong with a page on a screen."""
    page = phone.page
    page.set_viewport_size({"width": screen.size[0], "height": screen.size[1]})
    phone.letters(screen.letter)
    page.emulate_media(color_scheme="dark" if screen.scheme == "dark" else "light", reduced_motion="reduce")
    phone.context.add_cookies([{"name": "language", "value": screen.language, "url": address}])
    phone.open(address)
    found = [
        f"{one['id']}: {node['html'][:160]}"
        for one in page.evaluate("options => axe.run(options).then(found => found.violations)", AXE)
        for node in one["nodes"]
    ]
    found += [f"misnamed: {one}" for one in page.evaluate(MISNAMED)]
    if screen.letter == USUAL or not page.locator("body.big, body.tv").count():  # whose letters follow the window
        found += [f"scrolls sideways: {one}" for one in page.evaluate(WIDE)]
    if not page.locator("body.big, body.tv").count():
        found += [f"illegible: {one}" for one in page.evaluate(ILLEGIBLE)]
        found += [f"overlap: {one}" for one in page.evaluate(OVERLAPS)]
    if screen.size[0] >= NARROW and screen.letter == USUAL:
        found += [f"small: {one}" for one in page.evaluate(SMALL)]
    if PICTURES:
        name = "".join(c if c.isalnum() else "-" for c in f"{address.partition('//')[2].partition('/')[2]} {screen}")
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)
    return [f"{address} on {screen}: {one}" for one in found]


def looked_at(phone: Phone, address: str, pages: Iterable[tuple[str, Screen]]) -> None:
    """Each page on its screen; everything that is wrong is told at once."""
    foreign: list[str] = []
    phone.context.add_init_script(f"if (window === top) {{ {Axe().axe_script} }}")  # compiled once, not for each page
    phone.page.on("request", lambda asked: foreign.append(asked.url) if not asked.url.startswith(address) else None)
    found = [one for page, screen in pages for one in wrong(phone, page, screen)]
    assert not found, "\n".join(found)
    assert not phone.wrong
    assert not foreign, "nothing comes from elsewhere"


def once(pages: Sequence[str], begin: int) -> Iterator[tuple[str, Screen]]:
    """Each page on the next screen."""
    return ((page, SCREENS[(begin + n * 7) % len(SCREENS)]) for n, page in enumerate(pages))


def named(scene: Scene) -> str:
    return f"{scene.game}-{scene.name}"


def of_which(scene: Scene, page: str) -> str:
    """What a page is one of: the table itself at this moment, a page of this game, or one of any game."""
    kind = page.lstrip("/").partition("/")[0].partition("?")[0]
    return kind if kind in ALIKE else f"{scene.game} {kind}" if kind else f"{named(scene)} {page}"


def usual(scene: Scene) -> ParameterSet:
    """Everything but a turn of each game is for landings."""
    return pytest.param(scene, id=named(scene), marks=() if named(scene) in TURNS else pytest.mark.landing)


def new_pages() -> dict[str, list[str]]:
    """By scene: the pages that no scene before it had."""
    seen: set[str] = set()
    found: dict[str, list[str]] = {}
    for scene in sorted(SCENES, key=lambda scene: named(scene) in RARE):
        found[named(scene)] = [page for page in scene.pages if of_which(scene, page) not in seen]
        seen |= {of_which(scene, page) for page in scene.pages}
    return found


@pytest.mark.parametrize("scene", [usual(scene) for scene in SCENES if named(scene) not in RARE])
def test_every_page_of_a_table_once(browser: Browser, address: str, scene: Scene) -> None:
    phone = Phone(browser)
    table = scene.opened(phone, address)
    looked_at(phone, address, once([table + page for page in new_pages()[named(scene)]], SCENES.index(scene) * 3))
    phone.close()


def test_every_other_page_once(browser: Browser, address: str) -> None:
    phone = Phone(browser)
    pages = (*OUTSIDE, *OF_GAMES[0], *(f"/rules/{game}" for game in list(GAMES)[1:]))
    looked_at(phone, address, once([address + page for page in pages], 0))
    phone.close()


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS, ids=str)
@pytest.mark.parametrize("scene", SCENES, ids=named)
def test_every_page_of_a_table(browser: Browser, address: str, scene: Scene, screen: Screen) -> None:
    phone = Phone(browser)
    table = scene.opened(phone, address)
    looked_at(phone, address, ((table + page, screen) for page in scene.pages))
    phone.close()


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_every_other_page(browser: Browser, address: str, screen: Screen) -> None:
    phone = Phone(browser)
    looked_at(phone, address, ((address + page, screen) for page in (*OUTSIDE, *chain(*OF_GAMES))))
    phone.close()


NAMES = ("Maximiliano", "Bartholomäusstraßer", "東方紅日照耀千里江山如畫美", "María del Rosario")
SPILLED = r"""() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  for (let node; (node = walk.nextNode());) {
    let around = node.parentElement;
    if (!node.data.trim() || !around.checkVisibility()) continue;
    if (around.closest('svg, .vh, .skip, .hand__word, .col, script, style')) continue;
    while (getComputedStyle(around).display === 'inline') around = around.parentElement;
    const box = around.getBoundingClientRect(), range = document.createRange();
    range.selectNodeContents(node);
    const out = [...range.getClientRects()].some(line => line.right > box.right + 1.5 || line.left < box.left - 1.5);
    if (out) found.push(`${node.data.trim()} in ${around.outerHTML.slice(0, 80)}`);
  }
  return found;
}"""
"""Words that reach over the edge of what they stand in."""


@pytest.mark.landing
@pytest.mark.parametrize("letter", [USUAL, 2 * USUAL])
def test_long_names_stay_where_they_belong_on_the_smallest_phone(browser: Browser, address: str, letter: int) -> None:
    pages = {
        "hangzhou-turn": ("", "?seat=1", "/score", "/log", "/seats", "/check"),
        "hangzhou-over": ("/result",),
    }
    for name, addresses in pages.items():
        scene = next(scene for scene in SCENES if named(scene) == name)
        phone = Phone(browser, (320, 640), "es")
        phone.page.emulate_media(reduced_motion="reduce")
        table = scene.opened(phone, address)
        token = next(one["value"] for one in phone.context.cookies() if one.get("name") == "phone")
        for number, called in enumerate(NAMES):
            command = {"command": {"do": "name", "chair": number, "name": called}, "command_id": f"long-name-{number}"}
            url = f"{address}/api/v1/tables/{table.rpartition('/')[2]}/commands"
            phone.context.request.post(url, data=command, headers={"Authorization": f"Bearer {token}"})
        phone.letters(letter)
        for page in addresses:
            phone.open(table + page)
            assert any(called in phone.page.inner_text("body") for called in NAMES), page
            assert not phone.page.evaluate(SPILLED) and not phone.page.evaluate(WIDE), (name, page)
        phone.close()


COVERED = """() => {
  const bar = document.getElementById('thumb').getBoundingClientRect();
  return [...document.querySelectorAll('main .key, main .space')].filter(key => {
    const box = key.getBoundingClientRect();
    return box.height && box.bottom > bar.top + 1;
  }).map(key => key.getAttribute('aria-label') || key.textContent);
}"""


@pytest.mark.landing
@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_short_window_the_map_gives_way_and_no_key_lies_under_the_bar(
    browser: Browser, address: str, language: str
) -> None:
    scene = next(scene for scene in SCENES if named(scene) == "hangzhou-turn")
    phone = Phone(browser, (390, 664), language)
    table = scene.opened(phone, address)
    for page in ("", "/city", "/city/B2", "/city/dice"):
        phone.open(table + page)
        assert not phone.page.evaluate(COVERED), page
        assert phone.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), page
        assert phone.page.is_visible("#thumb #hand"), page
    phone.close()


SPACE = """() => {
  const letter = document.querySelector('.a-label');
  const size = parseFloat(getComputedStyle(letter).fontSize) * letter.getScreenCTM().a;
  return [document.querySelector('.space').getBoundingClientRect().width, size];
}"""


@pytest.mark.landing
def test_on_the_smallest_phone_the_hand_is_in_view_and_spaces_are_for_thumbs(browser: Browser, address: str) -> None:
    """Wherever one plays: also where dice, tiles and the city are entered, and where buildings are sold."""
    looks = {"hangzhou-turn": ("/city", "/city/dice"), "hangzhou-dice": ("",), "dunhuang-tiles": ("",)}
    for name, pages in (looks | {"xanadu-paper": ("/sell",)}).items():
        scene = next(scene for scene in SCENES if named(scene) == name)
        phone = Phone(browser, (320, 640))
        table = scene.opened(phone, address)
        for page in pages:
            phone.open(table + page)
            assert phone.page.is_visible("#thumb #hand"), (name, page)
            assert not phone.page.evaluate(WIDE) and not phone.page.evaluate(OVERLAPS), (name, page)
            if page == "/city":
                space, letter = phone.page.evaluate(SPACE)
                assert space >= 44 and letter >= 12
        phone.close()
