"""Names of people: each can be seen, and told from the others at the table."""

from __future__ import annotations

import pytest
from party import Party

from companion.tables import LeaveSeat, NameSeat, Tables, TakeSeat, say
from companion.tables.errors import TableError
from companion.tables.log.names import look, shown_name

EMPTY = ("", " ", "\t\n", "\u00a0", "\u3000", "\u200b", "\u202e\u2066", "\u0301", "\ufe0f", "\x00\x1b", "\u3164")
ALIKE = (
    "Ana Sol",
    "ANA sol",
    "  Ana  Sol ",
    "A\u200bna Sol",
    "Ａｎａ\u3000Sol",
    "𝓐𝓷𝓪\u00a0Sol",
    "ana\u2003sol",
    "An\u3164a\ufe0f Sol",
)
OTHERS = ("Anna", "Aná", "AnaSol", "Añа", "อนา", "אנה", "👩‍🚀", "Ānā", "李", "?", "0")


def test_a_name_that_cannot_be_seen_is_refused(tables: Tables) -> None:
    party = Party(tables, names=("Ana",))
    for name in EMPTY:
        with pytest.raises(TableError, match="no_name"):
            shown_name(name)
    for command in (TakeSeat(1, "\u200b"), NameSeat(1, " ")):
        with pytest.raises(TableError, match="no_name"):
            party.give("host", command)
    assert [chair.name for chair in party.view().chairs] == ["Ana", "", "", ""]


def test_a_name_that_looks_like_anothers_is_refused(tables: Tables) -> None:
    party = Party(tables, names=("Ana Sol", "Mei"))
    assert {look(shown_name(name)) for name in ALIKE} == {look("Ana Sol")}
    for who, command in (("host", TakeSeat(2, "ANA sol")), ("host", NameSeat(2, "ana")), ("Mei", TakeSeat(1, "mei"))):
        if "sol" not in str(command):
            party.do(who, command)
            continue
        with pytest.raises(TableError, match="name_taken") as caught:
            party.give(who, command)
        assert caught.value.facts == {"name": "Ana Sol"}
        assert "called Ana Sol already" in say(caught.value)


def test_other_names_are_taken_as_they_are() -> None:
    assert [shown_name(name) for name in OTHERS if name != "👩‍🚀"] == [name for name in OTHERS if name != "👩‍🚀"]
    assert len({look(shown_name(name)) for name in (*OTHERS, "Ana Sol")}) == len(OTHERS) + 1


def test_a_name_is_free_again_when_its_player_has_left(tables: Tables) -> None:
    party = Party(tables, names=("Ana", "Mei"))
    party.do("Ana", LeaveSeat())
    party.do("host", TakeSeat(3, "ana"))
    assert [chair.name for chair in party.view().chairs] == ["", "Mei", "", "ana"]
