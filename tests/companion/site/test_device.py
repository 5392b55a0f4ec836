"""The app on one device, its cookies, its path, and the command that writes the site."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner
from flask import Flask
from markupsafe import escape

from companion.cli import main
from companion.site.device import Answer, Device, served
from companion.site.jar import Jar
from companion.site.mount import Mount
from companion.site.stage import FOLDERS
from companion.tables.database import Database
from companion.tables.errors import StorageFailed
from companion.web.app import make_unserved_app
from companion.web.config import MadeKit

ADDRESS = "https://games.example.org/silk-road/"


class OnePhone:
    """A device."""

    def __init__(self, folder: Path, kits: tuple[MadeKit, ...] = ()) -> None:
        self.device = Device(make_unserved_app(served(ADDRESS.rstrip("/"), kits)), folder, ADDRESS, "es,en;q=0.9")

    def get(self, target: str) -> Answer:
        return self.device.answer("GET", target, {"accept": "text/html"}, b"")

    def post(self, target: str, **fields: str) -> Answer:
        kind = {"content-type": "application/x-www-form-urlencoded", "accept": "text/html"}
        return self.device.answer("POST", target, kind, urlencode(fields).encode())

    def opened(self) -> str:
        """The path of a table of Hangzhou for one."""
        fields = {"way": "follow", "players": "1", "name": "Ana", "command_id": "of-this-test"}
        location = dict(self.post("/new/hangzhou", **fields).headers)["Location"]
        assert location.startswith("/silk-road/t/")
        return location.removeprefix("/silk-road")

    def begin(self, table: str) -> Answer:
        """Begins the game at a table; who opened it starts."""
        return self.post(table, command_id="begin-the-game", do='{"do":"start"}')

    def newest(self, table: str) -> bytes:
        """Of a table, how new it is."""
        return self.get(f"{table}/since").body


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[OnePhone]:
    one = OnePhone(tmp_path)
    yield one
    one.device.close()


def test_it_speaks_as_its_owner_reads_and_links_below_its_path(phone: OnePhone) -> None:
    page = phone.get("/").body.decode()
    assert '<html lang="es"' in page and "Tres juegos de mesa" in page
    assert 'href="/silk-road/new/hangzhou"' in page and ' href="/new' not in page


def test_an_act_is_answered_with_its_page_for_whoever_prefers_that(phone: OnePhone) -> None:
    table, kind = phone.opened(), {"content-type": "application/x-www-form-urlencoded", "accept": "*/*"}
    fields = urlencode({"command_id": "begin-the-game", "do": '{"do":"start"}'}).encode()
    answer = phone.device.answer("POST", table, kind | {"Prefer": "return=representation"}, fields)
    assert answer.status == 200 and dict(answer.headers)["Content-Location"] == f"/silk-road{table}"
    seen = phone.device.answer("GET", table, {"accept": "*/*"}, b"")
    assert b'data-seq="' in answer.body and once(answer.body) == once(seen.body)
    again = phone.device.answer("POST", table, kind, fields)
    assert again.status == 303 and dict(again.headers)["Location"].endswith(table), "as a server answers"
    assert b"data-seq" not in again.body, "without the page"


def once(page: bytes) -> bytes:
    """A page without the numbers that no two of it have in common."""
    return re.sub(rb'name="command_id" value="[^"]*"', b"", page)


def test_what_takes_other_phones_or_a_press_is_not_offered(phone: OnePhone) -> None:
    start = phone.get("/").body.decode()
    assert "/join" not in start and "/print" not in start
    assert phone.get("/print").status == 404 and phone.get("/metrics").status == 404
    table = phone.opened()
    for page in (table, f"{table}/seats", f"{table}/menu"):
        shown = phone.get(page).body.decode()
        assert 'class="qr"' not in shown and "/screen" not in shown, page
    assert phone.get(f"{table}/picture.png").status == 404


def test_cookies_are_kept_for_it_and_tables_are_there_again(tmp_path: Path) -> None:
    phone = OnePhone(tmp_path)
    table = phone.opened()
    assert all(name.lower() != "set-cookie" for name, _ in phone.get("/").headers)
    phone.device.close()
    again = OnePhone(tmp_path)
    assert table.removeprefix("/t/") in again.get("/").body.decode()
    assert 'name="do"' in again.get(table).body.decode(), "it sits there still"
    again.device.close()


def test_a_rival_acts_between_requests(phone: OnePhone) -> None:
    fields = {"way": "follow", "players": "2", "name": "Ana", "command_id": "with-a-rival"}
    table = dict(phone.post("/new/hangzhou", **fields).headers)["Location"].removeprefix("/silk-road")
    rival = '{"do":"rival","chair":1,"player":"strong","name":"Bo"}'
    assert phone.post(table, command_id="seat-a-rival", do=rival).status == 303
    assert phone.begin(table).status == 303, "in Hangzhou who starts picks a dye last"
    before = phone.newest(table)
    phone.device._rivals._pace = 0.0
    assert phone.device.tend()
    assert phone.newest(table) != before


def test_kits_that_were_printed_beforehand_are_offered(tmp_path: Path) -> None:
    kits = tuple(MadeKit("xanadu", "es", paper, f"kits/xanadu-es-{paper}.zip", 1_400_001) for paper in ("a4", "letter"))
    phone = OnePhone(tmp_path, kits)
    start = phone.get("/").body.decode()
    assert 'href="/silk-road/print"' in start
    page = phone.get("/print").body.decode()
    assert 'href="/silk-road/kits/xanadu-es-letter.zip"' in page
    assert "Español, Carta" in page and "1 MB" in page and "no hay red" not in page
    assert "Hangzhou" not in page, "of which there is none"
    assert "no hay red" in phone.get("/print?away").body.decode()
    assert 'href="/silk-road/print?game=xanadu"' in phone.get("/k/xanadu/abc").body.decode()
    phone.device.close()


def test_a_position_goes_to_other_phones_by_its_code(phone: OnePhone) -> None:
    """Also to one that has never been there: of a site the first page alone is a file."""
    table = phone.opened()
    assert phone.begin(table).status == 303
    assert f'aria-label="{ADDRESS}#/new/hangzhou?position=' in phone.get(f"{table}/advanced").body.decode()


def test_a_table_goes_to_a_server_and_comes_back(phone: OnePhone, app: Flask) -> None:
    table, server = phone.opened(), app.test_client()
    assert phone.begin(table).status == 303
    here = phone.get(f"{table}/export").body
    form, origin = {"table": (BytesIO(here), "table.json")}, {"Origin": "http://localhost"}
    arrived = server.post("/import", data=form, headers=origin)
    assert arrived.status_code == 303, arrived.text
    there = server.get(f"{arrived.location.removesuffix('/seats')}/export").data
    head = b'--edge\r\nContent-Disposition: form-data; name="table"; filename="table.json"\r\n\r\n'
    kind = {"content-type": "multipart/form-data; boundary=edge", "accept": "text/html"}
    back = phone.device.answer("POST", "/import", kind, head + there + b"\r\n--edge--\r\n")
    assert back.status == 303, back.body
    again = dict(back.headers)["Location"].removeprefix("/silk-road").removesuffix("/seats")
    assert again != table, "beside the one that went"
    first, last = (json.loads(one)["log"] for one in (here, phone.get(f"{again}/export").body))
    assert [one["body"] for one in last][: len(first)] == [one["body"] for one in first]


def test_nothing_is_acknowledged_to_a_phone_whose_cookies_cannot_be_kept(
    phone: OnePhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Jar) -> None:
        raise StorageFailed("full", "storage_full")

    monkeypatch.setattr(Jar, "store", full)
    fields = {"way": "follow", "players": "1", "name": "Ana", "command_id": "of-this-test"}
    refused = phone.post("/new/hangzhou", **fields)
    assert refused.status == 507 and "No queda sitio" in refused.body.decode()
    start = phone.get("/")
    assert start.status == 200 and "/t/" not in start.body.decode()
    monkeypatch.undo()
    assert phone.post("/new/hangzhou", **fields).status == 303


def test_all_that_the_app_imports_is_taken_along() -> None:
    """In a process of its own: others import what no phone needs."""
    told = "import sys, companion.site.device; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    rooms = {tuple(name.split(".")[:2]) for name in done.stdout.split() if name.startswith(("companion.", "pnp."))}
    assert rooms <= {(package, room.removesuffix(".py")) for package in FOLDERS for room in FOLDERS[package]}


# --- cookies are kept as a browser keeps them, and are there when the app is opened again ---


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """That of the tables on a phone."""
    found = Database(tmp_path / "tables.sqlite3")
    yield found
    found.close()


def test_a_cookie_is_replaced_and_thrown_away(database: Database) -> None:
    jar = Jar(database)
    jar.take(["theme=dark; Path=/", "hint=no; Path=/"])
    jar.take(["theme=light; Path=/", "hint=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/", "\x00=;;"])
    assert jar.header == "theme=light", "and what is no cookie is ignored"


# --- below a path, links and redirections lead below it; what people type does not pass for a link ---


TYPED = escape(' href="/t/ABCDE"')
LINK, FORM = '<a class="key" href="/{}t/ABCDE">x</a>', '<form action="/{0}join"><button formaction="/{0}new/x">'
AWAY = f'<a href="#more"></a><a href="//elsewhere"></a><p>{TYPED}</p>'
PAGES = (
    ("/games/", LINK.format("") + FORM.format(""), LINK.format("games/") + FORM.format("games/")),
    ("/", LINK.format("") + FORM.format(""), LINK.format("") + FORM.format("")),
    ("/", '<a href="/t/ABCDE/export" download>x</a>', '<a href="/t/ABCDE/export" target="_self">x</a>'),
    ("/", '<a href="/x.png" download="x.png">download</a>', '<a href="/x.png" target="_self">download</a>'),
    ("/games/", AWAY, AWAY),
)


@pytest.mark.parametrize(("path", "page", "mounted"), PAGES)
def test_links_lead_below_the_path_and_files_to_keep_are_asked_for_as_pages(path: str, page: str, mounted: str) -> None:
    assert Mount(path).page(page.encode()) == mounted.encode()


def test_a_redirection_leads_below_the_path_and_a_frame_of_the_site_may_show_the_app() -> None:
    headers = [("Location", "/t/ABCDE"), ("Content-Security-Policy", "base-uri 'none'; frame-ancestors 'none'")]
    assert Mount("/games/").headers(headers) == [
        ("Location", "/games/t/ABCDE"),
        ("Content-Security-Policy", "base-uri 'none'; frame-ancestors 'self'"),
    ]


def test_the_path_of_the_app_that_a_redirection_leads_to() -> None:
    below, root = Mount("/games/"), Mount("/")
    assert below.within("/games/t/ABCDE?seat=1#sheet") == "/t/ABCDE?seat=1" and root.within("/t/ABCDE") == "/t/ABCDE"
    assert below.within("/t/ABCDE") is None and root.within("//elsewhere/") is None
    assert below.within("https://elsewhere/games/") is None


# --- ``companion site``, as it is called ---


def test_a_folder_with_other_things_stays_as_it_is(tmp_path: Path) -> None:
    kept = tmp_path / "parts" / "backup.gz"
    kept.parent.mkdir()
    kept.write_bytes(b"mine")
    done = CliRunner().invoke(main, ["site", str(tmp_path)])
    assert done.exit_code == 2 and "holds something else than a site" in done.output
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [kept] and kept.read_bytes() == b"mine"


def test_an_address_that_no_phone_could_open_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["site", str(tmp_path / "out"), "--address", "games.example.org"])
    assert done.exit_code == 2 and "--address: 'games.example.org' is not an address" in done.output
    assert not (tmp_path / "out").exists()
