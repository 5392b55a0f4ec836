"""Do the shops agree? A player's goods as a photograph shows them, and who is right."""

from __future__ import annotations

import pytest
from flask import Flask
from paperless import followed, state_of
from snapped import Reads, compare, seen, send
from test_hand_photograph import card

from companion.sight.reading import Seen
from companion.tables import Tables

pytestmark = pytest.mark.long

LINE = (
    "dunhuang 2 ring: interpreter soldier shepherd manichean princess painter trader maid market: * * * * * * * * "
    "camel: 2 A: c5 hand *x2 shop 6x3 8 B: c3 hand * shop 6"
)


def goods(*kinds: str, doubtful: tuple[tuple[str, str], ...] = ()) -> Seen:
    """A photograph of these goods; of some it is not clear which of two kinds they are."""
    sure = [card(at, kind) for at, kind in enumerate(kinds, 1)]
    return seen(*sure, *(card(len(kinds) + at, *two) for at, two in enumerate(doubtful, 1)))


def test_what_differs_is_told_and_what_is_not_seen_stays(app: Flask, tables: Tables, reads: Reads) -> None:
    where, ana = followed(app, LINE)
    reads(goods("6", "6", "7", "8", "8"), goods("8", "6"))
    (link,) = ana.at(f"{where}/check").page.xpath(f'//a[@href="{where}/check/photo-0"]')
    assert "Ana" in ana.at(link.get("href")).text
    assert compare(ana, where) == [
        "1 · 7 spice The app says: none. The table shows: 1 card.",
        "2 · 8 paper The app says: 1 card. The table shows: 2 cards.",
        "3 · 6 tea The app says: 3 cards. The table shows: 2 cards. Others may lie beneath, or outside the picture.",
    ]
    assert ana.page.xpath("count(//svg/polygon)") == 5
    ana.press("Fix")
    assert ana.path == f"{where}/check"
    assert state_of(tables, where).players[0].shop[5:8] == (3, 1, 2)
    assert len(compare(ana, where)) == 3, "none of the spice that the table was right about, and less of the others"
    ana.press("Fix", **{"read.6": "1"})
    assert state_of(tables, where).players[0].shop[5:8] == (1, 1, 2)


def test_cards_that_are_not_clear_are_what_the_app_has_or_asked_about(app: Flask, tables: Tables, reads: Reads) -> None:
    where, ana = followed(app, LINE)
    reads(goods("6", "6", "8", doubtful=(("6", "7"),)), goods("6", "6", "6", "6", "8", doubtful=(("6", "-"),)))
    assert compare(ana, where) == [] and ana.h1 == "The table agrees"
    assert "though not clearly: 6 tea, 7 spice." in ana.text
    ana.press("Right")
    assert ana.path == f"{where}/check" and state_of(tables, where).players[0].shop[5] == 3
    (tea,) = compare(ana, where)
    assert tea == "1 · 6 tea The app says: 3 cards. The photo is not clear: what lies there?"
    ana.press("Fix", **{"read.6": "5"})
    assert state_of(tables, where).players[0].shop[5] == 5


def test_what_the_box_makes_impossible_is_refused(app: Flask, tables: Tables, reads: Reads) -> None:
    where, ana = followed(app, LINE)
    before = state_of(tables, where)
    reads(goods("6", "6", "6", "8", "9"), seen(), goods(*"6666666", "8"))
    (strange,) = compare(ana, where)
    assert strange.endswith("not in play")
    assert "App is right" in ana.text and "Table is right" not in ana.text
    send(ana, f"{where}/check/photo-0", 409)
    assert "Nothing of this game is to be seen in it." in ana.text
    compare(ana, where)
    ana.press("Fix", 409)
    assert "Tea: there are 6, and these would be 8." in ana.text
    for name, value in (("read.11", "1"), ("read.6", "-1"), ("read.*", "1")):
        ana.post(f"{where}/check/photo-0", 400, do="sighted", command_id="x", **{name: value})
    assert state_of(tables, where) == before


def test_goods_on_phones_are_not_compared(app: Flask, reads: Reads) -> None:
    where, ana = followed(
        app, LINE.replace("*x2", "4 5").replace("* * * * * * * *", "3 4 5 6 8 7 7 8").replace("hand *", "hand 3")
    )
    reads(goods("6"))
    ana.get(f"{where}/check")
    assert f"{where}/check/photo-" not in ana.answer.text
    ana.get(f"{where}/check/photo-0", 404)
