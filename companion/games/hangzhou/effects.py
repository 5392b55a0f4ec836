"""Effects of Hangzhou as data: each names its rule; its sentence is made when shown."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.game import Seat
from companion.games.hangzhou.names import Dye, Merchant, Space
from companion.games.hangzhou.state import Die


class Target(Struct, frozen=True):
    """A shop that holds the dye in demand, as its merchant weighs it.

    `distance` is in steps from where the merchant stands. `cut_by` is the rule that left it out of account: ``stay``
    (the merchant stands on another), ``nearest``, ``coins``, or ``house-blocking`` (all that were left are occupied);
    None: it counts.
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
    """The whole of a merchant's decision.

    `start` and `end` are where it stands before and after; None is its gate. `decided_by` is the last rule that left
    anything out: ``no-target``, ``stay``, ``nearest`` (also when there was no rival), ``coins``, ``temple``,
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
    def blocked(self) -> bool:
        """Does another merchant keep it where it is? Then it does not trade (house rule)."""
        return self.decided_by == "house-blocking" and self.end == self.start


class StartDyeDrawn(Struct, frozen=True, tag=True):
    """A start dye was drawn blind from the natural dyes."""

    dye: Dye
    rule: str = "start-dyes"


class StartDyePicked(Struct, frozen=True, tag=True):
    """A seat took one of the start dyes into the hand."""

    seat: Seat
    dye: Dye
    rule: str = "start-dyes"


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


class RoundBegan(Struct, frozen=True, tag=True):
    """A player round begins; the seat has the barrel."""

    round: int
    seat: Seat
    rule: str = "player-round"


class ShopPlaced(Struct, frozen=True, tag=True):
    """A seat paid 1 coin and placed a shop."""

    seat: Seat
    space: Space
    rule: str = "place-shop"


class DyePlaced(Struct, frozen=True, tag=True):
    """`returned` is the dye that lay there and went back to the supply."""

    seat: Seat
    space: Space
    dye: Dye
    returned: Dye | None
    rule: str = "place-dye"


class CoinPlaced(Struct, frozen=True, tag=True):
    """`coins` is how many lie there now."""

    seat: Seat
    space: Space
    coins: int
    rule: str = "place-coin"


class Passed(Struct, frozen=True, tag=True):
    """A seat put its seal on the temple."""

    seat: Seat
    rule: str = "pass"


class CoinTaken(Struct, frozen=True, tag=True):
    """A seat took a coin from the supply."""

    seat: Seat
    rule: str = "take-coin"


class TurnEnded(Struct, frozen=True, tag=True):
    """A seat ended its turn before its second action."""

    seat: Seat
    rule: str = "player-round"


class LastTurn(Struct, frozen=True, tag=True):
    """A seat begins a turn with all seals on the temple: it is the last of the player round."""

    seat: Seat
    rule: str = "last-turn"


class MerchantRoundBegan(Struct, frozen=True, tag=True):
    """The player round is over."""

    rule: str = "merchant-round"


class MerchantMoved(Struct, frozen=True, tag=True):
    """A merchant took one step; `because` is the whole decision."""

    because: Decision

    @property
    def rule(self) -> str:
        return self.because.decided_by


class MerchantStayed(Struct, frozen=True, tag=True):
    """It stands on a target, has none, or is blocked (house rule)."""

    because: Decision

    @property
    def rule(self) -> str:
        return self.because.decided_by


class TradeAsked(Struct, frozen=True, tag=True):
    """House rule `trade = optional`: the owner, able to trade, is asked."""

    merchant: Merchant
    seat: Seat
    space: Space
    die: Die
    rule: str = "house-trade"


class Bought(Struct, frozen=True, tag=True):
    """The owner paid the price and has the dye in hand; `coins` from the shop went to the supply."""

    merchant: Merchant
    seat: Seat
    space: Space
    die: Die
    coins: int
    rule: str = "buy"


class Sold(Struct, frozen=True, tag=True):
    """The owner paid the dyes of the brew and received the price and the points.

    `coins` from the shop went to the supply, and so did the mixed dye, unless `kept` (solo).
    """

    merchant: Merchant
    seat: Seat
    space: Space
    die: Die
    paid: tuple[Dye, ...]
    points: int
    coins: int
    kept: bool
    rule: str = "sell"


class TakenBack(Struct, frozen=True, tag=True):
    """No trade: the shop is back in its owner's hand, its dye and `coins` in the supply.

    Too few coins: `held` of the price. A dye of the brew missing: `missing`. Both empty: declined.
    """

    merchant: Merchant
    seat: Seat
    space: Space
    die: Die
    held: int | None
    missing: tuple[Dye, ...]
    coins: int
    rule: str = "unable"


class DieReturned(Struct, frozen=True, tag=True):
    """The demand die went to the bag, after a trade or for lack of a target (H7).

    `counts`: a mixed die whose return makes the round die rise.
    """

    merchant: Merchant
    die: Die
    because: Literal["trade", "no-target"]
    counts: bool
    rule: str = "replace-die"


class SealsReturned(Struct, frozen=True, tag=True):
    """The round is over: all seals go back."""

    rule: str = "end-of-round"


class RoundDieRose(Struct, frozen=True, tag=True):
    """A mixed die went back this round; `shows` is the new number."""

    shows: int
    rule: str = "round-die"


class GameEnded(Struct, frozen=True, tag=True):
    """`rule` tells why: the round die would pass 6, or the round limit is reached."""

    rule: Literal["end-of-game", "house-round-limit"]


class WentOn(Struct, frozen=True, tag=True):
    """There was nothing to draw, to roll or to ask, so the game went on (odd positions only)."""

    rule: str


AnyEffect = (
    StartDyeDrawn
    | StartDyePicked
    | DiePlaced
    | RowSorted
    | RoundBegan
    | ShopPlaced
    | DyePlaced
    | CoinPlaced
    | Passed
    | CoinTaken
    | TurnEnded
    | LastTurn
    | MerchantRoundBegan
    | MerchantMoved
    | MerchantStayed
    | TradeAsked
    | Bought
    | Sold
    | TakenBack
    | DieReturned
    | SealsReturned
    | RoundDieRose
    | GameEnded
    | WentOn
)
