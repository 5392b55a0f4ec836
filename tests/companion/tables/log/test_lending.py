"""UI state: a phone that several share is covered; it changes once for each command, and is lost without harm."""

from __future__ import annotations

from pathlib import Path

import pytest
from party import SAMPLE, Party
from sqlalchemy import update

from companion.engine.game import Seat
from companion.tables import Tables, new_token, open_tables
from companion.tables import schema as s
from companion.tables.database import Database
from companion.tables.errors import TableError
from companion.tables.log import entries as e

HIDDEN = (
    SAMPLE.replace("W: c6 r1 B: c3 b1 R: c6 y1", "W: c71 r1 B: c72 b1 R: c73 y1") + " open-hands: hidden now: play W"
)
WHITE, BLUE, RED, YELLOW = (Seat(n) for n in range(4))


def around(tables: Tables, *phones: str, position: str = HIDDEN) -> Party:
    """A table of four, of whom only these have a phone."""
    party = Party(tables, phones)
    for chair, name in enumerate(("Ana", "Mei", "Tomás", "Priya")[len(phones) :], len(phones)):
        party.do("Ana", e.NameSeat(chair, name))
    party.do("host", e.EnterPosition(position))
    return party


def coins(party: Party, name: str | None) -> list[int]:
    """The coins of each seat that this phone shows; 0: hidden."""
    return [hand.coins for hand in party.view(name).state.hands]


def test_the_only_phone_is_covered_when_somebody_elses_turn_begins(tables: Tables) -> None:
    party = around(tables, "Ana")
    assert coins(party, "Ana") == [71, 0, 0, 0]
    assert party.view("Ana").curtain is None
    party.do("Ana", e.Act("pass"))
    view = party.view("Ana")
    assert (view.seat, view.eyes, view.curtain) == (WHITE, None, BLUE)
    assert coins(party, "Ana") == [0, 0, 0, 0] and view.legal == ()
    party.do("Ana", e.Lend(BLUE))
    view = party.view("Ana")
    assert (view.seat, view.eyes, view.curtain) == (WHITE, BLUE, None)
    assert coins(party, "Ana") == [0, 72, 0, 0] and view.legal
    party.do("Ana", e.Act("pass", BLUE))
    assert party.view("Ana").curtain == RED


def test_among_several_phones_one_is_covered_only_once_it_was_lent(tables: Tables) -> None:
    party = around(tables, "Ana", "Mei", position=HIDDEN.replace("now: play W", "now: play R"))
    for name, own in (("Ana", WHITE), ("Mei", BLUE)):
        view = party.view(name)
        assert (view.eyes, view.curtain) == (own, RED), "its own hand stays in view; it may be handed on"
    party.do("Mei", e.Lend(RED))
    assert coins(party, "Mei") == [0, 0, 73, 0]
    assert coins(party, "Ana") == [71, 0, 0, 0]
    party.do("Mei", e.Act("pass", RED))
    assert (party.view("Mei").eyes, party.view("Mei").curtain) == (None, YELLOW)
    party.do("Mei", e.Lend(None))
    assert coins(party, "Mei") == [0, 0, 0, 0]


def test_a_phone_of_ones_own_ends_it(tables: Tables) -> None:
    party = around(tables, "Ana", "Mei", position=HIDDEN.replace("now: play W", "now: play R"))
    party.do("Ana", e.Lend(RED))
    party.phones["Tomás"] = new_token()
    number = tables.ask_seat(party.code, party.phones["Tomás"], 2, name="Tomás")
    party.agree("host", e.GiveSeat(number), "Ana", "Mei")
    assert (party.view("Ana").eyes, party.view("Ana").curtain) == (None, WHITE), "it may be in anybody's hands"
    assert coins(party, "Tomás") == [0, 0, 73, 0]


def test_nobody_looks_into_the_hand_of_who_has_a_phone(tables: Tables) -> None:
    party = around(tables, "Ana", "Mei")
    party.refuses("Ana", e.Lend(BLUE), code="seat_taken")
    party.refuses("Ana", e.Lend(7), code="no_such_seat")
    with pytest.raises(TableError, match="not_seated"):
        tables.command(party.code, new_token(), e.Lend(RED), command_id="w")


