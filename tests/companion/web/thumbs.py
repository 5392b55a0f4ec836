"""A thumb for any game: it presses keys of the page before it, whichever there are, until the game is over."""

from __future__ import annotations

import random

from browsers import Phone
from msgspec import Struct, convert
from playwright.sync_api import Error

MOVES = frozenset({"act", "show", "roll", "answer", "sell"})
"""Commands that move a game."""
ASIDE = frozenset(
    {
        *("advanced", "check", "export", "fix", "log", "menu"),
        *("result", "score", "screen", "seats", "settings", "step", "verify"),
    }
)
"""Pages on the way to no move."""
SHORTLY = 3000
"""Milliseconds after which a key that was there is there no more."""
MOST = 12
"""Keys after which a thumb that has not moved the game begins anew."""
USABLE = ":is(main, #thumb) :is(button, a[href]):not([aria-disabled])"
KEYS = """(usable) => [...document.querySelectorAll(usable)].map((key, n) => {
  const form = key.form, act = JSON.parse((key.name === 'do' && key.value) || form?.elements.do?.value || '{}');
  const goes = key.href || new URL(key.getAttribute('formaction') || form?.getAttribute('action') || '', location).href;
  return { n, seen: key.checkVisibility(), does: act.do || '', back: Boolean(act.back), goes };
}).filter((key) => key.seen)"""
"""The keys of a page that can be used."""


class NoKeyError(AssertionError):
    """A page has no key that leads on."""


class Key(Struct):
    """A key of a page: its number there, the command that it sends (empty: none), whether that goes back a beat, and
    where it leads."""

    n: int
    does: str
    back: bool
    goes: str

    def opens(self, table: str) -> bool:
        """Does it lead on to another key?"""
        path, _, _ = self.goes.partition("?")
        name = path.removeprefix(table).strip("/").partition("/")[0]
        return not self.does and path.startswith(table) and name not in ASIDE


def keys(phone: Phone) -> list[Key]:
    return convert(phone.page.evaluate(KEYS, USABLE), list[Key])


def press(phone: Phone, table: str, rng: random.Random, twice: bool = False) -> bool:
    """One key at random among those that lead to a move, or two at once of those that move. Has it moved the game?

    Keys that go back a beat are the last resort: a thumb that pressed them as often as those that go on would read one
    merchant round for hours.
    """
    found = keys(phone)
    moves = [key for key in found if key.does in MOVES and not key.back]
    ways = [key for key in found if key.opens(table)]
    moves = moves or ([] if ways else [key for key in found if key.back])
    if not moves and not ways:
        raise NoKeyError(f"{phone.page.url}: {phone.h1}")
    key = rng.choice(moves if moves and (not ways or rng.random() < 0.5) else ways)
    try:
        phone.tap(f"{USABLE} >> nth={key.n}", twice and key in moves, patience=SHORTLY)
    except Error:  # the page has gone on by itself meanwhile
        return False
    return key in moves


def move(phone: Phone, table: str, rng: random.Random, twice: bool = False) -> None:
    """Presses keys until one has moved the game; after many that lead nowhere the phone begins anew."""
    if not any(press(phone, table, rng, twice) for _ in range(MOST)):
        phone.open(table)
