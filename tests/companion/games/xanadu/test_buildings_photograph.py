"""Photographs of a player's buildings: asked about where in doubt, counted; refused where another counts."""

from __future__ import annotations

import pytest
from flask import Flask
from msgspec.structs import replace
from paperless import Phone, opened
from snapped import CORNERS, Reads, reading, seen, send

from companion.sight.reading import Reading
from companion.tables import Tables

pytestmark = pytest.mark.long


def building(value: str, second: str = "", probability: float = 0.0) -> Reading:
    """A building with its workers as a position writes it; in doubt, where it might be another."""
    found = reading(value[:2], value, second, probability, corners=CORNERS)
    return found if second else replace(found, second=value)


UNREAD = replace(reading("?1", "?", "?", 0.01), probability=0, corners=CORNERS)


def counting(app: Flask, names: tuple[str, ...] = ("Ana", "Mei")) -> tuple[str, list[Phone]]:
    return opened(app, names, way="score", game="xanadu")


def counted(tables: Tables, table: str, phone: Phone, chair: int = 0) -> dict[int, int]:
    """What a chair has counted, as its phone sees it: workers by the number of the building."""
    keys = phone.at(f"{table}/tally/{chair}").page.xpath('//form[contains(@class, "counted")]')
    return {
        int(form.findtext(".//h3")[:2]): int(form.xpath('.//button[@aria-pressed="true"]')[0].text_content())
        for form in keys
    }


def test_buildings_are_confirmed_and_counted(app: Flask, tables: Tables, reads: Reads) -> None:
    table, (ana, _) = counting(app)
    asked = reads(seen(building("07.*.*"), building("12.*", "12.*.*"), building("33-")))
    (link,) = ana.at(f"{table}/tally/0").page.xpath(f'//a[@href="{table}/photo/0"]')
    assert "Photograph the buildings" in link.text_content()
    assert ana.at(link.get("href")).h1 == "Photograph the buildings" and "Ana" in ana.text
    assert ana.page.xpath("//input[@type='file']") and not ana.page.xpath("//input[@multiple]")
    send(ana, f"{table}/photo/0")
    assert asked[0].straight and asked[0].game == "xanadu"
    assert ana.h1 == "1 to confirm" and "Ana · 3 read, 2 sure" in ana.text
    (only,) = ana.page.xpath('//fieldset[@class="doubt"]')
    assert [key.text_content().strip() for key in only.xpath("./div/label")] == ["1 worker", "2 workers"]
    assert {key.get("value") for key in only.xpath("./details//input")} == {"0", "3", "4", "-"}
    assert len(ana.page.xpath("//svg/polygon")) == 3 and ana.page.xpath('//svg/image[@width="400"]')
    ana.press("Use it", **{"read.12": "2", "read.07": "3"})
    assert ana.path == f"{table}/tally/0"
    assert counted(tables, table, ana) == {7: 3, 12: 2, 33: 0}


def test_a_further_photograph_adds_to_what_was_counted(app: Flask, tables: Tables, reads: Reads) -> None:
    """Where it differs, the page asks. Two at once are refused."""
    table, (ana, _) = counting(app)
    reads(seen(building("07.*.*"), building("33-")), seen(building("33.*"), building("40")))
    send(ana, f"{table}/photo/0")
    ana.press("Use it")
    assert counted(tables, table, ana) == {7: 2, 33: 0}
    send(ana, f"{table}/photo/0")
    assert ana.h1 == "1 to confirm"
    ana.press("Use it")
    assert counted(tables, table, ana) == {7: 2, 33: 1, 40: 0}
    send(ana, f"{table}/photo/0", 409, b"one", b"two")
    assert "Photos at once: at most 1" in ana.text


def test_a_card_that_nobody_could_name_is_told(app: Flask, tables: Tables, reads: Reads) -> None:
    table, (ana, _) = counting(app)
    reads(seen(building("07"), UNREAD))
    send(ana, f"{table}/photo/0")
    assert "A card that could not be read" in ana.text and ana.h1 == "1 to confirm"
    ana.press("Use it")
    assert "Cards of the photo that could not be read: 1. Add them by number." in ana.text
    send(ana, f"{table}/photo/0")
    ana.press("Use it", **{"read.?1": "-", "read.07": "-"})
    assert "could not be read" not in ana.text and counted(tables, table, ana) == {}


def test_more_buildings_than_can_stand_are_refused(app: Flask, tables: Tables, reads: Reads) -> None:
    table, (ana, _) = counting(app)
    reads(seen(*(building(f"{number:02}") for number in range(1, 8))))
    send(ana, f"{table}/photo/0")
    ana.press("Use it", 409)
    assert "Buildings: there are 6, and these would be 7." in ana.text and counted(tables, table, ana) == {}


def test_only_who_counts_a_chair_photographs_its_buildings(app: Flask, reads: Reads) -> None:
    table, (ana, _) = counting(app)
    asked = reads(seen(building("07")))
    assert ana.at(f"{table}/photo/1").path == f"{table}/photo/1".replace("photo", "tally")
    send(ana, f"{table}/photo/1", 409)
    assert "Mei has a phone: use that." in ana.text
    for nobody in ("", "/9", "/x"):
        send(ana, f"{table}/photo{nobody}", 409)
        assert "Whose are they?" in ana.text
    send(Phone(app), f"{table}/photo/0", 409)
    assert not asked
    for name, value in (("read.99", "1"), ("read.07", "5"), ("read.07", "x")):
        ana.post(f"{table}/photo/0", 400, do="sighted", command_id="x", **{name: value})


def test_a_building_of_two_players_is_told(app: Flask, reads: Reads) -> None:
    """Where one phone counts for both, before it is counted."""
    table, (ana, _) = opened(app, ("Ana", "Mei"), way="score", game="xanadu", players="3")
    reads(seen(building("07.*"), building("12")))
    send(ana, f"{table}/photo/0")
    ana.press("Use it")
    send(ana, f"{table}/photo/2")
    assert ana.h1 == "2 to confirm" and "Ana" in ana.text


def test_a_building_that_two_phones_counted_is_told_before_anybody_has_won(app: Flask) -> None:
    table, phones = counting(app)
    for chair, phone in enumerate(phones):
        phone.get(f"{table}/tally/{chair}")
        things = f'{{"coins": {chair}, "building1": 72, "building2": 0}}'
        command = f'{{"do": "tally", "chair": {chair}, "things": {things}}}'
        phone.post(f"{table}/tally/{chair}", do=command, command_id=f"count{chair}")
        phone.press("Done", 409 if chair else 200)
    (told,) = phones[1].page.xpath("//*[@id='answer']")
    assert "Card 7 was counted twice (place 1, 2), but there is only one. Please recount it." in told.text_content()
