"""The order of play: turns, rounds, the end, merchants as played and as foreseen; and the outcomes of chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from companion.engine.game import Chances, Refusal, Seat
from companion.engine.moves import SILENT, Outcome, Tell, replace_item
from companion.games.hangzhou import components, phases
from companion.games.hangzhou import effects as did
from companion.games.hangzhou.decision import decide
from companion.games.hangzhou.names import DYES, MERCHANTS, Dye, Kind, Merchant, Space
from companion.games.hangzhou.state import Die, Shop, State, able, changed, gaining

HIGHEST = 6
"""What the round die cannot pass."""
ROW = 4
"""Dice in a merchant's row."""


def find_first_picker(state: State) -> phases.Pick:
    """The player to the right of the start player picks a start dye first."""
    return phases.Pick(Seat((state.start - 1) % len(state.hands)))


def find_next_picker(state: State, seat: Seat) -> phases.Pick | phases.Market:
    """Next seat to pick a start dye: counter-clockwise, so the start player picks last."""
    return phases.Market() if seat == state.start else phases.Pick(Seat((seat - 1) % len(state.hands)))


def find_next_turn(state: State, now: phases.Play, kind: Kind, tell: Tell) -> phases.Play | phases.Move:
    """Returns the turn after an action of this kind: its second action, or the next turn."""
    return (
        phases.Play(now.seat, kind)
        if now.taken is None
        else find_seat_after(state.seals, now.seat, tell, ends=all(state.seals))
    )


def find_seat_after(seals: tuple[bool, ...], seat: Seat, tell: Tell, *, ends: bool) -> phases.Play | phases.Move:
    """Next seat after a turn; it `ends` the player round if it began with all seals down."""
    if ends or len(seals) == 1:
        tell(did.MerchantRoundBegan())
        return phases.Move(MERCHANTS[0])
    following = Seat((seat + 1) % len(seals))
    if all(seals):
        tell(did.LastTurn(following))
    return phases.Play(following)


def first_round(state: State, tell: Tell) -> State:
    """Setup is done: the start player begins."""
    tell(did.RoundBegan(state.round, state.start))
    return replace(state, now=phases.Play(state.start))


def continue_after_merchant(state: State, merchant: Merchant, tell: Tell) -> State:
    """Continues after a merchant: with the next one, or the end of the round."""
    following = merchant.ordinal + 1
    if following < len(MERCHANTS):
        return replace(state, now=phases.Move(MERCHANTS[following]))
    if any(state.seals):
        tell(did.SealsReturned())
    rises, limit = state.mixed_returned, state.options.round_limit
    state = replace(state, seals=(False,) * len(state.hands), mixed_returned=False)
    if rises and state.round_die >= HIGHEST:
        tell(did.GameEnded("end-of-game"))
        return replace(state, now=phases.Over())
    if limit is not None and state.round >= limit:
        tell(did.GameEnded("house-round-limit"))
        return replace(state, now=phases.Over())
    if rises:
        tell(did.RoundDieRose(state.round_die + 1))
    start = Seat((state.start + 1) % len(state.hands))
    tell(did.RoundBegan(state.round + 1, start))
    return replace(state, round_die=state.round_die + rises, start=start, round=state.round + 1, now=phases.Play(start))


def act(state: State, merchant: Merchant, tell: Tell) -> State:
    """The merchant moves, then trades, or asks first under the house rule `trade = optional`."""
    decision = decide(state, merchant)
    moves = decision.end != decision.start
    tell((did.MerchantMoved if moves else did.MerchantStayed)(decision))
    if moves:
        state = replace(state, merchants=replace_item(state.merchants, merchant.ordinal, decision.end))
    if decision.decided_by == "no-target":
        return _return_die(state, merchant, "no-target", tell, sold=False)
    if decision.blocked or state.reached(merchant) is None:
        return continue_after_merchant(state, merchant, tell)
    owner = state.asked(merchant)
    if owner is None:
        return take_back(state, merchant, tell)
    if state.options.trade == "forced":
        return trade(state, merchant, tell)
    space, _, die = _meeting(state, merchant)
    tell(did.TradeAsked(merchant, owner, space, die))
    return replace(state, now=phases.Ask(merchant))


def _meeting(state: State, merchant: Merchant) -> tuple[Space, Shop, Die]:
    space, shop, die = state.merchant(merchant), state.reached(merchant), state.demand(merchant)
    if space is None or shop is None or die is None:
        raise ValueError(f"the {merchant} merchant stands on no target")
    return space, shop, die


