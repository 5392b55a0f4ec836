"""Names of people: each can be seen, and told from the others at the table."""

from __future__ import annotations

import pytest
from party import Party

from companion.tables import LeaveSeat, NameSeat, Tables, TakeSeat, say
from companion.tables.errors import TableError
from companion.tables.log.names import make_lookalike_key, normalise_name

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
            normalise_name(name)
    for command in (TakeSeat(1, "\u200b"), NameSeat(1, " ")):
        party.refuses("host", command, code="no_name")
    assert [chair.name for chair in party.view().chairs] == ["Ana", "", "", ""]


def test_a_name_that_looks_like_anothers_is_refused(tables: Tables) -> None:
    party = Party(tables, names=("Ana Sol", "Mei"))
    assert {make_lookalike_key(normalise_name(name)) for name in ALIKE} == {make_lookalike_key("Ana Sol")}
    for who, command in (("host", TakeSeat(2, "ANA sol")), ("host", NameSeat(2, "ana")), ("Mei", TakeSeat(1, "mei"))):
        if "sol" not in str(command):
            party.do(who, command)
            continue
        error = party.refuses(who, command, code="name_taken")
        assert error.facts == {"name": "Ana Sol"} and "called Ana Sol already" in say(error)


def test_other_names_are_taken_as_they_are() -> None:
    assert [normalise_name(name) for name in OTHERS if name != "👩‍🚀"] == [name for name in OTHERS if name != "👩‍🚀"]
    assert len({make_lookalike_key(normalise_name(name)) for name in (*OTHERS, "Ana Sol")}) == len(OTHERS) + 1


def test_a_name_is_free_again_when_its_player_has_left(tables: Tables) -> None:
    party = Party(tables, names=("Ana", "Mei"))
    party.do("Ana", LeaveSeat())
    party.do("host", TakeSeat(3, "ana"))
    assert [chair.name for chair in party.view().chairs] == ["", "Mei", "", "ana"]
