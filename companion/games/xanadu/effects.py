"""Effects of Xanadú as data: each names its rule; its sentence is made when shown."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.game import Seat
from companion.games.xanadu.names import Card, Cards, Resource


class Drawn(Struct, frozen=True, tag=True):
    """A seat was dealt or drew a card; only the seat itself sees which."""

    seat: Seat
    card: Card
    rule: Literal["setup", "restart", "draw"]


class StartPicked(Struct, frozen=True, tag=True):
    """A seat picked a starting building; only the seat itself knows which. `returned`: its earlier picks, which went
    back to its hand before it picked anew."""

    seat: Seat
    card: Card
    returned: Cards = ()
    rule: str = "start-building"


class StartRevealed(Struct, frozen=True, tag=True):
    """Everybody has picked, and this is what a seat begins with."""

    seat: Seat
    cards: Cards
    rule: str = "start-building"


class TurnBegan(Struct, frozen=True, tag=True):
    """A seat's turn begins."""

    seat: Seat
    rule: str = "turn"


class Sold(Struct, frozen=True, tag=True):
    """A building was sold for `price` and `extra` tong bao (X10), by its owner or because it was full.

    `workers` lay on it and went face up to the discard pile with it.
    """

    seat: Seat
    card: Card
    price: int
    extra: int
    workers: Cards
    rule: Literal["sell", "forced-sale"]


class WorkerPlaced(Struct, frozen=True, tag=True):
    """A worker was placed on a row, counted from 1 at the bottom; only its seat knows which card it is.

    `favour` is open to the owner from now on. The price in force went from `before` to `after`.
    """

    seat: Seat
    worker: Card
    building: Card
    owner: Seat
    row: int
    yields: tuple[Resource, ...]
    favour: Resource | None
    before: int
    after: int
    rule: str = "place-worker"


class Built(Struct, frozen=True, tag=True):
    """A seat paid for a card and put it down sideways; `count` is how many buildings the seat now has."""

    seat: Seat
    card: Card
    paid: tuple[Resource, ...]
    count: int
    rule: str = "build"


class TurnEnded(Struct, frozen=True, tag=True):
    """A seat is done with steps 1 and 2 and has so many cards to draw, by one of three rules.

    `most` is what that rule allows before the hand limit.
    """

    seat: Seat
    draws: int
    most: int
    rule: Literal["draw-sold", "draw-full", "draw-one"]


class Reshuffled(Struct, frozen=True, tag=True):
    """The discard pile is the new deck, played for the `run`th time; `end`: the End card is in it."""

    cards: int
    run: int
    end: bool
    rule: str = "reshuffle"


class NothingDrawn(Struct, frozen=True, tag=True):
    """Deck and discard pile are empty (X9)."""

    seat: Seat
    rule: str = "no-discard"


class StoodUp(Struct, frozen=True, tag=True):
    """The turn is over: a sideways building stands up."""

    seat: Seat
    card: Card
    rule: str = "stand-up"


class Restarted(Struct, frozen=True, tag=True):
    """No building stands in front of anyone: everybody draws and picks anew (X6)."""

    seat: Seat
    rule: str = "restart"


class EndCardDrawn(Struct, frozen=True, tag=True):
    """A seat drew the End card and showed it."""

    seat: Seat
    rule: str = "end-card"


class GameEnded(Struct, frozen=True, tag=True):
    """`rule` tells why: the End card, or nobody moves (X11)."""

    rule: Literal["end", "nobody-moves"]


class FinalSale(Struct, frozen=True, tag=True):
    """The game is over and this building is worth its price in force; `covered` rows hold workers."""

    seat: Seat
    card: Card
    price: int
    extra: int
    covered: int
    rule: str = "final-sale"


class WentOn(Struct, frozen=True, tag=True):
    """There was nothing to draw or to pick, so the game went on (odd positions only)."""

    rule: Literal["draw", "start-building"]


AnyEffect = (
    Drawn
    | StartPicked
    | StartRevealed
    | TurnBegan
    | Sold
    | WorkerPlaced
    | Built
    | TurnEnded
    | Reshuffled
    | NothingDrawn
    | StoodUp
    | Restarted
    | EndCardDrawn
    | GameEnded
    | FinalSale
    | WentOn
)
