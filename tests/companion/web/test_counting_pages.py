"""Score only on phones: what was typed is shown or locked, one phone goes round, and the sums are the paper's."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from lxml.html import HtmlElement
from paperless import Phone, opened

from companion.tables import Tables, Tally
from companion.tables.errors import TableError

pytestmark = pytest.mark.long

THINGS = ("coins", "shop_coins", "dyes", "points")
IDS = itertools.count()
Typed = dict[int, dict[str, int]]
"""What was typed, by chair and thing."""


def count(app: Flask, game: str, *names: str) -> tuple[str, Phone]:
    """A count on one phone: its table, and the phone at the first player."""
    phone = Phone(app)
    phone.at(f"/score/{game}").press(str(len(names)))
    fields = {f"name{place}": name for place, name in enumerate(names)}
    phone.send(phone.page.xpath('//*[@id="thumb"]//button[@name="open"]')[0], **fields)
    return phone.path, phone


def commands(phone: Phone) -> list[tuple[HtmlElement, dict[str, object]]]:
    """The keys of a page that enter or confirm numbers, with the first of their commands."""
    found = []
    for key in phone.page.xpath('//button[@name="do"]'):
        said = json.loads(key.get("value")) if key.get("value", "")[:1] in "{[" else {}
        first = said[0] if isinstance(said, list) else said
        if first.get("do") == "tally":
            found.append((key, first))
    return found


def shown(phone: Phone, chair: int) -> dict[str, int | None]:
    """The numbers of a chair that the page has keys for, as they stand on it."""
    found: dict[str, int | None] = {}
    for key, said in commands(phone):
        if said["chair"] != chair or said.get("ready") is not None:
            continue
        (thing,) = said["things"]  # type: ignore[misc]
        (section,) = key.xpath("ancestor::section[1]")
        if section.get("id", "").startswith("count-"):
            (number,) = section.xpath(".//output/text()")
            found[thing] = None if number == "–" else int(number)
        elif section.get("id", "").startswith("heap-"):
            small = key.xpath("string(small)")
            if key.get("class", "").startswith("key"):
                found[thing] = int(small.removeprefix("×")) if small else 0
    return found


def put(phone: Phone, table: str, chair: int, things: Mapping[str, int]) -> None:
    """What keys send, one thing after the other."""
    for thing, number in things.items():
        said = json.dumps({"do": "tally", "chair": chair, "things": {thing: number}})
        phone.post(f"{table}/tally/{chair}", do=said, command_id=f"typed-{next(IDS)}")


def done(phone: Phone, status: int = 200) -> None:
    """The main key of the bar."""
    phone.send(phone.page.xpath('//*[@id="thumb"]//button[contains(@class, "key--go")]')[0], status)


def start(phone: Phone) -> None:
    """The key of whoever was handed the phone."""
    phone.get(phone.page.xpath('//*[@id="thumb"]//a[contains(., "I’m")]/@href')[0])


def enter(phone: Phone, table: str, chair: int, *numbers: int) -> None:
    """Hangzhou: all of a player's numbers."""
    put(phone, table, chair, dict(zip(THINGS, numbers, strict=True)))
    phone.get(f"{table}/tally/{chair}?show=1")
    done(phone)


def test_a_player_who_is_done_is_locked_and_shown_as_typed(app: Flask) -> None:
    table, phone = count(app, "hangzhou", "Ana", "Mei")
    enter(phone, table, 0, 20, 0, 2, 1)
    assert phone.at(f"{table}/tally/0").h1 == "Ana is done" and not commands(phone)
    assert "20" not in phone.text
    phone.get(phone.page.xpath('//*[@id="handover-card"]//a/@href')[0])
    assert shown(phone, 0) == {"coins": 20, "shop_coins": 0, "dyes": 2, "points": 1}
    phone.send(phone.page.xpath('//*[@data-as="0-dyes-more"]')[0])
    assert shown(phone, 0) == {"coins": 20, "shop_coins": 0, "dyes": 3, "points": 1}


