"""Xanadú's cards in full, without script: standing, in hand, to begin with, found; what they lack, who works there."""

from __future__ import annotations

import re
import tomllib

import pytest
from flask import Flask
from lxml.html import HtmlElement
from paperless import NAMES, Phone, entered
from test_xanadu_pages import PAPER, PHONES, free, workers

from companion.games.xanadu import components
from pnp.kits import collection

pytestmark = pytest.mark.long

PICK = (
    "xanadu 3 A: hand 08 17 20 28 33 49 62 B: hand 01 02 03 04 05 06 07 C: hand 09 10 11 12 13 14 15 now: pick A setup"
)
TWICE = "xanadu 2 cards: paper A: 01.* 33 hand *x7 B: 07 01 hand *x7 now: play A"


def said(element: HtmlElement) -> str:
    return " ".join(element.text_content().split())


def rows_of(phone: Phone) -> list[str]:
    """What the rows of a card in full say, from the lowest up."""
    return [said(row) for row in reversed(phone.page.find_class("face__rows")[0].findall("li"))]


# --- to begin with ---


def test_a_starting_building_is_picked_from_full_faces_and_anew_until_all_have(app: Flask) -> None:
    table, (ana, mei, tomas) = entered(app, PICK)
    faces = ana.page.find_class("start")
    assert [face.find("b").text for face in faces] == ["Relay Station", "White Mares’ Pasture", "Tea House"]
    assert all("/face/xanadu/" in face.find("img").get("src") for face in faces)
    assert "3 of your 7 cards may begin: brown." in ana.text and not free(ana, '"start ')
    ana.get(faces[2].get("href"))
    assert [face.find("b").text for face in ana.page.find_class("start--on")] == ["Tea House"]
    ana.press("Begin with Tea House")
    assert ana.h1 == "Waiting for Mei and Tomás" and "You begin with Tea House." in ana.text
    assert "Picked: 1 of 3." in ana.text and not free(ana, '"start ')
    assert len(ana.page.find_class("start")) == 3, "the picked one among them"
    ana.at(ana.page.find_class("start")[0].get("href")).press("Begin with Relay Station")
    assert "You begin with Relay Station." in ana.text and ana.h1 == "Waiting for Mei and Tomás"
    assert len(ana.at(f"{table}?all=1").page.find_class("card")) == 6, "what is not picked, to look at"
    for phone, number in ((mei, "01"), (tomas, "09")):
        assert "Relay" not in phone.text
        phone.at(f"{table}?n={number}").press("Begin with")
    assert "Relay Station" in ana.at(table).text and not free(ana, '"start ')


def test_on_paper_another_number_may_be_typed_until_all_have_picked(app: Flask) -> None:
    paper = "xanadu 3 cards: paper A: hand *x7 B: hand *x7 C: hand *x7 now: pick A setup"
    table, (ana, _, _) = entered(app, paper)
    assert ana.at(f"{table}?n=07").page.find_class("start")[0].find("img").get("alt") == "Felt Makers"
    ana.press("Begin with Felt Makers")
    assert "You begin with Felt Makers." in ana.text
    ana.at(f"{table}?n=12").press("Begin with Watermill")
    assert "You begin with Watermill." in ana.text


def test_the_same_card_typed_by_two_is_asked_about_on_both_phones(app: Flask) -> None:
    table, (ana, mei) = entered(app, TWICE, NAMES[:2])
    for phone in (ana, mei):
        assert "01 lies twice: which number is on yours?" in phone.text
    watcher = Phone(app)
    assert "twice" not in watcher.at(f"{table}?watch=1").text
    assert mei.at(mei.page.xpath('//*[@id="twice"]//a/@href')[0]).path.startswith(f"{table}/card/1-1")
    pasture = mei.page.xpath('//a[contains(@class, "row--card")][contains(., "17")]/@href')[0]
    mei.at(pasture).press("Save")
    for phone in (ana, mei):
        assert "twice" not in phone.at(table).text
    assert "White Mares’ Pasture" in mei.at(f"{table}").text and "Tailor’s Shop" in mei.text


# --- a card in full ---


