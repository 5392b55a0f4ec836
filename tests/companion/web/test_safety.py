"""What must never happen: foreign forms, forged phones, leaks, script in names, bodies without end."""

from __future__ import annotations

import pytest
from flask import Flask
from paperless import Phone, begun

pytestmark = pytest.mark.long


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
        "/drawn/hangzhou/signs-000.svg",
        "/drawn/x/signs.svg",
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
