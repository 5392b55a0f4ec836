"""A followed game on pages without script, to the merchants and back; no page does what is not on."""

from __future__ import annotations

import pytest
from flask import Flask
from paperless import Phone, begun, entered, followed, opened, state_of
from party import NAMES, SAMPLE, Party

from companion.engine.game import OVER, Seat
from companion.games.hangzhou.names import DYES, Dye, Space
from companion.games.hangzhou.state import Die, Shop
from companion.tables import Tables, Undo

pytestmark = pytest.mark.long


def test_shop_and_dye_on_one_space_are_two_taps_and_end_the_turn(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    assert ana.at(table).h1 == "Your turn: 2 actions"
    ana.press("B2, free")
    ana.press("shop with red")
    state = state_of(tables, table)
    assert state.shop(Space.B2) == Shop(Seat(0), Dye.RED)
    assert ana.path == table
    assert ana.h1 == "Mei’s turn"
    assert mei.at(table).h1 == "Your turn: 2 actions"
    assert "Ana places red on B2" in mei.text


def test_what_cannot_be_done_says_why_on_the_key_and_in_full(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    key = ana.at(table).key("Take coin")
    assert key.get("aria-disabled") == "true"
    assert "Only with your seal on the temple" in key.text_content()
    assert key.get("disabled") is None
    ana.press("Take coin", status=409)
    assert "Only with your seal on the temple." in ana.text
    link = ana.page.xpath('//*[@id="note"]//a')
    assert link[0].get("href") == "/rules/hangzhou#take-coin"


def test_a_dye_that_is_refused_places_no_shop(app: Flask, tables: Tables) -> None:
    table, ana = followed(
        app,
        "hangzhou WBRY city: A1Wr B1Wr A2Br B2Br market: y2 b3 o4 k5 / r2 b1 y1 p4 / b1 r3 y2 g4 / b1 r1 p5 o6 "
        "W: c7 r1 B: c5 r1 R: c9 r1 Y: c3 r1 now: play W",
    )
    ana.at(f"{table}/at/E3").press("shop with red", status=409)
    assert "No red left." in ana.text and state_of(tables, table).shop(Space.E3) is None


def test_keys_of_another_turn_are_refused_and_acting_for_somebody_is_told(app: Flask) -> None:
    table, (_, mei) = begun(app, ("Ana", "Mei"))
    assert "Ana’s turn" in mei.at(f"{table}/at/B2").text
    mei.at(f"{table}/at/B2?for=0").press("Place shop")
    assert "by Mei for Ana" in mei.at(f"{table}/log").text


def test_one_phone_serves_for_all(app: Flask) -> None:
    table, (ana,) = opened(app, ("Ana",), players="2")
    ana.at(f"{table}/seats").send(ana.page.xpath('//details//button[contains(., "Save")]')[0], **{"set.name": "Tomás"})
    ana.at(f"{table}?first=0").press("Start with 2")
    for _ in range(2):
        keys = [key for key in ana.all_keys() if '"pick' in key.get("value", "")]
        ana.send(keys[0])
    ana.press("Pass")
    assert ana.h1 == "Tomás: 2 actions"
    ana.press("Pass")
    ana.press("Take coin")
    assert ana.beat == "11"


def test_merchants_are_read_beat_by_beat_with_reasons(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = merchants(app)
    assert mei.at(table).beat == "11"
    assert mei.page.xpath('//details[@id="why"]//a/@href')[0].startswith("/rules/hangzhou#")
    assert mei.at(f"{table}/step/2").beat == "11", "what comes is not told before"
    ana.get(table)
    while ana.beat < "20":
        ana.end_beat()
    assert mei.at(table).beat == ana.beat
    assert mei.at(f"{table}/step/1").beat == "11"
    assert "Back to the table" in mei.text, "reading back is private"
    ana.end_merchants()
    assert state_of(tables, table).round == 2
    assert mei.at(table).h1 == "Your turn: 2 actions"


MAP = "city: B1Wb D2W B2Br1 D4Bg A3B E2Rr2 C4Rp E4Yr B5Yo merchants: C2 D3 C5 A4"
MARKET = "market: b1 y2 p5 k6 / r2 b1 y1 p4 / g5 r3 y2 g4 / b1 r1 p5 o6"
GREEN_WANTS_RED = f"hangzhou WBRY {MAP} {MARKET} W: c7 B: c5 R: c9 Y: c3 now: move green"
"""B2 is too far, E4 has no coins, and D2 lies the wrong way to E2."""
EXPLAINED = {
    "en": (
        ["3 steps", "2 steps, 2 coins", "no coins", "not clockwise"],
        ["nearest", "coins", "clockwise"],
        ["Green heads for Red’s E2", "then Ana moves green"],
        "Ana moves green",
    ),
    "es": (
        ["3 pasos", "2 pasos, 2 monedas", "sin monedas", "antihorario"],
        ["más cerca", "monedas", "sentido horario"],
        ["El verde va a E2, de Rojo", "luego, Ana mueve al verde"],
        "Ana mueve al verde",
    ),
}
"""Captions on the map, the rules that decided, the lines below, and what the key leads to."""


@pytest.mark.parametrize("language", EXPLAINED)
def test_a_beat_shows_what_decided_and_what_comes(app: Flask, language: str) -> None:
    table, ana = followed(app, GREEN_WANTS_RED)
    ana.language = language
    ana.get(table)
    captions, rules, lines, comes = EXPLAINED[language]
    assert ana.texts('//*[contains(@class, "a-say")]') == captions
    assert ana.texts('//*[contains(@class, "chips")]/li[@class="is-on"]') == rules
    assert len(ana.texts('//*[contains(@class, "chips")]/li')) == 4
    assert ana.texts('//*[@id="beats"]/li') == lines
    assert ana.texts('//*[contains(@class, "key--go")]/small') == [comes]
    rings = ana.page.xpath('//*[contains(@class, "a-ring")]/@class')
    assert sorted(rings) == ["a-ring", "a-ring a-ring--also", "a-ring a-ring--also"], "dashed, but for the chosen shop"


def test_beats_done_and_to_come_are_listed(app: Flask) -> None:
    _, ana = followed(app, ORANGE_BUYS)
    bought, seen = "Ana: Pay 2, take yellow", dict[str, list[str]]()
    while ana.beat:
        seen[ana.beat] = ana.texts('//*[@id="beats"]/li')
        if ana.beat == "13":
            assert ana.texts('//*[contains(@class, "swaps")]/li') == ["2 hand → box", "D2 → hand", "1 D2 → box"]
        ana.end_beat()
    assert seen["12"] == ["Orange heads for Ana’s D2 (done)", "Ana: Move orange C2 → D2", "then Ana trades on D2"]
    assert seen["13"][-2:] == [bought, "then a new die"]
    assert seen["14"][-1] == "then green, purple and black"
    assert seen["21"][0] == f"{bought} (done)", "one line of each earlier merchant"


ORANGE_BUYS = (
    "hangzhou WBRY city: B1Wb D2Wy1 B2Br1 A3B merchants: C2 D3 C5 A4 market: y2 b1 o5 k6 / r2 b1 y1 p4 / g5 r3 y2 g4 / "
    "b1 r1 p5 o6 W: c7 b1 r1 B: c5 b1 y1 R: c9 r2 b1 Y: c3 r2 y1 now: move orange"
)
"""Orange buys yellow of white, who is Ana, for 2 coins."""


def test_a_beat_is_corrected_as_a_die_was_rolled_by_hand_or_somebody_could_not_pay(app: Flask, tables: Tables) -> None:
    for page, key in (("reroll-14", "6 or 1: black"), ("unable-13", "1 coin")):
        table, ana = followed(app, ORANGE_BUYS)
        while ana.beat < "14":
            ana.end_beat()
        assert state_of(tables, table).shop(Space.D2) == Shop(Seat(0), None)
        ana.at(f"{table}/step/{page}").press(key)
        after = state_of(tables, table)
        if page == "reroll-14":
            assert after.market[0][-1] == Die(Dye.BLACK, 6)
        else:
            assert after.shop(Space.D2) is None and after.hands[0].coins == 1, "the shop goes back"


def test_after_a_correction_the_table_reads_on_where_it_was(app: Flask) -> None:
    table, ana = followed(app, ORANGE_BUYS)
    while ana.beat != "31":
        ana.end_beat()
    ana.at(f"{table}/step/elsewhere-21").press("No trade happened")
    assert ana.at(table).beat == "31"


def test_a_tap_on_an_old_page_is_not_done_and_says_what_happened(app: Flask) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    late = ana.at(f"{table}/at/C4").key("Place shop")
    mei.at(f"{table}/at/B2?for=0").press("Place shop")
    ana.send(late, status=409)
    assert "Too late" in ana.text
    assert "Ana places a shop on B2" in ana.text
    assert ana.page.xpath(f'//*[@id="note"]//a[@href="{table}/log"]'), "and shows more"


def test_own_last_step_is_undone_at_once_and_redone(app: Flask, tables: Tables) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    ana.at(f"{table}/at/B2").press("Place shop")
    assert ana.key("Undo").text_content() == "Undoyour shop on B2"
    assert ana.key("Redo").get("aria-disabled"), "beside it, and nothing to bring back"
    ana.press("Undo")
    assert state_of(tables, table).shop(Space.B2) is None
    assert "Undo" in ana.key("Undo").text_content(), "redo never stands in its place"
    ana.press("Redo")
    assert state_of(tables, table).shop(Space.B2) is not None


def test_undoing_anothers_step_asks_and_does_not_hold_up(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    before = state_of(tables, table)
    ana.at(f"{table}/at/B2").press("shop with red")
    assert mei.at(table).key("Undo").text_content() == "UndoAna’s shop on B2 · asks Ana"
    for reply, said in (("Keep it", "Ana said no."), ("Undo it", "Ana said yes.")):
        mei.at(table).press("Undo")
        assert "Asked Ana: undo the shop on B2. Keep playing." in line(mei)
        assert mei.key("Undo").get("aria-disabled") == "true"
        assert state_of(tables, table).shop(Space.B2) is not None
        (card,) = ana.at(table).page.xpath('//*[@id="ask-undo"]')
        assert card.find("h2").text_content() == "Undo your shop on B2?"
        assert "Mei asks. It was your step, so you decide." in card.text_content()
        ana.press(reply)
        mei.get(table)
        assert said in line(mei) and "Asked" not in mei.text, "who asked reads the answer in the same line"
    assert state_of(tables, table) == before
    (close,) = mei.page.xpath('//footer//*[@class="barline"]//a/@href')
    assert not mei.at(close).page.xpath('//*[@id="undo-told"]')
    assert "Ana undid: your shop on B2." in ana.at(f"{table}/log").text


def test_who_asks_to_undo_a_position_reads_so(app: Flask) -> None:
    table, (_, mei, _) = entered(app, ORANGE_BUYS.replace("WBRY", "WBR").partition(" Y:")[0] + " now: play W")
    mei.at(table).press("Undo")
    assert "Asked Ana: undo the position entered." in line(mei)


def line(phone: Phone) -> str:
    """What the bar says of a question, above its keys."""
    return " ".join(phone.page.xpath('//footer[@id="thumb"]//*[@id="undo-told"]')[0].text_content().split())


def rows(phone: Phone) -> list[str]:
    """What the card says that each player gives and gets."""
    return [
        " ".join(row.text_content().split()) for row in phone.page.xpath('//*[@id="ask-undo"]//ul[@class="loss"]/li')
    ]


def test_others_are_asked_when_whose_step_it_was_is_silent(
    app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (ana, mei, tomas) = begun(app, ("Ana", "Mei", "Tomás"))
    ana.at(table).press("Pass")
    mei.at(table).press("Undo")
    assert not tomas.at(table).page.xpath('//*[@id="ask-undo"]')
    (soon,) = tomas.page.xpath('//*[@id="ask-later"]/@data-again')
    assert 0 < int(soon) <= 30, "the page looks again by itself then"
    now = tables.now()
    monkeypatch.setattr(tables, "now", lambda: now + 31_000)
    assert "Ana did not answer for 30 seconds, so you can decide." in tomas.at(table).text
    tomas.press("Undo it")
    assert line(mei.at(table)) == "Tomás said yes." and tables.view_for(table[3:]).undo is None


def test_a_guest_asks_before_the_game_ends(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    mei.at(f"{table}/menu").press("End the game")
    assert line(mei) == "Asked Ana: end the game. Keep playing."
    assert "Mei asks: end the game?" in ana.at(table).text
    ana.press("Yes")
    assert state_of(tables, table).turn is OVER
    assert "Mei ended the game." in mei.at(f"{table}/log").text


def test_the_card_says_what_each_player_gives_and_gets(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    ana.at(f"{table}/at/B2").press("shop with red")
    mei.at(table).press("Undo")
    assert rows(ana.at(table)) == [
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
        assert "All who give something back decide." in said and "The city before the round" in said
        bought = [dye.value for dye, n, m in zip(DYES, was.dyes, now.dyes, strict=True) if m > n]
        assert rows(phones[name])[0].startswith("You give back ")
        assert all(f"{dye} dye" in rows(phones[name])[0] for dye in bought)
        assert any("4 merchants return to" in row for row in rows(phones[name]))
    assert ": undo the round. Keep playing." in line(phones["Priya"])


def test_a_difference_is_set_right_and_its_forgotten_step_offered(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    for phone in (ana, mei):
        phone.at(table).press("Pass")
    ana.at(table).press("B2, free")
    ana.press("Place shop")
    ana.press("End turn")
    more = ana.at(f"{table}/fix/0").page.xpath('//a[@aria-label="Coins in hand: one more"]/@href')[0]
    ana.get(f"{table}/fix/0{more}")
    assert "1 coin more for you" in ana.key("Save").text_content()
    ana.press("Save")
    assert state_of(tables, table).hands[0].coins == 6
    assert "Ana sets right: Ana’s coins: 6." in ana.at(f"{table}/log").text, "and nobody asks why"


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


def test_the_same_people_play_again(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    ana.at(f"{table}/menu").press("End the game")
    ana.at(table).press("Play again")
    assert ana.path != table and tables.view_for(ana.path[3:]).state.start == 1
    for phone in (ana, mei):
        assert phone.at(table).page.xpath('string(//*[@id="next"]//h2)') == "Ana opened the next game"
    (link,) = mei.page.xpath('//*[@id="next"]//a[contains(@class, "key--go")]/@href')
    assert mei.at(link).h1 == "Ana picks a start dye"


def test_a_phone_with_a_space_open_goes_to_the_merchants(app: Flask) -> None:
    """So does the only phone of a solo game, whose seat is to play before the merchants and after them."""
    table, (ana,) = begun(app, ("Ana",))
    for _ in range(2):
        ana.get(f"{table}/at/B2")
        while not ana.beat:
            ana.press("End turn") if "End turn" in ana.text else ana.press("shop with red")
        assert ana.path == table
        ana.end_merchants()


def test_pages_that_look_stay_open_and_say_where_to_go(app: Flask) -> None:
    table, (ana, mei) = merchants(app)
    for page in ("/log", "/score", "/menu", "/settings", "/check"):
        assert mei.at(table + page).path == table + page
        assert "Merchant round: go there" in mei.text
    ana.get(table)
    ana.end_merchants()
    assert "go there" not in mei.at(f"{table}/log").text


def merchants(app: Flask) -> tuple[str, list[Phone]]:
    """Two phones at a table whose merchants have set out."""
    table, phones = begun(app, ("Ana", "Mei"))
    for phone, key in ((0, "Pass"), (1, "Pass"), (0, "Take coin")):
        phones[phone].at(table).press(key)
    return table, phones
