"""What follows from moves, as data; what one move alone tells stands beside that move.

Every effect names its rule; words are made of it when it is shown.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.game import Seat
from companion.games.xanadu.names import Card, Cards


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


class FinalSale(Struct, frozen=True, tag=True):
    """The game is over and this building is worth its price in force; `covered` rows hold workers."""

    seat: Seat
    card: Card
    price: int
    extra: int
    covered: int
    rule: str = "final-sale"


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


class GameEnded(Struct, frozen=True, tag=True):
    """`rule` tells why: the End card, or nobody moves (X11)."""

    rule: Literal["end", "nobody-moves"]


CardEffect = StartRevealed | Reshuffled | NothingDrawn
TurnEffect = TurnBegan | Sold | StoodUp
GameEffect = Restarted | GameEnded | FinalSale
Consequence = CardEffect | TurnEffect | GameEffect
Consequences = tuple[Consequence, ...]
