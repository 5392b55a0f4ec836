"""A followed game on pages without script: from the open table to the merchants and back."""

from __future__ import annotations

import io
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask
from paperless import Phone, begun, opened
from party import NAMES, SAMPLE, Party

from companion.engine.game import OVER, Seat
from companion.games.hangzhou.names import DYES, SPACES, Dye, Space
from companion.games.hangzhou.state import Die, Shop, State
from companion.tables import NameSeat, Tables, Undo, open_tables
from companion.web import create_app
from companion.web.table.frame import entries, visit_table

pytestmark = pytest.mark.long


def state_of(tables: Tables, table: str) -> State:
    state: State = tables.view_for(table[3:]).state
    return state


def test_scan_to_seated_is_two_taps(app: Flask) -> None:
    table, _ = opened(app, ("Ana",), players="2")
    mei = Phone(app)
    mei.get(table)  # first tap: the link that the camera shows
    assert "Pick a seat to play" in mei.text
    mei.press("Sit here", **{"set.name": "Mei"})  # second tap
    assert mei.path == table
    assert "Mei" in mei.text


def test_looking_takes_no_seat(app: Flask, tables: Tables) -> None:
    table, _ = opened(app, ("Ana",), players="2")
    before = tables.view_for(table[3:]).seq
    watcher = Phone(app)
    for page in ("", "/seats", "?watch=1", "/screen", "/move", "/menu"):
        watcher.get(table + page)
    assert tables.view_for(table[3:]).seq == before


def test_the_faster_one_has_the_seat(app: Flask) -> None:
    table, _ = opened(app, ("Ana",), players="2")
    mei, tomas = Phone(app), Phone(app)
    mei.get(table)
    tomas.get(table)
    mei.press("Sit here", **{"set.name": "Mei"})
    tomas.press("Sit here", status=409, **{"set.name": "Tomás"})
    assert "Mei was faster" in tomas.text


