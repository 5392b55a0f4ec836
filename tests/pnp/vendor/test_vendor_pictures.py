"""Shops that take pictures, and the rows of all shops."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from our_kits import our_kit
from output_builders import pnp
from vendor_builders import FILES, KIT, found, made, market, needs_profile, pictures

from pnp.kits import list_known_kits
from pnp.sheet.options import EVERYTHING
from pnp.vendor.preflight import unmade
from pnp.vendor.shop import fits, load, names


@pytest.fixture(scope="module")
def crafted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("crafted"), market(tmp_path_factory.mktemp("kit")), "game-crafter")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("played"), market(tmp_path_factory.mktemp("kit")), "mpc", "--language", "es")


@pytest.mark.long
def test_a_poker_card_has_the_pixels_that_the_game_crafter_publishes(crafted: Path) -> None:
    shown = pictures(crafted / "market-en-game-crafter.zip")
    assert list(shown) == [
        "poker-deck/front/1-goods-silk.png",
        "poker-deck/front/2-goods-tea.png",
        "poker-deck/back/all.png",
        "poker-deck-2/front/1-camels.png",
        "poker-deck-2/back/all.png",
        "large-circle-chit/front/1-seals.png",
    ]
    for name, picture in shown.items():
        assert picture.size == ((375, 375) if "chit" in name else (825, 1125)), name
        assert picture.mode == "RGB" and picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)


@pytest.mark.long
def test_makeplayingcards_gets_a_picture_for_each_card_of_822_by_1122(played: Path) -> None:
    shown = pictures(played / "market-es-mpc.zip")
    fronts = ["1-goods-silk", "2-goods-silk", "3-goods-silk", "4-goods-tea", "5-camels", "6-camels"]
    assert list(shown) == [f"poker/{side}/{name}.png" for side in ("front", "back") for name in fronts]
    assert {picture.size for picture in shown.values()} == {(822, 1122)}


@pytest.mark.long
def test_the_order_says_what_to_ask_for_in_the_language_of_the_kit(crafted: Path, played: Path) -> None:
    english = (crafted / "market-en-game-crafter-order.txt").read_text("utf-8")
    assert "Poker Deck, 63.5 × 88.9 mm: 4\n    Goods 4\n    folder poker-deck/, fronts: 2; one back for all" in english
    assert "more than once: goods-silk × 3" in english and "drawn at 106 %: Seals" in english
    assert "Not made here, print at home: Tower" in english and "read on 2026-11-22: https://help.thegame" in english
    spanish = (played / "market-es-mpc-order.txt").read_text("utf-8")
    assert "se cobran como 18" in spanish and "imprímelas en casa: Sellos, Torre" in spanish
    with zipfile.ZipFile(played / "market-es-mpc.zip") as packed:
        assert packed.read("order.txt").decode() == spanish


@pytest.mark.long
def test_two_builds_give_the_same_bytes_and_the_next_leaves_no_file_of_the_last(tmp_path: Path) -> None:
    kit = market(tmp_path / "kit")
    one, two = (made(tmp_path / name, kit, "game-crafter") for name in ("one", "two"))
    assert {path.name: path.read_bytes() for path in one.rglob("*.*")} == {
        path.name: path.read_bytes() for path in two.rglob("*.*")
    }
    made(tmp_path / "one", kit, "game-crafter", "--language", "en")
    assert not [path for path in one.iterdir() if "-es-" in path.name]


@pytest.mark.long
def test_a_check_names_what_the_shop_would_mind(tmp_path: Path) -> None:
    kit = market(
        tmp_path / "kit",
        {
            "faces/card.toml": FILES["faces/card.toml"].replace("[6, 6,", "[3, 6,"),
            "faces/back.toml": '[[draw]]\nrect = [-2, -2, 67.5, 92.9]\nfill = "#23426B"\n\n'
            '[[draw]]\nrect = [2, 2, 59.5, 84.9]\nstroke = "#FFFFFF"\nwidth = 0.5\n',
        },
    )
    rows = found(kit, "game-crafter", "--language", "en")
    told = {(row["code"], row["file"].rpartition("/")[2], row["row"]) for row in rows}
    assert ("near-trim", "card.toml", 5) in told, "words 3.0 mm from the trim, nearer than 3.175"
    assert ("no-bleed", "back.toml", 1) in told, "a ground that ends 2 mm beyond it"
    assert ("art-trim", "back.toml", 5) in told, "a frame 1.8 mm from it"
    assert {row["severity"] for row in rows} == {"warning"}
    (home,) = [row for row in rows if row["code"] == "no-product"]
    assert home["message"] == "The Game Crafter makes no figures to fold: tower" and "--only tower" in home["hint"]
    (larger,) = [row for row in rows if row["code"] == "resized"]
    assert "seals of 24 × 24 mm come as Large Circle Chit, cut to 25.4 × 25.4 mm" in larger["message"]
    (plain,) = found(market(tmp_path / "plain"), "mpc", "--language", "en")[:1]
    assert plain["message"] == "6 pieces of Custom cards, 63 × 88 mm are charged as 18"
    assert plain["row"] == 1 + KIT.splitlines().index("[[component]]"), "where the first of them is asked for"


@pytest.mark.long
def test_a_shop_that_makes_nothing_of_a_kit_is_an_error_and_nothing_is_written(tmp_path: Path) -> None:
    result = pnp("order", "mpc", market(tmp_path / "kit"), "--only", "seals", "--out", tmp_path / "out")
    assert result.exit_code == 1 and "MakePlayingCards makes nothing of what is asked for" in result.output
    assert not list((tmp_path / "out").iterdir())


@pytest.mark.long
def test_a_card_on_its_side_is_turned_and_its_back_the_other_way(crafted: Path) -> None:
    """The blue mark stands at the upper left of the lying card: turned clockwise at the upper right, its back at the
    lower left, so that it is still upright when it is turned over like the page of a book."""
    shown = pictures(crafted / "market-en-game-crafter.zip")
    front, back = shown["poker-deck-2/front/1-camels.png"], shown["poker-deck-2/back/all.png"]
    dot = round(15 / 25.4 * 300)
    blue = (0, 0, 255)
    assert front.getpixel((front.width - dot, dot + 100)) == blue != front.getpixel((dot, front.height - dot - 100))
    assert back.getpixel((dot, back.height - dot - 100)) == blue != back.getpixel((back.width - dot, dot + 100))


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


def test_every_shop_says_what_becomes_of_each_component_of_our_kits() -> None:
    """What is neither ordered nor told is lost: this looks at the rows of all shops without laying out a face."""
    shops = [load(name) for name in names()]
    for name in list_known_kits():
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
