"""Moves of Dunhuang without the characters' offers: each with its refusals and its play.

Spaces are numbered from 1, as in texts and on paper. Where a card is shown, the move names its kind, also when the app
did not know it before; where it stays hidden, the app's own knowledge is named.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from companion.engine.annotations import From
from companion.engine.game import Refusal, Seat
from companion.engine.moves import Move, Tell
from companion.games.dunhuang import majority, turns
from companion.games.dunhuang.effects import (
    CamelMoved,
    CamelPlaced,
    CardShown,
    CardTaken,
    CoinsTaken,
    NothingThere,
    NotTop,
)
from companion.games.dunhuang.majority import FEE, payable
from companion.games.dunhuang.names import CARD_INDEX, CARDS, GOODS, SPACES, UNKNOWN, Character, Counts, Good
from companion.games.dunhuang.state import (
    Act,
    Choose,
    Claiming,
    Fee,
    Fill,
    Kept,
    Park,
    Player,
    Showing,
    Space,
    State,
    Take,
    Walk,
    moved,
    on_from,
    with_card_at,
    with_player,
)
from companion.games.dunhuang.turns import character_rule

INSTEAD = 3
"""Coins taken instead of the character."""
MOST_STEPS = 99
"""More than the coins that any game can bring to one player, so that walks can be listed."""


def those_of(counts: Counts) -> list[Good]:
    """The kinds of cards that there are, unknown ones too."""
    return [card for card, n in zip(CARDS, counts, strict=False) if n]


def kinds_in_play(state: State, by: Seat) -> list[Good]:
    return [good for good, n in zip(GOODS, state.setup.copies, strict=True) if n]


def can_be_shown(state: State, by: Seat) -> list[Good]:
    """The kinds that a card shown from the hand can be: those it has, and any in play if some are unknown."""
    hand = state.players[by].hand
    playing = kinds_in_play(state, by) if hand[UNKNOWN] else []
    return [good for good in GOODS if hand[CARD_INDEX[good]] or good in playing]


def kinds_at(state: State, space: int) -> list[Good]:
    """The kinds that the card of a space can be; none if it is empty."""
    card = state.card_at(space)
    if card is Good.UNKNOWN:
        return kinds_in_play(state, Seat(0))
    return [] if card is None else [card]


def longest(state: State, player: Player) -> int:
    """The most steps that the camel may take."""
    limit = state.options.camel_max
    return min(player.coins + 1, MOST_STEPS if limit == "coins" else int(limit))


def in_play(state: State, good: Good) -> Refusal | None:
    if good is Good.UNKNOWN:
        return Refusal("no_such_good", "goods", thing=str(good))
    return None if state.setup.copies[CARD_INDEX[good]] else Refusal("not_in_play", "setup-kinds", thing=str(good))


def rule_here(state: State) -> str:
    """The rule of step 2, or of the character in step 3."""
    return "take-goods" if isinstance(state.now, Take) else character_rule(state)


def card_there(state: State, by: Seat, space: int) -> Refusal | None:
    return Refusal("space_empty", rule_here(state), number=space) if state.card_at(space) is None else None


def of_that_kind(state: State, good: Good, space: int) -> Refusal | None:
    """The card of a space, shown, must be of this kind; an unknown one can be any kind in play."""
    card = state.card_at(space)
    if card is Good.UNKNOWN:
        return in_play(state, good)
    return None if good == card else Refusal("other_card", rule_here(state), thing=card, number=space)


def to_keep(state: State, by: Seat) -> list[Good]:
    return those_of(state.now.drawn if isinstance(state.now, Kept) else state.players[by].hand)


def kept_here(state: State, by: Seat, card: Good) -> Refusal | None:
    if card in to_keep(state, by):
        return None
    if isinstance(state.now, Kept):
        return Refusal("not_drawn", character_rule(state), thing=str(card))
    return Refusal("not_in_hand", "setup-hand", seat=by, thing=str(card))


def walks(state: State, by: Seat) -> range:
    return range(1, longest(state, state.players[by]) + 1)


def affordable(state: State, by: Seat, steps: int) -> Refusal | None:
    enough = steps - 1 <= state.players[by].coins
    return None if enough else Refusal("too_dear", "camel-cost", seat=by, number=steps - 1)


def within_limit(state: State, by: Seat, steps: int) -> Refusal | None:
    most = longest(state, state.players[by])
    rule = "camel" if state.options.camel_max == "coins" else "house-camel-max"
    return Refusal("too_far", rule, number=most) if steps > most else None


def camel_placed(state: State, by: Seat) -> Refusal | None:
    return Refusal("no_camel", "setup-camel") if state.camel is None else None


def goods_at_camel(state: State, by: Seat) -> list[Good]:
    return [] if state.camel is None else kinds_at(state, state.camel)


def at_camel(state: State, by: Seat, good: Good) -> Refusal | None:
    space = state.camel or 1
    return card_there(state, by, space) or of_that_kind(state, good, space)


def can_pay_fee(state: State, by: Seat) -> Refusal | None:
    return None if payable(state) else Refusal("cannot_pay_fee", "buddhist", seat=by, number=FEE)


def shown_in_play(state: State, by: Seat, good: Good) -> Refusal | None:
    return in_play(state, good)


class Keep(Move[State], frozen=True, tag="keep"):
    """Keep this one in hand: of the three dealt, or of those that the Interpreter or the Diplomat drew."""

    RULE = "setup-hand"
    PHASES = (Choose, Kept)
    CHECKS = (kept_here,)
    card: Annotated[Good, From(to_keep)]

    def play(self, state: State, now: Choose | Kept, by: Seat, tell: Tell) -> State:
        if isinstance(now, Kept):
            return turns.advance(turns.kept(state, now, self.card, tell), tell)
        return turns.advance(turns.chosen(state, by, self.card, tell), tell)


class PlaceCamel(Move[State], frozen=True, tag="place camel"):
    """Setup: put the camel on a space."""

    RULE = "setup-camel"
    PHASES = (Park,)
    space: Space

    def play(self, state: State, now: Park, by: Seat, tell: Tell) -> State:
        tell(CamelPlaced(by, self.space))
        return turns.begin(replace(state, camel=self.space), state.start, tell)


class MoveCamel(Move[State], frozen=True, tag="camel"):
    """Step 1: so many steps; all but the first cost a coin."""

    RULE = "camel"
    PHASES = (Walk,)
    CHECKS = (affordable, within_limit)
    steps: Annotated[int, Meta(ge=1, le=MOST_STEPS), From(walks)]

    def play(self, state: State, now: Walk, by: Seat, tell: Tell) -> State:
        steps, player = self.steps, state.players[by]
        space = on_from(state.camel or SPACES, steps)
        there = state.card_at(space) is not None
        state = replace(state, camel=space, now=Take(by, steps) if there else Act(by, steps))
        tell(CamelMoved(by, space, steps, steps - 1, state.character))
        if not there:
            tell(NothingThere(by, space))
        return with_player(state, by, replace(player, coins=player.coins - steps + 1))


class IntoHand(Move[State], frozen=True, tag="into hand"):
    """Step 2: the card at the camel goes into the hand."""

    RULE = "take-goods"
    PHASES = (Take,)

    def play(self, state: State, now: Take, by: Seat, tell: Tell) -> State:
        space = state.camel
        card = None if space is None else state.card_at(space)
        if space is None or card is None:
            tell(NothingThere(by, space or 1))
        else:
            tell(CardTaken(by, card, space, "hand"))
            state = moved(with_card_at(state, space, None), by, card, hand=1)
        return turns.after_step(state, by, now.steps, tell)


class IntoShop(Move[State], frozen=True, tag="into shop"):
    """Step 2: the card at the camel goes into the shop, and is of this kind."""

    RULE = "take-goods"
    PHASES = (Take,)
    CHECKS = (camel_placed, at_camel)
    good: Annotated[Good, From(goods_at_camel)]

    def play(self, state: State, now: Take, by: Seat, tell: Tell) -> State:
        space = state.camel
        assert space is not None, "refused without a camel"
        tell(CardTaken(by, self.good, space, "shop"))
        state = moved(with_card_at(state, space, None), by, self.good, shop=1)
        state = majority.gained(state, by, self.good, now.steps, tell)
        return turns.after_step(state, by, now.steps, tell)


class TakeCoins(Move[State], frozen=True, tag="coins"):
    """Step 3: coins instead of the character."""

    RULE = "coins-instead"
    PHASES = (Act, *Character)

    def play(self, state: State, now: Act, by: Seat, tell: Tell) -> State:
        player = state.players[by]
        tell(CoinsTaken(by, INSTEAD))
        return turns.after_step(with_player(state, by, replace(player, coins=player.coins + INSTEAD)), by, 0, tell)


class Pay(Move[State], frozen=True, tag="pay"):
    """Pay the Buddhist's fee and take the token."""

    RULE = "buddhist"
    PHASES = (Fee,)
    CHECKS = (can_pay_fee,)

    def play(self, state: State, now: Fee, by: Seat, tell: Tell) -> State:
        return _resumed(majority.paid(state, by, now.good, tell), now, tell)


