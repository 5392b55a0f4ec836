"""What players do in Dunhuang, but for the characters' offers. A move stands here whole (`companion.engine.move`).

Spaces are numbered from 1, as in texts and on paper. Where a card is shown, the move names its kind,
also when the app did not know it before; where it stays hidden, the app's own knowledge is named.
Tags and items are how moves are written: ``into shop tea`` (`companion.engine.notation`).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct, field
from msgspec.structs import replace

from companion.engine.correction import Corrected, Correction
from companion.engine.game import Refusal, Seat
from companion.engine.move import Move
from companion.games.dunhuang import flow, hands, majority
from companion.games.dunhuang.characters import CharacterAction, CharacterEffect
from companion.games.dunhuang.effects import CardTaken, NothingThere, OnSpace
from companion.games.dunhuang.flow import onward, with_player
from companion.games.dunhuang.letters import CARD, GOOD, SPACE, STEPS
from companion.games.dunhuang.majority import FEE
from companion.games.dunhuang.names import CARD_INDEX, CARDS, GOODS, SPACES, UNKNOWN, Character, Good
from companion.games.dunhuang.outcomes import AnyOutcome, OutcomeEffect
from companion.games.dunhuang.reach import MOST_STEPS, longest, payable
from companion.games.dunhuang.refusals import among, character_rule, in_play, is_there, stands
from companion.games.dunhuang.state import Now, State, changed, on_from, swapped, with_card_at

__all__ = [
    "Action",
    "Claim",
    "Decline",
    "Effect",
    "Effects",
    "IntoHand",
    "IntoShop",
    "Keep",
    "MoveCamel",
    "Pay",
    "PlaceCamel",
    "Show",
    "TakeCoins",
]

INSTEAD = 3
"""Coins taken instead of the character."""


class Keep(Move[State, Now, "Effect"], frozen=True, tag="keep"):
    """Keep this one in hand: of the three dealt, or of those that the Interpreter or the Diplomat drew."""

    RULE = "setup-hand"
    DURING = ("choose", "keep")
    card: Annotated[Good, CARD]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        if now.phase == "choose":
            refused = Refusal("not_in_hand", self.RULE, seat=by, thing=str(self.card))
            return among(state.players[by].hand, self.card, refused)
        return among(now.drawn, self.card, Refusal("not_drawn", character_rule(state), thing=str(self.card)))

    def play(self, state: State, now: Now, by: Seat) -> Played:
        card = CARDS[CARD_INDEX[self.card]]
        if now.phase == "keep":
            return hands.kept(state, card)
        state, effects = flow.chosen(state, by, card)
        return state if state.choosing() else replace(state, now=Now("park")), effects


class CamelPlaced(OnSpace, frozen=True, tag=True):
    """Setup: the camel begins here."""

    seat: Seat
    index: int = field(name="space")
    rule: str = "setup-camel"


class PlaceCamel(Move[State, Now, "Effect"], frozen=True, tag="place camel"):
    """Setup: put the camel on a space."""

    RULE = "setup-camel"
    DURING = ("park",)
    space: Annotated[int, SPACE]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        return None if 1 <= self.space <= SPACES else Refusal("no_such_space", self.RULE, number=self.space)

    def play(self, state: State, now: Now, by: Seat) -> Played:
        state, more = flow.begin(replace(state, camel=self.space), state.start)
        return state, (CamelPlaced(by, self.space - 1), *more)


class CamelMoved(OnSpace, frozen=True, tag=True):
    """Step 1: so many steps for so many coins; `character` stands at the space it came to, if any."""

    seat: Seat
    index: int = field(name="space")
    steps: int
    coins: int
    character: Character | None
    rule: str = "camel"


class MoveCamel(Move[State, Now, "Effect"], frozen=True, tag="camel"):
    """Step 1: so many steps; all but the first cost a coin."""

    RULE = "camel"
    DURING = ("move",)
    steps: Annotated[int, STEPS]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        steps, player = self.steps, state.players[by]
        if steps < 1:
            return Refusal("no_step", self.RULE, number=steps)
        if steps - 1 > player.coins:
            return Refusal("too_dear", "camel-cost", seat=by, number=steps - 1)
        most = longest(state, player)
        if steps > most:
            rule = self.RULE if state.options.camel_max == "coins" else "house-camel-max"
            return Refusal("too_far", rule, number=most)
        return None

    def play(self, state: State, now: Now, by: Seat) -> Played:
        steps, player = self.steps, state.players[by]
        space = on_from(state.camel or SPACES, steps)
        there = state.card_at(space) is not None
        state = replace(state, camel=space, now=Now("take" if there else "act", by, steps=steps))
        if steps > 1:
            state = with_player(state, by, replace(player, coins=player.coins - steps + 1))
        moved = CamelMoved(by, space - 1, steps, steps - 1, state.character)
        return state, (moved,) if there else (moved, NothingThere(by, space - 1))

    def after(self, state: State, now: Now, by: Seat) -> State:
        steps = self.steps
        space = ((state.camel or SPACES) - 1 + steps) % SPACES
        phase = Now("act" if state.market[space] is None else "take", by, steps)
        if steps == 1:
            return replace(state, camel=space + 1, now=phase)
        player = state.players[by]
        players = swapped(state.players, by, replace(player, coins=player.coins - steps + 1))
        return replace(state, camel=space + 1, now=phase, players=players)


class IntoHand(Move[State, Now, "Effect"], frozen=True, tag="into hand"):
    """Step 2: the card at the camel goes into the hand."""

    RULE = "take-goods"
    DURING = ("take",)

    def play(self, state: State, now: Now, by: Seat) -> Played:
        space = state.camel
        card = None if space is None else state.card_at(space)
        if space is None or card is None:
            return onward(state, by, now.steps, (NothingThere(by, (space or 1) - 1),))
        return onward(hands.fetched(state, by, space), by, now.steps, (CardTaken(by, card, space - 1, "hand"),))

    def after(self, state: State, now: Now, by: Seat) -> State:
        space = state.camel
        if space is None or state.market[space - 1] is None or not now.steps:
            return self.play(state, now, by)[0]
        return replace(hands.fetched(state, by, space), now=Now("act", by, now.steps))


class IntoShop(Move[State, Now, "Effect"], frozen=True, tag="into shop"):
    """Step 2: the card at the camel goes into the shop, and is of this kind."""

    RULE = "take-goods"
    DURING = ("take",)
    good: Annotated[Good, GOOD]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        if state.camel is None:
            return Refusal("no_camel", "setup-camel")
        return stands(state, state.camel, self.RULE) or is_there(state, self.good, state.camel, self.RULE)

    def play(self, state: State, now: Now, by: Seat) -> Played:
        space, i = state.camel, CARD_INDEX[self.good]
        assert space is not None, "refused without a camel"
        player = state.players[by]
        state = with_player(state, by, replace(player, shop=changed(player.shop, i, 1)))
        state = with_card_at(state, space, None)
        taken = CardTaken(by, CARDS[i], space - 1, "shop")
        state, more = majority.gained(state, by, CARDS[i], now.steps)
        return onward(state, by, now.steps, (taken, *more))

    def after(self, state: State, now: Now, by: Seat) -> State:
        space, i, steps = state.camel, CARD_INDEX[self.good], now.steps
        if space is None or not steps:
            return self.play(state, now, by)[0]
        market, players = list(state.market), list(state.players)
        player = players[by]
        shop = changed(player.shop, i, 1)
        market[space - 1], players[by] = None, replace(player, shop=shop)
        state = replace(state, market=tuple(market), players=tuple(players), now=Now("act", by, steps))
        if state.holders[i] == by or any(other.shop[i] > shop[i] for other in players):
            return state
        return majority.gained(state, by, CARDS[i], steps)[0]


class CoinsTaken(Struct, frozen=True, tag=True):
    """Step 3: coins from the bank instead of the character."""

    seat: Seat
    coins: int
    rule: str = "coins-instead"


class TakeCoins(Move[State, Now, "Effect"], frozen=True, tag="coins"):
    """Step 3: coins instead of the character."""

    RULE = "coins-instead"
    DURING = ("act",)

    def play(self, state: State, now: Now, by: Seat) -> Played:
        player = state.players[by]
        state = with_player(state, by, replace(player, coins=player.coins + INSTEAD))
        return onward(state, by, 0, (CoinsTaken(by, INSTEAD),))

    def after(self, state: State, now: Now, by: Seat) -> State:
        player = state.players[by]
        players = swapped(state.players, by, replace(player, coins=player.coins + INSTEAD))
        return flow.after_step(replace(state, players=players), by, 0)[0]


class Pay(Move[State, Now, "Effect"], frozen=True, tag="pay"):
    """Pay the Buddhist's fee and take the token."""

    RULE = "buddhist"
    DURING = ("fee",)

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        return None if payable(state) else Refusal("cannot_pay_fee", self.RULE, seat=by, number=FEE)

    def play(self, state: State, now: Now, by: Seat) -> Played:
        assert now.good is not None, "now_of gives this phase a kind"
        state, effects = majority.paid(state, by, now.good)
        state, more = flow.after_step(state, by, now.steps)
        return state, effects + more


