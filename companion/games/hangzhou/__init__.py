"""Merchants of Hangzhou, 1 to 4 players: dyes, shops, and four merchants who go their own way.

>>> from companion.engine import hangzhou
>>> state = hangzhou.new(players=3)
>>> state.turn
CHANCE
"""

from typing import Final

from companion.engine.correction import Change, Correction
from companion.engine.samples import Sample
from companion.games.hangzhou import moves, outcomes
from companion.games.hangzhou.catalogue import actions
from companion.games.hangzhou.city import DISTANCE, TEMPLE_DISTANCE, WAYS
from companion.games.hangzhou.effects import Decision, MerchantMoved, MerchantStayed
from companion.games.hangzhou.faults import faults
from companion.games.hangzhou.jsonform import from_json, schema, to_json
from companion.games.hangzhou.merchants import decide
from companion.games.hangzhou.moves import *  # noqa: F403 - what a player can do is listed there alone
from companion.games.hangzhou.names import Colour, Dye, Kind, Merchant, Side, Space
from companion.games.hangzhou.notation import action_text, parse_action
from companion.games.hangzhou.outcomes import *  # noqa: F403 - and so is what chance can do
from companion.games.hangzhou.outlook import outlook
from companion.games.hangzhou.patience import Patient, tired
from companion.games.hangzhou.possible import Memory, possible, remembered
from companion.games.hangzhou.prospects import concerns, prospects
from companion.games.hangzhou.rules import after, chances, legal, play, refusal, resolving, waiting
from companion.games.hangzhou.score import returns, score
from companion.games.hangzhou.state import (
    RULES,
    SWITCHES,
    Ask,
    Die,
    Draw,
    Hand,
    Market,
    Move,
    Now,
    Options,
    Over,
    Pick,
    Play,
    Roll,
    Shop,
    State,
    new,
)
from companion.games.hangzhou.study import STUDY
from companion.games.hangzhou.text import parse, text
from companion.games.hangzhou.views import secret, seen, view
from companion.games.hangzhou.words import because, say, why

ID: Final = "hangzhou"
PLAYERS: Final = (1, 2, 3, 4)
SAMPLE: Final = Sample(
    position="hangzhou RB city: A1R B1Bb merchants: C1 - - - R: c3 B: c5",
    action="shop B2",
    resolving="hangzhou RB city: A2Br1 A3Rr market: r2 b1 b2 k4 / y1 y2 y3 g4 / o4 o5 p4 p5 / r1 b3 y2 k6",
    dice=("blue 2",),
    resolved_as="merchant-round",
)

__all__ = [
    "DISTANCE",
    "ID",
    "PLAYERS",
    "RULES",
    "SAMPLE",
    "STUDY",
    "SWITCHES",
    "TEMPLE_DISTANCE",
    "WAYS",
    "Ask",
    "Change",
    "Colour",
    "Correction",
    "Decision",
    "Die",
    "Draw",
    "Dye",
    "Hand",
    "Kind",
    "Market",
    "Memory",
    "Merchant",
    "MerchantMoved",
    "MerchantStayed",
    "Move",
    "Now",
    "Options",
    "Over",
    "Patient",
    "Pick",
    "Play",
    "Roll",
    "Shop",
    "Side",
    "Space",
    "State",
    "action_text",
    "actions",
    "after",
    "because",
    "chances",
    "concerns",
    "decide",
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
    "tired",
    "to_json",
    "view",
    "waiting",
    "why",
]
__all__ += moves.__all__
__all__ += outcomes.__all__
