"""What a player may do, and why not: the one validator of every action."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from companion.engine.correction import Correction, correction_refusal
from companion.engine.door import Door
from companion.engine.game import OVER, Chances, Legal, Refusal, Seat
from companion.games.xanadu import actions as act
from companion.games.xanadu import components
from companion.games.xanadu.flow import draws
from companion.games.xanadu.jsonform import from_json, to_json
from companion.games.xanadu.names import COLOURS, RESOURCES, UNKNOWN, Card, Cards
from companion.games.xanadu.state import Deal, Draw, Pick, Play, State, drawing, phase, picking, purse

DOOR: Door[State, act.Action] = Door(act.Action)


def waiting(state: State) -> tuple[Seat, ...]:
    """The seats that may act now: at a pick all that have not picked yet, else the one whose turn it is."""
    now = state.now
    if type(now) is Play:
        return (now.seat,)
    return picking(state)


def resolving(state: State) -> State:
    """The state with the cards of this turn about to be drawn, if steps 1 and 2 are on."""
    now = state.now
    if type(now) is not Play:
        return state
    return replace(state, now=Draw(now.seat, draws(state, now)[0]))


@DOOR.legal
def legal(state: State, by: Seat | None = None) -> Legal[act.Action]:
    """Everything that may be done now, by a seat if one is given."""
    now = state.now
    found: list[act.Action]
    if type(now) is Play:
        found = _turn_actions(state, now) if by is None or by == now.seat else []
    elif isinstance(now, Pick) and picking(state):
        seat = picking(state)[0] if by is None else by
        found = [act.PICK_START[card] for card in _pickable(state, seat)] if seat in picking(state) else []
    elif by is not None or state.turn is OVER:
        found = []
    else:
        found = list(chances(state).outcomes)
    return Legal(found, state, by, refusal)


def _turn_actions(state: State, now: Play) -> list[act.Action]:
    seat, hand = now.seat, state.hands[now.seat]
    workers = tuple(dict.fromkeys(hand))
    sales: list[act.Action] = []
    places: list[act.Action] = []
    seen = set()
    for owner, buildings in enumerate(state.city):
        for building in buildings:
            card = building.card
            if card in seen:
                continue
            seen.add(card)
            if building.sideways:
                continue
            if owner == seat and not now.working:
                sales.append(act.SELL[card])
            if len(building.workers) < components.ROWS:
                place = act.PLACE_WORKER[card]
                places.extend([place[worker] for worker in workers])
    return [act.END_TURN, *sales, *places, *_builds(state, seat)]


def _builds(state: State, seat: Seat) -> list[act.Action]:
    if build_refusal(state, seat) is not None:
        return []
    found: list[act.Action] = []
    having = purse(state, seat)
    for card in _showable(state, state.hands[seat]):
        for i, n in components.COSTS[card]:
            if having[i] < n:
                break
        else:
            found.append(act.BUILD[card])
    return found


def _showable(state: State, hand: Cards) -> Iterable[Card]:
    """The cards that a hand may show: those that it is known to hold, and any if one of it is unknown."""
    if not hand or hand[0] != UNKNOWN:
        return dict.fromkeys(hand)
    known = (card for card in hand if card != UNKNOWN)
    return sorted({*components.EDITIONS[state.options.edition], *known})


def _pickable(state: State, seat: Seat) -> list[Card]:
    best = _best_rank(state.hands[seat])
    return [card for card in _showable(state, state.hands[seat]) if components.RANKS[card] <= best]


def _best_rank(hand: Cards) -> int:
    """The best colour known to be in a hand; the last one when none is known."""
    return min((components.RANKS[card] for card in hand if card != UNKNOWN), default=len(COLOURS) - 1)


def chances(state: State) -> Chances[act.Action]:
    """The outcomes when it is CHANCE's turn: each card of the deck, as often as it is there, and the End
    card where it can be on top (X7). Raises `ValueError` otherwise."""
    if isinstance(state.turn, int) or state.turn is OVER:
        raise ValueError("nothing is left to chance here")
    if drawing(state) is None or not state.pile:
        return Chances((act.GO_ON,), (1,))
    deck = state.deck
    cards = tuple(dict.fromkeys(deck))
    weights = (1,) * len(cards) if len(cards) == len(deck) else tuple(deck.count(card) for card in cards)
    outcomes: tuple[act.Action, ...] = tuple([act.CARD_DRAWN[card] for card in cards])
    if end_may_come(state):
        return Chances((*outcomes, act.END_DRAWN), (*weights, 1))
    return Chances(outcomes, weights)


def end_may_come(state: State) -> bool:
    """Can the End card be on top? It is among the lowest `end_slots` of the last deck."""
    return state.last_run and state.pile <= state.options.end_slots


@DOOR.refusal
def refusal(state: State, action: act.Action, by: Seat | None = None) -> Refusal | None:
    """Why the action cannot be done now, by a seat if one is given; none: it can."""
    if isinstance(action, Correction):
        return _correction(state, action)
    acts = waiting(state)
    if by is not None and by not in acts:
        return _not_your_turn(state, by)
    return _CHECKS[type(action)](state, action, acts[0] if by is None and acts else by)


def _not_your_turn(state: State, by: Seat) -> Refusal:
    turn = state.turn
    if isinstance(state.now, Pick) and isinstance(turn, int) and by in range(state.players):
        return Refusal("picked_already", "start-building", seat=by, number=state.starting)
    if isinstance(turn, int):
        return Refusal("not_your_turn", "turn", seat=turn)
    return _not_now(state)


def _not_now(state: State) -> Refusal:
    """The action belongs to another part of the game than the one that is on."""
    if state.turn is OVER:
        return Refusal("game_over", "end")
    rules = {Deal: "setup", Pick: "start-building", Draw: "draw"}
    return Refusal("not_now", rules.get(type(state.now), "turn"), thing=phase(state.now))


def _pick(state: State, action: act.PickStart, seat: Seat | None) -> Refusal | None:
    if seat is None or not isinstance(state.now, Pick):
        return _not_now(state)
    hand = state.hands[seat]
    refused = _not_shown(state, hand, action.card, seat, "start-building")
    best = _best_rank(hand)
    if refused is None and components.RANKS[action.card] > best:
        rule = "start-building" if best == 0 else "no-brown"
        return Refusal("better_colour", rule, seat=seat, thing=COLOURS[best])
    return refused


def _not_shown(state: State, hand: Cards, card: Card, seat: Seat, rule: str) -> Refusal | None:
    if card not in components.BUILDINGS:
        return Refusal("no_such_card", "card", number=card)
    if card in hand:
        return None
    if UNKNOWN not in hand:
        return Refusal("not_in_hand", rule, seat=seat, number=card)
    if card not in components.EDITIONS[state.options.edition]:
        return Refusal("not_in_edition", "house-edition", number=card)
    return None


def _sell(state: State, action: act.Sell, seat: Seat | None) -> Refusal | None:
    now = state.now
    if type(now) is not Play:
        return _not_now(state)
    if now.working:
        return Refusal("selling_over", "sell", seat=now.seat)
    if action.building not in components.BUILDINGS:
        return Refusal("no_such_card", "card", number=action.building)
    building, owner = state.building(action.building), state.owner(action.building)
    if building is None:
        return Refusal("not_in_play", "sell", number=action.building)
    if owner != now.seat:
        return Refusal("not_your_building", "sell", seat=owner, number=action.building)
    return Refusal("sideways", "sideways", number=action.building) if building.sideways else None


def _row_refusal(state: State, card: Card) -> Refusal | None:
    building = state.building(card)
    if building is None:
        return Refusal("not_in_play", "place-worker", number=card)
    if building.sideways:
        return Refusal("sideways", "sideways", number=card)
    return Refusal("no_row_left", "lowest-row", number=card) if building.full else None


def _place_worker(state: State, action: act.PlaceWorker, seat: Seat | None) -> Refusal | None:
    now = state.now
    if type(now) is not Play:
        return _not_now(state)
    if action.building not in components.BUILDINGS:
        return Refusal("no_such_card", "card", number=action.building)
    hand = state.hands[now.seat]
    if not hand:
        return Refusal("no_worker", "worker-limit", seat=now.seat)
    refused = _row_refusal(state, action.building)
    if refused is not None or action.worker in hand:
        return refused
    if action.worker == UNKNOWN:
        return Refusal("which_worker", "place-worker", seat=now.seat)
    return Refusal("not_in_hand", "place-worker", seat=now.seat, number=action.worker)


def build_refusal(state: State, seat: Seat) -> Refusal | None:
    """Why a seat can build nothing, whatever it may pay; none: it can, in its turn."""
    now = state.now
    advanced = state.options.advanced == "yes"
    if type(now) is Play and now.seat == seat and now.built and not advanced:
        return Refusal("built_already", "one-building", seat=seat)
    if len(state.city[seat]) >= state.limit:
        rule = "advanced" if advanced else "five-six" if state.limit < 5 else "limit"
        return Refusal("no_place", rule, seat=seat, number=state.limit)
    return None


def _build(state: State, action: act.Build, seat: Seat | None) -> Refusal | None:
    now = state.now
    if type(now) is not Play:
        return _not_now(state)
    refused = _not_shown(state, state.hands[now.seat], action.card, now.seat, "build")
    refused = refused or build_refusal(state, now.seat)
    if refused is not None:
        return refused
    having = purse(state, now.seat)
    missing = [RESOURCES[i] for i, n in components.COSTS[action.card] for _ in range(n - max(0, having[i]))]
    return Refusal("missing", "pay", number=action.card, thing=" ".join(missing)) if missing else None


def _end_turn(state: State, action: act.EndTurn, seat: Seat | None) -> Refusal | None:
    return None if type(state.now) is Play else _not_now(state)


def _to_draw(state: State) -> Refusal | None:
    if isinstance(state.turn, int) or drawing(state) is None:
        return _not_now(state)
    return None if state.pile else Refusal("deck_empty", "no-discard")


def _card_drawn(state: State, action: act.CardDrawn, seat: Seat | None) -> Refusal | None:
    refused = _to_draw(state)
    if refused is None and action.card != UNKNOWN and action.card not in components.BUILDINGS:
        return Refusal("no_such_card", "card", number=action.card)
    if refused is not None or action.card in state.deck:
        return refused
    if action.card == UNKNOWN:
        return Refusal("which_card", "draw")
    return Refusal("not_in_deck", "draw", number=action.card)


def _end_drawn(state: State, action: act.EndDrawn, seat: Seat | None) -> Refusal | None:
    refused = _to_draw(state)
    if refused is None and not end_may_come(state):
        return Refusal("end_card_lower", "end-card", number=state.options.end_slots)
    return refused


def _go_on(state: State, action: act.GoOn, seat: Seat | None) -> Refusal | None:
    if isinstance(state.turn, int) or state.turn is OVER:
        return _not_now(state)
    return None if chances(state).outcomes == (act.GO_ON,) else _not_now(state)


def _correction(state: State, action: Correction, seat: Seat | None = None) -> Refusal | None:
    return correction_refusal(state, action, to_json, from_json)


_CHECKS: dict[type, Callable[[State, Any, Seat | None], Refusal | None]] = {
    act.PickStart: _pick,
    act.Sell: _sell,
    act.PlaceWorker: _place_worker,
    act.Build: _build,
    act.EndTurn: _end_turn,
    act.CardDrawn: _card_drawn,
    act.EndDrawn: _end_drawn,
    act.GoOn: _go_on,
    Correction: _correction,
}
