"""Small tables of Xanadú for tests, written as positions are, and play in words."""

from __future__ import annotations

from in_words import InWords

from companion.engine import xanadu
from companion.games.xanadu import effects as did
from companion.games.xanadu import phases
from companion.games.xanadu.names import Card
from companion.games.xanadu.state import State

WORDS = InWords(xanadu)
played, effects, refused, legal = WORDS.played, WORDS.effects, WORDS.refused, WORDS.legal


def table(fields: str, players: int = 2) -> State:
    """The position of these fields: ``A: c3 49.01.02 hand 05 06 now: play A``."""
    return xanadu.parse(f"xanadu {players} {fields}")


def standing(state: State, seat: int) -> list[int]:
    """The numbers of a seat's buildings."""
    return [building.card for building in state.city[seat]]


def to_draw(state: State, *actions: str) -> int:
    """How many cards are drawn after these actions and the end of steps 1 and 2."""
    ended = next(e for e in effects(state, *actions, "end turn") if isinstance(e, did.TurnEnded))
    after = played(state, *actions, "end turn")
    assert (after.now.left if isinstance(after.now, phases.Draw) else 0) == ended.draws
    return ended.draws


def price(state: State, card: int) -> int:
    """The price in force of a building in play."""
    building = state.building(Card(card))
    return building.price
