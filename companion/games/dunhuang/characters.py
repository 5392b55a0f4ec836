"""Step 3 in Dunhuang: what the sixteen characters offer to whoever has brought the camel to them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Refusal, Seat
from companion.engine.move import Move
from companion.games.dunhuang import components, hands, majority
from companion.games.dunhuang.effects import CardTaken, Carried, Consequence, Consequences, Exchanged
from companion.games.dunhuang.flow import onward, with_player
from companion.games.dunhuang.hands import checked, fetched, prestige
from companion.games.dunhuang.letters import CARD, GOOD, PLAYER, SPACE
from companion.games.dunhuang.names import CARD_INDEX, CARDS, GOODS, SEATS, SPACES, UNKNOWN, Character, Good
from companion.games.dunhuang.reach import exchanged, reach
from companion.games.dunhuang.refusals import among, at, character_rule, is_there, other_kind, sells, shows, stands
from companion.games.dunhuang.state import Now, State, changed, shown_from, swapped, with_card_at

__all__ = [
    "Bury",
    "Discard",
    "DrawGoods",
    "ExchangeHand",
    "ExchangeShop",
    "Fetch",
    "Give",
    "Guard",
    "Swap",
    "TakePrestige",
    "ToHand",
    "ToShop",
    "Visit",
]


class _Offer(Move[State, Now, "CharacterEffect"], frozen=True):
    """What a character offers."""

    RULE = "character"
    DURING = ("act",)


def _card(name: Good) -> tuple[int, Good]:
    i = CARD_INDEX[name]
    return i, CARDS[i]


def _character(state: State) -> Character:
    character = state.character
    assert character is not None, "refused without a character"
    return character


class DrawBegan(Struct, frozen=True, tag=True):
    """The Interpreter or the Diplomat draws so many cards."""

    seat: Seat
    number: int
    rule: str


class DrawGoods(_Offer, frozen=True, tag="draw"):
    """Interpreter, Diplomat: draw from the deck."""

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        refused = at(state, Character.INTERPRETER, Character.DIPLOMAT)
        return refused or (None if state.deck else Refusal("deck_empty", "short-deck"))

    def play(self, state: State, now: Now, by: Seat) -> Played:
        """Begins to draw, as many cards as the camel took steps or as the character says (D12)."""
        character = _character(state)
        wanted = components.CARDS_OF.get(character, now.steps)
        left = max(1, min(wanted, state.deck))
        return replace(state, now=Now("draw", by, left=left)), (DrawBegan(by, left, character),)


class Bury(Move[State, Now, "CharacterEffect"], frozen=True, tag="bury"):
    """Interpreter, Diplomat: put this card under the deck, below all others."""

    RULE = "character"
    DURING = ("bury",)
    card: Annotated[Good, CARD]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        return among(now.drawn, self.card, Refusal("not_drawn", character_rule(state), thing=str(self.card)))

    def play(self, state: State, now: Now, by: Seat) -> Played:
        state, effect = hands.buried(state, by, _card(self.card)[1])
        state, more = hands.bury_on(state, by)
        return state, (effect, *more)


class ExchangeShop(_Offer, frozen=True, tag="exchange"):
    """Soldier: a shop card for the card of a space, which is of this kind (D7, D9)."""

    RULE = "soldier"
    give: Annotated[Good, GOOD]
    space: Annotated[int, SPACE]
    take: Annotated[Good, GOOD]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        return (
            at(state, Character.SOLDIER)
            or sells(state, self.give, by, self.RULE)
            or stands(state, self.space, self.RULE)
            or is_there(state, self.take, self.space, self.RULE)
            or other_kind(self.give, self.take, self.RULE)
        )

    def play(self, state: State, now: Now, by: Seat) -> Played:
        (i, give), (j, take) = _card(self.give), _card(self.take)
        player = state.players[by]
        state = with_player(state, by, replace(player, shop=changed(changed(player.shop, i, -1), j, 1)))
        state = with_card_at(state, self.space, give)
        state, effects = checked(state, by, give, take)
        return onward(state, by, 0, (Exchanged(by, give, self.space - 1, take, Character.SOLDIER), *effects))


class ExchangeHand(_Offer, frozen=True, tag="exchange"):
    """General: a hand card, shown, for the card of a space."""

    RULE = "general"
    give: Annotated[Good, GOOD]
    space: Annotated[int, SPACE]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        return (
            at(state, Character.GENERAL)
            or shows(state, self.give, by, self.RULE)
            or stands(state, self.space, self.RULE)
            or other_kind(self.give, state.card_at(self.space), self.RULE)
        )

    def play(self, state: State, now: Now, by: Seat) -> Played:
        _, give = _card(self.give)
        player = state.players[by]
        hand = changed(player.hand, shown_from(player.hand, give), -1)
        taken = state.card_at(self.space)
        assert taken is not None, "refused without a card"
        state = with_player(state, by, replace(player, hand=changed(hand, CARD_INDEX[taken], 1)))
        state = with_card_at(state, self.space, give)
        return onward(state, by, 0, (Exchanged(by, give, self.space - 1, taken, Character.GENERAL),))


class Fetch(_Offer, frozen=True, tag="fetch"):
    """Shepherd, Farmer: the card of a space, into the hand."""

    space: Annotated[int, SPACE]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        refused = at(state, Character.SHEPHERD, Character.FARMER) or stands(state, self.space, character_rule(state))
        if refused is not None:
            return refused
        if self.space in reach(state):
            return None
        exact = state.character is Character.FARMER and state.options.farmer == "exact"
        return Refusal("out_of_reach", "house-farmer" if exact else state.character, number=self.space)

    def play(self, state: State, now: Now, by: Seat) -> Played:
        card = state.card_at(self.space)
        assert card is not None, "refused without a card"
        taken = CardTaken(by, card, self.space - 1, "hand", character_rule(state))
        return onward(fetched(state, by, self.space), by, 0, (taken,))


class TokenGuarded(Struct, frozen=True, tag=True):
    """A token shows the trader's sign now."""

    seat: Seat
    good: Good
    rule: str


