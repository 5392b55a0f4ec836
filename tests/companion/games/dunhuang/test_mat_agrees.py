"""Does Dunhuang's mat agree? Characters, goods and the camel as a photograph shows them, and who is right."""

from __future__ import annotations

import pytest
from flask import Flask
from paperless import Phone, followed, state_of
from snapped import CORNERS, Reads, board, reading, seen, send

from companion.games.dunhuang.certainty import judged
from companion.sight.reading import Seen
from companion.tables import Tables

pytestmark = pytest.mark.long

RING = ("interpreter", "soldier", "shepherd", "manichean", "princess", "painter", "trader", "maid")
LINE = f"dunhuang 2 ring: {' '.join(RING)} market: 3 - * * * 8 * * camel: 2 A: c5 hand *x2 B: c3 hand * shop 6"


def mat(**shown: str) -> Seen:
    """The mat above as a photograph shows it, surely, with other things at some parts (`_` for a space)."""
    parts = {f"ring {at}": character for at, character in enumerate(RING, 1)}
    parts |= {f"market {at}": good for at, good in enumerate("3-456879", 1)} | {"camel": "2"}
    parts |= {part.replace("_", " "): value for part, value in shown.items()}
    return seen(*(reading(part, value) for part, value in parts.items()))


@pytest.fixture
def table(app: Flask) -> tuple[str, Phone]:
    return followed(app, LINE)


def test_what_differs_is_set_right(table: tuple[str, Phone], tables: Tables, reads: Reads) -> None:
    where, ana = table
    reads(mat(ring_2="general", market_1="9", market_2="4", camel="5"))
    send(ana, f"{where}/check/photo")
    assert ana.h1 == "Differences: 3" and "17 compared, 14 the same for sure" in ana.text, "a card is a card"
    assert "The app says: Soldier. The table shows: General." in ana.text
    ana.press("Fix")
    state = state_of(tables, where)
    assert (state.ring[1], state.market[1], state.camel) == ("general", "unknown", 5)


def test_two_photographs_of_the_mat_are_one_and_a_hand_is_none(table: tuple[str, Phone], reads: Reads) -> None:
    where, ana = table
    parts = {f"ring {at}": (character, "-") for at, character in enumerate(RING, 1)}
    parts |= {f"market {at}": (good, "10") for at, good in enumerate("3-456879", 1)} | {"camel": ("2", "-")}
    hidden = {"ring 2": {"soldier": 0.5, "general": 0.4}, "market 1": {"3": 0.6, "4": 0.39}}
    goods = seen(reading("card 1", "3", corners=CORNERS))
    whole = board(judged, parts, {})
    doubted = board(judged, parts, hidden)
    reads(doubted, doubted, whole, whole, goods)
    send(ana, f"{where}/check/photo")
    assert ana.h1 == "The table agrees" and "not clearly: Character of space 2" in ana.text
    send(ana, f"{where}/check/photo", 200, b"a side", b"the other")
    assert ana.h1 == "The table agrees" and "17 compared, 17 the same" in ana.text
    send(ana, f"{where}/check/photo", 200, b"the mat", b"a hand")
    assert ana.h1 == "The table agrees" and "Photos left out: 1. Nothing of this game can be seen" in ana.text
    send(ana, f"{where}/check/photo", 409, b"a hand")
    assert "Nothing of this game can be seen" in ana.text


def test_what_no_position_has_is_told_and_set_by_nobody(table: tuple[str, Phone], tables: Tables, reads: Reads) -> None:
    where, ana = table
    before = state_of(tables, where)
    reads(mat(ring_2="-", camel="-"))
    send(ana, f"{where}/check/photo")
    assert ana.h1 == "Differences: 2" and "The table shows: none." in ana.text
    assert "App is right" in ana.text and "Table is right" not in ana.text
    ana.press("Fix")
    assert state_of(tables, where) == before
    for part, value in (("read.ring 9", "maid"), ("read.ring 1", "cat"), ("read.market 1", "11"), ("read.camel", "0")):
        ana.post(f"{where}/check/photo", 400, do="sighted", command_id="x", **{part: value})
