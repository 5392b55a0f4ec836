"""Moves of Hangzhou: each with its refusals and its play. ``dye B2 red``, ``take coin``."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from companion.engine.annotations import From
from companion.engine.game import Refusal, Seat
from companion.engine.moves import Check, Move, Tell, per_state, replace_item
from companion.games.hangzhou import components, phases, rounds
from companion.games.hangzhou import effects as did
from companion.games.hangzhou.names import SPACES, Dye, Kind, Space
from companion.games.hangzhou.rounds import find_next_picker, find_next_turn, find_seat_after
from companion.games.hangzhou.state import Shop, State, changed, gaining


@per_state
def list_own_spaces(state: State, by: Seat) -> list[Space]:
    return [space for space, shop in zip(SPACES, state.city, strict=True) if shop is not None and shop.owner == by]


def check_space_free(state: State, by: Seat, space: Space) -> Refusal | None:
    shop = state.shop(space)
    if shop is not None:
        return Refusal("space_taken", "place-shop", seat=shop.owner, place=space)
    return Refusal("merchant_on_space", "place-shop", place=space) if space in state.merchants else None


def shop_left(state: State, by: Seat) -> Refusal | None:
    return None if state.hands[by].shops > 0 else Refusal("no_shop_left", "place-shop", seat=by)


def check_merchant_away(state: State, by: Seat, space: Space) -> Refusal | None:
    return Refusal("merchant_at_shop", "place-dye", place=space) if space in state.merchants else None


def check_dye_left(state: State, by: Seat, dye: Dye) -> Refusal | None:
    i = dye.ordinal
    return None if state.supply[i] > 0 else Refusal("no_dye_left", "place-dye", thing=dye, number=components.CUBES[i])


def check_dye_in_pool(state: State, by: Seat, dye: Dye) -> Refusal | None:
    return None if state.pool[dye.ordinal] > 0 else Refusal("not_in_pool", "start-dyes", thing=dye)


def acted(state: State, by: Seat) -> Refusal | None:
    begun = not isinstance(state.now, phases.Play) or state.now.taken is not None
    return None if begun or state.solo else Refusal("nothing_done", "player-round", seat=by)


def own_shop(rule: str) -> Check:
    """Refuses unless a shop of the seat is there."""

    def check(state: State, by: Seat, space: Space) -> Refusal | None:
        shop = state.shop(space)
        if shop is None:
            return Refusal("no_shop_here", rule, place=space)
        return None if shop.owner == by else Refusal("not_your_shop", rule, seat=shop.owner, place=space)

    return check


def check_coin(rule: str) -> Check:
    """Refuses unless the seat has a coin."""
    return lambda state, by: None if state.hands[by].pays else Refusal("no_coin", rule, seat=by)


def check_other_kind(kind: Kind) -> Check:
    """House rule `repeat_action`: the second action is of another kind."""

    def check(state: State, by: Seat) -> Refusal | None:
        again = isinstance(state.now, phases.Play) and state.now.taken == kind and state.options.repeat_action == "no"
        return Refusal("same_kind_again", "house-repeat-action", thing=kind.value) if again else None

    return check


def check_not_acted(rule: str) -> Check:
    """The turn has not begun, and there are others."""

    def check(state: State, by: Seat) -> Refusal | None:
        if state.solo:
            return Refusal("not_alone", "solo", thing=rule)
        begun = isinstance(state.now, phases.Play) and state.now.taken is not None
        return Refusal("turn_begun", rule, seat=by) if begun else None

    return check


def seal_in_hand(state: State, by: Seat) -> Refusal | None:
    return Refusal("seal_on_temple", "pass", seat=by) if state.seals[by] else None


def seal_on_temple(state: State, by: Seat) -> Refusal | None:
    return None if state.seals[by] else Refusal("seal_in_hand", "take-coin", seat=by)


class EndTurn(Move[State], frozen=True, tag="end turn"):
    """End the turn after one action (alone: after none, too)."""

    RULE = "player-round"
    PHASES = (phases.Play,)
    CHECKS = (acted,)

    def play(self, state: State, now: phases.Play, by: Seat, tell: Tell) -> State:
        tell(did.TurnEnded(by))
        return replace(state, now=find_seat_after(state.seals, by, tell, ends=all(state.seals)))


class TakeCoin(Move[State], frozen=True, tag="take coin"):
    """Take a coin from the supply instead of acting, with the seal on the temple."""

    RULE = "take-coin"
    PHASES = (phases.Play,)
    CHECKS = (check_not_acted("take-coin"), seal_on_temple)

    def play(self, state: State, now: phases.Play, by: Seat, tell: Tell) -> State:
        tell(did.CoinTaken(by))
        hands = replace_item(state.hands, by, gaining(state.hands[by], 1))
        return replace(state, hands=hands, now=find_seat_after(state.seals, by, tell, ends=all(state.seals)))


class Pass(Move[State], frozen=True, tag="pass"):
    """Put the seal on the temple instead of acting."""

    RULE = "pass"
    PHASES = (phases.Play,)
    CHECKS = (check_not_acted("pass"), seal_in_hand)

    def play(self, state: State, now: phases.Play, by: Seat, tell: Tell) -> State:
        tell(did.Passed(by))
        seals = replace_item(state.seals, by, True)
        return replace(state, seals=seals, now=find_seat_after(seals, by, tell, ends=False))


class PlaceShop(Move[State], frozen=True, tag="shop"):
    """Place a shop from the hand on a free space, for 1 coin."""

    RULE = "place-shop"
    PHASES = (phases.Play,)
    CHECKS = (check_space_free, shop_left, check_coin("place-shop"), check_other_kind(Kind.SHOP))
    space: Space

    def play(self, state: State, now: phases.Play, by: Seat, tell: Tell) -> State:
        tell(did.ShopPlaced(by, self.space))
        return replace(
            state,
            city=replace_item(state.city, self.space.ordinal, Shop(by)),
            hands=replace_item(state.hands, by, gaining(state.hands[by], -1, -1)),
            now=find_next_turn(state, now, Kind.SHOP, tell),
        )


class PlaceDye(Move[State], frozen=True, tag="dye"):
    """Place a dye from the supply on an own shop; the one there goes back."""

    RULE = "place-dye"
    PHASES = (phases.Play,)
    CHECKS = (check_dye_left, own_shop("place-dye"), check_merchant_away, check_other_kind(Kind.DYE))
    space: Annotated[Space, From(list_own_spaces)]
    dye: Dye

    def play(self, state: State, now: phases.Play, by: Seat, tell: Tell) -> State:
        i, shop = self.dye.ordinal, state.city[self.space.ordinal]
        assert shop is not None, "refused without a shop"
        supply = changed(state.supply, i, -1)
        if shop.dye is not None:
            supply = changed(supply, shop.dye.ordinal, 1)
        tell(did.DyePlaced(by, self.space, self.dye, shop.dye))
        return replace(
            state,
            city=replace_item(state.city, self.space.ordinal, Shop(by, self.dye, shop.coins)),
            supply=supply,
            now=find_next_turn(state, now, Kind.DYE, tell),
        )


class PlaceCoin(Move[State], frozen=True, tag="coin"):
    """Place a coin from the hand on an own shop."""

    RULE = "place-coin"
    PHASES = (phases.Play,)
    CHECKS = (own_shop("place-coin"), check_coin("place-coin"), check_other_kind(Kind.COIN))
    space: Annotated[Space, From(list_own_spaces)]

    def play(self, state: State, now: phases.Play, by: Seat, tell: Tell) -> State:
        shop = state.city[self.space.ordinal]
        assert shop is not None, "refused without a shop"
        tell(did.CoinPlaced(by, self.space, shop.coins + 1))
        return replace(
            state,
            city=replace_item(state.city, self.space.ordinal, Shop(by, shop.dye, shop.coins + 1)),
            hands=replace_item(state.hands, by, gaining(state.hands[by], -1)),
            now=find_next_turn(state, now, Kind.COIN, tell),
        )


class PickDye(Move[State], frozen=True, tag="pick"):
    """Setup: take one of the start dyes."""

    RULE = "start-dyes"
    PHASES = (phases.Pick,)
    CHECKS = (check_dye_in_pool,)
    dye: Dye

    def play(self, state: State, now: phases.Pick, by: Seat, tell: Tell) -> State:
        i, hand = self.dye.ordinal, state.hands[by]
        tell(did.StartDyePicked(by, self.dye))
        return replace(
            state,
            pool=changed(state.pool, i, -1),
            hands=replace_item(state.hands, by, gaining(hand, dyes=changed(hand.dyes, i, 1))),
            now=find_next_picker(state, by),
        )


class Trade(Move[State], frozen=True, tag="trade"):
    """House rule `trade = optional`: the owner, who is able to, trades."""

    RULE = "house-trade"
    PHASES = (phases.Ask,)

    def play(self, state: State, now: phases.Ask, by: Seat, tell: Tell) -> State:
        return rounds.trade(state, now.merchant, tell)


class Decline(Move[State], frozen=True, tag="decline"):
    """House rule `trade = optional`: the owner does not trade, and takes the shop back."""

    RULE = "house-trade"
    PHASES = (phases.Ask,)

    def play(self, state: State, now: phases.Ask, by: Seat, tell: Tell) -> State:
        return rounds.take_back(state, now.merchant, tell)


MOVES = (EndTurn, TakeCoin, Pass, PlaceShop, PlaceDye, PlaceCoin, PickDye, Trade, Decline)
