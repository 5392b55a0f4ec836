"""Does the table agree? What a photograph shows beside what the app has, and who is right."""

from __future__ import annotations

import pytest
from flask import Flask
from paperless import Phone
from snapped import opened, reading, reads, seen, send

from companion.games.hangzhou.names import MERCHANTS, SPACES, Space
from companion.games.hangzhou.state import Shop, State
from companion.sight.reading import Seen
from companion.tables import Tables

pytestmark = pytest.mark.long

LIES = {"A3": "Wb", "A4": "Bb2", "C1": "R"}
STANDS = {"orange": "A3"}
LINE = "hangzhou WBR city: A3Wb A4Bb2 C1R merchants: A3 - - - W: c3 B: c3 R: c3 die: 3 now: play W"


def city(*doubted: str, second: str = "-", **shown: str) -> Seen:
    """That city as a photograph shows it, with other things at some parts (`_` for a space in their names); some of
    them are in doubt, with the next likely value."""
    parts = {space.value: LIES.get(space, "-") for space in SPACES}
    parts |= {f"merchant {merchant.value}": STANDS.get(merchant, "-") for merchant in MERCHANTS}
    parts |= {part.replace("_", " "): value for part, value in shown.items()}
    return seen(*(reading(part, value, second if part in doubted else "") for part, value in parts.items()))


@pytest.fixture
def table(app: Flask) -> tuple[str, Phone]:
    """A table that is followed, at that city, and the phone of its host."""
    return opened(app, "hangzhou", LINE)


def now(tables: Tables, where: str) -> State:
    state = tables.view_for(where[3:], None).state
    assert isinstance(state, State)
    return state


def asked(phone: Phone) -> list[str]:
    """Each part that is asked about, with what is said of it."""
    return [" ".join(text.strip() for text in one.itertext()) for one in phone.page.xpath("//fieldset/div[b]")]


def test_what_differs_is_told_and_set_right_where_the_table_is_right(
    table: tuple[str, Phone], tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, ana = table
    sent = reads(monkeypatch, city(A3="W", A4="Bb1", C1="-", B2="Ry", merchant_orange="A4"))
    ana.get(f"{where}/check")
    assert ana.page.xpath(f'//a[@href="{where}/check/photo"]')
    ana.get(f"{where}/check/photo")
    assert ana.h1 == "Does the table agree?"
    send(ana, f"{where}/check/photo")
    assert set(sent[0].seats) == {"white", "blue", "red"}
    assert ana.h1 == "Differences: 5" and "28 compared, 23 the same for sure" in ana.text
    assert asked(ana) == [
        "1 · C1 The app says: Red’s shop, no dye. The table shows: free.",
        "2 · B2 The app says: free. The table shows: Red’s shop, yellow.",
        "3 · A3: Ana’s shop The app says: blue. The table shows: no dye.",
        "4 · A4: Blue’s shop The app says: blue, 2 coins. The table shows: blue, 1 coin.",
        "5 · orange merchant The app says: A3. The table shows: A4.",
    ]
    ana.press("Fix", **{"read.C1": "="})  # the app is right there
    assert ana.path == f"{where}/check"
    state = now(tables, where)
    assert state.shop(Space.A3) == Shop(0, None, 0) and state.shop(Space.A4) == Shop(1, "blue", 1)
    assert state.shop(Space.B2) == Shop(2, "yellow", 0) and state.shop(Space.C1) == Shop(2, None, 0)
    assert state.merchants[0] == "A4"
    ana.get(f"{where}/log")
    assert "Ana sets right: B2: a " in ana.text


def test_where_nothing_differs_that_is_said_and_ticked(
    table: tuple[str, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    where, ana = table
    reads(monkeypatch, city("A3", "D5"))
    send(ana, f"{where}/check/photo")
    assert ana.h1 == "The table agrees" and "28 compared, 26 the same for sure" in ana.text
    assert "though not clearly: A3, D5." in ana.text and not asked(ana)
    ana.press("Right")
    assert ana.path == f"{where}/check" and "Ana checked" in ana.text


def test_what_is_not_clear_is_asked_and_changes_nothing_by_itself(
    table: tuple[str, Phone], tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, ana = table
    before = now(tables, where)
    reads(monkeypatch, city("A3", A3="Wo", second="Wb"))
    send(ana, f"{where}/check/photo")
    assert ana.h1 == "Differences: 1"
    assert asked(ana) == ["1 · A3: Ana’s shop The app says: blue. The photo is not clear: what lies there?"]
    page = ana.answer
    ana.press("Fix")
    assert now(tables, where) == before and ana.path == f"{where}/check"
    ana.answer, ana.path = page, f"{where}/check/photo"
    ana.press("Fix", **{"read.A3": "?"})
    assert now(tables, where) == before and ana.path == f"{where}/at/A3"
    ana.answer, ana.path = page, f"{where}/check/photo"
    ana.press("Fix", **{"read.A3": "Wo"})
    assert now(tables, where).shop(Space.A3) == Shop(0, "orange", 0)


def test_coins_that_lie_on_one_another_are_more_or_asked(
    table: tuple[str, Phone], tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, ana = table
    reads(monkeypatch, city(A4="Bb3"))
    send(ana, f"{where}/check/photo")
    assert "not clear" in asked(ana)[0]
    ana.press("Fix", **{"read.A4": "Bb4"})
    assert now(tables, where).shop(Space.A4) == Shop(1, "blue", 4)
    send(ana, f"{where}/check/photo")
    assert ana.h1 == "The table agrees", "three or more may be four"


def test_what_the_app_has_meanwhile_is_not_overwritten(
    table: tuple[str, Phone], tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, ana = table
    reads(monkeypatch, city(A4="Bb1"))
    send(ana, f"{where}/check/photo")
    page = ana.answer
    ana.get(f"{where}/fix/A4?city.A4.coins=3")
    ana.press("Save")
    ana.answer, ana.path = page, f"{where}/check/photo"
    ana.press("Fix", 409)
    assert "Meanwhile the app has something else there" in ana.text
    assert now(tables, where).shop(Space.A4) == Shop(1, "blue", 3)


def test_who_watches_sends_none_and_nonsense_changes_nothing(
    app: Flask, table: tuple[str, Phone], tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, ana = table
    sent, before = reads(monkeypatch, city(A3="-")), now(tables, where)
    stranger = Phone(app, "es")
    send(stranger, f"{where}/check/photo", 409)
    assert "Siéntate primero" in stranger.text and not sent
    for name, value in (("read.A1", "Zz9"), ("read.merchant pink", "A1"), ("read.hands", "9")):
        ana.post(f"{where}/check/photo", 400, do="sighted", command_id="x", **{name: value})
    assert now(tables, where) == before
