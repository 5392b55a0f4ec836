"""*Wrong? Tap to fix* and *Check the table*: own last steps, what is at a place, what players hold, part by part."""

from __future__ import annotations

import random
import re
from itertools import cycle

import pytest
from flask import Flask
from paperless import Phone, begun, opened

from companion.engine.correction import Change, Corrected
from companion.engine.registry import game as engine
from companion.engine.wording import LANGUAGES
from companion.games.hangzhou.names import Space
from companion.tables import Act, Start, Tables, TakeSeat
from companion.web.game_pages import GAMES


def lines(phone: Phone) -> list[str]:
    """The own last steps on the page that fixes."""
    phone.get(phone.page.xpath('//a[contains(., "Wrong?")]/@href')[0])
    return [" ".join(line.text_content().split()) for line in phone.page.xpath('//*[@id="fix-last"]//span')]


def open_line(phone: Phone, words: str) -> None:
    """Taps the key beside a step."""
    if "/fix" not in phone.path:
        lines(phone)
    keys = phone.page.xpath('//*[@id="fix-last"]//a')
    phone.get(next(key.get("href") for key in keys if words in key.get("aria-label")))


def choose(phone: Phone, words: str) -> None:
    """Taps another key than the one that was struck through."""
    keys = [a for a in phone.page.xpath("//main//a[@class]") if a.get("href", "").startswith("?as=")]
    phone.get(phone.path + next(a.get("href") for a in keys if words in " ".join(a.text_content().split())))


