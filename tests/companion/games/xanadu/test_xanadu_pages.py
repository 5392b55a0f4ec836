"""Xanadú's pages without script: whole games with cards on paper, one phone for all, secrets, setting right."""

from __future__ import annotations

import json
import random
import re

import pytest
from flask import Flask
from lxml.html import HtmlElement
from paperless import NAMES, Phone, entered, opened

from companion.games.xanadu import components
from companion.tables import Tables
from companion.web.widgets import do

pytestmark = pytest.mark.long

PAPER = "xanadu 3 cards: paper A: c4 07.*.* 33 hand *x5 B: c2 02 hand *x6 C: 21.*.* hand *x7 now: play A"
PHONES = "xanadu 3 A: c4 07.03.04 33 hand 10 18 61 B: c2 02 hand 11 13 14 C: 21.05.06 hand 15 16 19 now: play A"
LATE = "xanadu 3 cards: paper A: 07 hand *x7 B: 02 hand *x7 C: 21 hand *x7 run: 2 now: play A deck: *x24"
PRINTED = components.EDITIONS["printed"]


def free(phone: Phone, part: str = "") -> list[HtmlElement]:
    """The keys that can be used, whose command has this in it."""
    return [key for key in phone.all_keys() if not key.get("aria-disabled") and part in (key.get("value") or "")]


def workers(phone: Phone, building: str = "") -> list[HtmlElement]:
    """The keys that put a worker on a building, as its line says."""
    said = f"put a worker on {building}"
    return [key for key in free(phone, '"worker ') if said in key.text_content()]


# --- cards on paper ---


def test_the_last_rounds_with_cards_on_paper(app: Flask, tables: Tables) -> None:
    table, phones = entered(app, LATE)
    played(tables, table, phones, random.Random(3), 300)


def test_only_who_draws_is_asked_for_the_end_card(app: Flask) -> None:
    table, (ana, mei, tom) = entered(app, LATE.replace("deck: *x24", "deck: *x8").replace("hand *x7", "hand *x5", 1))
    watcher = Phone(app)
    ana.press("End turn")
    assert ana.h1 == "Was it the end card?" and len(free(ana, '"answer"')) == 2
    for phone in (mei, tom, watcher):
        assert phone.at(f"{table}?watch=1").h1 == "Ana looks for the end card" and not free(phone, '"answer"')
    assert "Play for Ana" not in watcher.text
    (act,) = mei.at(table).page.xpath("//a[contains(., 'Play for Ana')]")
    assert mei.at(act.get("href")).h1 == "Ana looks for the end card"  # it is hers, though Mei answers
    mei.press("No")
    assert mei.h1 == "Your turn" and not free(mei, '"answer"')
    assert "by Mei for Ana" in tom.at(f"{table}/log").text


SEVEN = ("hand 10 18 61 24 23 22 20", "hand 11 13 14 15 16 17 19", "hand 30 31 32 34 35 36 37")
FULL = {
    2: f"xanadu 2 A: c4 33 {SEVEN[0]} B: c2 02 {SEVEN[1]}",
    3: f"xanadu 3 A: c4 33 {SEVEN[0]} B: c2 02 {SEVEN[1]} C: 21 {SEVEN[2]}",
}
"""Hands are full, so whoever ends the turn draws nothing."""


def ends(phone: Phone) -> bool:
    """Does the key that ends the turn say that it ends the game? It does so or is a key, never both."""
    (key,) = phone.page.xpath('//*[@id="thumb"]//*[contains(@class, "key")][span="End turn"]')
    says = "".join(key.xpath("small//text()"))
    assert (key.tag == "a") == (says == "ends the game"), says
    return key.tag == "a"


