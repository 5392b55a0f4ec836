"""A printer measured by eye, and pnp calibrate as a user meets it."""

from __future__ import annotations

import io
import math
import random
from pathlib import Path
from statistics import median

import pikepdf
import pytest
from click.testing import Result
from output_builders import manifest, page_texts, pnp, tiny

from pnp.art.paths import inverse, map_point
from pnp.calibration.printer_profile import ProfileError, by_eye, list_printers, load
from pnp.calibration.test_page import LETTERS, MEASURED, Geometry, write_test_page
from pnp.sheet.paper import PaperName
from pnp.sheet.printer import PrintShift

FRONT = ("55.2,54.8", "155.1,54.9", "155.3,234.2", "55.3,234.0")
FITTED = ("56.4,57.7", "153.6,57.7", "153.6,231.6", "56.4,231.6")
"""What is read of a page that was fitted to 97 %."""
BACK = ("1.4,-0.6", "1.2,−0.8", "1.2,-0.6", "1.4,-0.6")


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder of settings."""
    monkeypatch.setattr("pnp.calibration.printer_profile.user_config_path", lambda name: tmp_path / "config" / name)
    return tmp_path / "config" / "silk-road-pnp" / "printers"


def read(*further: str) -> Result:
    return pnp("calibrate", "read", "--front", *FRONT, "--back", *BACK, *further)


def test_the_command_writes_it_and_says_what_comes_next(tmp_path: Path) -> None:
    done = pnp("calibrate", "--paper", "letter", "--backs", "short-edge", "--tray", "tray 2", "--out", str(tmp_path))
    path = tmp_path / "printer-test-letter-short-edge.pdf"
    assert done.exit_code == 0 and str(path) in done.stdout
    assert "calibrate read --paper letter --backs short-edge" in done.stderr
    with pikepdf.open(path) as document:
        assert [float(side) for side in document.pages[0].mediabox[2:]] == pytest.approx([612, 792])


def test_readings_become_a_profile_that_pages_are_corrected_by(tmp_path: Path, settings: Path) -> None:
    done = read("--printer", " Office  tray 2")
    assert done.exit_code == 0, done.output
    assert "Print with it: pnp build KIT --printer 'Office tray 2'" in done.stderr
    assert (settings / "office-tray-2.toml").is_file() and list_printers() == ("Office tray 2",)
    profile = load("office TRAY 2")
    assert profile.means == "readings" and 0.1 <= profile.uncertainty < 0.3
    assert profile.front.right == pytest.approx(0.23, abs=0.01) and profile.back.right == pytest.approx(-1.53, abs=0.01)
    kit = tiny(tmp_path / "kit")
    plain, true = tmp_path / "plain", tmp_path / "true"
    for out, further in ((plain, ()), (true, ("--printer", "Office tray 2"))):
        again = pnp("build", str(kit), "--out", str(out), *further)
        assert again.exit_code == 0, again.output
    for before, after in zip(*(manifest(folder / "tiny")["files"] for folder in (plain, true)), strict=True):
        assert before["path"] == after["path"]
        one, other = (" ".join(page_texts(folder / "tiny" / before["path"])) for folder in (plain, true))
        corrected = before["what"] in ("sheets", "tiles", "booklet")
        assert after["printer"] == ("Office tray 2" if corrected else "") and before["printer"] == ""
        assert ("Office tray 2" in other) == (before["what"] in ("sheets", "tiles")) and "Office tray 2" not in one


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("calibrate", "read", "--front", "1,2", "3", "4,5", "6,7", "--back", *BACK), "'3' is not two numbers"),
        (("calibrate", "read", "--front", *FRONT[:3], "--back", *BACK), "four readings are needed before '--back'"),
        (("calibrate", "read", "--front", "55,2,54,8", *FRONT[1:], "--back", *BACK), "like 55.2,54.8 or '55,2 54,8'"),
        (("calibrate", "--paper", "a4", "read", "--front", *FRONT, "--back", *BACK), "--paper goes behind 'read'"),
        (("calibrate", "read", "--front", *FRONT, "--back", *BACK, "--printer", "…"), "needs a letter or a figure"),
        (("calibrate", "read", "--front", *FRONT, "--back", *BACK[:3], "9,9"), "do not go together"),
        (("calibrate", "read", "--front", *FITTED, "--back", *BACK), "print at 100 %, not fitted to the page"),
        (("calibrate", "--tray", "托盘 2"), "the typeface has no 托 (U+6258), 盘 (U+76D8)"),
        (("build", "hangzhou", "--printer", "none such"), "none is measured yet: pnp calibrate"),
    ],
)
def test_what_goes_not_is_said_in_one_line(arguments: tuple[str, ...], says: str) -> None:
    done = pnp(*arguments)
    assert done.exit_code == 2 and says in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("\n", "\n#", "missing required field `name`"),
        ("front = [", "front = [] # ", "its front has not all of five numbers"),
        ("uncertainty =", "uncertainty = -5 #", "an uncertainty of -5 mm is none"),
        ('name = "x"', 'name = ""', "needs a letter or a figure"),
        ('name = "x"', 'name = "Another"', "it says that it is of printer 'Another'"),
    ],
)
def test_a_profile_that_somebody_broke_is_told_with_its_file(settings: Path, old: str, new: str, says: str) -> None:
    read("--printer", "x")
    path = settings / "x.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(ProfileError, match=says) as caught:
        load("x")
    assert str(path) in str(caught.value) and list_printers() == ("x",)


@pytest.mark.parametrize("further", [("--paper", "a3"), ("--backs", "separate")])
def test_a_profile_for_other_paper_or_another_way_of_turning_is_not_written_over(
    settings: Path, further: tuple[str, ...]
) -> None:
    read("--printer", "x")
    before = (settings / "x.toml").read_bytes()
    a3 = ("55,55", "242,55", "242,357", "55,357") if "a3" in further else FRONT
    done = pnp("calibrate", "read", "--front", *a3, "--back", *BACK, "--printer", "x", *further)
    said = " ".join(done.stderr.split())
    assert done.exit_code == 1 and "was measured on A4 with sheets turned about the long edge: choose another" in said
    assert (settings / "x.toml").read_bytes() == before


@pytest.mark.long
def test_photographs_tell_which_is_the_front(tmp_path: Path) -> None:
    pytest.importorskip("cv2", reason="the extra camera brings it: make test")
    from misprinted import Camera, photographed, printed, save

    pdf = io.BytesIO(write_test_page("a4", "separate")).getvalue()
    paths = []
    for page, missed in enumerate((PrintShift(right=1.2), PrintShift(down=-2.0))):
        paths.append(str(save(photographed(printed(pdf, page, missed), Camera()), tmp_path / f"{page}.jpg")))
    done = pnp("calibrate", "photo", paths[1], paths[0], "--printer", "by hand")
    assert done.exit_code == 0, done.output
    profile = load("by hand")
    assert profile.backs == "separate" and profile.means == "photographs"
    assert profile.front.right == pytest.approx(1.2, abs=0.1) and profile.back.down == pytest.approx(-2.0, abs=0.1)
    twice = pnp("calibrate", "photo", paths[0], paths[0])
    assert twice.exit_code == 1 and "these are two fronts: turn the sheet" in twice.stderr
    (tmp_path / "none.jpg").write_bytes(b"")
    none = pnp("calibrate", "photo", str(tmp_path / "none.jpg"), paths[0])
    assert none.exit_code == 1 and "save it as JPEG or PNG" in none.stderr


SLIP = 0.2
SHEETS = 200
A4 = Geometry("a4")
TRUE = dict.fromkeys(LETTERS, (0.0, 0.0))


def readings(
    geometry: Geometry, front: PrintShift, back: PrintShift, slip: random.Random | None = None
) -> tuple[dict[str, tuple[float, float]], dict[str, tuple[float, float]]]:
    """What is read of a sheet that was printed so: each number at worst 0.2 mm wrong."""
    width, height = geometry.size
    wrong = (lambda: slip.uniform(-SLIP, SLIP)) if slip else (lambda: 0.0)
    fronts, backs = {}, {}
    for letter in LETTERS:
        x, y = map_point(front.matrix(width, height), *geometry.crosses()[letter])
        back_x, back_y = map_point(back.matrix(width, height), *geometry.crosses("back")[letter])
        fronts[letter] = (x + wrong(), y + wrong())
        backs[letter] = (width - back_x - x + wrong(), back_y - y + wrong())
    return fronts, backs


def shift(dice: random.Random) -> PrintShift:
    far, way = dice.uniform(0, 4), dice.uniform(0, math.tau)
    across, along = dice.uniform(0.99, 1.01), dice.uniform(0.99, 1.01)
    return PrintShift(far * math.cos(way), far * math.sin(way), dice.uniform(-1, 1), across, along)


@pytest.mark.parametrize("paper", MEASURED)
def test_readings_within_a_fifth_of_a_millimetre_set_backs_within_seven_tenths_and_sizes_to_half_a_percent(
    paper: PaperName,
) -> None:
    geometry, dice = Geometry(paper), random.Random(11)
    size = geometry.size
    backs, sizes = list[float](), list[float]()
    for _ in range(SHEETS):
        true = shift(dice), shift(dice)
        found = by_eye(geometry, *readings(geometry, *true, dice))
        worst = 0.0
        for x in (10.0, size[0] / 2, size[0] - 10):
            for y in (10.0, size[1] / 2, size[1] - 10):
                front, back = (
                    map_point(side.matrix(*size), *map_point(inverse(read.shift.matrix(*size)), *point))
                    for side, read, point in zip(true, found, ((x, y), (size[0] - x, y)), strict=True)
                )
                worst = max(worst, math.dist(front, (size[0] - back[0], back[1])))
        backs.append(worst)
        scales = (
            (getattr(read.shift, way) / getattr(side, way))
            for side, read in zip(true, found, strict=True)
            for way in ("across", "along")
        )
        sizes.append(max(abs(scale - 1) for scale in scales))
    most = int(0.99 * SHEETS) - 1
    assert sorted(backs)[most] <= 0.7 and sorted(sizes)[most] <= 0.005
    assert median(backs) <= 0.3 and median(sizes) <= 0.002


def test_what_is_read_exactly_is_found_exactly() -> None:
    front, back = PrintShift(1.5, -0.5, 0.4, 1.004, 0.997), PrintShift(-3.0, 2.0, -0.8, 0.995, 1.002)
    found = by_eye(A4, *readings(A4, front, back))
    for side, true in zip(found, (front, back), strict=True):
        assert side.shift.right == pytest.approx(true.right) and side.shift.turn == pytest.approx(true.turn)
        assert side.shift.across == pytest.approx(true.across) and side.uncertainty == pytest.approx(0.1)


def test_a_slip_of_the_pen_is_noticed_and_told() -> None:
    with pytest.raises(ProfileError, match=r"the back's four readings down do not go together: .* about 2\.0 mm"):
        by_eye(A4, A4.crosses(), TRUE | {"C": (0.0, 2.0)})
    with pytest.raises(ProfileError, match="front's four readings to the right do not"):
        by_eye(A4, A4.crosses() | {"A": (65.0, 55.0)}, TRUE)


@pytest.mark.parametrize(
    ("front", "says"),
    [
        ({letter: (x + 12, y) for letter, (x, y) in A4.crosses().items()}, "12.0 mm off"),
        ({letter: (x * 0.95, y * 0.95) for letter, (x, y) in A4.crosses().items()}, "at 100 %"),
        ({letter: (x - y / 20, y + x / 20 - 3) for letter, (x, y) in A4.crosses().items()}, "turned by 2.9"),
    ],
)
def test_what_no_printer_does_is_refused(front: dict[str, tuple[float, float]], says: str) -> None:
    with pytest.raises(ProfileError, match=says):
        by_eye(A4, front, TRUE)
