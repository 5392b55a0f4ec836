"""A phone's cookies under https: bound to this very host, and nobody loses a seat that had the plain ones."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from paperless import opened
from werkzeug.test import TestResponse

from companion.tables import Tables, new_token
from companion.web.phone import OURS

SECURE = "https://localhost"
ALL = ("phone", "name", "language", "theme", "turned")


def cookies(answer: TestResponse) -> dict[str, str]:
    """Each cookie that an answer sets, by its name, with its attributes."""
    return {cookie.partition("=")[0]: cookie for cookie in answer.headers.getlist("Set-Cookie")}


def plain_phone(app: Flask, **values: str) -> FlaskClient:
    """A phone with what servers before gave it under https: the plain names, sent to secure pages alone."""
    client = app.test_client()
    for name, value in values.items():
        client.set_cookie(name, value, secure=True)
    return client


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
    assert set(seen) == {OURS + name for name in ALL}
    for cookie in seen.values():
        attributes = {part.strip() for part in cookie.split(";")[1:]}
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= attributes
        assert not any(part.startswith("Domain") for part in attributes), "a browser refuses the prefix with one"


def test_at_home_names_are_plain_for_no_browser_takes_others(app: Flask) -> None:
    for answer in set_all(app.test_client(), "http://localhost"):
        assert not any(name.startswith(OURS) or "Secure" in cookie for name, cookie in cookies(answer).items())


def test_a_phone_that_had_plain_cookies_keeps_its_seat_and_what_it_chose(app: Flask, tables: Tables) -> None:
    table, (ana, _) = opened(app, ("Ana", "Mei"))
    had = ana.client.get_cookie("phone")
    assert had is not None
    old = plain_phone(app, phone=had.value, language="es", theme="dark", turned="2", name="Ana")
    first = look(old, table)
    assert first.status_code == 200 and 'lang="es"' in first.text and 'data-theme="dark"' in first.text
    given = cookies(first)
    assert given[OURS + "phone"].startswith(f"{OURS}phone={had.value};"), "the same token by its new name"
    assert "Expires=Thu, 01 Jan 1970" in given["phone"], "and the plain one goes"
    assert old.get_cookie("phone") is None
    kept = old.get_cookie(OURS + "phone")
    assert kept is not None and tables.view_for(table[3:], kept.value).me.chair == 0
    assert "Set-Cookie" not in look(old, table).headers, "moved once"


@pytest.mark.parametrize("path", ["/since?after=0", "/export"])
def test_what_is_no_page_knows_the_plain_token_too(app: Flask, path: str) -> None:
    table, (ana, _) = opened(app, ("Ana", "Mei"))
    had = ana.client.get_cookie("phone")
    assert had is not None
    answer = look(plain_phone(app, phone=had.value), table + path)
    assert answer.status_code == 200 and OURS + "phone" not in cookies(answer)


def test_a_planted_plain_cookie_takes_nobodys_place(app: Flask) -> None:
    """A neighbour under the same domain can set plain names for it; who has the other name is not moved by that."""
    table, (ana, _) = opened(app, ("Ana", "Mei"))
    had = ana.client.get_cookie("phone")
    assert had is not None
    client = app.test_client()
    client.set_cookie(OURS + "phone", had.value, secure=True)
    before = look(client, table)
    client.set_cookie("phone", new_token(), domain="localhost")
    after = look(client, table)
    shown = [re.sub(r'value="[0-9a-f]{20,}"', "", answer.text) for answer in (before, after)]
    assert shown[0] == shown[1] and "Set-Cookie" not in after.headers


def test_a_program_with_a_token_is_given_no_cookie(app: Flask) -> None:
    client = plain_phone(app, phone=new_token())
    answer = client.get("/", base_url=SECURE, headers={"Authorization": f"Bearer {new_token()}"})
    assert "Set-Cookie" not in answer.headers
