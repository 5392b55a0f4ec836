"""Why a merchant went there: on phones every candidate that lost is named, with the rule and the numbers."""

from __future__ import annotations

import random

import pytest
from cases import random_position
from flask import Flask
from paperless import opened

from companion.engine.wording import LANGUAGES, wording
from companion.games import hangzhou
from companion.games.hangzhou.pages.reasons import why
from companion.tables import Tables

LINE = (
    "hangzhou WB city: {} merchants: {} market: r2 b1 y3 g4 / k5 r1 b3 o6 / g4 y2 r3 p5 / k6 b2 y1 r2 {} now: move {}"
)


class _Context:
    """As much of a phone's context as words need."""

    def __init__(self, language: str, players: int) -> None:
        self.language, self.game = language, hangzhou
        self.names = ("Ana", "Mei", "Tomás", "Priya")[:players]
        self.own_words = wording("companion.games.hangzhou.pages", language)


def told(city: str, merchants: str, merchant: str = "orange", options: str = "") -> dict[str, tuple[str, ...]]:
    state = hangzhou.parse(LINE.format(city, merchants, options, merchant))
    decision = hangzhou.decide(state, hangzhou.Merchant(merchant))
    return {one.rule: one.lines for one in why(_Context("en", 2), decision, state)}  # type: ignore[arg-type]  # see above


def test_all_four_rules_stand_in_order() -> None:
    """A shop three steps away is too far; of two as near the one with a coin; the way to it goes by the temple."""
    found = told("B3Wr1 D1Br E5Wr", "B1 - - -")
    assert list(found) == ["nearest", "coins", "temple", "clockwise"]
    assert found["nearest"] == (
        "= D1, Mei: 2 steps",
        "= B3, Ana: 2 steps",
        "✗ E5, Ana: 7 steps, the nearest has 2",
    )
    assert found["coins"] == ("✗ D1, Mei: no coins, the most is 1", "✓ B3, Ana: 1 coin")
    assert found["temple"] == ("✓ B2 alone is left",) == found["clockwise"]


def test_a_lost_step_has_its_number() -> None:
    found = told("C5Br", "A4 - - -")
    assert found["coins"] == ("✓ C5 alone is left",)
    assert any(line.startswith("✗") and "the closest has" in line for line in found["temple"])
    found = told("C5Br", "C2 - - -")
    assert any(line.startswith("✗") and "less clockwise than" in line for line in found["clockwise"])


def test_who_stands_on_a_target_says_what_it_leaves() -> None:
    assert told("B1Wr D1Br", "B1 - - -") == {"stay": ("✓ B1, Ana: it stands there", "✗ D1, Mei: 2 steps away")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_loser_is_named_with_a_number(language: str) -> None:
    """At random positions, under all house rules: what a decision left out stands as ✗ under the rule that did it."""
    looked = 0
    for seed in range(400):
        state = random_position(random.Random(seed))
        for merchant in hangzhou.Merchant:
            decision = hangzhou.decide(state, merchant)
            if decision.decided_by == "no-target":
                continue
            told = why(_Context(language, len(state.hands)), decision, state)  # type: ignore[arg-type]  # see above
            lost = {(one.cut_by, one.space) for one in decision.targets} | {(s.cut_by, s.to) for s in decision.steps}
            named = {(one.rule, line[2:4]) for one in told for line in one.lines if line.startswith("✗")}
            far = "stay" if decision.decided_by == "stay" else "nearest"
            losers = {(far if rule == "stay" else rule, str(space)) for rule, space in lost if rule}
            assert losers == named, (seed, merchant)
            assert all(
                any(c.isdigit() for c in line[4:]) or one.rule == "house-blocking"
                for one in told
                for line in one.lines
                if line.startswith("✗")
            )
            looked += len(named)
    assert looked > 300


def test_the_log_tells_the_same(app: Flask, tables: Tables) -> None:
    table, (ana,) = opened(app, ("Ana",), players="2")
    ana.get(f"{table}/advanced")
    ana.press("Play from here", **{"set.position": LINE.format("B3Wr1 D1Br E5Wr", "B1 - - -", "W: c9 B: c9", "orange")})
    lines = tables.log_for(table[3:], limit=50)
    at = next(line.seq for line in lines if "MerchantMoved" in [type(one).__name__ for one in line.effects])
    ana.get(f"{table}/log/{at}")
    assert "E5, Ana: 7 steps, the nearest has 2" in ana.text
