"""Everything that *Export all* writes comes back: through the pages, and through the program that listens."""

from __future__ import annotations

import base64
import http.client
import io
import json
import secrets
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from real_servers import WAIT, Server

from companion.tables import EnterPosition, Finish, Tables, new_token, open_tables
from companion.tables.export import LARGEST, Reader, write
from companion.web import Config, create_app
from companion.web.config import Rates

pytestmark = pytest.mark.landing

MIB = 1024 * 1024
SIZE = 20 * MIB
BEARER = {"Authorization": f"Bearer {new_token()}"}
SHORT = "hangzhou RB city: A1R B1Bb merchants: C1 - - - R: c3 B: c5"
ENTRIES, LONG = 240, 60_000
"""Of each log, and letters of an entry: nearly as many as there may be. Their packing saves a quarter."""


def large_table(tables: Tables, owner: str) -> str:
    """A table of nearly the size that one may have."""
    code = tables.open("hangzhou", owner)
    export = json.loads(tables.export(code, owner))
    for seq in range(2, ENTRIES):
        zone = base64.b64encode(secrets.token_bytes(LONG * 3 // 4)).decode()
        said = {"actor": None, "source": "person", "command_id": f"{seq}", "at": 7}
        export["log"].append({"seq": seq, "body": {"type": "check", "zone": zone}, **said})
    return json.dumps(export)


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[bytes]:
    """A phone's history as one file of more than 20 MiB."""
    tables, owner = open_tables(tmp_path_factory.mktemp("full") / "tables.sqlite3"), new_token()
    for _ in range(2):
        tables.carry_in(large_table(tables, owner), owner)
    made = b"".join(tables.export_all(owner))
    tables.close()
    assert len(made) > SIZE
    return made


def file(data: bytes, boundary: str) -> bytes:
    """A form with the file, as browsers send it."""
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="table"; filename="silk-road.zip"\r\n'
    return f"{head}Content-Type: application/zip\r\n\r\n".encode() + data + f"\r\n--{boundary}--\r\n".encode()


@pytest.mark.long
def test_an_archive_of_twenty_megabytes_comes_back(sent: bytes, tmp_path: Path) -> None:
    there = open_tables(tmp_path / "tables.sqlite3")
    client = create_app(there).test_client()
    client.environ_base = {"REMOTE_ADDR": "203.0.113.7"}
    form = {"table": (io.BytesIO(sent), "silk-road.zip")}
    answer = client.post("/import", data=form, headers={"Origin": "http://localhost"})
    assert (answer.status_code, answer.location) == (303, "/history?added=4&known=0")
    token = client.get_cookie("phone")
    assert token is not None
    back = Reader(io.BytesIO(b"".join(there.export_all(token.value))))
    for was in Reader(io.BytesIO(sent)).names:
        assert was in back.names
    assert client.post("/phone", data={"language": "es"}, headers={"Origin": "http://localhost"}).status_code == 303
    there.close()


@pytest.mark.outside
def test_it_comes_back_through_the_program_that_listens(sent: bytes, tmp_path: Path) -> None:
    boundary, token = "form7", new_token()
    with Server(tmp_path / "data") as server:
        asked = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WAIT * 3)
        head = {"Origin": server.base, "Cookie": f"phone={token}"}
        asked.request(
            "POST",
            "/import",
            file(sent, boundary),
            head | {"Content-Type": f"multipart/form-data; boundary={boundary}"},
        )
        answer = asked.getresponse()
        text = answer.read().decode()
        assert answer.status == 303, text[-600:]
        asked.request("GET", "/history/export", headers=head)
        back = asked.getresponse().read()
        asked.close()
    assert len(back) > SIZE
    assert set(Reader(io.BytesIO(sent)).names) == set(Reader(io.BytesIO(back)).names)


@pytest.mark.parametrize("size", [65_000, 66_000, 300_000, 2 * MIB])
def test_a_file_of_any_size_is_read_whatever_bytes_are_in_it(app: Flask, size: int) -> None:
    """Line ends in it are what a form's parts end with: they are kept until the next piece comes."""
    client = app.test_client()
    for data in (secrets.token_bytes(size), b"\r\n" * (size // 2), b"\r" * size, b"--" * (size // 2)):
        form = {"table": (io.BytesIO(b"PK" + data), "silk-road.zip")}
        answer = client.post("/import", data=form, headers={"Origin": "http://localhost"})
        assert answer.status_code == 409
        assert "broken or cut" in answer.text


def test_an_address_brings_so_many_tables_and_no_more(tmp_path: Path) -> None:
    here, owner = open_tables(tmp_path / "here.sqlite3"), new_token()
    for _ in range(12):
        code = here.open("hangzhou", owner)
        here.command(
            code, owner, EnterPosition("hangzhou RB city: A1R B1Bb merchants: C1 - - - R: c3 B: c5"), command_id="p"
        )
        here.command(code, owner, Finish(), command_id="f")
    sent = b"".join(here.export_all(owner))
    here.close()
    there = open_tables(tmp_path / "there.sqlite3")
    for most, status in ((11, 409), (12, 303)):
        client = create_app(there, Config(phones=1, rates=Rates(tables=most))).test_client()
        client.environ_base = {"REMOTE_ADDR": "203.0.113.7"}
        form = {"table": (io.BytesIO(sent), "silk-road.zip")}
        assert client.post("/import", data=form, headers={"Origin": "http://localhost"}).status_code == status
    assert client.post("/api/v1/tables", json={"game": "hangzhou"}, headers=BEARER).json["code"] == "too_many_tables"
    there.close()


def test_a_table_that_is_too_large_does_not_keep_the_others_from_coming_back(tmp_path: Path) -> None:
    wide = {f"BCD{letter}F": "x" * (LARGEST + 1) for letter in "GH"} | {"BCDJF": "{}"}
    sent = b"".join(write(wide.items()))
    assert Reader(io.BytesIO(sent)).names == ("tables/BCDJF.json",)
    assert b"BCDGF, BCDHF" in zipfile.ZipFile(io.BytesIO(sent)).comment