@pytest.mark.parametrize("players", [2, 3])
def test_the_last_of_all_who_do_nothing_is_asked_whether_to_end_the_game(app: Flask, players: int) -> None:
    """Everybody ends the turn with a full hand: nobody moves any more (X11)."""
    names = NAMES[:players]
    table, phones = entered(app, f"{FULL[players]} now: play A", names, cards="app")
    for phone in phones[:-1]:
        assert not ends(phone.at(table))
        phone.press("End turn")
    last = phones[-1]
    assert ends(last.at(table))
    last.get(last.page.xpath('string(//a[small="ends the game"]/@href)'))
    assert "nobody has done anything for a whole round" in last.text and last.h1 == "Your turn"
    assert not free(last, '"end turn"')[1:] and "ends the game" in last.text
    last.get(last.page.xpath('string(//a[span="Keep playing"]/@href)'))
    assert last.path == table and ends(last) and not last.page.xpath('//*[@id="ends"]')
    last.at(last.page.xpath('string(//a[small="ends the game"]/@href)')).press("End turn")
    assert "wins" in last.h1 or "share" in last.h1


@pytest.mark.parametrize(
    ("rest", "sure"),
    [
        ("deck: - run: 2 discard: 05 06", True),  # the End card alone is left
        ("deck: 50 51 run: 2", True),  # three are drawn of three
        ("deck: 50 51 52 run: 2", False),  # perhaps it is the fourth
        ("deck: 50 51 52", False),  # it is not in the deck yet
        ("deck: 50 discard: 53", True),  # one, then the discard pile of one card with the End card
        ("deck: 50 discard: 53 54 55", False),
        ("deck: - discard: -", False),  # nothing is drawn at all
    ],
)
def test_the_key_says_so_where_the_end_card_is_drawn_for_sure(app: Flask, rest: str, sure: bool) -> None:
    players = "A: c4 33 hand 10 18 61 24 B: c2 02 hand 11 13 14 15 16 17 19"
    _, (ana, _) = entered(app, f"xanadu 2 {players} {rest} now: play A", ("Ana", "Mei"), cards="app")
    assert ends(ana) == sure
    if not sure:
        return
    assert "the end card among them" in ana.at(ana.page.xpath('string(//a[small="ends the game"]/@href)')).text
    ana.press("End turn")
    assert "wins" in ana.h1


def test_a_building_that_would_end_turn_and_game_is_built_alone(app: Flask) -> None:
    players = "A: c4 07.*.* 33 hand *x4 B: c2 02 hand *x7"
    line = f"xanadu 2 cards: paper {players} run: 2 now: play A working got clay5 wood5 deck: -"
    table, (ana, _) = entered(app, line, ("Ana", "Mei"))
    for number in range(1, 74):
        ana.get(f"{table}?n={number:02}")
        build = [key for key in free(ana, f'"build {number:02}') if "end turn" in key.get("value")]
        assert not build, "the turn is ended by a key that asks"
        if free(ana, f'"build {number:02}'):
            break
    ana.send(free(ana, f'"build {number:02}')[0])
    assert ana.h1 == "Your turn" and ends(ana)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_game_with_cards_on_paper(app: Flask, tables: Tables, players: int) -> None:
    table, phones = opened(app, ("Ana", "Mei", "Tomás", "Priya", "Lee")[:players], game="xanadu")
    phones[0].get(f"{table}?first=0")
    phones[0].press("Start")
    played(tables, table, phones, random.Random(players), 3000)


def played(tables: Tables, table: str, phones: list[Phone], rng: random.Random, most: int) -> None:
    """Everybody types what is built; the app asks for the end card; the score follows."""
    code = table.removeprefix("/t/")
    asked = 0
    for _ in range(most):
        view = tables.view_for(code)
        if view.question is not None:
            asked += 1
            asker = phones[view.question.seat or 0]
            asker.at(table).send(free(asker, '"no"' if asked < 4 and "no" in view.question.answers else '"yes"')[0])
        elif view.waiting:
            take(phones[view.waiting[0]], table, rng)
        else:
            break
    phones[0].get(table)
    assert asked and re.search("wins|share the victory", phones[0].h1)
    phones[0].get(f"{table}/log")
    assert "The game is over" in phones[0].text
    assert phones[0].client.get(f"{table}/export").status_code == 200


def take(phone: Phone, table: str, rng: random.Random) -> None:
    """One key of whoever has to press one."""
    phone.get(table)
    if phone.h1 == "Pick your starting building":
        while not free(phone, '"start '):
            phone.get(f"{table}?n={rng.choice(PRINTED):02}")
        phone.press("Begin with")
    else:
        turn(phone, table, rng)


