"""Carrying an action out: the next state, and what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.engine.correction import Corrected, Correction, corrected
from companion.engine.game import RefusedError, Seat
from companion.games.dunhuang import actions as act
from companion.games.dunhuang import characters, flow, majority
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.flow import Played, with_player
from companion.games.dunhuang.jsonform import from_json, to_json
from companion.games.dunhuang.names import CARD_INDEX, CARDS, CHARACTERS, GOODS, SPACES, UNKNOWN
from companion.games.dunhuang.rules import refusal
from companion.games.dunhuang.state import Now, State, changed, swapped
from companion.games.dunhuang.views import covered

INSTEAD = 3
"""Coins taken instead of the character."""


def play(state: State, action: act.Action, by: Seat | None = None) -> Played:
    """The state after the action, and what happened, in order. Raises `RefusedError`."""
    refused = refusal(state, action, by)
    if refused is not None:
        raise RefusedError(refused, action)
    does = _DOES.get(type(action))
    if does is not None:
        return does(state, action)
    turn = state.turn
    seat = by if by is not None else turn
    assert isinstance(seat, int), "refused but for a seat"
    return _SEAT_DOES[type(action)](state, action, seat)


def _tile_laid(state: State, action: act.TileLaid) -> Played:
    character = CHARACTERS[CHARACTERS.index(action.character)]
    laid = did.TileLaid(len(state.ring), character)
    state = replace(state, ring=(*state.ring, character))
    return state if len(state.ring) < SPACES else flow.stocked(state), (laid,)


def _card_drawn(state: State, action: act.CardDrawn) -> Played:
    now, card = state.now, CARDS[CARD_INDEX[action.card]]
    if now.phase == "rob":
        return characters.robbed(state, card)
    state = flow.drawn(state, card)
    if now.phase in ("stock", "fill"):
        space = next(iter(state.gaps()))
        state = replace(state, market=swapped(state.market, space, card))
        if now.phase == "stock":
            return flow.stocked(state), (did.CardLaid(space, card, "setup-market"),)
        state, more = flow.filled(state, _seat(now))
        return state, (did.CardLaid(space, card, "refill"), *more)
    if now.phase == "draw":
        return characters.drew(state, card)
    seat = _seat(now)
    player = state.players[seat]
    state = with_player(state, seat, replace(player, hand=changed(player.hand, CARD_INDEX[card], 1)))
    state, more = flow.dealt(state, seat)
    return state, (did.CardDealt(seat, card), *more)


def _seat(now: Now) -> Seat:
    assert now.seat is not None, "now_of gives this phase a player"
    return now.seat


def _keep(state: State, action: act.Keep, seat: Seat) -> Played:
    card = CARDS[CARD_INDEX[action.card]]
    if state.now.phase == "keep":
        return characters.kept(state, card)
    state, effects = flow.chosen(state, seat, card)
    return state if state.choosing() else replace(state, now=Now("park")), effects


def _place_camel(state: State, action: act.PlaceCamel, seat: Seat) -> Played:
    state, more = flow.begin(replace(state, camel=action.space), state.start)
    return state, (did.CamelPlaced(seat, action.space), *more)


def _move_camel(state: State, action: act.MoveCamel, seat: Seat) -> Played:
    steps, player = action.steps, state.players[seat]
    at = -1 if state.camel is None else state.camel
    space = (at + steps) % SPACES
    there = state.market[space] is not None
    state = replace(state, camel=space, now=Now("take" if there else "act", seat, steps=steps))
    if steps > 1:
        state = with_player(state, seat, replace(player, coins=player.coins - steps + 1))
    moved = did.CamelMoved(seat, space, steps, steps - 1, state.character)
    return state, (moved,) if there else (moved, did.NothingThere(seat, space))


def _into_hand(state: State, action: act.IntoHand, seat: Seat) -> Played:
    space, steps = state.camel, state.now.steps
    card = None if space is None else state.market[space]
    if space is None or card is None:
        state, more = flow.after_step(state, seat, steps)
        return state, (did.NothingThere(seat, space or 0), *more)
    state = characters.fetched(state, seat, space)
    state, more = flow.after_step(state, seat, steps)
    return state, (did.CardTaken(seat, card, space, "hand"), *more)


def _into_shop(state: State, action: act.IntoShop, seat: Seat) -> Played:
    space, steps = state.camel, state.now.steps
    assert space is not None, "refused without a camel"
    i, player = CARD_INDEX[action.good], state.players[seat]
    state = with_player(state, seat, replace(player, shop=changed(player.shop, i, 1)))
    state = replace(state, market=swapped(state.market, space, None))
    taken = did.CardTaken(seat, CARDS[i], space, "shop")
    state, more = majority.gained(state, seat, CARDS[i], steps)
    return _onward(state, seat, steps, (taken, *more))


def _onward(state: State, seat: Seat, steps: int, effects: did.Effects) -> Played:
    """To the next step, unless the Buddhist's fee is asked for."""
    if state.now.phase == "fee":
        return state, effects
    state, more = flow.after_step(state, seat, steps)
    return state, effects + more


