"""Playing on cardboard: the city tapped in, the merchants moved; and counting at the end."""

from __future__ import annotations

import pytest
from flask import Flask
from lxml.html import HtmlElement
from paperless import Phone, opened

from companion.engine import hangzhou
from companion.games.hangzhou.names import Dye, Merchant, Space
from companion.tables import Tables

pytestmark = pytest.mark.long

CITY = {
    "B1": ("white", "blue", 0),
    "D2": ("white", "yellow", 1),
    "B2": ("blue", "red", 1),
    "D4": ("blue", "green", 0),
    "A3": ("blue", "none", 0),
    "E2": ("red", "red", 2),
    "C4": ("red", "purple", 0),
    "E4": ("yellow", "red", 0),
    "B5": ("yellow", "orange", 0),
}
"""The running example of the flows: nine shops, four coins."""
FIGURES = {"orange": "C2", "green": "D3", "purple": "C5", "black": "A4"}
DICE = ("yellow 2", "red 2", "green 5", "blue 1")


def as_key(phone: Phone, name: str) -> None:
    """Presses the key of that name, which stands in for a thumb that sees only pictures."""
    phone.send(find_key(phone, name)[0])


def find_key(phone: Phone, name: str) -> list[HtmlElement]:
    """The key of that name; one that counts has the number of its chair before it."""
    return list(phone.page.xpath(f'//button[@data-as="{name}" or substring-after(@data-as, "-")="{name}"]'))


def enter(phone: Phone, table: str) -> int:
    """Taps the whole city in, as a player would; how many taps it took."""
    taps = 0
    phone.get(f"{table}/city")
    for space, (owner, dye, coins) in CITY.items():
        as_key(phone, f"space-{space}")
        as_key(phone, f"put-{owner}-{dye}")
        for _ in range(coins):
            as_key(phone, "tool-1")
        taps += 2 + coins
    for merchant, space in FIGURES.items():
        as_key(phone, f"space-{space}")
        as_key(phone, f"merchant-{merchant}")
        taps += 2
    phone.get(f"{table}/city/dice")
    taps += 1
    for die in DICE:
        as_key(phone, "die-" + die.replace(" ", "-"))
        taps += 1
    phone.press("Move the merchants")
    return taps + 1


def test_a_middle_game_city_takes_fewer_than_forty_taps_and_merchants_ask(app: Flask, tables: Tables) -> None:
    table, phones = opened(app, ("Ana", "Mei", "Tomás", "Priya"), way="merchants")
    ana = phones[0]
    assert enter(ana, table) == 36
    state = tables.view_for(table[3:]).state
    assert len(state.shops()) == 9
    assert [at.value for at in state.merchants] == list(FIGURES.values())
    assert [f"{row[0].dye} {row[0].price}" for row in state.market] == list(DICE)
    for head, key in (("Orange wants yellow", "Next"), ("Move orange C2 → D2", "Done"), ("Pay 2, take yellow", "Done")):
        assert ana.h1 == head
        phones[1].get(table)
        assert phones[1].beat == ana.beat
        ana.press(key)
    assert ana.h1 == "Which die is first for orange?"
    assert "Ana: Pay 2, take yellow" in ana.text
    phones[1].get(table)
    assert phones[1].h1 == ana.h1


def test_the_round_goes_on_and_the_next_needs_only_changes(app: Flask, tables: Tables) -> None:
    table, phones = opened(app, ("Ana", "Mei", "Tomás", "Priya"), way="merchants")
    ana = phones[0]
    enter(ana, table)
    assert ana.end_merchants() == ["11", "12", "13", "14", "21", "22", "31", "32", "41", "42"]
    assert ana.h1 == "Play your round on the table"
    ana.get(f"{table}/city/A1")
    as_key(ana, "put-red-blue")
    assert tables.view_for(table[3:]).draft.state.shop(Space.A1).dye == Dye.BLUE


