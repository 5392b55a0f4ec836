"""One phone for several players with hidden hands: handed on before it shows what the next one holds."""

from __future__ import annotations

import re

from flask import Flask
from paperless import Phone, opened

from companion.tables import Tables

LINE = "hangzhou WBR open-hands: hidden W: c71 r1 B: c72 b1 R: c73 y1 now: play W"


def one_phone(app: Flask) -> tuple[str, Phone]:
    """Ana, Mei and Tomás on Ana's phone."""
    table, (ana,) = opened(app, ("Ana",), players="3")
    for chair, name in enumerate(("Mei", "Tomás"), 1):
        ana.get(f"{table}/seats")
        key = next(
            key
            for key in ana.all_keys()
            if f'"chair":{chair}' in key.get("value", "") and "name" in key.get("value", "")
        )
        ana.send(key, **{"set.name": name})
    ana.go_on_from(table, LINE)
    ana.get(table)
    return table, ana


def test_the_phone_is_handed_on_before_it_shows_the_next_hand(app: Flask) -> None:
    table, ana = one_phone(app)
    assert "71 coins" in ana.text and ana.h1 == "Your turn: 2 actions"
    ana.press("Pass")
    assert ana.h1 == "Hand the phone to Mei"
    assert "Ana passes" in ana.text, "what everybody saw is told"
    for page in (table, f"{table}/at/B2", f"{table}/fix/0", f"{table}/fix/1", f"{table}/log", f"{table}?seat=1"):
        assert not re.search(r"\b7[12]\b", ana.at(page).text), page
    ana.at(table).press("I am Mei")
    assert ana.h1 == "Your turn: 2 actions"
    assert "72 coins" in ana.text
    ana.get(f"{table}/at/B2")
    assert not ana.key("shop with blue").get("aria-disabled"), "keys follow the hand that is shown"
    assert ana.key("shop with green").text_content().strip() == "needs yellow"
    ana.press("shop with blue")
    assert ana.h1 == "Hand the phone to Tomás"
    ana.press("Undo")
    assert ana.h1 == "Hand the phone to Mei"


def test_somebody_else_may_have_the_phone(app: Flask, tables: Tables) -> None:
    table, ana = one_phone(app)
    ana.press("Pass")
    ana.press("I am Ana")
    view = tables.view_for(table[3:], ana.client.get_cookie("phone").value)  # type: ignore[union-attr]  # there is one
    assert (view.eyes, view.curtain) == (0, 1)
    assert "71 coins" in ana.at(table).text
    ana.press("Hand the phone to Mei")
    assert ana.h1 == "Hand the phone to Mei"
    assert "71" not in ana.text


def test_acting_for_a_hidden_hand_offers_what_tells_nothing_of_it(app: Flask) -> None:
    """Mei's phone sleeps, and she asks Ana to tap for her. That she can place a shop would tell that she has a coin."""
    table, ana = one_phone(app)
    mei = Phone(app)
    mei.at(f"{table}/seats").press("Mei", **{"set.name": "Mei"})
    ana.at(f"{table}/seats").press("Let in")
    ana.at(table).press("Pass")
    assert "72" not in ana.at(f"{table}/at/B2?for=1").text
    assert "Only a phone that sees Mei’s hand plays for Mei." in ana.text and "Place shop" not in ana.text
    ana.at(f"{table}?for=1").press("Pass")
    assert ana.h1 == "Tomás’s turn"


def test_with_open_hands_nothing_is_covered(app: Flask) -> None:
    table, (ana,) = opened(app, ("Ana",), players="2")
    ana.go_on_from(table, "hangzhou WB W: c3 B: c4 now: play W")
    ana.at(table).press("Pass")
    assert "Hand the phone" not in ana.text and ana.h1.endswith("2 actions")
