"""The start page and new tables: what goes on, half-way positions, and the app among the apps of a phone."""

from __future__ import annotations

import re
from urllib.parse import urlencode, urlsplit

import pytest
from flask import Flask
from paperless import Phone, begun

from companion.engine.registry import game as engine
from companion.tables import Tables
from companion.web import Config, create_app
from companion.web.game_pages import GAMES

pytestmark = pytest.mark.long


def test_a_new_phone_is_offered_the_games_and_no_table(app: Flask) -> None:
    phone = Phone(app)
    assert "Continue" not in phone.at("/").text
    for game in GAMES:
        assert f'href="/new/{game}"' in phone.html


def test_a_closed_browser_goes_on_with_one_tap(app: Flask) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    code = table[3:]
    for phone, says in ((ana, "Your turn"), (mei, "Ana’s turn")):
        (card,) = re.findall(r'<a class="go-on"[^>]*href="([^"]*)".*?</a>', phone.at("/").html, re.DOTALL)
        assert card == table
        assert f"Continue Hangzhou {code}" in phone.text
        assert says in phone.text and "round 1" in phone.text


def test_a_code_that_there_is_not_stays_in_its_field(app: Flask) -> None:
    phone = Phone(app)
    assert "No table QKTRM here" in phone.at("/join?code=QKTRM", status=404).text
    assert 'value="QKTRM"' in phone.html


@pytest.mark.parametrize(("language", "key", "city"), [
    ("en", "Merchant round", "Set up the city"), ("es", "Ronda de mercaderes", "Prepara la ciudad"),
])  # fmt: skip
def test_a_merchant_round_is_one_tap_from_the_start_page(
    app: Flask, tables: Tables, language: str, key: str, city: str
) -> None:
    phone = Phone(app, language).at("/")
    (tap,) = [one for one in phone.all_keys() if key in one.text_content()]
    phone.send(tap)
    assert phone.h1 == city
    code = phone.path.split("/")[2]
    view = tables.view_for(code, phone.client.get_cookie("phone").value)
    assert view.settings.way == "merchants" and len(view.chairs) == 4
    assert not any(chair.held or chair.rival or chair.name for chair in view.chairs), "nobody has to sit down"
    assert phone.at(f"/t/{code}").h1 == city, "the table itself has no lobby"
    phone.get("/")
    assert phone.page.xpath('//*[@id="go-on"]/@href') == [f"/t/{code}"] and "waiting for players" not in phone.text


def test_a_double_tap_on_the_start_page_opens_one_table(app: Flask) -> None:
    phone = Phone(app).at("/")
    first, opened = phone.page, set()
    for words in ("Merchant round", "Learn"):
        for _ in range(2):
            (form, key) = next(
                (form, key) for form in first.forms for key in form.iter("button") if words in key.text_content()
            )
            answer = phone.client.post(
                form.action,
                data=dict(form.form_values()) | {key.get("name"): key.get("value")},
                headers={"Origin": "http://localhost"},
            )
            assert answer.status_code == 303
            opened.add(answer.location.split("/")[2])
    assert len(opened) == 2


