"""Our own kits through each print shop, in two languages and with little ink: what they come to there."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest
from vendor_builders import found, made, pictures

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
PIECES = {"dunhuang": "goods:tea", "hangzhou": "seals:1", "xanadu": "buildings:1"}
PRODUCTS = {
    ("game-crafter", "dunhuang"): "us-game-deck",
    ("game-crafter", "hangzhou"): "medium-circle-chit",
    ("game-crafter", "xanadu"): "poker-deck",
    ("mpc", "dunhuang"): "bridge",
    ("mpc", "xanadu"): "poker",
    ("drivethru", "xanadu"): "poker",
    ("print-shop", "dunhuang"): "card",
    ("print-shop", "hangzhou"): "round",
    ("print-shop", "xanadu"): "card",
}


@pytest.mark.parametrize(("vendor", "kit"), PRODUCTS)
def test_a_kit_becomes_the_shop_s_product_in_each_language_with_little_ink(
    vendor: str, kit: str, tmp_path: Path
) -> None:
    folder = made(tmp_path, kit, vendor, "--only", PIECES[kit], "--ink", "low")
    manifest = json.loads((folder / "for-programs/manifest.json").read_text("utf-8"))
    assert [(line["language"], line["product"]) for line in manifest["order"]] == [
        (language, PRODUCTS[vendor, kit]) for language in ("en", "es")
    ]
    assert {file["path"] for file in manifest["files"]} | {"for-programs"} == {path.name for path in folder.iterdir()}
    for packed in folder.glob("*.zip"):
        for picture in pictures(packed).values():
            assert all(len({*colour}) == 1 for _, colour in picture.getcolors(1 << 22) or ()), "black alone"
    for path in folder.glob("*.pdf"):
        with pikepdf.open(path) as document:
            for page in document.pages:
                for operands, operator in pikepdf.parse_content_stream(page):
                    if str(operator) in ("k", "K"):
                        assert [float(ink) for ink in operands][:3] == [0, 0, 0], "black alone"


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
