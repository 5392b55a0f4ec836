"""Words in both languages, and the leaflet paragraphs that they point to."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib.resources import files
from string import Formatter

import pytest
from dunhuang_tables import table, told

from companion.engine import dunhuang
from companion.engine.wording import wording
from companion.games.dunhuang import components
from companion.games.dunhuang.chance import PHASE_RULES
from companion.games.dunhuang.moves import IntoShop, MoveCamel, Pay
from companion.games.dunhuang.names import CHARACTERS, GOODS
from pnp.kits import collection

ENGINE = files("companion.games.dunhuang")
SHARED = tuple(files("companion.engine").joinpath(name) for name in ("correction.py", "rules.py"))
_ID = re.compile(r"\{#([a-z][a-z0-9-]*)[^}]*\}")
_RULE_ARGUMENT = {"Refusal": 1, "Fault": 1, "ScoreLine": 3, "Switch": 2, "TokenTaken": 1, "CardLaid": 2}
"""Where the rule id stands among the arguments of a call."""


def leaflet_ids(language: str) -> set[str]:
    return set(_ID.findall(collection().joinpath(f"dunhuang/rules.{language}.md").read_text("utf-8")))


def cited_ids() -> set[str]:
    """Every literal in the engine's source that stands where a rule id stands, and every move's and effect's rule."""
    found = {*PHASE_RULES.values(), *(character.value for character in CHARACTERS), "characters", "end", "house-end"}
    found |= {kind.RULE for kind in (*dunhuang.MOVES, *dunhuang.OUTCOMES)}
    for path in ENGINE.iterdir():
        if not path.name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                for argument in node.args[_RULE_ARGUMENT[name] :][:1] if name in _RULE_ARGUMENT else ():
                    found |= {n.value for n in ast.walk(argument) if isinstance(n, ast.Constant) and n.value}
    for kind in dunhuang.EFFECTS.__args__:
        defaults = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
        found.add(defaults.get("rule") or "box")
    return found


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_cited_rule_is_in_the_leaflet(language: str) -> None:
    assert len(cited_ids()) > 40
    assert cited_ids() - leaflet_ids(language) == set()


def phrases(language: str) -> dict[str, str]:
    return wording("companion.games.dunhuang", language).phrases


def test_both_languages_have_the_same_phrases_with_the_same_fields() -> None:
    def fields(text: str) -> set[str]:
        return {name.lower() for _, name, _, _ in Formatter().parse(text) if name}

    english, spanish = phrases("en"), phrases("es")
    assert english.keys() == spanish.keys()
    for key in english:
        assert not fields(spanish[key]) - fields(english[key]), key
    assert not [
        key
        for key in english
        if english[key] == spanish[key] and re.search(r"[a-z]{3}", re.sub(r"\{\w+\}", "", english[key]))
    ]


def test_every_effect_has_a_phrase() -> None:
    named = {key.split(".")[1] for key in phrases("en") if key.startswith("effect.")}
    assert named == {kind.__name__ for kind in dunhuang.EFFECTS.__args__} | {"Corrected"}


def test_every_phrase_of_a_refusal_is_used() -> None:
    source = "".join(path.read_text("utf-8") for path in (*ENGINE.iterdir(), *SHARED) if path.name.endswith(".py"))
    for key in phrases("en"):
        kind, _, rest = key.partition(".")
        if kind in ("refusal", "fault"):
            assert f'"{rest.partition(".")[0]}"' in source, key


def test_phrases_are_sentences() -> None:
    for language in ("en", "es"):
        tree = tomllib.loads(ENGINE.joinpath(f"words.{language}.toml").read_text("utf-8"))
        for name, variants in tree["effect"].items():
            for text in variants.values():
                assert text.endswith("."), name
        for reason, text in tree["refusal"].items():
            assert len(text) <= 48, reason


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
