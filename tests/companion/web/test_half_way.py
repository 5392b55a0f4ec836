"""A table is entered half-way: a position that was scanned or typed, at a new table or at one that is open."""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

import pytest
from flask import Flask
from paperless import Phone, begun

from companion.engine import game
from companion.tables import Tables
from companion.web.game_pages import GAMES

LINE = "hangzhou BR city: A1Rb2 C5B B: c3 R: c9 r1 die: 3 now: play R"


def scanned(phone: Phone, table: str) -> str:
    """What the code on the position page opens, without the host."""
    phone.get(f"{table}/advanced")
    (code,) = phone.page.xpath('//div[@class="qr"]/svg/@aria-label')
    parts = urlsplit(code)
    return f"{parts.path}?{parts.query}"


def test_a_scanned_position_is_filled_in_and_nothing_has_happened(app: Flask, tables: Tables) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    before = len(tables.history.listing())
    zoe = Phone(app)
    zoe.get(scanned(ana, table))
    (field,) = zoe.page.xpath('//textarea[@name="position"]')
    assert field.text_content() == ana.page.xpath('//p[@class="line"]')[0].text_content()
    assert len(tables.history.listing()) == before, "scanning opens no table"
    zoe.press("Open", name="Zoë")
    made, was = tables.view_for(zoe.path[3:]), tables.view_for(table[3:])
    assert made.state == was.state and made.code != was.code
    assert [chair.name for chair in made.chairs if chair.held] == ["Zoë"]


@pytest.mark.parametrize("name", GAMES)
def test_what_cannot_be_read_is_said_with_its_place_and_opens_nothing(app: Flask, tables: Tables, name: str) -> None:
    phone = Phone(app)
    phone.get(f"/new/{name}?{urlencode({'position': f'{name} Z9 oops'})}")
    assert "1:" in phone.page.xpath('//p[@role="alert"]')[0].text_content()
    phone.press("Open", 409, name="Ana")
    assert not tables.history.listing()
    assert "oops" in phone.page.xpath('//textarea[@name="position"]')[0].text_content(), "nothing typed is lost"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_goes_on_from_a_position(app: Flask, tables: Tables, name: str) -> None:
    rules = game(name)
    state = rules.new(min(n for n in rules.PLAYERS if n > 1))
    phone = Phone(app)
    phone.get(f"/new/{name}?{urlencode({'position': rules.text(state)})}")
    phone.press("Open", name="Ana")
    assert tables.view_for(phone.path[3:]).state is not None
