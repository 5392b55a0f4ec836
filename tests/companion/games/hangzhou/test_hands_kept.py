"""From following every action to the merchant round alone, and back: what is known of hands stays (flows 4.4)."""

from __future__ import annotations

import pytest
from flask import Flask
from paperless import begun
from party import SAMPLE, Party, effects

from companion.engine import hangzhou
from companion.engine.correction import Change
from companion.games.hangzhou.names import Space
from companion.games.hangzhou.state import Hand
from companion.tables import Answer, Enter, Set, Tables, Tap

FULL_MARKET = "market: r2 b1 y3 g4 / k5 r1 b3 o6 / g4 y2 r3 p5 / k6 b2 y1 r2"
LINE = f"hangzhou WBRY city: B1W C1B A4R {FULL_MARKET} W: c6 r1 v1 B: c3 b1 R: c6 y1 Y: c4 y1 now: play W"
MERCHANTS = Set("way", "merchants")


def tapped(space: str, owner: str, dye: str | None, coins: int = 0) -> Tap:
    return Tap((Change(f"city.{space}", {"owner": owner, "dye": dye, "coins": coins}),))


def hand(party: Party, seat: int) -> Hand:
    held: Hand = party.state.hands[seat]
    return held


def test_what_the_city_shows_to_be_paid_is_paid(tables: Tables) -> None:
    """Two shops and two coins more: four coins less. Dyes and points nobody can have spent."""
    party = Party(tables, position=LINE)
    party.do("host", MERCHANTS)
    assert hand(party, 0).coins == 6 and not hand(party, 0).at_least, "a way by itself changes nothing"
    for tap in (tapped("A1", "white", None), tapped("A2", "white", None, 1), tapped("B1", "white", None, 1)):
        party.do("Ana", tap)
    party.do("Ana", Enter())
    white = hand(party, 0)
    assert (white.coins, white.points, white.dyes[1], white.at_least, white.shops) == (2, 1, 1, True, 3)
    assert (hand(party, 1).coins, hand(party, 1).at_least) == (3, True)
    assert hangzhou.parse(hangzhou.text(party.state)) == party.state
    assert hangzhou.from_json(hangzhou.to_json(party.state)) == party.state
    assert not hangzhou.faults(party.state)


def test_who_surely_can_pay_is_not_asked(tables: Tables) -> None:
    """Three coins and more are enough for a price of two; the hand is two less and has its dye."""
    party = Party(tables, position=LINE)
    party.do("host", MERCHANTS)
    party.do("Ana", tapped("C1", "blue", "red"))
    assert "Bought" in effects(party.do("Ana", Enter()))
    assert (hand(party, 1).coins, hand(party, 1).dyes[1]) == (1, 1)


@pytest.mark.parametrize(("answer", "coins", "stands"), [("yes", 0, True), ("no", 1, False)])
def test_who_may_have_taken_coins_is_asked(tables: Tables, answer: str, coins: int, stands: bool) -> None:
    party = Party(tables, position=LINE.replace("B: c3", "B: c1"))
    party.do("host", MERCHANTS)
    party.do("Ana", tapped("C1", "blue", "red"))
    party.do("Ana", Enter())
    asked = party.view().question
    assert asked is not None and (asked.kind, asked.seat, asked.number) == ("pay", 1, 2)
    party.do("Mei", Answer(answer))
    assert (hand(party, 1).coins, hand(party, 1).at_least) == (coins, True)
    assert (party.state.shop(Space.C1) is not None) == stands


def test_a_brew_is_known_for_sure(tables: Tables) -> None:
    """Dyes come and go with merchants alone, so who lacks one cannot sell, and nobody is asked."""
    party = Party(tables, position=LINE.replace("r2 b1 y3 g4 /", "g4 b1 y3 r2 /"))
    party.do("host", MERCHANTS)
    party.do("Ana", tapped("C1", "blue", "green"))
    assert "TakenBack" in effects(party.do("Ana", Enter()))


def test_hands_that_players_hide_are_not_kept(tables: Tables) -> None:
    """The supply would tell what they hold."""
    party = Party(tables, position=LINE.replace("now:", "open-hands: hidden now:"))
    party.do("host", MERCHANTS)
    party.agree("Ana", Enter(), "Mei")
    assert all(held.hidden for held in party.state.hands)


def test_what_was_never_followed_stays_unknown(tables: Tables) -> None:
    party = Party(tables, position=SAMPLE.replace("W: c6 r1", "W: hidden"))
    party.do("host", MERCHANTS)
    party.do("Ana", Enter())
    assert hand(party, 0).hidden and hand(party, 1).at_least


def test_the_phone_asks_for_the_own_hand_once(app: Flask, tables: Tables) -> None:
    table, (ana, mei) = begun(app, ("Ana", "Mei"))
    ana.at(f"{table}/settings").press("Merchant round")
    ana.at(table).press("Move the merchants")
    while tables.view_for(table[3:]).question is not None:
        ana.get(table)
        ana.end_beat()
    ana.end_merchants()
    ana.at(f"{table}/settings").press("Follow every action")
    for phone in (ana, mei):
        assert "6 coins or more" in phone.at(table).text
        (ask,) = phone.page.xpath('//*[@id="unsure"]')
        phone.get(ask.get("href"))
        more, *_ = phone.page.xpath('//*[@id="fix-place"]//a[contains(@aria-label, ": one more")]')
        phone.at(phone.path + more.get("href")).press("Save")
        assert not phone.at(table).page.xpath('//*[@id="unsure"]') and "coins or more" not in phone.text
    state = tables.view_for(table[3:]).state
    assert [(held.coins, held.at_least) for held in state.hands] == [(7, False), (7, False)]
    assert sum(sum(held.dyes) for held in state.hands) == 2, "the start dyes"
