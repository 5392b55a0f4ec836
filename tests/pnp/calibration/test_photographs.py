"""Photographs of misprinted test pages: what the printer did is found, and what tells nothing is refused."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="the extra camera brings it: make test")

import cv2
import numpy as np
from misprinted import PER_MM, Camera, camera, landing, photographed, printed, save, shift

from pnp.calibration.photograph import PhotographError, Seen, look
from pnp.calibration.printer_profile import ProfileError
from pnp.calibration.test_page import Geometry, write_test_page
from pnp.scene import Box
from pnp.sheet.paper import PaperName
from pnp.sheet.printer import NONE, PrintShift, Turning

LANDING = pytest.mark.landing
FRONT_OFF, BACK_OFF = PrintShift(2.4, -1.1, -0.8, 1.006, 0.991), PrintShift(-2.0, 2.2, 0.9, 0.994, 1.008)


def seen(
    folder: Path, paper: PaperName, turning: Turning, misses: tuple[PrintShift, ...], *looks: Camera
) -> list[Seen]:
    """Both sides of a test page, printed so and photographed so."""
    pdf = write_test_page(paper, turning)
    found = []
    for page, (missed, how) in enumerate(zip(misses, looks, strict=True)):
        sheet = printed(pdf, page, missed, on_its_head=turning == "short-edge" and page == 1)
        found.append(look(save(photographed(sheet, how, seed=page), folder / f"{page}.jpg")))
    return found


def rest(misses: tuple[PrintShift, ...], found: list[Seen]) -> tuple[float, float]:
    """How far backs lie from their fronts after the correction, mm, at worst; and how wrong sizes are, as a share."""
    size = found[0].geometry.size
    worst = 0.0
    for x in (8.0, size[0] / 2, size[0] - 8):
        for y in (8.0, size[1] / 2, size[1] - 8):
            front = landing(misses[0], found[0].measured.shift, size, x, y)
            back = landing(misses[1], found[1].measured.shift, size, size[0] - x, y)
            worst = max(worst, math.dist(front, (size[0] - back[0], back[1])))
    sizes = [
        abs(getattr(missed, way) / getattr(side.measured.shift, way) - 1)
        for missed, side in zip(misses, found, strict=True)
        for way in ("across", "along")
    ]
    return worst, max(sizes)


def test_two_photographs_tell_what_the_printer_does(tmp_path: Path) -> None:
    aslant = Camera(aslant=(0.1, -0.06), turned=94, blur=1.4, noise=7, shadow=0.4, bend=-0.015, table=95)
    found = seen(tmp_path, "a4", "long-edge", (FRONT_OFF, BACK_OFF), aslant, Camera())
    assert [(side.side, side.geometry, side.turning) for side in found] == [
        ("front", Geometry("a4"), "long-edge"),
        ("back", Geometry("a4"), "long-edge"),
    ]
    worst, wrong = rest((FRONT_OFF, BACK_OFF), found)
    assert worst <= 0.5 and wrong <= 0.003
    assert worst < 3 * max(side.measured.uncertainty for side in found) < 0.3


def test_the_page_says_its_paper_and_how_it_was_turned(tmp_path: Path) -> None:
    found = seen(tmp_path, "letter", "short-edge", (NONE, BACK_OFF), Camera(), Camera(turned=-178))
    assert [(side.geometry.paper, side.turning) for side in found] == [
        ("letter", "long-edge"),
        ("letter", "short-edge"),
    ]
    worst, wrong = rest((NONE, BACK_OFF), found)
    assert worst <= 0.5 and wrong <= 0.003


@pytest.mark.slow
def test_ninety_nine_of_a_hundred_misprints_are_corrected(tmp_path: Path) -> None:
    good = 0
    for seed in range(100):
        dice = random.Random(seed)
        misses = shift(dice), shift(dice)
        turning = dice.choice(("long-edge", "short-edge", "separate"))
        found = seen(tmp_path, dice.choice(("a4", "letter")), turning, misses, camera(dice), camera(dice))
        worst, wrong = rest(misses, found)
        good += worst <= 0.5 and wrong <= 0.003 and found[1].turning == turning
    assert good >= 99


@pytest.fixture(scope="module")
def sheet() -> np.ndarray:
    """The front of a test page as it leaves a true printer."""
    return printed(write_test_page("a4", "long-edge"), 0, NONE)


def covered(sheet: np.ndarray, box: Box, grey: int = 255) -> np.ndarray:
    """The sheet with something lying on it."""
    left, top, right, bottom = (round(length * PER_MM) for length in (box.x, box.y, box.right, box.bottom))
    changed = sheet.copy()
    changed[top:bottom, left:right] = grey
    return changed


@pytest.mark.parametrize(
    ("box", "how", "says"),
    [
        (Box(178, 257, 17, 17), Camera(), r"mark 22 \(bottom right\) is not to be seen: take the whole black frame in"),
        (None, Camera(width=1400), r"1 mm is 3\.\d pixels here, 4 are needed: go nearer"),
        (None, Camera(blur=5.0), "blurred"),
        (None, Camera(table=232), "cannot be told from what it lies on: lay the sheet on something dark"),
        (None, Camera(light=0.09, noise=1.0), "it is too dark: turn on a lamp"),
        (None, Camera(aslant=(0.0, 0.35), width=4000), "too far aslant"),
        (Box(0, 90, 30, 130), Camera(), "cannot be (told|followed)"),
        (None, Camera(light=0.03, noise=0.3), "it is too dark: turn on a lamp"),
        (Box(194, 0, 8, 297), Camera(), r"cut it off, measure the sheet by eye, with `pnp calibrate read`"),
    ],
)
def test_a_photograph_that_tells_nothing_is_refused_with_what_to_do(
    sheet: np.ndarray, box: Box | None, how: Camera, says: str, tmp_path: Path
) -> None:
    shown = covered(sheet, box) if box else sheet
    shown = covered(shown, box, 60) if box and box.x == 0 else shown
    with pytest.raises(PhotographError, match=says):
        look(save(photographed(shown, how), tmp_path / "front.jpg"))


@pytest.mark.parametrize(
    ("how", "edge"),
    [
        (Camera(beside=(4.0, 0.6, 0.05)), "left"),
        (Camera(beside=(5.0, 0.35, 0.05), table=20), "left"),
        (Camera(below=(3.0, 200), table=20), "upper"),
        (Camera(below=(3.0, 249), table=20), "upper"),
        (Camera(below=(0.7, 170), table=45, blur=1.8, noise=8), "upper"),
        (Camera(below=(1.0, 218), table=90, blur=1.5, shadow=0.4), "upper"),
        (Camera(below=(1.3, 222), table=70, width=2000), "upper"),
        (Camera(beside=(1.2, 0.45, 0.05), table=70, width=2000), "left"),
        (Camera(beside=(0.7, 0.7, 0.05), slant=1.4, table=45), "left"),
        (Camera(beside=(0.0, 0.74, 0.1), slant=8.0, table=40), "left"),
    ],
)
def test_what_lies_along_an_edge_is_not_taken_for_it(sheet: np.ndarray, how: Camera, edge: str, tmp_path: Path) -> None:
    with pytest.raises(PhotographError, match=f"lies along the {edge} edge of the paper, a shadow or another sheet"):
        look(save(photographed(sheet, how), tmp_path / "front.jpg"))


@pytest.mark.parametrize(("inside", "table"), [(1.5, 110), (2.5, 20), (4.0, 70)])
def test_a_soft_shadow_along_an_edge_is_seen_to_be_none(
    sheet: np.ndarray, inside: float, table: int, tmp_path: Path
) -> None:
    how = Camera(beside=(inside, 0.4, 0.6), table=table)
    found = look(save(photographed(sheet, how), tmp_path / "front.jpg")).measured.shift
    assert max(abs(found.right), abs(found.down)) < 0.15 and abs(found.across - 1) < 0.001


@pytest.mark.parametrize(
    "curl",
    [
        *((2.0, 0.3), (-3.0, 0.0)),
        *(pytest.param(curl, marks=LANDING) for curl in ((1.5, -0.4), (3.0, 0.0), (5.0, 0.2), (-5.0, -0.2))),
    ],
)
def test_a_sheet_that_curls_is_refused(sheet: np.ndarray, curl: tuple[float, float], tmp_path: Path) -> None:
    with pytest.raises(PhotographError, match="the sheet is not flat, it strays by"):
        look(save(photographed(sheet, Camera(curl=curl)), tmp_path / "curled.jpg"))


@pytest.mark.parametrize("askew", [pytest.param(-0.5, marks=LANDING), 0.3])
def test_a_page_that_was_pulled_in_askew_is_told_from_one_that_is_not_flat(
    sheet: np.ndarray, askew: float, tmp_path: Path
) -> None:
    slope = math.tan(math.radians(askew))
    matrix = np.array([[1, slope, -slope * len(sheet) / 2], [0, 1.0, 0]])
    skewed = cv2.warpAffine(sheet, matrix, sheet.shape[::-1], borderValue=255)
    with pytest.raises(ProfileError, match=f"the front is printed askew, .* by {abs(askew)}°: set the guides"):
        look(save(photographed(skewed, Camera()), tmp_path / "askew.jpg"))


def test_a_sheet_that_is_cut_off_or_bent_is_refused(sheet: np.ndarray, tmp_path: Path) -> None:
    picture = photographed(sheet, Camera(turned=0, aslant=(0, 0)))
    high, wide = picture.shape
    with pytest.raises(PhotographError, match="left edge of the paper is not in the picture"):
        look(save(picture[:, round(wide * 0.5 - 100 * high / 297 / 1.3) :], tmp_path / "cut.jpg"))
    rows = np.arange(len(sheet))
    bent = np.stack([np.roll(sheet[row], round(1.6 * PER_MM * math.sin(row / len(sheet) * 9))) for row in rows])
    with pytest.raises(PhotographError, match="not flat, it strays by"):
        look(save(photographed(bent, Camera()), tmp_path / "bent.jpg"))


def test_a_mirrored_photograph_is_told_from_one_without_marks(sheet: np.ndarray, tmp_path: Path) -> None:
    with pytest.raises(PhotographError, match="it is mirrored"):
        look(save(photographed(sheet, Camera())[:, ::-1], tmp_path / "mirrored.jpg"))


def test_what_is_no_photograph_of_a_test_page_is_refused(sheet: np.ndarray, tmp_path: Path) -> None:
    (tmp_path / "words.jpg").write_text("no picture")
    with pytest.raises(PhotographError, match="save it as JPEG or PNG"):
        look(tmp_path / "words.jpg")
    with pytest.raises(PhotographError, match="none of the corner marks"):
        look(save(np.full((600, 800), 200, np.uint8), tmp_path / "empty.jpg"))
