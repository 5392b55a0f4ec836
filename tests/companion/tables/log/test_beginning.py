"""Who begins a game, and who has the first turn: the host or all, a name or the lot."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from party import Party

from companion.tables import Finish, LeaveSeat, Mix, NameSeat, Ready, Start, Tables, TakeSeat, new_token
from companion.tables.errors import TableError
from companion.tables.log import entries as e
from companion.tables.log import proof


def test_a_guest_begins_only_when_all_are_ready(tables: Tables) -> None:
    party = Party(tables, ("Ana", "Mei", "Tomás"))
    for name in ("Ana", "Mei"):
        party.do(name, Ready())
        with pytest.raises(TableError, match="host_only"):
            party.give("Mei", Start())
    party.do("Tomás", Ready())
    assert party.view().ui.ready == (0, 1, 2)
    party.do("Mei", Start())
    assert party.state is not None


def test_a_mark_is_taken_back_and_goes_with_its_player(tables: Tables) -> None:
    party = Party(tables, ("Ana", "Mei"))
    party.do("Mei", Ready())
    party.do("Mei", Ready())
    assert party.view().ui.ready == (1,), "a second tap changes nothing"
    party.do("Mei", Ready(False))
    assert party.view().ui.ready == ()
    party.do("Mei", Ready())
    party.do("Mei", LeaveSeat())
    party.phones["Priya"] = new_token()
    party.do("Priya", TakeSeat(1, "Priya"))
    assert party.view().ui.ready == (), "whoever comes to that chair has not said so"
    with pytest.raises(TableError, match="not_seated"):
        party.give("host", Ready())
    party.do("host", Start())
    with pytest.raises(TableError, match="too_late"):
        party.give("Ana", Ready())


def test_a_chair_kept_for_somebody_without_a_phone_is_set_free_again(tables: Tables) -> None:
    party = Party(tables, ("Ana", "Mei"))
    party.do("Ana", NameSeat(2, "Tomás"))
    party.do("Ana", LeaveSeat(2))
    party.do("Ana", LeaveSeat(2))
    assert [chair.name for chair in party.view().chairs] == ["Ana", "Mei", "", ""]
    assert party.kinds().count("leave") == 1
    with pytest.raises(TableError, match="seat_taken"):
        party.give("Ana", LeaveSeat(1))
    party.do("host", Start())
    assert len(party.view().names) == 2
    with pytest.raises(TableError, match="too_late"):
        party.give("Ana", LeaveSeat(2))


def test_the_lot_falls_on_everybody_alike() -> None:
    seeds = [number.to_bytes(proof.SEED_BYTES, "big") for number in range(3000)]
    found = [proof.first(seed, 3) for seed in seeds]
    assert all(900 < found.count(seat) < 1100 for seat in range(3))
    assert found != [proof.first(seed, 3, ("abc",)) for seed in seeds], "what phones mix in counts"


def test_the_lot_follows_from_the_seed_and_can_be_checked(tables: Tables) -> None:
    for name in ("one", "two", "three"):
        party = Party(tables, ("Ana", "Mei", "Tomás"), game="xanadu", options={"cards": "paper"})
        party.do("Mei", Mix(name))
        party.do("host", Start(lot=True))
        party.do("host", Finish())
        log = tables.history.store.log(party.code)
        started = next(event for event in log if isinstance(event.body, e.Start))
        assert isinstance(started.body, e.Start) and started.body.lot
        assert party.view().proof, "the seed is told though nothing was rolled"
        assert not proof.prove(log, "QKTRN").findings
        other = replace(started.body, first=(started.body.first + 1) % 3)
        slipped = [replace(event, body=other) if event is started else event for event in log]
        assert [finding.kind for finding in proof.prove(slipped, "QKTRN").findings] == ["roll"]
