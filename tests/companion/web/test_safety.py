"""What must never happen: foreign forms and names, forged phones, planted cookies, endless bodies; what is packed."""

from __future__ import annotations

import gzip
import re
import socket

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from paperless import Phone, begun, opened
from real_servers import WAIT, Server
from werkzeug.test import TestResponse

from companion.cli import main
from companion.tables import Tables, new_token
from companion.web import Config, create_app
from companion.web.config import SECURE
from companion.web.network import find_own_address
from companion.web.security import is_own_host, list_own_names

pytestmark = pytest.mark.long


def test_bodies_are_bounded(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    ana.post(table, 413, do="x" * 100_000, command_id="a")
    assert "That is too large" in ana.text


NONSENSE = (
    "", "nonsense", "[[]]", "{}", '{"do":"act"}', '{"do":"nope"}', '{"do":"act","action":5}', '["a","b"]', "\x00",
    '{"do":"act","action":"shop Z9"}', '{"do":"show","entry":99999}', '{"do":"undo","to":-5}', "[" * 5000,
)  # fmt: skip


def test_nonsense_gets_one_sentence(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    for number, sent in enumerate(NONSENSE):
        ana.post(table, 409, do=sent, command_id=f"a{number}")
        assert ana.page.xpath('//*[@id="note"]'), sent
    ana.post(table, 200, do="[]", command_id="nothing")


@pytest.mark.parametrize(
    "path",
    [
        "/t/QKTRM", "/t/QKTRM/stream", "/t/%2e%2e", "/k/chess/1", "/new/chess", "/rules/chess",
        "/drawn/hangzhou/signs-000.svg", "/drawn/x/signs.svg", "/nothing",
    ],
)  # fmt: skip
def test_what_is_not_there_is_said(app: Flask, path: str) -> None:
    phone = Phone(app)
    assert phone.at(path, 404).h1 == "That did not work"


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


BROKEN = [
    "http://evil.example", "null", "http://localhost.evil.example", "http://[", "http://[::1", "http://]",
    "https://[x]:a", "//[", "http://a\u2100b", "[", "",
]  # fmt: skip


@pytest.mark.parametrize("head", ["Origin", "Referer"])
@pytest.mark.parametrize("path", ["/phone", "/api/v1/tokens"])
def test_an_origin_that_is_none_is_refused_as_foreign(app: Flask, head: str, path: str) -> None:
    client = app.test_client()
    client.set_cookie("phone", "0a" * 16)
    for sent in BROKEN:
        answer = client.post(path, data={"language": "es"}, headers={head: sent})
        assert answer.status_code == 403, sent


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "localhost.evil.example", "silkroad.local.evil.example", "evil.example:8000", "notlocal",
        "127.0.0.1.evil.example", "localhost,evil.example", "localhost@evil",
        "localhost/", "[", "[::1", "localhost:a", "localhost:99999999", "", "löcalhost", "2130706433", "0x7f.1",
    ],
)  # fmt: skip
def test_under_a_foreign_name_nothing_is_shown_or_done(app: Flask, tables: Tables, host: str) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    before = tables.view_for(table[3:]).seq
    as_there = {"HTTP_HOST": host, "HTTP_ORIGIN": f"http://{host}"}
    client = ana.client
    for path in ("/", table, f"{table}/stream", f"/api/v1/tables/{table[3:]}", "/static/companion.js", "/metrics"):
        answer = client.get(path, environ_overrides=as_there)
        assert answer.status_code in (400, 421), (path, answer.status_code)
        assert table[3:] not in answer.text
    done = client.post(table, data={"do": '{"do":"undo"}', "command_id": "a"}, environ_overrides=as_there)
    assert done.status_code in (400, 421)
    assert tables.view_for(table[3:]).seq == before


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000", "silkroad.local:8000", "silkroad.local.",
        "192.168.1.20:8000", "10.0.0.7", "[fd00::1]:8000", "203.0.113.9:8000",
    ],
)  # fmt: skip
def test_phones_of_the_house_are_answered(app: Flask, host: str) -> None:
    assert app.test_client().get("/", headers={"Host": host}).status_code == 200


def test_the_names_of_the_machine_and_those_given_are_own(tables: Tables) -> None:
    own = socket.gethostname().lower()
    config = Config(address="https://games.example:8443", named="http://silkroad.local:8000")
    names = list_own_names(config)
    for name in (
        own,
        f"{own.partition('.')[0]}.local",
        f"{own.partition('.')[0]}.lan",
        find_own_address(),
        "games.example",
    ):
        assert is_own_host(name, names) and is_own_host(f"{name.upper()}:8000", names), name
    assert not is_own_host(f"{own}.example", names)
    client = create_app(tables, Config(names=("club.example",))).test_client()
    form = {"Host": "club.example", "Origin": "http://club.example"}
    assert client.post("/phone", data={"language": "es"}, headers=form).status_code == 303
    assert client.get("/", headers={"Host": "other.example"}).status_code == 421


@pytest.mark.parametrize("address", ["https://play.example", "https://play.example:443/"])
def test_behind_a_proxy_it_is_the_address_that_was_given(tables: Tables, address: str) -> None:
    client = create_app(tables, Config(proxies=1, address=address)).test_client()
    for name, status in (("play.example", 200), ("evil.example", 421)):
        assert client.get("/", headers={"X-Forwarded-Host": name, "X-Forwarded-Proto": "https"}).status_code == status


@pytest.mark.parametrize(
    "text", ["http://a.example", "a.example:80", "a b", "", "a/b", "a,b", "[::1", "::1", "ä.example"]
)
def test_a_name_that_is_none_is_said_at_the_start(text: str) -> None:
    result = CliRunner().invoke(main, ["serve", "--name", text])
    assert result.exit_code == 2
    assert "is no name of a host" in result.output


@pytest.mark.outside
def test_two_hosts_in_one_request_are_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    """As the program that listens passes them on, in either order."""
    with Server(tmp_path_factory.mktemp("hosts")) as server:
        own = f"127.0.0.1:{server.port}"
        for hosts, status in (((own,), b"200"), ((own, "evil.example"), b""), (("evil.example", own), b"")):
            heads = "".join(f"Host: {host}\r\n" for host in hosts)
            with socket.create_connection(("127.0.0.1", server.port), WAIT) as line:
                line.settimeout(WAIT)
                line.sendall(f"GET / HTTP/1.1\r\n{heads}Connection: close\r\n\r\n".encode())
                said = line.recv(64).split(b" ")[1]
            assert said == status or (not status and said in (b"400", b"421")), (hosts, said)
