"""What players do in Hangzhou. A move stands here whole, with what it tells (`companion.engine.move`).

Tags and items are how moves are written: ``dye B2 red`` (`companion.engine.notation`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.correction import Corrected, Correction
from companion.engine.game import Refusal, Seat
from companion.engine.move import Move
from companion.games.hangzhou import components, merchants
from companion.games.hangzhou.flow import MOVE, PLAY, TAKEN, acted, after_pick, next_turn
from companion.games.hangzhou.letters import DYE, SPACE
from companion.games.hangzhou.names import DYE_INDEX, DYES, INDEX, SPACES, Dye, Kind, Space
from companion.games.hangzhou.outcomes import AnyOutcome, OutcomeEffect
from companion.games.hangzhou.state import Ask, Pick, Play, Shop, State, changed, gaining, swapped
from companion.games.hangzhou.state import Move as MerchantMoves

__all__ = [
    "Action",
    "Decline",
    "Effect",
    "Effects",
    "EndTurn",
    "Pass",
    "PickDye",
    "PlaceCoin",
    "PlaceDye",
    "PlaceShop",
    "TakeCoin",
    "Trade",
]


class _Turn(Move[State, Play, "Effect"], frozen=True):
    """A move of the player round."""

    DURING = (Play,)


def _kind(state: State, now: Play, kind: Kind) -> Refusal | None:
    if now.taken == kind and state.options.repeat_action == "no":
        return Refusal("same_kind_again", "house-repeat-action", thing=kind.value)
    return None


def _own_shop(state: State, space: Space, seat: Seat, rule: str) -> Refusal | None:
    shop = state.city[INDEX[space]]
    if shop is None:
        return Refusal("no_shop_here", rule, place=space)
    if shop.owner != seat:
        return Refusal("not_your_shop", rule, seat=shop.owner, place=space)
    return None


class ShopPlaced(Struct, frozen=True, tag=True):
    """A seat paid 1 coin and placed a shop."""

    seat: Seat
    space: Space
    rule: str = "place-shop"


class PlaceShop(_Turn, frozen=True, tag="shop"):
    """Place a shop from the hand on a free space, for 1 coin."""

    RULE = "place-shop"
    space: Annotated[Space, SPACE]

    def refusal(self, state: State, now: Play, by: Seat) -> Refusal | None:
        hand, shop = state.hands[by], state.city[INDEX[self.space]]
        if shop is not None:
            return Refusal("space_taken", self.RULE, seat=shop.owner, place=self.space)
        if self.space in state.merchants:
            return Refusal("merchant_on_space", self.RULE, place=self.space)
        if hand.shops <= 0:
            return Refusal("no_shop_left", self.RULE, seat=by)
        if not hand.pays:
            return Refusal("no_coin", self.RULE, seat=by)
        return _kind(state, now, Kind.SHOP)

    def play(self, state: State, now: Play, by: Seat) -> Played:
        i = INDEX[self.space]
        following, more = acted(state, now, Kind.SHOP)
        after = replace(
            state,
            city=swapped(state.city, i, _NEW_SHOPS[by]),
            hands=swapped(state.hands, by, gaining(state.hands[by], -1, -1)),
            now=following,
        )
        return after, (ShopPlaced(by, SPACES[i]), *more)

    def after(self, state: State, now: Play, by: Seat) -> State:
        city, hands = list(state.city), list(state.hands)
        city[INDEX[self.space]] = _NEW_SHOPS[by]
        hands[by] = gaining(hands[by], -1, -1)
        return replace(state, city=tuple(city), hands=tuple(hands), now=_following(state, now, Kind.SHOP))


def _following(state: State, now: Play, kind: Kind) -> Play | MerchantMoves:
    """What comes after an action of this kind."""
    seat = now.seat
    if now.taken is None:
        return TAKEN[seat][kind]
    seals = state.seals
    return MOVE[0] if all(seals) or len(seals) == 1 else PLAY[(seat + 1) % len(seals)]


_NEW_SHOPS = tuple(Shop(Seat(seat)) for seat in range(4))


class DyePlaced(Struct, frozen=True, tag=True):
    """`returned` is the dye that lay there and went back to the supply."""

    seat: Seat
    space: Space
    dye: Dye
    returned: Dye | None
    rule: str = "place-dye"


class PlaceDye(_Turn, frozen=True, tag="dye"):
    """Place a dye from the supply on an own shop; the one there goes back."""

    RULE = "place-dye"
    space: Annotated[Space, SPACE]
    dye: Annotated[Dye, DYE]

    def refusal(self, state: State, now: Play, by: Seat) -> Refusal | None:
        refused = _own_shop(state, self.space, by, self.RULE)
        if refused is not None:
            return refused
        i = DYE_INDEX[self.dye]
        if self.space in state.merchants:
            return Refusal("merchant_at_shop", self.RULE, place=self.space)
        if state.supply[i] <= 0:
            return Refusal("no_dye_left", self.RULE, thing=self.dye, number=components.CUBES[i])
        return _kind(state, now, Kind.DYE)

    def play(self, state: State, now: Play, by: Seat) -> Played:
        i, dye = INDEX[self.space], DYE_INDEX[self.dye]
        shop = state.city[i]
        assert shop is not None, "refused without a shop"
        supply = changed(state.supply, dye, -1)
        if shop.dye is not None:
            supply = changed(supply, DYE_INDEX[shop.dye], 1)
        following, more = acted(state, now, Kind.DYE)
        after = replace(
            state,
            city=swapped(state.city, i, Shop(by, DYES[dye], shop.coins)),
            supply=supply,
            now=following,
        )
        return after, (DyePlaced(by, SPACES[i], DYES[dye], shop.dye), *more)

    def after(self, state: State, now: Play, by: Seat) -> State:
        i, dye = INDEX[self.space], DYE_INDEX[self.dye]
        city, supply = list(state.city), list(state.supply)
        shop = city[i]
        assert shop is not None, "refused without a shop"
        supply[dye] -= 1
        if shop.dye is not None:
            supply[DYE_INDEX[shop.dye]] += 1
        city[i] = Shop(by, DYES[dye], shop.coins)
        return replace(state, city=tuple(city), supply=tuple(supply), now=_following(state, now, Kind.DYE))


class CoinPlaced(Struct, frozen=True, tag=True):
    """`coins` is how many lie there now."""

    seat: Seat
    space: Space
    coins: int
    rule: str = "place-coin"


class PlaceCoin(_Turn, frozen=True, tag="coin"):
    """Place a coin from the hand on an own shop."""

    RULE = "place-coin"
    space: Annotated[Space, SPACE]

    def refusal(self, state: State, now: Play, by: Seat) -> Refusal | None:
        refused = _own_shop(state, self.space, by, self.RULE)
        if refused is not None:
            return refused
        hand = state.hands[by]
        if not hand.pays:
            return Refusal("no_coin", self.RULE, seat=by)
        return _kind(state, now, Kind.COIN)

    def play(self, state: State, now: Play, by: Seat) -> Played:
        i = INDEX[self.space]
        shop = state.city[i]
        assert shop is not None, "refused without a shop"
        following, more = acted(state, now, Kind.COIN)
        after = replace(
            state,
            city=swapped(state.city, i, Shop(by, shop.dye, shop.coins + 1)),
            hands=swapped(state.hands, by, gaining(state.hands[by], -1)),
            now=following,
        )
        return after, (CoinPlaced(by, SPACES[i], shop.coins + 1), *more)

    def after(self, state: State, now: Play, by: Seat) -> State:
        i, city, hands = INDEX[self.space], list(state.city), list(state.hands)
        shop = city[i]
        assert shop is not None, "refused without a shop"
        city[i] = Shop(by, shop.dye, shop.coins + 1)
        hands[by] = gaining(hands[by], -1)
        return replace(state, city=tuple(city), hands=tuple(hands), now=_following(state, now, Kind.COIN))


def _instead(state: State, now: Play, rule: str) -> Refusal | None:
    """What is done instead of acting is done at the beginning of a turn, and in company."""
    if state.solo:
        return Refusal("not_alone", "solo", thing=rule)
    return None if now.taken is None else Refusal("turn_begun", rule, seat=now.seat)


class Passed(Struct, frozen=True, tag=True):
    """A seat put its seal on the temple."""

    seat: Seat
    rule: str = "pass"


class Pass(_Turn, frozen=True, tag="pass"):
    """Put the seal on the temple instead of acting."""

    RULE = "pass"

    def refusal(self, state: State, now: Play, by: Seat) -> Refusal | None:
        refused = _instead(state, now, self.RULE)
        if refused is None and state.seals[by]:
            return Refusal("seal_on_temple", self.RULE, seat=by)
        return refused

    def play(self, state: State, now: Play, by: Seat) -> Played:
        seals = swapped(state.seals, by, True)
        following, more = next_turn(seals, by, ends=False)
        return replace(state, seals=seals, now=following), (Passed(by), *more)

    def after(self, state: State, now: Play, by: Seat) -> State:
        seals = list(state.seals)
        seals[by] = True
        return replace(state, seals=tuple(seals), now=PLAY[(by + 1) % len(seals)])


class CoinTaken(Struct, frozen=True, tag=True):
    """A seat took a coin from the supply."""

    seat: Seat
    rule: str = "take-coin"


class TakeCoin(_Turn, frozen=True, tag="take coin"):
    """Take a coin from the supply instead of acting, with the seal on the temple."""

    RULE = "take-coin"

    def refusal(self, state: State, now: Play, by: Seat) -> Refusal | None:
        refused = _instead(state, now, self.RULE)
        if refused is None and not state.seals[by]:
            return Refusal("seal_in_hand", self.RULE, seat=by)
        return refused

    def play(self, state: State, now: Play, by: Seat) -> Played:
        following, more = next_turn(state.seals, by, ends=all(state.seals))
        hands = swapped(state.hands, by, gaining(state.hands[by], 1))
        return replace(state, hands=hands, now=following), (CoinTaken(by), *more)


class TurnEnded(Struct, frozen=True, tag=True):
    """A seat ended its turn before its second action."""

    seat: Seat
    rule: str = "player-round"


class EndTurn(_Turn, frozen=True, tag="end turn"):
    """End the turn after one action (alone: after none, too)."""

    RULE = "player-round"

    def refusal(self, state: State, now: Play, by: Seat) -> Refusal | None:
        if now.taken is None and not state.solo:
            return Refusal("nothing_done", self.RULE, seat=by)
        return None

    def play(self, state: State, now: Play, by: Seat) -> Played:
        following, more = next_turn(state.seals, by, ends=all(state.seals))
        return replace(state, now=following), (TurnEnded(by), *more)


class StartDyePicked(Struct, frozen=True, tag=True):
    """A seat took one of the start dyes into the hand."""

    seat: Seat
    dye: Dye
    rule: str = "start-dyes"


class PickDye(Move[State, Pick, "Effect"], frozen=True, tag="pick"):
    """Setup: take one of the start dyes."""

    RULE = "start-dyes"
    DURING = (Pick,)
    dye: Annotated[Dye, DYE]

    def missing(self) -> Refusal:
        """There is none of it to take."""
        return Refusal("not_in_pool", self.RULE, thing=self.dye)

    def refusal(self, state: State, now: Pick, by: Seat) -> Refusal | None:
        return None if state.pool[DYE_INDEX[self.dye]] > 0 else self.missing()

    def play(self, state: State, now: Pick, by: Seat) -> Played:
        i, hand = DYE_INDEX[self.dye], state.hands[by]
        state = replace(
            state,
            pool=changed(state.pool, i, -1),
            hands=swapped(state.hands, by, gaining(hand, dyes=changed(hand.dyes, i, 1))),
            now=after_pick(state, by),
        )
        return state, (StartDyePicked(by, DYES[i]),)


class _Answer(Move[State, Ask, "Effect"], frozen=True):
    """House rule `trade = optional`: what the owner of the shop says, who is able to trade."""

    RULE = "house-trade"
    DURING = (Ask,)


class Trade(_Answer, frozen=True, tag="trade"):
    """House rule `trade = optional`: the owner trades."""

    def play(self, state: State, now: Ask, by: Seat) -> Played:
        return merchants.trade(state, now.merchant)


class Decline(_Answer, frozen=True, tag="decline"):
    """House rule `trade = optional`: the owner does not trade, and takes the shop back."""

    def play(self, state: State, now: Ask, by: Seat) -> Played:
        return merchants.take_back(state, now.merchant)


PlayerAction = PlaceShop | PlaceDye | PlaceCoin | Pass | TakeCoin | EndTurn | PickDye | Trade | Decline
Action = PlayerAction | AnyOutcome | Correction
PlayerEffect = ShopPlaced | DyePlaced | CoinPlaced | Passed | CoinTaken | TurnEnded | StartDyePicked
Effect = PlayerEffect | OutcomeEffect | Corrected
Effects = tuple[Effect, ...]
Played = tuple[State, Effects]

# One of each, in the order of the city and of the dyes: lists of legal actions are made of these.
PLACE_SHOP = tuple(PlaceShop(space) for space in SPACES)
PLACE_DYE = tuple(tuple(PlaceDye(space, dye) for dye in DYES) for space in SPACES)
PLACE_COIN = tuple(PlaceCoin(space) for space in SPACES)
PICK_DYE = tuple(PickDye(dye) for dye in DYES)
PASS, TAKE_COIN, END_TURN, TRADE, DECLINE = Pass(), TakeCoin(), EndTurn(), Trade(), Decline()


def listed(state: State, seat: Seat) -> Sequence[Action]:
    """What a seat that is awaited may do."""
    now = state.now
    if type(now) is not Play:
        return (TRADE, DECLINE) if isinstance(now, Ask) else [PICK_DYE[i] for i, left in enumerate(state.pool) if left]
    taken, hand = now.taken, state.hands[seat]
    barred = taken if state.options.repeat_action == "no" else None
    found: list[Action] = []
    if taken is not None or len(state.hands) == 1:
        found.append(END_TURN)
    if taken is None and len(state.hands) > 1:
        found.append(TAKE_COIN if state.seals[seat] else PASS)
    rich = hand.pays
    shops = rich and hand.shops > 0 and barred != Kind.SHOP
    coins = rich and barred != Kind.COIN
    dyes = [] if barred == Kind.DYE else [i for i, left in enumerate(state.supply) if left > 0]
    all_dyes = len(dyes) == len(state.supply)
    merchants = state.merchants
    for i, shop in enumerate(state.city):
        if shop is None:
            if shops and SPACES[i] not in merchants:
                found.append(PLACE_SHOP[i])
        elif shop.owner == seat:
            if dyes and SPACES[i] not in merchants:
                place = PLACE_DYE[i]
                found.extend(place if all_dyes else [place[dye] for dye in dyes])
            if coins:
                found.append(PLACE_COIN[i])
    return found