def _take_coins(state: State, action: act.TakeCoins, seat: Seat) -> Played:
    player = state.players[seat]
    state = with_player(state, seat, replace(player, coins=player.coins + INSTEAD))
    state, more = flow.after_step(state, seat, 0)
    return state, (did.CoinsTaken(seat, INSTEAD), *more)


def _character(carry_out: Callable[[State, Any, Seat], Played]) -> Callable[[State, Any, Seat], Played]:
    """Step 3: the character's action, then the next step."""

    def carried_out(state: State, action: act.Action, seat: Seat) -> Played:
        state, effects = carry_out(state, action, seat)
        return _onward(state, seat, 0, effects)

    return carried_out


def _pay(state: State, action: act.Pay, seat: Seat) -> Played:
    steps, good = state.now.steps, state.now.good
    assert good is not None, "now_of gives this phase a kind"
    state, effects = majority.paid(state, seat, good)
    state, more = flow.after_step(state, seat, steps)
    return state, effects + more


def _decline(state: State, action: act.Decline, seat: Seat) -> Played:
    now = state.now
    if now.phase == "claim":
        state, more = flow.filled(state, seat)
        return state, (did.NotTop(seat), *more)
    assert now.good is not None, "now_of gives this phase a kind"
    effects = majority.declined(state, seat, now.good)
    state, more = flow.after_step(state, seat, now.steps)
    return state, effects + more


def _claim(state: State, action: act.Claim, seat: Seat) -> Played:
    return flow.won(state, seat, state.setup.kinds)


def _show(state: State, action: act.Show, seat: Seat) -> Played:
    player, i = state.players[seat], CARD_INDEX[action.good]
    hand = changed(changed(player.hand, UNKNOWN, -1), i, 1)
    state = with_player(state, seat, replace(player, hand=hand))
    shown = did.CardShown(seat, GOODS[i])
    if state.choosing():
        return state, (shown,)
    state, more = flow.over(state)
    return state, (shown, *more)


def _go_on(state: State, action: act.GoOn) -> Played:
    """Odd positions: what cannot be drawn or decided is left out."""
    now = state.now
    more: did.Effects = ()
    match now.phase:
        case "lay":
            state = flow.stocked(state)
        case "stock":
            state = replace(state, now=Now("deal", Seat(0)))
        case "deal":
            state, more = flow.dealt(state, _seat(now))
        case "choose":
            state = replace(state, now=Now("park"))
        case "fill":
            state, more = flow.turn_ended(state, _seat(now))
        case "show":
            state, more = flow.over(state)
        case "draw":
            state, more = characters.drawn_all(replace(state, now=replace(now, left=0)))
        case _:
            state, more = characters.cut_short(state)
    return state, (did.WentOn(), *more)


def _correct(state: State, action: Correction) -> Played:
    after = corrected(state, action, to_json, from_json)
    covers = covered(state, after, action.changes)
    return after, (Corrected(action.changes, action.who, action.why, covered=covers),)


_DOES: dict[type, Callable[[State, Any], Played]] = {
    act.TileLaid: _tile_laid,
    act.CardDrawn: _card_drawn,
    act.GoOn: _go_on,
    Correction: _correct,
}
_SEAT_DOES: dict[type, Callable[[State, Any, Seat], Played]] = {
    act.Keep: _keep,
    act.PlaceCamel: _place_camel,
    act.MoveCamel: _move_camel,
    act.IntoHand: _into_hand,
    act.IntoShop: _into_shop,
    act.TakeCoins: _take_coins,
    act.DrawGoods: characters.draw_goods,
    act.Bury: characters.bury,
    act.ExchangeShop: _character(characters.exchange_shop),
    act.ExchangeHand: _character(characters.exchange_hand),
    act.Fetch: _character(characters.fetch),
    act.Guard: _character(characters.guard),
    act.TakePrestige: _character(characters.take_prestige),
    act.Discard: _character(characters.discard),
    act.Visit: characters.visit,
    act.Give: characters.give,
    act.Swap: _character(characters.swap),
    act.ToHand: _character(characters.to_hand),
    act.ToShop: _character(characters.to_shop),
    act.Pay: _pay,
    act.Decline: _decline,
    act.Claim: _claim,
    act.Show: _show,
}
