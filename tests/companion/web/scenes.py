"""Tables at moments worth looking at, and the pages of each: what the page matrix of `test_pages` goes through.

A game joins with a file ``scenes_<game>.py`` of a few lines, and its line in `test_pages`: a scene is a position (so
any moment can be had at once), the addresses below the table that are looked at there, and if need be taps before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

from browsers import Phone

Taps = Callable[[Phone], None]
CHOOSE = """([name, value]) => {
  const fields = [...document.getElementsByName(name)];
  const chosen = fields.find(field => /^(radio|checkbox)$/.test(field.type) && field.value === value);
  if (chosen) chosen.checked = true;
  else fields[0].value = value;
}"""


class Scene(NamedTuple):
    """A table of a game at a moment. `pages` are addresses below it; `taps` lead on from where it was opened."""

    game: str
    name: str
    pages: tuple[str, ...]
    position: str = ""
    way: str = "follow"
    settings: Mapping[str, str] = MappingProxyType({})
    taps: Taps | None = None

    def opened(self, phone: Phone, address: str) -> str:
        """Opens the table with this phone as its host; its address."""
        wished = {"way": self.way} | ({"position": self.position} if self.position else {})
        phone.open(f"{address}/new/{self.game}?{urlencode(wished)}")
        phone.page.fill("#name", "Ana María Fernández")
        for name, value in self.settings.items():
            phone.page.evaluate(CHOOSE, [name, value])
        phone.page.click("#open")
        phone.page.wait_for_url("**/t/*")
        table: str = phone.page.url
        if self.taps is not None:
            self.taps(phone)
        return table


def key(words: str) -> Taps:
    """One tap on the key with these words."""
    return lambda phone: phone.tap(f"button:has-text('{words}')")


def started(phone: Phone) -> None:
    """A second player without a phone, and the game begins."""
    table = phone.page.url
    phone.open(f"{table}/seats")
    phone.page.evaluate("document.querySelectorAll('details').forEach(all => { all.open = true; })")
    phone.page.fill("input[id^='named-']", "Mei")
    phone.tap("details .join .key")
    phone.open(f"{table}?first=0")
    phone.tap("#thumb button.key--go")


def learnt(cards: int) -> Taps:
    """So many cards of a first game, for one who plays alone or with Mei."""

    def taps(phone: Phone) -> None:
        for number in range(cards + 1):
            phone.page.wait_for_timeout(450 if number else 0)
            phone.tap("#thumb .key--go")

    return taps