def test_faults_are_shown_and_not_refused(app: Flask) -> None:
    table, (ana,) = opened(app, ("Ana",), way="merchants", players="1")
    for space in ("A1", "B1", "C1", "D1", "E1", "A2", "B2"):
        ana.get(f"{table}/city/{space}")
        as_key(ana, "put-white-none")
    assert "7 shops: there are 6" in ana.at(f"{table}/city/dice").text
    (show,) = (link.get("href") for link in ana.page.xpath('//p[@class="note"]//a'))
    assert "7 shops: there are 6" in ana.at(show).text
    marked = ana.page.xpath('//button[contains(@aria-label, "look here")]/@data-as')
    assert len(marked) == len(ana.page.xpath('//*[@class="a-ring a-ring--also"]')) == 7
    assert {name.removeprefix("space-") for name in marked} == {"A1", "B1", "C1", "D1", "E1", "A2", "B2"}
    assert not ana.at(f"{table}/city?fault=9").page.xpath('//*[@class="a-ring a-ring--also"]')
    ana.get(f"{table}/city/dice")
    for die in DICE:
        as_key(ana, "die-" + die.replace(" ", "-"))
    ana.press("Move the merchants")
    assert ana.beat == "11"


def test_not_so_here_moves_the_merchant_where_it_stands(app: Flask, tables: Tables) -> None:
    table, phones = opened(app, ("Ana", "Mei", "Tomás", "Priya"), way="merchants")
    ana = phones[0]
    enter(ana, table)
    ana.at(f"{table}/step/elsewhere-1").press("B2")
    assert hangzhou.to_json(tables.view_for(table[3:]).state)
    assert tables.view_for(table[3:]).state.merchant(Merchant.ORANGE) == Space.B2


def test_an_unready_key_says_what_is_missing(app: Flask) -> None:
    table, (ana, _) = opened(app, ("Ana", "Mei"), way="score")
    key = ana.at(table).key("Done")
    assert key.get("aria-disabled") == "true"
    assert "4 left to enter" in key.text_content()
    for thing in ("shop_coins", "dyes", "points"):
        as_key(ana, f"{thing}-less")
    assert "1 left to enter" in ana.key("Done").text_content()


def test_what_the_box_does_not_hold_is_told_at_once(app: Flask) -> None:
    table, (ana, _) = opened(app, ("Ana", "Mei"), way="score")
    ana.get(f"{table}/tally/0?at=0-dyes")
    for digit in "41":
        as_key(ana, f"dyes-{digit}")
    assert "There are 24 at most." in ana.text
    for thing in ("coins", "shop_coins", "points"):
        as_key(ana, f"{thing}-less")
    assert ana.key("Done").get("aria-disabled") == "true"
    ana.get(f"{table}/tally/0?at=0-dyes")
    for key in ("clear", "1", "4"):
        as_key(ana, f"dyes-{key}")
    assert ana.page.xpath('string(//*[@id="count-0-dyes"]//output)') == "14"
    assert ana.key("Done").get("aria-disabled") is None
    assert "Ana so far42 points" in ana.text


def test_empty_chairs_do_not_count(app: Flask) -> None:
    table, (ana, mei) = opened(app, ("Ana", "Mei"), way="score", players="4")
    count_all(ana, table)
    as_key(ana, "coins-more")
    ana.press("Done")
    count_all(mei, table)
    mei.press("Done")
    assert len(mei.page.xpath('//*[@id="columns"]/li')) == 2
    assert "Yellow" not in mei.page.xpath('string(//*[@id="columns"])')


def test_a_player_of_an_empty_chair_counts_on_the_hosts_phone(app: Flask) -> None:
    table, (ana,) = opened(app, ("Ana",), way="score", players="4")
    count_all(ana, table)
    ana.press("Done")
    assert ana.h1 == "Next: Blue"
    assert ana.at(f"{table}/tally/2?pass=1").h1 == "Next: Red"
    for keys in ("less", "more"):
        start(ana)
        for thing in ("coins", "shop_coins", "dyes", "points"):
            as_key(ana, f"{thing}-{keys}")
        ana.press("Done")
        ana.get(f"{table}/tally/1?pass=1")
    assert ana.at(table).h1 == "Blue wins" and len(ana.page.xpath('//*[@id="columns"]/li')) == 3


def start(phone: Phone) -> None:
    """The key of whoever has been handed the phone."""
    phone.get(phone.page.xpath('//*[@id="thumb"]//a[contains(@class, "key--go")]/@href')[0])


def count_all(phone: Phone, table: str) -> None:
    """Nothing of anything."""
    phone.get(table)
    for thing in ("coins", "shop_coins", "dyes", "points"):
        as_key(phone, f"{thing}-less")
