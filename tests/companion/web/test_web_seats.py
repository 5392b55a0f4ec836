"""Before the game and at the seats: who is here and starts, seats that move, settings, a phone that is handed on."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from paperless import Phone, begun, opened

from companion.tables import Finish, Start, Tables, new_command_id
from companion.web import create_app
from companion.web.assets import signs
from companion.web.config import Config
from companion.web.game_pages import GAMES


def keys(phone: Phone) -> list[str]:
    """What stands on the keys of the thumb bar."""
    found = phone.page.xpath('//*[@id="thumb"]//*[contains(concat(" ", @class, " "), " key ")]')
    return [" ".join(key.text_content().split()) for key in found]


def test_only_the_hosts_phone_starts_and_says_who_plays(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = opened(app, ("Ana", "Mei"), players="4")
    assert keys(ana.at(table))[-1] == "Start with 2Ana and Mei · free: red and yellow"
    assert mei.at(table).page.xpath("string(//h1)") == "You’re blue"
    assert keys(mei) == ["Other seatfree: red and yellow", "ReadyHost: Ana"]
    mei.press("Ready")
    assert keys(mei) == [
        "Other seatfree: red and yellow",
        "Not readyHost: Ana",
        "Start with 2Ana and Mei · free: red and yellow",
    ]
    mei.press("Not ready")
    assert len(keys(mei)) == 2


def test_a_chair_is_kept_for_somebody_without_a_phone(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = opened(app, ("Ana", "Mei"), players="3")
    ana.at(table).send(ana.page.xpath('//*[@id="chair-2"]//button[contains(., "no phone")]')[0])
    assert keys(ana)[-1] == "Start with 3Ana, Mei and Red"
    assert "no phone: anyone can play for it" in mei.at(table).text
    assert not mei.page.xpath('//*[@id="chair-2"]//button'), "the host asks about free chairs"
    ana.send(ana.page.xpath('//*[@id="chair-2"]//button[contains(., "free")]')[0])
    assert keys(ana)[-1] == "Start with 2Ana and Mei · free: red"


@pytest.mark.parametrize("game", GAMES)
def test_who_starts_falls_by_lot_or_is_named(app: Flask, tables: Tables, game: str) -> None:
    table, (ana, mei, tomas) = opened(app, ("Ana", "Mei", "Tomás"), game=game)
    assert ana.at(table).page.xpath('string(//*[@id="first"]/..//*[@aria-current="true"])') == "by chance"
    ana.press("Start with 3")
    started = next(line for line in tables.log_for(table[3:], limit=50) if line.kind == "start")
    assert "by chance" in tomas.at(f"{table}/log/{started.seq}").text

    table, (ana, mei, tomas) = opened(app, ("Ana", "Mei", "Tomás"), game=game)
    ana.at(f"{table}?first=2").press("Start with 3")
    started = next(line for line in tables.log_for(table[3:], limit=50) if line.kind == "start")
    assert "The game begins; Tomás starts." in mei.at(f"{table}/log/{started.seq}").text


@pytest.mark.parametrize("game", GAMES)
def test_the_big_screen_fills_its_chairs_and_has_no_key(app: Flask, tables: Tables, game: str) -> None:
    table, (_ana, mei) = opened(app, ("Ana", "Mei"), game=game, players="3")
    mei.at(table).press("Ready")
    room = Phone(app)
    assert not room.at(f"{table}/screen").page.xpath("//main//button | //main//a | //main//input")
    said = [" ".join(item.text_content().split()) for item in room.page.xpath('//*[@id="chairs"]/li')]
    assert said[:2] == ["Anaready", "Meiready"] and said[2].endswith("free")
    assert "Host: Ana" in room.text


def test_a_code_is_typed_in_any_case(app: Flask) -> None:
    table, _ = opened(app, ("Ana",))
    code = table[3:]
    phone = Phone(app)
    assert phone.at(f"/join?code={code[:2].lower()}-{code[2:]}").path == table


@pytest.mark.parametrize("answers", [0, 1])
def test_a_seat_goes_to_another_phone_when_the_host_or_the_old_phone_agrees(app: Flask, answers: int) -> None:
    table, phones = begun(app, ("Ana", "Mei", "Tom"))
    new = Phone(app)
    new.at(f"{table}/seats").press("Ask the host: Mei")
    number = new.page.xpath('//p[@class="code"]')[0].text_content().strip()
    assert "give it Mei" not in phones[2].at(f"{table}/seats").text, "others are not asked"
    assert f"A phone shows {number}: give it Mei’s seat?" in phones[answers].at(f"{table}/seats").text
    phones[answers].press("Give the seat")
    assert "Mei (you)" in new.at(table).text
    assert "moved to another phone" in phones[1].at(f"{table}/seats").text


def test_the_host_changes_the_settings_and_the_others_see_them(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    for other in (Phone(app), mei):
        assert other.at(f"{table}/settings").key("By hand").get("aria-disabled")
        other.press("By hand", 409)
        assert "Only the host can do this." in other.text
    assert tables.view_for(table[3:]).settings.dice == "app"
    ana.at(f"{table}/settings").press("By hand")
    assert tables.view_for(table[3:]).settings.dice == "hand"


def test_a_phone_keeps_its_language_theme_and_side_of_the_board(app: Flask) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    first = ana.at(table).page.xpath('//*[@data-as][contains(@data-as, "space-")]/@data-as')[0]
    ana.press("Turn the map")
    assert ana.path == table
    assert ana.page.xpath('//*[@data-as][contains(@data-as, "space-")]/@data-as')[0] != first
    ana.at(f"{table}/settings").press("Español")
    ana.press("Oscuro")
    assert ana.page.get("lang") == "es"
    assert ana.page.get("data-theme") == "dark"
    assert mei.at(table).page.get("lang") == "en"


def test_the_printed_code_tells_of_another_edition(app: Flask) -> None:
    phone = Phone(app)
    assert "edition abc123" in phone.at("/k/hangzhou/abc123").text
    assert "edition" not in phone.at(f"/k/hangzhou/{signs('hangzhou').build}").text


@pytest.mark.parametrize("address", ["", "http://192.168.1.20:8000"])
def test_codes_carry_the_address_that_phones_reach(tables: Tables, address: str) -> None:
    app = create_app(tables, Config(address=address))
    table, (ana,) = opened(app, ("Ana",))
    code = ana.at(table).page.xpath('//div[@class="qr"]/svg/@aria-label')[0]
    assert code == f"{address or 'http://localhost'}{table}"


def test_who_was_slower_is_told_which_seats_are_free(app: Flask) -> None:
    table, _ = opened(app, ("Ana",), players="4")
    slow = Phone(app).at(f"{table}/seats")
    key = next(key for key in slow.all_keys() if key.get("id") == "chair-1")
    fast = Phone(app)
    fast.at(f"{table}/seats").press("Blue", **{"set.name": "Mei"})
    slow.send(key, 409, **{"set.name": "Tomás"})
    assert "Mei was faster: that seat is taken. Free: Red and Yellow" in slow.text


def test_seats_show_whose_phone_sleeps_and_what_it_lacks(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    mei.get(table)
    monkeypatch.setattr("companion.tables.news.AWAKE", -1)
    assert not ana.at(table).page.xpath('//*[@class="seat__behind"]'), "asleep, but nothing has happened since"
    ana.press("Pass")
    (shown,) = ana.page.xpath('//*[@class="seat__behind"]')
    assert int(shown.text) >= 1
    assert f"asleep, {shown.text} behind" in shown.getparent().text_content()


@pytest.mark.parametrize("name", ["\u0301", "\u200b\u2060"])
def test_a_table_is_not_opened_by_somebody_whose_name_cannot_be_seen(app: Flask, tables: Tables, name: str) -> None:
    phone = Phone(app)
    phone.at("/new/hangzhou").press("Open a table", 409, name=name)
    assert "A name is needed that can be seen" in phone.text
    assert not tables.history.listing()


def test_a_name_like_anothers_is_refused_at_the_seats(app: Flask) -> None:
    table, _ = opened(app, ("Ana",), players="2")
    phone = Phone(app, "es")
    phone.at(table).press("Sentarme", 409, **{"set.name": "ＡＮＡ"})
    assert "Aquí ya hay quien se llama Ana" in phone.text


def test_the_host_gives_nobodys_hand_to_another_phone_unasked(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = opened(app, ("Ana", "Mei"), players="2")
    ana.go_on_from(table, "hangzhou WB open-hands: hidden W: c71 B: c72 now: play W")
    second = Phone(app)
    second.at(f"{table}/seats").press("Ask the host: Mei")
    ana.at(f"{table}/seats").press("Give")
    assert "Asked Mei: give Mei’s seat to another phone. Keep playing." in ana.at(table).text
    assert "72" not in second.at(f"{table}?watch=1").text
    (card,) = mei.at(table).page.xpath('//*[@id="ask-undo"]')
    assert "Ana asks: give your seat to another phone?" in card.text_content()
    mei.press("No")
    assert "Mei said no." in ana.at(table).text and tables.view_for(table[3:]).undo is None


def test_a_hand_without_a_phone_is_asked_for_on_the_page_of_seats(app: Flask, tables: Tables) -> None:
    table, (ana,) = opened(app, ("Ana",), players="2")
    ana.go_on_from(table, "hangzhou WB open-hands: hidden W: c71 B: c72 now: play W")
    eve = Phone(app)
    eve.at(f"{table}/seats").press("Ask the host", **{"set.name": "Eve"})
    assert eve.page.xpath('//p[@class="code"]') and tables.view_for(table[3:]).chairs[1].held is False
    ana.at(f"{table}/seats").press("Let in")
    assert "72" in eve.at(table).text and "71" not in eve.text


def test_a_start_dye_is_picked_on_the_phone_of_who_picks(app: Flask) -> None:
    """The others read whose choice it is, and may act for that player in the seat."""
    table, (ana, mei) = opened(app, ("Ana", "Mei"))
    ana.at(f"{table}?first=0").press("Start")
    assert ana.at(table).h1 == "Mei picks a start dye"
    assert not [key for key in ana.all_keys() if '"pick' in key.get("value", "")]
    assert "Play for Mei" in ana.at(f"{table}?seat=1").text
    ana.at(f"{table}?for=1").send(next(key for key in ana.all_keys() if '"pick' in key.get("value", "")))
    assert "by Ana for Mei" in ana.at(f"{table}/log").text
    assert mei.at(table).h1 == "Ana picks a start dye"


def test_two_hosts_settings_both_win_and_of_one_setting_the_last(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = opened(app, ("Ana", "Mei"))
    # Whoever opens the next table is its host, and so is the host of this one.
    tokens = [found.value for phone in (ana, mei) if (found := phone.client.get_cookie("phone"))]
    for command in (Start(), Finish()):
        tables.command(table[3:], tokens[0], command, command_id=new_command_id())
    table = f"/t/{tables.again(table[3:], tokens[1], command_id='again')}"
    for host in (ana, mei):
        host.get(f"{table}/settings")

    def chosen(host: Phone) -> set[str]:
        host.get(f"{table}/settings")
        return {key.text_content() for key in host.all_keys() if key.get("aria-pressed") == "true"}

    page = mei.key("By hand")
    ana.press("none")
    mei.send(page)
    assert {"none", "By hand"} <= chosen(ana) and chosen(ana) == chosen(mei)
    ana.press("allowed")
    assert {"allowed", "By hand"} <= chosen(ana) and chosen(ana) == chosen(mei)
    for host, dice in ((mei, "App rolls"), (ana, "By hand"), (mei, "App rolls")):
        host.press(dice)
        assert dice in chosen(ana) and chosen(ana) == chosen(mei)


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
    ana.at(table).press("I’m Mei")
    assert ana.h1 == "Your turn: 2 actions"
    assert "72 coins" in ana.text
    assert not ana.at(f"{table}/at/B2").key("shop with blue").get("aria-disabled"), "keys follow the hand that is shown"
    assert ana.key("shop with green").text_content().strip() == "needs yellow"
    ana.press("shop with blue")
    assert ana.h1 == "Hand the phone to Tomás"
    ana.press("Undo")
    assert ana.h1 == "Hand the phone to Mei"


def test_somebody_else_may_have_the_phone(app: Flask, tables: Tables) -> None:
    table, ana = one_phone(app)
    ana.press("Pass")
    ana.press("I’m Ana")
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
