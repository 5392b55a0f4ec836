"""Step 3 in Dunhuang: what the sixteen characters offer to whoever has brought the camel to them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from companion.engine.annotations import From
from companion.engine.game import Refusal, Seat
from companion.engine.moves import Move, Tell
from companion.games.dunhuang import components, majority
from companion.games.dunhuang import effects as did
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
    moved,
    on_from,
    with_card_at,
    with_token,
)
from companion.games.dunhuang.turns import advance, after_step, buried, character_rule, handed, prestige

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


def in_shop(state: State, by: Seat, good: Good) -> Refusal | None:
    if good is not Good.UNKNOWN and state.players[by].shop[CARD_INDEX[good]]:
        return None
    return Refusal("not_in_shop", character_rule(state), seat=by, thing=str(good))


def showable(state: State, by: Seat, good: Good) -> Refusal | None:
    """A card that is shown from the hand: one that is known there, or any that the unknown ones can be."""
    hand = state.players[by].hand
    if good is not Good.UNKNOWN and hand[CARD_INDEX[good]]:
        return None
    if hand[UNKNOWN]:
        return in_play(state, good)
    return Refusal("not_in_hand", character_rule(state), seat=by, thing=str(good))


def kind_there(state: State, by: Seat, space: int, take: Good) -> Refusal | None:
    return of_that_kind(state, take, space)


def other_kind(state: State, good: Good, other: Good | None) -> Refusal | None:
    return Refusal("same_kind", character_rule(state), thing=str(good)) if good == other else None


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
        tell(did.DrawBegan(by, left, character))
        return replace(state, now=Draw(by, left))


class Bury(Move[State], frozen=True, tag="bury"):
    """Interpreter, Diplomat: put this card under the deck, below all others."""

    RULE = "character"
    PHASES = (Burying,)
    CHECKS = (drawn_here,)
    card: Annotated[Good, From(cards_drawn)]

    def play(self, state: State, now: Burying, by: Seat, tell: Tell) -> State:
        return advance(buried(state, now, self.card, tell), tell)


class ExchangeShop(Move[State], frozen=True, tag="exchange"):
    """Soldier: a shop card for the card of a space, which is of this kind (D7, D9)."""

    RULE = "soldier"
    PHASES = (Character.SOLDIER,)
    CHECKS = (
        lambda state, by, give: in_shop(state, by, give),
        card_there,
        kind_there,
        lambda state, by, give, take: other_kind(state, give, take),
    )
    give: Annotated[Good, From(shop_goods)]
    space: Annotated[Space, From(filled_spaces)]
    take: Annotated[Good, From(kinds_on)]

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        tell(did.Exchanged(by, self.give, self.space, self.take, "soldier"))
        state = moved(with_card_at(state, self.space, self.give), by, self.give, shop=-1)
        return checked(moved(state, by, self.take, shop=1), by, self.give, self.take, tell)


class ExchangeHand(Move[State], frozen=True, tag="exchange"):
    """General: a hand card, shown, for the card of a space."""

    RULE = "general"
    PHASES = (Character.GENERAL,)
    CHECKS = (
        lambda state, by, give: showable(state, by, give),
        card_there,
        lambda state, by, give, space: other_kind(state, give, state.card_at(space)),
    )
    give: Annotated[Good, From(can_be_shown)]
    space: Annotated[Space, From(filled_spaces)]

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        taken = state.card_at(self.space)
        assert taken is not None, "refused without a card"
        tell(did.Exchanged(by, self.give, self.space, taken, "general"))
        state = moved(with_card_at(state, self.space, self.give), by, self.give, hand=-1)
        return after_step(moved(state, by, taken, hand=1), by, 0, tell)


class Fetch(Move[State], frozen=True, tag="fetch"):
    """Shepherd, Farmer: the card of a space, into the hand."""

    RULE = "character"
    PHASES = (Character.SHEPHERD, Character.FARMER)
    CHECKS = (card_there, near_enough)
    space: Annotated[Space, From(in_reach)]

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        card = state.card_at(self.space)
        assert card is not None, "refused without a card"
        tell(did.CardTaken(by, card, self.space, "hand", character_rule(state)))
        return after_step(moved(with_card_at(state, self.space, None), by, card, hand=1), by, 0, tell)


class Guard(Move[State], frozen=True, tag="guard"):
    """Manichean, Buddhist: turn the token of this kind to the trader's sign (D6)."""

    RULE = "guard"
    PHASES = (Character.MANICHEAN, Character.BUDDHIST)
    CHECKS = (own_token, unguarded)
    good: Good

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        tell(did.TokenGuarded(by, self.good, character_rule(state)))
        return after_step(with_token(state, self.good, Token(by, guarded=True)), by, 0, tell)


