"""Moves of Dunhuang except those of the characters: setup, the five steps of a turn, and the end.

Spaces are numbered from 1, as in texts and on paper. If a card is shown, the move names its kind, even if the app did
not know it; if it stays hidden, the move names it as the app knows it.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from companion.engine.annotations import From
from companion.engine.game import Refusal, Seat
from companion.engine.moves import Move, Tell
from companion.games.dunhuang import effects as did
from companion.games.dunhuang import majority, phases, turns
from companion.games.dunhuang.majority import FEE, payable
from companion.games.dunhuang.names import CARDS, GOODS, SPACES, UNKNOWN, Character, Counts, Good
from companion.games.dunhuang.state import Player, Space, State, moved, replace_card, step_on, with_player

INSTEAD = 3
"""Coins taken instead of the character."""
MOST_STEPS = 99
"""More than the coins that any game can bring to one player, so that walks can be listed."""

# Values proposed for the fields of moves.


def list_kinds(counts: Counts) -> list[Good]:
    """Returns the kinds of the cards, including unknown ones."""
    return [card for card, n in zip(CARDS, counts, strict=False) if n]


def list_kinds_in_play(state: State, by: Seat) -> list[Good]:
    return list_kinds(state.setup.copies)


def can_be_shown(state: State, by: Seat) -> list[Good]:
    """Returns the kinds that a card shown from the hand can have: those in it, and any in play if some are unknown."""
    hand, copies = state.players[by].hand, state.setup.copies
    return [good for i, good in enumerate(GOODS) if hand[i] or (hand[UNKNOWN] and copies[i])]


def list_kinds_at(state: State, by: Seat, space: int) -> list[Good]:
    """Returns the possible kinds of the card of a space; none if it is empty."""
    card = state.card_at(space)
    if card is Good.UNKNOWN:
        return list_kinds_in_play(state, by)
    return [] if card is None else [card]


def list_kinds_at_camel(state: State, by: Seat) -> list[Good]:
    return [] if state.camel is None else list_kinds_at(state, by, state.camel)


def to_keep(state: State, by: Seat) -> list[Good]:
    return list_kinds(state.now.drawn if isinstance(state.now, phases.Kept) else state.players[by].hand)


def longest(state: State, player: Player) -> int:
    """Returns the most steps that the camel may take."""
    limit = state.options.camel_max
    return min(player.coins + 1, MOST_STEPS if limit == "coins" else int(limit))


def walks(state: State, by: Seat) -> range:
    return range(1, longest(state, state.players[by]) + 1)


# Reasons against moves, which several of them have.


def lacking(state: State, cards: Counts, card: Good, reason: str, by: Seat | None = None) -> Refusal | None:
    """Refuses a card that is not among these."""
    return None if card in list_kinds(cards) else Refusal(reason, turns.find_step_rule(state), seat=by, thing=str(card))


def not_drawn(state: State, by: Seat, card: Good) -> Refusal | None:
    return lacking(state, state.now.drawn, card, "not_drawn")


def not_in_hand(state: State, by: Seat, card: Good) -> Refusal | None:
    return lacking(state, state.players[by].hand, card, "not_in_hand", by)


def not_in_play(state: State, by: Seat, good: Good) -> Refusal | None:
    if good is Good.UNKNOWN:
        return Refusal("no_such_good", "goods", thing=str(good))
    return None if state.setup.copies[good.ordinal] else Refusal("not_in_play", "setup-kinds", thing=str(good))


def refuse_no_card_at(state: State, by: Seat, space: int) -> Refusal | None:
    return Refusal("space_empty", turns.find_step_rule(state), number=space) if state.card_at(space) is None else None


def refuse_other_kind_at(state: State, by: Seat, space: int, take: Good) -> Refusal | None:
    """Refuses a space whose shown card is not of this kind; an unknown card can be of any kind in play."""
    card = state.card_at(space)
    if card is Good.UNKNOWN:
        return not_in_play(state, by, take)
    return None if take == card else Refusal("other_card", turns.find_step_rule(state), thing=card, number=space)


class Keep(Move[State], frozen=True, tag="keep"):
    """Keep this one in hand: of the three dealt, or of those that the Interpreter or the Diplomat drew."""

    RULE = "setup-hand"
    PHASES = (phases.Choose, phases.Kept)
    card: Annotated[Good, From(to_keep)]

    def refusal(self, state: State, by: Seat) -> Refusal | None:
        return (not_drawn if isinstance(state.now, phases.Kept) else not_in_hand)(state, by, self.card)

    def play(self, state: State, now: phases.Choose | phases.Kept, by: Seat, tell: Tell) -> State:
        if isinstance(now, phases.Kept):
            return turns.advance(turns.kept(state, now, self.card, tell), tell)
        return turns.advance(turns.chosen(state, by, self.card, tell), tell)


class PlaceCamel(Move[State], frozen=True, tag="place camel"):
    """Setup: put the camel on a space."""

    RULE = "setup-camel"
    PHASES = (phases.Park,)
    space: Space

    def play(self, state: State, now: phases.Park, by: Seat, tell: Tell) -> State:
        tell(did.CamelPlaced(by, self.space))
        return turns.begin(replace(state, camel=self.space), state.start, tell)


class MoveCamel(Move[State], frozen=True, tag="camel"):
    """Step 1: so many steps; all but the first cost a coin."""

    RULE = "camel"
    PHASES = (phases.Walk,)
    steps: Annotated[int, Meta(ge=1, le=MOST_STEPS), From(walks)]

    def refusal(self, state: State, by: Seat) -> Refusal | None:
        player = state.players[by]
        if self.steps - 1 > player.coins:
            return Refusal("too_dear", "camel-cost", seat=by, number=self.steps - 1)
        most = longest(state, player)
        rule = "camel" if state.options.camel_max == "coins" else "house-camel-max"
        return Refusal("too_far", rule, number=most) if self.steps > most else None

    def play(self, state: State, now: phases.Walk, by: Seat, tell: Tell) -> State:
        steps, player = self.steps, state.players[by]
        space = step_on(state.camel or SPACES, steps)
        there = state.card_at(space) is not None
        state = replace(state, camel=space, now=phases.Take(by, steps) if there else phases.Act(by, steps))
        tell(did.CamelMoved(by, space, steps, steps - 1, state.character))
        if not there:
            tell(did.NothingThere(by, space))
        return with_player(state, by, replace(player, coins=player.coins - steps + 1))


class IntoHand(Move[State], frozen=True, tag="into hand"):
    """Step 2: the card at the camel goes into the hand."""

    RULE = "take-goods"
    PHASES = (phases.Take,)

    def play(self, state: State, now: phases.Take, by: Seat, tell: Tell) -> State:
        if state.camel is None or state.card_at(state.camel) is None:
            tell(did.NothingThere(by, state.camel or 1))
        else:
            state = turns.fetched(state, by, state.camel, "take-goods", tell)
        return turns.continue_after_step(state, by, now.steps, tell)


class IntoShop(Move[State], frozen=True, tag="into shop"):
    """Step 2: the card at the camel goes into the shop, and is of this kind."""

    RULE = "take-goods"
    PHASES = (phases.Take,)
    good: Annotated[Good, From(list_kinds_at_camel)]

    def refusal(self, state: State, by: Seat) -> Refusal | None:
        if state.camel is None:
            return Refusal("no_camel", "setup-camel")
        return refuse_no_card_at(state, by, state.camel) or refuse_other_kind_at(state, by, state.camel, self.good)

    def play(self, state: State, now: phases.Take, by: Seat, tell: Tell) -> State:
        space = state.camel
        assert space is not None, "refused without a camel"
        tell(did.CardTaken(by, self.good, space, "shop"))
        state = moved(replace_card(state, space, None), by, self.good, shop=1)
        return turns.continue_after_shop(state, by, now.steps, tell, took=self.good)


class TakeCoins(Move[State], frozen=True, tag="coins"):
    """Step 3: coins instead of the character."""

    RULE = "coins-instead"
    PHASES = (phases.Act, *Character)

    def play(self, state: State, now: phases.Act, by: Seat, tell: Tell) -> State:
        player = state.players[by]
        tell(did.CoinsTaken(by, INSTEAD))
        return turns.check_top_merchant(with_player(state, by, replace(player, coins=player.coins + INSTEAD)), by, tell)


class Pay(Move[State], frozen=True, tag="pay"):
    """Pay the Buddhist's fee and take the token."""

    RULE = "buddhist"
    PHASES = (phases.Fee,)

    def refusal(self, state: State, by: Seat) -> Refusal | None:
        return None if payable(state) else Refusal("cannot_pay_fee", "buddhist", seat=by, number=FEE)

    def play(self, state: State, now: phases.Fee, by: Seat, tell: Tell) -> State:
        return turns.continue_after_step(majority.paid(state, by, now.good, tell), now.seat, now.steps, tell)


