"""What a player may do, and why not: the one validator of every action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.correction import Correction, correction_refusal
from companion.engine.door import Door
from companion.engine.game import OVER, Legal, Refusal, Seat
from companion.games.dunhuang import actions as act
from companion.games.dunhuang.jsonform import from_json, to_json
from companion.games.dunhuang.listing import chances, kinds_at, listed, longest, payable, reach
from companion.games.dunhuang.majority import FEE
from companion.games.dunhuang.names import CARD_INDEX, SPACES, UNKNOWN, Character, Counts, Good
from companion.games.dunhuang.state import PHASES, Phase, State

_PHASE_RULES: dict[Phase, str] = {
    "lay": "setup-market",
    "stock": "setup-market",
    "deal": "setup-hand",
    "choose": "setup-hand",
    "park": "setup-camel",
    "move": "camel",
    "take": "take-goods",
    "act": "third",
    "fee": "buddhist",
    "claim": "top-merchant",
    "fill": "refill",
    "show": "score-hands",
    "over": "end",
}
DOOR: Door[State, act.Action] = Door(act.Action)


def waiting(state: State) -> tuple[Seat, ...]:
    """The seats that may act now: all that have not chosen or shown yet, else the one whose turn it is."""
    together = state.choosing()
    if together:
        return together
    turn = state.turn
    return (turn,) if isinstance(turn, int) else ()


def resolving(state: State) -> State:
    """The state itself: in Dunhuang nothing goes on while a player has to decide."""
    return state


@DOOR.legal
def legal(state: State, by: Seat | None = None) -> Legal[act.Action]:
    """Everything that may be done now, by a seat if one is given."""
    turn = state.turn
    if by is not None and by != turn and by not in waiting(state):
        return Legal([], state, by, refusal)
    if isinstance(turn, int):
        return Legal(listed(state, turn if by is None else by), state, by, refusal)
    return Legal([] if turn is OVER else list(chances(state).outcomes), state, by, refusal)


@DOOR.refusal
def refusal(state: State, action: act.Action, by: Seat | None = None) -> Refusal | None:
    """Why the action cannot be done now, by a seat if one is given; none: it can."""
    kind = type(action)
    if kind is Correction:
        return _correction(state, action)  # type: ignore[arg-type]  # narrowed by the exact type, for speed
    turn = state.turn
    if by is not None and by != turn and by not in waiting(state):
        return _not_your_turn(state, by)
    if state.now.phase not in _PHASES[kind]:
        return _not_now(state)
    if isinstance(turn, int):
        return _CHECKS[kind](state, action, turn if by is None else by)
    if kind in _OUTCOMES:
        return _outcome(state, action)
    return _not_now(state)


def _not_your_turn(state: State, by: Seat) -> Refusal:
    turn = state.turn
    if isinstance(turn, int):
        return Refusal("not_your_turn", "turn", seat=turn)
    return _not_now(state)


def _not_now(state: State) -> Refusal:
    """The action belongs to another part of the game than the one that is on."""
    phase = state.now.phase
    if phase == "over":
        return Refusal("game_over", "end")
    return Refusal("not_now", _phase_rule(state), thing=phase)


def _phase_rule(state: State) -> str:
    return _PHASE_RULES.get(state.now.phase) or _character_rule(state)


def _character_rule(state: State) -> str:
    return state.character or "characters"


def _outcome(state: State, action: act.Action) -> Refusal | None:
    if action in chances(state).outcomes:
        return None
    if isinstance(action, act.TileLaid):
        return Refusal("tile_is_laid", "setup-market", thing=str(action.character))
    if isinstance(action, act.CardDrawn):
        return Refusal("not_there_to_draw", _phase_rule(state), thing=str(action.card))
    return _not_now(state)


def _at(state: State, *characters: Character) -> Refusal | None:
    """The camel must stand at one of these characters."""
    found = state.character
    if found in characters:
        return None
    return Refusal("other_character", "character", thing=found)


def _in_play(state: State, good: Good) -> Refusal | None:
    i = CARD_INDEX[good]
    if i == UNKNOWN:
        return Refusal("no_such_good", "goods", thing=str(good))
    return None if state.setup.copies[i] else Refusal("not_in_play", "setup-kinds", thing=str(good))


def _shows(state: State, good: Good, seat: Seat, rule: str) -> Refusal | None:
    """A card that is shown from the hand: one that is known there, or any that the unknown ones can be."""
    i, hand = CARD_INDEX[good], state.players[seat].hand
    if i != UNKNOWN and hand[i]:
        return None
    if not hand[UNKNOWN]:
        return Refusal("not_in_hand", rule, seat=seat, thing=str(good))
    return _in_play(state, good)


def _sells(state: State, good: Good, seat: Seat, rule: str) -> Refusal | None:
    """A card of the own shop."""
    i = CARD_INDEX[good]
    if i != UNKNOWN and state.players[seat].shop[i]:
        return None
    return Refusal("not_in_shop", rule, seat=seat, thing=str(good))


def _among(counts: Counts, card: Good, refused: Refusal) -> Refusal | None:
    return None if counts[CARD_INDEX[card]] else refused


def _stands(state: State, space: int, rule: str) -> Refusal | None:
    """There must be a card at the space."""
    if space not in range(SPACES):
        return Refusal("no_such_space", "setup-market", number=space + 1)
    return Refusal("space_empty", rule, number=space + 1) if state.market[space] is None else None


def _keep(state: State, action: act.Keep, seat: Seat) -> Refusal | None:
    if state.now.phase == "choose":
        refused = Refusal("not_in_hand", "setup-hand", seat=seat, thing=str(action.card))
        return _among(state.players[seat].hand, action.card, refused)
    refused = Refusal("not_drawn", _character_rule(state), thing=str(action.card))
    return _among(state.now.drawn, action.card, refused)


def _bury(state: State, action: act.Bury, seat: Seat) -> Refusal | None:
    refused = Refusal("not_drawn", _character_rule(state), thing=str(action.card))
    return _among(state.now.drawn, action.card, refused)


def _give(state: State, action: act.Give, seat: Seat) -> Refusal | None:
    refused = Refusal("not_in_hand", _character_rule(state), seat=seat, thing=str(action.card))
    return _among(state.players[seat].hand, action.card, refused)


def _place_camel(state: State, action: act.PlaceCamel, seat: Seat) -> Refusal | None:
    if action.space in range(SPACES):
        return None
    return Refusal("no_such_space", "setup-camel", number=action.space + 1)


def _move_camel(state: State, action: act.MoveCamel, seat: Seat) -> Refusal | None:
    steps, coins = action.steps, state.players[seat].coins
    if steps < 1:
        return Refusal("no_step", "camel", number=steps)
    if steps - 1 > coins:
        return Refusal("too_dear", "camel-cost", seat=seat, number=steps - 1)
    most = longest(state, state.players[seat])
    if steps > most:
        rule = "camel" if state.options.camel_max == "coins" else "house-camel-max"
        return Refusal("too_far", rule, number=most)
    return None


def _into_shop(state: State, action: act.IntoShop, seat: Seat) -> Refusal | None:
    if state.camel is None:
        return Refusal("no_camel", "setup-camel")
    return _stands(state, state.camel, "take-goods") or _is_there(state, action.good, state.camel, "take-goods")


def _is_there(state: State, good: Good, space: int, rule: str) -> Refusal | None:
    """The card of a space, shown, must be of this kind; an unknown one can be any kind in play."""
    card = state.market[space]
    if card == Good.UNKNOWN:
        return _in_play(state, good)
    if CARD_INDEX[good] in kinds_at(state, space):
        return None
    return Refusal("other_card", rule, thing=card, number=space + 1)


def _draw_goods(state: State, action: act.DrawGoods, seat: Seat) -> Refusal | None:
    refused = _at(state, Character.INTERPRETER, Character.DIPLOMAT)
    return refused or (None if state.deck else Refusal("deck_empty", "short-deck"))


def _exchange_shop(state: State, action: act.ExchangeShop, seat: Seat) -> Refusal | None:
    return (
        _at(state, Character.SOLDIER)
        or _sells(state, action.give, seat, "soldier")
        or _stands(state, action.space, "soldier")
        or _is_there(state, action.take, action.space, "soldier")
        or _other_kind(action.give, action.take, "soldier")
    )


def _exchange_hand(state: State, action: act.ExchangeHand, seat: Seat) -> Refusal | None:
    return (
        _at(state, Character.GENERAL)
        or _shows(state, action.give, seat, "general")
        or _stands(state, action.space, "general")
        or _other_kind(action.give, state.market[action.space], "general")
    )


def _other_kind(good: Good, other: Good | None, rule: str) -> Refusal | None:
    return Refusal("same_kind", rule, thing=str(good)) if good == other else None


def _fetch(state: State, action: act.Fetch, seat: Seat) -> Refusal | None:
    refused = _at(state, Character.SHEPHERD, Character.FARMER) or _stands(
        state, action.space, state.character or "characters"
    )
    if refused is not None:
        return refused
    if action.space in reach(state):
        return None
    exact = state.character is Character.FARMER and state.options.farmer == "exact"
    rule = "house-farmer" if exact else state.character
    return Refusal("out_of_reach", rule, number=action.space + 1)


def _guard(state: State, action: act.Guard, seat: Seat) -> Refusal | None:
    refused = _at(state, Character.MANICHEAN, Character.BUDDHIST)
    if refused is not None:
        return refused
    i = CARD_INDEX[action.good]
    if i == UNKNOWN or state.holders[i] != seat:
        return Refusal("not_your_token", "guard", seat=seat, thing=str(action.good))
    return Refusal("guarded_already", "guard", thing=str(action.good)) if state.guards[i] else None


def _take_prestige(state: State, action: act.TakePrestige, seat: Seat) -> Refusal | None:
    return _at(state, Character.PRINCESS, Character.DANCER)


def _discard(state: State, action: act.Discard, seat: Seat) -> Refusal | None:
    refused = _at(state, Character.PAINTER, Character.MUSICIAN)
    if refused is not None:
        return refused
    if state.character is Character.MUSICIAN:
        return _sells(state, action.card, seat, "musician")
    missing = Refusal("not_in_hand", "painter", seat=seat, thing=str(action.card))
    return _among(state.players[seat].hand, action.card, missing)


def _visit(state: State, action: act.Visit, seat: Seat) -> Refusal | None:
    refused = _at(state, Character.TRADER, Character.MERCHANT)
    if refused is not None:
        return refused
    rule = state.character
    if action.seat not in range(len(state.players)) or action.seat == seat:
        return Refusal("no_rival", rule)
    for hand in (seat, action.seat):
        if not any(state.players[hand].hand):
            return Refusal("hand_empty", rule, seat=hand)
    return None


def _swap(state: State, action: act.Swap, seat: Seat) -> Refusal | None:
    return (
        _at(state, Character.MAID)
        or _sells(state, action.shop, seat, "maid")
        or _shows(state, action.hand, seat, "maid")
        or _other_kind(action.shop, action.hand, "maid")
    )


def _to_hand(state: State, action: act.ToHand, seat: Seat) -> Refusal | None:
    return _at(state, Character.DOMESTIC) or _sells(state, action.good, seat, "domestic")


def _to_shop(state: State, action: act.ToShop, seat: Seat) -> Refusal | None:
    return _at(state, Character.DOMESTIC) or _shows(state, action.good, seat, "domestic")


def _pay(state: State, action: act.Pay, seat: Seat) -> Refusal | None:
    return None if payable(state) else Refusal("cannot_pay_fee", "buddhist", seat=seat, number=FEE)


def _yes(state: State, action: act.Action, seat: Seat) -> Refusal | None:
    return None


def _show(state: State, action: act.Show, seat: Seat) -> Refusal | None:
    return _in_play(state, action.good)


def _of_chance(state: State, action: act.Action, seat: Seat) -> Refusal | None:
    return _not_now(state)


def _correction(state: State, action: Correction) -> Refusal | None:
    return correction_refusal(state, action, to_json, from_json)


_ACT = frozenset({"act"})
_CHARACTER_ACTIONS: dict[type, Callable[[State, Any, Seat], Refusal | None]] = {
    act.TakeCoins: _yes,
    act.DrawGoods: _draw_goods,
    act.ExchangeShop: _exchange_shop,
    act.ExchangeHand: _exchange_hand,
    act.Fetch: _fetch,
    act.Guard: _guard,
    act.TakePrestige: _take_prestige,
    act.Discard: _discard,
    act.Visit: _visit,
    act.Swap: _swap,
    act.ToHand: _to_hand,
    act.ToShop: _to_shop,
}
_OUTCOMES = frozenset({act.TileLaid, act.CardDrawn, act.GoOn})
_CHECKS: dict[type, Callable[[State, Any, Seat], Refusal | None]] = _CHARACTER_ACTIONS | {
    act.Keep: _keep,
    act.PlaceCamel: _place_camel,
    act.MoveCamel: _move_camel,
    act.IntoHand: _yes,
    act.IntoShop: _into_shop,
    act.Bury: _bury,
    act.Give: _give,
    act.Pay: _pay,
    act.Claim: _yes,
    act.Decline: _yes,
    act.Show: _show,
    act.TileLaid: _of_chance,
    act.CardDrawn: _of_chance,
    act.GoOn: _of_chance,
    Correction: _of_chance,
}
_PHASES: dict[type, frozenset[str]] = dict.fromkeys(_CHARACTER_ACTIONS, _ACT) | {
    act.Keep: frozenset({"choose", "keep"}),
    act.PlaceCamel: frozenset({"park"}),
    act.MoveCamel: frozenset({"move"}),
    act.IntoHand: frozenset({"take"}),
    act.IntoShop: frozenset({"take"}),
    act.Bury: frozenset({"bury"}),
    act.Give: frozenset({"pick", "give"}),
    act.Pay: frozenset({"fee"}),
    act.Claim: frozenset({"claim"}),
    act.Decline: frozenset({"fee", "claim"}),
    act.Show: frozenset({"show"}),
    act.TileLaid: frozenset({"lay"}),
    act.CardDrawn: frozenset({"stock", "deal", "draw", "rob", "fill"}),
    act.GoOn: frozenset(PHASES) - {"over"},
}
"""The parts of the game that an action belongs to."""
