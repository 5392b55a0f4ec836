"""How far a play-out of Dunhuang looks, for players that play their choices out (`companion.lab.rollout`)."""

from __future__ import annotations

from typing import Final

from companion.games.dunhuang.state import State

BEGINS: Final = "move"
"""The phase in which a turn begins."""
NEAR = 5
"""Cards in the deck from which on the end is in sight; and turns that it is away then, or a few less."""


def horizon(state: State) -> int:
    """For how many turns after the one that is on a choice is played out: until all others and then the seat
    itself have had another one, and to the end once that is in sight. The last turns decide most, for nobody answers
    them."""
    players = len(state.players)
    return players if state.deck > NEAR else max(players, NEAR)
