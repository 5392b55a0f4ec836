"""Shops that take pictures: the published pixels, bleed and safe zone, names and order, and what to ask for."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from output_builders import pnp
from vendor_builders import FILES, KIT, found, made, market, pictures

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def crafted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("crafted"), market(tmp_path_factory.mktemp("kit")), "game-crafter")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("played"), market(tmp_path_factory.mktemp("kit")), "mpc", "--language", "es")


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


def test_makeplayingcards_gets_a_picture_for_each_card_of_822_by_1122(played: Path) -> None:
    shown = pictures(played / "market-es-mpc.zip")
    fronts = ["1-goods-silk", "2-goods-silk", "3-goods-silk", "4-goods-tea", "5-camels", "6-camels"]
    assert list(shown) == [f"poker/{side}/{name}.png" for side in ("front", "back") for name in fronts]
    assert {picture.size for picture in shown.values()} == {(822, 1122)}


def test_the_order_says_what_to_ask_for_in_the_language_of_the_kit(crafted: Path, played: Path) -> None:
    english = (crafted / "market-en-game-crafter-order.txt").read_text("utf-8")
    assert "Poker Deck, 63.5 × 88.9 mm: 4\n    Goods 4\n    folder poker-deck/, fronts: 2; one back for all" in english
    assert "more than once: goods-silk × 3" in english and "drawn at 106 %: Seals" in english
    assert "Not made here, print at home: Tower" in english and "read on 2026-11-22: https://help.thegame" in english
    spanish = (played / "market-es-mpc-order.txt").read_text("utf-8")
    assert "se cobran como 18" in spanish and "imprímelas en casa: Sellos, Torre" in spanish
    with zipfile.ZipFile(played / "market-es-mpc.zip") as packed:
        assert packed.read("order.txt").decode() == spanish


def test_two_builds_give_the_same_bytes_and_the_next_leaves_no_file_of_the_last(tmp_path: Path) -> None:
    kit = market(tmp_path / "kit")
    one, two = (made(tmp_path / name, kit, "game-crafter") for name in ("one", "two"))
    assert {path.name: path.read_bytes() for path in one.rglob("*.*")} == {
        path.name: path.read_bytes() for path in two.rglob("*.*")
    }
    made(tmp_path / "one", kit, "game-crafter", "--language", "en")
    assert not [path for path in one.iterdir() if "-es-" in path.name]


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


def test_a_shop_that_makes_nothing_of_a_kit_is_an_error_and_nothing_is_written(tmp_path: Path) -> None:
    result = pnp("order", "mpc", market(tmp_path / "kit"), "--only", "seals", "--out", tmp_path / "out")
    assert result.exit_code == 1 and "MakePlayingCards makes nothing of what is asked for" in result.output
    assert not list((tmp_path / "out").iterdir())


def test_a_card_on_its_side_is_turned_and_its_back_the_other_way(crafted: Path) -> None:
    """The blue mark stands at the upper left of the lying card: turned clockwise at the upper right, its back at the
    lower left, so that it is still upright when it is turned over like the page of a book."""
    shown = pictures(crafted / "market-en-game-crafter.zip")
    front, back = shown["poker-deck-2/front/1-camels.png"], shown["poker-deck-2/back/all.png"]
    dot = round(15 / 25.4 * 300)
    blue = (0, 0, 255)
    assert front.getpixel((front.width - dot, dot + 100)) == blue != front.getpixel((dot, front.height - dot - 100))
    assert back.getpixel((dot, back.height - dot - 100)) == blue != back.getpixel((back.width - dot, dot + 100))
