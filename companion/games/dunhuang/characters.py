"""Step 3 in Dunhuang: what the sixteen characters offer to whoever has brought the camel to them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from companion.engine.annotations import From
from companion.engine.game import Refusal, Seat
from companion.engine.moves import Check, Move, Tell
from companion.games.dunhuang import components, hands, majority
from companion.games.dunhuang.effects import (
    CardTaken,
    Carried,
    Discarded,
    DrawBegan,
    Exchanged,
    Swapped,
    TokenGuarded,
    Visited,
)
from companion.games.dunhuang.hands import character_rule
from companion.games.dunhuang.moves import can_be_shown, card_there, in_play, kinds_at, of_that_kind, those_of
from companion.games.dunhuang.names import CARD_INDEX, SEATS, SPACES, UNKNOWN, Character, Good
from companion.games.dunhuang.state import (
    Act,
    Burying,
    Draw,
    Giving,
    Picking,
    Rob,
    Space,
    State,
    Token,
    changed,
    on_from,
    shown_from,
    with_card_at,
    with_player,
    with_token,
)
from companion.games.dunhuang.turns import after_step

Rival = Annotated[Seat, Meta(ge=0, le=len(SEATS) - 1)]


def filled_spaces(state: State, by: Seat) -> list[int]:
    return [space for space in range(1, SPACES + 1) if state.card_at(space) is not None]


def kinds_on(state: State, by: Seat, space: int) -> list[Good]:
    return kinds_at(state, space)


def shop_goods(state: State, by: Seat) -> list[Good]:
    return those_of(state.players[by].shop)


def hand_cards(state: State, by: Seat) -> list[Good]:
    return those_of(state.players[by].hand)


def cards_drawn(state: State, by: Seat) -> list[Good]:
    return those_of(state.now.drawn)


def in_reach(state: State, by: Seat) -> list[int]:
    """The spaces whose card the Shepherd or the Farmer may fetch now."""
    camel, steps = state.camel, state.now.steps if isinstance(state.now, Act) else 0
    if camel is None:
        return []
    if state.character is Character.SHEPHERD:
        ahead: tuple[int, ...] = (1, -1)
    elif state.options.farmer == "exact":
        ahead = (steps,) if steps % SPACES else ()
    else:
        ahead = tuple(range(1, min(steps, SPACES - 1) + 1))
    return [space for n in ahead if state.card_at(space := on_from(camel, n)) is not None]


def cards_to_discard(state: State, by: Seat) -> list[Good]:
    return shop_goods(state, by) if state.character is Character.MUSICIAN else hand_cards(state, by)


def deck_left(state: State, by: Seat) -> Refusal | None:
    return None if state.deck else Refusal("deck_empty", "short-deck")


def drawn_here(state: State, by: Seat, card: Good) -> Refusal | None:
    return None if card in cards_drawn(state, by) else Refusal("not_drawn", character_rule(state), thing=str(card))


def _in_shop(state: State, by: Seat, good: Good, rule: str) -> Refusal | None:
    if good is not Good.UNKNOWN and state.players[by].shop[CARD_INDEX[good]]:
        return None
    return Refusal("not_in_shop", rule, seat=by, thing=str(good))


def _can_show(state: State, by: Seat, good: Good, rule: str) -> Refusal | None:
    """A card that is shown from the hand: one that is known there, or any that the unknown ones can be."""
    hand = state.players[by].hand
    if good is not Good.UNKNOWN and hand[CARD_INDEX[good]]:
        return None
    return in_play(state, good) if hand[UNKNOWN] else Refusal("not_in_hand", rule, seat=by, thing=str(good))


def card_on(rule: str) -> Check:
    return lambda state, by, space: card_there(state, space, rule)


def kind_there(state: State, by: Seat, space: int, take: Good) -> Refusal | None:
    return of_that_kind(state, take, space, "soldier")


def _same(good: Good, other: Good | None, rule: str) -> Refusal | None:
    return Refusal("same_kind", rule, thing=str(good)) if good == other else None


def other_than_taken(state: State, by: Seat, give: Good, take: Good) -> Refusal | None:
    return _same(give, take, "soldier")


def other_than_there(state: State, by: Seat, give: Good, space: int) -> Refusal | None:
    return _same(give, state.card_at(space), "general")


def other_than_swapped(state: State, by: Seat, shop: Good, hand: Good) -> Refusal | None:
    return _same(shop, hand, "maid")


def card_to_fetch(state: State, by: Seat, space: int) -> Refusal | None:
    return card_there(state, space, character_rule(state))


def near_enough(state: State, by: Seat, space: int) -> Refusal | None:
    if space in in_reach(state, by):
        return None
    exact = state.character is Character.FARMER and state.options.farmer == "exact"
    return Refusal("out_of_reach", "house-farmer" if exact else state.character, number=space)


def own_token(state: State, by: Seat, good: Good) -> Refusal | None:
    if good is not Good.UNKNOWN and state.holder(good) == by:
        return None
    return Refusal("not_your_token", "guard", seat=by, thing=str(good))


def unguarded(state: State, by: Seat, good: Good) -> Refusal | None:
    token = state.tokens[CARD_INDEX[good]]
    return Refusal("guarded_already", "guard", thing=str(good)) if token is not None and token.guarded else None


def to_discard(state: State, by: Seat, card: Good) -> Refusal | None:
    if card in cards_to_discard(state, by):
        return None
    musician = state.character is Character.MUSICIAN
    return Refusal("not_in_shop" if musician else "not_in_hand", character_rule(state), seat=by, thing=str(card))


def a_rival(state: State, by: Seat, seat: Seat) -> Refusal | None:
    return None if seat in range(len(state.players)) and seat != by else Refusal("no_rival", state.character)


def hands_filled(state: State, by: Seat, seat: Seat) -> Refusal | None:
    empty = next((one for one in (by, seat) if not any(state.players[one].hand)), None)
    return None if empty is None else Refusal("hand_empty", state.character, seat=empty)


def card_to_give(state: State, by: Seat, card: Good) -> Refusal | None:
    held = state.players[by].hand[CARD_INDEX[card]]
    return None if held else Refusal("not_in_hand", character_rule(state), seat=by, thing=str(card))


class DrawGoods(Move[State], frozen=True, tag="draw"):
    """Interpreter, Diplomat: draw from the deck, one for each step of the camel or as many as it says (D12)."""

    RULE = "character"
    PHASES = (Character.INTERPRETER, Character.DIPLOMAT)
    CHECKS = (deck_left,)

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        character = character_rule(state)
        left = max(1, min(components.CARDS_OF.get(Character(character), now.steps), state.deck))
        tell(DrawBegan(by, left, character))
        return replace(state, now=Draw(by, left))


class Bury(Move[State], frozen=True, tag="bury"):
    """Interpreter, Diplomat: put this card under the deck, below all others."""

    RULE = "character"
    PHASES = (Burying,)
    CHECKS = (drawn_here,)
    card: Annotated[Good, From(cards_drawn)]

    def play(self, state: State, now: Burying, by: Seat, tell: Tell) -> State:
        return hands.bury_on(hands.buried(state, now, self.card, tell), tell)


class ExchangeShop(Move[State], frozen=True, tag="exchange"):
    """Soldier: a shop card for the card of a space, which is of this kind (D7, D9)."""

    RULE = "soldier"
    PHASES = (Character.SOLDIER,)
    CHECKS = (
        lambda state, by, give: _in_shop(state, by, give, "soldier"),
        card_on("soldier"),
        kind_there,
        other_than_taken,
    )
    give: Annotated[Good, From(shop_goods)]
    space: Annotated[Space, From(filled_spaces)]
    take: Annotated[Good, From(kinds_on)]

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        player = state.players[by]
        tell(Exchanged(by, self.give, self.space, self.take, "soldier"))
        shop = changed(changed(player.shop, CARD_INDEX[self.give], -1), CARD_INDEX[self.take], 1)
        state = with_player(state, by, replace(player, shop=shop))
        state = with_card_at(state, self.space, self.give)
        return after_step(hands.checked(state, by, self.give, self.take, tell), by, 0, tell)


class ExchangeHand(Move[State], frozen=True, tag="exchange"):
    """General: a hand card, shown, for the card of a space."""

    RULE = "general"
    PHASES = (Character.GENERAL,)
    CHECKS = (
        lambda state, by, give: _can_show(state, by, give, "general"),
        card_on("general"),
        other_than_there,
    )
    give: Annotated[Good, From(can_be_shown)]
    space: Annotated[Space, From(filled_spaces)]

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        player, taken = state.players[by], state.card_at(self.space)
        assert taken is not None, "refused without a card"
        tell(Exchanged(by, self.give, self.space, taken, "general"))
        hand = changed(player.hand, shown_from(player.hand, self.give), -1)
        state = with_player(state, by, replace(player, hand=changed(hand, CARD_INDEX[taken], 1)))
        return after_step(with_card_at(state, self.space, self.give), by, 0, tell)


class Fetch(Move[State], frozen=True, tag="fetch"):
    """Shepherd, Farmer: the card of a space, into the hand."""

    RULE = "character"
    PHASES = (Character.SHEPHERD, Character.FARMER)
    CHECKS = (card_to_fetch, near_enough)
    space: Annotated[Space, From(in_reach)]

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        card = state.card_at(self.space)
        assert card is not None, "refused without a card"
        tell(CardTaken(by, card, self.space, "hand", character_rule(state)))
        return after_step(hands.fetched(state, by, self.space), by, 0, tell)


class Guard(Move[State], frozen=True, tag="guard"):
    """Manichean, Buddhist: turn the token of this kind to the trader's sign (D6)."""

    RULE = "guard"
    PHASES = (Character.MANICHEAN, Character.BUDDHIST)
    CHECKS = (own_token, unguarded)
    good: Good

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        tell(TokenGuarded(by, self.good, character_rule(state)))
        return after_step(with_token(state, self.good, Token(by, guarded=True)), by, 0, tell)


