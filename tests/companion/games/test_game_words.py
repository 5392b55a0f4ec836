"""Words of each game in both languages, and the leaflet paragraphs that they point to."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib.resources import files
from string import Formatter
from typing import Any

import pytest
from dunhuang_tables import table, told

from companion.engine import dunhuang, hangzhou, xanadu
from companion.engine.wording import read_own_phrases, wording
from companion.games.dunhuang import components
from companion.games.dunhuang.moves import IntoShop, MoveCamel, Pay
from companion.games.dunhuang.names import CHARACTERS, GOODS
from companion.games.dunhuang.turns import PHASE_RULES
from pnp.kits import collection

SHARED = tuple(files("companion.engine").joinpath(name) for name in ("correction.py", "rules.py"))
RULE_ARGUMENT = {
    "Refusal": 1,
    "Fault": 1,
    "ScoreLine": 3,
    "Switch": 2,
    "TokenTaken": 1,
    "CardLaid": 2,
    "ended": 1,
    "_not_shown": 4,
    "Why": 0,
    "GameEnded": 0,
    "WentOn": 0,
    "own_shop": 0,
}
"""Where the rule id stands among the arguments of a call."""
ALSO = {
    "dunhuang": {*PHASE_RULES.values(), *(one.value for one in CHARACTERS), "characters", "end", "house-end"},
    "hangzhou": {"no-target", "stay", "nearest", "coins", "temple", "clockwise", "house-blocking"},
}
"""Rules that are named otherwise."""
EACH_GAME = pytest.mark.parametrize("game", [dunhuang, hangzhou, xanadu], ids=lambda game: game.ID)


def sources(game: Any) -> list[str]:
    folder = files(f"companion.games.{game.ID}")
    return [path.read_text("utf-8") for path in folder.iterdir() if path.name.endswith(".py")]


def phrases(game: Any, language: str) -> dict[str, str]:
    return wording(game.WORDS, language).phrases


def cited_ids(game: Any) -> set[str]:
    """Every literal in the source that stands where a rule id stands, and every move's and effect's rule."""
    found = {kind.RULE for kind in (*game.MOVES, *game.OUTCOMES)} | ALSO.get(game.ID, set())
    for source in sources(game):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                for argument in node.args[RULE_ARGUMENT[name] :][:1] if name in RULE_ARGUMENT else ():
                    found |= {n.value for n in ast.walk(argument) if isinstance(n, ast.Constant) and n.value}
    for kind in game.EFFECTS.__args__:
        defaults = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
        found.add(defaults.get("rule") or "box")
        found |= set(re.findall(r"'([a-z-]+)'", str(kind.__annotations__.get("rule", ""))))  # a Literal
    return found


@EACH_GAME
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_cited_rule_is_in_the_leaflet(game: Any, language: str) -> None:
    leaflet = collection().joinpath(f"{game.ID}/rules.{language}.md").read_text("utf-8")
    assert len(cited_ids(game)) > 25
    assert cited_ids(game) - set(re.findall(r"\{#([a-z][a-z0-9-]*)[^}]*\}", leaflet)) == set()


@EACH_GAME
def test_both_languages_have_the_same_phrases_with_the_same_fields(game: Any) -> None:
    def fields(text: str) -> set[str]:
        return {name.lower() for _, name, _, _ in Formatter().parse(text) if name}

    english, spanish = phrases(game, "en"), phrases(game, "es")
    assert english.keys() == spanish.keys()
    for key in english:
        assert not fields(spanish[key]) - fields(english[key]), key
    assert not [
        key
        for key in english
        if english[key] == spanish[key] and re.search(r"[a-z]{3}", re.sub(r"\{\w+\}", "", english[key]))
    ]


@EACH_GAME
def test_every_effect_has_a_phrase(game: Any) -> None:
    named = {key.split(".")[1] for key in phrases(game, "en") if key.startswith("effect.")}
    effects = {kind.__name__ for kind in game.EFFECTS.__args__}
    shared = {"TurnBegan"} if game is hangzhou else set()
    assert named - shared == effects - {"FinalSale"} | {"Corrected"}, "a final sale is said as a sale"


@EACH_GAME
def test_every_phrase_of_a_refusal_is_used(game: Any) -> None:
    source = "".join([*sources(game), *(path.read_text("utf-8") for path in SHARED)])
    for key in read_own_phrases(game.WORDS, "en"):
        kind, _, rest = key.partition(".")
        if kind in ("refusal", "fault"):
            assert f'"{rest.partition(".")[0]}"' in source, key


@EACH_GAME
@pytest.mark.parametrize("language", ["en", "es"])
def test_phrases_are_sentences_and_keys_are_short(game: Any, language: str) -> None:
    tree = tomllib.loads(files(game.WORDS).joinpath(f"words.{language}.toml").read_text("utf-8"))
    for name, variants in tree["effect"].items():
        assert all(text.endswith(".") for text in variants.values()), name
    for reason, text in tree["refusal"].items():
        assert len(text) <= (70 if game is hangzhou else 48), reason


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
    assert components.CHARACTER_NAMES["en"]["interpreter"] == "Interpreter"
