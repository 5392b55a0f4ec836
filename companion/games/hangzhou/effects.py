"""Effects of Hangzhou as data: each names its rule; its sentence is made when shown."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from companion.engine.annotations import Secret
from companion.engine.game import Seat
from companion.games.hangzhou.names import Dye, Merchant, Space
from companion.games.hangzhou.state import Die


class Target(Struct, frozen=True):
    """A shop with the dye in demand, as its merchant considers it.

    `distance` is in steps from the merchant. `cut_by` is the rule that eliminated it: ``stay`` (the merchant is on
    another), ``nearest``, ``coins``, or ``house-blocking`` (all that were left are occupied); None: it counts.
    """

    space: Space
    owner: Seat
    coins: int
    distance: int
    cut_by: str | None


class Step(Struct, frozen=True):
    """A step that leads closer to at least one target that counts, with its temple distance (H9) and turning sense
    (H10). `cut_by` is ``house-blocking``, ``temple`` or ``clockwise``; None: it is taken."""

    to: Space
    temple: int
    turning: int
    towards: tuple[Space, ...]
    cut_by: str | None


class Decision(Struct, frozen=True):
    """A merchant's complete decision.

    `start` and `end` are its positions before and after; None is its gate. `decided_by` is the last rule that
    eliminated anything: ``no-target``, ``stay``, ``nearest`` (also if there was no rival), ``coins``, ``temple``,
    ``clockwise``, or ``house-blocking``.
    """

    merchant: Merchant
    demand: Die | None
    start: Space | None
    targets: tuple[Target, ...]
    steps: tuple[Step, ...]
    end: Space | None
    decided_by: str

    @property
    def rules(self) -> set[str]:
        """Names of the rules that eliminated something; if none did, of the one that decided."""
        cuts = {target.cut_by for target in self.targets} | {step.cut_by for step in self.steps}
        return {rule for rule in cuts if rule} or {self.decided_by}

    @property
    def blocked(self) -> bool:
        """Whether another merchant blocks it. Then it does not trade (house rule)."""
        return self.decided_by == "house-blocking" and self.end == self.start


class Effect(Struct, frozen=True, tag=True):
    """Something that happened."""


class SeatEffect(Effect, frozen=True):
    """Something that a seat did."""

    seat: Seat


class StartDyeDrawn(Effect, frozen=True):
    """A start dye was drawn blind from the natural dyes."""

    dye: Dye
    rule: str = "start-dyes"


class StartDyePicked(SeatEffect, frozen=True):
    """A seat took one of the start dyes into the hand."""

    dye: Dye
    rule: str = "start-dyes"


class DiePlaced(Effect, frozen=True):
    """A die was drawn, turned (H3) and put on a merchant's row; `place` counts from 1, the demand."""

    merchant: Merchant
    die: Die
    place: int
    rule: str


class RowSorted(Effect, frozen=True):
    """Setup: a full row was put in order (H4)."""

    merchant: Merchant
    row: tuple[Die, ...]
    rule: str = "setup-market"


class RoundBegan(Effect, frozen=True):
    """A player round begins; the seat has the barrel."""

    round: int
    seat: Seat
    rule: str = "player-round"


class ShopPlaced(SeatEffect, frozen=True):
    """A seat paid 1 coin and placed a shop."""

    space: Space
    rule: str = "place-shop"


class DyePlaced(SeatEffect, frozen=True):
    """`returned` is the dye that lay there and went back to the supply."""

    space: Space
    dye: Dye
    returned: Dye | None
    rule: str = "place-dye"


class CoinPlaced(SeatEffect, frozen=True):
    """`coins` is how many lie there now."""

    space: Space
    coins: int
    rule: str = "place-coin"


class Passed(SeatEffect, frozen=True):
    """A seat put its seal on the temple."""

    rule: str = "pass"


class CoinTaken(SeatEffect, frozen=True):
    """A seat took a coin from the supply."""

    rule: str = "take-coin"


class TurnEnded(SeatEffect, frozen=True):
    """A seat ended its turn before its second action."""

    rule: str = "player-round"


class LastTurn(SeatEffect, frozen=True):
    """A seat begins a turn with all seals on the temple: it is the last of the player round."""

    rule: str = "last-turn"


class MerchantRoundBegan(Effect, frozen=True):
    """The player round is over."""

    rule: str = "merchant-round"


class MerchantMoved(Effect, frozen=True):
    """A merchant took one step; `because` is the whole decision."""

    because: Decision

    @property
    def rule(self) -> str:
        return self.because.decided_by


class MerchantStayed(Effect, frozen=True):
    """It stands on a target, has none, or is blocked (house rule)."""

    because: Decision

    @property
    def rule(self) -> str:
        return self.because.decided_by


class TradeEffect(Effect, frozen=True):
    """A merchant on a target: the shop's owner and space, and the die in demand."""

    merchant: Merchant
    seat: Seat
    space: Space
    die: Die


class TradeAsked(TradeEffect, frozen=True):
    """House rule `trade = optional`: the owner, able to trade, is asked."""

    rule: str = "house-trade"


class Bought(TradeEffect, frozen=True):
    """The owner paid the price and has the dye in hand; `coins` from the shop went to the supply."""

    coins: int
    rule: str = "buy"


class Sold(TradeEffect, frozen=True):
    """The owner paid the dyes of the brew and received the price and the points.

    `coins` from the shop went to the supply, and so did the mixed dye, unless `kept` (solo).
    """

    paid: tuple[Dye, ...]
    points: int
    coins: int
    kept: bool
    rule: str = "sell"


class TakenBack(TradeEffect, frozen=True):
    """No trade: the shop is back in its owner's hand, its dye and `coins` in the supply.

    Too few coins: `held` of the price. A dye of the brew missing: `missing`. Both empty: declined.
    """

    held: Annotated[int | None, Secret("hand", None, to=("seat",))]
    missing: Annotated[tuple[Dye, ...], Secret("hand", (), to=("seat",))]
    coins: int
    rule: str = "unable"


class DieReturned(Effect, frozen=True):
    """The demand die went to the bag, after a trade or for lack of a target (H7).

    `counts`: a mixed die whose return makes the round die rise.
    """

    merchant: Merchant
    die: Die
    because: Literal["trade", "no-target"]
    counts: bool
    rule: str = "replace-die"


class SealsReturned(Effect, frozen=True):
    """The round is over: all seals go back."""

    rule: str = "end-of-round"


class RoundDieRose(Effect, frozen=True):
    """A mixed die went back this round; `shows` is the new number."""

    shows: int
    rule: str = "round-die"


class GameEnded(Effect, frozen=True):
    """`rule` tells why: the round die would pass 6, or the round limit is reached."""

    rule: Literal["end-of-game", "house-round-limit"]


class WentOn(Effect, frozen=True):
    """There was nothing to draw, to roll or to ask, so the game went on (odd positions only)."""

    rule: str
