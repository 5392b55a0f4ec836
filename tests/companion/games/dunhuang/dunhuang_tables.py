"""Small tables for tests: a ring, a market from 2 to 9, the camel on space 1, and what a test adds."""

from __future__ import annotations

from in_words import InWords

from companion.engine import dunhuang
from companion.games.dunhuang.state import State

FIRST = "interpreter soldier shepherd manichean princess painter trader maid"
SECOND = "diplomat general farmer buddhist dancer musician merchant domestic"

WORDS = InWords(dunhuang)
played, told, refused, offered = WORDS.played, WORDS.told, WORDS.refused, WORDS.legal


def table(rest: str, players: int = 3, ring: str = FIRST, market: str = "2 3 4 5 6 7 8 9") -> State:
    """A position; the fields in `rest` come on top."""
    camel = "" if "camel:" in rest else "camel: 1"
    return dunhuang.parse(f"dunhuang {players} ring: {ring} market: {market} {camel} {rest}")


def at(character: str, rest: str, players: int = 3, steps: int = 1, market: str = "2 3 4 5 6 7 8 9") -> State:
    """Seat A is about to use a character: the camel has taken so many steps and its space is empty."""
    ring = FIRST if character in FIRST.split() else SECOND
    space = ring.split().index(character) + 1
    cards = market.split()
    cards[space - 1] = "-"
    return table(f"camel: {space} {rest} now: act A {steps}", players, ring, " ".join(cards))


def shown(state: State, field: str) -> str:
    """A field of the position's text; empty if it is left out."""
    _, _, rest = dunhuang.text(state).partition(f" {field}: ")
    words = []
    for word in rest.split():
        if word.endswith(":"):
            break
        words.append(word)
    return " ".join(words)
