"""How much one address may ask for: what it is told when it is too much, and that a game is never in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from paperless import Phone, begun

from companion.tables import Limits, Rate, Rates, Tables, new_token, open_tables
from companion.web import Config, create_app
from companion.web.http.security import GUESSED, HEAVY, UNCOUNTED

pytestmark = pytest.mark.long

GUEST = "203.0.113.7"
Opener = Callable[..., Flask]


@pytest.fixture
def bounded(tmp_path: Path) -> Iterator[Opener]:
    """An app that bounds addresses as told, for so many phones at each."""
    served: list[Tables] = []

    def opened(config: Config | None = None, phones: int = 1, **rates: Rate) -> Flask:
        limits = Limits(phones=phones, rates=Rates(**rates))
        served.append(open_tables(tmp_path / f"{len(served)}.sqlite3", limits))
        return create_app(served[-1], config)

    yield opened
    for tables in served:
        tables.close()


def asking(app: Flask, address: str = GUEST) -> Phone:
    phone = Phone(app)
    phone.client.environ_base = {"REMOTE_ADDR": address}
    return phone


def test_too_many_pages_get_a_page_that_says_so(bounded: Opener) -> None:
    phone = asking(bounded(look=Rate(3, 1000)))
    for _ in range(3):
        phone.get("/")
    phone.get("/", 429)
    assert phone.h1 == "Too many at once"
    assert phone.answer is not None
    wait = phone.answer.headers["Retry-After"]
    assert 0 < int(wait) <= 1000
    assert f"wait {wait} s" in phone.text


def test_programs_are_told_in_their_way(bounded: Opener) -> None:
    client = asking(bounded(act=Rate(1, 1000))).client
    assert client.post("/api/v1/tokens").status_code == 201
    answer = client.post("/api/v1/tokens")
    assert answer.status_code == 429
    assert answer.mimetype == "application/problem+json"
    assert answer.json is not None and answer.json["code"] == "too_fast"
    assert f"Wait {answer.headers['Retry-After']} s." in answer.json["detail"]


def test_addresses_are_bounded_each_for_itself_and_this_machine_not_at_all(bounded: Opener) -> None:
    app = bounded(look=Rate(1, 1000))
    asking(app).get("/")
    asking(app).get("/", 429)
    asking(app, "203.0.113.8").get("/")
    here = asking(app, "127.0.0.1")
    for _ in range(5):
        here.get("/")


def test_large_bodies_are_bounded_by_their_bytes(bounded: Opener) -> None:
    phone = asking(bounded(sent=Rate(1000, 1000)))
    phone.post("/phone", 200, language="en", back="/")
    assert phone.client.post("/phone", data={"x": "y" * 900}, headers={"Origin": "http://localhost"}).status_code == 303
    phone.post("/phone", 429, language="e" * 200)


def test_the_endpoints_that_are_named_exist(app: Flask) -> None:
    assert set(app.view_functions) >= HEAVY | UNCOUNTED | GUESSED


def test_what_is_heavy_is_bounded_more(bounded: Opener) -> None:
    app = bounded(heavy=Rate(1, 1000))
    client = asking(app).client
    assert client.get("/t/QKTRN/export").status_code == 404
    assert client.get("/t/QKTRN/export").status_code == 429
    assert client.get("/").status_code == 200


def test_whoever_guesses_codes_has_to_wait_but_players_behind_the_same_address_need_not(bounded: Opener) -> None:
    app = bounded(wrong=Rate(5, 1000))
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


def test_wrong_move_codes_count_as_guesses(bounded: Opener) -> None:
    app = bounded(wrong=Rate(3, 1000))
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    guesser = asking(app)
    for number in range(3):
        do = f'{{"do":"bring","move_code":"BCDFG{number}"}}'
        guesser.post(f"{table}/move", 409, do=do, command_id=f"a{number}")
    guesser.post(f"{table}/move", 429, do='{"do":"bring","move_code":"BCDFG9"}', command_id="b")
    ana.client.environ_base = {"REMOTE_ADDR": GUEST}
    ana.get(table)


def test_wrong_codes_of_the_owner_count_as_guesses(bounded: Opener) -> None:
    app = bounded(wrong=Rate(3, 1000))
    guesser, code = asking(app), app.extensions["companion"][0].history.owner_code()
    for number in range(3):
        guesser.post("/history/owner", 409, owner=f"BCDFG{number}")
    guesser.post("/history/owner", 429, owner=code)
    owner = asking(app, "203.0.113.8")
    owner.post("/history/owner", 200, owner=code)
    owner.post("/history/owner", 409, owner=code)


def test_tables_of_one_address_are_bounded(bounded: Opener) -> None:
    app = bounded()
    client = asking(app).client
    answers = [client.post("/api/v1/tables", json={"game": "hangzhou"}) for _ in range(60)]
    assert answers[0].status_code == 201
    assert answers[-1].status_code == 429
    assert answers[-1].json is not None and answers[-1].json["code"] == "too_many_tables"


def test_six_phones_behind_one_address_play_without_noticing(bounded: Opener) -> None:
    """The real rates, for no more than six phones: each reads the page after every step of the others."""
    app = bounded(phones=6)
    table, phones = begun(app, ("Ana", "Mei", "Tomás", "Lin"))
    phones += [Phone(app), Phone(app)]
    for phone in phones:
        phone.client.environ_base = {"REMOTE_ADDR": GUEST}
    for _ in range(8):
        for phone in phones:
            phone.get(table)
            phone.client.get(f"{table}/since?after=0")


@pytest.mark.parametrize(("proxies", "status"), [(0, 429), (1, 200)])
def test_a_proxy_is_believed_only_where_there_is_one(bounded: Opener, proxies: int, status: int) -> None:
    app = bounded(Config(proxies=proxies), look=Rate(1, 1000))
    for number, expected in ((1, 200), (2, status)):
        client = app.test_client()
        client.environ_base = {"REMOTE_ADDR": "203.0.113.1"}
        answer = client.get("/", headers={"X-Forwarded-For": f"198.51.100.{number}"})
        assert answer.status_code == expected


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
