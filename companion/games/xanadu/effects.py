"""Effects of Xanadú as data: each names its rule; its sentence is made when shown."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from companion.engine.annotations import Secret
from companion.engine.game import Seat
from companion.games.xanadu.names import UNKNOWN, Card, Cards, Resource, unknown


class Effect(Struct, frozen=True, tag=True):
    """Base class. Each effect has a `rule`, the id of its paragraph in the leaflet."""


class SeatEffect(Effect, frozen=True):
    seat: Seat


class CardEffect(SeatEffect, frozen=True):
    card: Card


class PrivateEffect(SeatEffect, frozen=True):
    """Only the seat itself sees the card."""

    card: Annotated[Card, Secret("hand", UNKNOWN, to=("seat",))]


class Drawn(PrivateEffect, frozen=True):
    """A seat was dealt or drew a card; only the seat itself sees which."""

    rule: Literal["setup", "restart", "draw"]


class StartPicked(PrivateEffect, frozen=True):
    """A seat picked a starting building; only the seat itself knows which. `returned`: its earlier picks, which went
    back to its hand before it picked anew."""

    returned: Annotated[Cards, Secret("hand", unknown, to=("seat",))] = ()
    rule: str = "start-building"


class StartRevealed(SeatEffect, frozen=True):
    """Everybody has picked, and this is what a seat begins with."""

    cards: Cards
    rule: str = "start-building"


class TurnBegan(SeatEffect, frozen=True):
    """A seat's turn begins."""

    rule: str = "turn"


class Sold(CardEffect, frozen=True):
    """A building was sold for `price` and `extra` tong bao (X10), by its owner or because it was full.

    `workers` lay on it and went face up to the discard pile with it.
    """

    price: int
    extra: int
    workers: Cards
    rule: Literal["sell", "forced-sale"]


class WorkerPlaced(SeatEffect, frozen=True):
    """A worker was placed on a row, counted from 1 at the bottom; only its seat knows which card it is.

    `favour` is open to the owner from now on. The price in force went from `before` to `after`.
    """

    worker: Annotated[Card, Secret("hand", UNKNOWN, to=("seat",))]
    building: Card
    owner: Seat
    row: int
    yields: tuple[Resource, ...]
    favour: Resource | None
    before: int
    after: int
    rule: str = "place-worker"


class Built(CardEffect, frozen=True):
    """A seat paid for a card and put it down sideways; `count` is how many buildings the seat now has."""

    paid: tuple[Resource, ...]
    count: int
    rule: str = "build"


class TurnEnded(SeatEffect, frozen=True):
    """A seat is done with steps 1 and 2 and has so many cards to draw, by one of three rules.

    `most` is what that rule allows before the hand limit.
    """

    draws: int
    most: int
    rule: Literal["draw-sold", "draw-full", "draw-one"]


class Reshuffled(Effect, frozen=True):
    """The discard pile is the new deck, played for the `run`th time; `end`: the End card is in it."""

    cards: int
    run: int
    end: bool
    rule: str = "reshuffle"


class NothingDrawn(SeatEffect, frozen=True):
    """Deck and discard pile are empty (X9)."""

    rule: str = "no-discard"


class StoodUp(CardEffect, frozen=True):
    """The turn is over: a sideways building stands up."""

    rule: str = "stand-up"


class Restarted(SeatEffect, frozen=True):
    """No building stands in front of anyone: everybody draws and picks anew (X6)."""

    rule: str = "restart"


class EndCardDrawn(SeatEffect, frozen=True):
    """A seat drew the End card and showed it."""

    rule: str = "end-card"


class GameEnded(Effect, frozen=True):
    """`rule` tells why: the End card, or nobody moves (X11)."""

    rule: Literal["end", "nobody-moves"]


class FinalSale(CardEffect, frozen=True):
    """The game is over and this building is worth its price in force; `covered` rows hold workers."""

    price: int
    extra: int
    covered: int
    rule: str = "final-sale"


class WentOn(Effect, frozen=True):
    """There was nothing to draw or to pick, so the game went on (odd positions only)."""

    rule: Literal["draw", "start-building"]
