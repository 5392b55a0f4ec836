"""Our own kits through each print shop, in two languages and with little ink: what they come to there."""

from __future__ import annotations

import pytest
from vendor_builders import found

from pnp.kits import known_kits, load
from pnp.sheet.options import EVERYTHING
from pnp.vendor.flatten import _found
from pnp.vendor.preflight import unmade
from pnp.vendor.shop import fits, names
from pnp.vendor.shop import load as shop

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not list(_found()), reason="no profile of a press is there: apt install libgs-common"),
]


def test_every_shop_says_what_becomes_of_each_component_of_our_kits() -> None:
    """What is neither ordered nor told is lost: this looks at the rows of all shops without laying out a face."""
    shops = [shop(name) for name in names()]
    for folder in known_kits().values():
        kit = load(folder)
        for vendor in shops:
            fitting = fits(vendor, kit, EVERYTHING)
            told = " ".join(f"{finding.message} " for finding in unmade(vendor, kit, EVERYTHING, fitting))
            for component in kit.components:
                leaflet = component.kind == "leaflet" and vendor.leaflets
                assert leaflet or component.id in fitting or component.id in told or "makes nothing" in told


def test_a_shop_of_one_product_says_which_and_where_the_kit_asks_for_others() -> None:
    first = load(known_kits()["dunhuang"]).components[0]
    (row,) = found("dunhuang", "drivethru", "--language", "en")
    assert (row["severity"], row["code"], row["row"]) == ("error", "no-product", first.line)
    assert row["message"].startswith("DriveThruCards makes nothing of what is asked for")
    assert row["hint"] == "it makes Poker cards, 2.5 × 3.5 in"
