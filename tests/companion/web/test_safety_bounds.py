"""How much one address may ask for: what it is told when it is too much, and that a game is never in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from paperless import ORIGIN, Phone, begun, opened
from snapped import Reads, send
from werkzeug.test import TestResponse

from companion.tables import Tables, new_token, open_tables
from companion.web import Config, create_app, security
from companion.web.security import find_network

pytestmark = pytest.mark.long

GUEST = "203.0.113.7"
Opener = Callable[..., Flask]


@pytest.fixture
def bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opener]:
    """An app with these limits of one address, for so many phones at each."""
    served: list[Tables] = []

    def opened(phones: int = 1, proxies: int = 0, **rates: int) -> Flask:
        served.append(open_tables(tmp_path / f"{len(served)}.sqlite3"))
        for name, most in rates.items():
            monkeypatch.setitem(security.RATES, name, (most, *security.RATES[name][1:]))
        return create_app(served[-1], Config(phones=phones, proxies=proxies))

    yield opened
    for tables in served:
        tables.close()


def asking(app: Flask, address: str = GUEST) -> Phone:
    phone = Phone(app)
    phone.client.environ_base = {"REMOTE_ADDR": address}
    return phone


def test_bounds_can_be_switched_off(bounded: Opener) -> None:
    client = asking(bounded(phones=0, posts=1)).client
    assert [client.post("/api/v1/tokens").status_code for _ in range(3)] == [201, 201, 201]


def test_a_household_of_ipv6_is_one_address() -> None:
    assert find_network("2001:db8:1:2::7") == find_network("2001:db8:1:2:ffff::1") != find_network("2001:db8:1:3::7")
    assert find_network("::ffff:192.0.2.7") == find_network("192.0.2.7") == "192.0.2.7"
    assert not any(map(find_network, ("127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1", "")))


TOO_MANY = {
    "en": "Too many requests came from this address. Nothing is lost: try again in {wait} s.",
    "es": "Han llegado demasiadas peticiones desde esta dirección. "
    "No se ha perdido nada: inténtalo de nuevo en {wait} s.",
}


LIMITED = (
    ("posts", "/phone", 303, "en"),
    ("posts", "/api/v1/tokens", 201, "en"),
    ("tables", "/api/v1/tables", 201, "es"),
    ("heavy", "/import", 409, "es"),
    ("heavy", "/api/v1/tables/import", 422, "en"),
)
"""Limits with an address that each of them is of, what that answers otherwise, and a language."""


@pytest.mark.parametrize(("limit", "path", "status", "language"), LIMITED)
def test_addresses_are_bounded_each_for_itself_and_this_machine_not_at_all(
    bounded: Opener, limit: str, path: str, status: int, language: str
) -> None:
    app, program = bounded(**{limit: 2}), path.startswith("/api/")

    def ask(address: str = GUEST) -> TestResponse:
        headers = {"Accept-Language": language, "Origin": ORIGIN}
        table = (BytesIO(b"no table"), "a.json")
        sent = {"json": {"game": "hangzhou"}} if program else {"data": {"language": language, "table": table}}
        return asking(app, address).client.post(path, headers=headers, **sent)

    assert [ask().status_code for _ in range(2)] == [status, status]
    refused = ask()
    assert refused.status_code == 429 and int(refused.headers["Retry-After"]) > 0
    assert TOO_MANY[language].format(wait=refused.headers["Retry-After"]) in refused.text
    if program:
        assert refused.mimetype == "application/problem+json" and refused.json["code"] == "too_fast"
    assert ask("203.0.113.8").status_code == status
    assert {ask("127.0.0.1").status_code for _ in range(3)} == {status}
    asking(app).get("/")


def seated(app: Flask, address: str = GUEST) -> tuple[str, Phone]:
    """A table of Hangzhou that moves the merchants, and its host's phone at that address."""
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    ana.client.environ_base = {"REMOTE_ADDR": address}
    return table, ana


