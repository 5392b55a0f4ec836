"""Why not: what several moves are refused for alike."""

from __future__ import annotations

from companion.engine.game import Refusal, Seat
from companion.games.dunhuang.names import CARD_INDEX, SPACES, UNKNOWN, Character, Counts, Good
from companion.games.dunhuang.reach import kinds_at
from companion.games.dunhuang.state import Phase, State

PHASE_RULES: dict[Phase, str] = {
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


def at(state: State, *characters: Character) -> Refusal | None:
    """The camel must stand at one of these characters."""
    found = state.character
    if found in characters:
        return None
    return Refusal("other_character", "character", thing=found)


def in_play(state: State, good: Good) -> Refusal | None:
    i = CARD_INDEX[good]
    if i == UNKNOWN:
        return Refusal("no_such_good", "goods", thing=str(good))
    return None if state.setup.copies[i] else Refusal("not_in_play", "setup-kinds", thing=str(good))


def shows(state: State, good: Good, seat: Seat, rule: str) -> Refusal | None:
    """A card that is shown from the hand: one that is known there, or any that the unknown ones can be."""
    i, hand = CARD_INDEX[good], state.players[seat].hand
    if i != UNKNOWN and hand[i]:
        return None
    if not hand[UNKNOWN]:
        return Refusal("not_in_hand", rule, seat=seat, thing=str(good))
    return in_play(state, good)


def sells(state: State, good: Good, seat: Seat, rule: str) -> Refusal | None:
    """A card of the own shop."""
    i = CARD_INDEX[good]
    if i != UNKNOWN and state.players[seat].shop[i]:
        return None
    return Refusal("not_in_shop", rule, seat=seat, thing=str(good))


def among(counts: Counts, card: Good, refused: Refusal) -> Refusal | None:
    return None if counts[CARD_INDEX[card]] else refused


def stands(state: State, space: int, rule: str) -> Refusal | None:
    """There must be a card at the space."""
    if not 1 <= space <= SPACES:
        return Refusal("no_such_space", "setup-market", number=space)
    return Refusal("space_empty", rule, number=space) if state.card_at(space) is None else None


def is_there(state: State, good: Good, space: int, rule: str) -> Refusal | None:
    """The card of a space, shown, must be of this kind; an unknown one can be any kind in play."""
    card = state.card_at(space)
    if card == Good.UNKNOWN:
        return in_play(state, good)
    if CARD_INDEX[good] in kinds_at(state, space):
        return None
    return Refusal("other_card", rule, thing=card, number=space)


def other_kind(good: Good, other: Good | None, rule: str) -> Refusal | None:
    return Refusal("same_kind", rule, thing=str(good)) if good == other else None


def phase_rule(state: State) -> str:
    return PHASE_RULES.get(state.now.phase) or character_rule(state)


def character_rule(state: State) -> str:
    return state.character or "characters"
