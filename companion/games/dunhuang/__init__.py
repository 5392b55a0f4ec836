"""Merchants of Dunhuang, 2 to 4 players: one camel, eight characters, ten kinds of goods.

>>> from companion.engine import dunhuang
>>> state = dunhuang.new(players=3)
>>> state.turn
CHANCE
"""

from typing import Final

from companion.engine.correction import Change, Correction
from companion.engine.samples import Sample
from companion.games.dunhuang.actions import (
    Action,
    Bury,
    CardDrawn,
    Claim,
    Decline,
    Discard,
    DrawGoods,
    ExchangeHand,
    ExchangeShop,
    Fetch,
    Give,
    GoOn,
    Guard,
    IntoHand,
    IntoShop,
    Keep,
    MoveCamel,
    Pay,
    PlaceCamel,
    Show,
    Swap,
    TakeCoins,
    TakePrestige,
    TileLaid,
    ToHand,
    ToShop,
    Visit,
)
from companion.games.dunhuang.effects import Effect, Effects, Majority, TokenTaken
from companion.games.dunhuang.faults import faults
from companion.games.dunhuang.jsonform import from_json, schema, to_json
from companion.games.dunhuang.listing import chances
from companion.games.dunhuang.names import UNKNOWN, Character, Good
from companion.games.dunhuang.notation import action_text, parse_action
from companion.games.dunhuang.parser import parse
from companion.games.dunhuang.play import play
from companion.games.dunhuang.rules import legal, refusal, resolving, waiting
from companion.games.dunhuang.score import score
from companion.games.dunhuang.state import SWITCHES, Buried, Now, Options, Player, State, new
from companion.games.dunhuang.text import text
from companion.games.dunhuang.unusable import unusable
from companion.games.dunhuang.views import secret, seen, view
from companion.games.dunhuang.words import say, short, why

ID: Final = "dunhuang"
PLAYERS: Final = (2, 3, 4)
SAMPLE: Final = Sample(position="dunhuang 3 now: lay", action="tile interpreter")

__all__ = [
    "ID",
    "PLAYERS",
    "SAMPLE",
    "SWITCHES",
    "UNKNOWN",
    "Action",
    "Buried",
    "Bury",
    "CardDrawn",
    "Change",
    "Character",
    "Claim",
    "Correction",
    "Decline",
    "Discard",
    "DrawGoods",
    "Effect",
    "Effects",
    "ExchangeHand",
    "ExchangeShop",
    "Fetch",
    "Give",
    "GoOn",
    "Good",
    "Guard",
    "IntoHand",
    "IntoShop",
    "Keep",
    "Majority",
    "MoveCamel",
    "Now",
    "Options",
    "Pay",
    "PlaceCamel",
    "Player",
    "Show",
    "State",
    "Swap",
    "TakeCoins",
    "TakePrestige",
    "TileLaid",
    "ToHand",
    "ToShop",
    "TokenTaken",
    "Visit",
    "action_text",
    "chances",
    "faults",
    "from_json",
    "legal",
    "new",
    "parse",
    "parse_action",
    "play",
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
    "unusable",
    "view",
    "waiting",
    "why",
]
