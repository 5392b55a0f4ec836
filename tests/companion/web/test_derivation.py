"""Each number of a score opens the entries that made it, with the start, plus and minus: it adds up, in every game."""

from __future__ import annotations

import re

import pytest
from finished import Played
from flask import Flask
from paperless import Phone

from companion.tables import Tables

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("game", "options"),
    [("hangzhou", {}), ("dunhuang", {"cards": "app"}), ("dunhuang", {"cards": "paper"}), ("xanadu", {"cards": "app"})],
)
def test_every_number_of_a_played_game_adds_up(app: Flask, tables: Tables, game: str, options: dict[str, str]) -> None:
    """Also where hands were hidden until the end: what scores then lay open, or counts only now."""
    played = Played(tables, game, 3, **options)
    played.play()
    phone = Phone(app)
    phone.client.set_cookie("phone", played.phones[0])
    phone.get(f"/t/{played.code}/score")
    links = [a.get("href") for a in phone.page.xpath('//table//td/a[contains(@href, "/score/")]')]
    assert links, "how many score is chance; that some do is not"
    for link in links:
        phone.get(link)
        (made,) = phone.page.xpath('//*[@id="made"]')
        numbers = [cell.text_content().replace("−", "-") for cell in made.find_class("n")]
        assert all(numbers), (link, "it tells how the number came about")
        *steps, total = map(int, numbers)
        count = re.findall(r"\d+", phone.page.get_element_by_id("made-of").text_content())[-1]
        assert sum(steps) == total == int(count), link
