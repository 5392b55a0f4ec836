"""Thresholds for readings of Hangzhou's city and dice, from one photograph or several joined."""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec.structs import replace

from companion.games.hangzhou.components import DICE
from companion.games.hangzhou.names import DYES
from companion.sight.reading import Reading

ROUND: Final = "die"
"""The round die, as a position calls it."""
MERCHANT: Final = "merchant "
"""Before the merchants."""
MARKET: Final = "market "
"""Before the places of its other dice."""
COINS: Final = 9
"""Coins of a shop that people tell apart; a reader counts up to three."""


def judged(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Marks all dice of a colour as doubtful if more were read than the box has."""
    counts = Counter(one.value[0] for one in readings if one.part.startswith(MARKET))
    too_many = {dye.letter for dye, most in zip(DYES, DICE, strict=True) if counts[dye.letter] > most}
    return tuple(
        replace(one, sure=False) if one.part.startswith(MARKET) and one.value[0] in too_many else one
        for one in readings
    )
