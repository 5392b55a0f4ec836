"""Step 3 in Dunhuang: what the sixteen characters offer to whoever has brought the camel to them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from companion.engine.annotations import From
from companion.engine.game import Refusal, Seat
from companion.engine.moves import Move, Tell
from companion.games.dunhuang import components, majority, phases, turns
from companion.games.dunhuang import effects as did
from companion.games.dunhuang.moves import (
    can_be_shown,
    lacking,
    list_kinds,
    list_kinds_at,
    not_drawn,
    not_in_hand,
    not_in_play,
    refuse_no_card_at,
    refuse_other_kind_at,
)
from companion.games.dunhuang.names import SEATS, SPACES, UNKNOWN, Character, Good
from companion.games.dunhuang.state import Space, State, Token, changed, moved, replace_card, replace_token, step_on

Rival = Annotated[Seat, Meta(ge=0, le=len(SEATS) - 1)]

# Values proposed for the fields of moves.


def list_filled_spaces(state: State, by: Seat) -> list[int]:
    return [space for space in range(1, SPACES + 1) if state.card_at(space) is not None]


def list_shop_goods(state: State, by: Seat) -> list[Good]:
    return list_kinds(state.players[by].shop)


def hand_cards(state: State, by: Seat) -> list[Good]:
    return list_kinds(state.players[by].hand)


def list_drawn_cards(state: State, by: Seat) -> list[Good]:
    return list_kinds(state.now.drawn)


def list_discardable(state: State, by: Seat) -> list[Good]:
    return list_shop_goods(state, by) if state.character is Character.MUSICIAN else hand_cards(state, by)


def list_reachable(state: State, by: Seat) -> list[int]:
    """Returns the spaces whose card the Shepherd or the Farmer may fetch now."""
    camel, steps = state.camel, state.now.steps if isinstance(state.now, phases.Act) else 0
    if camel is None:
        return []
    if state.character is Character.SHEPHERD:
        ahead: tuple[int, ...] = (1, -1)
    elif state.options.farmer == "exact":
        ahead = (steps,) if steps % SPACES else ()
    else:
        ahead = tuple(range(1, min(steps, SPACES - 1) + 1))
    return [space for n in ahead if state.card_at(space := step_on(camel, n)) is not None]


# Reasons against moves, which several of them have.


def not_in_shop(state: State, by: Seat, good: Good) -> Refusal | None:
    return lacking(state, state.players[by].shop, good, "not_in_shop", by)


def refuse_to_show(state: State, by: Seat, good: Good) -> Refusal | None:
    """Refuses to show a card that is neither known in the hand nor possible among its unknown ones."""
    hand = state.players[by].hand
    if hand[UNKNOWN] and (good is Good.UNKNOWN or not hand[good.ordinal]):
        return not_in_play(state, by, good)
    return not_in_hand(state, by, good)


def same_kind(state: State, good: Good, other: Good | None) -> Refusal | None:
    return Refusal("same_kind", turns.find_character_rule(state), thing=str(good)) if good == other else None


def _find_visited(state: State) -> Character:
    """Returns the character at the camel whose offer is taken."""
    assert state.character is not None, "the game's phase key tells it"
    return state.character


class DrawGoods(Move[State], frozen=True, tag="draw"):
    """Interpreter, Diplomat: draw from the deck, one card for each step of the camel or a fixed number (D12)."""

    RULE = "character"
    PHASES = (Character.INTERPRETER, Character.DIPLOMAT)

    def refusal(self, state: State, by: Seat) -> Refusal | None:
        return None if state.deck else Refusal("deck_empty", "short-deck")

    def play(self, state: State, now: phases.Act, by: Seat, tell: Tell) -> State:
        character = _find_visited(state)
        left = max(1, min(components.CARDS_OF.get(character, now.steps), state.deck))
        tell(did.DrawBegan(by, left, character))
        return replace(state, now=phases.Draw(by, left))


class Bury(Move[State], frozen=True, tag="bury"):
    """Interpreter, Diplomat: put this card at the bottom of the deck."""

    RULE = "character"
    PHASES = (phases.Burying,)
    CHECKS = (not_drawn,)
    card: Annotated[Good, From(list_drawn_cards)]

    def play(self, state: State, now: phases.Burying, by: Seat, tell: Tell) -> State:
        return turns.advance(turns.buried(state, now, self.card, tell), tell)


class ExchangeShop(Move[State], frozen=True, tag="exchange"):
    """Soldier: a shop card for the card of a space, which is of this kind (D7, D9)."""

    RULE = "soldier"
    PHASES = (Character.SOLDIER,)
    give: Annotated[Good, From(list_shop_goods)]
    space: Annotated[Space, From(list_filled_spaces)]
    take: Annotated[Good, From(list_kinds_at)]

    def refusal(self, state: State, by: Seat) -> Refusal | None:
        return (
            not_in_shop(state, by, self.give)
            or refuse_no_card_at(state, by, self.space)
            or refuse_other_kind_at(state, by, self.space, self.take)
            or same_kind(state, self.give, self.take)
        )

    def play(self, state: State, now: phases.Act, by: Seat, tell: Tell) -> State:
        tell(did.Exchanged(by, self.give, self.space, self.take, "soldier"))
        state = moved(replace_card(state, self.space, self.give), by, self.give, shop=-1)
        state = moved(state, by, self.take, shop=1)
        return turns.continue_after_shop(state, by, 0, tell, gave=self.give, took=self.take)


class ExchangeHand(Move[State], frozen=True, tag="exchange"):
    """General: a hand card, shown, for the card of a space."""

    RULE = "general"
    PHASES = (Character.GENERAL,)
    give: Annotated[Good, From(can_be_shown)]
    space: Annotated[Space, From(list_filled_spaces)]

    def refusal(self, state: State, by: Seat) -> Refusal | None:
        there = state.card_at(self.space)
        return (
            refuse_to_show(state, by, self.give)
            or refuse_no_card_at(state, by, self.space)
            or same_kind(state, self.give, there)
        )

    def play(self, state: State, now: phases.Act, by: Seat, tell: Tell) -> State:
        taken = state.card_at(self.space)
        assert taken is not None, "refused without a card"
        tell(did.Exchanged(by, self.give, self.space, taken, "general"))
        state = moved(replace_card(state, self.space, self.give), by, self.give, hand=-1)
        return turns.check_top_merchant(moved(state, by, taken, hand=1), by, tell)


class Fetch(Move[State], frozen=True, tag="fetch"):
    """Shepherd, Farmer: take the card of a space into the hand."""

    RULE = "character"
    PHASES = (Character.SHEPHERD, Character.FARMER)
    space: Annotated[Space, From(list_reachable)]

    def refusal(self, state: State, by: Seat) -> Refusal | None:
        if self.space in list_reachable(state, by):
            return None
        exact = state.character is Character.FARMER and state.options.farmer == "exact"
        rule = "house-farmer" if exact else state.character
        return refuse_no_card_at(state, by, self.space) or Refusal("out_of_reach", rule, number=self.space)

    def play(self, state: State, now: phases.Act, by: Seat, tell: Tell) -> State:
        return turns.check_top_merchant(turns.fetched(state, by, self.space, _find_visited(state), tell), by, tell)


class Guard(Move[State], frozen=True, tag="guard"):
    """Manichean, Buddhist: turn the token of this kind to the trader's sign (D6)."""

    RULE = "guard"
    PHASES = (Character.MANICHEAN, Character.BUDDHIST)
    good: Good

    def refusal(self, state: State, by: Seat) -> Refusal | None:
        token = None if self.good is Good.UNKNOWN else state.tokens[self.good.ordinal]
        if token is None or token.holder != by:
            return Refusal("not_your_token", "guard", seat=by, thing=str(self.good))
        return Refusal("guarded_already", "guard", thing=str(self.good)) if token.guarded else None

    def play(self, state: State, now: phases.Act, by: Seat, tell: Tell) -> State:
        tell(did.TokenGuarded(by, self.good, _find_visited(state)))
        return turns.check_top_merchant(replace_token(state, self.good, Token(by, guarded=True)), by, tell)


