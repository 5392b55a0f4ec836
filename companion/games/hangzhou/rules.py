"""What a player may do, and why not: the one validator of every action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.engine.correction import Correction, correction_refusal
from companion.engine.door import Door
from companion.engine.game import OVER, Chances, Legal, Refusal, Seat
from companion.games.hangzhou import actions as act
from companion.games.hangzhou import components
from companion.games.hangzhou.jsonform import from_json, to_json
from companion.games.hangzhou.names import DYE_INDEX, INDEX, MERCHANTS, SPACES, Kind
from companion.games.hangzhou.state import Ask, Draw, Market, Move, Pick, Play, Roll, State, phase

ROW = 4
"""Dice in a merchant's row."""
DOOR: Door[State, act.Action] = Door(act.Action)


def waiting(state: State) -> tuple[Seat, ...]:
    """The seat whose turn it is, if any: in Hangzhou nobody acts at the same time."""
    turn = state.turn
    return (turn,) if isinstance(turn, int) else ()


def resolving(state: State) -> State:
    """The state with the merchant round beginning now, if it is in the player round."""
    return replace(state, now=Move(MERCHANTS[0])) if isinstance(state.now, Play) else state


@DOOR.legal
def legal(state: State, by: Seat | None = None) -> Legal[act.Action]:
    """Everything that may be done now, by a seat if one is given."""
    now = state.now
    found: list[act.Action]
    if by is not None and by != state.turn:
        found = []
    elif type(now) is Play:
        found = _turn_actions(state, now)
    else:
        found = _other_actions(state)
    return Legal(found, state, by, refusal)


def _turn_actions(state: State, now: Play) -> list[act.Action]:
    seat, taken = now.seat, now.taken
    hand = state.hands[seat]
    barred = taken if state.options.repeat_action == "no" else None
    found: list[act.Action] = []
    if taken is not None or len(state.hands) == 1:
        found.append(act.END_TURN)
    if taken is None and len(state.hands) > 1:
        found.append(act.TAKE_COIN if state.seals[seat] else act.PASS)
    rich = hand.coins > 0 or hand.hidden
    shops = rich and hand.shops > 0 and barred != Kind.SHOP
    coins = rich and barred != Kind.COIN
    dyes = [] if barred == Kind.DYE else [i for i, left in enumerate(state.supply) if left > 0]
    all_dyes = len(dyes) == len(state.supply)
    merchants = state.merchants
    for i, shop in enumerate(state.city):
        if shop is None:
            if shops and SPACES[i] not in merchants:
                found.append(act.PLACE_SHOP[i])
        elif shop.owner == seat:
            if dyes and SPACES[i] not in merchants:
                place = act.PLACE_DYE[i]
                found.extend(place if all_dyes else [place[dye] for dye in dyes])
            if coins:
                found.append(act.PLACE_COIN[i])
    return found


def _other_actions(state: State) -> list[act.Action]:
    turn = state.turn
    if turn is OVER:
        return []
    if not isinstance(turn, int):
        return list(chances(state).outcomes)
    if isinstance(state.now, Ask):
        return [act.TRADE, act.DECLINE]
    return [act.PICK_DYE[i] for i, left in enumerate(state.pool) if left]


def chances(state: State) -> Chances[act.Action]:
    """The outcomes when it is CHANCE's turn, weighted: cubes or dice left, times the sides that agree."""
    now = state.now
    if isinstance(state.turn, int) or state.turn is OVER:
        raise ValueError("nothing is left to chance here")
    if isinstance(now, Move):
        return Chances((act.MERCHANT_ACTS[now.merchant],), (1,))
    weighted: list[tuple[act.Action, int]] = []
    if isinstance(now, Draw) and sum(state.pool) < len(state.hands):
        weighted = [(act.DYE_DRAWN[i], n) for i, n in enumerate(state.supply) if n > 0 and components.NATURAL[i]]
    elif isinstance(now, Roll) or (isinstance(now, Market) and open_row(state) is not None):
        for i, row in enumerate(components.DYE_ROWS):
            if state.bag[i] > 0:
                for die in act.DIE_DRAWN[i]:
                    weighted.append((die, state.bag[i] * row.sides.count(die.price)))
    if not weighted:
        return Chances((act.GO_ON,), (1,))
    return Chances(tuple(outcome for outcome, _ in weighted), tuple(weight for _, weight in weighted))


