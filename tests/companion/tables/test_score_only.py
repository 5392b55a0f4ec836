"""Score only: everybody counts in secret, then the engine's score sheet says who has won (flows 4.12)."""

from __future__ import annotations

import pytest
from party import Party

from companion.engine.game import OVER
from companion.tables import Settings, Tables, Tally
from companion.tables.errors import TableError

SCORE = Settings(way="score")


def things(coins: int, shop_coins: int = 0, dyes: int = 0, points: int = 0, **more: int) -> dict[str, int]:
    return {"coins": coins, "shop_coins": shop_coins, "dyes": dyes, "points": points, **more}


def counting(tables: Tables) -> Party:
    return Party(tables, names=("Ana", "Mei", "Tomás"), settings=SCORE, chairs=3)


def test_counts_are_secret_until_all_are_ready(tables: Tables) -> None:
    party = counting(tables)
    party.do("Ana", Tally(0, {"coins": 3}))
    party.do("Ana", Tally(0, things(3, 1, 2, 1), ready=True))
    for name in ("Mei", None):
        tally = party.view(name).tally
        assert tally is not None and tally.counted == {} and tally.ready == (0,)
        bodies = [line.body for line in tables.log_for(party.code, party.token(name)) if line.kind == "tally"]
        assert [body.things for body in bodies] == [{}, {}], "the log keeps the secret too"
    own = party.view("Ana").tally
    assert own is not None and own.counted == {0: things(3, 1, 2, 1)}
    party.do("Mei", Tally(1, things(2), ready=True))
    assert party.view().score is None
    party.do("Tomás", Tally(2, things(1), ready=True))
    view = party.view()
    assert view.tally is not None and view.tally.done and view.tally.counted[0] == things(3, 1, 2, 1)
    assert view.score is not None and view.score.final
    assert [sheet.total for sheet in view.score.sheets] == [3 + 1 + 6 + 6, 2, 1]
    assert view.score.winners == (0,) and view.score.decided_by == "score"
    assert view.state is None and view.scored is not None and view.scored.turn is OVER, "the end that they have counted"


def test_only_those_who_tie_are_asked_for_their_shops(tables: Tables) -> None:
    party = counting(tables)
    party.do("Ana", Tally(0, things(6), ready=True))
    party.do("Mei", Tally(1, things(0, 0, 2), ready=True))
    tally = party.view("Ana").tally
    assert tally is not None and "shops" not in tally.asked[0], "who ties is not told before all are ready"
    party.do("Tomás", Tally(2, things(1), ready=True))
    tally = party.view().tally
    assert tally is not None and not tally.done and tally.ready == (2,)
    assert ["shops" in tally.asked[chair] for chair in range(3)] == [True, True, False]
    party.refuses("Tomás", Tally(2, {"shops": 3}), code=r"bad_command.*shops")
    party.do("Ana", Tally(0, {"shops": 2}, ready=True))
    party.do("Mei", Tally(1, {"shops": 4}, ready=True))
    score = party.view().score
    assert score is not None and score.winners == (1,) and score.decided_by == "tie"
    assert [sheet.ties[0].count for sheet in score.sheets] == [2, 4, 0]


def test_nobody_goes_on_with_what_another_phone_has_begun_to_count(tables: Tables) -> None:
    """It would be read, or said to be whole."""
    party = Party(tables, names=("Ana", "Mei"), settings=SCORE, chairs=3)
    party.do("Mei", Tally(1, things(7)))
    for command in (Tally(1, {}), Tally(1, {}, ready=True), Tally(1, {"coins": 1})):
        party.refuses("Ana", command, code=r"counts_alone.*Mei")
    party.do("Mei", Tally(2, things(9)))
    party.do("Ana", Tally(2, {"coins": 1}))
    tally = party.view("Ana").tally
    assert tally is not None and tally.counted == {2: {"coins": 1}}, "begun anew"


def test_ready_needs_every_count(tables: Tables) -> None:
    party = counting(tables)
    party.refuses(
        "Ana", Tally(0, {"coins": 3}, ready=True), code=r"bad_command.*not counted yet: shop_coins, dyes, points"
    )
    party.refuses("Ana", Tally(0, {"camels": 3}), code=r"bad_command.*not 'camels'")
    party.refuses("Ana", Tally(0, {"coins": 1000}), code=r"bad_command.*<= 999")
    party.refuses("Ana", Tally(3, things(1)), code="no_such_seat")
    with pytest.raises(TableError, match="not_seated"):
        tables.command(party.code, "0" * 32, Tally(0, things(1)), command_id="w")


def test_a_count_can_be_taken_back_until_it_is_right(tables: Tables) -> None:
    party = counting(tables)
    for chair, name in enumerate(party.phones):
        party.do(name, Tally(chair, things(chair), ready=True))
    assert party.view().score is not None
    party.do("Ana", Tally(0, {"coins": 9}))
    assert party.view().score is None
    party.do("Ana", Tally(0, {}, ready=True))
    score = party.view().score
    assert score is not None and score.sheets[0].total == 9


def test_more_shops_than_a_player_has(tables: Tables) -> None:
    party = counting(tables)
    for chair, name in enumerate(party.phones):
        party.do(name, Tally(chair, things(4), ready=True))
    party.do("Ana", Tally(0, {"shops": 7}, ready=True))
    party.do("Mei", Tally(1, {"shops": 1}, ready=True))
    party.refuses("Tomás", Tally(2, {"shops": 1}, ready=True), code=r"miscounted.*6 at most")


def test_a_phone_sees_what_was_entered_on_it_also_of_those_who_are_done(tables: Tables) -> None:
    party = Party(tables, names=("Ana", "Mei"), settings=SCORE, chairs=3)
    party.do("Ana", Tally(2, things(20), ready=True))
    own, other = party.view("Ana").tally, party.view("Mei").tally
    assert own is not None and own.counted == {2: things(20)} and own.ready == (2,)
    assert other is not None and other.counted == {} and other.by == {2: 0}
    party.refuses("Mei", Tally(2, {"coins": 1}), code="counts_alone")