def test_where_hands_are_open_nothing_is_covered(tables: Tables) -> None:
    party = around(tables, "Ana", position=HIDDEN.replace(" open-hands: hidden", ""))
    party.do("Ana", e.Act("pass"))
    assert party.view("Ana").curtain is None and coins(party, "Ana") == [71, 72, 73, 4]


def lose(tables: Tables, party: Party, text: str = "") -> Tables:
    """The tables as a server begins with them whose rows have lost the UI state."""
    database = tables.history.store.database
    with database.writing() as connection:
        connection.execute(update(s.game_table).values(ui=text, version=s.game_table.c.version + 1))
    party.tables = Tables(Database(database.path))
    return party.tables


@pytest.mark.parametrize("lost", ["", "{", '{"lent": 5}'])
def test_a_shared_phone_is_covered_wherever_the_row_is_lost(tables: Tables, lost: str) -> None:
    def pass_and_lend(party: Party) -> None:
        party.do("Ana", e.Act("pass"))
        party.do("Ana", e.Lend(BLUE))

    steps = (lambda party: None, lambda party: party.do("Ana", e.Act("pass")), pass_and_lend)
    for number, step in enumerate(steps):
        party = around(tables, "Ana")
        step(party)
        lose(tables, party, lost)
        view = party.view("Ana")
        assert coins(party, "Ana") == [0, 0, 0, 0] and view.eyes is None, number
        assert view.curtain == (BLUE if number else Seat(0))
        party.do("Ana", e.Lend(view.curtain))
        assert party.view("Ana").curtain is None and sum(coins(party, "Ana")) in (71, 72)


def test_where_the_row_is_lost_all_phones_are_covered_that_somebody_may_share(tables: Tables) -> None:
    party = around(tables, "Ana", "Mei", position=HIDDEN)
    assert coins(party, "Mei") == [0, 72, 0, 0]
    lose(tables, party)
    assert coins(party, "Ana") == coins(party, "Mei") == [0, 0, 0, 0]
    party.do("Ana", e.Lend(Seat(0)))
    assert coins(party, "Ana") == [71, 0, 0, 0] and coins(party, "Mei") == [0, 0, 0, 0], "each by itself"


def test_losing_it_loses_no_entry_and_the_game_goes_on(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    party.do("Ana", e.Tap(()))
    party.do("Ana", e.Check("market"))
    assert party.view().ui.checked == (("market", 0),)
    party.do("Ana", e.Act("pass"))
    assert party.view().ui.checked == (), "the game has moved"
    kinds, state = party.kinds(), party.state
    lose(tables, party)
    assert (party.kinds(), party.state) == (kinds, state)
    party.do("Ana", e.Undo())


def test_it_adds_no_entry_and_is_there_for_all_processes(tables: Tables, tmp_path: Path) -> None:
    party = Party(tables, position=SAMPLE)
    other = open_tables(tmp_path / "tables.sqlite3")
    before = other.view_for(party.code)
    party.do("Ana", e.Check("market"))
    after = other.view_for(party.code)
    assert after.seq == before.seq and after.version > before.version
    assert after.ui.checked == (("market", 0),)
    other.close()


def test_a_repeated_command_changes_it_once(tables: Tables, tmp_path: Path) -> None:
    party = Party(tables, position=SAMPLE)
    for n in range(2):
        party.do("Ana", e.Tap(()), id=f"tap-{n}")
    assert not party.do("Mei", e.Untap(), id="back").repeated
    party.tables = open_tables(tmp_path / "tables.sqlite3")
    assert party.do("Mei", e.Untap(), id="back").repeated, "a process that has not seen it knows it"
    draft = party.view().draft
    assert draft is None or draft.can_untap
    party.do("Ana", e.Untap(), id="back")
    party.tables.close()


def test_what_was_read_goes_back_with_an_undo(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE)
    party.do("Ana", e.Act("coin B1"))
    first = party.view().seq
    party.do("Ana", e.Show(first, 3))
    party.do("Ana", e.Act("shop C2"))
    party.do("Mei", e.Show(party.view().seq, 1))
    assert (party.view().shown, party.view().beat) == (first + 1, 1)
    party.do("Ana", e.Undo())
    assert (party.view().shown, party.view().beat) == (first, 3)