class TakePrestige(Move[State], frozen=True, tag="prestige"):
    """Princess: one for each token; Dancer: a fixed number."""

    RULE = "character"
    PHASES = (Character.PRINCESS, Character.DANCER)

    def play(self, state: State, now: phases.Act, by: Seat, tell: Tell) -> State:
        character = _find_visited(state)
        due = components.PRESTIGE_OF.get(character, state.count_tokens(by))
        return turns.check_top_merchant(turns.prestige(state, by, due, character, tell), by, tell)


class Discard(Move[State], frozen=True, tag="discard"):
    """A card leaves the game for prestige: for the Painter one of the hand, for the Musician one of the shop."""

    RULE = "character"
    PHASES = (Character.PAINTER, Character.MUSICIAN)
    card: Annotated[Good, From(list_discardable)]

    def refusal(self, state: State, by: Seat) -> Refusal | None:
        musician = state.character is Character.MUSICIAN
        return not_in_shop(state, by, self.card) if musician else not_in_hand(state, by, self.card)

    def play(self, state: State, now: phases.Act, by: Seat, tell: Tell) -> State:
        character, card = _find_visited(state), self.card
        tell(did.Discarded(by, card, character))
        if character is Character.PAINTER:
            state = moved(state, by, card, hand=-1, removed=1)
        else:
            state = replace(moved(state, by, card, shop=-1), gone=changed(state.gone, card, 1))
            state = majority.lost(state, by, card, tell)
        state = turns.prestige(state, by, components.PRESTIGE_OF[character], character, tell)
        return turns.check_top_merchant(state, by, tell)


