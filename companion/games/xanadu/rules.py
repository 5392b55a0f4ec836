"""What may be done in Xanadú, and why not: its referee."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from companion.engine.game import Refusal, Seat
from companion.engine.referee import Referee
from companion.games.xanadu import components, outcomes, views
from companion.games.xanadu.flow import draws
from companion.games.xanadu.jsonform import from_json, to_json
from companion.games.xanadu.moves import (
    BUILD,
    END_TURN,
    PICK_START,
    PLACE_WORKER,
    SELL,
    Action,
    Effect,
    best_rank,
    build_refusal,
)
from companion.games.xanadu.names import UNKNOWN, Card, Cards
from companion.games.xanadu.state import Deal, Draw, Pick, Play, State, phase, picking, purse

_RULES: dict[type, str] = {Deal: "setup", Pick: "start-building", Draw: "draw"}


class _Referee(Referee[State, Action, Effect]):
    TURN = "turn"
    END = "end"
    odds = staticmethod(outcomes.odds)
    covered = staticmethod(views.covered)

    def listed(self, state: State, seat: Seat) -> Sequence[Action]:
        now, hand = state.now, state.hands[seat]
        if type(now) is Play:
            return _turn(state, now)
        best = best_rank(hand)
        return [PICK_START[card] for card in _showable(state, hand) if components.RANKS[card] <= best]

    def phase(self, state: State) -> tuple[str, str]:
        return phase(state.now), _RULES.get(type(state.now), "turn")

    def together(self, state: State) -> tuple[Seat, ...]:
        return picking(state)

    def not_your_turn(self, state: State, by: Seat) -> Refusal:
        if picking(state) and by in range(state.players):
            return Refusal("picked_already", "start-building", seat=by, number=state.starting)
        return super().not_your_turn(state, by)


def _turn(state: State, now: Play) -> list[Action]:
    seat, hand = now.seat, state.hands[now.seat]
    workers = tuple(dict.fromkeys(hand))
    sales: list[Action] = []
    places: list[Action] = []
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
                sales.append(SELL[card])
            if len(building.workers) < components.ROWS:
                place = PLACE_WORKER[card]
                places.extend([place[worker] for worker in workers])
    return [END_TURN, *sales, *places, *_builds(state, seat)]


def _builds(state: State, seat: Seat) -> list[Action]:
    if build_refusal(state, seat) is not None:
        return []
    found: list[Action] = []
    having = purse(state, seat)
    for card in _showable(state, state.hands[seat]):
        for i, n in components.COSTS[card]:
            if having[i] < n:
                break
        else:
            found.append(BUILD[card])
    return found


def _showable(state: State, hand: Cards) -> Iterable[Card]:
    """The cards that a hand may show: those that it is known to hold, and any if one of it is unknown."""
    if not hand or hand[0] != UNKNOWN:
        return dict.fromkeys(hand)
    known = (card for card in hand if card != UNKNOWN)
    return sorted({*components.EDITIONS[state.options.edition], *known})


def resolving(state: State) -> State:
    """The state with the cards of this turn about to be drawn, if steps 1 and 2 are on."""
    now = state.now
    return replace(state, now=Draw(now.seat, draws(state, now)[0])) if type(now) is Play else state


_REFEREE = _Referee(Action, to_json, from_json)
waiting, legal, refusal = _REFEREE.waiting, _REFEREE.legal, _REFEREE.refusal
play, chances = _REFEREE.play, _REFEREE.chances
