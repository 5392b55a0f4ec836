"""Pictures for screens and pnp export as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from export_builders import BACK, COLOURS, exported, market, near, picture
from output_builders import pnp
from PIL import Image, ImageChops

from pnp.export.pictures import Pattern
from pnp.export.table_setup import arrange
from pnp.face.layout import KitFaces
from pnp.kits import load
from pnp.sheet.options import EVERYTHING, BadOptionError

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return market(tmp_path_factory.mktemp("kit") / "market")


def test_each_face_is_a_picture_cut_to_its_shape(kit: Path, tmp_path: Path) -> None:
    done = exported(kit, tmp_path, way="faces", dpi=127.0)
    names = {file.path for file in done.manifest.files}
    assert "en/goods-good-002-front.png" in names
    assert "en/goods-back.png" in names and not any("-back" in name for name in names if "good-00" in name)
    assert {f"en/dice-d6-side-{side}.png" for side in range(1, 7)} <= names
    card = picture(done, "goods-good-002-front.png")
    assert card.size == (250, 350) and card.mode == "RGBA"
    assert near(card.getpixel((125, 175)), COLOURS[2])
    assert card.getpixel((0, 0))[3] == 0 and card.getpixel((125, 0))[3] == 255
    coin = picture(done, "coins-good-000-front.png")
    assert [coin.getpixel(at)[3] for at in ((4, 4), (50, 50), (95, 4))] == [0, 255, 0]
    assert near(picture(done, "goods-back.png").getpixel((125, 175)), BACK)


@pytest.mark.parametrize("way", ["faces", "fan"])
def test_little_ink_is_black_alone(tmp_path: Path, way: str) -> None:
    kit = market(tmp_path / "kit")
    (kit / "art").mkdir(exist_ok=True)
    Image.new("RGB", (64, 64), "#C02020").save(kit / "art" / "photo.png")
    face = kit / "faces" / "plain.toml"
    face.write_text(face.read_text() + '\n[[draw]]\npicture = "photo.png"\nbox = [0, 0, 20, 20]\nfit = "stretch"\n')
    done = exported(kit, tmp_path, way=way, ink="low", only=("goods",))
    shown = [Image.open(done.folder / file.path).convert("RGB") for file in done.manifest.files if file.width_px]
    reddest = [ImageChops.subtract(*picture.split()[:2]).getextrema()[1] for picture in shown]
    assert reddest and max(reddest) < 100, "no more than the ground and the edges of cards are tinted"


def test_names_follow_the_pattern_and_widths_are_pixels(kit: Path, tmp_path: Path) -> None:
    done = exported(kit, tmp_path, way="faces", name="{component}/{number}-{row}.webp", width=180)
    names = [file.path for file in done.manifest.files]
    assert "en/goods/3-good-002.webp" in names and "en/board/1.webp" in names
    assert not any("back" in name for name in names)
    assert {file.width_px for file in done.manifest.files} == {180}
    assert picture(done, "goods/3-good-002.webp").format == "WEBP"


def test_faces_are_written_as_svg_by_the_ending_of_their_names(kit: Path, tmp_path: Path) -> None:
    for bleed, size in ((False, 'viewBox="0 0 50 70"'), (True, 'viewBox="-3 -3 56 76"')):
        out = tmp_path / str(bleed)
        done = exported(kit, out, way="faces", only=("goods",), name="{component}-{row}-{side}.svg", bleed=bleed)
        found = [(done.folder / file.path).read_text("utf-8") for file in done.manifest.files]
        assert found and all("<svg" in text and size in text for text in found), found[0][:300]
    for wrong in ({"dpi": 100.0}, {"width": 100}, {"ink": "black"}):
        with pytest.raises(BadOptionError, match="SVG files"):
            exported(kit, tmp_path / "wrong", way="faces", name="{component}-{row}-{side}.svg", **wrong)


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("{colour}.png", r"asks for \{colour\}; there are \{kit\}"),
        ("{row}.jpg", "must end in .png, .webp, .svg"),
        ("/tmp/{row}.png", "leads out of the folder"),
        ("{row.__class__}.png", "asks for"),
    ],
)
def test_a_pattern_that_means_nothing_is_refused(pattern: str, said: str) -> None:
    with pytest.raises(BadOptionError, match=said):
        Pattern(pattern)


@pytest.mark.parametrize("way", ["contact", "fan", "table"])
def test_the_same_kit_makes_the_same_bytes(way: str, kit: Path, tmp_path: Path) -> None:
    first, second = (exported(kit, tmp_path / name, way=way, width=400) for name in ("one", "two"))
    assert [file.path for file in first.manifest.files] == [file.path for file in second.manifest.files]
    for file in first.manifest.files:
        assert (first.folder / file.path).read_bytes() == (second.folder / file.path).read_bytes(), file.path
    listed = json.loads((first.folder / "for-programs/manifest.json").read_text())
    assert {file["path"] for file in listed["files"]} == {
        path.relative_to(first.folder).as_posix() for path in first.folder.rglob("*.*") if path.name != "manifest.json"
    }
    assert all((first.folder / file["path"]).stat().st_size == file["bytes"] for file in listed["files"])


def test_the_fan_lies_on_a_clear_ground(kit: Path, tmp_path: Path) -> None:
    hand = picture(exported(kit, tmp_path, way="fan"), "fan.png")
    assert hand.mode == "RGBA" and hand.width == 1600
    assert [hand.getpixel(at)[3] for at in ((0, 0), (1599, 0))] == [0, 0]
    seen = [hand.getpixel((x, hand.height // 3)) for x in range(0, 1600, 20)]
    found = [wanted for wanted in COLOURS if any(near(at, wanted, 12) and at[3] == 255 for at in seen)]
    assert found == list(COLOURS)


def test_cards_lie_on_their_places_on_the_table(kit: Path) -> None:
    loaded = load(kit)
    things, _ = arrange(loaded, KitFaces(loaded, "en"), EVERYTHING)
    goods = [thing for thing in things if thing.piece.component.id == "goods"]
    assert [(round(thing.x, 6), round(thing.y, 6)) for thing in goods[:2]] == [(-64, -24), (64, -24)]
    assert all(thing.lift > 0 for thing in goods[:2])
    assert sum(thing.copies for thing in goods) == 12
    board = next(thing for thing in things if thing.piece.component.id == "board")
    assert (board.x, board.y) == (0, 0)


def test_both_languages_are_written_and_said(tmp_path: Path) -> None:
    result = pnp("export", market(tmp_path / "kit"), "--as", "fan", "--width", 200, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    for language in ("en", "es"):
        assert (tmp_path / "out" / "market-fan" / language / "fan.png").is_file()
        assert f"{language}/fan.png  200 × " in result.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--as", "poster"), "'poster' is not one of"),
        (("--as", "fan", "--name", "{row}.png"), "--name is for --as faces"),
        (("--as", "fan", "--url", "https://example.org"), "--url is for --as tts"),
        (("--as", "tts", "--url", "https://example.org/?a"), "without '?' or '#'"),
        (("--as", "faces", "--dpi", "72", "--width", "90"), "leave out one"),
    ],
)
def test_a_wrong_use_gets_one_message_and_writes_nothing(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    result = pnp("export", market(tmp_path / "kit"), *arguments, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert said in result.output and result.output.count("Error:") == 1
    assert not (tmp_path / "out").exists() or not list((tmp_path / "out").iterdir())
