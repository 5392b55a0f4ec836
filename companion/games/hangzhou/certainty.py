"""What is sure of Hangzhou's city and its dice, as one photograph was read or several that were joined."""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec.structs import replace

from companion.games.hangzhou.components import DICE
from companion.games.hangzhou.names import DYE_LETTERS, SPACES
from companion.sight.reading import Odds, Reading

NOTHING: Final = "-"
"""The value of a space without a shop, of a merchant at its gate, of a place without a die."""
ROUND: Final = "die"
"""The round die, as a position calls it."""
MERCHANT: Final = "merchant "
"""Before the merchants."""
MARKET: Final = "market "
"""Before the places of its other dice."""
COINS: Final = 9
"""Coins of a shop that people tell apart; a reader counts up to three."""
SURE: Final = 0.9
"""How probable the reading of a space is that nobody is asked about: docs/sight.md has what comes of it."""
SURE_COINS: Final = 0.97
"""The same of the coins on a shop alone: one that lies nearly beneath another is easily overlooked."""
SURE_STANDING: Final = 0.93
"""The same of a merchant."""
SURE_DIE: Final = 0.99
"""The same of a die."""


def judged(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Those that are likely enough are sure; dice of a colour of which more were read than the box has are not, all of
    them."""
    counts = Counter(one.value[0] for one in readings if one.part.startswith(MARKET))
    too_many = {letter for letter, most in zip(DYE_LETTERS, DICE, strict=True) if counts[letter] > most}
    return tuple(
        replace(one, sure=_sure(one) and not (one.part.startswith(MARKET) and one.value[0] in too_many))
        for one in readings
    )


def _sure(reading: Reading) -> bool:
    (_, likely), *_ = reading.odds
    if reading.part == ROUND or reading.part.startswith(MARKET):
        return likely >= SURE_DIE
    if reading.part not in SPACES:
        return likely >= SURE_STANDING
    return likely >= SURE and (reading.value == NOTHING or _counted(reading.odds) >= SURE_COINS)


def _counted(odds: Odds) -> float:
    """How probable the likeliest number of coins is, whosever shop it is and whatever dye lies on it."""
    coins: dict[str, float] = {}
    for value, likely in odds:
        if value != NOTHING:
            count = value[-1] if value[-1].isdecimal() else ""
            coins[count] = coins.get(count, 0.0) + likely
    return max(coins.values()) / sum(coins.values())
