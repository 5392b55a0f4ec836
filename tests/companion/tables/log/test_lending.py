"""One phone for several players: what they hold is covered until the right one uncovers it."""

from __future__ import annotations

import pytest
from party import SAMPLE, Party

from companion.engine.game import Seat
from companion.tables import Act, EnterPosition, GiveSeat, Lend, NameSeat, Tables, new_token
from companion.tables.errors import TableError

HIDDEN = (
    SAMPLE.replace("W: c6 r1 B: c3 b1 R: c6 y1", "W: c71 r1 B: c72 b1 R: c73 y1") + " open-hands: hidden now: play W"
)
WHITE, BLUE, RED, YELLOW = (Seat(n) for n in range(4))


def around(tables: Tables, *phones: str, position: str = HIDDEN) -> Party:
    """A table of four, of whom only these have a phone."""
    party = Party(tables, phones)
    for chair, name in enumerate(("Ana", "Mei", "Tomás", "Priya")[len(phones) :], len(phones)):
        party.do("Ana", NameSeat(chair, name))
    party.do("host", EnterPosition(position))
    return party


def coins(party: Party, name: str | None) -> list[int]:
    """The coins of each seat that this phone shows; 0: hidden."""
    return [hand.coins for hand in party.view(name).state.hands]


def test_the_only_phone_is_covered_when_somebody_elses_turn_begins(tables: Tables) -> None:
    party = around(tables, "Ana")
    assert coins(party, "Ana") == [71, 0, 0, 0]
    assert party.view("Ana").curtain is None
    party.do("Ana", Act("pass"))
    view = party.view("Ana")
    assert (view.seat, view.eyes, view.curtain) == (WHITE, None, BLUE)
    assert coins(party, "Ana") == [0, 0, 0, 0] and view.legal == ()
    party.do("Ana", Lend(BLUE))
    view = party.view("Ana")
    assert (view.seat, view.eyes, view.curtain) == (WHITE, BLUE, None)
    assert coins(party, "Ana") == [0, 72, 0, 0] and view.legal
    party.do("Ana", Act("pass", BLUE))
    assert party.view("Ana").curtain == RED


def test_among_several_phones_one_is_covered_only_once_it_was_lent(tables: Tables) -> None:
    party = around(tables, "Ana", "Mei", position=HIDDEN.replace("now: play W", "now: play R"))
    for name, own in (("Ana", WHITE), ("Mei", BLUE)):
        view = party.view(name)
        assert (view.eyes, view.curtain) == (own, RED), "its own hand stays in view; it may be handed on"
    party.do("Mei", Lend(RED))
    assert coins(party, "Mei") == [0, 0, 73, 0]
    assert coins(party, "Ana") == [71, 0, 0, 0]
    party.do("Mei", Act("pass", RED))
    assert (party.view("Mei").eyes, party.view("Mei").curtain) == (None, YELLOW)
    party.do("Mei", Lend(None))
    assert coins(party, "Mei") == [0, 0, 0, 0]


def test_a_phone_of_ones_own_ends_it(tables: Tables) -> None:
    party = around(tables, "Ana", "Mei", position=HIDDEN.replace("now: play W", "now: play R"))
    party.do("Ana", Lend(RED))
    party.phones["Tomás"] = new_token()
    number = tables.ask_seat(party.code, party.phones["Tomás"], 2, name="Tomás")
    party.agree("host", GiveSeat(number), "Ana", "Mei")
    assert (party.view("Ana").eyes, party.view("Ana").curtain) == (None, WHITE), "it may be in anybody's hands"
    assert coins(party, "Tomás") == [0, 0, 73, 0]


def test_nobody_looks_into_the_hand_of_who_has_a_phone(tables: Tables) -> None:
    party = around(tables, "Ana", "Mei")
    with pytest.raises(TableError, match="seat_taken"):
        party.do("Ana", Lend(BLUE))
    with pytest.raises(TableError, match="no_such_seat"):
        party.do("Ana", Lend(7))
    with pytest.raises(TableError, match="not_seated"):
        tables.command(party.code, new_token(), Lend(RED), command_id="w")


def test_where_hands_are_open_nothing_is_covered(tables: Tables) -> None:
    party = around(tables, "Ana", position=HIDDEN.replace(" open-hands: hidden", ""))
    party.do("Ana", Act("pass"))
    assert party.view("Ana").curtain is None and coins(party, "Ana") == [71, 72, 73, 4]
