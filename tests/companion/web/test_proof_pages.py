"""Checking the dice on a page: what is shown before the end, after it, and of a log that somebody brings."""

from __future__ import annotations

import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from finished import Played, changed, exported
from flask import Flask
from paperless import ORIGIN, Phone, opened

from companion.tables import Mix, ReplyUndo, Tables, Undo
from companion.tables.executor import EXPORT_BYTES
from companion.web.game_pages import GAMES

pytestmark = pytest.mark.long


def phone_of(app: Flask, played: Played, chair: int | None = 0, language: str = "en") -> Phone:
    """A phone of the table, or a stranger's."""
    phone = Phone(app, language)
    if chair is not None:
        phone.client.set_cookie("phone", played.phones[chair])
    return phone


def waiting_room(app: Flask) -> tuple[Phone, str]:
    """A host with a seat at a new table, and the table's code."""
    phone = Phone(app)
    phone.get("/new/hangzhou")
    phone.press("Open", name="Ana")
    code = phone.path.split("/")[2]
    return phone, code


def test_the_log_says_that_the_app_is_bound_and_its_dice_page_to_what(app: Flask, tables: Tables) -> None:
    phone, code = waiting_room(app)
    bound = tables.view_for(code).commitment
    phone.get(f"/t/{code}/log")
    assert "The app’s dice are locked in." in phone.text and bound[:16] not in phone.text
    phone.get(f"/verify/{code}")
    assert bound in phone.text


def test_without_script_one_types_something_and_with_script_the_phone_does(app: Flask, tables: Tables) -> None:
    phone, code = waiting_room(app)
    assert phone.page.find("body").get("data-mix") is not None, "the script sends a share with the next tap"
    phone.get(f"/verify/{code}")
    phone.press("Save", **{"set.text": "a blue <b>dragon</b>"})
    phone.get(f"/verify/{code}")
    assert [m.text for m in tables.view_for(code).mixed] == ["a blue <b>dragon</b>"]
    assert phone.page.xpath("//dl[@id='mixtures']//dd")[0].text == "a blue <b>dragon</b>"
    assert phone.page.find("body").get("data-mix") is None, "once is enough for the script"
    phone.get(f"/verify/{code}")
    assert not any("Save" in (key.text or "") for key in phone.all_keys()), "each phone does so once"
    assert [m.text for m in tables.view_for(code).mixed] == ["a blue <b>dragon</b>"]
    phone.get(f"/t/{code}/log")
    assert "Ana’s phone mixes chance of its own into the app’s dice." in phone.text
    phone.get(f"/verify/{code}")
    assert "a blue <b>dragon</b>" in phone.text


def test_a_tap_brings_the_share_of_its_phone_until_the_app_has_rolled(app: Flask, tables: Tables) -> None:
    table, (ana, mei, tomas) = opened(app, ("Ana", "Mei", "Tomás"))
    tomas.post(table, do='{"do":"name","chair":2,"name":"Tom"}', command_id="name", share="a1")
    ana.get(f"{table}?first=0")
    ana.post(table, do='{"do":"start"}', command_id="start", share="b2")
    mei.post(table, do='{"do":"name","chair":1,"name":"Meimei"}', command_id="late", share="c3")
    assert [(m.chair, m.text) for m in tables.view_for(table[3:]).mixed] == [(2, "a1"), (0, "b2")]
    mei.post(table, 409, do='{"do":"mix","text":"of Mei"}', command_id="mix-mei")


def test_whoever_sits_down_with_a_tap_brings_a_share(app: Flask, tables: Tables) -> None:
    table, _ = opened(app, ("Ana",), players="2")
    mei = Phone(app)
    mei.post(table, do='{"do":"take","chair":1,"name":"Mei"}', command_id="take", share="c3")
    assert [(m.chair, m.text) for m in tables.view_for(table[3:]).mixed] == [(1, "c3")]


def test_strangers_look_and_mix_nothing_in(app: Flask, tables: Tables) -> None:
    _, code = waiting_room(app)
    stranger = Phone(app)
    stranger.get(f"/verify/{code}")
    assert not any("Save" in (key.text or "") for key in stranger.all_keys())
    send = {"do": '{"do":"mix","text":"x"}', "command_id": "m"}
    stranger.post(f"/t/{code}", 409, **send)
    stranger.post(f"/t/{code}", 403, origin="https://elsewhere.example", **send)
    stranger.post("/verify", 403, origin="https://elsewhere.example", text="{}")
    assert tables.view_for(code).mixed == ()
    stranger.get("/verify/XXXXX", 404)


