"""Chance and automatic outcomes of Hangzhou."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from companion.engine.game import Chances, Refusal
from companion.engine.moves import Outcome, Tell, replace_item
from companion.games.hangzhou import components, rounds
from companion.games.hangzhou.effects import DiePlaced, RowSorted, StartDyeDrawn, WentOn
from companion.games.hangzhou.names import DYE_INDEX, DYES, MERCHANT_INDEX, MERCHANTS, Dye, Merchant
from companion.games.hangzhou.rounds import continue_after_merchant, find_first_picker, find_next_picker, first_round
from companion.games.hangzhou.state import Ask, Die, Draw, Market, Move, Pick, Roll, State, changed

ROW = 4
"""Dice in a merchant's row."""


class DyeDrawn(Outcome[State], frozen=True, tag="draw"):
    """A start dye, drawn blind."""

    RULE = "start-dyes"
    PHASES = (Draw,)
    dye: Dye

    @classmethod
    def odds(cls, state: State, now: Draw) -> Chances:
        if sum(state.pool) >= len(state.hands):
            return Chances()
        left = zip(DYES, state.supply, components.NATURAL, strict=True)
        return Chances.of({cls(dye): n for dye, n, natural in left if natural and n})

    def refusal(self, state: State, now: Draw) -> Refusal | None:
        i = DYE_INDEX[self.dye]
        if not components.NATURAL[i]:
            return Refusal("not_natural", self.RULE, thing=self.dye)
        if state.supply[i] <= 0 or sum(state.pool) >= len(state.hands):
            return Refusal("no_dye_left", self.RULE, thing=self.dye, number=components.CUBES[i])
        return None

    def play(self, state: State, now: Draw, tell: Tell) -> State:
        i = DYE_INDEX[self.dye]
        tell(StartDyeDrawn(self.dye))
        state = replace(state, pool=changed(state.pool, i, 1), supply=changed(state.supply, i, -1))
        return state if sum(state.pool) < len(state.hands) else replace(state, now=find_first_picker(state))


class DieDrawn(Outcome[State], frozen=True, tag="die"):
    """A die of that dye from the bag, and its price after turning (H3). Can be written without its verb."""

    RULE = "replace-die"
    PHASES = (Roll, Market)
    BARE = True
    dye: Dye
    price: Annotated[int, Meta(ge=1, le=6)]

    @classmethod
    def odds(cls, state: State, now: Roll | Market) -> Chances:
        """Returns the dice left times the sides with that price."""
        if isinstance(now, Market) and open_row(state) is None:
            return Chances()
        dice = zip(components.DYE_ROWS, state.bag, strict=True)
        return Chances.of(
            {cls(row.dye, price): n * row.sides.count(price) for row, n in dice if n for price in row.prices}
        )

    def refusal(self, state: State, now: Roll | Market) -> Refusal | None:
        i = DYE_INDEX[self.dye]
        if state.bag[i] <= 0 or (isinstance(now, Market) and open_row(state) is None):
            return Refusal("die_not_in_bag", self.RULE, thing=self.dye, number=components.DICE[i])
        if self.price not in components.DYE_ROWS[i].sides:
            return Refusal("price_not_on_die", "dice", thing=self.dye, number=self.price)
        return None

    def play(self, state: State, now: Roll | Market, tell: Tell) -> State:
        die = Die(self.dye, self.price)
        m = open_row(state) if isinstance(now, Market) else MERCHANT_INDEX[now.merchant]
        assert m is not None, "no die comes without an open row"
        row = (*state.market[m], die)
        tell(DiePlaced(MERCHANTS[m], die, len(row), "setup-market" if isinstance(now, Market) else self.RULE))
        if isinstance(now, Market) and len(row) == ROW:
            row = tuple(sorted(row, key=_class))
            tell(RowSorted(MERCHANTS[m], row))
        bag = changed(state.bag, DYE_INDEX[self.dye], -1)
        state = replace(state, bag=bag, market=replace_item(state.market, m, row))
        if not isinstance(now, Market):
            return continue_after_merchant(state, now.merchant, tell)
        return state if open_row(state) is not None else first_round(state, tell)


def open_row(state: State) -> int | None:
    """Returns the first row that lacks dice."""
    return next((m for m, row in enumerate(state.market) if len(row) < ROW), None)


def _class(die: Die) -> int:
    """Natural first, then mixed, black last (H4): the more dyes a brew takes, the later."""
    return len(components.BREWS[DYE_INDEX[die.dye]])


class MerchantActs(Outcome[State], frozen=True, tag="move"):
    """Certain: the merchant whose turn it is moves and trades by its rules."""

    RULE = "merchant-round"
    PHASES = (Move,)
    merchant: Merchant

    def refusal(self, state: State, now: Move) -> Refusal | None:
        return None if self.merchant == now.merchant else Refusal("other_merchant", self.RULE, thing=now.merchant)

    def play(self, state: State, now: Move, tell: Tell) -> State:
        return rounds.act(state, now.merchant, tell)


_LACKS = {Draw: "start-dyes", Pick: "start-dyes", Market: "setup-market", Ask: "trade", Roll: "replace-die"}


class GoOn(Outcome[State], frozen=True, tag="go on"):
    """Certain: there is nothing to draw or to ask, so the game continues. Only in odd positions, such as an empty
    bag."""

    RULE = "player-round"
    PHASES = (Draw, Pick, Market, Ask, Roll)

    def play(self, state: State, now: Draw | Pick | Market | Ask | Roll, tell: Tell) -> State:
        tell(WentOn(_LACKS[type(now)]))
        match now:
            case Draw():
                return replace(state, now=find_first_picker(state))
            case Pick():
                return replace(state, now=find_next_picker(state, now.seat))
            case Market():
                return first_round(state, tell)
            case Ask() if state.reached(now.merchant) is not None:
                return rounds.take_back(state, now.merchant, tell)
        return continue_after_merchant(state, now.merchant, tell)


OUTCOMES = (DyeDrawn, DieDrawn, MerchantActs, GoOn)
