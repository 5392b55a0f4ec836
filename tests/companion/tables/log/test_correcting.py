"""The table is right: any field is corrected, and one forgotten step is looked for (flows 4.7)."""

from __future__ import annotations

import pytest
from party import SAMPLE, Party

from companion.engine import hangzhou
from companion.engine.correction import Change
from companion.games.hangzhou.names import Space
from companion.tables import Act, Correct, ForgottenStep, RefusedByRule, Tables
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


def explained(party: Party, path: str, value: object) -> list[ForgottenStep]:
    """What is offered, each checked: its changes make the field so."""
    steps = list(party.tables.repairs.forgotten(party.code, party.phones["Mei"], (Change(path, value),)))
    for step in steps:
        assert hangzhou.say(step.effects[0], step.state)
    return steps


def test_a_coin_taken_instead_of_a_pass_is_found(tables: Tables) -> None:
    party = Party(tables, position=f"{SAMPLE} seals: B")
    party.act("Ana", "pass")
    party.act("Mei", "coin A2", "end turn")
    party.act("Tomás", "pass")
    # On the table Mei did not place that coin: she took one.
    best = explained(party, "hands.blue.coins", 3)
    assert best, "something explains it"
    entry = party.view().seq
    party.do("Mei", Correct(best[0].changes, "forgotten", explains=best[0].key))
    assert party.state.hands[1].coins == 3
    line = tables.log_for(party.code, after=entry)[0]
    assert line.explains == best[0].key


def test_a_forgotten_second_action_is_found_where_it_was(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    party.act("Ana", "shop C2", "end turn")
    ended = party.view().seq
    party.act("Mei", "pass")
    party.act("Tomás", "pass")
    found = explained(party, "city.B1.coins", 1)
    assert (found[0].kind, found[0].at, found[0].seat) == ("instead", ended, 0)
    assert type(found[0].effects[0]).__name__ == "CoinPlaced"
    assert {change.path: change.value for change in found[0].changes} == {"city.B1.coins": 1, "hands.white.coins": 4}