class Claim(Move[State], frozen=True, tag="claim"):
    """Show that the hand has the kinds of a top merchant."""

    RULE = "top-merchant"
    PHASES = (Claiming,)

    def play(self, state: State, now: Claiming, by: Seat, tell: Tell) -> State:
        return turns.won(state, by, state.setup.kinds, tell)


class Decline(Move[State], frozen=True, tag="decline"):
    """Do not pay the fee; have not the kinds of a top merchant."""

    RULE = "buddhist"
    PHASES = (Fee, Claiming)

    def play(self, state: State, now: Fee | Claiming, by: Seat, tell: Tell) -> State:
        if isinstance(now, Claiming):
            tell(NotTop(by))
            return turns.advance(replace(state, now=Fill(by)), tell)
        majority.declined(state, by, now.good, tell)
        return _resumed(state, now, tell)


def _resumed(state: State, now: Fee, tell: Tell) -> State:
    """The turn goes on where the fee was asked for."""
    if now.steps:
        return replace(state, now=Act(now.seat, now.steps))
    return turns.top_merchant(state, now.seat, tell)


class Show(Move[State], frozen=True, tag="show"):
    """The end: an unknown card of the own hand is of this kind."""

    RULE = "score-hands"
    PHASES = (Showing,)
    CHECKS = (shown_in_play,)
    good: Annotated[Good, From(kinds_in_play)]

    def play(self, state: State, now: Showing, by: Seat, tell: Tell) -> State:
        tell(CardShown(by, self.good))
        state = moved(moved(state, by, Good.UNKNOWN, hand=-1), by, self.good, hand=1)
        return turns.advance(state, tell)


MOVES = (Keep, PlaceCamel, MoveCamel, IntoHand, IntoShop, TakeCoins, Pay, Claim, Decline, Show)
