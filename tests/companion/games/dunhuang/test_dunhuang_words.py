"""Words in both languages, and the leaflet paragraphs that they point to."""

from __future__ import annotations

import pytest
from dunhuang_tables import table, told

from companion.engine import dunhuang
from companion.games.dunhuang import components
from companion.games.dunhuang.moves import IntoShop, MoveCamel, Pay
from companion.games.dunhuang.names import GOODS

"""Where the rule id stands among the arguments of a call."""


def test_a_turn_in_words() -> None:
    state = table("A: c3 shop 5 B: c3 shop 5 tokens: 5B")
    assert told(state, "camel 3") == ["Ana moves the camel 3 steps, to space 4, the Manichean, and pays 2 coins."]
    state, _ = dunhuang.play(state, MoveCamel(3))
    assert told(state, "into shop 5") == [
        "Ana takes lacquer from space 4 into the shop.",
        "Ana has more lacquer than Ben, and takes the token.",
    ]
    refusal = dunhuang.refusal(state, IntoShop("tea"))
    assert dunhuang.say(refusal, state, "es") == "Ahí hay otra carta: laca."


def test_unknown_languages_are_named() -> None:
    with pytest.raises(KeyError, match="there are: en, es"):
        dunhuang.say(dunhuang.refusal(table(""), Pay()), table(""), "fr")


def test_goods_have_the_names_of_the_printed_game() -> None:
    assert [components.GOOD_NAMES["es"][good] for good in GOODS[:3]] == ["oro", "plata", "jade"]
    assert components.CHARACTER_NAMES["en"]["interpreter"] == "interpreter"
