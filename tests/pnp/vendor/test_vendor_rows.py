"""Rows of print shops: the published numbers, files of one's own, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from our_kits import our_kit
from output_builders import pnp
from vendor_builders import found, made, market, needs_profile, pictures

from pnp.kits import known_kits
from pnp.sheet.options import EVERYTHING
from pnp.vendor.preflight import unmade
from pnp.vendor.shop import fits, load, names

OWN = """\
[vendor]
title = "Corner Shop"
source = "the counter"
read = 2026-11-22
form = "pictures"
dpi = 150
bleed = 2.0
safe = 4.0

[[vendor.product]]
id = "poker"
title = "Poker cards"
trim = [63.5, 88.9]
pixels = [399, 549]
"""


def test_the_published_numbers() -> None:
    crafter, mpc, drivethru, shop = (load(name) for name in ("game-crafter", "mpc", "drivethru", "print-shop"))
    poker = {vendor.id: vendor.product[0] for vendor in (crafter, mpc, drivethru)}
    assert all(product.trim == (63.5, 88.9) for product in poker.values())
    assert poker["game-crafter"].pixels == (825, 1125) and poker["mpc"].pixels == (822, 1122)
    assert crafter.bleeds(poker["game-crafter"]) == pytest.approx((3.175, 3.175)) and crafter.safe == 3.175
    assert [part / 25.4 * 300 for part in mpc.bleeds(poker["mpc"])] == pytest.approx([36, 36])
    assert crafter.dpi == mpc.dpi == 300 and crafter.form == mpc.form == "pictures"
    assert (drivethru.standard, drivethru.ink, drivethru.bleed) == ("PDF/X-1a:2003", 240, 3.175)
    assert [product.id for product in drivethru.product] == ["poker"], "and nothing else, as its page says"
    assert drivethru.back_first and drivethru.copies and not shop.back_first
    assert (shop.standard, shop.ink, shop.bleed) == ("PDF/X-4", 300, 3.0)


def test_a_shop_of_ones_own_is_a_file_anywhere_or_in_the_folder_of_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "corner.toml").write_text(OWN)
    kit = market(tmp_path / "kit")
    folder = made(tmp_path / "out", kit, str(tmp_path / "corner.toml"), "--language", "en")
    assert folder.name == "market-corner"
    assert {one.size for one in pictures(folder / "market-en-corner.zip").values()} == {(399, 549)}
    (tmp_path / "fine.toml").write_text(OWN.replace("dpi = 150", 'dpi = 150\nfile = "tiff"'))
    tiffs = pictures(
        made(tmp_path / "fine", kit, str(tmp_path / "fine.toml"), "--only", "goods") / "market-en-fine.zip"
    )
    assert {(one.format, one.size, one.info["dpi"]) for one in tiffs.values()} == {("TIFF", (399, 549), (150, 150))}
    assert "poker/back/all.tiff" in tiffs
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "config" / "silk-road-pnp" / "vendors").mkdir(parents=True)
    (tmp_path / "config" / "silk-road-pnp" / "vendors" / "mpc.toml").write_text(OWN)
    assert load("mpc").title == "Corner Shop", "before ours of that name"
    listed = pnp("order")
    assert "Corner Shop: PNG, 150 dpi, bleed 2 mm, safe 4 mm" in listed.output
    assert "poker" in pnp("order", "mpc", "--products").output
    assert "5 × 5 to 2000 × 2000 mm" in pnp("order", "print-shop", "--products").output, "what it makes to measure"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("pixels = [399, 549]", "pixels = [398, 523]"), "398 × 523 is less than its trim"),
        (("pixels = [399, 549]", ""), "has no `pixels`"),
        (('form = "pictures"', 'form = "pages"\nstandard = "PDF/X-4"'), "say how much `ink` they may take"),
        (("dpi = 150", "dpi = 150\ncounts = [54, 18]"), "`counts` grow from one to the next"),
        (("[[vendor.product]]", "[[vendor.product"), "cannot be used"),
    ],
)
def test_a_wrong_file_gets_one_message_that_says_what(tmp_path: Path, change: tuple[str, str], told: str) -> None:
    path = tmp_path / "corner.toml"
    path.write_text(OWN.replace(*change))
    result = pnp("check", market(tmp_path / "kit"), "--vendor", path)
    assert result.exit_code == 2 and told in result.output and str(path) in result.output.replace("\n", "")


def test_an_unknown_shop_is_told_with_those_that_are_known(tmp_path: Path) -> None:
    result = pnp("order", "mcp", market(tmp_path / "kit"))
    assert result.exit_code == 2 and "'mcp' is no print shop: known are drivethru, game-crafter" in result.output
    assert "cannot be read: No such file" in pnp("order", tmp_path / "none.toml").output


# --- our own kits ------------------------------------------------------------------------------------------


def test_every_shop_says_what_becomes_of_each_component_of_our_kits() -> None:
    """What is neither ordered nor told is lost: this looks at the rows of all shops without laying out a face."""
    shops = [load(name) for name in names()]
    for name in known_kits():
        kit = our_kit(name)
        for vendor in shops:
            fitting = fits(vendor, kit, EVERYTHING)
            told = " ".join(f"{finding.message} " for finding in unmade(vendor, kit, EVERYTHING, fitting))
            for component in kit.components:
                leaflet = component.kind == "leaflet" and vendor.leaflets
                assert leaflet or component.id in fitting or component.id in told or "makes nothing" in told


@needs_profile
def test_a_shop_of_one_product_says_which_and_where_the_kit_asks_for_others() -> None:
    first = our_kit("dunhuang").components[0]
    (row,) = found("dunhuang", "drivethru", "--language", "en")
    assert (row["severity"], row["code"], row["row"]) == ("error", "no-product", first.line)
    assert row["message"].startswith("DriveThruCards makes nothing of what is asked for")
    assert row["hint"] == "it makes Poker cards, 2.5 × 3.5 in"