def trade(state: State, merchant: Merchant, tell: Tell) -> State:
    """The owner, who can pay, buys the natural dye or sells the mixed one (H12)."""
    space, shop, die = _meeting(state, merchant)
    i, seat = die.dye.ordinal, shop.owner
    hand, supply, sold = state.hands[seat], state.supply, state.sold
    brew, natural = components.BREWS[i], components.NATURAL[i]
    if natural:
        hand = gaining(hand, -die.price, dyes=changed(hand.dyes, i, 1))
        tell(did.Bought(merchant, seat, space, die, shop.coins))
    else:
        dyes, points = hand.dyes, 0 if state.solo else components.DYE_ROWS[i].points
        for part in brew:
            dyes, supply = changed(dyes, part, -1), changed(supply, part, 1)
        if state.solo:
            sold = changed(sold, i, 1)
        else:
            supply = changed(supply, i, 1)
        hand = gaining(hand, die.price, points=points, dyes=dyes)
        tell(did.Sold(merchant, seat, space, die, tuple(DYES[part] for part in brew), points, shop.coins, state.solo))
    state = replace(
        state,
        city=replace_item(state.city, space.ordinal, Shop(seat)),
        hands=replace_item(state.hands, seat, hand),
        supply=supply,
        sold=sold,
    )
    return _return_die(state, merchant, "trade", tell, sold=not natural)


def take_back(state: State, merchant: Merchant, tell: Tell) -> State:
    """The owner cannot trade or has declined: the shop returns to the hand. The die stays."""
    space, shop, die = _meeting(state, merchant)
    i, seat = die.dye.ordinal, shop.owner
    hand = state.hands[seat]
    declined = able(hand, die)
    held = None if declined or not components.NATURAL[i] else hand.coins
    missing = () if declined else tuple(DYES[part] for part in components.BREWS[i] if not hand.dyes[part])
    tell(did.TakenBack(merchant, seat, space, die, held, missing, shop.coins, "house-trade" if declined else "unable"))
    state = replace(
        state,
        city=replace_item(state.city, space.ordinal, None),
        supply=changed(state.supply, i, 1),
        hands=replace_item(state.hands, seat, gaining(hand, shops=1)),
    )
    return continue_after_merchant(state, merchant, tell)


def _return_die(
    state: State, merchant: Merchant, because: Literal["trade", "no-target"], tell: Tell, *, sold: bool
) -> State:
    """Returns the demand die to the bag, and a new one is to be drawn. An empty row only draws."""
    m = merchant.ordinal
    row = state.market[m]
    if not row:
        return replace(state, now=phases.Roll(merchant))
    i = row[0].dye.ordinal
    counts = not components.NATURAL[i] and (sold or state.options.round_die == "returned")
    tell(did.DieReturned(merchant, row[0], because, counts))
    return replace(
        state,
        market=replace_item(state.market, m, row[1:]),
        bag=changed(state.bag, i, 1),
        mixed_returned=state.mixed_returned or counts,
        now=phases.Roll(merchant),
    )


Step = tuple[State, list[did.Effect], State]
"""What a merchant's move and trade does, between the positions before and after it. The first effect is its way."""


def steps(state: State) -> Iterator[Step]:
    """Yields the steps of the merchants that have not moved yet.

    No dice are drawn, as none is needed in the same round. After the last one the round has ended.
    """
    now = state.now
    state = replace(state, options=replace(state.options, trade="forced"))
    if isinstance(now, phases.Roll):
        state = continue_after_merchant(state, now.merchant, SILENT)
    elif not isinstance(now, phases.Move):
        state = replace(state, now=phases.Move(now.merchant if isinstance(now, phases.Ask) else MERCHANTS[0]))
    while isinstance(state.now, phases.Move):
        before, merchant, effects = state, state.now.merchant, list[did.Effect]()
        state = act(state, merchant, effects.append)
        if isinstance(state.now, phases.Roll):
            state = continue_after_merchant(state, merchant, SILENT)
        yield before, effects, state


class DyeDrawn(Outcome[State], frozen=True, tag="draw"):
    """A start dye, drawn blind."""

    RULE = "start-dyes"
    PHASES = (phases.Draw,)
    dye: Dye

    @classmethod
    def odds(cls, state: State, now: phases.Draw) -> Chances:
        if sum(state.pool) >= len(state.hands):
            return Chances()
        left = zip(DYES, state.supply, components.NATURAL, strict=True)
        return Chances.of({cls(dye): n for dye, n, natural in left if natural and n})

    def refusal(self, state: State, now: phases.Draw) -> Refusal | None:
        i = self.dye.ordinal
        if not components.NATURAL[i]:
            return Refusal("not_natural", self.RULE, thing=self.dye)
        return Refusal("no_dye_left", self.RULE, thing=self.dye, number=components.CUBES[i])

    def play(self, state: State, now: phases.Draw, tell: Tell) -> State:
        i = self.dye.ordinal
        tell(did.StartDyeDrawn(self.dye))
        state = replace(state, pool=changed(state.pool, i, 1), supply=changed(state.supply, i, -1))
        return state if sum(state.pool) < len(state.hands) else replace(state, now=find_first_picker(state))


