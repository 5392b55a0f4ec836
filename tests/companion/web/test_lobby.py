"""Before the game: who is here and ready, who starts, which chairs stay free; the code for a phone and for the room."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from paperless import Phone, opened

from companion.lab.players import STRENGTHS
from companion.tables import EnterPosition, Tables, new_command_id
from companion.web import Config, create_app
from companion.web.game_pages import GAMES

OVER = "hangzhou WBRY city: B1Wy A2Br1 A3Rr D3Yb W: c6 B: c19 R: c6 Y: c4 now: over"


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


def token(phone: Phone) -> str:
    found = phone.client.get_cookie("phone")
    assert found is not None
    return found.value


def test_who_has_no_name_is_called_by_the_colour_in_each_readers_language(tables: Tables, tmp_path: Path) -> None:
    """A guest, somebody without a phone and a bot: before, in and after the game, in lists and for programs."""
    app = create_app(tables, Config(pace=0, rivals=STRENGTHS))
    app.testing = True
    table, (ana, guest) = opened(app, ("Ana", ""), players="4")
    sol, code = Phone(app, "es"), table[3:]
    ana.get(table)
    ana.send(ana.page.xpath('//*[@id="chair-2"]//button[contains(., "no phone")]')[0])
    ana.send(ana.page.xpath('//*[@id="chair-3"]//button[contains(., "bot")]')[0])
    assert [chair.name for chair in tables.view_for(code).chairs] == ["Ana", "", "", ""]
    assert keys(ana)[-1] == "Start with 4Ana, Blue, Red and Yellow"
    english, spanish = ("Blue", "Red", "Yellow"), ("Azul", "Rojo", "Amarillo")

    def read(path: str, *, all_seats: bool = True) -> None:
        for phone, own, others in ((ana, english, spanish), (sol, spanish, english)):
            phone.get(table + path)
            shown = phone.page.xpath("string(//main)")
            assert not any(word in shown for word in others), (path, phone.language)
            assert any(word in shown for word in own), (path, phone.language)
            assert all(word in shown for word in own) or not all_seats, (path, phone.language)

    read("?watch=1")
    ana.get(f"{table}?first=2")
    ana.press("Start with 4")
    guest.get(table)
    guest.send(next(key for key in guest.all_keys() if '"pick' in key.get("value", "")))
    for path in ("?watch=1", "/seats", "/check"):
        read(path)
    read("/log", all_seats=False)
    for language, name in (("es", "Azul"), ("en", "Blue")):
        headers = {"Authorization": f"Bearer {token(ana)}", "Accept-Language": language}
        said = ana.client.get(f"/api/v1/tables/{code}/log", headers=headers)
        assert f'"{name} ' in said.text
        sent = {"command": {"do": "take", "chair": 1, "name": "Lee"}, "command_id": f"too-late-{language}"}
        refused = ana.client.post(f"/api/v1/tables/{code}/commands", json=sent, headers=headers)
        assert refused.status_code == 409 and refused.json["detail"].startswith(name)
    ana.get("/history")
    assert "Ana, Blue, Red and Yellow" in ana.text
    tables.command(code, token(ana), EnterPosition(OVER), command_id=new_command_id())
    for phone in (guest, ana):
        phone.get(table)
        for key in [key for key in phone.all_keys() if '"yes":true' in key.get("value", "")]:
            phone.send(key)
    for path in ("/result", "/score"):
        read(path)
    ana.get("/history")
    assert "Blue" in ana.text
    assert '"Blue"' not in str(tables.export(code, token(ana)))


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


def test_the_page_before_a_game_tells_no_fingerprint(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = opened(app, ("Ana", "Mei"))
    for phone in (ana, mei):
        phone.get(table)
        assert tables.view_for(table[3:]).commitment[:8] not in phone.page.text_content()


def test_the_code_stands_on_the_page_of_seats(app: Flask, tables: Tables) -> None:
    table, (ana, _) = opened(app, ("Ana", "Mei"))
    ana.get(f"{table}/seats")
    assert ana.page.xpath(f'//*[@role="img" and contains(@aria-label, "{table}")]')


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
