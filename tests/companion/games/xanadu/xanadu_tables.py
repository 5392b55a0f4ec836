"""Small tables of Xanadú for tests, written as positions are, and play in words."""

from __future__ import annotations

from typing import Any

from companion.engine import xanadu
from companion.games.xanadu import effects as did
from companion.games.xanadu.names import Card
from companion.games.xanadu.state import Draw, State


def table(fields: str, players: int = 2) -> State:
    """The position of these fields: ``A: c3 49.01.02 hand 05 06 now: play A``."""
    return xanadu.parse(f"xanadu {players} {fields}")


def played(state: State, *actions: str) -> State:
    """The state after actions in words."""
    for action in actions:
        state, _ = xanadu.play(state, xanadu.parse_action(action))
    return state


def effects(state: State, *actions: str) -> list[Any]:
    """What happens at the last of the actions."""
    after = played(state, *actions[:-1])
    return list(xanadu.play(after, xanadu.parse_action(actions[-1]))[1])


def refused(state: State, action: str, by: int | None = None) -> tuple[str, str | None] | None:
    """Why an action in words is refused, and the rule."""
    refusal = xanadu.refusal(state, xanadu.parse_action(action), by)
    return None if refusal is None else (refusal.reason, refusal.rule)


def legal(state: State, by: int | None = None) -> list[str]:
    """The legal actions in words."""
    return [xanadu.action_text(action) for action in xanadu.legal(state, by)]


def standing(state: State, seat: int) -> list[int]:
    """The numbers of a seat's buildings."""
    return [building.card for building in state.city[seat]]


def to_draw(state: State, *actions: str) -> int:
    """How many cards are drawn after these actions and the end of steps 1 and 2."""
    ended = next(e for e in effects(state, *actions, "end turn") if isinstance(e, did.TurnEnded))
    after = played(state, *actions, "end turn")
    assert (after.now.left if isinstance(after.now, Draw) else 0) == ended.draws
    return ended.draws


def price(state: State, card: int) -> int:
    """The price in force of a building in play."""
    building = state.building(Card(card))
    return building.price
