"""Whole games of all games on four phones: one loses its network, one falls asleep, one has no script, one is in
Spanish with letters twice as large and taps everything twice. Whatever page they have open, all show what is on."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TypedDict
from urllib.request import urlopen

import pytest
from browsers import Phone
from lxml import html as markup
from playwright.sync_api import Browser
from thumbs import USABLE, keys, move

from companion.web.game_pages import GAMES

pytestmark = pytest.mark.outside

NAMES = ("Ana", "Mei", "Tomás", "Priya")
SHORT = (390, 664)
SECOND = 1000.0
"""Milliseconds within which every phone shows what is on."""
ON = """() => ({ seq: Number(document.body.dataset.seq), beat: document.querySelector('#act')?.dataset.beat || '',
  end: document.querySelector('#count[data-again], #result')?.id || '' })"""
"""What a page shows to be on: the entry up to which it has read, the beat of the merchants, the end."""
STYLED = """async () => {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const sheets = all => [...all.querySelectorAll("link[rel=stylesheet], style")]
    .map(one => one.dataset.sheet || one.getAttribute("href"));
  const here = sheets(document);
  return sheets(page).every(sheet => here.includes(sheet));
}"""
"""Has the page, which became what it is piece by piece, the style sheets of one that is opened now?"""


class On(TypedDict):
    """The same, as the table has it."""

    seq: int
    beat: str
    end: str


class Round:
    """Four phones at a table whose game has begun."""

    def __init__(self, browser: Browser, address: str, game: str, seed: int, **settings: str) -> None:
        self.rng = random.Random(seed)
        self.ana, self.mei = Phone(browser, SHORT), Phone(browser, SHORT)
        self.tomas, self.priya = Phone(browser, SHORT, scripted=False), Phone(browser, SHORT, "es")
        self.priya.letters(32)
        self.phones = [self.ana, self.mei, self.tomas, self.priya]
        self.away: set[Phone] = set()
        self.fetched = SECOND
        self.slowest = 0.0
        self.table = self._opened(address, game, settings)
        self.agree()
        assert all(phone.page.evaluate(STYLED) for phone in self.phones if phone.scripted)

    def _opened(self, address: str, game: str, settings: dict[str, str]) -> str:
        """The table with all seated, two taps after the scan, and begun by its host."""
        table = self.ana.host(f"{address}/new/{game}", NAMES[0], players="4", **settings)
        for number, phone in enumerate(self.phones[1:], 1):
            phone.join(table, number, NAMES[number])
            assert phone.taps == 1, "scan to seated in two taps"
        self.ana.page.wait_for_selector("text=Start with 4")
        self.ana.tap(".chip:text-is('Ana')")
        self.ana.tap("#thumb button.key--go")
        return table

    def on(self) -> On:
        """What is on at the table, as a new phone that watches is told."""
        with urlopen(f"{self.table}?watch=1") as answer:
            page = markup.document_fromstring(answer.read())
        act = page.xpath("//*[@id='act']/@data-beat")
        end = page.xpath("//*[@id='count'][@data-again] | //*[@id='result']")
        return {
            "seq": int(page.find("body").get("data-seq")),
            "beat": act[0] if act else "",
            "end": end[0].get("id") if end else "",
        }

    def agree(self) -> None:
        """Every phone shows what is on, within a second; on a slow machine, while a page could be fetched ten times.
        What merchants want goes on by itself meanwhile."""
        on, since = self.on(), time.monotonic()
        for phone, name in zip(self.phones, NAMES, strict=True):
            late = False  # one that is right when it is looked at may have been so for long
            while phone not in self.away:
                begin = time.monotonic()
                if not phone.scripted:
                    phone.page.reload()
                    self.fetched = 1000 * (time.monotonic() - begin)
                shown, now = phone.page.evaluate(ON), self.on()
                if now != on:
                    on, since = now, time.monotonic()
                took = 1000 * (time.monotonic() - since)
                if shown == on:
                    self.slowest = max(self.slowest, took if late else 0)
                    break
                late = True
                assert took < max(SECOND, 10 * self.fetched), f"{name}: {phone.page.url}, {phone.h1}: {shown}, not {on}"
                phone.page.wait_for_timeout(20)

    def asked(self) -> Phone | None:
        """Whoever is to tap; None, if that is one that is away. Merchants are read by anybody."""
        here = [phone for phone in self.phones if phone not in self.away]
        if self.on()["beat"]:
            return self.rng.choice(here)
        called = (phone for phone in here if phone.page.evaluate("() => document.body.dataset.calls"))
        return next(called, None if self.away else here[0])

    def step(self) -> bool:
        """Somebody moves the game, and all show it. False: it is over, or waits for whoever is away."""
        now = self.on()
        if now["end"] == "result":
            return False
        phone = self.asked()
        if phone is None:
            return False
        if now["end"] == "count":
            self.ana.result()
        else:
            move(phone, self.table, self.rng, twice=phone is self.priya)
        self.agree()
        return True

    def absence(self, seconds: float) -> None:
        """Mei's network is gone for so long and Ana's phone sleeps, while the others play on as far as they can."""
        wake = suspended(self.ana)
        self.mei.context.set_offline(True)
        self.away = {self.ana, self.mei}
        gone, seen = time.monotonic(), self.mei.seq
        while self.step():
            if time.monotonic() - gone > seconds:
                break
        self.mei.page.wait_for_selector(".link--lost")
        begun = begin(self.mei)
        time.sleep(max(0.0, seconds - (time.monotonic() - gone)))
        assert self.mei.seq == seen
        if seconds > 20:
            assert "Can’t reach the server" in self.mei.page.inner_text("#gone")
            self.priya.page.wait_for_selector("#link .link--asleep")
        told = self.on()["seq"] > seen
        self.mei.context.set_offline(False)
        wake()
        if begun:
            self.mei.settle()
            assert self.mei.seq > seen, "what waited has gone out"
        self.away = set()
        self.agree()
        if told and not self.on()["beat"]:
            assert self.ana.page.locator("#slept-card").count(), "what was missed is told"
        assert not self.mei.page.locator("#gone").count()

    def play(self, seconds: float, when: int, most: int) -> None:
        """To the score; after so many moves two phones are away for so long."""
        for number in range(most):
            if number == when:
                self.absence(seconds)
            if not self.step():
                break
        assert number > when and self.on()["end"] == "result"

    def end(self) -> None:
        """All show the same score, and nothing went wrong."""
        scores = [phone.page.locator("#result").inner_text() for phone in self.phones]
        assert scores[0] == scores[1] == scores[2] and scores[3]
        assert not {name: phone.wrong for phone, name in zip(self.phones, NAMES, strict=True) if phone.wrong}
        for phone in self.phones:
            phone.close()


def begin(phone: Phone) -> bool:
    """Presses a key that moves the game, if there is one, without waiting for an answer."""
    key = next((key for key in keys(phone) if key.does == "act"), None)
    if key is not None:
        phone.page.locator(f"{USABLE} >> nth={key.n}").evaluate("key => key.click()")
        phone.page.wait_for_selector("small:text-is('waits')")
    return key is not None


def suspended(phone: Phone) -> Callable[[], None]:
    """Suspends a page as a sleeping phone does; the answer wakes it.

    Headless Chromium tells pages of no freeze and keeps them running, so the events come from here, and between them
    the debugger holds every script.
    """
    session = phone.context.new_cdp_session(phone.page)
    session.send("Debugger.enable")
    phone.page.evaluate("document.dispatchEvent(new Event('freeze'))")
    session.send("Debugger.pause")

    def wake() -> None:
        session.send("Debugger.disable")
        phone.page.evaluate("document.dispatchEvent(new Event('resume'))")
        session.detach()

    return wake


OPTIONS = {"hangzhou": {"round_limit": "12"}, "xanadu": {"cards": "app"}}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_four_phones_play_a_whole_game_though_one_is_away_for_half_a_minute(
    browser: Browser, address: str, game: str
) -> None:
    table = Round(browser, address, game, 5, **OPTIONS.get(game, {}))
    table.play(30, when=table.rng.randrange(3, 16), most=2000)
    print(f"{game}: {table.on()['seq']} entries, the slowest phone showed one after {table.slowest:.0f} ms")
    table.end()
