"""Phases of a game of Xanadú: what comes next, and what is known about it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from companion.engine.annotations import By, Text
from companion.engine.game import Seat
from companion.games.xanadu.names import RESOURCES

Stage = Literal["setup", "sold", "turn"]
"""Why cards are dealt: the game begins, or it begins again after step 1 or after step 4 (X6)."""
Few = Annotated[int, Meta(ge=0, le=99)]
Counts = Annotated[tuple[Few, ...], By(RESOURCES, sparse=True)]
"""How many of each resource, in the order of `Resource`."""
NONE: Counts = (0,) * len(RESOURCES)


class Phase(Struct, frozen=True, tag_field="phase"):
    """Phase of the game."""


class Deal(Phase, frozen=True, tag="deal"):
    """Everyone is dealt up to a full hand, from this seat clockwise."""

    seat: Seat = field(name="player")
    stage: Stage


class Pick(Phase, frozen=True, tag="pick"):
    """Everyone secretly picks starting buildings, all at once; the seat is the one whose turn follows or was."""

    seat: Seat = field(name="player")
    stage: Stage


class Play(Phase, frozen=True, tag="play"):
    """Steps 1 and 2 of a seat's turn."""

    seat: Seat = field(name="player")
    sold: bool = False
    """A card was sold in step 1."""
    working: bool = False
    """Step 2 has begun, so nothing can be sold any more."""
    built: Few = 0
    gathered: Annotated[Counts, Text(name="got")] = NONE
    """What this turn's workers yielded."""
    paid: Counts = NONE
    """What this turn's building took, from workers, passives and favours together."""


class Draw(Phase, frozen=True, tag="draw"):
    """Step 3: a seat has so many cards to draw."""

    seat: Seat = field(name="player")
    left: Few


class Over(Phase, frozen=True, tag="over"):
    """The game has ended. What is in play stays there: the score counts it at its price in force."""


Now = Deal | Pick | Play | Draw | Over
