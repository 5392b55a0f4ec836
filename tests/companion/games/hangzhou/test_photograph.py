"""A photograph of the city and its dice: asked about where it is in doubt, entered as taps are, compared, refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace
from paperless import Phone, followed, opened, state_of
from snapped import Reads, asked_about, board, reading, seen, send

from companion.games.hangzhou.certainty import judged
from companion.games.hangzhou.names import MERCHANTS, SPACES, Dye, Space
from companion.games.hangzhou.state import Die, Shop
from companion.sight.reading import Reading, Seen
from companion.tables import Tables
from companion.web.table import photograph
from pnp.camera import Reason

pytestmark = pytest.mark.long

LIES = {"B1": "Wb", "D2": "Wy1", "A3": "B", "E4": "Yr"}
STANDS = {"orange": "C2", "black": "A3"}


def city(lies: Mapping[str, str] = LIES, stand: Mapping[str, str] = STANDS, **parts: str) -> Seen:
    """A city as it is read, with other values at some parts (`_` for a space in their names): `y2`, or `y2?b1` in
    doubt."""
    read = {space.value: lies.get(space, "-") for space in SPACES}
    read |= {f"merchant {merchant.value}": stand.get(merchant, "-") for merchant in MERCHANTS}
    read |= {part.replace("_", " "): value for part, value in parts.items()}
    return seen(*(reading(part, *said.partition("?")[::2]) for part, said in read.items()))


def shows(**odds: dict[str, float]) -> Seen:
    """The city above, from one side; at some spaces it could be several things."""
    parts = {space.value: (LIES.get(space, "-"), "-" if space in LIES else "W") for space in SPACES}
    parts |= {f"merchant {name.value}": (STANDS.get(name, "-"), "E5") for name in MERCHANTS}
    return board(certain, parts, odds)


def certain(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    return judged(tuple(replace(one, sure=one.probability > 0.9) for one in readings))


HIDDEN = {"Wy1": 0.6, "Wy2": 0.35, "Wb1": 0.05}
"""A merchant stands before D2."""


NONSENSE = (
    *(("A1", "Zz9"), ("merchant pink", "A1"), ("merchant orange", "Z9"), ("hands", "9"), ("die", "7")),
    *(("market orange 1", "y6"), ("market pink 1", "y2"), ("market orange 1", "z")),
)
"""Parts and values that no photograph has."""


def drafted(tables: Tables, table: str) -> Any:
    draft = tables.view_for(table.removeprefix("/t/")).draft
    return draft.state


def test_what_was_read_is_confirmed_and_entered(app: Flask, tables: Tables, reads: Reads) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei", "Tomás", "Priya"), way="merchants")
    asked = reads(city(D2="Wy1?Wy2", C4="-?Rp"))
    assert ana.at(f"{table}/city").page.xpath(f'//a[@href="{table}/photo"]')
    assert ana.at(f"{table}/photo").page.xpath('//input[@type="file" and @capture="environment" and @name="photo"]')
    send(ana, f"{table}/photo")
    assert asked[0].photograph == b"a photograph" and asked[0].game == "hangzhou"
    assert set(asked[0].seats) == {"white", "blue", "red", "yellow"}
    assert ana.h1 == "2 to confirm" and "28 read, 26 sure" in ana.text
    assert [one.text_content() for one in ana.page.xpath("//fieldset//b")] == ["1 · D2: Ana’s shop", "2 · C4"]
    assert "yellow, 2 coins" in ana.text and "Tomás’s shop, purple" in ana.text
    ana.press("Use it", **{"read.D2": "Wy2"})
    assert ana.path == f"{table}/city/dice"
    state = drafted(tables, table)
    white = state.colours.index("white")
    assert state.shop(Space.D2) == Shop(white, "yellow", 2) and state.shop(Space.C4) is None
    assert len(state.shops()) == len(LIES)
    assert dict(zip(MERCHANTS, state.merchants, strict=True))["orange"] == "C2"


def test_what_is_neither_guess_is_tapped_and_the_rest_stays_read(app: Flask, tables: Tables, reads: Reads) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei", "Tomás", "Priya"), way="merchants")
    reads(city(D2="Wy1?Wy2", B1="Wb3?-"))
    send(ana, f"{table}/photo")
    ana.press("Use it", **{"read.D2": "?"})
    assert ana.path == f"{table}/city/D2"
    state = drafted(tables, table)
    assert state.shop(Space.D2) is None and len(state.shops()) == len(LIES) - 1


def test_many_coins_are_always_asked_about(app: Flask, reads: Reads) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    reads(city(B1="Wb3"))
    send(ana, f"{table}/photo")
    assert ana.h1 == "1 to confirm" and "4 coins" in ana.text


def test_four_at_once_are_one_city_and_no_more_are_taken(app: Flask, reads: Reads) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    asked = reads(shows(D2=HIDDEN))
    send(ana, f"{table}/photo", 200, *(b"a side",) * 4)
    assert len(asked) == 4
    send(ana, f"{table}/photo", 409, *(b"a side",) * 5)
    assert "Photos at once: at most 4" in ana.text and len(asked) == 4


def test_of_several_those_that_are_refused_are_told_and_the_others_count(app: Flask, reads: Reads) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    reads(shows(D2=HIDDEN), "dark", seen(), shows())
    send(ana, f"{table}/photo", 200, *(b"a side",) * 4)
    assert ana.h1 == "All of it is sure" and "28 read, 28 sure" in ana.text
    assert (
        "Photos left out: 2. It is too dark or blurred." in ana.text and "Nothing of this game can be seen" in ana.text
    )
    reads("blurred", "dark")
    send(ana, f"{table}/photo", 409, *(b"a side",) * 2)
    assert "It is too dark or blurred." in ana.text and ana.h1 == "Photograph the city"


@pytest.mark.parametrize(
    ("reason", "says"),
    [("dark", "Turn on a lamp"), ("corner-missing", "Corner marks are missing"), ("heic", "Send a JPEG or PNG")],
)
def test_a_refusal_says_what_to_do(app: Flask, reads: Reads, reason: Reason, says: str) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    reads(reason)
    send(ana, f"{table}/photo", 409)
    assert says in ana.text and ana.h1 == "Photograph the city"


def test_a_form_without_a_file_changes_nothing(app: Flask, reads: Reads) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    reads(city())
    send(ana, f"{table}/photo", 409, b"", name="")
    assert "Choose a photo first." in ana.text


@pytest.mark.parametrize("page", ["photo", "check/photo"])
def test_who_watches_sends_none_and_nonsense_changes_nothing(
    app: Flask, tables: Tables, reads: Reads, page: str
) -> None:
    if page == "photo":
        table, (ana, _) = opened(app, ("Ana", "Mei"), way="merchants")
    else:
        table, ana = followed(app, MIDDLE)
    sent, before = reads(city(A3="-")), tables.view_for(table[3:], None)
    stranger = Phone(app, "es")
    send(stranger, f"{table}/{page}", 409)
    assert "Siéntate primero" in stranger.text and not sent
    for part, value in NONSENSE:
        ana.post(f"{table}/{page}", 400, do="sighted", command_id="x", **{f"read.{part}": value})
    after = tables.view_for(table[3:], None)
    assert (after.state, after.draft) == (before.state, before.draft)


def test_without_what_reads_them_nothing_is_said_of_photographs(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photograph, "offered", lambda game: False)
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    assert "hoto" not in ana.at(f"{table}/city").text
    ana.get(f"{table}/photo", 404)
    send(ana, f"{table}/photo", 404)


# --- dice ---


LINE = "hangzhou WB city: A3Wb market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / r1 r1 p5 k6 W: c3 B: c3 now: play W"


def test_dice_that_were_read_fill_the_page_of_first_dice(app: Flask, tables: Tables, reads: Reads) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    reads(
        city(
            {},
            {},
            market_orange_1="y2",
            market_orange_2="b1",
            market_orange_3="-",
            market_orange_4="k6",
            market_green_1="o4?y3",
            market_purple_1="p5?-",
            die="3",
        )
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


def test_a_first_die_that_is_neither_guess_is_tapped_next(app: Flask, tables: Tables, reads: Reads) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    reads(city({}, {}, market_orange_1="y2", market_green_1="o4?y3", die="-"))
    send(ana, f"{table}/photo")
    ana.press("Use it", **{"read.market green 1": "?"})
    assert ana.path == f"{table}/city/dice-2" and ana.page.xpath('//li[2]/a[@aria-current="step"]')
    assert drafted(tables, table).market[1] == ()


# --- compared with the app ---

AGREED, AT_A3 = {"A3": "Wb", "A4": "Bb2", "C1": "R"}, {"orange": "A3"}
MIDDLE = "hangzhou WBR city: A3Wb A4Bb2 C1R merchants: A3 - - - W: c3 B: c3 R: c3 die: 3 now: play W"
Compared = tuple[str, Phone]


@pytest.fixture
def table(app: Flask) -> Compared:
    return followed(app, MIDDLE)


def test_what_differs_is_told_and_set_right_where_the_table_is_right(
    table: Compared, tables: Tables, reads: Reads
) -> None:
    where, ana = table
    sent = reads(city(AGREED, AT_A3, A3="W", A4="Bb1", C1="-", B2="Ry", merchant_orange="A4"))
    assert ana.at(f"{where}/check").page.xpath(f'//a[@href="{where}/check/photo"]')
    assert ana.at(f"{where}/check/photo").h1 == "Does the table agree?"
    send(ana, f"{where}/check/photo")
    assert set(sent[0].seats) == {"white", "blue", "red"}
    assert ana.h1 == "Differences: 5" and "28 compared, 23 the same for sure" in ana.text
    assert asked_about(ana) == [
        "1 · C1 The app says: Red’s shop, no dye. The table shows: free.",
        "2 · B2 The app says: free. The table shows: Red’s shop, yellow.",
        "3 · A3: Ana’s shop The app says: blue. The table shows: no dye.",
        "4 · A4: Blue’s shop The app says: blue, 2 coins. The table shows: blue, 1 coin.",
        "5 · orange merchant The app says: A3. The table shows: A4.",
    ]
    ana.press("Fix", **{"read.C1": "="})  # the app is right there
    assert ana.path == f"{where}/check"
    state = state_of(tables, where)
    assert state.shop(Space.A3) == Shop(0, None, 0) and state.shop(Space.A4) == Shop(1, "blue", 1)
    assert state.shop(Space.B2) == Shop(2, "yellow", 0) and state.shop(Space.C1) == Shop(2, None, 0)
    assert state.merchants[0] == "A4"
    assert "Ana sets right: B2: a " in ana.at(f"{where}/log").text


def test_where_nothing_differs_that_is_said_and_ticked(table: Compared, reads: Reads) -> None:
    where, ana = table
    reads(city(AGREED, AT_A3, A3="Wb?-", D5="-?-"))
    send(ana, f"{where}/check/photo")
    assert ana.h1 == "The table agrees" and "28 compared, 26 the same for sure" in ana.text
    assert "though not clearly: A3, D5." in ana.text and not asked_about(ana)
    ana.press("Right")
    assert ana.path == f"{where}/check" and "Ana checked" in ana.text


def test_what_is_not_clear_is_asked_and_changes_nothing_by_itself(
    table: Compared, tables: Tables, reads: Reads
) -> None:
    where, ana = table
    before = state_of(tables, where)
    reads(city(AGREED, AT_A3, A3="Wo?Wb"))
    send(ana, f"{where}/check/photo")
    assert ana.h1 == "Differences: 1"
    assert asked_about(ana) == ["1 · A3: Ana’s shop The app says: blue. The photo is not clear: what lies there?"]
    page = ana.answer
    ana.press("Fix")
    assert state_of(tables, where) == before and ana.path == f"{where}/check"
    ana.answer, ana.path = page, f"{where}/check/photo"
    ana.press("Fix", **{"read.A3": "?"})
    assert state_of(tables, where) == before and ana.path == f"{where}/at/A3"
    ana.answer, ana.path = page, f"{where}/check/photo"
    ana.press("Fix", **{"read.A3": "Wo"})
    assert state_of(tables, where).shop(Space.A3) == Shop(0, "orange", 0)


def test_coins_that_lie_on_one_another_are_more_or_asked(table: Compared, tables: Tables, reads: Reads) -> None:
    where, ana = table
    reads(city(AGREED, AT_A3, A4="Bb3"))
    send(ana, f"{where}/check/photo")
    assert "not clear" in asked_about(ana)[0]
    ana.press("Fix", **{"read.A4": "Bb4"})
    assert state_of(tables, where).shop(Space.A4) == Shop(1, "blue", 4)
    send(ana, f"{where}/check/photo")
    assert ana.h1 == "The table agrees", "three or more may be four"


def test_what_the_app_has_meanwhile_is_not_overwritten(table: Compared, tables: Tables, reads: Reads) -> None:
    where, ana = table
    reads(city(AGREED, AT_A3, A4="Bb1"))
    send(ana, f"{where}/check/photo")
    page = ana.answer
    ana.at(f"{where}/fix/A4?city.A4.coins=3").press("Save")
    ana.answer, ana.path = page, f"{where}/check/photo"
    ana.press("Fix", 409)
    assert "Meanwhile the app has something else there" in ana.text
    assert state_of(tables, where).shop(Space.A4) == Shop(1, "blue", 3)


def test_the_market_is_compared_where_the_app_follows(app: Flask, tables: Tables, reads: Reads) -> None:
    where, ana = followed(app, LINE)
    rows = ("y3 b3 o4 k5", "g4 b1 y1 p4", "b1 r3 y2 -")  # the last row is not in the picture
    dice = {
        f"market_{merchant}_{number}": value
        for merchant, row in zip(MERCHANTS, rows, strict=False)
        for number, value in enumerate(row.split(), 1)
    }
    reads(city({}, {}, A3="Wb", die="-", **dice))
    send(ana, f"{where}/check/photo")
    assert ana.h1 == "Differences: 4"
    assert asked_about(ana) == [
        "1 · Round die The app says: 1. The table shows: no die.",
        "2 · Die 1 of the orange row The app says: yellow 2. The table shows: yellow 3.",
        "3 · Die 1 of the green row The app says: red 2. The table shows: green 4.",
        "4 · Die 4 of the purple row The app says: green 4. The table shows: no die.",
    ]
    ana.press("Fix")
    state = state_of(tables, where)
    assert state.market[0][0] == Die(Dye.YELLOW, 3) and state.market[1][0] == Die(Dye.GREEN, 4)
    assert state.market[2][3] == Die(Dye.GREEN, 4), "the app was right"
    assert sum(state.bag) == 4 and state.round_die == 1
