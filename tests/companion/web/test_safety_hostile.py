"""Hostile names, and bodies without end: shown back as they are, doing nothing, breaking nothing."""

from __future__ import annotations

import io
import json
import logging
from itertools import cycle
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from endpoints import ROWS
from flask import Flask
from flask.testing import FlaskClient
from lxml import etree
from lxml import html as markup

from companion.engine.correction import Correction
from companion.tables import EnterPosition, NameSeat, Tables, TakeSeat, new_command_id
from companion.tables.errors import TableError
from companion.tables.game import table_game
from companion.web import create_app
from companion.web.game_pages import GAMES

pytestmark = pytest.mark.long

NAMES = (
    "<script>alert(1)</script>", "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>",
    '"><img src=x>', "'><svg onload=alert(1)>", "</title><h1>x", "</text><script>1</script>",
    "<svg><use href=data:x>", "<a href=javascript:alert(1)>x</a>", "<!--", "]]>", "<![CDATA[",
    "<?xml version='1.0'?>", "<!DOCTYPE x [<!ENTITY y 'z'>]>&y;", "&lt;b&gt;", "&#60;b&#62;", "&amp;amp;",
    "{{ 7*7 }}", "{% raw %}", "{0.__class__}", "{name}", "${7*7}", "#{7*7}", "%s%n%x", "%(name)s", "%3Cscript%3E",
    "'; DROP TABLE event; --", '" OR ""="', "1 OR 1=1", "x' UNION SELECT 1--", "\\u003cscript\\u003e", "\\", "\\'\"`",
    "`id`", "$(id)", "| cat /etc/passwd", "../../etc/passwd", "a\r\nSet-Cookie: phone=x",
    "a%0d%0aLocation: //evil.example", "a\nb", "a\tb", "nul\x00nul", "\x1b[31mred", "\x7f\x80\x9f", "‮abc", "⁦abc⁩",
    "שלום עולם", "مرحبا", "a\u0300\u0301\u0302\u0303\u0304\u0305", "👩‍👩‍👧‍👦🏳️‍🌈", "𝕬𝖓𝖆", "\ufeffAna",
    "A\u200bn\u200ba", "\u2028\u2029", "ﷺ﷽", "\ue000\uf8ff", "\ud7ff\ufffd\ufffe\uffff",
    "**bold** _x_ [a](javascript:1)", "{red}{coin}", "=1+1", "@SUM(A1)", "null", "None", "-1", "0", "true", "x" * 40,
    "W" * 40, "<" * 40, "&" * 40, '"' * 40, "字" * 40,
)  # fmt: skip
"""None is longer than a name may be."""

NUMBERS = ("9" * 5_000, "99999999999999999999", "-1", "1e9", "0x1", "٣", "²", " 1 ", "")
"""Where a number belongs."""

BODIES = (
    b"", b"\x00", b"\xff\xfe\xfa", b"{}", b"[]", b"null", b"nonsense", b'{"do":"act"}', b'{"do":{"do":"act"}}',
    b'{"position":"hangzhou","action":"pass"}', b'{"position":{},"dice":[]}', b'{"position":"\\ud800"}',
    b'{"players":9e99}', b'{"players":' + b"9" * 5000 + b"}", b"[" * 20_000, b'{"a":' * 5_000,
    b'{"position":"' + b"A" * 30_000 + b'"}', b"do=" + b"[" * 9_000,
    b"do=%00&set.name=%ff%fe&expected=-1&command_id=%0d%0a", b"do={}&expected=99999999999999999999&to=//evil.example",
    b"do={}&expected=" + b"9" * 5_000,
    b'{"do":"correct","changes":[{"path":"hands.' + b"9" * 5_000 + b'","value":1}],"why":"x"}',
    b"players=" + b"9" * 5_000 + b"&chair=" + b"9" * 5_000, b"do=[1,2,3]&command_id=" + b"x" * 9_000,
    b"&".join(b"f%d=1" % n for n in range(2_000)),
    b"name=<script>&players=99&way=../&dice=%27&language=xx&theme=<b>&turned=9&back=//evil.example",
    b"--x\r\nContent-Disposition: form-data; name=table; filename=../x\r\n\r\n{\r\n--x--", b"x" * 70_000,
)  # fmt: skip
TYPES = (
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data", "application/json",
    "application/json; charset=utf-7", "text/plain", "",
)  # fmt: skip


