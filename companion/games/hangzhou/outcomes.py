"""What chance brings in Hangzhou, and what the game does by itself."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Chances, Refusal, Seat
from companion.engine.move import Outcome
from companion.games.hangzhou import components, merchants, quick
from companion.games.hangzhou.effects import Consequence
from companion.games.hangzhou.flow import after_merchant, after_pick, first_round
from companion.games.hangzhou.letters import DYE, MERCHANT, PRICE
from companion.games.hangzhou.names import DYE_INDEX, DYES, MERCHANT_INDEX, MERCHANTS, Dye, Merchant
from companion.games.hangzhou.state import Ask, Die, Draw, Market, Move, Pick, Roll, State, changed, swapped

__all__ = ["DieDrawn", "DyeDrawn", "GoOn", "MerchantActs"]

ROW = 4
"""Dice in a merchant's row."""


class StartDyeDrawn(Struct, frozen=True, tag=True):
    """A start dye was drawn blind from the natural dyes."""

    dye: Dye
    rule: str = "start-dyes"


class DyeDrawn(Outcome[State, Draw, "OutcomeEffect"], frozen=True, tag="draw"):
    """A start dye."""

    RULE = "start-dyes"
    DURING = (Draw,)
    dye: Annotated[Dye, DYE]

    def due(self, state: State, now: Draw) -> bool:
        return sum(state.pool) < len(state.hands)

    def refusal(self, state: State, now: Draw) -> Refusal | None:
        i = DYE_INDEX[self.dye]
        if not components.NATURAL[i]:
            return Refusal("not_natural", self.RULE, thing=self.dye)
        if state.supply[i] <= 0:
            return Refusal("no_dye_left", self.RULE, thing=self.dye, number=components.CUBES[i])
        return None

    def play(self, state: State, now: Draw) -> Played:
        i = DYE_INDEX[self.dye]
        state = replace(state, pool=changed(state.pool, i, 1), supply=changed(state.supply, i, -1))
        drawn = StartDyeDrawn(DYES[i])
        if sum(state.pool) < len(state.hands):
            return state, (drawn,)
        return replace(state, now=_first_pick(state)), (drawn,)


def _first_pick(state: State) -> Pick:
    """The player to the right of the start player picks first."""
    return Pick(Seat((state.start - 1) % len(state.hands)))


class DiePlaced(Struct, frozen=True, tag=True):
    """A die was drawn, turned (H3) and put on a merchant's row; `place` counts from 1, the demand."""

    merchant: Merchant
    die: Die
    place: int
    rule: str


class RowSorted(Struct, frozen=True, tag=True):
    """Setup: a full row was put in order (H4)."""

    merchant: Merchant
    row: tuple[Die, ...]
    rule: str = "setup-market"


class DieDrawn(Outcome[State, Roll | Market, "OutcomeEffect"], frozen=True, tag="die"):
    """A die of that dye from the bag, and its price as it lies after turning (H3)."""

    RULE = "replace-die"
    DURING = (Roll, Market)
    dye: Annotated[Dye, DYE]
    price: Annotated[int, PRICE]

    def due(self, state: State, now: Roll | Market) -> bool:
        return isinstance(now, Roll) or open_row(state) is not None

    def refusal(self, state: State, now: Roll | Market) -> Refusal | None:
        i = DYE_INDEX[self.dye]
        if state.bag[i] <= 0:
            return Refusal("die_not_in_bag", self.RULE, thing=self.dye, number=components.DICE[i])
        if self.price not in components.DYE_ROWS[i].sides:
            return Refusal("price_not_on_die", "dice", thing=self.dye, number=self.price)
        return None

    def play(self, state: State, now: Roll | Market) -> Played:
        i = DYE_INDEX[self.dye]
        die = Die(DYES[i], self.price)
        state = replace(state, bag=changed(state.bag, i, -1))
        if isinstance(now, Roll):
            state, placed = _add_die(state, now.merchant, die, self.RULE)
            state, more = after_merchant(state, now.merchant)
            return state, (placed, *more)
        m = open_row(state)
        assert m is not None, "not due without an open row"
        state, placed = _add_die(state, MERCHANTS[m], die, "setup-market")
        if len(state.market[m]) < ROW:
            return state, (placed,)
        row = tuple(sorted(state.market[m], key=_class))
        state = replace(state, market=swapped(state.market, m, row))
        done = (placed, RowSorted(MERCHANTS[m], row))
        if open_row(state) is not None:
            return state, done
        state, more = first_round(state)
        return state, (*done, *more)


