"""Merchants of Dunhuang, 2 to 4 players: one camel, eight characters, ten kinds of goods.

>>> from companion.engine import dunhuang
>>> state = dunhuang.new(players=3)
>>> state.turn
CHANCE
"""

from typing import Final

from companion.engine.correction import Change, Correction
from companion.engine.samples import Sample
from companion.games.dunhuang import characters, moves, outcomes
from companion.games.dunhuang.catalogue import actions
from companion.games.dunhuang.characters import *  # noqa: F403 - what a character offers is listed there alone
from companion.games.dunhuang.effects import Majority, TokenTaken
from companion.games.dunhuang.faults import faults
from companion.games.dunhuang.horizon import BEGINS, horizon
from companion.games.dunhuang.jsonform import from_json, schema, to_json
from companion.games.dunhuang.moves import *  # noqa: F403 - and so is what else a player can do
from companion.games.dunhuang.names import UNKNOWN, Character, Good
from companion.games.dunhuang.notation import action_text, parse_action
from companion.games.dunhuang.outcomes import *  # noqa: F403 - and what chance can do
from companion.games.dunhuang.possible import Memory, possible, remembered
from companion.games.dunhuang.prospects import BLUR, concerns, prospects
from companion.games.dunhuang.rules import after, chances, legal, play, refusal, resolving, waiting
from companion.games.dunhuang.score import returns, score
from companion.games.dunhuang.state import PHASES, SWITCHES, Buried, Now, Options, Phase, Player, State, new
from companion.games.dunhuang.study import STUDY
from companion.games.dunhuang.text import parse, text
from companion.games.dunhuang.unusable import unusable
from companion.games.dunhuang.views import secret, seen, view
from companion.games.dunhuang.words import say, why

ID: Final = "dunhuang"
PLAYERS: Final = (2, 3, 4)
SAMPLE: Final = Sample(position="dunhuang 3 now: lay", action="tile interpreter")

__all__ = [
    "BEGINS",
    "BLUR",
    "ID",
    "PHASES",
    "PLAYERS",
    "SAMPLE",
    "STUDY",
    "SWITCHES",
    "UNKNOWN",
    "Buried",
    "Change",
    "Character",
    "Correction",
    "Good",
    "Majority",
    "Memory",
    "Now",
    "Options",
    "Phase",
    "Player",
    "State",
    "TokenTaken",
    "action_text",
    "actions",
    "after",
    "chances",
    "concerns",
    "faults",
    "from_json",
    "horizon",
    "legal",
    "new",
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
    "to_json",
    "unusable",
    "view",
    "waiting",
    "why",
]
__all__ += characters.__all__
__all__ += moves.__all__
__all__ += outcomes.__all__