def test_shop_and_dye_on_one_space_are_two_taps_and_end_the_turn(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    ana.get(table)
    assert ana.h1 == "Your turn: 2 actions"
    ana.press("B2, free")
    ana.press("shop with red")
    state = state_of(tables, table)
    assert state.shop(Space.B2) == Shop(Seat(0), Dye.RED)
    assert ana.path == table
    assert ana.h1 == "Mei’s turn"
    mei.get(table)
    assert mei.h1 == "Your turn: 2 actions"
    assert "Ana places red on B2" in mei.text


def test_the_dice_of_the_first_market_are_one_line_of_the_log(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    ana.get(f"{table}/log")
    assert ana.text.count("The market is laid.") == 1
    assert "goes to the orange row" not in ana.text


def test_what_cannot_be_done_says_why_on_the_key_and_in_full(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    ana.get(table)
    key = ana.key("Take coin")
    assert key.get("aria-disabled") == "true"
    assert "Only with your seal on the temple" in key.text_content()
    assert key.get("disabled") is None
    ana.press("Take coin", status=409)
    assert "Only with your seal on the temple." in ana.text
    link = ana.page.xpath('//*[@id="note"]//a')
    assert link[0].get("href") == "/rules/hangzhou#take-coin"


def test_keys_of_another_turn_are_refused_and_acting_for_somebody_is_told(app: Flask) -> None:
    table, (_, mei) = begun(app, ("Ana", "Mei"))
    mei.get(f"{table}/at/B2")
    assert "Ana’s turn" in mei.text
    mei.get(f"{table}/at/B2?for=0")
    mei.press("Place shop")
    mei.get(f"{table}/log")
    assert "by Mei for Ana" in mei.text


def test_one_phone_serves_for_all(app: Flask) -> None:
    table, (ana,) = opened(app, ("Ana",), players="2")
    ana.get(f"{table}/seats")
    ana.send(ana.page.xpath('//details//button[contains(., "Save")]')[0], **{"set.name": "Tomás"})
    ana.get(f"{table}?first=0")
    ana.press("Start with 2")
    for _ in range(2):
        keys = [key for key in ana.all_keys() if '"pick' in key.get("value", "")]
        ana.send(keys[0])
    ana.press("Pass")
    assert ana.h1 == "Tomás: 2 actions"
    ana.press("Pass")
    ana.press("Take coin")
    assert ana.beat == "11"


def test_merchants_are_read_beat_by_beat_with_reasons(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    ana.get(table)
    ana.press("B2, free")
    ana.press("shop with red")
    for phone, key in ((mei, "Pass"), (ana, "Pass"), (mei, "Take coin")):
        phone.get(table)
        phone.press(key)
    mei.get(table)
    assert mei.beat == "11"
    assert mei.page.xpath('//details[@id="why"]//a/@href')[0].startswith("/rules/hangzhou#")
    mei.get(f"{table}/step/2")
    assert mei.beat == "11", "what comes is not told before"
    ana.get(table)
    while ana.beat < "20":
        ana.end_beat()
    mei.get(table)
    assert mei.beat == ana.beat
    mei.get(f"{table}/step/1")
    assert mei.beat == "11"
    assert "Back to the table" in mei.text, "reading back is private"
    ana.end_merchants()
    assert state_of(tables, table).round == 2
    mei.get(table)
    assert mei.h1 == "Your turn: 2 actions"


def test_the_same_tap_twice_acts_once(app: Flask, tables: Tables) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    ana.get(f"{table}/at/B2")
    key = ana.key("Place shop")
    ana.send(key)
    seq = tables.view_for(table[3:]).seq
    ana.send(key)
    assert tables.view_for(table[3:]).seq == seq


def test_a_tap_on_an_old_page_is_not_done_and_says_what_happened(app: Flask) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    ana.get(f"{table}/at/C4")
    late = ana.key("Place shop")
    mei.get(f"{table}/at/B2?for=0")
    mei.press("Place shop")
    ana.send(late, status=409)
    assert "Too late" in ana.text
    assert "Ana places a shop on B2" in ana.text
    assert ana.page.xpath(f'//*[@id="note"]//a[@href="{table}/log"]'), "and shows more"


def test_own_last_step_is_undone_at_once_and_redone(app: Flask, tables: Tables) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    ana.get(f"{table}/at/B2")
    ana.press("Place shop")
    assert ana.key("Undo").text_content() == "Undoyour shop on B2"
    assert ana.key("Redo").get("aria-disabled"), "beside it, and nothing to bring back"
    ana.press("Undo")
    assert state_of(tables, table).shop(Space.B2) is None
    assert "Undo" in ana.key("Undo").text_content(), "redo never stands in its place"
    ana.press("Redo")
    assert state_of(tables, table).shop(Space.B2) is not None


def test_one_press_is_one_undo(app: Flask, tables: Tables) -> None:
    """A shop with its dye are two actions of the rules and one press of a key."""
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    before = state_of(tables, table)
    ana.get(f"{table}/at/B2")
    ana.press("shop with red")
    after = state_of(tables, table)
    assert after.shop(Space.B2).dye == "red"
    ana.get(table)
    ana.press("Undo")
    assert state_of(tables, table) == before
    ana.press("Redo")
    assert state_of(tables, table) == after


def test_before_anything_was_done_there_is_no_key(app: Flask) -> None:
    table, (ana, _) = opened(app, ("Ana", "Mei"))
    ana.get(table)
    assert "Undo" not in ana.text and "Redo" not in ana.text


def test_undoing_anothers_step_asks_and_does_not_hold_up(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    before = state_of(tables, table)
    ana.get(f"{table}/at/B2")
    ana.press("shop with red")
    mei.get(table)
    assert mei.key("Undo").text_content() == "UndoAna’s shop on B2 · asks Ana"
    for reply, said in (("Keep it", "Ana said no."), ("Undo it", "Ana said yes.")):
        mei.get(table)
        mei.press("Undo")
        assert "Asked Ana: undo the shop on B2. Keep playing." in line(mei)
        assert mei.key("Undo").get("aria-disabled") == "true"
        assert state_of(tables, table).shop(Space.B2) is not None
        ana.get(table)
        (card,) = ana.page.xpath('//*[@id="ask-undo"]')
        assert card.find("h2").text_content() == "Undo your shop on B2?"
        assert "Mei asks. It was your step, so you decide." in card.text_content()
        ana.press(reply)
        mei.get(table)
        assert said in line(mei) and "Asked" not in mei.text, "who asked reads the answer in the same line"
    assert state_of(tables, table) == before
    (close,) = mei.page.xpath('//footer//*[@class="barline"]//a/@href')
    mei.get(close)
    assert not mei.page.xpath('//*[@id="undo-told"]')
    ana.get(f"{table}/log")
    assert "Ana undid: your shop on B2." in ana.text


def line(phone: Phone) -> str:
    """What the bar says of a question, above its keys."""
    return " ".join(phone.page.xpath('//footer[@id="thumb"]//*[@id="undo-told"]')[0].text_content().split())


def rows(phone: Phone) -> list[str]:
    """What the card says that each player gives and gets."""
    return [
        " ".join(row.text_content().split()) for row in phone.page.xpath('//*[@id="ask-undo"]//ul[@class="loss"]/li')
    ]


def test_the_asker_may_cancel_and_reads_that_somebody_played_on(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    ana.get(table)
    ana.press("Pass")
    mei.get(table)
    mei.press("Undo")
    mei.press("Cancel")
    assert tables.view_for(table[3:]).undo is None and not mei.page.xpath('//*[@id="undo-told"]')
    mei.press("Pass")
    ana.get(table)
    ana.press("Undo")
    assert "Asked Mei: undo the pass. Keep playing." in line(ana)
    mei.get(table)
    mei.press("Undo")  # as long as nobody has acted since, the own step goes at once
    ana.get(table)
    assert tables.view_for(table[3:]).undo is None


def test_a_question_that_no_longer_fits_tells_the_asker_why(app: Flask, tables: Tables) -> None:
    table, (ana, mei, tomas) = begun(app, ("Ana", "Mei", "Tomás"))
    ana.get(table)
    ana.press("Pass")
    tomas.get(table)
    tomas.press("Undo")
    mei.get(table)
    mei.press("Pass")
    ana.get(table)
    assert not ana.page.xpath('//*[@id="ask-undo"]'), "the card is withdrawn"
    tomas.get(table)
    assert line(tomas) == "Mei played on, so nothing was undone."


def test_others_are_asked_when_whose_step_it_was_is_silent(
    app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ana, mei, tomas) = begun(app, ("Ana", "Mei", "Tomás"))
    ana.get(table)
    ana.press("Pass")
    mei.get(table)
    mei.press("Undo")
    tomas.get(table)
    assert not tomas.page.xpath('//*[@id="ask-undo"]')
    (soon,) = tomas.page.xpath('//*[@id="ask-later"]/@data-again')
    assert 0 < int(soon) <= 30, "the page looks again by itself then"
    now = tables.now()
    monkeypatch.setattr(tables, "now", lambda: now + 31_000)
    monkeypatch.setattr(tables, "now", lambda: now + 31_000)
    tomas.get(table)
    assert "Ana did not answer for 30 seconds, so you can decide." in tomas.text
    tomas.press("Undo it")
    mei.get(table)
    assert line(mei) == "Tomás said yes." and tables.view_for(table[3:]).undo is None


def test_a_guest_asks_before_the_game_ends(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    mei.get(f"{table}/menu")
    mei.press("End the game")
    assert line(mei) == "Asked Ana: end the game. Keep playing."
    ana.get(table)
    assert "Mei asks: end the game?" in ana.text
    ana.press("Yes")
    assert state_of(tables, table).turn is OVER
    mei.get(f"{table}/log")
    assert "Mei ended the game." in mei.text


def test_the_card_says_what_each_player_gives_and_gets(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    ana.get(f"{table}/at/B2")
    ana.press("shop with red")
    mei.get(table)
    mei.press("Undo")
    ana.get(table)
    assert rows(ana) == [
        "You give back a red dye on a shop and get 1 coin and a shop.",
        "Mei: nothing changes that you can see",
    ]
    ana.language = "es"
    ana.get(table)
    told = "Tú devuelves un tinte rojo sobre una tienda y recuperas 1 moneda y una tienda."
    assert rows(ana) == [told, "Mei: no cambia nada que puedas ver"]


def test_a_merchant_round_is_named_and_told_with_all_that_it_gave(app: Flask, tables: Tables) -> None:
    """Also what merchants bought and paid goes back."""
    party = Party(tables, position=f"{SAMPLE} seals: WBRY now: play Y")
    before = party.state
    party.act("Priya", "take coin")
    after = party.state
    party.do("Priya", Undo())
    phones = {name: Phone(app) for name in NAMES}
    for name, phone in phones.items():
        phone.client.set_cookie("phone", party.phones[name])
        phone.get(f"/t/{party.code}")
    for seat, name in enumerate(NAMES[:3]):
        asked = phones[name].page.xpath('//*[@id="ask-undo"]')
        was, now = (state.hands[seat] for state in (before, after))
        if not asked:
            assert (was.coins, was.dyes) == (now.coins, now.dyes)
            continue
        said = " ".join(asked[0].text_content().split())
        assert "Priya asks: undo the whole merchant round?" in said
        assert "Those whose step it was decide." in said and "The city before the round" in said
        bought = [dye.value for dye, n, m in zip(DYES, was.dyes, now.dyes, strict=True) if m > n]
        assert rows(phones[name])[0].startswith("You give back ")
        assert all(f"{dye} dye" in rows(phones[name])[0] for dye in bought)
        assert any("4 merchants return to" in row for row in rows(phones[name]))
    assert ": undo the round. Keep playing." in line(phones["Priya"])


def test_an_entry_names_its_rules_as_the_leaflet_does(app: Flask, tables: Tables) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    ana.get(f"{table}/at/B2")
    ana.press("Place shop")
    seq = tables.view_for(table[3:]).seq
    for language, title in (("en", "Place a shop"), ("es", "Pon una tienda")):
        ana.language = language
        ana.get(f"{table}/log/{seq}")
        (link,) = ana.page.xpath('//main//a[contains(@href, "/rules/hangzhou#")]')
        assert (link.text_content(), link.get("href")) == (title, "/rules/hangzhou#place-shop")


def test_back_to_before_a_step_from_the_log(app: Flask, tables: Tables) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    before = state_of(tables, table)
    ana.get(f"{table}/at/B2")
    ana.press("shop with red")
    for back in (1, 0):
        ana.get(f"{table}/log/{tables.view_for(table[3:]).seq - back}")
        assert "takes back 1 stepyour shop on B2" in ana.text, "whichever of its two entries is looked at"
    ana.press("Back to before this")
    assert state_of(tables, table) == before


def test_pages_read_all_of_a_long_log(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    code, token = table[3:], ana.client.get_cookie("phone")
    assert token is not None
    ana.get(table)
    ana.press("B2, free")
    ana.press("Place shop")
    placed = tables.view_for(code).seq
    for n in range(250):
        tables.command(code, token.decoded_value, NameSeat(0, "Ana"), command_id=f"name-{n}")
    ana.get(table)
    ana.press("End turn")
    mei.get(table)
    mei.press("Pass")
    ana.get(f"{table}/log/{placed}")
    assert "takes back 3 steps" in ana.text and "Mei’s pass" in ana.text, "the newest of them, too"
    newest = tables.view_for(code).seq
    with app.test_request_context(headers={"Cookie": f"phone={token.decoded_value}"}):
        context = visit_table(code)
        everything = [line.seq for line in entries(context, 0)]
        assert everything == list(range(1, newest + 1))
        assert [line.seq for line in entries(context, newest - 3)] == everything[-3:]
        assert [line.seq for line in entries(context, 4, 7)] == [5, 6, 7]
    with app.test_request_context(headers={"Cookie": f"phone={token.decoded_value}"}):
        context = visit_table(code)
        assert [line.seq for line in entries(context, newest - 3)] == everything[-3:]
        assert [line.seq for line in entries(context, 4, 7)] == [5, 6, 7]
        assert [line.seq for line in entries(context)] == everything, "whatever else was read before"
    seen: list[str] = []
    ana.get(f"{table}/log")
    while older := ana.page.xpath('//a[contains(@href, "before=")]/@href'):
        ana.get(older[0] if older[0].startswith("/") else f"{table}/log{older[0]}")
        seen.append(ana.text)
    assert "The table is opened" in seen[-1]


CROWDED = (
    "hangzhou WBRY city: B1Bb B2Wr1 C1W2 D2Wy1 E2Rr2 A3B C4Rp D4Bg E4Yr B5Yo merchants: B2 C1 D4 E5 "
    "market: y2 b1 b2 k4 / r2 y2 y3 g4 / g5 o4 p4 p5 / b1 r1 y2 k6 W: {coins} b1 y1 now: play W"
)
"""Merchants stand on two own shops, on another's, and on a free space."""


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("coins", ["c5", "c0"])
def test_a_merchant_on_an_own_shop_leaves_a_coin_and_no_dye(app: Flask, language: str, coins: str) -> None:
    line = {
        "en": "A merchant stands here: you can add a coin, but no dye.",
        "es": "Aquí hay un mercader: puedes añadir una moneda, pero ningún tinte.",
    }[language]
    ana = Phone(app, language)
    ana.get(f"/new/hangzhou?{urlencode({'position': CROWDED.format(coins=coins)})}")
    ana.send(ana.page.get_element_by_id("open"), name="Ana")
    table = ana.path
    for space in SPACES:
        ana.get(f"{table}/at/{space}")
        panel = ana.page.get_element_by_id("panel")
        dyes = [key for key in panel.iter("button") if "dye" in key.get("value", "")]
        blocked = space in ("B2", "C1")
        assert (line in ana.text) == blocked, space
        if blocked:
            assert len(list(panel.iter("button"))) == 1 and not dyes
            assert bool(panel.xpath(".//button/@aria-disabled")) == (coins == "c0")
            assert len(panel.xpath(f'.//a[@href="{table}/fix/{space}"]')) == 1
        if space in ("D4", "E5"):
            assert not list(panel.iter("button")), "nothing can be placed there"
        if space == "D2":
            assert len(dyes) == 7


def test_a_difference_is_set_right_and_its_forgotten_step_offered(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    for phone in (ana, mei):
        phone.get(table)
        phone.press("Pass")
    ana.get(table)
    ana.press("B2, free")
    ana.press("Place shop")
    ana.press("End turn")
    ana.get(f"{table}/check")
    more = ana.page.xpath('//a[@aria-label="Coins in hand: one more"]/@href')[0]
    ana.get(f"{table}/check{more}")
    assert "app: 5" in ana.text
    ana.press("Just set it")
    assert state_of(tables, table).hands[0].coins == 6
    ana.get(f"{table}/log")
    assert "Ana sets right: Ana’s coins: 6." in ana.text, "and nobody asks why"


def test_dice_by_hand_are_typed_on_a_keypad(app: Flask, tables: Tables) -> None:
    table, (ana,) = opened(app, ("Ana",), players="1", dice="hand")
    ana.press("Start alone")
    assert ana.h1 == "Pick a start dye"
    ana.press("blue")
    ana.send(next(key for key in ana.all_keys() if '"pick' in key.get("value", "")))
    assert ana.h1 == "Draw and roll a die for orange"
    ana.press("2 or 5: blue")
    state = state_of(tables, table)
    assert state.market[0][0] == Die(Dye.BLUE, 2)
    ana.press("The app rolls all that follow")
    assert sum(len(row) for row in state_of(tables, table).market) == 16
    assert ana.h1 == "Your turn: 2 actions"


def test_the_score_opens_when_the_game_ends(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    ana.get(f"{table}/menu")
    ana.press("End the game")
    assert "win" in ana.h1 or "share" in ana.h1
    assert "Coins in hand" in ana.text
    ana.get(f"{table}/table/last")
    assert ana.h1 == "The game is over"


def test_each_number_of_the_score_opens_the_entries_that_made_it(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    ana.get(f"{table}/at/B2")
    ana.press("Place shop")
    ana.press("End turn")
    ana.get(f"{table}/menu")
    ana.press("End the game")
    ana.get(f"{table}/score/0-coins_in_hand")
    made = " ".join(ana.page.get_element_by_id("made").text_content().split())
    assert "Ana places a shop on B2" in made
    assert "passes" not in made


def test_a_table_is_carried_to_another_server(app: Flask, tables: Tables, tmp_path: Path) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    ana.get(f"{table}/at/B2")
    ana.press("Place shop")
    assert mei.client.get(f"{table}/export").status_code == 403, "it holds what is hidden"
    exported = ana.client.get(f"{table}/export").data
    there = open_tables(tmp_path / "there.sqlite3")
    other = create_app(there)
    phone = Phone(other)
    sent = {"table": (io.BytesIO(exported), "table.json")}
    answer = phone.client.post("/import", data=sent, headers={"Origin": "http://localhost"})
    assert answer.location.startswith(table)
    assert there.view_for(table[3:]).state == tables.view_for(table[3:]).state
    bad = phone.client.post("/import", data={"table": (io.BytesIO(b"{}"), "x")}, headers={"Origin": "http://localhost"})
    assert bad.status_code == 409
    assert "That could not be read" in bad.text
    there.close()


def test_a_roll_of_the_app_was_made_by_hand_after_all(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    for phone, key in ((ana, "Pass"), (mei, "Pass"), (ana, "Take coin")):
        phone.get(table)
        phone.press(key)
    ana.get(table)
    while ana.beat != "14":
        ana.end_beat()
    for way in ("/fix/beat-14", "/step/reroll-"):
        ana.get(ana.page.xpath(f'//a[contains(@href, "{way}")]/@href')[0])
    # A die of the app's colour was in the bag for certain; it shows another price.
    app_die = state_of(tables, table).market[0][-1]
    price = app_die.price % 3 + (1 if app_die.price <= 3 else 4)
    ana.press(f"{price} or {7 - price}: {app_die.dye}")
    assert state_of(tables, table).market[0][-1] == Die(app_die.dye, price)
    ana.get(f"{table}/log")
    assert "by Ana, by hand" in ana.text


def test_the_same_people_play_again(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    ana.get(f"{table}/menu")
    ana.press("End the game")
    ana.get(table)
    ana.press("Play again")
    assert ana.path != table and tables.view_for(ana.path[3:]).state.start == 1
    mei.get(table)
    (link,) = mei.page.xpath('//*[@id="next"]//a[contains(@class, "key--go")]/@href')
    assert link == ana.path
    mei.get(link)
    assert mei.h1 == "Ana picks a start dye"
