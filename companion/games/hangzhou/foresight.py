"""The merchants as they would go now, if the players did nothing more."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine.moves import SILENT
from companion.games.hangzhou import merchants
from companion.games.hangzhou.names import MERCHANTS, Merchant
from companion.games.hangzhou.state import Ask, Move, Roll, State
from companion.games.hangzhou.turns import after_merchant

Step = tuple[Merchant, State, State]


def steps(state: State) -> Iterator[Step]:
    """The merchants that have not gone yet, each with the position before and after its move and trade.

    No dice are drawn: none of them is wanted in the same round. After the last one the round has ended.
    """
    now = state.now
    state = replace(state, options=replace(state.options, trade="forced"))
    if isinstance(now, Roll):
        state = after_merchant(state, now.merchant, SILENT)
    elif not isinstance(now, Move):
        state = replace(state, now=Move(now.merchant if isinstance(now, Ask) else MERCHANTS[0]))
    while isinstance(state.now, Move):
        before, merchant = state, state.now.merchant
        state = merchants.act(state, merchant, SILENT)
        if isinstance(state.now, Roll):
            state = after_merchant(state, merchant, SILENT)
        yield merchant, before, state


def round_ended(state: State) -> State:
    """The position after these merchants."""
    if isinstance(state.now, Roll) and state.now.merchant is MERCHANTS[-1]:
        return after_merchant(state, MERCHANTS[-1], SILENT)
    *_, (_, _, after) = steps(state)
    return after