def test_photographs_of_one_address_are_bounded(bounded: Opener, reads: Reads) -> None:
    app = bounded(photographs=3)
    asked = reads("no-marks")
    table, ana = seated(app)
    other_table, mei = seated(app, "203.0.113.8")
    for _ in range(5):
        ana.get(f"{table}/photo")
    send(ana, f"{table}/photo", 409)
    send(ana, f"{table}/photo", 409, b"one", b"two")
    send(ana, f"{table}/photo", 429)
    assert ana.answer is not None and len(asked) == 3, "the fourth was not read"
    assert TOO_MANY["en"].format(wait=ana.answer.headers["Retry-After"]) in ana.text
    ana.get(f"{table}/photo")
    ana.get(table)
    send(mei, f"{other_table}/photo", 409)


def test_whoever_guesses_codes_has_to_wait_but_players_behind_the_same_address_need_not(bounded: Opener) -> None:
    app = bounded(codes=5)
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    for phone in (ana, mei):
        phone.client.environ_base = {"REMOTE_ADDR": GUEST}
    guesser = asking(app)
    for guess in ("BBBBB", "CCCCC", "DDDDD"):
        guesser.get(f"/t/{guess}", 404)
    for guess in ("FFFFF", "GGGGG"):
        assert guesser.client.get(f"/api/v1/tables/{guess}").status_code == 404
    guesser.get("/t/HHHHH", 429)
    assert guesser.client.get(f"/api/v1/tables/{table[3:]}").status_code == 429
    guesser.get("/join?code=JJJJJ", 429)
    guesser.get("/")
    for phone in (ana, mei):
        phone.get(table)
    ana.press("Pass")


@pytest.mark.parametrize(("proxies", "status"), [(0, 429), (1, 201)])
def test_a_proxy_is_believed_only_where_there_is_one(bounded: Opener, proxies: int, status: int) -> None:
    app = bounded(proxies=proxies, posts=1)
    for number, expected in ((1, 201), (2, status)):
        client = app.test_client()
        client.environ_base = {"REMOTE_ADDR": "203.0.113.1"}
        answer = client.post("/api/v1/tokens", headers={"X-Forwarded-For": f"198.51.100.{number}"})
        assert answer.status_code == expected


def test_requests_for_seats_are_bounded(bounded: Opener) -> None:
    """With as many tokens as they like; others come through, and the host is not asked for ever."""
    app = bounded(seats=3)
    first, second = (begun(app, ("Ana", "Mei"))[0] for _ in range(2))

    def ask(table: str, address: str = GUEST) -> int:
        client = asking(app, address).client
        client.set_cookie("phone", new_token())
        form = {"do": "ask:0", "command_id": new_token()}
        return client.post(table, data=form, headers={"Origin": ORIGIN}).status_code

    assert [ask(first) for _ in range(5)] == [303, 303, 303, 429, 429]
    assert ask(first, "203.0.113.8") == ask(second) == 303


def test_behind_a_proxy_with_https_cookies_are_secure_and_forms_are_ours(tmp_path: Path) -> None:
    tables = open_tables(tmp_path / "tables.sqlite3")
    client = create_app(tables, Config(proxies=1, address="https://play.example")).test_client()
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "play.example"}
    answer = client.get("/", headers=forwarded)
    assert "Secure" in answer.headers["Set-Cookie"] and "SameSite=Lax" in answer.headers["Set-Cookie"]
    ours = client.post("/phone", data={"language": "es"}, headers=forwarded | {"Origin": "https://play.example"})
    assert ours.status_code == 303
    theirs = client.post("/phone", data={"language": "es"}, headers=forwarded | {"Origin": "https://evil.example"})
    assert theirs.status_code == 403
    tables.close()


def test_a_token_needs_no_origin_and_a_cookie_does(app: Flask) -> None:
    client, token = app.test_client(), new_token()
    assert client.post("/api/v1/tokens").status_code == 201
    client.set_cookie("phone", token)
    assert client.post("/api/v1/tokens").status_code == 403
    assert client.post("/api/v1/tokens", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 201
    assert client.post("/api/v1/tokens", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    bearer = {"Authorization": f"Bearer {token}", "Origin": "https://evil.example"}
    assert client.post("/api/v1/tokens", headers=bearer).status_code == 201
    assert client.options("/api/v1/tokens", headers=bearer).headers.get("Access-Control-Allow-Origin") is None