class Guard(_Offer, frozen=True, tag="guard"):
    """Manichean, Buddhist: turn the token of this kind to the trader's sign (D6)."""

    RULE = "guard"
    good: Annotated[Good, GOOD]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        refused = at(state, Character.MANICHEAN, Character.BUDDHIST)
        if refused is not None:
            return refused
        i = CARD_INDEX[self.good]
        if i == UNKNOWN or state.holders[i] != by:
            return Refusal("not_your_token", self.RULE, seat=by, thing=str(self.good))
        return Refusal("guarded_already", self.RULE, thing=str(self.good)) if state.guards[i] else None

    def play(self, state: State, now: Now, by: Seat) -> Played:
        i, good = _card(self.good)
        state = replace(state, guards=swapped(state.guards, i, True))
        return onward(state, by, 0, (TokenGuarded(by, good, character_rule(state)),))


class TakePrestige(_Offer, frozen=True, tag="prestige"):
    """Princess: one for each token; Dancer: a fixed number."""

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        return at(state, Character.PRINCESS, Character.DANCER)

    def play(self, state: State, now: Now, by: Seat) -> Played:
        character = _character(state)
        due = components.PRESTIGE_OF.get(character, state.tokens(by))
        state, effects = prestige(state, by, due, character)
        return onward(state, by, 0, effects)


class Discarded(Struct, frozen=True, tag=True):
    """A card left the game, from the hand unseen (Painter) or from the shop (Musician)."""

    seat: Seat
    card: Good
    rule: str


class Discard(_Offer, frozen=True, tag="discard"):
    """A card leaves the game for prestige: for the Painter one of the hand, for the Musician one of the shop."""

    card: Annotated[Good, CARD]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        refused = at(state, Character.PAINTER, Character.MUSICIAN)
        if refused is not None:
            return refused
        if state.character is Character.MUSICIAN:
            return sells(state, self.card, by, "musician")
        missing = Refusal("not_in_hand", "painter", seat=by, thing=str(self.card))
        return among(state.players[by].hand, self.card, missing)

    def play(self, state: State, now: Now, by: Seat) -> Played:
        character, (i, card) = _character(state), _card(self.card)
        player = state.players[by]
        lost: Consequences = ()
        if character is Character.PAINTER:
            after = replace(player, hand=changed(player.hand, i, -1), removed=changed(player.removed, i, 1))
            state = with_player(state, by, after)
        else:
            state = with_player(state, by, replace(player, shop=changed(player.shop, i, -1)))
            state, lost = majority.lost(replace(state, gone=changed(state.gone, i, 1)), by, card)
        state, more = prestige(state, by, components.PRESTIGE_OF[character], character)
        return onward(state, by, 0, (Discarded(by, card, character), *lost, *more))


class Visited(Struct, frozen=True, tag=True):
    """An exchange of `number` cards with another hand begins."""

    seat: Seat
    other: Seat
    number: int
    rule: str


class Visit(_Offer, frozen=True, tag="visit"):
    """Trader, Merchant: exchange with this player; the cards are counted before it (D8)."""

    seat: Annotated[Seat, PLAYER]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        refused = at(state, Character.TRADER, Character.MERCHANT)
        if refused is not None:
            return refused
        rule = state.character
        if self.seat not in range(len(state.players)) or self.seat == by:
            return Refusal("no_rival", rule)
        for hand in (by, self.seat):
            if not any(state.players[hand].hand):
                return Refusal("hand_empty", rule, seat=hand)
        return None

    def play(self, state: State, now: Now, by: Seat) -> Played:
        character, other = _character(state), Seat(self.seat)
        number = exchanged(components.CARDS_OF[character], state.players[by].hand, state.players[other].hand)
        phase = Now("rob" if character is Character.TRADER else "pick", by, other=other, left=number, number=number)
        state, more = hands.pass_on(replace(state, now=phase))
        return state, (Visited(by, other, number, character), *more)