class TakePrestige(Move[State], frozen=True, tag="prestige"):
    """Princess: one for each token; Dancer: a fixed number."""

    RULE = "character"
    PHASES = (Character.PRINCESS, Character.DANCER)

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        character = character_rule(state)
        due = components.PRESTIGE_OF.get(Character(character), state.tokens_of(by))
        return after_step(hands.prestige(state, by, due, character, tell), by, 0, tell)


class Discard(Move[State], frozen=True, tag="discard"):
    """A card leaves the game for prestige: for the Painter one of the hand, for the Musician one of the shop."""

    RULE = "character"
    PHASES = (Character.PAINTER, Character.MUSICIAN)
    CHECKS = (to_discard,)
    card: Annotated[Good, From(cards_to_discard)]

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        character, i, player = character_rule(state), CARD_INDEX[self.card], state.players[by]
        tell(Discarded(by, self.card, character))
        if state.character is Character.PAINTER:
            player = replace(player, hand=changed(player.hand, i, -1), removed=changed(player.removed, i, 1))
            state = with_player(state, by, player)
        else:
            state = with_player(state, by, replace(player, shop=changed(player.shop, i, -1)))
            state = majority.lost(replace(state, gone=changed(state.gone, i, 1)), by, self.card, tell)
        state = hands.prestige(state, by, components.PRESTIGE_OF[Character(character)], character, tell)
        return after_step(state, by, 0, tell)


