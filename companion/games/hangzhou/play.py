"""Carrying an action out: the next state, and what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.engine.correction import Correction, corrected
from companion.engine.game import RefusedError, Seat
from companion.games.hangzhou import actions as act
from companion.games.hangzhou import components, merchants
from companion.games.hangzhou import effects as did
from companion.games.hangzhou.effects import Effects
from companion.games.hangzhou.flow import after_merchant, first_round, next_turn
from companion.games.hangzhou.jsonform import from_json, to_json
from companion.games.hangzhou.names import (
    DYE_INDEX,
    DYES,
    INDEX,
    MERCHANT_INDEX,
    MERCHANTS,
    SPACES,
    Kind,
    Merchant,
)
from companion.games.hangzhou.rules import ROW, open_row, refusal
from companion.games.hangzhou.state import (
    Ask,
    Die,
    Draw,
    Market,
    Move,
    Pick,
    Play,
    Roll,
    Shop,
    State,
    changed,
    gaining,
    swapped,
)
from companion.games.hangzhou.views import covered

Played = tuple[State, Effects]


def play(state: State, action: act.Action, by: Seat | None = None) -> Played:
    """The state after the action, and what happened, in order. Raises `RefusedError`."""
    refused = refusal(state, action, by)
    if refused is not None:
        raise RefusedError(refused, action)
    return _DOES[type(action)](state, action)


def _player(state: State) -> Seat:
    now = state.now
    assert type(now) is Play, "actions of a turn are refused elsewhere"
    return now.seat


def _acted(state: State, kind: Kind) -> tuple[Play | Move, Effects]:
    """Where a turn stands after an action of this kind: its second one, or the next turn."""
    now = state.now
    assert type(now) is Play, "actions of a turn are refused elsewhere"
    if now.taken is None:
        return _TAKEN[now.seat][kind], ()
    return next_turn(state.seals, now.seat, ends=all(state.seals))


_TAKEN = tuple({kind: Play(Seat(seat), kind) for kind in Kind} for seat in range(4))
_NEW_SHOPS = tuple(Shop(Seat(seat)) for seat in range(4))


def _place_shop(state: State, action: act.PlaceShop) -> Played:
    seat = _player(state)
    i = INDEX[action.space]
    hand = state.hands[seat]
    now, more = _acted(state, Kind.SHOP)
    after = replace(
        state,
        city=swapped(state.city, i, _NEW_SHOPS[seat]),
        hands=swapped(state.hands, seat, gaining(hand, -1, -1)),
        now=now,
    )
    return after, (did.ShopPlaced(seat, SPACES[i]), *more)


def _place_dye(state: State, action: act.PlaceDye) -> Played:
    seat = _player(state)
    i, dye = INDEX[action.space], DYE_INDEX[action.dye]
    shop = state.city[i]
    assert shop is not None, "refused without a shop"
    supply = changed(state.supply, dye, -1)
    if shop.dye is not None:
        supply = changed(supply, DYE_INDEX[shop.dye], 1)
    now, more = _acted(state, Kind.DYE)
    after = replace(
        state,
        city=swapped(state.city, i, Shop(seat, DYES[dye], shop.coins)),
        supply=supply,
        now=now,
    )
    return after, (did.DyePlaced(seat, SPACES[i], DYES[dye], shop.dye), *more)


def _place_coin(state: State, action: act.PlaceCoin) -> Played:
    seat = _player(state)
    i = INDEX[action.space]
    shop, hand = state.city[i], state.hands[seat]
    assert shop is not None, "refused without a shop"
    now, more = _acted(state, Kind.COIN)
    after = replace(
        state,
        city=swapped(state.city, i, Shop(seat, shop.dye, shop.coins + 1)),
        hands=swapped(state.hands, seat, gaining(hand, -1)),
        now=now,
    )
    return after, (did.CoinPlaced(seat, SPACES[i], shop.coins + 1), *more)


def _pass(state: State, action: act.Pass) -> Played:
    seat = _player(state)
    seals = swapped(state.seals, seat, True)
    now, more = next_turn(seals, seat, ends=False)
    return replace(state, seals=seals, now=now), (did.Passed(seat), *more)


def _take_coin(state: State, action: act.TakeCoin) -> Played:
    seat = _player(state)
    hand = state.hands[seat]
    now, more = next_turn(state.seals, seat, ends=all(state.seals))
    hands = swapped(state.hands, seat, gaining(hand, 1))
    return replace(state, hands=hands, now=now), (did.CoinTaken(seat), *more)


def _end_turn(state: State, action: act.EndTurn) -> Played:
    seat = _player(state)
    now, more = next_turn(state.seals, seat, ends=all(state.seals))
    return replace(state, now=now), (did.TurnEnded(seat), *more)


def _dye_drawn(state: State, action: act.DyeDrawn) -> Played:
    i = DYE_INDEX[action.dye]
    state = replace(state, pool=changed(state.pool, i, 1), supply=changed(state.supply, i, -1))
    drawn = did.StartDyeDrawn(DYES[i])
    if sum(state.pool) < len(state.hands):
        return state, (drawn,)
    return replace(state, now=_first_pick(state)), (drawn,)


def _first_pick(state: State) -> Pick:
    """The player to the right of the start player picks first."""
    return Pick(Seat((state.start - 1) % len(state.hands)))


def _pick(state: State, action: act.PickDye) -> Played:
    now = state.now
    assert isinstance(now, Pick), "refused but at a pick"
    i, hand = DYE_INDEX[action.dye], state.hands[now.seat]
    state = replace(
        state,
        pool=changed(state.pool, i, -1),
        hands=swapped(state.hands, now.seat, gaining(hand, dyes=changed(hand.dyes, i, 1))),
        now=_after_pick(state, now.seat),
    )
    return state, (did.StartDyePicked(now.seat, DYES[i]),)


def _after_pick(state: State, seat: Seat) -> Pick | Market:
    """Counter-clockwise, so the start player picks last."""
    return Market() if seat == state.start else Pick(Seat((seat - 1) % len(state.hands)))


def _die_drawn(state: State, action: act.DieDrawn) -> Played:
    i = DYE_INDEX[action.dye]
    die = Die(DYES[i], action.price)
    bag = changed(state.bag, i, -1)
    if isinstance(state.now, Roll):
        merchant = state.now.merchant
        state, placed = _add_die(replace(state, bag=bag), merchant, die, "replace-die")
        state, more = after_merchant(state, merchant)
        return state, (placed, *more)
    m = open_row(state)
    assert m is not None, "refused without an open row"
    state, placed = _add_die(replace(state, bag=bag), MERCHANTS[m], die, "setup-market")
    if len(state.market[m]) < ROW:
        return state, (placed,)
    row = tuple(sorted(state.market[m], key=_class))
    state = replace(state, market=swapped(state.market, m, row))
    done: Effects = (placed, did.RowSorted(MERCHANTS[m], row))
    if open_row(state) is not None:
        return state, done
    state, more = first_round(state)
    return state, (*done, *more)


def _class(die: Die) -> int:
    """Natural first, then mixed, black last (H4): the more dyes a brew takes, the later."""
    return len(components.BREWS[DYE_INDEX[die.dye]])


def _add_die(state: State, merchant: Merchant, die: Die, rule: str) -> tuple[State, did.DiePlaced]:
    m = MERCHANT_INDEX[merchant]
    row = (*state.market[m], die)
    return replace(state, market=swapped(state.market, m, row)), did.DiePlaced(merchant, die, len(row), rule)


def _merchant_acts(state: State, action: act.MerchantActs) -> Played:
    return merchants.act(state, MERCHANTS[MERCHANT_INDEX[action.merchant]])


def _trade(state: State, action: act.Trade) -> Played:
    assert isinstance(state.now, Ask), "refused but at a question"
    return merchants.trade(state, state.now.merchant)


def _decline(state: State, action: act.Decline) -> Played:
    assert isinstance(state.now, Ask), "refused but at a question"
    return merchants.take_back(state, state.now.merchant)


def _go_on(state: State, action: act.GoOn) -> Played:
    """Odd positions: what cannot be drawn or asked is left out."""
    now = state.now
    if isinstance(now, Draw):
        return replace(state, now=_first_pick(state)), (did.WentOn("start-dyes"),)
    if isinstance(now, Pick):
        return replace(state, now=_after_pick(state, now.seat)), (did.WentOn("start-dyes"),)
    if isinstance(now, Market):
        state, more = first_round(state)
        return state, (did.WentOn("setup-market"), *more)
    assert isinstance(now, Ask | Roll), "refused elsewhere"
    rule = "trade" if isinstance(now, Ask) else "replace-die"
    if isinstance(now, Ask) and state.reached(now.merchant) is not None:
        state, more = merchants.take_back(state, now.merchant)
    else:
        state, more = after_merchant(state, now.merchant)
    return state, (did.WentOn(rule), *more)


def _correct(state: State, action: Correction) -> Played:
    after = corrected(state, action, to_json, from_json)
    covers = covered(state, after, action.changes)
    return after, (did.Corrected(action.changes, action.who, action.why, covered=covers),)


_DOES: dict[type, Callable[[State, Any], Played]] = {
    act.PlaceShop: _place_shop,
    act.PlaceDye: _place_dye,
    act.PlaceCoin: _place_coin,
    act.Pass: _pass,
    act.TakeCoin: _take_coin,
    act.EndTurn: _end_turn,
    act.DyeDrawn: _dye_drawn,
    act.PickDye: _pick,
    act.DieDrawn: _die_drawn,
    act.MerchantActs: _merchant_acts,
    act.Trade: _trade,
    act.Decline: _decline,
    act.GoOn: _go_on,
    Correction: _correct,
}
