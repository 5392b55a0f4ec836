"""Who begins a game and has the first turn: the host or all, a name or the lot; and how the same people play again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from party import Party

from companion.tables import Finish, LeaveSeat, Mix, NameSeat, Ready, Settings, Start, Tables, TakeSeat, new_token
from companion.tables.errors import TableError
from companion.tables.log import entries as e
from companion.tables.log import proof


def test_a_guest_begins_only_when_all_are_ready(tables: Tables) -> None:
    party = Party(tables, ("Ana", "Mei", "Tomás"))
    for name in ("Ana", "Mei"):
        party.do(name, Ready())
        party.refuses("Mei", Start(), code="host_only")
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
    party.refuses("host", Ready(), code="not_seated")
    party.do("host", Start())
    party.refuses("Ana", Ready(), code="too_late")


def test_a_chair_kept_for_somebody_without_a_phone_is_set_free_again(tables: Tables) -> None:
    party = Party(tables, ("Ana", "Mei"))
    party.do("Ana", NameSeat(2, "Tomás"))
    party.do("Ana", LeaveSeat(2))
    party.do("Ana", LeaveSeat(2))
    assert [chair.name for chair in party.view().chairs] == ["Ana", "Mei", "", ""]
    assert party.kinds().count("leave") == 1
    party.refuses("Ana", LeaveSeat(1), code="seat_taken")
    party.do("host", Start())
    assert len(party.view().names) == 2
    party.refuses("Ana", LeaveSeat(2), code="too_late")


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


def test_everybody_has_the_old_seat_and_the_left_neighbour_starts(tables: Tables) -> None:
    party = Party(tables, ("Ana", "Mei"), options={"round_limit": 3}, settings=Settings(hints="off"), start=True)
    party.do("host", NameSeat(2, "Tomás"))
    party.do("host", Finish())
    made = tables.again(party.code, party.phones["Mei"], command_id="again")
    for name in ("Ana", "Mei"):
        old, new = party.view(name), tables.view_for(made, party.phones[name])
        assert (new.me.chair, new.seat) == (old.me.chair, old.seat)
    new = tables.view_for(made, party.host)
    assert new.me.host, "hosts stay hosts"
    assert [chair.name for chair in new.chairs] == ["Ana", "Mei", "Tomás", ""]
    assert (new.options, new.settings) == ({"round_limit": 3}, Settings(hints="off"))
    assert new.state.start == 1
    assert party.view().ui.next == made


def test_who_came_late_plays_in_the_next_game(tables: Tables) -> None:
    party = Party(tables, ("Ana", "Mei"), start=True)
    party.phones["Tomás"] = new_token()
    party.do("Tomás", TakeSeat(2, "Tomás"))
    assert party.view("Tomás").seat is None, "nobody is dealt in later"
    party.do("host", Finish())
    made = tables.again(party.code, party.phones["Ana"], command_id="again")
    assert tables.view_for(made, party.phones["Tomás"]).seat == 2


def test_none_is_opened_while_the_game_goes_on(tables: Tables) -> None:
    party = Party(tables, ("Ana", "Mei"), start=True)
    with pytest.raises(TableError, match="not_started"):
        tables.again(party.code, party.phones["Ana"], command_id="one")
    assert (party.view().ui.next, len(tables.history.listing())) == ("", 1)


def test_all_are_told_who_opened_it(tables: Tables) -> None:
    party = Party(tables, ("Ana", "Mei"), start=True)
    party.do("host", Finish())
    made = tables.again(party.code, party.phones["Mei"], command_id="one")
    assert {(party.view(name).ui.next, party.view(name).ui.next_by) for name in ("Ana", "Mei", "host", None)} == {
        (made, 1)
    }