class DieDrawn(Outcome[State], frozen=True, tag="die"):
    """A die of that dye from the bag, and its price after turning (H3). Can be written without its verb."""

    RULE = "replace-die"
    PHASES = (phases.Roll, phases.Market)
    BARE = True
    dye: Dye
    price: Annotated[int, Meta(ge=1, le=6)]

    @classmethod
    def odds(cls, state: State, now: phases.Roll | phases.Market) -> Chances:
        """Returns the dice left times the sides with that price."""
        if isinstance(now, phases.Market) and open_row(state) is None:
            return Chances()
        dice = zip(components.DYE_ROWS, state.bag, strict=True)
        return Chances.of(
            {cls(row.dye, price): n * row.sides.count(price) for row, n in dice if n for price in row.prices}
        )

    def refusal(self, state: State, now: phases.Roll | phases.Market) -> Refusal | None:
        i = self.dye.ordinal
        if state.bag[i] > 0 and self.price not in components.DYE_ROWS[i].sides:
            return Refusal("price_not_on_die", "dice", thing=self.dye, number=self.price)
        return Refusal("die_not_in_bag", self.RULE, thing=self.dye, number=components.DICE[i])

    def play(self, state: State, now: phases.Roll | phases.Market, tell: Tell) -> State:
        die = Die(self.dye, self.price)
        m = open_row(state) if isinstance(now, phases.Market) else now.merchant.ordinal
        assert m is not None, "no die comes without an open row"
        row = (*state.market[m], die)
        tell(
            did.DiePlaced(MERCHANTS[m], die, len(row), "setup-market" if isinstance(now, phases.Market) else self.RULE)
        )
        if isinstance(now, phases.Market) and len(row) == ROW:
            row = tuple(sorted(row, key=_class))
            tell(did.RowSorted(MERCHANTS[m], row))
        bag = changed(state.bag, self.dye.ordinal, -1)
        state = replace(state, bag=bag, market=replace_item(state.market, m, row))
        if not isinstance(now, phases.Market):
            return continue_after_merchant(state, now.merchant, tell)
        return state if open_row(state) is not None else first_round(state, tell)


def open_row(state: State) -> int | None:
    """Returns the first row that lacks dice."""
    return next((m for m, row in enumerate(state.market) if len(row) < ROW), None)


def _class(die: Die) -> int:
    """Natural first, then mixed, black last (H4): the more dyes a brew takes, the later."""
    return len(components.BREWS[die.dye.ordinal])


class MerchantActs(Outcome[State], frozen=True, tag="move"):
    """Certain: the merchant whose turn it is moves and trades by its rules."""

    RULE = "merchant-round"
    PHASES = (phases.Move,)
    merchant: Merchant

    def refusal(self, state: State, now: phases.Move) -> Refusal | None:
        return None if self.merchant == now.merchant else Refusal("other_merchant", self.RULE, thing=now.merchant)

    def play(self, state: State, now: phases.Move, tell: Tell) -> State:
        return act(state, now.merchant, tell)


_LACKS = {
    phases.Draw: "start-dyes",
    phases.Pick: "start-dyes",
    phases.Market: "setup-market",
    phases.Ask: "trade",
    phases.Roll: "replace-die",
}


class GoOn(Outcome[State], frozen=True, tag="go on"):
    """Certain: there is nothing to draw or to ask, so the game continues. Only in odd positions, such as an empty
    bag."""

    RULE = "player-round"
    PHASES = (phases.Draw, phases.Pick, phases.Market, phases.Ask, phases.Roll)

    def play(
        self, state: State, now: phases.Draw | phases.Pick | phases.Market | phases.Ask | phases.Roll, tell: Tell
    ) -> State:
        tell(did.WentOn(_LACKS[type(now)]))
        match now:
            case phases.Draw():
                return replace(state, now=find_first_picker(state))
            case phases.Pick():
                return replace(state, now=find_next_picker(state, now.seat))
            case phases.Market():
                return first_round(state, tell)
            case phases.Ask() if state.reached(now.merchant) is not None:
                return take_back(state, now.merchant, tell)
        return continue_after_merchant(state, now.merchant, tell)


OUTCOMES = (DyeDrawn, DieDrawn, MerchantActs, GoOn)