def test_the_right_player_wins_a_tie_whatever_was_looked_at_before(app: Flask) -> None:
    """32 to 32 points. The number of shops is no number of coins, and both stay open until the result is shown."""
    table, phone = count(app, "hangzhou", "Ana", "Mei")
    enter(phone, table, 0, 20, 0, 2, 1)
    start(phone)
    enter(phone, table, 1, 8, 0, 2, 3)
    assert phone.h1 == "Ana and Mei tie"
    assert "More shops in the city wins." in phone.text
    assert shown(phone, 0) == {"shops": None} and shown(phone, 1) == {"shops": None}
    phone.send(phone.page.xpath('//*[@data-as="0-shops-5"]')[0])
    assert shown(phone, 0) == {"shops": 5} and shown(phone, 1) == {"shops": None}
    for page in (table, f"{table}/tally", f"{table}/tally/0", f"{table}/tally/1"):
        assert shown(phone.at(page), 0) == {"shops": 5}, page
    phone.at(f"{table}/tally?at=1-shops").send(phone.page.xpath('//*[@data-as="1-shops-3"]')[0])
    phone.press("Show result")
    assert phone.h1 == "Ana wins"
    assert "Tied with Mei. Tie-break: shops in the city, Ana 5, Mei 3." in phone.text
    assert phone.page.xpath('//*[@class="total"]/text()') == ["32", "32"]
    phone.get(f"{table}/score")  # the sheet to print
    assert all(
        part in phone.text for part in ("Ana wins", "Mei", "Tie-break: shops in the city, Ana 5, Mei 3.", table[3:])
    )


def test_a_result_is_put_right_from_all_numbers(app: Flask) -> None:
    table, phone = count(app, "hangzhou", "Ana", "Mei")
    enter(phone, table, 0, 20, 0, 0, 0)
    enter(phone, table, 1, 8, 0, 0, 0)
    assert phone.h1 == "Ana wins"
    phone.get(phone.page.xpath('//a[contains(., "Wrong? Tap to fix")]/@href')[0])
    assert shown(phone.at(phone.page.xpath('//*[@id="numbers"]/a[contains(., "Mei")]/@href')[0]), 1)["coins"] == 8
    phone.at(f"{phone.path}?at=1-coins").send(phone.page.xpath('//*[@data-as="1-coins-4"]')[0])
    done(phone)
    assert phone.h1 == "Mei wins" and phone.page.xpath('//*[@class="total"]/text()') == ["84", "20"]


def test_names_are_given_at_the_start_and_the_phone_goes_round(app: Flask) -> None:
    table, phone = count(app, "hangzhou", "Ana", "Mei", "Tomás")
    assert phone.h1 == "Count Ana’s things" and "1 of 3" in phone.text
    assert phone.page.xpath('//nav//*[@class="seat__name"]/text()') == ["Ana", "Mei", "Tomás"]
    for chair, (name, following) in enumerate((("Ana", "Mei"), ("Mei", "Tomás"))):
        enter(phone, table, chair, chair, 0, 0, 0)
        assert phone.h1 == f"Next: {following}"
        assert f"{name} is done." in phone.text and not commands(phone)
        start(phone)
        assert phone.h1 == f"Count {following}’s things"
    enter(phone, table, 2, 9, 0, 0, 0)
    assert phone.h1 == "Tomás wins"
    phone.get("/score/hangzhou")
    assert phone.page.xpath('//button[@aria-pressed="true"]/text()') == ["3"], "as many as last time"


def test_each_counts_on_the_own_phone_by_a_code(app: Flask) -> None:
    ana, mei = Phone(app), Phone(app)
    ana.at("/score/hangzhou").press("Each on their own phone", name0="Ana")
    table, _, page = ana.path.partition("/seats")
    assert page in ("", "#more-phones") and ana.page.find_class("qr--large")
    mei.at(table).press("Blue", **{"set.name": "Mei"})
    for chair, phone in enumerate((ana, mei)):
        assert phone.at(table).h1 == "Count your things" and not shown(phone, 1 - chair)
        enter(phone, table, chair, chair, 0, 0, 0)
    assert mei.h1 == "Mei wins"


