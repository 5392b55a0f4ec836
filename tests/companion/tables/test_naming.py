"""Names of people: each can be seen, and told from the others at the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from party import Party

from companion.tables import LeaveSeat, NameSeat, Start, Tables, TakeSeat, say
from companion.tables.errors import TableError
from companion.tables.log.names import look, one_line, shown_name

EMPTY = (
    "", " ", "\t\n", "\u00a0", "\u3000\u2003", "\u200b", "\u200d\u2060\ufeff", "\u202e\u2066\u2069", "\u0301",
    "\u0301\u0489 \u20dd", "\u3164", "\uffa0\u115f\u1160", "\u2800", "\ufe0f", "\u034f", "\U000e0041", "\u00ad",
    "\U0001d159", "\u180e", "\x00\x1b", "\u2028", "\ue000",
)  # fmt: skip
ALIKE = (
    "Ana", "ANA", "ana", "  Ana ", "A\u200bna", "Ａｎａ", "𝓐𝓷𝓪", "Ana\u202e", "Ana\u3164", "\u2800Ana",
    "Ana\ufe0f", "A\u034fna", "ⒶⓃⒶ", "A\u00adna",
)  # fmt: skip
SPACED = (
    "Ana Sol",
    "ana\u00a0sol",
    "Ana\u3000Sol",
    "Ana  Sol",
    "Ana\u2003sol",
    "Ana\u3164Sol",
    "Ana\u2800SOL",
    "Ana \u200b Sol",
)
OTHERS = ("Anna", "Aná", "Ana 2", "AnaSol", "Añа", "อนา", "אנה", "👩‍🚀", "Ānā", "李", "?", "0")


@pytest.mark.parametrize("name", EMPTY)
def test_a_name_that_cannot_be_seen_is_refused(tables: Tables, name: str) -> None:
    party = Party(tables, names=("Ana",))
    for command in (TakeSeat(1, name), NameSeat(1, name)):
        with pytest.raises(TableError, match="no_name"):
            party.give("host", command)
    assert [chair.name for chair in party.view().chairs] == ["Ana", "", "", ""]


@pytest.mark.parametrize(("first", "name"), [("Ana", name) for name in ALIKE] + [("Ana Sol", name) for name in SPACED])
def test_a_name_that_looks_like_anothers_is_refused(tables: Tables, first: str, name: str) -> None:
    party = Party(tables, names=(first, "Mei"))
    for who, command in (("host", TakeSeat(2, name)), ("host", NameSeat(2, name)), ("Mei", TakeSeat(1, name))):
        with pytest.raises(TableError, match="name_taken") as caught:
            party.give(who, command)
        assert caught.value.facts == {"name": first}
    assert f"called {first} already" in say(caught.value)


@pytest.mark.parametrize("name", OTHERS)
def test_other_names_are_taken_as_they_are(tables: Tables, name: str) -> None:
    party = Party(tables, names=("Ana", "Sol"))
    party.do("host", TakeSeat(2, name))
    assert party.view().chairs[2].name == one_line(name) == shown_name(name)


def test_the_own_name_may_be_written_otherwise_and_go_along_to_another_chair(tables: Tables) -> None:
    party = Party(tables, names=("Ana", "Mei"), start=True)
    party.do("Ana", TakeSeat(0, "ANA"))
    party.do("Ana", TakeSeat(2, "ana"))
    assert [chair.name for chair in party.view().chairs[:3]] == ["ANA", "Mei", "ana"]


def test_a_name_is_free_again_when_its_player_has_left(tables: Tables) -> None:
    party = Party(tables, names=("Ana", "Mei"))
    party.do("Ana", LeaveSeat())
    party.do("host", TakeSeat(3, "ana"))
    party.do("host", Start())
    assert party.view().names == ("Mei", "ana")


def test_names_look_the_same_to_whoever_looks_twice() -> None:
    for name in (*ALIKE, *SPACED, *OTHERS):
        assert look(look(name)) == look(name)


def test_logs_with_older_names_come_back(tables: Tables, tmp_path: Path) -> None:
    """Earlier programs took two alike, and a mark alone."""
    party = Party(tables, names=("Ana", "Mei"))
    text = tables.export(party.code, party.host)
    for new in ("Ana", "\u0301"):
        code = tables.carry_in(text.replace("Mei", new).replace(f'"{party.code}"', '"BBBBB"'), party.host)
        assert [chair.name for chair in tables.view_for(code).chairs[:2]] == ["Ana", new]
