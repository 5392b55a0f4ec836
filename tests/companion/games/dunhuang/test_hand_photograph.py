"""A photograph of a hand: asked about where in doubt, counted; refused where another counts, or no goods are in it."""

from __future__ import annotations

import pytest
from flask import Flask
from paperless import Phone, opened
from snapped import CORNERS, Reads, reading, seen, send

from companion.sight.reading import Reading

pytestmark = pytest.mark.long


def card(number: int, value: str, second: str = "") -> Reading:
    """A card of a kind; in doubt, where it might be another."""
    return reading(f"card {number}", value, second, corners=CORNERS)


def counting(app: Flask) -> tuple[str, list[Phone]]:
    return opened(app, ("Ana", "Mei", "Tom"), way="score", game="dunhuang", players="3")


def test_cards_are_confirmed_and_counted(app: Flask, reads: Reads) -> None:
    table, (ana, *_) = counting(app)
    asked = reads(seen(card(1, "6"), card(2, "6"), card(3, "9"), card(4, "-", "7")))
    (link,) = ana.at(f"{table}/tally/0").page.xpath(f'//a[@href="{table}/photo/0"]')
    assert "Photograph the hand" in link.text_content()
    assert ana.at(link.get("href")).h1 == "Photograph the hand" and "without the mat" in ana.text
    send(ana, f"{table}/photo/0")
    assert asked[0].straight and asked[0].game == "dunhuang"
    assert ana.h1 == "1 to confirm" and "Ana · 3 read, 2 sure" in ana.text
    (only,) = ana.page.xpath('//fieldset[@class="doubt"]')
    assert "7 spice" in only.text_content()
    assert [key.text_content().strip() for key in only.xpath("./div/label")] == ["none", "1 card"]
    assert {key.get("value") for key in only.xpath("./details//input")} == {"2"}
    assert len(ana.page.xpath("//svg/polygon")) == 4
    ana.press("Use it", **{"read.6": "3", "read.7": "1"})
    assert ana.path == f"{table}/tally/0"
    assert ana.page.xpath("string(//section[@id='heap-1']//output)") == "5"
    assert "6 tea× 3" in ana.page.xpath("string(//section[@id='heap-1'])").replace("\n", "")
    send(ana, f"{table}/photo/0")
    ana.press("Use it")
    assert ana.page.xpath("string(//section[@id='heap-1']//output)") == "3"


def test_what_does_not_fit_is_refused(app: Flask, reads: Reads) -> None:
    """Gold is not in play with three; the mat is no hand; another's hand is photographed by who holds it."""
    table, (ana, *_) = counting(app)
    reads(seen(card(1, "1"), card(2, "6")))
    send(ana, f"{table}/photo/0")
    ana.press("Use it", 409)
    assert "Gold: there are 0" in ana.text
    send(ana, f"{table}/photo/1", 409)
    assert "Mei has a phone: use that." in ana.text
    ana.post(f"{table}/photo/0", 400, do="sighted", command_id="x", **{"read.x": "1"})
    reads(seen(reading("camel", "1")))
    send(ana, f"{table}/photo/0", 409)
    assert "Nothing of this game is to be seen" in ana.text


@pytest.mark.parametrize(("language", "says"), [("en", "printed without seals"), ("es", "impresas sin sello")])
def test_refusals_speak_of_goods(app: Flask, reads: Reads, language: str, says: str) -> None:
    table, (ana, *_) = counting(app)
    reads("no-marks")
    ana.language = language
    send(ana, f"{table}/photo/0", 409)
    assert says in ana.text