def turn(phone: Phone, table: str, rng: random.Random) -> None:
    """One key: a sale, a worker, a building, or the end of the turn."""
    chosen = rng.random()
    if chosen < 0.1 and phone.page.xpath("//a[contains(@href, 'sell=1')]"):
        phone.at(f"{table}?sell=1").send(rng.choice(free(phone, '"sell ')))
        return
    if chosen < 0.5 and workers(phone):
        phone.send(rng.choice(workers(phone)))
        return
    for card in rng.sample(PRINTED, 4):
        phone.get(f"{table}?n={card:02}")
        built = free(phone, f'"build {card:02}"')
        if built:
            phone.send(built[0])
            return
    if "draw none" in phone.key("End turn").text_content() and workers(phone):
        phone.send(rng.choice(workers(phone)))  # where nobody moves, the game would be over
    else:
        phone.press("End turn")


def test_the_build_key_says_what_is_missing_and_why_not(app: Flask) -> None:
    table, (ana, mei, _) = entered(app, PAPER)
    for number, says, leads in (("02", "Mei has it built", ""), ("99", "no such card", "/card"), ("7", "7_", "/card")):
        key = ana.at(f"{table}?n={number}").page.find_class("key--build")[0]
        assert says in key.text_content() and key.tag == "a" and key.get("href") == f"{table}{leads}"
    key = ana.at(f"{table}?n=18").page.find_class("key--build")[0]
    assert "lacks 1 stone" in key.text_content() and key.get("aria-disabled") == "true"
    ana.send(key, 409)
    assert "Missing: " in ana.text
    assert ana.at(f"{table}?n=18").page.find_class("key--build")[0].find("b").text == "18"
    for nonsense in ("n=zz&seat=x&for=9", "n=1٣", "seat=99", "n=" + "9" * 50, "for=-1&d="):
        ana.get(f"{table}?{nonsense}")
    assert mei.at(table).h1 == "Ana’s turn" and not mei.page.find_class("builder")
    mei.get(f"{table}?for=0")
    assert mei.h1 == "Ana’s turn" and mei.page.find_class("builder"), "with open cards anybody may act for anybody"
    mei.send(workers(mei)[0])
    assert "by Mei for Ana" in mei.at(f"{table}/log").text


def test_a_turn_may_go_on_after_building(app: Flask) -> None:
    table, (ana, mei, _) = entered(app, PAPER)
    ana.send(workers(ana, "Brick Kiln")[0])
    ana.at(f"{table}?n=03").press("Build, turn goes on")
    assert ana.h1 == "Your turn"
    key = next(k for k in ana.all_keys() if "put a worker on Timber Yard" in k.text_content())
    assert key.get("aria-disabled") == "true" and "sideways" in key.text_content()
    ana.get(f"{table}?n=01")
    assert "One building a turn" in ana.page.find_class("key--build")[0].text_content()
    ana.press("End turn")
    assert "Draw 1 card." in ana.text
    mei.get(table)
    assert mei.h1 == "Your turn" and "Timber Yard stands up" not in mei.page.get_element_by_id("news").text_content()


def test_there_is_no_hint_where_only_paper_knows_the_own_cards(app: Flask) -> None:
    table, (ana, *_) = entered(app, PAPER)
    assert "an idea, and why" not in ana.text
    ana.post(table, 409, do=do("hint"), command_id="hint")
    assert "This table is played without hints." in ana.text
    for page in (table, f"{table}/hint", f"{table}/hint/2"):
        assert ana.at(page).h1 == "Your turn" and "Do it" not in ana.text


def test_undo_names_who_is_asked(app: Flask) -> None:
    table, (ana, mei, _) = entered(app, PAPER)
    ana.send(workers(ana)[0])
    assert "worker on Felt Makers" in ana.key("Undo").text_content()
    ana.press("End turn")
    assert "asks" in ana.key("Undo").text_content()
    ana.press("Undo")
    assert mei.at(table).h1 == "Your turn", "the game goes on meanwhile"
    mei.press("Undo it")
    assert mei.h1 == "Ana’s turn"