def open_row(state: State) -> int | None:
    return next((m for m, row in enumerate(state.market) if len(row) < ROW), None)


@DOOR.refusal
def refusal(state: State, action: act.Action, by: Seat | None = None) -> Refusal | None:
    """Why the action cannot be done now, by a seat if one is given; none: it can."""
    if by is not None and by != state.turn and type(action) is not Correction:
        return _not_your_turn(state, by)
    return _CHECKS[type(action)](state, action)


def _not_your_turn(state: State, by: Seat) -> Refusal:
    turn = state.turn
    if isinstance(turn, int):
        return Refusal("not_your_turn", "player-round", seat=turn)
    return Refusal("game_over", "end-of-game") if turn is OVER else _not_now(state)


def _not_now(state: State) -> Refusal:
    """The action belongs to another part of the game than the one that is on."""
    if state.turn is OVER:
        return Refusal("game_over", "end-of-game")
    rules = {Draw: "start-dyes", Pick: "start-dyes", Market: "setup-market", Play: "player-round"}
    return Refusal("not_now", rules.get(type(state.now), "merchant-round"), thing=phase(state.now))


def _kind(state: State, now: Play, kind: Kind) -> Refusal | None:
    if now.taken == kind and state.options.repeat_action == "no":
        return Refusal("same_kind_again", "house-repeat-action", thing=kind.value)
    return None


def _place_shop(state: State, action: act.PlaceShop) -> Refusal | None:
    now = state.now
    if type(now) is not Play:
        return _not_now(state)
    i = INDEX[action.space]
    hand, shop = state.hands[now.seat], state.city[i]
    if shop is not None:
        return Refusal("space_taken", "place-shop", seat=shop.owner, place=action.space)
    if action.space in state.merchants:
        return Refusal("merchant_on_space", "place-shop", place=action.space)
    if hand.shops <= 0:
        return Refusal("no_shop_left", "place-shop", seat=now.seat)
    if hand.coins <= 0 and not hand.hidden:
        return Refusal("no_coin", "place-shop", seat=now.seat)
    return _kind(state, now, Kind.SHOP)


def _own_shop(state: State, action: act.PlaceDye | act.PlaceCoin, seat: Seat, rule: str) -> Refusal | None:
    shop = state.city[INDEX[action.space]]
    if shop is None:
        return Refusal("no_shop_here", rule, place=action.space)
    if shop.owner != seat:
        return Refusal("not_your_shop", rule, seat=shop.owner, place=action.space)
    return None


def _place_dye(state: State, action: act.PlaceDye) -> Refusal | None:
    now = state.now
    if type(now) is not Play:
        return _not_now(state)
    refused = _own_shop(state, action, now.seat, "place-dye")
    if refused is not None:
        return refused
    i = DYE_INDEX[action.dye]
    if action.space in state.merchants:
        return Refusal("merchant_at_shop", "place-dye", place=action.space)
    if state.supply[i] <= 0:
        return Refusal("no_dye_left", "place-dye", thing=action.dye, number=components.CUBES[i])
    return _kind(state, now, Kind.DYE)


def _place_coin(state: State, action: act.PlaceCoin) -> Refusal | None:
    now = state.now
    if type(now) is not Play:
        return _not_now(state)
    refused = _own_shop(state, action, now.seat, "place-coin")
    if refused is not None:
        return refused
    hand = state.hands[now.seat]
    if hand.coins <= 0 and not hand.hidden:
        return Refusal("no_coin", "place-coin", seat=now.seat)
    return _kind(state, now, Kind.COIN)


