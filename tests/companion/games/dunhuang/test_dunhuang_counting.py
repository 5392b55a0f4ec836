"""Score only at Dunhuang: hands by kind, tokens, prestige; on own phones, on one for all, with a tie."""

from __future__ import annotations

import pytest
from dunhuang_phones import opened
from flask import Flask
from lxml.html import HtmlElement
from paperless import Phone


def tap(phone: Phone, thing: str) -> None:
    phone.send(keys(phone, thing)[0])


def keys(phone: Phone, thing: str) -> list[HtmlElement]:
    """The key of a thing; one of a number has the number of its chair before it."""
    return list(phone.page.xpath(f'//button[@data-as="{thing}" or substring-after(@data-as, "-")="{thing}"]'))


def count(phone: Phone, tokens: int, prestige: int, *hand: str) -> int:
    """Taps everything in; how many taps it took."""
    taps = [f"tokens-{tokens}", *(f"prestige-{digit}" for digit in str(prestige)), *hand]
    for thing in taps:
        if not keys(phone, thing):
            number = thing.partition("-")[0]
            phone.get(
                phone.page.xpath(f'//*[starts-with(@id, "count-") and contains(@id, "-{number}")]//h2/a/@href')[0]
            )
        tap(phone, thing)
    phone.press("Done")
    return len(taps) + 1


@pytest.mark.long
def test_everybody_counts_on_the_own_phone_in_secret(app: Flask) -> None:
    table, (ana, mei) = opened(app, names=("Ana", "Mei"), way="score")
    ana.get(table)
    assert count(ana, 3, 12, "tea", "paper", "paper") == 7
    mei.get(table)
    assert "12" not in mei.page.xpath('string(//form[@id="digits"])').replace("1234567890", "")
    count(mei, 1, 4, "tea", "spice")
    assert mei.h1 == "Ana wins"
    ana.get(table)
    assert ana.h1 == "Ana wins" and "Cards most in hand" in ana.text


def test_one_phone_counts_for_all_one_after_the_other(app: Flask) -> None:
    table, (ana,) = opened(app, names=("Ana",), players="3", way="score")
    ana.get(table)
    count(ana, 2, 3, "tea")
    for other in ("Seat B", "Seat C"):
        assert ana.h1 == f"Pass the phone to {other}"
        ana.get(ana.page.xpath('//a[contains(@href, "start=1")]/@href')[0])
        assert ana.h1 == f"Count {other}’s things"
        assert ana.page.xpath("//output/text()") == ["0", "–", "–"], "nobody sees what another has counted"
        count(ana, 1, 10 if other == "Seat B" else 2, "amber")
    assert ana.h1 == "Seat B wins"


def test_a_tie_asks_for_coins(app: Flask) -> None:
    table, (ana, mei) = opened(app, names=("Ana", "Mei"), way="score")
    for phone in (ana, mei):
        phone.get(table)
        count(phone, 1, 2)
    ana.get(table)
    tap(ana, "coins-3")
    ana.press("Done")
    mei.get(table)
    tap(mei, "coins-5")
    mei.press("Done")
    assert mei.h1 == "Mei wins" and "Tied with Ana. Tie-break: coins, Mei" in mei.text