HOST = "0a" * 16
INSIDE = ("/", "#", "?", "http://localhost/", "data:image/svg+xml,")
"""How what pages lead to and show begins; the icon of a page stands in it."""
ORIGIN = {"Origin": "http://localhost"}
PAGES = ("/t/{code}", "/t/{code}/seats")
FINISHED = (*PAGES, "/t/{code}/log", "/t/{code}/screen", "/t/{code}/score", "/t/{code}/menu", "/t/{code}/check",
            "/history/{code}", "/history", "/t/{code}/verify")  # fmt: skip
AT_ONCE = 4
"""Names at one table."""


class Server:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.app: Flask = create_app(tables)
        self.app.testing = True
        self.client: FlaskClient = self.app.test_client()
        self.client.set_cookie("phone", HOST)
        self.client.set_cookie("language", "en")

    def table(self, some: list[str], game: str = "hangzhou") -> str:
        """A table with chairs of these names: its code."""
        code = self.tables.open(game, HOST)
        self.tables.command(code, HOST, TakeSeat(0, "host"), command_id=new_command_id())
        self.name(code, some)
        return code

    def name(self, code: str, some: list[str]) -> list[str]:
        """Names the chairs, and says what they are called then; a name that is refused is exchanged for another."""
        for chair, name in enumerate(some):
            try:
                self.tables.command(code, HOST, NameSeat(chair, name), command_id=new_command_id())
            except TableError:
                self.tables.command(code, HOST, NameSeat(chair, f"plain {chair}"), command_id=new_command_id())
        return [chair.name for chair in self.tables.view_for(code, HOST).chairs[: len(some)]]

    def page(self, path: str, code: str) -> Any:
        """The page on a second visit: on the first this phone may or may not count as present yet."""
        self.client.get(path.format(code=code))
        answer = self.client.get(path.format(code=code))
        assert answer.status_code == 200, (path, answer.status_code)
        return markup.document_fromstring(answer.data.decode())


@pytest.fixture(scope="module")
def server(module_tables: Tables) -> Server:
    return Server(module_tables)


def shape(page: Any) -> list[tuple[str, tuple[str, ...]]]:
    """Every element with the names of its attributes: what a name must not change."""
    return [(str(element.tag), tuple(sorted(element.attrib))) for element in page.iter()]


def said(page: Any) -> str:
    """All that the page says, in its text or to a screen reader."""
    words = [page.text_content(), *(value for element in page.iter() for value in element.attrib.values())]
    return " ".join(" ".join(words).split())


def test_hostile_names_are_shown_as_they_are(server: Server) -> None:
    code = server.table([f"plain {chair}" for chair in range(AT_ONCE)])
    expected = {path: shape(server.page(path, code)) for path in PAGES}
    for start in range(0, len(NAMES), AT_ONCE):
        kept = server.name(code, list(NAMES[start : start + AT_ONCE]))
        for path in PAGES:
            page = server.page(path, code)
            assert shape(page) == expected[path], (path, kept)
            for name in kept:
                assert " ".join(name.split()) in said(page), (path, name)
                assert name.isprintable()


def finished(server: Server, game: str, some: list[str]) -> str:
    """A game that has ended, with these players."""
    played = table_game(game)
    rules = played.rules
    count = min(len(some), max(rules.PLAYERS))
    code = server.table(some[:count], game)
    start = rules.new(players=count)
    # Nothing is drawn in it, so that all logs are alike.
    over, _ = rules.play(start, Correction(played.finish(start), "test", "it is over"))
    server.tables.command(code, HOST, EnterPosition(rules.to_json(over)), command_id=new_command_id())
    return code


@pytest.mark.parametrize("game", GAMES)
def test_finished_games_show_names_as_they_are(server: Server, game: str) -> None:
    plain = finished(server, game, [f"plain {seat}" for seat in range(AT_ONCE)])
    expected = {path: shape(server.page(path, plain)) for path in FINISHED if path != "/history"}
    for start in range(0, 24, AT_ONCE):
        some = list(NAMES[start : start + AT_ONCE])
        code = finished(server, game, some)
        for path, form in expected.items():
            assert shape(server.page(path, code)) == form, (path, some)
        assert "script" not in {element.tag for element in server.page("/history", code).find("body").iter()}