def _pass_or_take(state: State, action: act.Pass | act.TakeCoin) -> Refusal | None:
    now = state.now
    if type(now) is not Play:
        return _not_now(state)
    taking = isinstance(action, act.TakeCoin)
    rule = "take-coin" if taking else "pass"
    if state.solo:
        return Refusal("not_alone", "solo", thing=rule)
    if now.taken is not None:
        return Refusal("turn_begun", rule, seat=now.seat)
    if state.seals[now.seat] != taking:
        return Refusal("seal_in_hand" if taking else "seal_on_temple", rule, seat=now.seat)
    return None


def _end_turn(state: State, action: act.EndTurn) -> Refusal | None:
    now = state.now
    if type(now) is not Play:
        return _not_now(state)
    if now.taken is None and not state.solo:
        return Refusal("nothing_done", "player-round", seat=now.seat)
    return None


def _pick(state: State, action: act.PickDye) -> Refusal | None:
    if not isinstance(state.now, Pick):
        return _not_now(state)
    i = DYE_INDEX[action.dye]
    if state.pool[i] <= 0:
        return Refusal("not_in_pool", "start-dyes", thing=action.dye)
    return None


def _answer(state: State, action: act.Trade | act.Decline) -> Refusal | None:
    if isinstance(state.now, Ask) and isinstance(state.turn, int):
        return None
    return _not_now(state)


def _dye_drawn(state: State, action: act.DyeDrawn) -> Refusal | None:
    if not isinstance(state.now, Draw) or sum(state.pool) >= len(state.hands):
        return _not_now(state)
    i = DYE_INDEX[action.dye]
    if not components.NATURAL[i]:
        return Refusal("not_natural", "start-dyes", thing=action.dye)
    if state.supply[i] <= 0:
        return Refusal("no_dye_left", "start-dyes", thing=action.dye, number=components.CUBES[i])
    return None


def _die_drawn(state: State, action: act.DieDrawn) -> Refusal | None:
    now = state.now
    if not (isinstance(now, Roll) or (isinstance(now, Market) and open_row(state) is not None)):
        return _not_now(state)
    i = DYE_INDEX[action.dye]
    if state.bag[i] <= 0:
        return Refusal("die_not_in_bag", "replace-die", thing=action.dye, number=components.DICE[i])
    if action.price not in components.DYE_ROWS[i].sides:
        return Refusal("price_not_on_die", "dice", thing=action.dye, number=action.price)
    return None


def _merchant_acts(state: State, action: act.MerchantActs) -> Refusal | None:
    if not isinstance(state.now, Move):
        return _not_now(state)
    if action.merchant != state.now.merchant:
        return Refusal("other_merchant", "merchant-round", thing=state.now.merchant)
    return None


def _go_on(state: State, action: act.GoOn) -> Refusal | None:
    if isinstance(state.turn, int) or state.turn is OVER:
        return _not_now(state)
    return None if chances(state).outcomes == (act.GO_ON,) else _not_now(state)


def _correction(state: State, action: Correction) -> Refusal | None:
    return correction_refusal(state, action, to_json, from_json)


_CHECKS: dict[type, Callable[[State, Any], Refusal | None]] = {
    act.PlaceShop: _place_shop,
    act.PlaceDye: _place_dye,
    act.PlaceCoin: _place_coin,
    act.Pass: _pass_or_take,
    act.TakeCoin: _pass_or_take,
    act.EndTurn: _end_turn,
    act.PickDye: _pick,
    act.Trade: _answer,
    act.Decline: _answer,
    act.DyeDrawn: _dye_drawn,
    act.DieDrawn: _die_drawn,
    act.MerchantActs: _merchant_acts,
    act.GoOn: _go_on,
    Correction: _correction,
}
