"""Hangzhou's box: what the kit prints is what the rules count."""

from __future__ import annotations

from collections import Counter

import pytest
from our_kits import our_kit

from pnp.kit import Kit, expand


@pytest.fixture(scope="module")
def kit() -> Kit:
    return our_kit("hangzhou")


def copies(kit: Kit, component_id: str) -> dict[str, int]:
    component = next(part for part in kit.components if part.id == component_id)
    return {row.key: number for row, number in expand(kit, component) if row}


def test_every_player_has_six_shops_and_one_seal(kit: Kit) -> None:
    assert copies(kit, "shops") == dict.fromkeys(("white", "blue", "red", "yellow"), 6)
    assert copies(kit, "seals") == dict.fromkeys(("white", "blue", "red", "yellow"), 1)


def test_dyes_and_dice_are_as_many_as_in_the_rules(kit: Kit) -> None:
    assert copies(kit, "natural-dyes") == {"blue": 8, "red": 8, "yellow": 8}
    assert copies(kit, "mixed-dyes") == {"green": 4, "orange": 4, "purple": 4, "black": 4}
    dice = {"blue": 4, "red": 4, "yellow": 4, "green": 2, "orange": 2, "purple": 2, "black": 2}
    assert copies(kit, "price-dice") == copies(kit, "price-tiles") == dice


def test_a_die_shows_what_it_would_after_turning(kit: Kit) -> None:
    """H3: side k carries k for a natural dye if k < 4, else 7 - k; the other way about for a mixed dye."""
    for dye in kit.tables["dyes"].rows:
        natural = dye.values["kind"] == "natural"
        assert dye.values["sides"] == tuple(pips if (pips < 4) == natural else 7 - pips for pips in range(1, 7)), (
            dye.key
        )


def test_each_gate_has_its_merchant_and_each_side_its_place_on_the_compass(kit: Kit) -> None:
    gates = {row.values["side"]: (row.key, row.values["angle"]) for row in kit.tables["merchants"].rows}
    assert gates == {
        "north": ("orange", 0),
        "east": ("green", 90),
        "south": ("purple", 180),
        "west": ("black", 270),
    }


def test_players_differ_in_plant_and_in_hatching(kit: Kit) -> None:
    """So that a print in grey, or eyes that see fewer colours, tell them apart."""
    rows = kit.tables["players"].rows
    assert len({row.values["sign"] for row in rows}) == len({row.values["hatch"] for row in rows}) == len(rows)


def test_the_market_in_the_picture_of_the_setup_is_one_that_can_be_drawn(kit: Kit) -> None:
    rows = kit.tables["first-market"].rows
    dice = Counter(record.values["dye"].key for record in rows)  # type: ignore[union-attr] # a reference
    assert len(rows) == 16
    assert all(dice[dye.key] <= int(str(dye.values["dice"])) for dye in kit.tables["dyes"].rows)
    classes = {"natural": 0, "mixed": 1}
    for merchant in kit.tables["merchants"].rows:
        own = [row for row in rows if row.key.startswith(f"{merchant.key}-")]
        ranks = [
            2 if row.values["dye"].key == "black" else classes[str(row.values["dye"].values["kind"])]  # type: ignore[union-attr] # a reference
            for row in own
        ]
        assert ranks == sorted(ranks)
        assert [row.values["place"] for row in own] == ["demand", "waiting", "waiting", "waiting"]
        for row in own:
            assert row.values["value"] in row.values["dye"].values["sides"]  # type: ignore[union-attr] # a reference
