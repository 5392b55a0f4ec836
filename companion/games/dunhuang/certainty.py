"""What is sure of Dunhuang's market, as one photograph was read or several that were joined."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Final

from msgspec.structs import replace

from companion.games.dunhuang.letters import card_letter
from companion.games.dunhuang.names import CARDS, CHARACTERS, SPACES
from companion.sight.reading import Reading

NOTHING: Final = "-"
"""The value of a place where nothing lies, and of a camel that is nowhere."""
_SPACES: Final = range(1, SPACES + 1)
VALUES: Final[Mapping[str, Set[str]]] = {
    **{f"ring {at}": {NOTHING, *(one.value for one in CHARACTERS)} for at in _SPACES},
    **{f"market {at}": {NOTHING, *map(card_letter, CARDS)} for at in _SPACES},
    "camel": {NOTHING, *map(str, _SPACES)},
}
"""What each place may be said to have; of a card that lies there somebody may say that alone (`Good.UNKNOWN`)."""
SURE: Final = 0.98
"""How probable a reading is that nobody is asked about: docs/sight.md has what comes of it."""


def judged(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Those that are likely enough are sure."""
    return tuple(replace(one, sure=one.odds[0][1] >= SURE) for one in readings)
