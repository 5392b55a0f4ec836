"""What a sound kit says: components, words, theme, boxes; which files are its own, and its build id."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from click.testing import Result
from export_builders import market
from kit_builders import DYES, FILES, KIT, swapped, where, write_kit
from output_builders import pnp

from pnp.build.build import build, check
from pnp.face.layout import KitFaces
from pnp.findings import KitError
from pnp.kit import expand
from pnp.kit.evaluation import make_row_test
from pnp.kit.expressions import parse_condition
from pnp.kit.model import Record
from pnp.kit.theme import read_press_theme
from pnp.kit.toml_source import BadValueError
from pnp.kit.values import parse_length
from pnp.kits import find, list_known_kits, load, read
from pnp.scene import Rect
from pnp.sheet.options import Options


def test_copies_come_from_a_column_and_rows_from_a_condition(tmp_path: Path) -> None:
    kit = load(write_kit(tmp_path))
    rows = expand(kit, kit.components[0])
    assert [(record.key, copies) for record, copies in rows if record] == [("blue", 2), ("red", 3)]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("kind", True),
        ("note", False),
        ("cubes", True),
        ("kind = natural", True),
        ("not kind = natural", False),
        ("cubes > 1 and cubes <= 2", True),
        ("cubes >= 2 and kind = mixed", False),
        ("note < 1", False),
        ("friend = red", True),
        ("brew = red", True),
        ("kind = mixed or cubes = 2 and note", False),
        ("(kind = mixed or cubes = 2) and not note", True),
        ("cubes * 2 + 1 = 5 and cubes % 2 = 0 and cubes / 4 < 1", True),
        ("max(cubes, 3) = 3 and len(kind) > 6", True),
        ("(note or 7) = 7", True),
    ],
)
def test_a_condition_holds_for_a_row(condition: str, holds: bool) -> None:
    red = Record("dyes", "red", 3, {"kind": "mixed"})
    blue = {"kind": "natural", "cubes": 2, "note": None, "friend": red, "other": red, "brew": (red,)}
    assert make_row_test(parse_condition(condition), {})(Record("dyes", "blue", 2, blue)) is holds


@pytest.mark.parametrize(
    "text", ["", "a b", "= 3", "a and", "a == b", "a =", "a = b = c d and (", "a.b.", "a && b", "|| b"]
)
def test_nonsense_is_no_condition(text: str) -> None:
    with pytest.raises(BadValueError) as caught:
        parse_condition(text)
    assert "cost > 2" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "length"), [("2.5in", 63.5), ("3.5in", 88.9), ("1 cm", 10), ("72pt", 25.4), ("-3mm", -3), ("4", 4)]
)
def test_lengths_carry_units(text: str, length: float) -> None:
    assert parse_length(text) == length


def test_a_kits_theme_changes_the_presss_key_by_key(tmp_path: Path) -> None:
    text = '[colour]\nsilk = "#ABCDEF"\nground = "bolt"\nbolt = "silk"\n[style.title]\nsize = 20\n[icon]\ngo = "swap"\n'
    theme = load(write_kit(tmp_path, {"theme.toml": text})).theme
    assert theme.colours["ground"] == "#ABCDEF"
    assert theme.colours["ink"] == read_press_theme().colours["ink"]
    assert theme.styles["title"].size == 20
    assert theme.styles["title"].align == read_press_theme().styles["title"].align
    assert theme.icons == {"go": "swap"}


@pytest.mark.parametrize(
    ("cells", "condition", "hint"),
    [
        ("TRUE FALSE FALSE", "elite", "elite = TRUE"),
        ("yes no yes", "not elite", "elite = yes"),
        ("- no -", "cubes > 1 and (kind = natural or elite)", "elite = yes"),
        ("yes no maybe", "elite", ""),
        ("yes no no", "kind", ""),
    ],
)
def test_a_cell_that_says_no_is_filled_which_is_told(tmp_path: Path, cells: str, condition: str, hint: str) -> None:
    header, *rows = DYES.splitlines()
    columns = [cell.replace("-", "") for cell in cells.split()]
    table = "\n".join([f"{header},elite", *(f"{row},{cell}" for row, cell in zip(rows, columns, strict=True))])
    toml = swapped(KIT, ('"kind = natural"', f'"{condition}"'), ("count = 5\n", ""))
    face = FILES["faces/dye.toml"] + f'when = "{condition}"\n'
    _, found = read(write_kit(tmp_path, {"kit.toml": toml, "dyes.csv": table, "faces/dye.toml": face}))
    findings = [one for one in found if one.code != "count"]
    assert [(one.severity, one.code) for one in findings] == [("warning", "yes-or-no")] * 2 * bool(hint)
    assert [where(one, tmp_path) for one in findings] == ["kit.toml:15:where", "faces/dye.toml:5:when"] * bool(hint)
    assert all(one.hint.partition(" = ")[2].startswith(f'"{hint}", or leave') for one in findings)


# --- boxes that are written by the far edges, by shares and by the middle fit every size of a piece ---

CARDS = "".join(
    f'[[component]]\nid = "{name}"\nkind = "card"\nsize = "{name}"\neach = "dyes"\nface = "dye"\n'
    for name in ("poker", "tarot", "mini-us")
)
HEAD = '[kit]\nid = "tiny"\ntitle = "Tiny"\nplayers = [2, 4]\nlanguages = ["en"]\n'
TABLE = '[table.dyes]\nfile = "dyes.csv"\n[table.dyes.columns]\ngap = "number"\n'
ART = """\
[box]
art = { x = 4, right = 4, y = 10, h = "45%" }
[[draw]]
rect = "art"
fill = "ink"
[[draw]]
rect = { x = "middle", w = "100% - 12", bottom = 6, h = 8 }
fill = "ink"
[[draw]]
rect = ["middle - 10", "50%", "20", "10%"]
fill = "ink"
inset = 1
[[draw]]
rect = { right = "{gap}", w = 5, y = "{gap} + 2", bottom = "50%" }
fill = "ink"
"""
SIZES = [(63.5, 88.9), (70.0, 120.0), (41.0, 63.0)]


def kit_of(folder: Path, face: str) -> Path:
    changes = {"kit.toml": HEAD + TABLE + CARDS, "dyes.csv": "id,gap\na,3\n", "faces/dye.toml": face}
    return write_kit(folder, {**changes, "faces/plain.toml": None, "words.en.toml": None, "words.es.toml": None})


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_one_face_fits_three_sizes_of_cards(tmp_path: Path, width: float, height: float) -> None:
    kit = load(kit_of(tmp_path, ART))
    scene = KitFaces(kit, "en").scene("dye", kit.tables["dyes"]["a"], size=(width, height))
    boxes = [
        (item.box.x, item.box.y, item.box.width, item.box.height) for item in scene.items if isinstance(item, Rect)
    ]
    art, title, middle, bound = boxes
    assert art == pytest.approx((4, 10, width - 8, 0.45 * height))
    assert title == pytest.approx((6, height - 14, width - 12, 8))
    assert middle == pytest.approx((width / 2 - 19, height / 2 + 1, 18, 0.1 * height - 2))
    assert bound == pytest.approx((width - 8, 5, 5, height / 2 - 5))


@pytest.mark.parametrize(
    ("face", "place"),
    [
        ('[box]\nart = { x = 40, right = 10 }\n[[draw]]\nrect = "art"\nfill = "ink"\n', "faces/dye.toml:3:rect"),
        ('[[draw]]\nrect = { x = "{gap} + 37", right = 10 }\nfill = "ink"\n', "faces/dye.toml:1:rect"),
    ],
)
def test_a_box_without_area_names_the_piece(tmp_path: Path, face: str, place: str) -> None:
    found = check(kit_of(tmp_path, face), Options(out=tmp_path), lambda name, done: None)
    (finding,) = found.errors
    assert "has no width on a piece of 41 × 63 mm" in finding.message and finding.hint
    assert str(finding.place).endswith(place)


def test_the_build_id_follows_names_and_contents_alone(tmp_path: Path) -> None:
    first, second = write_kit(tmp_path / "a"), write_kit(tmp_path / "b")
    (second / "notes.txt").write_text("not the kit's")
    (second / ".hidden.csv").write_text("id")
    (second / "dyes.csv").write_bytes(DYES.replace("\n", "\r\n").encode())
    os.utime(second / "dyes.csv", (1, 1))
    build = load(first).build
    assert load(second).build == build
    assert len(build) == 6
    assert int(build, 16) >= 0
    (second / "art").mkdir()
    (second / "art" / "new.svg").write_text("<svg/>")
    assert load(second).build != build


def test_a_kit_is_found_by_name_or_path(tmp_path: Path) -> None:
    assert find(str(write_kit(tmp_path))) == tmp_path
    assert find("hangzhou") == list_known_kits()["hangzhou"]
    with pytest.raises(KitError) as caught:
        find("hangzou")
    assert "hangzhou" in caught.value.findings[0].hint


EVERY = (("check",), ("build", "--out", "out"), ("fetch",), ("export", "--as", "contact", "--out", "out"), ("schema",))
"""Commands that work on kits, as they are typed without one."""


def first_line(result: Result) -> str:
    return result.output.splitlines()[0]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", EVERY, ids=[command[0] for command in EVERY])
def test_without_a_name_the_kit_in_this_folder_is_meant(here: Path, command: tuple[str, ...]) -> None:
    write_kit(here)
    result = pnp(*command)
    assert first_line(result) == f"Kit: {here.name} (this folder)"
    assert "hangzhou" not in result.output


@pytest.mark.parametrize("command", EVERY[:2], ids=[command[0] for command in EVERY[:2]])
@pytest.mark.parametrize("broken", ["[kit\n", None])
def test_a_broken_kit_in_this_folder_is_the_one(here: Path, command: tuple[str, ...], broken: str | None) -> None:
    if broken is None:
        (here / "kit.toml").symlink_to("nowhere")
    else:
        (here / "kit.toml").write_text(broken)
    (here / "inner").mkdir()
    write_kit(here / "inner")
    result = pnp(*command)
    assert result.exit_code == 1 and "kit.toml" in result.output and "no findings" not in result.output
    assert first_line(result) == f"Kit: {here.name} (this folder)" and not (here / "out").exists()


def test_without_a_name_kits_in_subfolders_come_next(here: Path) -> None:
    for name in ("b", "a", ".hidden"):
        (here / name).mkdir()
        write_kit(here / name)
    (here / "c").mkdir()
    result = pnp("check")
    assert first_line(result) == "Kits: a, b (subfolders)" and result.exit_code == 0
    assert [line[0] for line in result.output.splitlines() if re.fullmatch("[a-z]: [0-9n].*", line)] == ["a", "b"]
    (here / "b" / "kit.toml").write_text("[kit\n")
    assert pnp("check").exit_code == 1


@pytest.mark.parametrize("command", [("build",), ("order", "mpc"), ("export", "--as", "faces")], ids=" ".join)
def test_kits_of_one_id_do_not_replace_each_other(here: Path, command: tuple[str, ...]) -> None:
    for name in ("a", "b"):
        (here / name).mkdir()
        write_kit(here / name)
    result = pnp(*command)
    assert result.exit_code == 2
    assert "Error: a and b have the same id, 'tiny': change one, or name one kit" in result.output
    assert {one.name for one in here.iterdir()} == {"a", "b"}


@pytest.mark.parametrize("command", EVERY, ids=[command[0] for command in EVERY])
def test_a_folder_without_kits_is_one_message(here: Path, command: tuple[str, ...]) -> None:
    result = pnp(*command)
    assert result.exit_code == 2 and result.output.count("Error: ") == 1
    assert "there is no kit in this folder; go to one with a kit.toml" in result.output and "pnp new" in result.output


def test_a_folder_goes_before_a_kit_of_ours_of_that_name(here: Path) -> None:
    assert first_line(pnp("schema", "hangzhou", "--help")).startswith("Usage")
    assert first_line(pnp("words", "hangzhou", "en")) == "Kit: hangzhou (comes with the press)"
    (here / "hangzhou").mkdir()  # what a build left, say
    assert first_line(pnp("words", "hangzhou", "en")) == "Kit: hangzhou (comes with the press)"
    (here / "hangzhou" / "kit.toml").write_text("[kit\n")
    for command in (("check", "hangzhou"), ("build", "hangzhou"), ("words", "hangzhou", "en"), ("fetch", "hangzhou")):
        result = pnp(*command)
        assert first_line(result) == "Kit: hangzhou (folder ./hangzhou)", command
        assert result.exit_code == 1 and "hangzhou/kit.toml" in result.output, command
    lines = pnp("diff", "hangzhou", "xanadu").output.splitlines()
    assert lines[0] == "Kits: hangzhou (folder ./hangzhou), xanadu (comes with the press)"
    assert lines[1].startswith("hangzhou/kit.toml:1: error: not valid TOML")


def test_a_kit_that_is_saved_while_it_is_printed_leaves_the_output_as_it_was(tmp_path: Path) -> None:
    """Some of what was read is of the edition before, some of the one behind."""
    kit = market(tmp_path / "kit", rows=2)
    options = Options(out=tmp_path / "out", languages=("en",))
    build(kit, options, lambda *_: None)
    before = stamps_of_all(options.out)

    def saved(*_: object) -> None:
        with (kit / "kit.toml").open("a") as file:
            file.write("# one word more\n")

    with pytest.raises(KitError, match=r"kit\.toml: the kit was saved while it was printed"):
        build(kit, options, saved)
    assert before == stamps_of_all(options.out)


def stamps_of_all(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