def test_once_the_app_has_rolled_the_page_says_so_and_tells_no_seed(app: Flask, tables: Tables, tmp_path: Path) -> None:
    played = Played(tables, "hangzhou", seed=1)
    phone = phone_of(app, played)
    phone.get(f"/verify/{played.code}")
    assert "dragón 龙" in phone.text
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database:
        ((seed,),) = database.execute("SELECT value FROM seed").fetchall()
    for path in (f"/verify/{played.code}", f"/t/{played.code}/log", f"/t/{played.code}/menu"):
        phone.get(path)
        assert phone.answer is not None and seed.hex() not in phone.answer.text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_at_the_end_every_roll_is_computed_again(app: Flask, tables: Tables, game: str, language: str) -> None:
    played = Played(tables, game, seed=2)
    played.play(undo=0.1)
    data = json.loads(played.export())
    for chair in (0, 1, None):
        phone = phone_of(app, played, chair, language)
        phone.get(f"/verify/{played.code}")
        assert ("Everything fits." if language == "en" else "Todo encaja.") in phone.text
        signs = [" ".join(tag.text_content().split()) for tag in phone.page.xpath("//li/span[@class='tag']")]
        assert len(signs) == len(data["odds"]) and {sign[0] for sign in signs} == {"✓"}
        word = "undone" if language == "en" else "deshecha"
        assert sum(sign.endswith(word) for sign in signs) == played.undone()
        for told in (data["digest"], data["log"][0]["body"]["commitment"], "dragón 龙", played.view().proof):
            assert told in phone.text
        first = phone.page.xpath("//li/a")[0].get("href")
        phone.get(first)
    assert 'href="/verify/' in phone_of(app, played).client.get(f"/t/{played.code}/score").text


def test_a_game_that_goes_on_shows_no_rolls(app: Flask, tables: Tables) -> None:
    played = Played(tables, "hangzhou", seed=2)
    played.play()
    played.do(0, Undo())
    if played.view().undo is not None:
        played.do(1, ReplyUndo(True))
    phone = phone_of(app, played)
    phone.get(f"/verify/{played.code}")
    assert "Mix in something of your own" in phone.text and "Everything fits" not in phone.text
    played.do(1, Mix("again"))


def bring(phone: Phone, text: str, status: int = 200, pasted: bool = False) -> None:
    """Sends a log to be checked, as a file or as text."""
    data: dict[str, Any] = {"text": text} if pasted else {"table": (io.BytesIO(text.encode()), "t.json")}
    answer = phone.client.post("/verify", data=data, headers={"Origin": ORIGIN, "Accept-Language": phone.language},
                               content_type="multipart/form-data")  # fmt: skip
    phone.answer, phone.path = answer, "/verify"
    assert answer.status_code == status, answer.text[-400:]


@pytest.mark.parametrize("pasted", [False, True])
def test_any_finished_log_can_be_brought(app: Flask, tables: Tables, pasted: bool) -> None:
    phone = Phone(app)
    phone.get("/verify")
    bring(phone, exported("hangzhou"), pasted=pasted)
    assert "Everything fits." in phone.text and json.loads(exported("hangzhou"))["digest"] in phone.text
    assert tables.history.listing() == (), "nothing is kept"


def test_what_does_not_fit_is_named_and_harmless(app: Flask) -> None:
    def tamper(data: dict[str, Any]) -> None:
        at = data["odds"][1]
        body = data["log"][at["entry"] - 1]["body"]
        body["outcome"] = next(name for name in at["chances"] if name != body["outcome"])
        data["log"][1]["body"]["name"] = "<script>alert(1)</script>"
        data["table"] = "<img>"

    phone = Phone(app, "es")
    text = changed(exported("hangzhou"), tamper)
    bring(phone, text)
    at = json.loads(text)["odds"][1]["entry"]
    assert f"Entrada {at}: el registro tiene" in phone.text and "la semilla da «" in phone.text
    assert "Todo encaja" not in phone.text
    assert not phone.page.xpath("//script[not(@src)] | //img")
    assert phone.page.xpath("//details[@open]"), "the rolls are shown at once"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "That is no exported table"),
        ("nonsense", "That is no exported table"),
        ("[" * 200_000, "That is no exported table"),
        ('{"format": 1}', "That is no exported table"),
    ],
)
def test_what_is_no_log_gets_one_clear_message(app: Flask, text: str, says: str) -> None:
    phone = Phone(app)
    bring(phone, text, 400)
    assert says in phone.text and len(phone.page.xpath("//p[@role='alert']")) == 1


def test_what_is_too_large_is_refused(app: Flask) -> None:
    bring(Phone(app), "x" * (EXPORT_BYTES + 1), 413)
