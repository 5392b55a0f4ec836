"""Phases of a game of Hangzhou: what comes next, and what is known about it."""

from __future__ import annotations

from msgspec import Struct, field

from companion.engine.game import Seat
from companion.games.hangzhou.names import Kind, Merchant


class Phase(Struct, frozen=True, tag_field="phase"):
    """Phase of the game."""


class Draw(Phase, frozen=True, tag="draw"):
    """Setup: the start dyes are drawn."""


class Pick(Phase, frozen=True, tag="pick"):
    """Setup: a seat takes one of the start dyes."""

    seat: Seat = field(name="player")


class Market(Phase, frozen=True, tag="market"):
    """Setup: the first sixteen dice are drawn."""


class Play(Phase, frozen=True, tag="play"):
    """The player round: a seat's turn, and the kind of its first action, if taken."""

    seat: Seat = field(name="player")
    taken: Kind | None = None


class Move(Phase, frozen=True, tag="move"):
    """The merchant round: a merchant is about to move and trade."""

    merchant: Merchant


class Ask(Phase, frozen=True, tag="ask"):
    """House rule `trade = optional`: the owner of the shop where a merchant stands is asked."""

    merchant: Merchant


class Roll(Phase, frozen=True, tag="roll"):
    """The merchant round: a die is drawn for the end of a merchant's row."""

    merchant: Merchant


class Over(Phase, frozen=True, tag="over"):
    """The game has ended."""


Now = Draw | Pick | Market | Play | Move | Ask | Roll | Over
