"""Do the buildings agree? Those before a player as photographs show them, and who is right."""

from __future__ import annotations

import pytest
from flask import Flask
from paperless import Phone, followed, state_of
from snapped import Reads, compare, seen
from test_buildings_photograph import UNREAD, building

from companion.tables import Tables

pytestmark = pytest.mark.long

LINE = "xanadu 2 cards: paper A: 07.*.* 33 12 hand *x5 B: 02 21 hand *x6 discard: 44 now: play A"


@pytest.fixture
def table(app: Flask) -> tuple[str, Phone]:
    """A table that is followed, with cards on paper, and the phone of its host, who plays A."""
    return followed(app, LINE)


def stands(tables: Tables, where: str, seat: int) -> dict[int, int]:
    """The buildings of a seat by their numbers, with how many workers they have."""
    return {int(one.card): len(one.workers) for one in state_of(tables, where).city[seat]}


def test_workers_are_set_right_and_the_way_leads_back(table: tuple[str, Phone], tables: Tables, reads: Reads) -> None:
    where, ana = table
    reads(seen(building("07.*.*.*"), building("33"), building("12.*")))
    (link,) = ana.at(f"{where}/check").page.xpath(f'//a[@href="{where}/check/photo-0"]')
    assert ana.at(link.get("href")).h1 == "Does the table agree?" and "Ana" in ana.text
    assert compare(ana, where) == [
        "1 · 07 Felt Makers The app says: 2 workers. The table shows: 3 workers.",
        "2 · 12 Watermill The app says: no worker. The table shows: 1 worker.",
    ]
    assert "3 compared, 1 the same for sure" in ana.text
    ana.press("Fix", **{"read.12": "="})
    assert ana.path == f"{where}/check"
    assert stands(tables, where, 0) == {7: 3, 33: 0, 12: 0}


def test_what_no_photograph_shows_stays_until_somebody_says_otherwise(
    table: tuple[str, Phone], tables: Tables, reads: Reads
) -> None:
    where, ana = table
    reads(seen(building("07.*.*"), building("33")), seen(building("07.*.*"), building("33"), UNREAD))
    (missing,) = compare(ana, where)
    assert missing == (
        "1 · 12 Watermill The app says: no worker. The table shows: not there. "
        "It may be a card that could not be read, or lie outside the picture."
    )
    ana.press("Fix")
    assert stands(tables, where, 0) == {7: 2, 33: 0, 12: 0}
    (missing,) = compare(ana, where)
    assert "It may be a card that could not be read" in missing
    ana.press("Fix", **{"read.12": "-"})
    assert stands(tables, where, 0) == {7: 2, 33: 0}
    assert "Ana sets right: Ana’s buildings, with 2 cards as workers now." in ana.at(f"{where}/log").text
    ana.at(where).press("Undo")
    assert stands(tables, where, 0) == {7: 2, 33: 0, 12: 0}


def test_a_building_comes_from_where_the_app_has_it(table: tuple[str, Phone], tables: Tables, reads: Reads) -> None:
    where, ana = table
    here = [building(value) for value in ("07.*.*", "33", "12")]
    reads(seen(*here, building("21.*"), building("44")), seen(*here, UNREAD))
    of_other, discarded = sorted(compare(ana, where), reverse=True)
    assert (
        "The app says: Place 2 has it built. The table shows: 1 worker." in of_other and "of Place 2 are in" in of_other
    )
    assert "44 " in discarded and "The app says: discarded. The table shows: no worker." in discarded
    ana.press("Fix", **{"read.21": "1"})
    assert stands(tables, where, 0) == {7: 2, 33: 0, 12: 0, 21: 1, 44: 0} and stands(tables, where, 1) == {2: 0}
    assert ana.path == f"{where}/check" and "note" not in ana.page.xpath("string(//main//*[@class='note']/@class)")


def test_what_the_rules_make_impossible_is_refused(table: tuple[str, Phone], tables: Tables, reads: Reads) -> None:
    where, ana = table
    reads(seen(*(building(value) for value in ("07.*.*", "33", "12", "40", "41", "42"))))
    compare(ana, where)
    ana.press("Fix", 409)
    assert "Buildings: there are 5, and these would be 6." in ana.text
    for name, value in (("read.07", "5"), ("read.07", "x"), ("read.99", "1"), ("read.?1", "1")):
        ana.post(f"{where}/check/photo-0", 400, do="sighted", command_id="x", **{name: value})
    assert stands(tables, where, 0) == {7: 2, 33: 0, 12: 0}


def test_a_card_that_cannot_be_named_is_asked_about_and_looked_for(
    table: tuple[str, Phone], tables: Tables, reads: Reads
) -> None:
    where, ana = table
    reads(seen(*(building(value) for value in ("07.*.*", "33", "12")), UNREAD))
    (unread,) = compare(ana, where)
    assert unread == (
        "1 · A card that could not be read The app says: no building. The photo is not clear: what lies there?"
    )
    ana.press("Fix", **{"read.?1": "?"})
    assert ana.path == f"{where}/card/0-3"
    rows = ana.page.find_class("row--card")
    ana.at(next(row.get("href") for row in rows if row.find_class("number")[0].text == "44")).press("Save")
    assert stands(tables, where, 0) == {7: 2, 33: 0, 12: 0, 44: 0}


def test_buildings_on_phones_are_not_compared(app: Flask, reads: Reads) -> None:
    reads(seen(building("07")))
    home, ana = followed(app, "xanadu 2 A: 07 hand 11 B: 02 hand 12 now: play A deck: 30 31")
    ana.get(f"{home}/check")
    assert "/check/photo" not in ana.answer.text
    for item in ("", "-0", "-9"):
        ana.get(f"{home}/check/photo{item}", 404)
