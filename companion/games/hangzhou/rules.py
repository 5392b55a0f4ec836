"""What may be done in Hangzhou, and why not: its referee."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.engine.game import Refusal, Seat
from companion.engine.referee import Referee
from companion.games.hangzhou import outcomes, views
from companion.games.hangzhou.jsonform import from_json, to_json
from companion.games.hangzhou.moves import (
    DECLINE,
    END_TURN,
    PASS,
    PICK_DYE,
    PLACE_COIN,
    PLACE_DYE,
    PLACE_SHOP,
    TAKE_COIN,
    TRADE,
    Action,
    Effect,
    PickDye,
)
from companion.games.hangzhou.names import MERCHANTS, SPACES, Kind
from companion.games.hangzhou.state import Ask, Draw, Market, Move, Pick, Play, State, phase

_RULES: dict[type, str] = {Draw: "start-dyes", Pick: "start-dyes", Market: "setup-market", Play: "player-round"}


class _Referee(Referee[State, Action, Effect]):
    TURN = "player-round"
    END = "end-of-game"
    odds = staticmethod(outcomes.odds)
    covered = staticmethod(views.covered)

    def listed(self, state: State, seat: Seat) -> Sequence[Action]:
        now = state.now
        if type(now) is Play:
            return _turn(state, now)
        if isinstance(now, Ask):
            return TRADE, DECLINE
        return [PICK_DYE[i] for i, left in enumerate(state.pool) if left]

    def phase(self, state: State) -> tuple[str, str]:
        return phase(state.now), _RULES.get(type(state.now), "merchant-round")

    def unasked(self, state: State, action: Action) -> Refusal:
        """Nobody is asked to pick where the pool is empty, and that is why."""
        return action.missing() if type(action) is PickDye else super().unasked(state, action)


def _turn(state: State, now: Play) -> list[Action]:
    seat, taken = now.seat, now.taken
    hand = state.hands[seat]
    barred = taken if state.options.repeat_action == "no" else None
    found: list[Action] = []
    if taken is not None or len(state.hands) == 1:
        found.append(END_TURN)
    if taken is None and len(state.hands) > 1:
        found.append(TAKE_COIN if state.seals[seat] else PASS)
    rich = hand.coins > 0 or hand.hidden
    shops = rich and hand.shops > 0 and barred != Kind.SHOP
    coins = rich and barred != Kind.COIN
    dyes = [] if barred == Kind.DYE else [i for i, left in enumerate(state.supply) if left > 0]
    all_dyes = len(dyes) == len(state.supply)
    merchants = state.merchants
    for i, shop in enumerate(state.city):
        if shop is None:
            if shops and SPACES[i] not in merchants:
                found.append(PLACE_SHOP[i])
        elif shop.owner == seat:
            if dyes and SPACES[i] not in merchants:
                place = PLACE_DYE[i]
                found.extend(place if all_dyes else [place[dye] for dye in dyes])
            if coins:
                found.append(PLACE_COIN[i])
    return found


def resolving(state: State) -> State:
    """The state with the merchant round beginning now, if it is in the player round."""
    return replace(state, now=Move(MERCHANTS[0])) if isinstance(state.now, Play) else state


_REFEREE = _Referee(Action, to_json, from_json)
waiting, legal, refusal = _REFEREE.waiting, _REFEREE.legal, _REFEREE.refusal
play, chances = _REFEREE.play, _REFEREE.chances