class Claim(Move[State, Now, "Effect"], frozen=True, tag="claim"):
    """Show that the hand has the kinds of a top merchant."""

    RULE = "top-merchant"
    DURING = ("claim",)

    def play(self, state: State, now: Now, by: Seat) -> Played:
        return flow.won(state, by, state.setup.kinds)


class NotTop(Struct, frozen=True, tag=True):
    """Asked, the seat has not the kinds of a top merchant in hand."""

    seat: Seat
    rule: str = "top-merchant"


class Decline(Move[State, Now, "Effect"], frozen=True, tag="decline"):
    """Do not pay the fee; have not the kinds of a top merchant."""

    RULE = "buddhist"
    DURING = ("fee", "claim")

    def play(self, state: State, now: Now, by: Seat) -> Played:
        if now.phase == "claim":
            state, more = flow.filled(state, by)
            return state, (NotTop(by), *more)
        assert now.good is not None, "now_of gives this phase a kind"
        effects = majority.declined(state, by, now.good)
        state, more = flow.after_step(state, by, now.steps)
        return state, effects + more


class CardShown(Struct, frozen=True, tag=True):
    """The end: a card of a hand that the app did not know."""

    seat: Seat
    card: Good
    rule: str = "score-hands"


class Show(Move[State, Now, "Effect"], frozen=True, tag="show"):
    """The end: an unknown card of the own hand is of this kind."""

    RULE = "score-hands"
    DURING = ("show",)
    good: Annotated[Good, GOOD]

    def refusal(self, state: State, now: Now, by: Seat) -> Refusal | None:
        return in_play(state, self.good)

    def play(self, state: State, now: Now, by: Seat) -> Played:
        player, i = state.players[by], CARD_INDEX[self.good]
        hand = changed(changed(player.hand, UNKNOWN, -1), i, 1)
        state = with_player(state, by, replace(player, hand=hand))
        shown = CardShown(by, GOODS[i])
        if state.choosing():
            return state, (shown,)
        state, more = flow.over(state)
        return state, (shown, *more)


TurnAction = Keep | PlaceCamel | MoveCamel | IntoHand | IntoShop | TakeCoins | Pay | Claim | Decline | Show
Action = TurnAction | CharacterAction | AnyOutcome | Correction
TurnEffect = CamelPlaced | CamelMoved | CoinsTaken | NotTop | CardShown
Effect = TurnEffect | CharacterEffect | OutcomeEffect | Corrected
Effects = tuple[Effect, ...]
Played = tuple[State, Effects]

# One of each, in the order of the ring and of the goods: lists of legal actions are made of these.
KEEP = tuple(Keep(card) for card in CARDS)
PLACE_CAMEL = tuple(PlaceCamel(space) for space in range(1, SPACES + 1))
MOVE_CAMEL = tuple(MoveCamel(steps) for steps in range(1, MOST_STEPS + 1))
INTO_SHOP = tuple(IntoShop(good) for good in GOODS)
SHOW = tuple(Show(good) for good in GOODS)
INTO_HAND, TAKE_COINS, PAY, CLAIM, DECLINE = IntoHand(), TakeCoins(), Pay(), Claim(), Decline()
