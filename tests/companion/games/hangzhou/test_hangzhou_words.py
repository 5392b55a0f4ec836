"""Words in both languages, and the leaflet paragraphs that they point to."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib.resources import files
from string import Formatter

import pytest
from positions import table

from companion.engine import hangzhou
from companion.engine.wording import wording
from companion.games.hangzhou import components
from companion.games.hangzhou.decision import decide
from companion.games.hangzhou.effects import MerchantMoved
from companion.games.hangzhou.moves import PlaceDye, PlaceShop
from companion.games.hangzhou.names import Merchant
from pnp.kits import collection

ENGINE = files("companion.games.hangzhou")
_ID = re.compile(r"\{#([a-z][a-z0-9-]*)[^}]*\}")
_RULE_ARGUMENT = {"Refusal": 1, "Fault": 1, "ScoreLine": 3, "Switch": 2, "GameEnded": 0, "WentOn": 0, "_own_shop": 3}
"""Where the rule id stands among the arguments of a call."""


def leaflet_ids(language: str) -> set[str]:
    return set(_ID.findall(collection().joinpath(f"hangzhou/rules.{language}.md").read_text("utf-8")))


def cited_ids() -> set[str]:
    """Every literal in the engine's source that stands where a rule id stands, and every move's and effect's rule."""
    found = {"no-target", "stay", "nearest", "coins", "temple", "clockwise", "house-blocking"}
    found |= {kind.RULE for kind in (*hangzhou.MOVES, *hangzhou.OUTCOMES)}
    for path in ENGINE.iterdir():
        if not path.name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                for argument in node.args[_RULE_ARGUMENT[name] :][:1] if name in _RULE_ARGUMENT else ():
                    found |= {n.value for n in ast.walk(argument) if isinstance(n, ast.Constant) and n.value}
    for kind in hangzhou.EFFECTS.__args__:
        defaults = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
        found.add(defaults.get("rule") or "box")
    return found


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_cited_rule_is_in_the_leaflet(language: str) -> None:
    assert len(cited_ids()) > 25
    assert cited_ids() - leaflet_ids(language) == set()


def phrases(language: str) -> dict[str, str]:
    return wording("companion.games.hangzhou", language).phrases


def test_both_languages_have_the_same_phrases_with_the_same_fields() -> None:
    def fields(text: str) -> set[str]:
        return {name.lower() for _, name, _, _ in Formatter().parse(text) if name}

    english, spanish = phrases("en"), phrases("es")
    assert english.keys() == spanish.keys()
    for key in english:
        missing = fields(spanish[key]) - fields(english[key])
        assert not missing, key
    assert not [
        key
        for key in english
        if english[key] == spanish[key] and re.search(r"[a-z]{3}", re.sub(r"\{\w+\}", "", english[key]))
    ]


def test_every_effect_has_a_phrase() -> None:
    named = {key.split(".")[1] for key in phrases("en") if key.startswith("effect.")}
    effects = {kind.__name__ for kind in hangzhou.EFFECTS.__args__} | {"Corrected"}
    assert named - {"TurnBegan"} == effects, "that one is of other games"


def test_what_is_named_on_a_key_is_a_move() -> None:
    named = {key.removeprefix("move.") for key in phrases("en") if key.startswith("move.")}
    assert (
        {"shop", "take coin"} < named <= {kind.__struct_config__.tag for kind in (*hangzhou.MOVES, *hangzhou.OUTCOMES)}
    )


def test_phrases_are_sentences() -> None:
    for language in ("en", "es"):
        tree = tomllib.loads(ENGINE.joinpath(f"words.{language}.toml").read_text("utf-8"))
        for name, variants in tree["effect"].items():
            for text in variants.values():
                assert text.endswith("."), name
        for reason, text in tree["refusal"].items():
            assert len(text) <= 70, reason


CITY = table(
    "D2Wr1 A3Rr D4Br1",
    stand="- D3 - -",
    wants="- r2 - -",
)


def test_a_key_and_its_sentence() -> None:
    refusal = hangzhou.refusal(CITY, PlaceShop("D2"))
    assert hangzhou.say(refusal, CITY, names=["Ana", "Tomás", "Mei", "Priya"]) == "D2 has Priya’s shop."
    assert hangzhou.say(refusal, CITY, "es") == "En D2 hay una tienda de Blanco."
    none_left = hangzhou.parse("hangzhou RB city: A1R supply: r1")
    refusal = hangzhou.refusal(none_left, PlaceDye("A1", "blue"))
    assert hangzhou.say(refusal, none_left) == "All 8 blue dyes are in use."


def test_a_decision_in_words() -> None:
    decision = decide(CITY, Merchant.GREEN)
    said = [(why.title, why.lines) for why in hangzhou.why(decision, CITY)]
    assert said == [
        ("Nearest", ("= D2 (White): 1 step", "✗ A3 (Red): 5 steps", "= D4 (Blue): 1 step")),
        ("Most coins", ("= D2 (White): 1 coin", "= D4 (Blue): 1 coin")),
        ("Closer to the temple", ("= D2: 2 steps from the temple", "= D4: 2 steps from the temple")),
        ("Clockwise", ("✗ D2", "✓ D4")),
    ]
    effect = MerchantMoved(decision)
    assert effect.rule == "clockwise"
    assert hangzhou.say(effect, CITY).startswith("Green moves from D3 to D4.")


def test_unknown_languages_are_named() -> None:
    with pytest.raises(KeyError, match="there are: en, es"):
        hangzhou.say(MerchantMoved(decide(CITY, Merchant.GREEN)), CITY, "fr")


def test_the_box_is_read_from_the_printed_game() -> None:
    assert sum(components.DICE) == 20
    assert sum(components.SHOPS.values()) == 24
    assert {row.dye.value: [d.value for d in row.brew] for row in components.DYE_ROWS if row.brew} == {
        "green": ["blue", "yellow"],
        "orange": ["red", "yellow"],
        "purple": ["blue", "red"],
        "black": ["blue", "red", "yellow"],
    }
    assert [gate.value for gate in components.GATES.values()] == ["north", "east", "south", "west"]
