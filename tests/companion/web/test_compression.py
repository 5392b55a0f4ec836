"""What phones are sent as gzip: everything that gains by it, the same to the byte when it is unpacked."""

from __future__ import annotations

import gzip
import re

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from companion.tables import Tables
from companion.web.assets import asset
from companion.web.http import compression
from companion.web.printed.signs import sign_file

ZIPPED = {"Accept-Encoding": "gzip"}
OWN = "0a" * 16


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_pages_styles_scripts_signs_and_json_come_as_gzip_and_say_the_same(client: FlaskClient) -> None:
    for path in (
        "/rules/hangzhou",
        "/static/companion.css",
        asset("companion.js"),
        sign_file("hangzhou"),
        "/api/v1/openapi.json",
        "/metrics",
    ):
        plain, packed = client.get(path), client.get(path, headers=ZIPPED)
        assert plain.status_code == packed.status_code == 200, path
        assert "Content-Encoding" not in plain.headers and packed.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in plain.vary and "Accept-Encoding" in packed.vary
        assert packed.content_length == len(packed.data) < len(plain.data) / 2
        if path != "/metrics":  # which has counted the first request
            assert gzip.decompress(packed.data) == plain.data, path


@pytest.mark.parametrize(
    ("said", "taken"),
    [("gzip", True), ("br, gzip;q=0.5", True), ("*", True), ("gzip;q=0, *", False), ("br", False), ("identity", False)],
)
def test_only_who_takes_gzip_gets_it(client: FlaskClient, said: str, taken: bool) -> None:
    answer = client.get("/", headers={"Accept-Encoding": said})
    assert ("Content-Encoding" in answer.headers) == taken


def test_what_is_small_streamed_or_compressed_in_itself_is_left_alone(client: FlaskClient, tables: Tables) -> None:
    code = tables.open("hangzhou", OWN)
    for path in (asset("icon.svg"), "/healthz", f"/t/{code}/stream", "/selftest/echo"):
        with client.get(path, headers=ZIPPED, buffered=False) as answer:
            assert answer.status_code == 200, path
            assert "Content-Encoding" not in answer.headers and "Accept-Encoding" not in answer.vary, path


def test_what_is_very_large_is_left_alone(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"a" * compression.LARGE
    app.add_url_rule("/large", "large", lambda: Response(text, mimetype="text/plain"))
    app.add_url_rule("/less", "less", lambda: Response(text[1:], mimetype="text/plain"))
    client = app.test_client()
    assert "Content-Encoding" not in client.get("/large", headers=ZIPPED).headers
    assert len(client.get("/less", headers=ZIPPED).data) < len(text) / 100


def test_head_says_what_get_would(client: FlaskClient) -> None:
    for path in (asset("companion.css"), "/static/companion.css", sign_file("hangzhou")):
        got, asked = client.get(path, headers=ZIPPED), client.head(path, headers=ZIPPED)
        assert asked.data == b"" and {"Content-Encoding", "Vary", "Cache-Control"} <= set(asked.headers.keys())
        for name in ("Content-Encoding", "Content-Type", "Vary", "ETag", "Cache-Control"):
            assert asked.headers.get(name) == got.headers.get(name), (path, name)
    path = asset("companion.css")
    assert client.head(path, headers=ZIPPED).content_length == client.get(path, headers=ZIPPED).content_length
    page = client.head("/", headers=ZIPPED)
    assert page.data == b"" and page.headers["Content-Encoding"] == "gzip"


def test_the_tags_of_both_forms_differ_and_either_is_known_again(client: FlaskClient) -> None:
    path = "/static/companion.css"
    plain, packed = client.get(path), client.get(path, headers=ZIPPED)
    assert plain.headers["ETag"] == packed.headers["ETag"].removeprefix("W/") != packed.headers["ETag"]
    for tag, accepts in ((plain, {}), (packed, ZIPPED)):
        again = client.get(path, headers={"If-None-Match": tag.headers["ETag"], **accepts})
        assert again.status_code == 304 and again.data == b""
        assert again.headers["ETag"] == tag.headers["ETag"] and "Accept-Encoding" in again.vary
        assert "Content-Encoding" not in again.headers


def test_parts_are_parts_of_what_is_not_compressed(client: FlaskClient) -> None:
    path = "/static/companion.css"
    plain, packed = client.get(path), client.get(path, headers=ZIPPED)
    part = client.get(path, headers={**ZIPPED, "Range": "bytes=100-199"})
    assert (part.status_code, part.data) == (206, plain.data[100:200]) and "Content-Encoding" not in part.headers
    # Who has the beginning of the other form gets all of it anew.
    anew = client.get(path, headers={**ZIPPED, "Range": "bytes=100-199", "If-Range": packed.headers["ETag"]})
    assert anew.status_code == 200 and gzip.decompress(anew.data) == plain.data
    assert "Accept-Ranges" not in packed.headers


def test_what_is_kept_for_ever_is_compressed_once(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    packed = compression._packed
    monkeypatch.setattr(
        compression, "_packed", lambda data, level, name=b"": asked.append(level) or packed(data, level, name)
    )
    for path in (asset("companion.css"), sign_file("hangzhou"), f"{sign_file('hangzhou')}?other"):
        assert client.get(path, headers=ZIPPED).data == client.get(path, headers=ZIPPED).data
    assert asked == [compression.BEST] * 2
    client.get("/", headers=ZIPPED)
    assert asked[2:] == [compression.QUICK]


def test_the_length_of_a_page_tells_little_of_what_is_in_it(client: FlaskClient) -> None:
    """Nobody shall count letters: the same page is of many lengths."""
    answers = [client.get("/rules/hangzhou", headers=ZIPPED).data for _ in range(40)]
    assert len({gzip.decompress(data) for data in answers}) == 1
    lengths = {len(data) for data in answers}
    assert len(lengths) > 15 and max(lengths) - min(lengths) <= compression.LONGER + 1


def test_a_static_file_is_kept_for_ever_under_the_address_that_names_it_as_it_is(client: FlaskClient) -> None:
    for path in (asset("companion.css"), asset("game.css", "xanadu"), asset("icon.svg"), sign_file("dunhuang")):
        assert "immutable" in client.get(path).headers["Cache-Control"], path
        assert "immutable" in client.get(path, headers=ZIPPED).headers["Cache-Control"], path
    for path in ("/static/companion.css", "/static/companion.css?0123456789ab", "/static/nothing.css"):
        assert "immutable" not in client.get(path).headers.get("Cache-Control", ""), path


def test_each_address_in_a_page_is_one_that_is_kept(client: FlaskClient) -> None:
    page = client.get("/history").text
    found = set(re.findall(r'(?:href|src)="(/(?:static|sprite)/[^"#]*)', page))
    assert len(found) > 2
    for path in found:
        assert "immutable" in client.get(path).headers["Cache-Control"], path
