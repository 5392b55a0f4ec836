"""A photograph of the city and its dice: asked about where it is in doubt, entered as taps are, compared, refused."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from flask import Flask
from msgspec.structs import replace
from paperless import Phone, opened
from snapped import board, reading, reads, seen, send

from companion.games.hangzhou.certainty import judged
from companion.games.hangzhou.names import MERCHANTS, SPACES, Dye, Space
from companion.games.hangzhou.state import Die, Shop, State
from companion.sight.reading import Reading, Seen
from companion.tables import Tables
from companion.web.table import photograph
from pnp.camera import Reason

pytestmark = pytest.mark.long

LIES = {"B1": "Wb", "D2": "Wy1", "A3": "B", "E4": "Yr"}
STANDS = {"orange": "C2", "black": "A3"}


def city(**doubts: tuple[str, str]) -> Seen:
    """The city above, read; in doubt at some spaces between two values."""
    parts = {space.value: LIES.get(space, "-") for space in SPACES}
    parts |= {f"merchant {merchant.value}": STANDS.get(merchant, "-") for merchant in MERCHANTS}
    return seen(*(reading(part, *doubts.get(part, (value,))) for part, value in parts.items()))


def shows(**odds: dict[str, float]) -> Seen:
    """The city above, from one side; at some spaces it could be several things."""
    parts = {space.value: (LIES.get(space, "-"), "-" if space in LIES else "W") for space in SPACES}
    parts |= {f"merchant {name.value}": (STANDS.get(name, "-"), "E5") for name in MERCHANTS}
    return board(certain, parts, odds)


def certain(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    return judged(tuple(replace(one, sure=one.probability > 0.9) for one in readings))


HIDDEN = {"Wy1": 0.6, "Wy2": 0.35, "Wb1": 0.05}
"""A merchant stands before D2."""


def drafted(tables: Tables, table: str) -> State:
    draft = tables.view_for(table.removeprefix("/t/"), None).draft
    assert draft is not None and isinstance(draft.state, State)
    return draft.state


def test_what_was_read_is_confirmed_and_entered(app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei", "Tomás", "Priya"), way="merchants")
    asked = reads(monkeypatch, city(D2=("Wy1", "Wy2"), C4=("-", "Rp")))
    ana.get(f"{table}/city")
    assert ana.page.xpath(f'//a[@href="{table}/photo"]')
    ana.get(f"{table}/photo")
    assert ana.page.xpath('//input[@type="file" and @capture="environment" and @name="photo"]')
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


def test_what_is_neither_guess_is_tapped_and_the_rest_stays_read(
    app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei", "Tomás", "Priya"), way="merchants")
    reads(monkeypatch, city(D2=("Wy1", "Wy2"), B1=("Wb3", "-")))
    send(ana, f"{table}/photo")
    ana.press("Use it", **{"read.D2": "?"})
    assert ana.path == f"{table}/city/D2"
    state = drafted(tables, table)
    assert state.shop(Space.D2) is None and len(state.shops()) == len(LIES) - 1


def test_many_coins_are_always_asked_about(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    monkeypatch.setitem(LIES, "B1", "Wb3")
    reads(monkeypatch, city())
    send(ana, f"{table}/photo")
    assert ana.h1 == "1 to confirm" and "4 coins" in ana.text


def test_four_at_once_are_one_city_and_no_more_are_taken(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    asked = reads(monkeypatch, shows(D2=HIDDEN))
    send(ana, f"{table}/photo", 200, *(b"a side",) * 4)
    assert len(asked) == 4
    send(ana, f"{table}/photo", 409, *(b"a side",) * 5)
    assert "Photos at once: at most 4" in ana.text and len(asked) == 4


def test_of_several_those_that_are_refused_are_told_and_the_others_count(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    reads(monkeypatch, shows(D2=HIDDEN), "dark", seen(), shows())
    send(ana, f"{table}/photo", 200, *(b"a side",) * 4)
    assert ana.h1 == "All of it is sure" and "28 read, 28 sure" in ana.text
    assert (
        "Photos left out: 2. It is too dark or blurred." in ana.text and "Nothing of this game can be seen" in ana.text
    )
    reads(monkeypatch, "blurred", "dark")
    send(ana, f"{table}/photo", 409, *(b"a side",) * 2)
    assert "It is too dark or blurred." in ana.text and ana.h1 == "Photograph the city"


@pytest.mark.parametrize(
    ("reason", "says"),
    [("dark", "Turn on a lamp"), ("corner-missing", "Corner marks are missing"), ("heic", "Send a JPEG or PNG")],
)
def test_a_refusal_says_what_to_do(app: Flask, monkeypatch: pytest.MonkeyPatch, reason: Reason, says: str) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    reads(monkeypatch, reason)
    send(ana, f"{table}/photo", 409)
    assert says in ana.text and ana.h1 == "Photograph the city"


def test_who_only_watches_sends_none(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = opened(app, ("Ana", "Mei"), way="merchants")
    asked = reads(monkeypatch, city())
    stranger = Phone(app, "es")
    send(stranger, f"{table}/photo", 409)
    assert "Siéntate primero" in stranger.text and not asked


def test_a_form_without_a_file_and_one_with_nonsense_change_nothing(
    app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    reads(monkeypatch, city())
    send(ana, f"{table}/photo", 409, b"", name="")
    assert "Choose a photo first." in ana.text
    for name, value in (("read.A1", "Zz9"), ("read.merchant pink", "A1"), ("read.merchant orange", "Z9")):
        ana.post(f"{table}/photo", 400, do="sighted", command_id="x", **{name: value})
    assert tables.view_for(table.removeprefix("/t/"), None).draft is None or not drafted(tables, table).shops()


def test_without_what_reads_them_nothing_is_said_of_photographs(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photograph, "offered", lambda game: False)
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    ana.get(f"{table}/city")
    assert "hoto" not in ana.text
    ana.get(f"{table}/photo", 404)
    send(ana, f"{table}/photo", 404)


# --- dice ---


LINE = "hangzhou WB city: A3Wb market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / r1 r1 p5 k6 W: c3 B: c3 now: play W"


def with_dice(**dice: str) -> Seen:
    """A city without shops and the dice of these parts (`_` for a space in their names): `y2`, or `y2?b1` in doubt."""
    parts = {space.value: "-" for space in SPACES} | {f"merchant {merchant.value}": "-" for merchant in MERCHANTS}
    parts |= {part.replace("_", " "): value for part, value in dice.items()}
    return seen(*(reading(part, *said.partition("?")[::2]) for part, said in parts.items()))


def test_dice_that_were_read_fill_the_page_of_first_dice(
    app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ana, *_) = opened(app, ("Ana", "Mei"), way="merchants")
    reads(
        monkeypatch,
        with_dice(
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
    reads(monkeypatch, with_dice(market_orange_1="y2", market_green_1="o4?y3"))
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
    reads(monkeypatch, with_dice(A3="Wb", die="1", **dice))
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
