"""Words of Hangzhou, and why a merchant went there: every loser is named under the rule that left it out."""

from __future__ import annotations

import random

import pytest
from cases import random_position
from flask import Flask
from paperless import opened
from positions import table

from companion.engine import hangzhou
from companion.engine.wording import LANGUAGES, wording
from companion.games.hangzhou import components
from companion.games.hangzhou.decision import decide
from companion.games.hangzhou.effects import MerchantMoved
from companion.games.hangzhou.moves import PlaceDye, PlaceShop
from companion.games.hangzhou.names import Merchant
from companion.tables import Tables

NAMES = ("Ana", "Mei", "Tomás", "Priya")


def test_what_is_named_on_a_key_is_a_move() -> None:
    named = {
        key.removeprefix("move.")
        for key in wording("companion.games.hangzhou", "en").phrases
        if key.startswith("move.")
    }
    assert (
        {"shop", "take coin"} < named <= {kind.__struct_config__.tag for kind in (*hangzhou.MOVES, *hangzhou.OUTCOMES)}
    )


CITY = table("D2Wr1 A3Rr D4Br1", stand="- D3 - -", wants="- r2 - -")


def test_a_key_and_its_sentence() -> None:
    refusal = hangzhou.refusal(CITY, PlaceShop("D2"))
    assert hangzhou.say(refusal, CITY, names=["Ana", "Tomás", "Mei", "Priya"]) == "D2 has Priya’s shop."
    assert hangzhou.say(refusal, CITY, "es") == "En D2 hay una tienda de Blanco."
    none_left = hangzhou.parse("hangzhou RB city: A1R supply: r1")
    refusal = hangzhou.refusal(none_left, PlaceDye("A1", "blue"))
    assert hangzhou.say(refusal, none_left) == "No blue left."


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


def test_who_stands_on_a_target_stays() -> None:
    state = table("B1Wr D1Br", stand="B1 - - -", wants="r2 - - -", players="WB")
    (why,) = hangzhou.why(decide(state, Merchant.ORANGE), state)
    assert (why.rule, why.lines) == ("stay", ("Orange stays: it stands on B1, which has red.",))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_loser_is_named(language: str) -> None:
    """At random positions, under all house rules: what a decision left out stands as ✗ under the rule that did it."""
    looked = 0
    for seed in range(400):
        state = random_position(random.Random(seed))
        for merchant in Merchant:
            decision = decide(state, merchant)
            if decision.decided_by in ("no-target", "stay"):
                continue
            told = hangzhou.why(decision, state, language, NAMES[: len(state.hands)])
            lost = {(one.cut_by, one.space) for one in decision.targets} | {(s.cut_by, s.to) for s in decision.steps}
            named = {(one.rule, line[2:4]) for one in told for line in one.lines if line.startswith("✗")}
            assert {(rule, str(space)) for rule, space in lost if rule and rule != "stay"} == named, (seed, merchant)
            looked += len(named)
    assert looked > 300


def test_the_log_tells_the_same(app: Flask, tables: Tables) -> None:
    market = "market: r2 b1 y3 g4 / k5 r1 b3 o6 / g4 y2 r3 p5 / k6 b2 y1 r2"
    where, (ana,) = opened(app, ("Ana",), players="2")
    ana.at(f"{where}/advanced").press(
        "Play on from a position",
        **{"set.position": f"hangzhou WB city: B3Wr1 D1Br E5Wr merchants: B1 - - - {market} now: move orange"},
    )
    lines = tables.log_for(where[3:], limit=50)
    at = next(line.seq for line in lines if "MerchantMoved" in [type(one).__name__ for one in line.effects])
    assert "E5 (Ana): 7 steps" in ana.at(f"{where}/log/{at}").text


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
