"""Score only: what is counted in Dunhuang."""

from __future__ import annotations

from companion.engine.dunhuang.names import GOODS
from companion.web.desk import Desk
from companion.web.dunhuang import said
from companion.web.tallying import Counted, Field, Heap

SIGN = {"tokens": "near", "prestige": "prestige", "coins": "coin"}


def tally_fields(desk: Desk, chair: int, things: tuple[str, ...]) -> tuple[Field, ...]:
    """Tokens and prestige by number, the hand card by card; coins only of those who tie."""
    words = said.words(desk)
    kinds = tuple(Counted(good, said.numbered(desk, good), said.sign(good)) for good in GOODS if good in things)
    numbers = [Counted(thing, words.phrase(f"count.{thing}"), SIGN[thing]) for thing in SIGN if thing in things]
    return (Heap(words.phrase("count.hand"), kinds), *numbers)
