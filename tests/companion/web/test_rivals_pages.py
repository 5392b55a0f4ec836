"""Rivals and hints on the pages: chairs for bots, acts to lay, ideas with their reasons, and what forbids them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask
from paperless import Phone, opened

from companion.lab.players import STRENGTHS
from companion.rivals.process import Rivals
from companion.tables import Tables
from companion.web import Config, create_app


@pytest.fixture
def playing(tables: Tables, tmp_path: Path) -> Flask:
    """A server that plays seats."""
    made = create_app(tables, Config(pace=0, rivals=STRENGTHS))
    made.testing = True
    return made


def chip(phone: Phone, chair: int, says: str) -> None:
    phone.send(phone.page.xpath(f'//*[@id="chair-{chair}"]//button[contains(., "{says}")]')[0])


def begun(app: Flask, game: str = "hangzhou", **fields: str) -> tuple[str, Phone]:
    """Ana and a bot, and Ana begins."""
    table, (ana,) = opened(app, ("Ana",), game=game, players="2", **fields)
    ana.get(table)
    chip(ana, 1, "bot")
    ana.at(f"{table}?first=0").press("Start with 2")
    return table, ana


def test_a_chair_becomes_a_bot_of_some_strength_and_free_again(playing: Flask, tables: Tables) -> None:
    table, (ana,) = opened(playing, ("Ana",), players="3")
    ana.get(table)
    chip(ana, 1, "bot")
    assert tables.view_for(table[3:]).chairs[1].rival == "middling"
    assert ana.page.xpath('//*[@id="chair-1"]//*[contains(@class, "state--rival")]')
    chip(ana, 1, "strong")
    chair = tables.view_for(table[3:]).chairs[1]
    assert (chair.rival, chair.name) == ("strong", "")
    chip(ana, 1, "free")
    assert tables.view_for(table[3:]).chairs[1].rival == ""


@pytest.mark.parametrize("game", ["dunhuang", "xanadu"])
def test_no_bot_is_offered_where_cards_lie_on_paper(playing: Flask, tables: Tables, game: str) -> None:
    table, (ana,) = opened(playing, ("Ana",), game=game, players="2", cards="paper")
    (key,) = ana.at(table).page.xpath('//*[@id="chair-1"]//button[contains(., "bot")]')
    assert key.get("aria-disabled") == "true"
    ana.send(key, 409)
    assert "it does not know the cards" in ana.text


def test_what_a_bot_did_is_told_with_its_reason_until_it_is_laid(playing: Flask, tables: Tables) -> None:
    table, ana = begun(playing)
    assert Rivals(tables, pace=0).look() == 1
    card = " ".join(ana.at(table).page.xpath('string(//*[@id="rival-told"])').split())
    assert card.startswith("Move this for Blue Blue picks") and card.endswith("Done")
    ana.press("Done")
    assert not ana.page.xpath('//*[@id="rival-told"]')


@pytest.mark.parametrize("game", ["dunhuang", "xanadu"])
def test_bots_move_by_themselves_where_phones_hold_the_cards(playing: Flask, tables: Tables, game: str) -> None:
    """Nothing lies on a table then that a hand would have to lay."""
    table, ana = begun(playing, game, cards="app")
    process, acts = Rivals(tables, pace=0), 0
    for _ in range(40):
        while process.look():
            acts += 1
            assert not ana.at(table).page.xpath('//*[@id="rival-told"]') and "Move this" not in ana.text
        if acts > 3:
            break
        ana.at(table).press("Hint")
        ana.press("Do it")
    assert acts > 3
    assert "Wait until they lie there" not in ana.at(f"{table}/settings").text


def test_a_hint_places_what_brings_something(playing: Flask) -> None:
    """One step ahead passing looks best."""
    position = (
        "hangzhou WB city: A1Bp A2Wg B2Wy E4W A5W B5B merchants: B2 D4 A5 B5 "
        "market: g5 p6 b1 p5 / y1 b1 y3 b1 / y2 k5 r1 r1 / b2 r2 g6 r2 "
        "W: c9 b1 v2 B: c3 b1 r3 seals: B start: B round: 12 die: 6 now: play W"
    )
    table, (ana, _) = opened(playing, ("Ana", "Mei"), players="2", position=position)
    reason = "Green comes to E4 and sells a dye for 1 coin. Ana places yellow on E4."
    assert hint(ana, table) == ("Yellow on E4?", reason)
    ways = [way.text_content().lower() for way in ana.page.xpath('//*[@id="hint-panel"]//li')]
    assert re.search(r": e4: sells \w+ \(you\)", ways[1]), "the ways are those after all that the reason tells of"
    ana.language = "es"
    ana.get(f"{table}/hint/1")
    assert "Ana pone" in " ".join(ana.page.xpath('string(//*[@id="hint-panel"]//p)').split())


def hint(phone: Phone, table: str) -> tuple[str, str]:
    """The title and the reason of the best idea."""
    phone.at(f"{table}/hint").press("Hint")
    panel = phone.page.xpath('//*[@id="hint-panel"]')[0]
    return panel.xpath("string(.//h2)").strip(), " ".join(panel.xpath("string(.//p)").split())


CITY = "city: A3Wr C2By merchants: A2 D2 - - market: r2 b1 b2 k4 / y1 y2 y3 g4 / o4 o5 p4 p5 / r1 b3 y2 k6"


def ways(phone: Phone, table: str) -> list[str]:
    """What *Who comes?* says of each merchant."""
    phone.get(phone.at(table).page.xpath('string(//a[contains(., "Who comes?")]/@href)'))
    return [way.text_content().partition(": ")[2].strip() for way in phone.page.xpath('//*[@id="hint-panel"]//li')]


def test_everybody_may_ask_who_comes_and_who_may_change_it(playing: Flask, tables: Tables) -> None:
    line = f"hangzhou WBR {CITY} seals: R now: play B W: c5 B: c5 R: c5"
    table, (ana, mei) = opened(playing, ("Ana", "Mei"), players="3", position=line)
    before = tables.view_for(table[3:]).seq
    told = ways(ana, table)
    assert told == ["A3: sells red (you)", "C2: sells yellow (Mei)", "stays outside", "stays outside"]
    assert ana.path == f"{table}/hint" and ana.page.xpath('//*[@id="thumb"]') and "Still to play: Ana." in ana.text
    assert not ana.page.xpath('//*[@id="hint-panel"]//button'), "an idea only for whose turn it is"
    assert ways(mei, table)[1].endswith("C2: sells yellow (you)")
    assert tables.view_for(table[3:]).seq == before, "to look is not told"
    ana.at(f"{table}/settings").send(ana.page.xpath('//*[@id="set-hints"]/..//button[contains(., "none")]')[0])
    assert mei.at(f"{table}/hint").path == table and "Who comes?" not in mei.text


def test_who_comes_says_nothing_of_hands_that_are_hidden(playing: Flask) -> None:
    for rich in ("c5", "c0"):
        line = f"hangzhou WB {CITY} open-hands: hidden now: play B W: c5 B: {rich}"
        table, (ana,) = opened(playing, ("Ana",), players="2", position=line)
        mei = Phone(playing)
        mei.at(f"{table}/seats").press("Ask the host", **{"set.name": "Mei"})
        ana.at(f"{table}/seats").press("Let in")
        ana.at(table).press("I’m Ana")
        assert ways(ana, table)[:2] == ["A3: sells red (you)", "C2: comes to the shop (Mei)"]


def test_a_table_can_forbid_hints(playing: Flask, tables: Tables) -> None:
    table, ana = begun(playing)
    Rivals(tables, pace=0).look()
    assert "an idea, and why" in ana.at(table).text
    ana.at(f"{table}/settings").send(ana.page.xpath('//*[@id="set-hints"]/..//button[contains(., "none")]')[0])
    assert "an idea, and why" not in ana.at(table).text
