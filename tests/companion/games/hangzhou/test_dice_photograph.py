"""Dice that a photograph shows: filled into the page of the first dice, asked about where in doubt, compared."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from flask import Flask
from paperless import Phone, opened
from snapped import reading, reads, seen, send

from companion.games.hangzhou.names import MERCHANTS, SPACES, Dye
from companion.games.hangzhou.state import Die, State
from companion.sight.reading import Seen
from companion.tables import Tables

pytestmark = pytest.mark.long

LINE = "hangzhou WB city: A3Wb market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / r1 r1 p5 k6 W: c3 B: c3 now: play W"


def city(**dice: str) -> Seen:
    """A city without shops and the dice of these parts (`_` for a space in their names): `y2`, or `y2?b1` in doubt."""
    parts = {space.value: "-" for space in SPACES} | {f"merchant {merchant.value}": "-" for merchant in MERCHANTS}
    parts |= {part.replace("_", " "): value for part, value in dice.items()}
    return seen(*(reading(part, *said.partition("?")[::2]) for part, said in parts.items()))


def drafted(tables: Tables, table: str) -> State:
    draft = tables.view_for(table.removeprefix("/t/"), None).draft
    assert draft is not None and isinstance(draft.state, State)
    return draft.state


def test_dice_that_were_read_fill_the_page_of_first_dice(
    app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    reads(
        monkeypatch,
        city(
            market_orange_1="y2",
            market_orange_2="b1",
            market_orange_3="-",
            market_orange_4="k6",
            market_green_1="o4?y3",
            market_purple_1="p5?-",
            die="3",
        ),
    )
    send(ana, f"{table}/photo")
    assert ana.h1 == "2 to confirm"
    assert [one.text_content() for one in ana.page.xpath("//fieldset//b")] == [
        "1 · Die 1 of the green row",
        "2 · Die 1 of the purple row",
    ]
    assert "orange 4" in ana.text and "no die" in ana.text
    ana.press("Use it", **{"read.market green 1": "y3"})
    assert ana.path == f"{table}/city/dice"
    state = drafted(tables, table)
    assert state.market == ((Die(Dye.YELLOW, 2), Die(Dye.BLUE, 1)), (Die(Dye.YELLOW, 3),), (Die(Dye.PURPLE, 5),), ())
    assert state.round_die == 3
    assert "Dice missing: 1" in ana.text, "what was not seen stays open"


def test_a_first_die_that_is_neither_guess_is_tapped_next(
    app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    reads(monkeypatch, city(market_orange_1="y2", market_green_1="o4?y3"))
    send(ana, f"{table}/photo")
    ana.press("Use it", **{"read.market green 1": "?"})
    assert ana.path == f"{table}/city/dice-2" and ana.page.xpath('//li[2]/a[@aria-current="step"]')
    assert drafted(tables, table).market[1] == ()
    for name, value in (("market orange 1", "y6"), ("market pink 1", "y2"), ("market orange 1", "z"), ("die", "7")):
        ana.post(f"{table}/photo", 400, do="sighted", command_id="x", **{f"read.{name}": value})


def test_the_market_is_compared_where_the_app_follows(
    app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = Phone(app)
    ana.get(f"/new/hangzhou?{urlencode({'position': LINE})}")
    ana.press("Open", name="Ana")
    where = ana.path
    rows = ("y3 b3 o4 k5", "g4 b1 y1 p4", "b1 r3 y2 -")  # the last row is not in the picture
    dice = {
        f"market_{merchant}_{number}": value
        for merchant, row in zip(MERCHANTS, rows, strict=False)
        for number, value in enumerate(row.split(), 1)
    }
    reads(monkeypatch, city(A3="Wb", die="1", **dice))
    send(ana, f"{where}/check/photo")
    assert ana.h1 == "Differences: 3"
    asked = [" ".join(text.strip() for text in one.itertext()) for one in ana.page.xpath("//fieldset/div[b]")]
    assert asked == [
        "1 · Die 1 of the orange row The app says: yellow 2. The table shows: yellow 3.",
        "2 · Die 1 of the green row The app says: red 2. The table shows: green 4.",
        "3 · Die 4 of the purple row The app says: green 4. The table shows: no die.",
    ]
    ana.press("Fix")
    state = tables.view_for(where[3:], None).state
    assert isinstance(state, State)
    assert state.market[0][0] == Die(Dye.YELLOW, 3) and state.market[1][0] == Die(Dye.GREEN, 4)
    assert state.market[2][3] == Die(Dye.GREEN, 4), "the app was right"
    assert sum(state.bag) == 4