def test_three_taps_put_a_wrong_step_right(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    ana.at(f"{table}/at/B2").press("Place shop")
    ana.press("End turn")
    mei.at(f"{table}/at/E5").press("Place shop")
    assert lines(ana.at(table))[-2:] == ["Ana places a shop on B2.", "Ana ends the turn."]
    open_line(ana, "places a shop")  # 1
    (was,) = ana.page.find_class("key--was")
    assert was.text_content() == "B2said so" and "It was:" not in ana.text
    choose(ana, "C4")  # 2
    assert "This will change:" in ana.text and "Mei’s shop on E5 stays." in ana.text
    assert "B2: " in ana.text and "→ nothing" in ana.text
    assert tables.view_for(table[3:]).state.shop(Space.B2) is not None, "nothing happens before the key"
    ana.press("It was: shop on C4")  # 3
    state = tables.view_for(table[3:]).state
    assert state.shop(Space.B2) is None and state.shop(Space.C4).owner == 0
    assert "Ana places a shop on C4. (Fixed; it was: Ana places a shop on B2.)" in mei.at(f"{table}/log").text
    assert ana.at(table).key("Undo").text_content() == "Undothe fixed step"
    ana.press("Undo")
    assert tables.view_for(table[3:]).state.shop(Space.B2).owner == 0


def test_what_does_not_fit_is_named_and_asked_about(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    for phone, space in ((ana, "B2"), (mei, "E5")):
        phone.at(f"{table}/at/{space}").press("Place shop")
        phone.press("End turn")
    ana.get(table)
    seq = tables.view_for(table[3:]).seq
    ana.get(f"{table}/fix/step-{seq - 3}")
    choose(ana, "E5")
    assert "No longer fits: Mei’s shop on E5." in ana.text
    assert "asks Mei" in ana.key("It was: shop on E5").text_content()
    ana.press("It was: shop on E5")
    (card,) = mei.at(table).page.xpath('//*[@id="ask-undo"]')
    assert "Ana asks: fix a step?" in card.text_content() and "your shop on E5" in card.text_content()
    mei.press("Yes")
    assert tables.view_for(table[3:]).state.shop(Space.E5).owner == 0


def saved(phone: Phone) -> str:
    """What the second line of *Save* says."""
    return " ".join(phone.key("Save").find("small").text_content().split())


def test_a_coin_too_many_is_fixed_on_the_page_of_its_space(app: Flask, tables: Tables) -> None:
    """Nothing changes before *Save*, which names it; no action is taken, nobody is asked."""
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    ana.at(f"{table}/at/B2").press("Place shop")
    ana.at(f"{table}/at/B2").press("Place coin")
    before = tables.view_for(table[3:])
    assert not mei.at(f"{table}/at/B2").page.xpath('//*[@class="stepper"]'), "no coin is made on the page of the table"
    mei.get(mei.page.xpath('//section[@id="panel"]//a[contains(., "Wrong?")]/@href')[0])
    assert mei.h1 == "What’s wrong at B2?" and mei.key("Save").get("aria-disabled")
    assert saved(mei) == "nothing changed yet"
    (less,) = mei.page.xpath('//*[@id="fix-place"]//a[starts-with(@aria-label, "Coins here: one less")]/@href')
    assert saved(mei.at(mei.path + less)) == "1 coin less on B2"
    assert tables.view_for(table[3:]).state == before.state, "nothing changes before Save"
    mei.press("Save")
    after = tables.view_for(table[3:])
    assert (before.state.shop(Space.B2).coins, after.state.shop(Space.B2).coins) == (1, 0)
    assert after.waiting == before.waiting and after.undo is None and after.state.hands == before.state.hands
    assert mei.path == f"{table}/at/B2"
    mei.get(f"{table}/fix/B2?city.B2=0")
    assert "→ No shop" in saved(mei) and "Coins here" not in mei.text
    mei.press("Save")
    assert tables.view_for(table[3:]).state.shop(Space.B2) is None
    assert "Mei sets right: coins at B2: 0." in ana.at(f"{table}/log").text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_things_of_any_seat_are_fixed_on_one_page(app: Flask, tables: Tables, game: str, language: str) -> None:
    """Of everything that everybody sees; nobody's turn is touched, and who only looks on has none."""
    table, (ana, mei) = opened(app, ("Ana", "Mei"), game=game)
    ana.at(f"{table}?first=0").press("Start")
    for _ in range(3):
        for phone in (ana, mei):
            phone.get(table)
            picks = [
                key for key in phone.all_keys() if re.search('"(pick|place camel|start|keep) ', key.get("value", ""))
            ]
            if picks:
                phone.send(picks[0])
    mei.language = language
    before = tables.view_for(table[3:])
    wrong = "Wrong?" if language == "en" else "¿Algo mal?"
    for page in ("", "?seat=0", "/menu"):
        assert not mei.at(f"{table}{page}").page.xpath('//*[@class="stepper"]')
        assert mei.page.xpath(f'//a[contains(., "{wrong}")]'), page
    mei.get(mei.at(f"{table}?seat=0").page.xpath(f'//a[contains(., "{wrong}")]/@href')[0])
    (more, *_) = mei.page.xpath('//*[@id="fix-place"]//*[@class="stepper"]/a[.="+"][@href]')
    (shown, *_) = mei.page.xpath('//*[@id="fix-place"]//output')
    (now, *_) = mei.at(mei.path + more.get("href")).page.xpath('//*[@id="fix-place"]//output')
    assert int(now.text) == int(shown.text) + 1
    assert tables.view_for(table[3:]).state == before.state
    mei.press("Save" if language == "en" else "Guardar")
    after = tables.view_for(table[3:])
    assert after.waiting == before.waiting and after.state != before.state and after.undo is None
    assert "Mei" in mei.at(f"{table}/log").text
    watcher = Phone(app)
    assert "Wrong?" not in watcher.at(f"{table}?watch=1&seat=0").text
    assert not watcher.at(f"{table}/fix/0").page.xpath('//*[@class="stepper"]')
    mei.get(f"{table}/fix/nowhere", 404)


@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, cycle(LANGUAGES), strict=False)))
def test_every_own_step_of_every_game_opens(app: Flask, tables: Tables, game: str, language: str) -> None:
    """Its keys have words in both languages, and each says what would follow."""
    rng, rules, phones = random.Random(3), engine(game), [Phone(app, language) for _ in range(2)]
    code = tables.open(game, "0a" * 16)
    tokens = ("0a" * 16, "1b" * 16)
    for number, (phone, token) in enumerate(zip(phones, tokens, strict=True)):
        phone.client.set_cookie("phone", token)
        tables.command(code, token, TakeSeat(number, f"P{number}"), command_id=f"seat-{number}")
    tables.command(code, tokens[0], Start(), command_id="start")
    looked = 0
    for step in range(18):
        view = tables.view_for(code, tokens[0])
        if not view.waiting:
            break
        seat = view.waiting[0]
        own = tables.view_for(code, tokens[seat])
        action = rules.action_text(rng.choice(own.legal))
        tables.command(code, tokens[seat], Act(action), command_id=f"act-{step}")
        for phone, token in zip(phones, tokens, strict=True):
            for at in tables.view_for(code, token).last[-1:]:
                phone.get(f"/t/{code}/fix/step-{at}")
                links = [a.get("href") for a in phone.page.xpath("//main//a") if a.get("href", "").startswith("?as=")]
                if links:
                    phone.get(f"/t/{code}/fix/step-{at}{rng.choice(links)}")
                    looked += 1
    assert looked > 5


