"""Play again: the same people, seats and phones at a new table; the left neighbour starts."""

from __future__ import annotations

import pytest
from party import Party

from companion.tables import Finish, NameSeat, Settings, Tables, TakeSeat, new_token
from companion.tables.errors import TableError


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