CHAIRS = {
    ("hangzhou", "en"): ("White", "Blue"),
    ("hangzhou", "es"): ("Blanco", "Azul"),
    ("dunhuang", "en"): ("Seat A", "Seat B"),
    ("dunhuang", "es"): ("Asiento A", "Asiento B"),
    ("xanadu", "en"): ("Place 1", "Place 2"),
    ("xanadu", "es"): ("Sitio 1", "Sitio 2"),
}
"""What players without a name are called."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_learn_seats_the_learner_with_an_easy_bot_at_the_first_card(tables: Tables, game: str, language: str) -> None:
    app = create_app(tables, Config(pace=0, rivals=("easy", "middling", "strong")))
    phone = Phone(app, language)
    (form,) = [form for form in phone.at("/").page.forms if form.action == f"/new/{game}"]
    phone.send(next(key for key in form.iter("button") if key.get("name") == "lessons"))
    assert phone.page.xpath('//input[@name="lesson"]'), "the first card is on the page"
    view = tables.view_for(phone.path.split("/")[2], phone.client.get_cookie("phone").value)
    assert [(chair.rival, chair.name, chair.taken) for chair in view.chairs] == [("", "", True), ("easy", "", True)]
    assert view.me.chair == 0 and view.state is not None and engine(game).waiting(view.state)
    for reader in ("en", "es"):
        watcher = Phone(app, reader).at(f"/t/{view.code}")
        learner, bot = CHAIRS[game, reader]
        plays = f"the app plays for {bot}" if reader == "en" else f"la app juega por {bot}"
        assert f"{learner} ·" in watcher.text and plays in watcher.text


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_manifest_names_icons_that_there_are(app: Flask, language: str) -> None:
    client = app.test_client()
    told = client.get("/manifest.webmanifest", headers={"Accept-Language": language})
    assert told.mimetype == "application/manifest+json" and told.json["lang"] == language
    assert told.json["start_url"] == "/" and told.json["display"] == "standalone"
    touch = re.search(r'rel="apple-touch-icon" href="([^"]*)"', client.get("/").text)
    assert touch
    for address in (touch[1], *(icon["src"] for icon in told.json["icons"])):
        icon = client.get(address)
        size = int(re.findall(r"-(\d+)\.png", address)[0])
        assert icon.data[:4] == b"\x89PNG" and "max-age=31536000" in icon.headers["Cache-Control"]
        assert (int.from_bytes(icon.data[16:20], "big"), int.from_bytes(icon.data[20:24], "big")) == (size, size)
    assert client.get("/icon-7.png").status_code == 404


def test_the_worker_keeps_what_there_is_and_no_table(app: Flask) -> None:
    client = app.test_client()
    program = client.get("/worker.js")
    assert program.mimetype == "text/javascript" and program.headers["Cache-Control"] == "no-cache"
    kept = re.findall(r'"(/[^"]+)"', program.text.splitlines()[1])
    assert len(kept) > 4
    for address in kept:
        assert not address.startswith("/t/") and client.get(address).status_code == 200
    page = client.get("/offline").text
    assert "No link" in page and "Sin conexión" in page


@pytest.mark.parametrize(("language", "says"), [("en", "a whole number"), ("es", "número entero")])
def test_a_setting_that_cannot_be_keeps_all_that_was_typed(app: Flask, language: str, says: str) -> None:
    phone = Phone(app, language)
    key = phone.at("/new/hangzhou").page.get_element_by_id("open")
    typed = {"name": "Ana", "players": "3", "way": "merchants", "dice": "hand", "round_limit": "0", "open-hands": ""}
    phone.send(key, 409, **{name: value for name, value in typed.items() if value})
    assert says in phone.text
    (form,) = [form for form in phone.page.forms if form.get("id") == "new"]
    kept = dict(form.form_values())
    assert {name: kept.get(name) for name, value in typed.items() if value} == {n: v for n, v in typed.items() if v}


LINE = "hangzhou BR city: A1Rb2 C5B B: c3 R: c9 r1 die: 3 now: play R"


def scanned(phone: Phone, table: str) -> str:
    """What the code on the position page opens, without the host."""
    (code,) = phone.at(f"{table}/advanced").page.xpath('//div[@class="qr"]/svg/@aria-label')
    parts = urlsplit(code)
    return f"{parts.path}?{parts.query}"


def test_a_scanned_position_is_filled_in_and_nothing_has_happened(app: Flask, tables: Tables) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    before = len(tables.history.listing())
    zoe = Phone(app)
    (field,) = zoe.at(scanned(ana, table)).page.xpath('//textarea[@name="position"]')
    assert field.text_content() == ana.page.xpath('//p[@class="line"]')[0].text_content()
    assert len(tables.history.listing()) == before, "scanning opens no table"
    zoe.press("Open", name="Zoë")
    made, was = tables.view_for(zoe.path[3:]), tables.view_for(table[3:])
    assert made.state == was.state and made.code != was.code
    assert [chair.name for chair in made.chairs if chair.held] == ["Zoë"]


@pytest.mark.parametrize("name", GAMES)
def test_what_cannot_be_read_is_said_with_its_place_and_opens_nothing(app: Flask, tables: Tables, name: str) -> None:
    phone = Phone(app).at(f"/new/{name}?{urlencode({'position': f'{name} Z9 oops'})}")
    assert "1:" in phone.page.xpath('//p[@role="alert"]')[0].text_content()
    phone.press("Open", 409, name="Ana")
    assert not tables.history.listing()
    assert "oops" in phone.page.xpath('//textarea[@name="position"]')[0].text_content(), "nothing typed is lost"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_goes_on_from_a_position(app: Flask, tables: Tables, name: str) -> None:
    rules = engine(name)
    state = rules.new(min(n for n in rules.PLAYERS if n > 1))
    phone = Phone(app)
    phone.at(f"/new/{name}?{urlencode({'position': rules.text(state)})}").press("Open", name="Ana")
    assert tables.view_for(phone.path[3:]).state is not None
