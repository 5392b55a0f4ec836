"""Xanadú, 2 to 6 players: building for the Khan with one's own workers and on everybody's buildings.

>>> from companion.engine import xanadu
>>> state = xanadu.new(players=3)
>>> state.turn
CHANCE
"""

from typing import Final

from companion.engine.correction import Change, Correction
from companion.engine.samples import Sample
from companion.games.xanadu import moves, outcomes
from companion.games.xanadu.catalogue import actions
from companion.games.xanadu.faults import faults
from companion.games.xanadu.jsonform import from_json, schema, to_json
from companion.games.xanadu.moves import *  # noqa: F403 - what a player can do is listed there alone
from companion.games.xanadu.names import UNKNOWN, Card, Cards, Colour, Resource
from companion.games.xanadu.notation import action_text, parse_action
from companion.games.xanadu.outcomes import *  # noqa: F403 - and so is what chance can do
from companion.games.xanadu.outlook import BREADTH, outlook
from companion.games.xanadu.payments import Manned, Way, way_to_pay, ways_to_pay
from companion.games.xanadu.possible import Memory, possible, remembered
from companion.games.xanadu.prospects import concerns, prospects
from companion.games.xanadu.rules import after, chances, ends_game, legal, play, refusal, resolving, waiting
from companion.games.xanadu.score import returns, score
from companion.games.xanadu.state import (
    RULES,
    SWITCHES,
    Building,
    Deal,
    Draw,
    Now,
    Options,
    Over,
    Pick,
    Play,
    State,
    new,
    purse,
)
from companion.games.xanadu.study import STUDY
from companion.games.xanadu.text import parse, text
from companion.games.xanadu.views import secret, seen, view
from companion.games.xanadu.words import say, why

ID: Final = "xanadu"
PLAYERS: Final = (2, 3, 4, 5, 6)
SAMPLE: Final = Sample(position="xanadu 3 now: deal A setup", action="draw 01")

__all__ = [
    "BREADTH",
    "ID",
    "PLAYERS",
    "RULES",
    "SAMPLE",
    "STUDY",
    "SWITCHES",
    "UNKNOWN",
    "Building",
    "Card",
    "Cards",
    "Change",
    "Colour",
    "Correction",
    "Deal",
    "Draw",
    "Manned",
    "Memory",
    "Now",
    "Options",
    "Over",
    "Pick",
    "Play",
    "Resource",
    "State",
    "Way",
    "action_text",
    "actions",
    "after",
    "chances",
    "concerns",
    "ends_game",
    "faults",
    "from_json",
    "legal",
    "new",
    "outlook",
    "parse",
    "parse_action",
    "play",
    "possible",
    "prospects",
    "purse",
    "refusal",
    "remembered",
    "resolving",
    "returns",
    "say",
    "schema",
    "score",
    "secret",
    "seen",
    "text",
    "to_json",
    "view",
    "waiting",
    "way_to_pay",
    "ways_to_pay",
    "why",
]
__all__ += moves.__all__
__all__ += outcomes.__all__
