"""Positions and what comes of them, in short."""

from __future__ import annotations

from in_words import InWords

from companion.engine import hangzhou
from companion.games.hangzhou.decision import decide
from companion.games.hangzhou.names import MERCHANTS, Merchant
from companion.games.hangzhou.rounds import MerchantActs
from companion.games.hangzhou.state import State

WORDS = InWords(hangzhou)
played, refused = WORDS.played, WORDS.refused
FILLER = "b1 r1 y1"
"""The dice behind the first one of a row."""


def table(
    city: str, wants: str = "- - - -", rest: str = "", players: str = "RBYW", now: str = "", stand: str = "- - - -"
) -> State:
    """A position: the shops, the demand of each merchant (``-``: an empty row), where they stand, and other fields."""
    rows = " / ".join("" if die == "-" else f"{die} {FILLER}" for die in wants.split())
    now = f"now: {now}" if now else ""
    return hangzhou.parse(f"hangzhou {players} city: {city} merchants: {stand} market: {rows} {rest} {now}")


def at(city: str, merchant: str, die: str, stand: str = "- - - -", rest: str = "") -> State:
    """A position in which only that merchant wants something."""
    wants = " ".join(die if merchant == one else "-" for one in MERCHANTS)
    return table(city, wants, rest, stand=stand)


def acts(state: State, merchant: str) -> tuple[State, hangzhou.Effects]:
    """The merchant moves and trades, as if it were its turn."""
    ready = hangzhou.parse(f"{hangzhou.text(state).partition(' now:')[0]} now: move {merchant}")
    return hangzhou.play(ready, MerchantActs(Merchant(merchant)))


def goes(state: State, merchant: str) -> tuple[str, str]:
    """Where the merchant stands after its step (``gate``, if it is still there), and what decided."""
    decision = decide(state, Merchant(merchant))
    return decision.end or "gate", decision.decided_by


def effect_names(effects: hangzhou.Effects) -> str:
    """The types of effects, in order."""
    return " ".join(type(effect).__name__ for effect in effects)