HANGZHOU = (
    "hangzhou WBR city: A3W A4Bb2 merchants: A3 - - - market: r2 b1 b2 k4 / y1 y2 y3 g4 / o4 o5 p4 p5 / r1 b3 y2 k6"
)
DUNHUANG, XANADU = "dunhuang 3 now: lay", "xanadu 3 now: deal A setup"


def test_the_merchants_stay_at_the_beat_that_the_table_reads(app: Flask, tables: Tables) -> None:
    """While it is read, and after the last one: a coin too many is no beat."""
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    for phone, key in ((ana, "Pass"), (mei, "Pass"), (ana, "Take coin")):
        phone.at(table).press(key)
    ana.get(table)
    beats = 0
    while beat := ana.beat:
        set_coins(mei, table, beats := beats + 1)
        assert ana.at(table).beat == beat
        ana.end_beat()
    assert beats >= 4
    set_coins(mei, table, 99)
    assert not ana.at(table).beat and "round 2" in ana.text.lower()
    assert "Mei sets right: Ana’s coins: 99." in ana.at(f"{table}/log").text


def set_coins(phone: Phone, table: str, coins: int) -> None:
    """Sets right how many coins the first player has."""
    phone.at(f"{table}/fix/0?check=1&hands.white.coins={coins}").press("Save")


def test_all_that_can_be_compared_has_words(app: Flask, tables: Tables) -> None:
    for game in ("hangzhou", "dunhuang", "xanadu"):
        table, (ana, _) = opened(app, ("Ana", "Mei"), game=game)
        ana.at(f"{table}?first=0").press("Start")
        state = tables.view_for(table[3:]).state
        zones = [link for link in ana.at(f"{table}/check").page.xpath("//main//a/@href") if "/fix/" in link]
        for zone in zones:
            ana.get(zone)
            paths = {
                link[1:].partition("=")[0]
                for link in ana.page.xpath("//main//a/@href")
                if link.startswith("?") and link > "?"
            } - {"check"}
            for path in paths:
                said = engine(game).say(Corrected((Change(path, 1),), "Ana", "moved"), state, "es")
                assert path not in said


def ticked(phone: Phone) -> dict[str, str]:
    """The parts of the table that are ticked off, with what stands below their names."""
    rows = phone.page.find_class("row--ok")
    return {row.find(".//b").text_content(): row.find_class("small")[0].text_content() for row in rows}


def test_each_part_of_the_table_is_ticked_off_by_itself(app: Flask) -> None:
    """Who compared it stands there on all phones; a correction leaves the other ticks; the next step begins anew."""
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    assert not ticked(ana.at(f"{table}/check")) and "Not checked: 5" in ana.text
    ana.press("Right: City")
    ana.press("Right: Mei holds")
    mei.get(f"{table}/check")
    assert "Ana checked" in ticked(mei)["City"]
    assert len(ticked(mei)) == 2
    set_coins(mei, table, 3)
    assert mei.path == f"{table}/check"
    assert list(ticked(ana.at(f"{table}/check"))) == ["City", "Your hand", "Mei holds"]
    assert "Mei checked" in ticked(ana)["Your hand"], "who sets it right has compared it"
    ana.press("All the rest is right")
    assert "Not checked" not in ana.at(f"{table}/check").text and len(ticked(ana)) == 5
    ana.at(table).press("Pass")
    assert not ticked(ana.at(f"{table}/check")), "things have moved since"


def test_what_differs_in_two_parts_is_kept_and_set_together(app: Flask, tables: Tables) -> None:
    """One red cube more in the hand, one fewer in the supply: one key sets both."""
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    state = tables.view_for(table[3:]).state
    held, supply = state.hands[0].dyes[1], state.supply[1]
    ana.get(f"{table}/fix/0?check=1&hands.white.dyes.red={held + 1}")
    (link,) = ana.page.xpath('//a[contains(., "check the whole table")]/@href')
    (link,) = ana.at(link).page.xpath('//a[contains(@href, "/fix/supply")]/@href')
    (less,) = ana.at(link).page.xpath('//*[@id="fix-place"]//a[@aria-label="red: one less"]/@href')
    ana.at(f"{table}/fix/supply{less}").press("Save")
    assert ana.path == f"{table}/check"
    state = tables.view_for(table[3:]).state
    assert (state.hands[0].dyes[1], state.supply[1]) == (held + 1, supply - 1)
