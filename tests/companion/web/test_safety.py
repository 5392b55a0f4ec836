"""What must never happen: foreign forms, forged phones, leaks, script in names, bodies without end."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from paperless import Phone, begun

from companion.tables import Tables

pytestmark = pytest.mark.long

PAGES = (
    "", "?watch=1", "/seats", "/menu", "/log", "/log/3", "/settings", "/score", "/screen", "/advanced",
    "/at/B2", "/dice", "/city", "/city/B2", "/city/dice", "/city/dice-2", "/check", "/fix/1",
    "/fix/supply", "/tally", "/since",
)  # fmt: skip


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_answers_everybody(app: Flask, language: str) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    stranger, forged = Phone(app, language), Phone(app, language)
    forged.client.set_cookie("phone", "0" * 32)
    for phone in (ana, mei, stranger, forged):
        phone.language = language
        for page in PAGES:
            answer = phone.client.get(table + page, headers={"Accept-Language": language})
            assert answer.status_code in (200, 303), page
            if answer.mimetype == "text/html" and answer.status_code == 200:
                assert f'<html lang="{language}"' in answer.text


def test_no_page_runs_inline_script_or_takes_style_from_elsewhere(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    for page in ("/", "/new/hangzhou", "/rules/hangzhou", *(table + page for page in PAGES)):
        answer = ana.client.get(page)
        policy = answer.headers["Content-Security-Policy"]
        assert "unsafe" not in policy and "default-src 'self'" in policy
        if answer.mimetype != "text/html":
            continue
        assert not re.search(
            r'\son\w+="|\sstyle="|<style(?! data-sheet)|<script(?! type="module" src="/static/)', answer.text
        ), page
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', answer.text), page


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost.evil.example", None])
def test_forms_of_other_origins_are_refused(app: Flask, tables: Tables, origin: str | None) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    before = tables.view_for(table[3:]).seq
    ana.post(table, 403, origin=origin, do='{"do":"act","action":"pass"}', command_id="a")
    ana.post("/new/hangzhou", 403, origin=origin, command_id="a")
    ana.post("/phone", 403, origin=origin, language="es")
    assert tables.view_for(table[3:]).seq == before
    assert "That did not work" in ana.text


@pytest.mark.parametrize("token", ["0" * 32, "", "x", "a" * 500, "../../etc"])
def test_a_forged_token_may_do_nothing(app: Flask, tables: Tables, token: str) -> None:
    table, _ = begun(app, ("Ana", "Mei"))
    before = tables.view_for(table[3:]).seq
    forged = Phone(app)
    forged.client.set_cookie("phone", token)
    for command in ('{"do":"act","action":"pass"}', '{"do":"undo"}', '{"do":"finish"}', '{"do":"close"}'):
        forged.post(table, 409, do=command, command_id="a")
    assert tables.view_for(table[3:]).seq == before


def test_tokens_stay_in_cookies_that_scripts_cannot_read(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    cookie = ana.client.get_cookie("phone")
    assert cookie is not None
    assert cookie.http_only and cookie.same_site == "Lax"
    for page in PAGES:
        assert cookie.value not in ana.client.get(table + page).text


def test_hidden_hands_are_hidden_from_others_and_from_watchers(app: Flask) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"), open_hands="hidden")
    watcher = Phone(app)
    for phone in (mei, watcher):
        phone.get(f"{table}?seat=0")
        assert "not known here" in phone.text
        phone.get(f"{table}/screen")
        assert "not known here" in phone.text
    ana.get(f"{table}?seat=0")
    assert "6 coins" in ana.text


def test_bodies_are_bounded(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    ana.post(table, 413, do="x" * 100_000, command_id="a")
    assert "That did not work" in ana.text


@pytest.mark.parametrize(
    "sent",
    ["", "nonsense", "[]", "[[]]", "{}", '{"do":"act"}', '{"do":"nope"}', '{"do":"act","action":5}', '["a","b"]',
     '{"do":"act","action":"shop Z9"}', '{"do":"show","entry":99999}', '{"do":"undo","to":-5}', "\x00", "[" * 5000],
)  # fmt: skip
def test_nonsense_gets_one_sentence(app: Flask, sent: str) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    ana.post(table, 200 if sent == "[]" else 409, do=sent, command_id="a")
    if sent != "[]":
        assert ana.page.xpath('//*[@id="note"]')


@pytest.mark.parametrize(
    "path",
    [
        "/t/QKTRM",
        "/t/QKTRM/stream",
        "/t/%2e%2e",
        "/k/chess/1",
        "/new/chess",
        "/rules/chess",
        "/sprite/hangzhou-000.svg",
        "/sprite/x.svg",
        "/nothing",
    ],
)
def test_what_is_not_there_is_said(app: Flask, path: str) -> None:
    phone = Phone(app)
    phone.get(path, 404)
    assert phone.h1 == "That did not work"


def test_redirects_stay_here(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    headers = {"Origin": "http://localhost"}
    for back in ("//evil.example", "https://evil.example", "/\\evil.example", "x", "/a\nb"):
        answer = ana.client.post("/phone", data={"back": back, "language": "en"}, headers=headers)
        assert answer.location == "/"
        answer = ana.client.post(table, data={"to": back, "do": '{"do":"check"}', "command_id": "a"}, headers=headers)
        assert answer.location.startswith(table)
