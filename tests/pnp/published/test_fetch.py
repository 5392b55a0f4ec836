"""`pnp fetch`, from a server on this machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path

import pytest
from click.testing import Result
from kit_text import head
from output_builders import pnp

from pnp import fetch as sheets
from pnp.kit import bounds

KIT = head("market", "Market") + '\n[table.goods]\nfile = "data/deck.csv"\nurl = "{url}"\n'
ANSWERS = {
    "/deck.csv": ("text/csv", b"\xef\xbb\xbfid,name\r\na,Tea\r\nb,Silk\r\nc,Jade\r\n"),
    "/page": ("text/html", b"<!doctype html><title>Sign in</title>"),
    "/dupe.csv": ("text/csv", b"id,name\na,Tea\na,Silk\n"),
    "/latin.csv": ("text/csv", "id,name\na,Té\n".encode("latin-1")),
    "/long.csv": ("text/csv", b"id\n" + b"a\n" * 3_000_000),
}
MOVED = {"/away": "file:///etc/passwd", "/moved": "/deck.csv"}
STOP = threading.Event()
"""Ends the answers without end."""


class _Sheets(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path in MOVED:
            self.send_response(302)
            self.send_header("Location", MOVED[self.path])
            self.end_headers()
            return
        if self.path.startswith("/slow/"):
            self._trickle()
            return
        kind, data = ANSWERS.get(self.path, ("text/plain", b""))
        self.send_response(200 if self.path in ANSWERS else 404)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(data)

    def _trickle(self) -> None:
        """Sends a byte at a time, in the part of the answer that the address names, for ever."""
        parts = {"headers": b"HTTP/1.0 200 OK\r\n", "body": b"HTTP/1.0 200 OK\r\nContent-Type: text/csv\r\n\r\n"}
        again = {"headers": b"X: y\r\n"}
        name = self.path.rpartition("/")[2]
        with suppress(OSError):
            self.wfile.write(parts[name])
            for byte in cycle(again.get(name, b"a")):
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                if STOP.wait(0.02):
                    return

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def web() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Sheets)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    STOP.set()
    server.shutdown()
    server.server_close()


def fetch(folder: Path, url: str, kit: str = KIT) -> Result:
    (folder / "kit.toml").write_text(kit.replace("{url}", url))
    return pnp("fetch", folder)


def test_a_table_is_written_and_what_differs_is_told(tmp_path: Path, web: str) -> None:
    deck = tmp_path / "data" / "deck.csv"
    found = fetch(tmp_path, f"{web}/moved")
    assert (found.exit_code, found.stdout) == (0, "data/deck.csv: 3 rows, new\n")
    assert deck.read_bytes() == ANSWERS["/deck.csv"][1]
    assert fetch(tmp_path, f"{web}/deck.csv").stdout == "data/deck.csv: 3 rows, as before\n"
    deck.write_text("id,name\na,Tea\nb,Wool\nc,Jade\nd,Musk\n")
    assert fetch(tmp_path, f"{web}/deck.csv").stdout == "data/deck.csv: 3 rows, 1 new or changed, 2 gone or changed\n"
    deck.write_text("id\na\n")
    assert fetch(tmp_path, f"{web}/deck.csv").stdout == "data/deck.csv: 3 rows, with other columns than before\n"
    assert [path.name for path in deck.parent.iterdir()] == ["deck.csv"]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/page", "kit.toml:9:url: error: is a web page, no table"),
        ("/dupe.csv", "/dupe.csv as data/deck.csv:3:id: error: the key a stands in line 2 already"),
        ("/latin.csv", "is not UTF-8"),
        ("/long.csv", f"is larger than {bounds.CSV_BYTES.most} bytes"),
        ("/away", "cannot be fetched: HTTP 302"),
    ],
)
def test_what_cannot_be_used_leaves_the_file_as_it_was(tmp_path: Path, web: str, address: str, told: str) -> None:
    (tmp_path / "data").mkdir()
    deck = tmp_path / "data" / "deck.csv"
    deck.write_text("id\nmine\n")
    found = fetch(tmp_path, web + address)
    assert found.exit_code == 1
    assert told in found.stderr
    assert deck.read_text() == "id\nmine\n"
    assert [path.name for path in deck.parent.iterdir()] == ["deck.csv"]


@pytest.mark.parametrize("part", ["headers", "body"])
def test_a_server_that_never_ends_meets_the_deadline(
    tmp_path: Path, web: str, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    monkeypatch.setattr(sheets, "SECONDS", 0.3)
    found = fetch(tmp_path, f"{web}/slow/{part}")
    assert found.exit_code == 1 and found.stderr.count("error:") == 1, found.output
    assert "kit.toml:9:url: error: takes longer than" in found.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("kit", "told"),
    [
        (KIT.replace("{url}", "file:///etc/passwd"), "url is no address of the web"),
        (KIT.replace("data/deck.csv", "../deck.csv"), "file is none of the kit"),
        (KIT.replace("data/deck.csv", "kit.toml"), "file is none of the kit"),
        (KIT.partition("url")[0], "no table has a url"),
        (KIT + "=", "not valid TOML"),
    ],
)
def test_what_a_kit_asks_for_is_looked_at_first(tmp_path: Path, web: str, kit: str, told: str) -> None:
    home = tmp_path / "kit"
    home.mkdir()
    found = fetch(home, f"{web}/deck.csv", kit)
    assert found.exit_code == 1
    assert told in found.stderr
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["kit.toml"]


def test_check_knows_the_url_and_says_how_the_file_comes(tmp_path: Path) -> None:
    for address, told in (("ftp", "url is “ftp://example.org/deck.csv”"), ("https", "`pnp fetch` brings it")):
        (tmp_path / "kit.toml").write_text(KIT.replace("{url}", f"{address}://example.org/deck.csv"))
        assert told in pnp("check", tmp_path).stderr


@pytest.mark.parametrize(
    ("address", "meant"),
    [
        (
            "https://docs.google.com/spreadsheets/d/1AbC-d_9/edit?usp=sharing#gid=77",
            "https://docs.google.com/spreadsheets/d/1AbC-d_9/export?format=csv&gid=77",
        ),
        (
            "https://docs.google.com/spreadsheets/d/1AbC-d_9/edit",
            "https://docs.google.com/spreadsheets/d/1AbC-d_9/export?format=csv&gid=0",
        ),
        ("https://example.org/deck.csv", ""),
    ],
)
def test_the_page_of_a_google_sheet_means_its_csv(address: str, meant: str) -> None:
    assert sheets.make_csv_address(address) == (meant or address)
