"""Pictures without a board or a piece of the kit: one sentence says what is wrong with each, and what to do."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import cv2
import numpy as np
from camera import ground, lay_mark

from companion.sight.reading import Side
from companion.sight.table import see
from pnp.camera import PhotographError, Reason

KIT = (Side("cards", "rose", "front", (44.0, 60.0), {200: ((4.0, 4.0), (11.0, 4.0), (11.0, 11.0), (4.0, 11.0))}),)


def table(light: float = 1.0, smeared: float = 0.0) -> np.ndarray:
    """A table on which papers lie, in so much light, by a hand that shakes so much."""
    dice = np.random.default_rng(4)
    shown = cv2.resize(ground(dice), (1200, 900))
    for x, y in ((200, 200), (600, 300), (300, 600), (900, 500)):
        cv2.rectangle(shown, (x, y), (x + 160, y + 220), (235, 235, 235), -1)
        cv2.circle(shown, (x + 80, y + 90), 40, (60, 80, 120), -1)
    shown = cv2.GaussianBlur(shown, (0, 0), smeared) if smeared else shown
    noisy = shown.astype(np.float32) * light + dice.normal(0, 4, shown.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def marked(number: int) -> np.ndarray:
    """The same with a mark on one of the papers."""
    shown = table()
    shown[220:280, 620:680] = 255
    lay_mark(shown, number, 640, 320, 50)
    return shown


@pytest.mark.parametrize(
    ("picture", "reason", "says"),
    [
        (table(), "no-marks", "nothing of this kit is to be seen in it: take the pieces in from nearer"),
        (table(light=0.15), "dark", "it is too dark: turn on a lamp"),
        (table(smeared=9), "blurred", "it is blurred: hold still"),
        (marked(7), "other-board", "which kit is it?"),
        (np.full((900, 1200, 3), 200, np.uint8), "no-marks", "nothing of this kit"),
        (np.random.default_rng(1).integers(0, 255, (900, 1200, 3), np.uint8), "no-marks", "nothing of this kit"),
    ],
    ids=["papers", "dark", "blurred", "another kit", "bare", "noise"],
)
def test_a_picture_without_a_piece_is_refused_with_its_reason(picture: np.ndarray, reason: Reason, says: str) -> None:
    with pytest.raises(PhotographError, match=says.replace("?", r"\?")) as refused:
        see(picture, KIT)
    assert refused.value.reason == reason


@pytest.mark.parametrize("smeared", [0.0, 1.0, 2.0])
def test_what_is_sharp_enough_for_a_seal_is_not_called_blurred(smeared: float) -> None:
    with pytest.raises(PhotographError) as refused:
        see(table(smeared=smeared), KIT)
    assert refused.value.reason == "no-marks"