def choose_card(phone: Phone, number: str) -> None:
    """Taps a card of the list."""
    rows = phone.page.find_class("row--card")
    phone.get(next(row.get("href") for row in rows if row.find_class("number")[0].text == number))


def test_what_lies_here_is_set_right(app: Flask) -> None:
    table, (ana, mei, _) = entered(app, PAPER)
    mei.at(f"{table}/fix/0?check=1&players.A.coins=6").press("Save")
    mei.at(f"{table}/fix/0?check=1&players.A.city.0.workers=1").press("Save")
    mei.get(mei.at(f"{table}/fix/0").page.xpath('//main//a[contains(., "another one")]/@href')[0])
    choose_card(mei, "34")
    assert "34" in mei.key("Save").text_content() and mei.path == f"{table}/fix/0"
    mei.press("Save")
    mei.get(f"{table}/card/0-1?q=bowyer")
    choose_card(mei, "18")
    mei.press("Save")
    assert "Bowyers’ Workshop" in mei.at(f"{table}").text.replace("\u00ad", "")
    mei.get(mei.at(f"{table}/card/0-0").page.xpath('//a[contains(., "Nothing stands there")]/@href')[0])
    assert "covered rows" not in mei.page.get_element_by_id("fix-place").text_content()
    mei.press("Save")
    mei.at(f"{table}/check").press("All the rest is right")
    assert "Mei sets right" in ana.at(f"{table}/log").text
    for address in ("card/9-0", "card/0-9", "card/x", "fix/0-0", "check/9"):
        ana.get(f"{table}/{address}", 404)


# --- phones hold the cards ---


def test_one_phone_for_all_needs_no_curtain_with_cards_on_paper(app: Flask) -> None:
    _, (ana,) = entered(app, PAPER, ("Ana",), players="3")
    ana.press("End turn")
    assert ana.h1 == "Place 2’s turn"
    ana.send(workers(ana)[0])
    ana.press("End turn")
    assert ana.h1 == "Place 3’s turn"


# --- counting ---


def test_counting_without_script(app: Flask) -> None:
    table, (ana, mei) = opened(app, ("Ana", "Mei"), way="score", game="xanadu")
    ana.at(table).press("Tong bao 9")
    ana.send(digit(ana, 0))
    assert digit(ana, 0).get("aria-disabled") == "true"
    ana.send(digit(ana, 7))
    ana.press("1 rows covered: Felt Makers")
    assert "Felt Makers1 coin" in ana.text, "at the price in force"
    ana.press("4 rows covered: Felt Makers")
    ana.send(digit(ana, 5))
    ana.send(digit(ana, 1))
    ana.press("White Pagoda does not stand there")
    ana.press("Done")
    assert "Felt Makers" not in mei.at(table).text.replace("\u00ad", "")
    mei.press("Tong bao 3")
    mei.press("Done")
    assert mei.h1 == "Ana wins"
    assert "Felt Makers" in mei.at(f"{table}/score").text


def digit(phone: Phone, number: int) -> HtmlElement:
    """The key of a building's number."""
    return next(
        key for key in phone.all_keys() if key.text_content().strip() == str(number) and not key.get("aria-label")
    )


@pytest.mark.parametrize("count", [5, 9, 750, 109])
def test_a_building_that_there_is_not_is_not_shown_and_never_ready(app: Flask, count: int) -> None:
    """A program may count anything; the page offers its place again."""
    table, (ana, _) = opened(app, ("Ana", "Mei"), way="score", game="xanadu")
    things = {"coins": 3, "building1": count, **{f"building{n}": 0 for n in range(2, 7)}}
    ana.get(f"{table}/tally")
    ana.post(table, do=json.dumps({"do": "tally", "chair": 0, "things": things}), command_id="counted")
    assert "card 0" not in ana.at(f"{table}/tally").text


def test_dealing_is_one_line_of_the_log_for_each_player(app: Flask) -> None:
    table, (ana, _) = opened(app, ("Ana", "Mei"), game="xanadu", two_player="online")
    ana.at(f"{table}?first=0").press("Start")
    assert ana.at(f"{table}/log").text.count("Ana draws a card.") == 1 and ana.text.count("× 7") == 2
