"""Why the character at the camel cannot be used at all, for the key that bears its name (D2)."""

from __future__ import annotations

from companion.engine.game import Refusal, Seat
from companion.games.dunhuang.listing import listed
from companion.games.dunhuang.names import Character
from companion.games.dunhuang.state import State

_FROM_SHOP = frozenset({Character.SOLDIER, Character.MUSICIAN, Character.MAID})
_FROM_HAND = frozenset(
    {Character.GENERAL, Character.PAINTER, Character.MAID, Character.TRADER, Character.MERCHANT},
)
_OTHER_REASONS: dict[Character, str] = {
    Character.SOLDIER: "no_other_kind",
    Character.GENERAL: "no_other_kind",
    Character.MAID: "no_other_kind",
    Character.SHEPHERD: "nothing_in_reach",
    Character.FARMER: "nothing_in_reach",
    Character.MANICHEAN: "no_token_to_guard",
    Character.BUDDHIST: "no_token_to_guard",
    Character.TRADER: "no_rival_with_cards",
    Character.MERCHANT: "no_rival_with_cards",
    Character.DOMESTIC: "nothing_to_carry",
}


def unusable(state: State) -> Refusal | None:
    """Why whoever's turn it is can only take the coins in step 3; none: the character can be used.

    Raises `ValueError` where it is not time for step 3.
    """
    turn = state.turn
    if not isinstance(turn, int) or state.now.phase != "act":
        raise ValueError("a character is used in step 3 only")
    if len(listed(state, turn)) > 1:
        return None
    character = state.character
    if character is None:
        return Refusal("other_character", "character")
    return _reason(state, turn, character)


def _reason(state: State, seat: Seat, character: Character) -> Refusal:
    player = state.players[seat]
    if character in _FROM_SHOP and not any(player.shop):
        return Refusal("nothing_in_shop", character, seat=seat)
    if character in _FROM_HAND and not any(player.hand):
        return Refusal("hand_empty", character, seat=seat)
    if character in (Character.INTERPRETER, Character.DIPLOMAT):
        return Refusal("deck_empty", "short-deck")
    return Refusal(_OTHER_REASONS[character], character, seat=seat)