class Claim(Move[State], frozen=True, tag="claim"):
    """Show that the hand has the kinds of a top merchant."""

    RULE = "top-merchant"
    PHASES = (phases.Claiming,)

    def play(self, state: State, now: phases.Claiming, by: Seat, tell: Tell) -> State:
        return turns.won(state, by, state.setup.kinds, tell)


class Decline(Move[State], frozen=True, tag="decline"):
    """Do not pay the fee; have not the kinds of a top merchant."""

    RULE = "buddhist"
    PHASES = (phases.Fee, phases.Claiming)

    def play(self, state: State, now: phases.Fee | phases.Claiming, by: Seat, tell: Tell) -> State:
        if isinstance(now, phases.Claiming):
            tell(did.NotTop(by))
            return turns.advance(replace(state, now=phases.Fill(by)), tell)
        majority.declined(state, by, now.good, tell)
        return turns.continue_after_step(state, now.seat, now.steps, tell)


class Show(Move[State], frozen=True, tag="show"):
    """The end: an unknown card of the own hand is of this kind."""

    RULE = "score-hands"
    PHASES = (phases.Showing,)
    CHECKS = (not_in_play,)
    good: Annotated[Good, From(list_kinds_in_play)]

    def play(self, state: State, now: phases.Showing, by: Seat, tell: Tell) -> State:
        tell(did.CardShown(by, self.good))
        state = moved(moved(state, by, Good.UNKNOWN, hand=-1), by, self.good, hand=1)
        return turns.advance(state, tell)


MOVES = (Keep, PlaceCamel, MoveCamel, IntoHand, IntoShop, TakeCoins, Pay, Claim, Decline, Show)