def test_pictures_take_any_name(server: Server) -> None:
    for start in range(0, len(NAMES), 24):
        code = finished(server, "hangzhou", list(NAMES[start : start + AT_ONCE]))
        answer = server.client.get(f"/t/{code}/picture.png")
        assert answer.status_code == 200 and answer.mimetype == "image/png"


@pytest.mark.parametrize(("number", "rule"), [*enumerate(rule for method, rule in sorted(ROWS) if method == "POST")])
def test_no_body_breaks_anything(server: Server, number: int, rule: str) -> None:
    """Each address gets half of the bodies, and its neighbour the others."""
    code = server.table(["Ana", "Mei"])
    path = (ROWS["POST", rule].path or rule).replace("{code}", code).replace("<code>", code)
    path = path.replace("<game>", "hangzhou").replace("{game}", "hangzhou")
    for body, kind in zip(BODIES[number % 2 :: 2], cycle(TYPES), strict=False):
        answer = server.client.post(path, data=body, content_type=kind, headers=ORIGIN)
        assert answer.status_code < 500, (body[:80], kind)
        assert_harmless(answer)


PLACES = ("/t/{0}", "/t/QKTRN/{0}", "/t/QKTRN/log/{0}", "/t/QKTRN/step/{0}", "/k/hangzhou/{0}", "/k/{0}/x", "/new/{0}",
          "/rules/{0}", "/join?code={0}", "/drawn/{0}/x.svg", "/drawn/hangzhou/{0}", "/api/v1/{0}",
          "/api/v1/tables/{0}", "/api/v1/{0}/rules", "/history/{0}", "/history?player={0}", "/t/{0}/verify",
          "/print?game={0}", "/print/{0}", "/static/{0}")  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_no_address_breaks_anything(server: Server, place: str) -> None:
    for name in NAMES[::2] + NUMBERS:
        answer = server.client.get(place.format(quote(name, safe="")))
        assert answer.status_code < 500, name
        assert_harmless(answer)


def assert_harmless(answer: Any) -> None:
    """Nothing in it runs, leads elsewhere, or sets a header or cookie that somebody sent."""
    assert not {"\r", "\n"} & set("".join(answer.headers.values()))
    to = urlsplit(answer.headers.get("Location", "/"))
    assert (to.scheme, to.netloc) in {("", ""), ("http", "localhost")} and not to.path.startswith("/\\")
    if answer.mimetype != "text/html" or not answer.data:
        return
    page = markup.document_fromstring(answer.data.decode(errors="replace"))
    for element in page.iter(etree.Element):
        assert not [name for name in element.attrib if name.startswith("on") or name == "style"]
        assert element.tag != "script" or element.get("src", "").startswith("/static/")
        for name in ("href", "src", "action", "formaction"):
            assert element.get(name, "/").startswith(INSIDE), element.get(name)


def test_logs_hold_nothing_that_anybody_sent(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    shown = io.StringIO()
    handler = logging.StreamHandler(shown)
    logger = logging.getLogger("companion")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        code = server.table(["Anastasia", "Meifeng"])
        for page in ("", "/log", "/seats", "/nothing", "/export", "/since?after=x"):
            server.client.get(f"/t/{code}{page}")
        for name in NAMES:
            form = {"do": json.dumps({"do": "name", "chair": 0, "name": name[:40]}), "command_id": "x", "name": name}
            server.client.post(f"/t/{code}", data=form, headers=ORIGIN | {"User-Agent": "Secretive/1.0"})
            server.client.get("/join", query_string={"code": name})
        server.client.get("/", headers={"X-Request-Id": "forged-id-1"})
        server.app.test_client().get(f"/api/v1/tables/{code}", headers={"Authorization": "Bearer swordfish"})
    finally:
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)
    assert len(shown.getvalue().splitlines()) > 2 * len(NAMES)
    for secret in (HOST, code, "Anastasia", "Meifeng", "script", "evil", "DROP", "swordfish", "forged-id",
                   "127.0.0.1", "Secretive"):  # fmt: skip
        assert secret not in shown.getvalue(), secret
