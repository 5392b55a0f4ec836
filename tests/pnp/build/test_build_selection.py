"""What of a kit is printed: pieces, less than all, boards of any size, boxes for what is sleeved."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest
from output_builders import FACE, KIT_TOML, pnp, tiny

pytestmark = pytest.mark.long


ROWS = "id,name\n1,One\n2,Two\n3,Three\n4,Four\n"


@pytest.mark.parametrize(
    ("only", "count"),
    [
        (["cards"], 4),
        (["cards:2"], 1),
        (["cards:2,3-4"], 3),
        (["cards:2x3"], 3),
        (["cards:1-3x2"], 6),
        (["cards x2"], 8),
        (["cards:1", "cards:1"], 2),
    ],
)
def test_only_the_named_pieces_are_printed(only: list[str], count: int, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    (kit / "faces").mkdir(parents=True)
    toml = KIT_TOML.format(face="card", copies=1).replace("copies = 1", 'each = "cards"')
    (kit / "kit.toml").write_text(toml + '\n[table.cards]\nfile = "cards.csv"\nkey = "id"\n')
    (kit / "faces" / "card.toml").write_text(FACE.replace("{text}", "{name}"))
    (kit / "cards.csv").write_text(ROWS)
    arguments = [part for text in only for part in ("--only", text)]
    result = pnp("build", kit, "--out", tmp_path / "out", *arguments)
    assert result.exit_code == 0, result.output
    manifest = json.loads((tmp_path / "out" / "tiny-reprint" / "for-programs/manifest.json").read_text())
    assert [entry["count"] for entry in manifest["components"]] == [count]
    assert sum(sheet["components"]["cards"] for sheet in manifest["sheets"]) == count


@pytest.mark.parametrize("only", ["dice", "cards:9", "cards:3-1", "cards:1x0", "cards:"])
def test_a_selection_that_names_nothing_is_wrong_usage(only: str, tmp_path: Path) -> None:
    result = pnp("build", tiny(tmp_path / "kit"), "--only", only, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert only.removeprefix("cards:") in result.output


PROFILE = """
[[component]]
id = "coins"
kind = "token"
size = 20
face = "card"

