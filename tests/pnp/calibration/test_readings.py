"""A printer measured by eye: four crosses, a ruler, a vernier, and people who read them within 0.2 mm."""

from __future__ import annotations

import math
import random
from statistics import median

import pytest

from pnp.art.paths import inverse, map_point
from pnp.calibration.printer_profile import ProfileError, by_eye
from pnp.calibration.test_page import LETTERS, MEASURED, Geometry
from pnp.sheet.paper import PaperName
from pnp.sheet.printer import PrintShift

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