def hand(phone: Phone, table: str, chair: int, **things: int) -> None:
    """Dunhuang: cards, tokens and prestige of a player, then *Done*."""
    put(phone, table, chair, {"tokens": 0, "prestige": 0, **things})
    phone.get(f"{table}/tally/{chair}?show=1")


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "You counted 4 silver, but there are only 2. Please recount silver."),
        ("es", "Habéis contado 4 de plata y solo hay 2. Volved a contar plata."),
    ],
)
def test_too_much_of_a_thing_is_told_above_the_numbers_of_all_to_put_it_right(
    app: Flask, language: str, says: str
) -> None:
    table, phone = count(app, "dunhuang", "Ana", "Mei", "Tomás")
    phone.language = language
    phone.client.post("/phone", data={"language": language}, headers={"Origin": "http://localhost"})
    for chair, silver in enumerate((2, 2)):
        hand(phone, table, chair, silver=silver)
        done(phone)
    hand(phone, table, 2)
    done(phone, 409)
    (note,) = phone.page.xpath('//*[@id="thumb"]//*[@id="note"]')
    assert note.xpath("normalize-space(span)") == says
    assert not phone.page.xpath('//main//*[@id="note"] | //main//*[@role="alert"]')
    ana, mei, tomas = phone.page.xpath('//*[@id="numbers"]/a')
    assert all(" 2" in row.text_content() for row in (ana, mei)) and " 2" not in tomas.text_content()
    phone.get(ana.get("href"))
    for _ in range(2):
        phone.send(phone.page.xpath('//button[starts-with(@data-as, "less-")]')[0])
    assert shown(phone, 0)["silver"] == 0
    done(phone)
    phone.get(f"{table}/tally/2?show=1")
    done(phone)
    assert not phone.page.xpath('//*[@id="note"]')


def test_what_another_phone_entered_is_locked_here(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = opened(app, ("Ana", "Mei"), way="score", players="3")
    enter(ana, table, 2, 17, 0, 0, 0)
    assert not commands(mei.at(f"{table}/tally/2?show=1")) and "17" not in mei.text and "is done" in mei.h1
    assert not commands(mei.at(f"{table}/numbers/2")) and "17" not in mei.text
    token = mei.client.get_cookie("phone").value  # type: ignore[union-attr]
    with pytest.raises(TableError, match="counts_alone"):
        tables.command(table[3:], token, Tally(2, {"coins": 1}), command_id="over")
    assert shown(ana.at(f"{table}/tally/2?show=1"), 2)["coins"] == 17


# --- What is typed, in any order, is shown or locked, and adds up. ---

POINTS = {"coins": 1, "shop_coins": 1, "dyes": 3, "points": 6}
"""What one of each thing is worth in Hangzhou."""
FIELDS = {"hangzhou": THINGS, "dunhuang": ("tokens", "prestige", "silver"), "xanadu": ("coins",)}
NUMBERS = st.lists(st.integers(0, 2), min_size=1, max_size=2)
"""What is typed for a thing: sometimes a wrong number first."""


def looked_at(phone: Phone, table: str, entered: Typed) -> None:
    """Every page of every player shows what was typed, or has no keys for it."""
    for chair, things in entered.items():
        for page in (f"/tally/{chair}", f"/tally/{chair}?show=1", f"/numbers/{chair}", "", "/tally"):
            phone.get(f"{table}{page}")
            for thing, number in shown(phone, chair).items():
                assert number == things[thing] if thing in things else number in (None, 0), (page, thing)


@settings(
    max_examples=5, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    game=st.sampled_from(list(FIELDS)),
    order=st.integers(2, 4).flatmap(lambda n: st.permutations(range(n))),
    data=st.data(),
)
def test_what_was_typed_is_shown_or_locked_and_adds_up(
    app: Flask, game: str, order: list[int], data: st.DataObject
) -> None:
    table, phone = count(app, game, *(f"P{chair}" for chair in range(len(order))))
    entered: Typed = {chair: {} for chair in order}
    for chair in order:
        for thing in FIELDS[game]:
            for number in data.draw(NUMBERS):
                put(phone, table, chair, {thing: number})
                entered[chair][thing] = number
        looked_at(phone, table, entered)
        phone.get(f"{table}/tally/{chair}?show=1")
        key = phone.page.xpath('//*[@id="thumb"]//button[contains(@class, "key--go")]')[0]
        # Too much of a thing is refused, and all else taken.
        form = {"command_id": f"done-{next(IDS)}", "do": key.get("value")}
        phone.client.post(f"{table}/tally", data=form, headers={"Origin": "http://localhost"})
        looked_at(phone, table, {chair: entered[chair]})
    phone.get(f"{table}/result")
    columns = {int(c.get("id")[7:]): int(c.find_class("total")[0].text) for c in phone.page.find_class("column")}
    if game == "hangzhou" and columns:  # none: who ties is asked for more
        assert columns == {c: sum(POINTS[thing] * n for thing, n in things.items()) for c, things in entered.items()}
