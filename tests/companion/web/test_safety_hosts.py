"""By which names the server answers, and what it makes of heads of requests that make no sense."""

from __future__ import annotations

import socket

import pytest
from click.testing import CliRunner
from flask import Flask
from paperless import begun
from real_servers import WAIT, Server

from companion.cli import main
from companion.tables import Tables
from companion.web import Config, create_app
from companion.web.network import find_own_address
from companion.web.security import is_own_host, list_own_names

BROKEN = [
    "http://evil.example", "null", "http://localhost.evil.example", "http://[", "http://[::1", "http://]",
    "https://[x]:a", "//[", "http://a\u2100b", "[", "",
]  # fmt: skip


@pytest.mark.parametrize("sent", BROKEN)
@pytest.mark.parametrize("head", ["Origin", "Referer"])
@pytest.mark.parametrize("path", ["/phone", "/api/v1/tokens"])
def test_an_origin_that_is_none_is_refused_as_foreign(app: Flask, head: str, path: str, sent: str) -> None:
    client = app.test_client()
    client.set_cookie("phone", "0a" * 16)
    answer = client.post(path, data={"language": "es"}, headers={head: sent})
    assert answer.status_code == 403


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