[profile.economy]
without = ["coins"]
"""


@pytest.mark.parametrize("less", [("--without", "coins"), ("--profile", "economy")])
def test_what_is_left_out_is_not_printed_and_the_rest_is_a_whole_kit(less: tuple[str, str], tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    (kit / "kit.toml").write_text((kit / "kit.toml").read_text() + PROFILE)
    assert pnp("build", kit, "--out", tmp_path / "out", *less).exit_code == 0
    manifest = json.loads((tmp_path / "out" / "tiny" / "for-programs/manifest.json").read_text())
    assert [entry["id"] for entry in manifest["components"]] == ["cards"] and manifest["without"] == ["coins"]
    assert "guide" in {file["what"] for file in manifest["files"]}
    assert {name for sheet in manifest["sheets"] for name in sheet["components"]} == {"cards"}


@pytest.mark.parametrize(
    ("less", "said"),
    [
        (("--without", "dice"), "there is no component 'dice'; there are cards, coins"),
        (("--profile", "frugal"), "no profile 'frugal', only lean, full, economy"),
        (("--without", "cards", "--profile", "economy"), "nothing is left to print"),
    ],
)
def test_leaving_out_what_is_not_there_is_wrong_usage(less: tuple[str, ...], said: str, tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    (kit / "kit.toml").write_text((kit / "kit.toml").read_text() + PROFILE)
    result = pnp("build", kit, "--out", tmp_path / "out", *less)
    assert result.exit_code == 2 and said in result.output


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("build", "--only", "dice:3"), "kit: 'dice:3': there is no component 'dice'; there are cards, coins"),
        (("build", "--language", "en,xx"), "kit: this kit is not in 'xx', only in en"),
        (("check", "--language", "xx"), "kit: this kit is not in 'xx'"),
        (("export", "--as", "fan", "--without", "dice"), "kit: 'dice': there is no component 'dice'"),
    ],
)
def test_a_wrong_name_is_an_error(asked: tuple[str, ...], said: str, tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    (kit / "kit.toml").write_text((kit / "kit.toml").read_text() + PROFILE)
    command, *more = asked
    result = pnp(command, kit, *more)
    assert result.exit_code == 2 and said in result.output, result.output


@pytest.mark.parametrize("spoiled", ["", "[kit", '[kit]\nid = "tiny"\nlanguages = 3\n'])
def test_a_kit_that_cannot_be_read_says_so_whatever_is_asked_of_it(spoiled: str, tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    (kit / "kit.toml").write_text(spoiled)
    result = pnp("build", kit, "--out", tmp_path / "out", "--only", "dice")
    assert result.exit_code == 1 and "kit.toml" in result.output, result.output


def test_a_box_for_sleeved_cards_is_larger(tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit", copies=20)
    toml = (kit / "kit.toml").read_text()
    box = '\n[[component]]\nid = "box"\nkind = "box"\ncontents = ["cards"]\nfaces = { front = "card" }\n'

    def width(more: str) -> float:
        (kit / "kit.toml").write_text(toml + box + more)
        result = pnp("build", kit, "--out", tmp_path / "out")
        assert result.exit_code == 0, result.output
        manifest = json.loads((tmp_path / "out" / "tiny" / "for-programs/manifest.json").read_text())
        return float(manifest["components"][1]["width_mm"])

    assert width("sleeved = true\n") == width("") + 3


def test_what_is_thick_comes_on_sheets_of_labels_for_both_sides_of_foam_core(tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    thick = '\n[[component]]\nid = "tiles"\nkind = "tile"\nsize = 60\nstock = "label"\nface = "card"\n'
    thick += 'back = "card"\ncopies = 9\n'
    (kit / "kit.toml").write_text((kit / "kit.toml").read_text() + thick)
    assert pnp("build", kit, "--out", tmp_path / "out").exit_code == 0
    manifest = json.loads((tmp_path / "out" / "tiny" / "for-programs/manifest.json").read_text())
    found = {file["path"]: (file["stock"], file["both_sides"], file["sheets"]) for file in manifest["files"]}
    assert found["en/2-labels-fronts-a4.pdf"] == found["en/3-labels-backs-a4.pdf"] == ("label", False, 1)
    assert found["en/1-card-one-sided-a4.pdf"][0] == "card"


BOARD = '\n[[component]]\nid = "board"\nkind = "board"\nsize = [{size}]\nface = "card"\n'


def test_a_board_that_fits_the_paper_lies_on_a_sheet(tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    (kit / "kit.toml").write_text((kit / "kit.toml").read_text() + BOARD.format(size="150, 150"))
    assert pnp("build", kit, "--out", tmp_path / "out").exit_code == 0
    manifest = json.loads((tmp_path / "out" / "tiny" / "for-programs/manifest.json").read_text())
    assert {file["what"] for file in manifest["files"]} == {"start", "guide", "sheets"}
    assert sum(sheet["components"].get("board", 0) for sheet in manifest["sheets"]) == 1


def test_copies_of_a_board_larger_than_the_paper_are_printed(tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    (kit / "kit.toml").write_text((kit / "kit.toml").read_text() + BOARD.format(size="420, 297") + "copies = 3\n")
    assert pnp("build", kit, "--out", tmp_path / "out").exit_code == 0
    files = json.loads((tmp_path / "out" / "tiny" / "for-programs/manifest.json").read_text())["files"]
    tiles, whole = (next(file for file in files if file["what"] == what) for what in ("tiles", "board"))
    assert (tiles["pages"], tiles["sheets"], tiles["cuts"]) == (3 * 4, 3 * 4, 3 * 16)
    assert whole["pages"] == 3 * 2, "each with the page behind it"


def test_a_large_board_that_is_no_paper_s_size_gets_a_margin_for_it(tmp_path: Path) -> None:
    kit = tiny(tmp_path / "kit")
    (kit / "kit.toml").write_text((kit / "kit.toml").read_text() + BOARD.format(size="400, 280"))
    assert pnp("build", kit, "--out", tmp_path / "out").exit_code == 0
    folder = tmp_path / "out" / "tiny"
    files = json.loads((folder / "for-programs/manifest.json").read_text())["files"]
    (whole,) = [file["path"] for file in files if file["what"] == "board"]
    with pypdfium2.PdfDocument(folder / whole) as document:
        (page,) = document
        left, bottom, right, top = (side * 25.4 / 72 for side in page.get_trimbox())
        assert (right - left, top - bottom) == (pytest.approx(400, abs=0.05), pytest.approx(280, abs=0.05))
        assert page.get_width() * 25.4 / 72 > 420
        assert "print at 100" in page.get_textpage().get_text_range().replace("\xa0", " ")
