"""Words in both languages, and the leaflet paragraphs that they point to."""

from __future__ import annotations

import pytest
from positions import table

from companion.engine import hangzhou
from companion.engine.wording import wording
from companion.games.hangzhou import components
from companion.games.hangzhou.decision import decide
from companion.games.hangzhou.effects import MerchantMoved
from companion.games.hangzhou.moves import PlaceDye, PlaceShop
from companion.games.hangzhou.names import Merchant


def test_what_is_named_on_a_key_is_a_move() -> None:
    named = {
        key.removeprefix("move.")
        for key in wording("companion.games.hangzhou", "en").phrases
        if key.startswith("move.")
    }
    assert (
        {"shop", "take coin"} < named <= {kind.__struct_config__.tag for kind in (*hangzhou.MOVES, *hangzhou.OUTCOMES)}
    )


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
