"""Words in both languages, the leaflet paragraphs that they point to, and the box."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from importlib.resources import files
from string import Formatter

import pytest
from xanadu_tables import effects, table

from companion.engine import xanadu
from companion.engine.wording import own_phrases, wording
from companion.games.xanadu import components
from companion.games.xanadu.names import COLOURS, RESOURCES
from pnp.kits import collection

ENGINE = files("companion.games.xanadu")
SHARED = tuple(files("companion.engine").joinpath(name) for name in ("correction.py", "rules.py"))
_RULE_ARGUMENT = {"Refusal": 1, "Fault": 1, "ScoreLine": 3, "Switch": 2, "ended": 1, "_not_shown": 4, "Why": 0}
"""Where the rule id stands among the arguments of a call."""


def cited_ids() -> set[str]:
    """Every literal in the engine's source that stands where a rule id stands, and every move's and effect's rule."""
    found = {kind.RULE for kind in (*xanadu.MOVES, *xanadu.OUTCOMES)}
    for path in ENGINE.iterdir():
        if not path.name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                for argument in node.args[_RULE_ARGUMENT[name] :][:1] if name in _RULE_ARGUMENT else ():
                    found |= {n.value for n in ast.walk(argument) if isinstance(n, ast.Constant) and n.value}
    for kind in xanadu.EFFECTS.__args__:
        defaults = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
        found.add(defaults.get("rule") or "box")
        if kind.__struct_fields__[-1] == "rule" and "rule" not in defaults:
            found |= set(re.findall(r"'([a-z-]+)'", str(kind.__annotations__["rule"]).replace('"', "'")))
    return found


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_cited_rule_is_in_the_leaflet(language: str) -> None:
    leaflet = collection().joinpath(f"xanadu/rules.{language}.md").read_text("utf-8")
    assert len(cited_ids()) > 30
    assert cited_ids() - set(re.findall(r"\{#([a-z][a-z0-9-]*)[^}]*\}", leaflet)) == set()


def phrases(language: str) -> dict[str, str]:
    return wording("companion.games.xanadu", language).phrases


def test_both_languages_have_the_same_phrases_with_the_same_fields() -> None:
    def fields(text: str) -> set[str]:
        return {name.lower() for _, name, _, _ in Formatter().parse(text) if name}

    english, spanish = phrases("en"), phrases("es")
    assert english.keys() == spanish.keys()
    for key in english:
        assert fields(spanish[key]) == fields(english[key]), key
    assert not [
        key
        for key in english
        if english[key] == spanish[key] and re.search(r"[a-z]{3}", re.sub(r"\{\w+\}", "", english[key]))
    ]


def test_every_effect_has_a_phrase() -> None:
    named = {key.split(".")[1] for key in phrases("en") if key.startswith("effect.")}
    effects = {kind.__name__ for kind in xanadu.EFFECTS.__args__}
    assert named == effects - {"FinalSale"} | {"Corrected"}, "which is said as a sale"


def test_phrases_are_sentences_and_keys_are_short() -> None:
    for language in ("en", "es"):
        tree = tomllib.loads(ENGINE.joinpath(f"words.{language}.toml").read_text("utf-8"))
        for name, variants in tree["effect"].items():
            for text in variants.values():
                assert text.endswith("."), name
        for reason, text in tree["refusal"].items():
            assert len(text) <= 48, reason


def test_every_reason_and_fault_of_the_source_has_words() -> None:
    named = {key.split(".")[1] for key in phrases("en") if key.startswith("refusal.")}
    faults = {key.split(".")[1] for key in phrases("en") if key.startswith("fault.")}
    reasons: set[str] = set()
    kinds: set[str] = set()
    for path in (*ENGINE.iterdir(), *SHARED):
        if path.name.endswith(".py"):
            text = path.read_text("utf-8")
            reasons |= set(re.findall(r'Refusal\(\s*"([a-z_]+)"', text))
            kinds |= set(re.findall(r'Fault\(\s*"([a-z_]+)"', text))
    assert reasons <= named
    assert {
        key.split(".")[1] for key in own_phrases("companion.games.xanadu", "en") if key.startswith("refusal.")
    } <= reasons
    assert faults <= kinds


def test_a_key_and_its_sentence() -> None:
    state = table("A: 02 hand 61 B: 01")
    refusal = xanadu.refusal(state, xanadu.parse_action("build 61"))
    assert refusal is not None
    assert xanadu.say(refusal, state) == "Missing: stone, 2 bronze and jade."
    assert xanadu.say(refusal, state, "es") == "Falta: piedra, 2 bronce y jade."


def test_a_worker_in_words_says_what_it_does_to_the_price() -> None:
    state = table("A: 49 B: 01 hand 05 now: play B")
    placed = effects(state, "worker 49 05")[0]
    assert xanadu.say(placed, state, names=["Ana", "Bo"]) == (
        "Bo places Willow Well as a worker on row 1 of Barracks: bronze and stone. The price goes down from 6 to 5."
    )
    service = table("A: 07.18 B: 01 hand 05 now: play B")
    said = xanadu.say(effects(service, "worker 07 05")[0], service, "es", names=["Ana", "Bo"])
    assert said.endswith("Queda abierto el favor para Ana: madera.")


def test_why_so_many_cards_are_drawn() -> None:
    state = table("A: 01 hand 11 12 B: 02")
    ended = effects(state, "worker 02 11", "end turn")[0]
    assert xanadu.why(ended, state)[0].lines == (
        "✗ sold in step 1: 3 cards",
        "✗ nothing done: up to 7 in hand",
        "✓ otherwise: 1 card",
    )
    full = table("A: 01 03 hand 11 12 13 14 15 16 B: 02")
    assert xanadu.why(effects(full, "sell 01", "end turn")[0], full)[0].lines[-1] == "✓ no more than 7 in hand"


def test_score_lines_name_the_buildings() -> None:
    state = table("A: c4 49.* 02 B: 01 now: over")
    sheet = xanadu.score(state).sheets[0]
    assert [xanadu.say(line, state, "es") for line in sheet.lines] == [
        "Tong bao de las ventas",
        "Cuartel",
        "Horno de ladrillos",
    ]
    assert [line.points for line in sheet.lines][:2] == [4, 5]


# --- the box --------------------------------------------------------------------------------------


def test_the_box_is_read_from_the_printed_game() -> None:
    counted = Counter(row.colour for row in components.BUILDINGS.values())
    assert [counted[colour] for colour in COLOURS] == [24, 24, 12, 10, 4]
    assert {edition: len(cards) for edition, cards in components.EDITIONS.items()} == {"printed": 70, "online": 74}
    assert [row.card for row in components.BUILDINGS.values()] == list(range(1, 75))
    for row in components.BUILDINGS.values():
        assert 1 <= len(row.cost) <= 4
        assert [1 <= len(r) <= 3 for r in row.rows] == [True] * 4
        assert len(row.prices) == 5


def test_what_the_colours_cost() -> None:
    one_of = {
        "brown": {"wood", "clay"},
        "blue": {"silk", "porcelain", "ink"},
        "yellow": {"gold", "bronze"},
        "green": {"jade"},
        "magenta": {"jade"},
    }
    for row in components.BUILDINGS.values():
        assert one_of[row.colour] & set(row.cost), row.id
    assert set(components.RESOURCE_NAMES["en"]) == set(RESOURCES)