class Visit(Move[State], frozen=True, tag="visit"):
    """Trader, Merchant: exchange with this player; the cards are counted before it (D8)."""

    RULE = "character"
    PHASES = (Character.TRADER, Character.MERCHANT)
    CHECKS = (a_rival, hands_filled)
    seat: Rival

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        character, other = character_rule(state), self.seat
        most = components.CARDS_OF[Character(character)]
        number = hands.exchanged(most, state.players[by].hand, state.players[other].hand)
        tell(Visited(by, other, number, character))
        phase = Rob if state.character is Character.TRADER else Picking
        return hands.pass_on(replace(state, now=phase(by, other, number, number)), tell)


class Give(Move[State], frozen=True, tag="give"):
    """Give a card of the own hand, as the Merchant's pick or back."""

    RULE = "character"
    PHASES = (Picking, Giving)
    CHECKS = (card_to_give,)
    card: Annotated[Good, From(hand_cards)]

    def play(self, state: State, now: Picking | Giving, by: Seat, tell: Tell) -> State:
        return hands.pass_on(hands.handed(state, now, self.card, tell), tell)


class Swap(Move[State], frozen=True, tag="swap"):
    """Maid: a shop card for a hand card, which is shown (D9)."""

    RULE = "maid"
    PHASES = (Character.MAID,)
    CHECKS = (
        lambda state, by, shop: _in_shop(state, by, shop, "maid"),
        lambda state, by, hand: _can_show(state, by, hand, "maid"),
        other_than_swapped,
    )
    shop: Annotated[Good, From(shop_goods)]
    hand: Annotated[Good, From(can_be_shown)]

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        i, j, player = CARD_INDEX[self.shop], CARD_INDEX[self.hand], state.players[by]
        tell(Swapped(by, self.shop, self.hand))
        hand = changed(changed(player.hand, shown_from(player.hand, self.hand), -1), i, 1)
        player = replace(player, hand=hand, shop=changed(changed(player.shop, i, -1), j, 1))
        state = hands.checked(with_player(state, by, player), by, self.shop, self.hand, tell)
        return after_step(state, by, 0, tell)


class ToHand(Move[State], frozen=True, tag="to hand"):
    """Domestic: a card from the shop into the hand."""

    RULE = "domestic"
    PHASES = (Character.DOMESTIC,)
    CHECKS = (lambda state, by, good: _in_shop(state, by, good, "domestic"),)
    good: Annotated[Good, From(shop_goods)]

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        i, player = CARD_INDEX[self.good], state.players[by]
        tell(Carried(by, self.good, "hand"))
        player = replace(player, hand=changed(player.hand, i, 1), shop=changed(player.shop, i, -1))
        return after_step(majority.lost(with_player(state, by, player), by, self.good, tell), by, 0, tell)


class ToShop(Move[State], frozen=True, tag="to shop"):
    """Domestic: a card from the hand, shown, into the shop."""

    RULE = "domestic"
    PHASES = (Character.DOMESTIC,)
    CHECKS = (lambda state, by, good: _can_show(state, by, good, "domestic"),)
    good: Annotated[Good, From(can_be_shown)]

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        i, player = CARD_INDEX[self.good], state.players[by]
        tell(Carried(by, self.good, "shop"))
        hand = changed(player.hand, shown_from(player.hand, self.good), -1)
        player = replace(player, hand=hand, shop=changed(player.shop, i, 1))
        return after_step(majority.gained(with_player(state, by, player), by, self.good, 0, tell), by, 0, tell)


OFFERS = (
    DrawGoods,
    ExchangeShop,
    ExchangeHand,
    Fetch,
    Guard,
    TakePrestige,
    Discard,
    Visit,
    Swap,
    ToHand,
    ToShop,
)
"""What the camel's character offers in step 3."""
CHARACTER_MOVES = (*OFFERS, Bury, Give)