def open_row(state: State) -> int | None:
    """The first row that lacks dice."""
    return next((m for m, row in enumerate(state.market) if len(row) < ROW), None)


def _class(die: Die) -> int:
    """Natural first, then mixed, black last (H4): the more dyes a brew takes, the later."""
    return len(components.BREWS[DYE_INDEX[die.dye]])


def _add_die(state: State, merchant: Merchant, die: Die, rule: str) -> tuple[State, DiePlaced]:
    m = MERCHANT_INDEX[merchant]
    row = (*state.market[m], die)
    return replace(state, market=swapped(state.market, m, row)), DiePlaced(merchant, die, len(row), rule)


class MerchantActs(Outcome[State, Move, "OutcomeEffect"], frozen=True, tag="move"):
    """Certain: the merchant whose turn it is moves and trades by its rules."""

    RULE = "merchant-round"
    DURING = (Move,)
    merchant: Annotated[Merchant, MERCHANT]

    def refusal(self, state: State, now: Move) -> Refusal | None:
        return None if self.merchant == now.merchant else Refusal("other_merchant", self.RULE, thing=now.merchant)

    def play(self, state: State, now: Move) -> Played:
        return merchants.act(state, now.merchant)

    def after(self, state: State, now: Move) -> State:
        return quick.act(state, now.merchant)


class WentOn(Struct, frozen=True, tag=True):
    """There was nothing to draw, to roll or to ask, so the game went on (odd positions only)."""

    rule: str


class GoOn(Outcome[State, Draw | Pick | Market | Ask | Roll, "OutcomeEffect"], frozen=True, tag="go on"):
    """Certain: there is nothing to draw or to ask here, so the game goes on.

    It comes up in odd positions only, such as a bag without dice.
    """

    RULE = "player-round"
    DURING = (Draw, Pick, Market, Ask, Roll)

    def due(self, state: State, now: Draw | Pick | Market | Ask | Roll) -> bool:
        return odds(state).outcomes == (GO_ON,)

    def play(self, state: State, now: Draw | Pick | Market | Ask | Roll) -> Played:
        """What cannot be drawn or asked is left out."""
        if isinstance(now, Draw):
            return replace(state, now=_first_pick(state)), (WentOn("start-dyes"),)
        if isinstance(now, Pick):
            return replace(state, now=after_pick(state, now.seat)), (WentOn("start-dyes"),)
        if isinstance(now, Market):
            state, more = first_round(state)
            return state, (WentOn("setup-market"), *more)
        if isinstance(now, Ask) and state.reached(now.merchant) is not None:
            state, more = merchants.take_back(state, now.merchant)
        else:
            state, more = after_merchant(state, now.merchant)
        return state, (WentOn("trade" if isinstance(now, Ask) else "replace-die"), *more)


AnyOutcome = DyeDrawn | DieDrawn | MerchantActs | GoOn
OutcomeEffect = StartDyeDrawn | DiePlaced | RowSorted | WentOn | Consequence
Played = tuple[State, tuple[OutcomeEffect, ...]]

# One of each, in the order of the dyes: what may come is made of these.
DYE_DRAWN = tuple(DyeDrawn(dye) for dye in DYES)
DIE_DRAWN = tuple(tuple(DieDrawn(row.dye, price) for price in row.prices) for row in components.DYE_ROWS)
MERCHANT_ACTS = {merchant: MerchantActs(merchant) for merchant in MERCHANTS}
GO_ON = GoOn()


def odds(state: State) -> Chances[AnyOutcome]:
    """What may come, weighted: cubes or dice left, times the sides that agree."""
    now = state.now
    if isinstance(now, Move):
        return Chances((MERCHANT_ACTS[now.merchant],), (1,))
    weighted: list[tuple[AnyOutcome, int]] = []
    if isinstance(now, Draw) and sum(state.pool) < len(state.hands):
        weighted = [(DYE_DRAWN[i], n) for i, n in enumerate(state.supply) if n > 0 and components.NATURAL[i]]
    elif isinstance(now, Roll) or (isinstance(now, Market) and open_row(state) is not None):
        for i, row in enumerate(components.DYE_ROWS):
            if state.bag[i] > 0:
                for die in DIE_DRAWN[i]:
                    weighted.append((die, state.bag[i] * row.sides.count(die.price)))
    if not weighted:
        return Chances((GO_ON,), (1,))
    return Chances(tuple(outcome for outcome, _ in weighted), tuple(weight for _, weight in weighted))
