"""A thumb inside the site: it presses keys of the app as on a page of a server, and hands the phone on."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count

from browsers import Phone
from playwright.sync_api import Error, Frame
from thumbs import MOVES, keys, move
from visits import Visitor

ENTRIES = 1500
"""Entries of its log after which a game that has not ended does not end."""
STUCK = 300
"""Presses in a row without an entry after which a game does not go on. A busy machine needs up to 20."""


class Inside(Phone):
    """The phone of `browsers`, whose page is the frame in the page of the site."""

    def __init__(self, visitor: Visitor, address: str) -> None:
        self.visitor, self.address = visitor, address
        self.scripted, self.taps, self.wrong = True, 0, visitor.wrong

    @property
    def page(self) -> Frame:  # type: ignore[override]  # of a page it is asked what a frame has too
        return self.visitor.app

    def open_table(self, game: str, players: int, **settings: str) -> str:
        """A table of Ana's, who sits at it; its address."""
        self.open(f"{self.address}new/{game}")
        self.page.fill("input[name=name]", "Ana")
        for name, value in ({"players": str(players)} | settings).items():
            self.page.check(f"[name={name}][value='{value}']", force=True)
        self.tap("main form button.key--go")
        self.visitor.at("/t/")
        return self.page.url

    def seat(self, table: str, command: dict[str, object]) -> None:
        """Seats somebody who has no phone of their own."""
        assert self.page.evaluate(SENT, [table, command]) == 200

    def play(self, table: str, rng: random.Random, between: Callable[[int], None]) -> None:
        """Plays until the result is there; `between` is told how often something has been pressed."""
        newest = since = 0
        for pressed in count():
            between(pressed)
            assert newest < ENTRIES and pressed - since < STUCK, f"not over after {newest} entries: {self.h1}"
            try:
                if self.result():
                    return
                if self.seq > newest:
                    newest, since = self.seq, pressed
                found = keys(self)
                does = {key.does for key in found}
                if "lend" in does:
                    self.tap("#thumb .key--go")
                elif "lay" in does:
                    self.tap("#rival-told button")
                elif not self.page.url.startswith(table):
                    self.open(table)
                elif does & MOVES or any(key.opens(table) for key in found):
                    move(self, table, rng)
                else:
                    self.visitor.page.wait_for_timeout(200)  # a bot thinks
            except Error:  # the page has gone on by itself meanwhile
                self.visitor.page.wait_for_timeout(200)


SENT = """async ([path, command]) => {
  const body = new URLSearchParams({ command_id: crypto.randomUUID(), do: JSON.stringify(command) });
  return (await fetch(path, { method: "POST", body })).status;
}"""
