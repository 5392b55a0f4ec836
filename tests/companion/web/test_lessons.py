"""A first game without script: cards one by one on the table's own page, by phone, until they are skipped."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from flask import Flask
from paperless import Phone, give

from companion.engine.game import OVER, Seat
from companion.engine.registry import game as engine
from companion.games.hangzhou.components import BREWS, NATURAL
from companion.games.hangzhou.names import MERCHANTS, Space
from companion.tables import Act, NameSeat, RefusedByRule, Show, Start, Tables, TakeSeat
from companion.web.assets import signs
from companion.web.game_pages import GAMES
from companion.web.rules import list_rule_titles
from pnp.kits import find

pytestmark = pytest.mark.long

LEARNT = [game for game in GAMES if (find(game) / "lessons.toml").is_file()]
LANGUAGES = ("en", "es")
NAMES = ("Ana", "Mei", "Tomás", "Priya", "Iván", "Lucía")
PAGES = 90
"""Pages of a game that are looked at; by then a first game's cards have come."""


def learning(app: Flask, tables: Tables, game: str, players: int, language: str = "en") -> Phone:
    """The phone of a host who taps *Learn* on the start page and plays with others that have none."""
    phone = Phone(app, language)
    phone.at("/").send(next(key for key in phone.all_keys() if key.get("formaction") == f"/new/{game}"))
    code, token = phone.path[3:], phone.client.get_cookie("phone").value
    give(tables, code, token, TakeSeat(0, NAMES[0]))
    for chair in range(1, players):
        give(tables, code, token, NameSeat(chair, NAMES[chair]))
    give(tables, code, token, Start())
    phone.get(f"/t/{code}")
    return phone


def card(phone: Phone) -> str:
    """The id of the lesson on the page; empty: it is the table's own."""
    found = phone.page.xpath('//input[@name="lesson"]/@value')
    return str(found[0]) if found else ""


def go_on(phone: Phone) -> None:
    phone.send(phone.page.xpath('//footer//button[contains(@class, "key--go")]')[0])


def play(tables: Tables, phone: Phone, game: str, rng: random.Random) -> None:
    """The table goes on by itself: what the phones have to read is read, or a seat plays."""
    code, token = phone.path.split("/")[2], phone.client.get_cookie("phone").value
    view, rules = tables.view_for(code, token), engine(game)
    give(tables, code, token, Show(view.seq))
    if view.waiting:
        seat = view.waiting[0]
        action = wise(game, view.state, seat, list(rules.legal(view.state, seat)), rng)
        done = give(tables, code, token, Act(rules.action_text(action), seat=seat))
        assert not isinstance(done, RefusedByRule), done


def wise(game: str, state: Any, seat: Seat, legal: list[Any], rng: random.Random) -> Any:
    """One of the legal actions: in Hangzhou mostly dyes that merchants ask for, else any kind as often as another."""
    kinds: dict[str, list[Any]] = {}
    for action in legal:
        kinds.setdefault(type(action).__name__, []).append(action)
    if game == "hangzhou" and "PlaceDye" in kinds:
        asked = {die.dye for merchant in MERCHANTS if (die := state.demand(merchant)) is not None}
        kinds["PlaceDye"] = [a for a in kinds["PlaceDye"] if a.dye in asked and _worth(state, seat, a)]
        if not kinds["PlaceDye"] or rng.random() < 0.3:
            del kinds["PlaceDye"]
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def _worth(state: Any, seat: Seat, action: Any) -> bool:
    """Is it another dye than lies there, and, mixed, one that can be brewed?"""
    index = action.dye.ordinal
    brewed = NATURAL[index] or all(state.hands[seat].dyes[part] for part in BREWS[index])
    return brewed and state.shop(action.space).dye != action.dye


@pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param(game, language, marks=() if language == LANGUAGES[number % 2] else pytest.mark.slow)
        for number, game in enumerate(LEARNT)
        for language in LANGUAGES
    ],
)
def test_a_first_game_goes_card_by_card(app: Flask, tables: Tables, game: str, language: str) -> None:
    most = engine(game).PLAYERS[-1 if language == "en" else 0]
    phone, rng = learning(app, tables, game, most, language), random.Random(4)
    seen: list[str] = []
    table = phone.path
    for _ in range(PAGES):
        lesson = card(phone)
        if not lesson:
            if tables.view_for(table[3:]).state.turn is OVER:
                break
            play(tables, phone, game, rng)
            phone.get(table)
            continue
        seen.append(lesson)
        rules = phone.page.xpath(f'//a[contains(@href, "/rules/{game}#")]/@href')
        assert rules and {rule.partition("#")[2] for rule in rules} <= list_rule_titles(game, language).keys()
        assert phone.page.xpath('//img[starts-with(@src, "/face/")]')
        assert not re.search(r"[{}]|\*\*", phone.text)
        go_on(phone)
        phone.get(table)
    counted = [one.id for one in signs(game).lessons if not one.extra]
    assert len(seen) == len(set(seen)), "no card comes twice"
    assert len([one for one in seen if one in counted]) >= 8, seen
    assert seen[0] == counted[0]


def test_what_a_card_offers_is_done_by_its_key(app: Flask, tables: Tables) -> None:
    phone = learning(app, tables, "hangzhou", 1)
    table = phone.path
    while card(phone) != "shop":
        if not card(phone):
            play(tables, phone, "hangzhou", random.Random(1))
            phone.get(table)
        else:
            go_on(phone)
    assert phone.h1 == "A shop"
    choices = phone.page.xpath('//section[@id="lesson"]//nav/a')
    assert [" ".join(key.text_content().split()) for key in choices] == ["C1", "E3", "C5", "A3"]
    phone.get(choices[2].get("href"))
    go_on(phone)
    state: Any = tables.view_for(table[3:]).state
    assert state.shop(Space.C5) is not None and state.shop(Space.C1) is None
    assert card(phone) == "dye"
    phone.press("Something else")
    assert (card(phone), phone.path) == ("", f"{table}/table/now")
    assert card(phone.at(table)) != "dye", "a card that was left does not come again"


def test_lessons_are_skipped_and_taken_up_by_each_phone(app: Flask, tables: Tables) -> None:
    phone = learning(app, tables, "hangzhou", 2)
    table, guest = phone.path, Phone(app)
    assert not card(guest.at(table)), "who only watches is not taught"
    assert card(phone) == "city"
    go_on(phone)
    assert card(phone) == "hand"
    phone.press("Skip lessons")
    assert not card(phone) and phone.path == table
    phone.at(f"{table}/menu").press("Learn while playing")
    assert card(phone) == "city", "from the first card"


def test_nobody_is_asked_to_act_before_the_merchants_are_read(app: Flask) -> None:
    phone = Phone(app).at("/new/hangzhou")
    position = "hangzhou RB city: A1R B1Bb merchants: C1 - - - R: c3 B: c5 now: move orange"
    phone.press("Open a table", position=position, lessons="on")
    for _ in range(2):
        go_on(phone)
    assert not card(phone), "the merchants’ own page"
    while not card(phone):
        go_on(phone)
    assert card(phone) not in ("shop", "coin", "pass"), "what has happened is taught before what may be done"
