"""Photographs of misprinted test pages: what the printer did is found, and what tells nothing is refused."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="the extra camera brings it: make test")

import numpy as np
from misprinted import PER_MM, Camera, landing, photographed, printed, save

from pnp.calibration.photograph import PhotographError, Seen, look
from pnp.calibration.test_page import Geometry, write_test_page
from pnp.scene import Box
from pnp.sheet.paper import PaperName
from pnp.sheet.printer import NONE, PrintShift, Turning

pytestmark = pytest.mark.long

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


@pytest.mark.parametrize(("paper", "rises", "turned"), [("a4", 5.0, 0.0), ("letter", -5.0, 120.0)])
def test_a_sheet_that_curls_is_measured_as_if_it_were_flat(
    paper: PaperName, rises: float, turned: float, tmp_path: Path
) -> None:
    looks = Camera(curl=(rises, turned), bend=-0.01), Camera(curl=(0.8 * rises, turned + 15))
    found = seen(tmp_path, paper, "long-edge", (FRONT_OFF, BACK_OFF), *looks)
    worst, wrong = rest((FRONT_OFF, BACK_OFF), found)
    assert worst <= max(side.measured.uncertainty for side in found) < 0.1 and wrong <= 0.001


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
        (None, Camera(aslant=(0.0, 0.35), width=4000), "too far aslant"),
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
    ("how", "edge"), [(Camera(beside=(4.0, 0.6, 0.05)), "left"), (Camera(below=(3.0, 200), table=20), "upper")]
)
def test_what_lies_along_an_edge_is_not_taken_for_it(sheet: np.ndarray, how: Camera, edge: str, tmp_path: Path) -> None:
    with pytest.raises(PhotographError, match=f"lies along the {edge} edge of the paper, a shadow or another sheet"):
        look(save(photographed(sheet, how), tmp_path / "front.jpg"))


def test_what_is_no_photograph_of_a_test_page_is_refused(sheet: np.ndarray, tmp_path: Path) -> None:
    (tmp_path / "words.jpg").write_text("no picture")
    with pytest.raises(PhotographError, match="save it as JPEG or PNG"):
        look(tmp_path / "words.jpg")
    with pytest.raises(PhotographError, match="none of the corner marks"):
        look(save(np.full((600, 800), 200, np.uint8), tmp_path / "empty.jpg"))
