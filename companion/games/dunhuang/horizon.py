"""How far a play-out of Dunhuang looks, for players that play their choices out (`companion.lab.rollout`)."""

from __future__ import annotations

from typing import Final

from companion.games.dunhuang.state import Phase, State

BEGINS: Final[Phase] = "move"
"""The phase in which a turn begins."""
NEAR = 3
"""Cards in the deck from which on the end is in sight; and turns that it is away then, or a few less."""


def horizon(state: State) -> int:
    """For how many turns after the one that is on a choice is played out: until all others have had one, and to the
    end once that is in sight. The last turns decide most, for nobody answers them."""
    others = len(state.players) - 1
    return others if state.deck > NEAR else max(others, NEAR)