class TakePrestige(Move[State], frozen=True, tag="prestige"):
    """Princess: one for each token; Dancer: a fixed number."""

    RULE = "character"
    PHASES = (Character.PRINCESS, Character.DANCER)

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        character = character_rule(state)
        due = components.PRESTIGE_OF.get(Character(character), state.tokens_of(by))
        return after_step(prestige(state, by, due, character, tell), by, 0, tell)


class Discard(Move[State], frozen=True, tag="discard"):
    """A card leaves the game for prestige: for the Painter one of the hand, for the Musician one of the shop."""

    RULE = "character"
    PHASES = (Character.PAINTER, Character.MUSICIAN)
    CHECKS = (to_discard,)
    card: Annotated[Good, From(cards_to_discard)]

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        character, card = character_rule(state), self.card
        tell(did.Discarded(by, card, character))
        if state.character is Character.PAINTER:
            state = moved(state, by, card, hand=-1, removed=1)
        else:
            state = replace(moved(state, by, card, shop=-1), gone=changed(state.gone, card, 1))
            state = majority.lost(state, by, card, tell)
        state = prestige(state, by, components.PRESTIGE_OF[Character(character)], character, tell)
        return after_step(state, by, 0, tell)


class Visit(Move[State], frozen=True, tag="visit"):
    """Trader, Merchant: exchange with this player; the cards are counted before it (D8)."""

    RULE = "character"
    PHASES = (Character.TRADER, Character.MERCHANT)
    CHECKS = (a_rival, hands_filled)
    seat: Rival

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        character, other = character_rule(state), self.seat
        number = min(components.CARDS_OF[Character(character)], *(sum(state.players[one].hand) for one in (by, other)))
        tell(did.Visited(by, other, number, character))
        phase = Rob if state.character is Character.TRADER else Picking
        return advance(replace(state, now=phase(by, other, number, number)), tell)


class Give(Move[State], frozen=True, tag="give"):
    """Give a card of the own hand, as the Merchant's pick or back."""

    RULE = "character"
    PHASES = (Picking, Giving)
    CHECKS = (card_to_give,)
    card: Annotated[Good, From(hand_cards)]

    def play(self, state: State, now: Picking | Giving, by: Seat, tell: Tell) -> State:
        return advance(handed(state, now, self.card, tell), tell)


class Swap(Move[State], frozen=True, tag="swap"):
    """Maid: a shop card for a hand card, which is shown (D9)."""

    RULE = "maid"
    PHASES = (Character.MAID,)
    CHECKS = (
        lambda state, by, shop: in_shop(state, by, shop),
        lambda state, by, hand: showable(state, by, hand),
        lambda state, by, shop, hand: other_kind(state, shop, hand),
    )
    shop: Annotated[Good, From(shop_goods)]
    hand: Annotated[Good, From(can_be_shown)]

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        tell(did.Swapped(by, self.shop, self.hand))
        state = moved(moved(state, by, self.hand, hand=-1, shop=1), by, self.shop, shop=-1, hand=1)
        return checked(state, by, self.shop, self.hand, tell)


class ToHand(Move[State], frozen=True, tag="to hand"):
    """Domestic: a card from the shop into the hand."""

    RULE = "domestic"
    PHASES = (Character.DOMESTIC,)
    CHECKS = (in_shop,)
    good: Annotated[Good, From(shop_goods)]

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        tell(did.Carried(by, self.good, "hand"))
        return checked(moved(state, by, self.good, shop=-1, hand=1), by, self.good, None, tell)


class ToShop(Move[State], frozen=True, tag="to shop"):
    """Domestic: a card from the hand, shown, into the shop."""

    RULE = "domestic"
    PHASES = (Character.DOMESTIC,)
    CHECKS = (showable,)
    good: Annotated[Good, From(can_be_shown)]

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        tell(did.Carried(by, self.good, "shop"))
        return checked(moved(state, by, self.good, hand=-1, shop=1), by, None, self.good, tell)


def checked(state: State, by: Seat, gave: Good | None, took: Good | None, tell: Tell) -> State:
    """Majorities after a shop gave and took a card, the loss first (D9); then step 3 is done."""
    if gave is not None:
        state = majority.lost(state, by, gave, tell)
    if took is not None:
        state = majority.gained(state, by, took, 0, tell)
    return after_step(state, by, 0, tell)


OFFERS = (DrawGoods, ExchangeShop, ExchangeHand, Fetch, Guard, TakePrestige, Discard, Visit, Swap, ToHand, ToShop)
"""What the camel's character offers in step 3."""
CHARACTER_MOVES = (*OFFERS, Bury, Give)
