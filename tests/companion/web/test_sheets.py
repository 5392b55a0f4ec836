"""Style sheets: in the first page that needs them, and at their own address from then on."""

from __future__ import annotations

import base64
import hashlib
import re

from flask import Flask
from flask.testing import FlaskClient

from companion.web.sheets import KEPT, MARK, MOST

BROUGHT = re.compile(r'<style data-sheet="([^"]+)">(.*?)</style>', re.DOTALL)
LINKED = re.compile(r'<link rel="stylesheet" href="([^"]+)">')


BROWSER = {"Accept": "text/html,application/xhtml+xml"}
"""What a browser says when it goes to a page."""


def had(client: FlaskClient) -> list[str]:
    cookie = client.get_cookie(KEPT)
    return cookie.value.split(".") if cookie else []


def test_the_first_page_brings_its_style_and_the_next_one_names_it(app: Flask) -> None:
    client = app.test_client()
    first = client.get("/rules/hangzhou", headers=BROWSER)
    brought = dict(BROUGHT.findall(first.text))
    assert [address.partition("?")[0] for address in brought] == ["/static/companion.css", "/static/leaflet.css"]
    assert not LINKED.findall(first.text)
    for address, text in brought.items():
        assert client.get(address).text == text
    second = client.get("/rules/hangzhou", headers=BROWSER)
    assert LINKED.findall(second.text) == list(brought) and "<style" not in second.text
    assert had(client) == [address.partition("?")[2][:MARK] for address in brought]


def test_a_page_brings_what_the_pages_before_it_had_not(app: Flask) -> None:
    client = app.test_client()
    client.get("/", headers=BROWSER)
    page = client.get("/score/hangzhou", headers=BROWSER).text
    assert [address.partition("?")[0] for address in LINKED.findall(page)] == ["/static/companion.css"]
    assert [address.partition("?")[0] for address, _ in BROUGHT.findall(page)] == [
        "/static/table.css",
        "/static/counting.css",
    ]


def test_the_policy_names_the_styles_of_the_page_and_no_others(app: Flask) -> None:
    client = app.test_client()
    first, second = client.get("/", headers=BROWSER), client.get("/", headers=BROWSER)
    (told,) = first.headers.getlist("Content-Security-Policy")
    digests = [
        base64.b64encode(hashlib.sha256(css.encode()).digest()).decode() for _, css in BROUGHT.findall(first.text)
    ]
    assert re.findall(r"'sha256-([^']+)'", told) == digests
    (told,) = second.headers.getlist("Content-Security-Policy")
    assert "sha256" not in told and "style-src" not in told


def test_a_sheet_that_has_changed_is_brought_again_and_what_was_is_forgotten(app: Flask) -> None:
    client = app.test_client()
    client.set_cookie(KEPT, ".".join(f"{n:06x}" for n in range(MOST)))
    assert BROUGHT.search(client.get("/", headers=BROWSER).text)
    assert len(had(client)) == MOST and had(client)[:-1] == [f"{n:06x}" for n in range(1, MOST)]


def test_what_a_script_fetches_names_its_sheets(app: Flask) -> None:
    client = app.test_client()
    for accept in ("*/*", ""):
        answer = client.get("/", headers={"Accept": accept})
        assert LINKED.findall(answer.text) and "<style" not in answer.text and not had(client)
        assert "style-src" not in answer.headers["Content-Security-Policy"]


def test_a_cookie_of_nonsense_is_as_good_as_none(app: Flask) -> None:
    client = app.test_client()
    for nonsense in ("", "....", "</style><script>", "x" * 4000):
        client.set_cookie(KEPT, nonsense)
        answer = client.get("/", headers=BROWSER)
        assert answer.status_code == 200 and BROUGHT.search(answer.text) and "<script>" not in answer.text
        assert len(had(client)) == 1, nonsense
