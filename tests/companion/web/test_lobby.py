"""Before the game: who is here and ready, who starts, which chairs stay free; the code for a phone and for the room."""

from __future__ import annotations

import pytest
from flask import Flask
from paperless import Phone, opened

from companion.tables import Tables
from companion.web.game_pages import GAMES


def keys(phone: Phone) -> list[str]:
    """What stands on the keys of the thumb bar."""
    found = phone.page.xpath('//*[@id="thumb"]//*[contains(concat(" ", @class, " "), " key ")]')
    return [" ".join(key.text_content().split()) for key in found]


def test_only_the_hosts_phone_starts_and_says_who_plays(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = opened(app, ("Ana", "Mei"), players="4")
    ana.get(table)
    assert keys(ana)[-1] == "Start with 2Ana and Mei · free: red and yellow"
    mei.get(table)
    assert mei.page.xpath("string(//h1)") == "You’re blue"
    assert keys(mei) == ["Other seatfree: red and yellow", "ReadyHost: Ana"]
    mei.press("Ready")
    assert keys(mei) == [
        "Other seatfree: red and yellow",
        "Not readyHost: Ana",
        "Start with 2Ana and Mei · free: red and yellow",
    ]
    mei.press("Not ready")
    assert len(keys(mei)) == 2


def test_a_chair_is_kept_for_somebody_without_a_phone(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = opened(app, ("Ana", "Mei"), players="3")
    ana.get(table)
    ana.send(ana.page.xpath('//*[@id="chair-2"]//button[contains(., "no phone")]')[0])
    assert keys(ana)[-1] == "Start with 3Ana, Mei and Red"
    mei.get(table)
    assert "no phone: anybody acts for it" in mei.text
    assert not mei.page.xpath('//*[@id="chair-2"]//button'), "the host asks about free chairs"
    ana.send(ana.page.xpath('//*[@id="chair-2"]//button[contains(., "free")]')[0])
    assert keys(ana)[-1] == "Start with 2Ana and Mei · free: red"


@pytest.mark.parametrize("game", GAMES)
def test_who_starts_falls_by_lot_or_is_named(app: Flask, tables: Tables, game: str) -> None:
    table, (ana, mei, tomas) = opened(app, ("Ana", "Mei", "Tomás"), game=game)
    ana.get(table)
    assert ana.page.xpath('string(//*[@id="first"]/..//*[@aria-current="true"])') == "by chance"
    ana.press("Start with 3")
    started = next(line for line in tables.log_for(table[3:], limit=50) if line.kind == "start")
    tomas.get(f"{table}/log/{started.seq}")
    assert "by chance" in tomas.text

    table, (ana, mei, tomas) = opened(app, ("Ana", "Mei", "Tomás"), game=game)
    ana.get(f"{table}?first=2")
    ana.press("Start with 3")
    started = next(line for line in tables.log_for(table[3:], limit=50) if line.kind == "start")
    mei.get(f"{table}/log/{started.seq}")
    assert "The game begins; Tomás starts." in mei.text


@pytest.mark.parametrize("game", GAMES)
def test_the_big_screen_fills_its_chairs_and_has_no_key(app: Flask, tables: Tables, game: str) -> None:
    table, (_ana, mei) = opened(app, ("Ana", "Mei"), game=game, players="3")
    mei.get(table)
    mei.press("Ready")
    room = Phone(app)
    room.get(f"{table}/screen")
    assert not room.page.xpath("//main//button | //main//a | //main//input")
    said = [" ".join(item.text_content().split()) for item in room.page.xpath('//*[@id="chairs"]/li')]
    assert said[:2] == ["Anaready", "Meiready"] and said[2].endswith("free")
    assert "Host: Ana" in room.text
