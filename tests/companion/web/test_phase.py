"""The table's phase decides what phones show: whatever address is open, no page does what is not on."""

from __future__ import annotations

import pytest
from flask import Flask
from paperless import Phone, begun

pytestmark = pytest.mark.long


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
        mei.get(table + page)
        assert mei.path == table + page
        assert "Merchant round: go there" in mei.text
    ana.get(table)
    ana.end_merchants()
    mei.get(f"{table}/log")
    assert "go there" not in mei.text


def merchants(app: Flask) -> tuple[str, list[Phone]]:
    """Two phones at a table whose merchants have set out."""
    table, phones = begun(app, ("Ana", "Mei"))
    for phone, key in ((0, "Pass"), (1, "Pass"), (0, "Take coin")):
        phones[phone].get(table)
        phones[phone].press(key)
    return table, phones
