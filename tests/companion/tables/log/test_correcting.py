"""The table is right: any field is corrected."""

from __future__ import annotations

import pytest
from party import SAMPLE, Party

from companion.engine.correction import Change
from companion.games.hangzhou.names import Space
from companion.tables import Act, Correct, RefusedByRule, Tables
from companion.tables.errors import TableError


def test_a_correction_says_who_and_why(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    line = party.do("Mei", Correct((Change("city.A5.dye", "red"),), "wrong tap")).entries[0]
    effect = line.effects[0]
    assert (effect.who, effect.why) == ("Mei", "wrong tap")
    assert party.state.shop(Space.A5).dye == "red"
    assert party.view().corrected == ("city.A5.dye",)
    assert party.do("host", Correct((Change("round_die", 2),), "so")).entries[0].effects[0].who == "host"


def test_corrected_fields_are_marked_until_the_round_ends(tables: Tables) -> None:
    party = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y")
    party.do("Mei", Correct((Change("hands.blue.coins", 5),), "forgotten"))
    assert party.view().corrected == ("hands.blue.coins",)
    party.act("Priya", "take coin")
    assert party.view().corrected == ()


def test_what_cannot_be_set_is_refused_by_name(tables: Tables) -> None:
    party = Party(tables)
    with pytest.raises(TableError, match="not_started"):
        party.give("Mei", Correct((Change("round_die", 2),), "so"))
    party = Party(tables, position=SAMPLE)
    for path, value in (("hands.pink.coins", 3), ("city.A9", None), ("round_die", "six"), ("hands.blue.coins", -1)):
        result = party.give("Mei", Correct((Change(path, value),), "so"))
        assert isinstance(result, RefusedByRule) and result.refusal.reason == "correction_does_not_fit", path
    assert isinstance(party.give("Mei", Correct((Change("round_die", 2),), "  ")), RefusedByRule), "why?"


def test_a_correction_back_in_the_merchants_round(tables: Tables) -> None:
    party = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y")
    rolled = party.do("Priya", Act("take coin"))
    orange = next(line.seq for line in rolled.entries if line.source == "rules")
    party.do("Ana", Correct((Change("hands.white.coins", 0),), "so it was", at=orange))
    assert party.state.hands[0].coins == 0 and party.view().waiting == (1,)
    party.act("Mei", "pass")
    with pytest.raises(TableError, match="too_late"):
        party.give("Ana", Correct((Change("hands.white.coins", 1),), "so", at=orange))