def test_the_places_on_a_face_are_those_of_the_printed_card(app: Flask) -> None:
    """The style sheet lays rows, workers and rings upon the picture: where the kit has them."""
    faces = collection() / "xanadu" / "faces"
    card = tomllib.loads((faces / "building.toml").read_text())
    row = tomllib.loads((faces / "building-row.toml").read_text())
    width, height = card["size"]
    boxes = sorted(draw["box"] for draw in card["draw"] if draw.get("face") == "building-row")
    left, top, wide, high = boxes[0][0], boxes[0][1], boxes[0][2], sum(box[3] for box in boxes)
    price = next(draw["box"] for draw in row["draw"] if draw.get("face") == "price")
    css = app.test_client().get("/static/xanadu/game.css").text
    assert [draw["face"] for draw in card["draw"] if draw.get("face") == "building-row"] == ["building-row"] * 4
    placed = {
        ".face__rows": {"left": left / width, "top": top / height, "height": high / height},
        ".face__gone": {"left": price[0] / wide, "width": price[2] / wide, "height": price[3] / boxes[0][3]},
    }
    for selector, values in placed.items():
        rule = re.search(rf"^{re.escape(selector)} {{(.*)}}$", css, re.MULTILINE)
        found = dict(re.findall(r"(left|top|width|height): ([\d.]+)%", rule.group(1)))
        assert {name: float(found[name]) for name in values} == pytest.approx(
            {name: 100 * value for name, value in values.items()}, abs=0.01
        ), selector
    assert f"* {width / height:.3f}".replace("0.", ".") in css, "as wide as it is high enough"


def test_a_standing_card_shows_its_workers_and_its_next_row_is_a_key(app: Flask) -> None:
    table, (ana, mei, _) = entered(app, PAPER)
    for _ in range(3):
        ana.send(workers(ana, "Brick Kiln")[0])
    assert ana.at(f"{table}/card/02").h1 == "Mei’s Brick Kiln"
    assert ["covered: worker" in row for row in rows_of(ana)] == [True, True, True, False]
    assert "Sold now: 2" in ana.text and "after a worker: 2" in ana.text and "full: 2" in ana.text
    (key,) = ana.page.find_class("face__key")
    assert '"worker 02 *"' in str(key.get("value"))
    ana.send(key)
    assert ana.path == table and not workers(ana, "Brick Kiln"), "it is full"
    assert mei.at(f"{table}/card/02").h1 == "Brick Kiln"


def test_the_workers_on_a_card_are_fixed_from_its_page(app: Flask) -> None:
    table, (ana, mei, _) = entered(app, PAPER)
    mei.get(mei.at(f"{table}/card/07").page.xpath('//a[contains(., "Wrong?")]/@href')[0])
    (one,) = mei.page.xpath('//*[contains(@class, "fixrow")][contains(., "Felt Makers: covered rows")]//a[.="1"]/@href')
    mei.at(mei.path + one).press("Save")
    assert "Sold now: 1" in mei.at(f"{table}/card/07").text
    mei.at(f"{table}/fix/0?players.A.city.0.workers=0").press("Save")
    assert not ana.at(f"{table}/card/07").page.find_class("face__worker")
    fixed, (ana, *_) = entered(app, PHONES)
    assert "Wrong?" not in ana.at(f"{fixed}/card/07").text and len(ana.page.find_class("face__key")) == 1
    assert "covered rows" not in ana.at(f"{fixed}/fix/0").text, "what workers are is secret"


def test_a_card_of_the_hand_tells_which_rows_would_give_what_it_lacks(app: Flask) -> None:
    table, (ana, mei, _) = entered(app, PHONES)
    assert ana.at(f"{table}/card/18").h1 == "Bowyers’ Workshop" and "In your hand, 2 of 3" in ana.text
    assert "You lack 2 clay. A worker there gives it:" in ana.at(f"{table}/card/10").text
    keys = list(ana.page.find_class("rowkeys")[0].iter("a"))
    assert [said(key) for key in keys] == [
        "Felt Makers 2 now · a worker leaves it at 2",
        "Mei’s Brick Kiln 1 now · a worker leaves it at 1",
    ]
    assert ana.at(keys[1].get("href")).h1 == "Which card works?"
    ana.press("Meeting Room")
    assert ana.path == f"{table}/card/10" and "lack" not in ana.text
    ana.press("Build")
    assert ana.path == table
    assert "In a hand, or in the deck" in mei.at(f"{table}/card/18").text and "lack" not in mei.text


def test_a_card_of_no_number_is_not_found(app: Flask) -> None:
    table, (ana, _, _) = entered(app, PHONES)
    for address in ("card/0", "card/75", "card/x", "card/-1"):
        ana.get(f"{table}/{address}", 404)


def test_a_card_is_covered_on_a_phone_that_is_handed_on(app: Flask) -> None:
    table, (ana,) = entered(app, PHONES, ("Ana",), players="3")
    ana.press("End turn")
    assert ana.h1.startswith("Hand the phone")
    assert ana.at(f"{table}/card/10").h1.startswith("Hand the phone") and not ana.page.find_class("face")