class Give(Move[State, Now, "CharacterEffect"], frozen=True, tag="give"):
    """Give a card of the own hand, as the Merchant's pick or back."""

    RULE = "character"
    DURING = ("pick", "give")
    card: Annotated[Good, CARD]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        refused = Refusal("not_in_hand", character_rule(state), seat=by, thing=str(self.card))
        return among(state.players[by].hand, self.card, refused)

    def play(self, state: State, now: Now, by: Seat) -> Played:
        state, effect = hands.handed(state, _card(self.card)[1])
        state, more = hands.pass_on(state)
        return state, (effect, *more)


class Swapped(Struct, frozen=True, tag=True):
    """Maid: `given` went from the shop into the hand, `taken` from the hand into the shop."""

    seat: Seat
    given: Good
    taken: Good
    rule: str = "maid"


class Swap(_Offer, frozen=True, tag="swap"):
    """Maid: a shop card for a hand card, which is shown (D9)."""

    RULE = "maid"
    shop: Annotated[Good, GOOD]
    hand: Annotated[Good, GOOD]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        return (
            at(state, Character.MAID)
            or sells(state, self.shop, by, self.RULE)
            or shows(state, self.hand, by, self.RULE)
            or other_kind(self.shop, self.hand, self.RULE)
        )

    def play(self, state: State, now: Now, by: Seat) -> Played:
        (i, given), (j, taken) = _card(self.shop), _card(self.hand)
        player = state.players[by]
        hand = changed(changed(player.hand, shown_from(player.hand, taken), -1), i, 1)
        after = replace(player, hand=hand, shop=changed(changed(player.shop, i, -1), j, 1))
        state, effects = checked(with_player(state, by, after), by, given, taken)
        return onward(state, by, 0, (Swapped(by, given, taken), *effects))


class ToHand(_Offer, frozen=True, tag="to hand"):
    """Domestic: a card from the shop into the hand."""

    RULE = "domestic"
    good: Annotated[Good, GOOD]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        return at(state, Character.DOMESTIC) or sells(state, self.good, by, self.RULE)

    def play(self, state: State, now: Now, by: Seat) -> Played:
        i, good = _card(self.good)
        player = state.players[by]
        after = replace(player, hand=changed(player.hand, i, 1), shop=changed(player.shop, i, -1))
        state, effects = majority.lost(with_player(state, by, after), by, good)
        return onward(state, by, 0, (Carried(by, good, "hand"), *effects))


class ToShop(_Offer, frozen=True, tag="to shop"):
    """Domestic: a card from the hand, shown, into the shop."""

    RULE = "domestic"
    good: Annotated[Good, GOOD]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        return at(state, Character.DOMESTIC) or shows(state, self.good, by, self.RULE)

    def play(self, state: State, now: Now, by: Seat) -> Played:
        i, good = _card(self.good)
        player = state.players[by]
        hand = changed(player.hand, shown_from(player.hand, good), -1)
        after = replace(player, hand=hand, shop=changed(player.shop, i, 1))
        state, effects = majority.gained(with_player(state, by, after), by, good, 0)
        return onward(state, by, 0, (Carried(by, good, "shop"), *effects))


DrawOrGive = DrawGoods | Bury | Visit | Give
OfMarketAndShop = ExchangeShop | ExchangeHand | Fetch | Swap | ToHand | ToShop
CharacterAction = DrawOrGive | OfMarketAndShop | Guard | TakePrestige | Discard
CharacterEffect = DrawBegan | TokenGuarded | Discarded | Visited | Swapped | Consequence
Played = tuple[State, tuple[CharacterEffect, ...]]

# One of each, in the order of the ring and of the goods: lists of legal actions are made of these.
BURY = tuple(Bury(card) for card in CARDS)
_SPACES = range(1, SPACES + 1)
EXCHANGE_SHOP = tuple(
    tuple(tuple(ExchangeShop(give, space, take) for take in GOODS) for space in _SPACES) for give in GOODS
)
EXCHANGE_HAND = tuple(tuple(ExchangeHand(give, space) for space in _SPACES) for give in GOODS)
FETCH = tuple(Fetch(space) for space in _SPACES)
GUARD = tuple(Guard(good) for good in GOODS)
DISCARD = tuple(Discard(card) for card in CARDS)
VISIT = tuple(Visit(Seat(seat)) for seat in range(len(SEATS)))
GIVE = tuple(Give(card) for card in CARDS)
SWAP = tuple(tuple(Swap(shop, hand) for hand in GOODS) for shop in GOODS)
TO_HAND = tuple(ToHand(good) for good in GOODS)
TO_SHOP = tuple(ToShop(good) for good in GOODS)
DRAW_GOODS, TAKE_PRESTIGE = DrawGoods(), TakePrestige()
