"""Carrying an action out: the next state, and what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import replace

from companion.engine.correction import Corrected, Correction, corrected
from companion.engine.game import RefusedError, Seat
from companion.games.xanadu import actions as act
from companion.games.xanadu import components
from companion.games.xanadu import effects as did
from companion.games.xanadu.flow import (
    Played,
    draw_on,
    earned,
    end_steps,
    ended,
    reshuffled,
    restarted,
    reveal,
    sold,
)
from companion.games.xanadu.jsonform import from_json, to_json
from companion.games.xanadu.names import RESOURCE_INDEX, Resource, with_card, without_card
from companion.games.xanadu.rules import refusal, waiting
from companion.games.xanadu.state import Building, Counts, Deal, Draw, Play, State, drawing, picking, swapped
from companion.games.xanadu.views import covered


def play(state: State, action: act.Action, by: Seat | None = None) -> Played:
    """The state after the action, and what happened, in order. Raises `RefusedError`."""
    refused = refusal(state, action, by)
    if refused is not None:
        raise RefusedError(refused, action)
    acts = waiting(state)
    return _DOES[type(action)](state, action, acts[0] if by is None and acts else by)


def _turn(state: State) -> Play:
    now = state.now
    assert type(now) is Play, "actions of a turn are refused elsewhere"
    return now


def _pick(state: State, action: act.PickStart, seat: Seat | None) -> Played:
    assert seat is not None, "refused when nobody picks"
    picked = with_card(state.picked[seat], action.card)
    hand = without_card(state.hands[seat], action.card)
    state = replace(state, hands=swapped(state.hands, seat, hand), picked=swapped(state.picked, seat, picked))
    done = did.StartPicked(seat, action.card)
    if picking(state):
        return state, (done,)
    state, more = reveal(state)
    return state, (done, *more)


def _sell(state: State, action: act.Sell, seat: Seat | None) -> Played:
    now = _turn(state)
    buildings = state.city[now.seat]
    i = next(i for i, b in enumerate(buildings) if b.card == action.building)
    building = buildings[i]
    sale = sold(state, now.seat, building, "sell")
    state = replace(
        state,
        city=swapped(state.city, now.seat, (*buildings[:i], *buildings[i + 1 :])),
        coins=swapped(state.coins, now.seat, earned(state.coins[now.seat], sale)),
        discard=tuple(sorted((*state.discard, building.card, *building.workers))),
        now=replace(now, sold=True),
    )
    if state.in_play:
        return state, (sale,)
    state, more = restarted(state, now.seat, "sold")
    return state, (sale, *more)


def _plus(counts: Counts, resources: tuple[Resource, ...]) -> Counts:
    found = list(counts)
    for resource in resources:
        found[RESOURCE_INDEX[resource]] += 1
    return tuple(found)


def _place_worker(state: State, action: act.PlaceWorker, seat: Seat | None) -> Played:
    now = _turn(state)
    owner = state.owner(action.building)
    assert owner is not None, "refused when not in play"
    buildings = state.city[owner]
    i = next(i for i, b in enumerate(buildings) if b.card == action.building)
    building, row = buildings[i], len(buildings[i].workers)
    card = components.BUILDINGS[action.building]
    manned = Building(building.card, (*building.workers, action.worker))
    hand = without_card(state.hands[now.seat], action.worker)
    state = replace(
        state,
        hands=swapped(state.hands, now.seat, hand),
        city=swapped(state.city, owner, swapped(buildings, i, manned)),
        now=Play(now.seat, now.sold, True, now.built, _plus(now.gathered, card.rows[row]), now.paid),
    )
    placed = did.WorkerPlaced(
        now.seat,
        action.worker,
        building.card,
        owner,
        row + 1,
        card.rows[row],
        card.favours[row],
        card.prices[row],
        card.prices[row + 1],
    )
    return state, (placed,)


def _build(state: State, action: act.Build, seat: Seat | None) -> Played:
    now = _turn(state)
    card = components.BUILDINGS[action.card]
    buildings = (*state.city[now.seat], Building(card.card, (), sideways=True))
    hand = without_card(state.hands[now.seat], action.card)
    state = replace(
        state,
        hands=swapped(state.hands, now.seat, hand),
        city=swapped(state.city, now.seat, buildings),
        now=Play(now.seat, now.sold, True, now.built + 1, now.gathered, _plus(now.paid, card.cost)),
    )
    return state, (did.Built(now.seat, card.card, card.cost, len(buildings)),)


def _end_turn(state: State, action: act.EndTurn, seat: Seat | None) -> Played:
    return end_steps(state, _turn(state))


def _card_drawn(state: State, action: act.CardDrawn, seat: Seat | None) -> Played:
    to = drawing(state)
    assert to is not None, "refused when nobody draws"
    now = state.now
    drawn = did.Drawn(to, action.card, _draw_rule(now))
    state = replace(
        state,
        hands=swapped(state.hands, to, with_card(state.hands[to], action.card)),
        deck=without_card(state.deck, action.card),
        now=Draw(now.seat, now.left - 1) if type(now) is Draw else now,
    )
    again: did.Effects = ()
    if not state.pile and state.discard:
        state, again = reshuffled(state)
    state, more = draw_on(state)
    return state, (drawn, *again, *more)


def _draw_rule(now: object) -> Literal["setup", "restart", "draw"]:
    if isinstance(now, Deal):
        return "setup" if now.stage == "setup" else "restart"
    return "draw"


def _end_drawn(state: State, action: act.EndDrawn, seat: Seat | None) -> Played:
    to = drawing(state)
    assert to is not None, "refused when nobody draws"
    state, more = ended(state, "end")
    return state, (did.EndCardDrawn(to), *more)


def _go_on(state: State, action: act.GoOn, seat: Seat | None) -> Played:
    """Odd positions: what cannot be drawn or picked is left out."""
    if isinstance(state.now, Deal | Draw):
        went = did.WentOn("draw")
        state, more = draw_on(state)
    else:
        went = did.WentOn("start-building")
        state, more = reveal(state)
    return state, (went, *more)


def _correct(state: State, action: Correction, seat: Seat | None) -> Played:
    after = corrected(state, action, to_json, from_json)
    covers = covered(state, after, action.changes)
    return after, (Corrected(action.changes, action.who, action.why, covered=covers),)


_DOES: dict[type, Callable[[State, Any, Seat | None], Played]] = {
    act.PickStart: _pick,
    act.Sell: _sell,
    act.PlaceWorker: _place_worker,
    act.Build: _build,
    act.EndTurn: _end_turn,
    act.CardDrawn: _card_drawn,
    act.EndDrawn: _end_drawn,
    act.GoOn: _go_on,
    Correction: _correct,
}
