"""“Test this Wi-Fi”: what a phone is told without script; `test_browser_pages` tries it with."""

from __future__ import annotations

import pytest
from flask import Flask
from paperless import Phone, opened

from companion.web.table.lobby import views


def said(phone: Phone, test: str) -> str:
    (row,) = phone.page.xpath(f'//*[@id="test-{test}"]')
    return " ".join(row.text_content().split())


def test_a_phone_without_script_is_told_what_it_can_do(app: Flask) -> None:
    phone = Phone(app)
    phone.get("/selftest")
    assert "This page came from localhost." in said(phone, "reach")
    assert "keeps what says whose phone it is" in said(phone, "cookies")
    assert "load the page again" in said(phone, "script")
    assert "plain http" in said(phone, "https")
    assert phone.page.xpath('//a[starts-with(@href, "http://silkroad.local")]')


def test_a_phone_without_cookies_is_told_so(app: Flask) -> None:
    client = app.test_client(use_cookies=False)
    answer = client.get("/selftest", follow_redirects=True)
    assert answer.status_code == 200
    assert "keeps no cookies" in answer.text


def test_it_answers_and_streams(app: Flask) -> None:
    phone = Phone(app)
    assert phone.client.get("/selftest/echo").text == "ok"
    answer = phone.client.get("/selftest/stream")
    assert (answer.mimetype, answer.text) == ("text/event-stream", "data: ok\n\n")


def test_the_waiting_room_offers_it_when_no_phone_comes(app: Flask) -> None:
    table, (ana,) = opened(app, ("Ana",), players="2")
    ana.get(table)
    assert "Nobody yet. Hold the code to their cameras." in ana.text
    (line,) = ana.page.xpath("//p[@data-after]")
    assert line.get("hidden") is not None and 50 <= int(line.get("data-after")) <= views.UNSEEN
    mei = Phone(app)
    mei.get(f"{table}/seats")
    mei.press("Take seat", **{"set.name": "Mei"})
    ana.get(table)
    assert not ana.page.xpath("//p[@data-after]") and "Nobody yet" not in ana.text


def test_after_a_minute_the_line_is_there_without_script(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "UNSEEN", 0)
    table, (ana,) = opened(app, ("Ana",), players="2")
    ana.get(table)
    (line,) = ana.page.xpath("//p[@data-after]")
    assert line.get("hidden") is None
    assert line.xpath('.//a[@href="/selftest"]')


def test_a_printed_code_offers_four_ways(app: Flask) -> None:
    phone = Phone(app)
    phone.get("/k/hangzhou/abc123")
    links = phone.page.xpath("//main//a/@href")
    assert {"/new/hangzhou", "/score/hangzhou", "/rules/hangzhou", "/print?game=hangzhou"} <= set(links)
    assert phone.page.xpath('//form[@action="/join"]')
    assert phone.client.get("/print?game=hangzhou").status_code == 200
    assert phone.client.get("/history").status_code == 200
