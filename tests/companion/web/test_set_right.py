"""Setting something right: in words of the game, in the reader's language, and the table stays at its step."""

from __future__ import annotations

from flask import Flask
from paperless import Phone, begun, opened

from companion.engine.correction import Change, Corrected
from companion.engine.registry import game as engine
from companion.tables import Tables

HANGZHOU = (
    "hangzhou WBR city: A3W A4Bb2 merchants: A3 - - - market: r2 b1 b2 k4 / y1 y2 y3 g4 / o4 o5 p4 p5 / r1 b3 y2 k6"
)
DUNHUANG, XANADU = "dunhuang 3 now: lay", "xanadu 3 now: deal A setup"


def test_the_merchants_stay_at_the_beat_that_the_table_reads(app: Flask, tables: Tables) -> None:
    """While it is read, and after the last one: a coin too many is no beat."""
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    for phone, key in ((ana, "Pass"), (mei, "Pass"), (ana, "Take coin")):
        phone.get(table)
        phone.press(key)
    ana.get(table)
    beats = 0
    while beat := ana.beat:
        set_coins(mei, table, beats := beats + 1)
        ana.get(table)
        assert ana.beat == beat
        ana.end_beat()
    assert beats >= 4
    set_coins(mei, table, 99)
    ana.get(table)
    assert not ana.beat and "round 2" in ana.text.lower()
    ana.get(f"{table}/log")
    assert "Mei sets right: Ana’s coins: 99." in ana.text


def set_coins(phone: Phone, table: str, coins: int) -> None:
    """Sets right how many coins the first player has."""
    phone.get(f"{table}/fix/0?check=1&hands.white.coins={coins}")
    phone.press("Save")


def test_all_that_can_be_compared_has_words(app: Flask, tables: Tables) -> None:
    for game in ("hangzhou", "dunhuang", "xanadu"):
        table, (ana, _) = opened(app, ("Ana", "Mei"), game=game)
        ana.get(f"{table}?first=0")
        ana.press("Start")
        state = tables.view_for(table[3:]).state
        ana.get(f"{table}/check")
        zones = [link for link in ana.page.xpath("//main//a/@href") if "/fix/" in link]
        for zone in zones:
            ana.get(zone)
            paths = {
                link[1:].partition("=")[0]
                for link in ana.page.xpath("//main//a/@href")
                if link.startswith("?") and link > "?"
            } - {"check"}
            for path in paths:
                said = engine(game).say(Corrected((Change(path, 1),), "Ana", "moved"), state, "es")
                assert path not in said


def ticked(phone: Phone) -> dict[str, str]:
    """The parts of the table that are ticked off, with what stands below their names."""
    rows = phone.page.find_class("row--ok")
    return {row.find(".//b").text_content(): row.find_class("small")[0].text_content() for row in rows}


def test_each_part_of_the_table_is_ticked_off_by_itself(app: Flask) -> None:
    """Who compared it stands there on all phones; a correction leaves the other ticks; the next step begins anew."""
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    ana.get(f"{table}/check")
    assert not ticked(ana) and "Not checked: 5" in ana.text
    ana.press("Right: City")
    ana.press("Right: Mei holds")
    mei.get(f"{table}/check")
    assert "Ana checked" in ticked(mei)["City"]
    assert len(ticked(mei)) == 2
    set_coins(mei, table, 3)
    assert mei.path == f"{table}/check"
    ana.get(f"{table}/check")
    assert list(ticked(ana)) == ["City", "Your hand", "Mei holds"]
    assert "Mei checked" in ticked(ana)["Your hand"], "who sets it right has compared it"
    ana.press("All the rest is right")
    ana.get(f"{table}/check")
    assert "Not checked" not in ana.text and len(ticked(ana)) == 5
    ana.get(table)
    ana.press("Pass")
    ana.get(f"{table}/check")
    assert not ticked(ana), "things have moved since"


def test_what_differs_in_two_parts_is_kept_and_set_together(app: Flask, tables: Tables) -> None:
    """One red cube more in the hand, one fewer in the supply: one key sets both."""
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    state = tables.view_for(table[3:]).state
    held, supply = state.hands[0].dyes[1], state.supply[1]
    ana.get(f"{table}/fix/0?check=1&hands.white.dyes.red={held + 1}")
    (link,) = ana.page.xpath('//a[contains(., "check the whole table")]/@href')
    ana.get(link)
    (link,) = ana.page.xpath('//a[contains(@href, "/fix/supply")]/@href')
    ana.get(link)
    (less,) = ana.page.xpath('//*[@id="fix-place"]//a[@aria-label="red: one less"]/@href')
    ana.get(f"{table}/fix/supply{less}")
    ana.press("Save")
    assert ana.path == f"{table}/check"
    state = tables.view_for(table[3:]).state
    assert (state.hands[0].dyes[1], state.supply[1]) == (held + 1, supply - 1)
