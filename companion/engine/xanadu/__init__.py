"""Xanadú, 2 to 6 players: building for the Khan with one's own workers and on everybody's buildings.

>>> from companion.engine import xanadu
>>> state = xanadu.new(players=3)
>>> state.turn
CHANCE
"""

from typing import Final

from companion.engine.correction import Change, Correction
from companion.engine.xanadu.actions import (
    Action,
    Build,
    CardDrawn,
    EndDrawn,
    EndTurn,
    GoOn,
    PickStart,
    PlaceWorker,
    Sell,
)
from companion.engine.xanadu.effects import Effect, Effects
from companion.engine.xanadu.faults import faults
from companion.engine.xanadu.jsonform import from_json, schema, to_json
from companion.engine.xanadu.names import UNKNOWN, Card, Cards, Colour, Resource
from companion.engine.xanadu.notation import action_text, parse_action
from companion.engine.xanadu.parsing import parse
from companion.engine.xanadu.paying import Manned, Way, way_to_pay, ways_to_pay
from companion.engine.xanadu.playing import play
from companion.engine.xanadu.rules import chances, legal, refusal, resolving, waiting
from companion.engine.xanadu.scoring import score
from companion.engine.xanadu.state import SWITCHES, Building, Options, State, new, purse
from companion.engine.xanadu.text import text
from companion.engine.xanadu.views import secret, seen, view
from companion.engine.xanadu.words import say, short, why

ID: Final = "xanadu"
PLAYERS: Final = (2, 3, 4, 5, 6)

__all__ = [
    "ID",
    "PLAYERS",
    "SWITCHES",
    "UNKNOWN",
    "Action",
    "Build",
    "Building",
    "Card",
    "CardDrawn",
    "Cards",
    "Change",
    "Colour",
    "Correction",
    "Effect",
    "Effects",
    "EndDrawn",
    "EndTurn",
    "GoOn",
    "Manned",
    "Options",
    "PickStart",
    "PlaceWorker",
    "Resource",
    "Sell",
    "State",
    "Way",
    "action_text",
    "chances",
    "faults",
    "from_json",
    "legal",
    "new",
    "parse",
    "parse_action",
    "play",
    "purse",
    "refusal",
    "resolving",
    "say",
    "schema",
    "score",
    "secret",
    "seen",
    "short",
    "text",
    "to_json",
    "view",
    "waiting",
    "way_to_pay",
    "ways_to_pay",
    "why",
]
