"""A phone's cookies under https: bound to this very host, and nobody else can plant one."""

from __future__ import annotations

import re

from flask import Flask
from flask.testing import FlaskClient
from paperless import opened
from werkzeug.test import TestResponse

from companion.tables import new_token
from companion.web.config import SECURE as SECURE_NAME

SECURE = "https://localhost"
ALL = ("phone", "name", "language", "theme", "turned")


def cookies(answer: TestResponse) -> dict[str, str]:
    """Each cookie that an answer sets, by its name, with its attributes."""
    return {cookie.partition("=")[0]: cookie for cookie in answer.headers.getlist("Set-Cookie")}


def look(client: FlaskClient, path: str = "/") -> TestResponse:
    return client.get(path, base_url=SECURE, headers={"Accept-Language": "en"})


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
    for answer in set_all(app.test_client(), SECURE):
        seen |= cookies(answer)
    assert set(seen) == {SECURE_NAME + name for name in ALL}
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
    client.set_cookie(SECURE_NAME + "phone", had.value, secure=True)
    before = look(client, table)
    client.set_cookie("phone", new_token(), domain="localhost")
    after = look(client, table)
    shown = [re.sub(r'value="[0-9a-f]{20,}"', "", answer.text) for answer in (before, after)]
    assert shown[0] == shown[1] and "Set-Cookie" not in after.headers