# --- found ---


def test_cards_are_found_by_colour_resource_number_and_name_in_both_languages(app: Flask) -> None:
    table, (ana, _, _) = entered(app, PAPER)

    def found(query: str) -> set[str]:
        ana.get(f"{table}/card?{query}")
        return {str(row.get("href")).rpartition("/")[2] for row in ana.page.find_class("row--card")}

    by_colour = {f"{card:02}" for card, row in components.BUILDINGS.items() if row.colour == "green"}
    assert len(by_colour) == 10
    assert found("q=18") == {"18"} and found("q=ARCÓS") == {"18"} and found("q=bowyer") == {"18"}
    assert found("q=verde") >= by_colour
    assert by_colour < found("q=jade") == found("q=jade%20") and len(found("")) == 70
    assert not found("q=nothing at all") and "No card has these words." in ana.text
    ana.get(ana.at(f"{table}/card?q=18").page.find_class("row--card")[0].get("href"))
    assert ana.path == f"{table}/card/18" and ana.key("Build").get("aria-disabled") == "true"


# --- told ---


def test_a_forced_sale_stays_on_its_owner_s_phone_until_the_own_turn_ends(app: Flask) -> None:
    table, (ana, mei, tomas) = entered(app, PAPER.replace("21.*.*", "21.*.*.*"))
    ana.send(workers(ana, "Paper Mill")[0])
    ana.press("End turn")
    mei.at(table).send(workers(mei)[0])
    mei.press("End turn")
    tomas.get(table)
    assert "Paper Mill is full: Tomás gets" in said(tomas.page.get_element_by_id("news")), "two turns later"
    ana.get(table)
    assert "Paper Mill" not in said(ana.page.get_element_by_id("news"))
    tomas.press("End turn")
    assert "Paper Mill" not in said(tomas.page.get_element_by_id("news"))
    assert "Paper Mill is full" in ana.at(f"{table}/log").text


def test_a_typed_number_outlives_what_is_done_meanwhile(app: Flask) -> None:
    table, (ana, mei, _) = entered(app, PAPER)
    ana.at(f"{table}?n=1").send(workers(ana)[0])
    assert ana.page.find_class("key--build")[0].find("b").text == "1_"
    assert ana.at(f"{table}?sell=1&n=1").page.find_class("key--build")[0].find("b").text == "1_", "selling is over"
    ana.press("Undo")
    assert ana.page.find_class("key--build")[0].find("b").text == "1_"
    mei.get(f"{table}/at/07?n=1")
    assert mei.answer is not None and mei.answer.request.args["n"] == "1"


def test_cards_open_from_the_log_as_far_as_they_are_known(app: Flask) -> None:
    table, (ana, mei, _) = entered(app, PHONES)
    ana.at(f"{table}/at/07").press("Meeting Room")

    def opened(phone: Phone) -> set[str]:
        phone.get(f"{table}/log")
        return {link.rpartition("/")[2] for link in phone.page.xpath("//ol//a/@href") if "/card/" in link}

    assert opened(ana) == {"07", "61"}, "which card works is for who placed it"
    assert opened(mei) == {"07"}
    assert mei.at(mei.page.xpath("//ol//a[contains(@href, '/card/')]/@href")[0]).h1 == "Ana’s Felt Makers"


# --- the big screen ---


def test_the_big_screen_names_who_plays_and_tells_nothing_of_the_host_s(app: Flask) -> None:
    hidden = PHONES.replace("xanadu 3", "xanadu 3 open-score: no")
    table, (ana, _, _) = entered(app, hidden, open_score="no")
    assert ana.at(f"{table}/screen").h1 == "Ana plays" and "Your" not in ana.text
    assert not ana.page.xpath("//main//button | //main//a"), "there is nothing to press"
    assert [said(zone.find(".//h2")) for zone in ana.page.find_class("tv__zone")] == list(NAMES)
    assert not ana.page.xpath("//*[contains(@class, 'tv__who')]/b"), "tong bao are hidden, the host's too"
    houses = ana.page.find_class("tv__house")
    assert len(houses) == 4 and all(
        len(house.find_class("ladder")[0].xpath("./s | ./b | ./span[@aria-hidden]")) == 5 for house in houses
    )
    table, (ana, _, _) = entered(app, PICK)
    assert ana.at(f"{table}/screen").h1 == "Waiting for Ana, Mei and Tomás"
