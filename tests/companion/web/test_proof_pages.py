"""Checking the dice on a page: what is shown before the end, after it, and of a log that somebody brings."""

from __future__ import annotations

import json

import pytest
from finished import Played
from flask import Flask
from paperless import Phone, opened

from companion.tables import Mix, ReplyUndo, Tables, Undo
from companion.web.game_pages import GAMES

pytestmark = pytest.mark.long


def phone_of(app: Flask, played: Played, chair: int | None = 0, language: str = "en") -> Phone:
    """A phone of the table, or a stranger's."""
    return Phone(app, language, "" if chair is None else played.phones[chair])


def test_the_log_says_that_the_app_is_bound_and_its_dice_page_to_what(app: Flask, tables: Tables) -> None:
    table, (phone,) = opened(app, ("Ana",))
    bound = tables.view_for(table[3:]).commitment
    assert "The app’s dice are locked in." in phone.at(f"{table}/log").text and bound[:16] not in phone.text
    assert bound in phone.at(f"{table}/verify").text


def test_a_tap_brings_the_share_of_its_phone_until_the_app_has_rolled(app: Flask, tables: Tables) -> None:
    table, (ana, mei, tomas) = opened(app, ("Ana", "Mei", "Tomás"))
    tomas.post(table, do='{"do":"name","chair":2,"name":"Tom"}', command_id="name", share="a1")
    ana.get(f"{table}?first=0")
    ana.post(table, do='{"do":"start"}', command_id="start", share="b2")
    mei.post(table, do='{"do":"name","chair":1,"name":"Meimei"}', command_id="late", share="c3")
    assert [(m.chair, m.text) for m in tables.view_for(table[3:]).mixed] == [(2, "a1"), (0, "b2")]
    mei.post(table, 409, do='{"do":"mix","text":"of Mei"}', command_id="mix-mei")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_at_the_end_every_roll_is_computed_again(app: Flask, tables: Tables, game: str, language: str) -> None:
    played = Played(tables, game, seed=2)
    played.play(undo=0.1)
    data = json.loads(played.export())
    for chair in (0, 1, None):
        phone = phone_of(app, played, chair, language)
        phone.get(f"/t/{played.code}/verify")
        assert ("Everything fits." if language == "en" else "Todo encaja.") in phone.text
        signs = [" ".join(tag.text_content().split()) for tag in phone.page.xpath("//li/span[@class='tag']")]
        assert len(signs) == sum(one["source"] == "app" for one in data["log"] if one["body"]["do"] == "roll") and {
            sign[0] for sign in signs
        } == {"✓"}
        word = "undone" if language == "en" else "deshecha"
        assert sum(sign.endswith(word) for sign in signs) == played.undone()
        for told in (data["digest"], data["log"][0]["body"]["commitment"], "dragón 龙", played.view().proof):
            assert told in phone.text
        first = phone.page.xpath("//li/a")[0].get("href")
        phone.get(first)
    assert '/verify"' in phone_of(app, played).client.get(f"/t/{played.code}/score").text


def test_a_game_that_goes_on_shows_no_rolls(app: Flask, tables: Tables) -> None:
    played = Played(tables, "hangzhou", seed=2)
    played.play()
    played.do(0, Undo())
    if played.view().undo is not None:
        played.do(1, ReplyUndo(True))
    phone = phone_of(app, played)
    assert "Mixed in by the phones" in phone.at(f"/t/{played.code}/verify").text and "Everything fits" not in phone.text
    played.do(1, Mix("again"))
