"""Why a merchant went there: every candidate that lost is named under the rule that left it out."""

from __future__ import annotations

import random

import pytest
from cases import random_position
from flask import Flask
from paperless import opened

from companion.engine import hangzhou
from companion.engine.wording import LANGUAGES
from companion.games.hangzhou.decision import decide
from companion.games.hangzhou.names import Merchant
from companion.tables import Tables

LINE = (
    "hangzhou WB city: {} merchants: {} market: r2 b1 y3 g4 / k5 r1 b3 o6 / g4 y2 r3 p5 / k6 b2 y1 r2 {} now: move {}"
)
NAMES = ("Ana", "Mei", "Tomás", "Priya")


def reasons(city: str, merchants: str, merchant: str = "orange") -> dict[str, tuple[str, ...]]:
    state = hangzhou.parse(LINE.format(city, merchants, "", merchant))
    decision = decide(state, Merchant(merchant))
    return {one.rule: one.lines for one in hangzhou.why(decision, state, "en", NAMES)}


def test_who_stands_on_a_target_stays() -> None:
    assert reasons("B1Wr D1Br", "B1 - - -") == {"stay": ("Orange stays: it stands on B1, which has red.",)}


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
    table, (ana,) = opened(app, ("Ana",), players="2")
    ana.get(f"{table}/advanced")
    ana.press(
        "Play on from a position",
        **{"set.position": LINE.format("B3Wr1 D1Br E5Wr", "B1 - - -", "W: c9 B: c9", "orange")},
    )
    lines = tables.log_for(table[3:], limit=50)
    at = next(line.seq for line in lines if "MerchantMoved" in [type(one).__name__ for one in line.effects])
    ana.get(f"{table}/log/{at}")
    assert "E5 (Ana): 7 steps" in ana.text
