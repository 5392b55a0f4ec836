"""What must never happen: foreign forms, forged phones, planted cookies, bodies without end; and what is compressed."""

from __future__ import annotations

import gzip
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from paperless import Phone, begun, opened
from werkzeug.test import TestResponse

from companion.tables import new_token
from companion.web.config import SECURE

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
        "/t/QKTRM", "/t/QKTRM/stream", "/t/%2e%2e", "/k/chess/1", "/new/chess", "/rules/chess",
        "/drawn/hangzhou/signs-000.svg", "/drawn/x/signs.svg", "/nothing",
    ],
)  # fmt: skip
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


HTTPS = "https://localhost"
ALL = ("phone", "name", "language", "theme", "turned")


def cookies(answer: TestResponse) -> dict[str, str]:
    """Each cookie that an answer sets, by its name, with its attributes."""
    return {cookie.partition("=")[0]: cookie for cookie in answer.headers.getlist("Set-Cookie")}


def look(client: FlaskClient, path: str = "/") -> TestResponse:
    return client.get(path, base_url=HTTPS, headers={"Accept-Language": "en"})


def set_all(client: FlaskClient, base: str) -> list[TestResponse]:
    """Whatever sets a cookie: a first page, what a phone chooses, the name at a new table."""
    headers = {"Origin": base}
    sent = {
        "/phone": {"language": "es", "theme": "dark", "turned": "1"},
        "/new/hangzhou": {"players": "2", "name": "Ana"},
    }
    posted = [client.post(path, data=data, base_url=base, headers=headers) for path, data in sent.items()]
    return [client.get("/", base_url=base, headers={"Accept": "text/html"}), *posted]


def test_under_https_every_cookie_is_of_this_host_alone(app: Flask) -> None:
    seen = dict[str, str]()
    for answer in set_all(app.test_client(), HTTPS):
        seen |= cookies(answer)
    assert set(seen) == {SECURE + name for name in ALL}
    for cookie in seen.values():
        attributes = {part.strip() for part in cookie.split(";")[1:]}
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= attributes
        assert not any(part.startswith("Domain") for part in attributes), "a browser refuses the prefix with one"


def test_a_planted_plain_cookie_takes_nobodys_place(app: Flask) -> None:
    """A neighbour under the same domain can set plain names for it; who has the other name is not moved by that."""
    table, (ana, _) = opened(app, ("Ana", "Mei"))
    had = ana.client.get_cookie("phone")
    assert had is not None
    client = app.test_client()
    client.set_cookie(SECURE + "phone", had.value, secure=True)
    before = look(client, table)
    client.set_cookie("phone", new_token(), domain="localhost")
    after = look(client, table)
    shown = [re.sub(r'value="[0-9a-f]{20,}"', "", answer.text) for answer in (before, after)]
    assert shown[0] == shown[1] and "Set-Cookie" not in after.headers


GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def test_pages_and_static_files_are_compressed_and_asked_for_once(app: Flask) -> None:
    client = app.test_client()
    for path in ("/rules/hangzhou", "/static/companion.js", "/api/v1/openapi.json"):
        packed, plain = client.get(path, headers=GZIP), client.get(path)
        assert packed.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain.headers, path
        assert "Accept-Encoding" in packed.headers["Vary"] and len(packed.data) < len(plain.data)
        assert len(gzip.decompress(packed.data)) == len(plain.data)
        if tag := packed.headers.get("ETag"):
            assert client.get(path, headers={**GZIP, "If-None-Match": tag}).status_code == 304


def test_a_range_is_of_plain_bytes(app: Flask) -> None:
    client = app.test_client()
    part = client.get("/static/companion.js", headers={**GZIP, "Range": "bytes=100-4099"})
    assert part.status_code == 206 and "Content-Encoding" not in part.headers
    assert part.data == client.get("/static/companion.js").data[100:4100]


def test_streams_and_typefaces_stay_as_they_are(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    stream = ana.client.get(f"{table}/stream", headers=GZIP, buffered=False)
    assert "Content-Encoding" not in stream.headers
    stream.close()
    assert "Content-Encoding" not in ana.client.get("/static/spectral-600.woff2", headers=GZIP).headers


def test_a_page_is_longer_by_chance(app: Flask) -> None:
    client = app.test_client()
    assert len({client.get("/").headers["X-Pad"] for _ in range(20)}) > 5
