"""The photographs that a table keeps: only where its players say so, for them alone, until they are deleted."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from flask import Flask
from paperless import Phone, opened
from snapped import reads, send

from companion.sight.reading import Reading, Seen, Sighted
from companion.tables import Tables
from companion.tables.service import photographs
from companion.web.table import photograph

SURE = Reading(part="A1", value="Wb", probability=1.0, second="-", second_probability=0.0, sure=True)
CITY = Seen(sighted=Sighted(width=1, height=1, pieces=(), readings=(SURE,)), straight=b"picture")


@pytest.fixture
def table(app: Flask) -> tuple[str, Phone, Phone]:
    """A table of Hangzhou that moves the merchants, its host's phone and one more."""
    where, (ana, mei, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    return where, ana, mei


def kept(phone: Phone, where: str) -> list[str]:
    phone.get(f"{where}/photographs")
    return [" ".join(one.text_content().split()) for one in phone.page.xpath('//section[@class="panel kept"]')]


def test_none_is_kept_unless_the_players_say_so(
    table: tuple[str, Phone, Phone], tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, ana, mei = table
    asked = reads(monkeypatch, CITY)
    send(ana, f"{where}/photo")
    assert not asked[-1].kept and not kept(ana, where) and "None yet" in ana.text
    mei.get(f"{where}/settings")
    assert mei.key("kept for this game").get("aria-disabled"), "the host says it, for all to see"
    ana.get(f"{where}/settings")
    ana.press("kept for this game")
    mei.get(f"{where}/log")
    assert "The settings are changed: photographs of this table are kept." in mei.text
    send(mei, f"{where}/photo", 200, b"of Mei")
    assert asked[-1].kept
    (one,) = kept(ana, where)
    assert "1 · " in one and "Mei" in one and "1 read, 1 sure" in one
    ana.get(f"{where}/photo")
    assert "This table keeps it" in ana.text and "is not kept" not in ana.text
    ana.get(f"{where}/settings")
    ana.press("not kept")
    send(mei, f"{where}/photo")
    assert not asked[-1].kept and len(kept(ana, where)) == 1


def test_one_that_is_refused_is_kept_with_the_reason_and_can_be_sent(
    table: tuple[str, Phone, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    where, ana, _ = table
    reads(monkeypatch, "dark")
    ana.get(f"{where}/settings")
    ana.press("kept for this game")
    send(ana, f"{where}/photo", 409, b"of the dark")
    (one,) = kept(ana, where)
    assert "It is too dark." in one
    picture = ana.client.get(f"{where}/photographs/1.jpg")
    assert picture.data == b"of the dark" and picture.mimetype == "image/jpeg"
    assert picture.headers["Cache-Control"] == "no-store"
    with zipfile.ZipFile(io.BytesIO(ana.client.get(f"{where}/photographs/1.zip").data)) as sent:
        assert sent.read("photograph.jpg") == b"of the dark"
        assert json.loads(sent.read("reading.json"))["reason"] == "dark"


def test_who_does_not_sit_there_sees_and_deletes_none(
    table: tuple[str, Phone, Phone], app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, ana, _ = table
    reads(monkeypatch, CITY)
    ana.get(f"{where}/settings")
    ana.press("kept for this game")
    send(ana, f"{where}/photo")
    stranger = Phone(app)
    assert not kept(stranger, where) and "Take a seat first" in stranger.text
    stranger.get(f"{where}/photographs/1.jpg", 404)
    stranger.post(f"{where}/photographs", 409, do="forget")
    elsewhere, (ben, *_) = opened(app, ("Ben", "Eve"), way="merchants")
    ben.get(f"{elsewhere}/photographs/1.jpg", 404)
    ben.post(f"{elsewhere}/photographs", do="forget")
    assert len(kept(ana, where)) == 1


def test_each_of_the_players_deletes_one_or_all(
    table: tuple[str, Phone, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    where, ana, mei = table
    reads(monkeypatch, CITY)
    ana.get(f"{where}/settings")
    ana.press("kept for this game")
    for name in (b"first", b"second", b"third"):
        send(ana, f"{where}/photo", 200, name)
    assert len(kept(mei, where)) == 3
    mei.post(f"{where}/photographs", do="forget", number="2")
    assert mei.path == f"{where}/photographs"
    assert [one.split()[0] for one in kept(mei, where)] == ["3", "1"]
    ana.get(f"{where}/photographs/2.jpg", 404)
    mei.post(f"{where}/photographs", 400, do="forget", number="all")
    kept(mei, where)
    assert mei.page.xpath("boolean(//details[not(@open)]//button[contains(., 'Delete all 2')])"), "not by one slip"
    mei.press("Delete all 2")
    assert not kept(ana, where)


def test_a_table_keeps_its_newest_and_a_server_has_an_end(
    table: tuple[str, Phone, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    where, ana, _ = table
    reads(monkeypatch, CITY)
    ana.get(f"{where}/settings")
    ana.press("kept for this game")
    monkeypatch.setattr(photographs, "MOST", 2)
    for _ in range(3):
        send(ana, f"{where}/photo")
    assert [one.split()[0] for one in kept(ana, where)] == ["3", "2"]
    monkeypatch.setattr(photographs, "MOST_OF_ALL", 2)
    send(ana, f"{where}/photo")
    assert [one.split()[0] for one in kept(ana, where)] == ["3", "2"] and "no room for more" in ana.text


def test_without_what_reads_them_no_setting_speaks_of_them(
    table: tuple[str, Phone, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    where, ana, _ = table
    monkeypatch.setattr(photograph, "offered", lambda game: False)
    ana.get(f"{where}/settings")
    assert "hotograph" not in ana.text