class Visit(Move[State], frozen=True, tag="visit"):
    """Trader, Merchant: exchange with this player; the cards are counted before it (D8)."""

    RULE = "character"
    PHASES = (Character.TRADER, Character.MERCHANT)
    seat: Rival

    def refusal(self, state: State, by: Seat) -> Refusal | None:
        if self.seat not in range(len(state.players)) or self.seat == by:
            return Refusal("no_rival", state.character)
        empty = next((one for one in (by, self.seat) if not any(state.players[one].hand)), None)
        return None if empty is None else Refusal("hand_empty", state.character, seat=empty)

    def play(self, state: State, now: phases.Act, by: Seat, tell: Tell) -> State:
        character, other = _find_visited(state), self.seat
        number = min(components.CARDS_OF[character], *(sum(state.players[one].hand) for one in (by, other)))
        tell(did.Visited(by, other, number, character))
        phase = phases.Rob if character is Character.TRADER else phases.Picking
        return turns.advance(replace(state, now=phase(by, other, number, number)), tell)


class Give(Move[State], frozen=True, tag="give"):
    """Give a card of the own hand, as the Merchant's pick or back."""

    RULE = "character"
    PHASES = (phases.Picking, phases.Giving)
    CHECKS = (not_in_hand,)
    card: Annotated[Good, From(hand_cards)]

    def play(self, state: State, now: phases.Picking | phases.Giving, by: Seat, tell: Tell) -> State:
        return turns.advance(turns.handed(state, now, self.card, tell), tell)


class Swap(Move[State], frozen=True, tag="swap"):
    """Maid: a shop card for a hand card, which is shown (D9)."""

    RULE = "maid"
    PHASES = (Character.MAID,)
    shop: Annotated[Good, From(list_shop_goods)]
    hand: Annotated[Good, From(can_be_shown)]

    def refusal(self, state: State, by: Seat) -> Refusal | None:
        own = not_in_shop(state, by, self.shop) or refuse_to_show(state, by, self.hand)
        return own or same_kind(state, self.shop, self.hand)

    def play(self, state: State, now: phases.Act, by: Seat, tell: Tell) -> State:
        tell(did.Swapped(by, self.shop, self.hand))
        state = moved(moved(state, by, self.hand, hand=-1, shop=1), by, self.shop, shop=-1, hand=1)
        return turns.continue_after_shop(state, by, 0, tell, gave=self.shop, took=self.hand)


class ToHand(Move[State], frozen=True, tag="to hand"):
    """Domestic: a card from the shop into the hand."""

    RULE = "domestic"
    PHASES = (Character.DOMESTIC,)
    CHECKS = (not_in_shop,)
    good: Annotated[Good, From(list_shop_goods)]

    def play(self, state: State, now: phases.Act, by: Seat, tell: Tell) -> State:
        tell(did.Carried(by, self.good, "hand"))
        return turns.continue_after_shop(moved(state, by, self.good, shop=-1, hand=1), by, 0, tell, gave=self.good)


class ToShop(Move[State], frozen=True, tag="to shop"):
    """Domestic: a card from the hand, shown, into the shop."""

    RULE = "domestic"
    PHASES = (Character.DOMESTIC,)
    CHECKS = (refuse_to_show,)
    good: Annotated[Good, From(can_be_shown)]

    def play(self, state: State, now: phases.Act, by: Seat, tell: Tell) -> State:
        tell(did.Carried(by, self.good, "shop"))
        return turns.continue_after_shop(moved(state, by, self.good, hand=-1, shop=1), by, 0, tell, took=self.good)


OFFERS = (DrawGoods, ExchangeShop, ExchangeHand, Fetch, Guard, TakePrestige, Discard, Visit, Swap, ToHand, ToShop)
"""What the camel's character offers in step 3."""
CHARACTER_MOVES = (*OFFERS, Bury, Give)
