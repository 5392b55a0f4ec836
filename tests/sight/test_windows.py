"""Windows on a photographed board show each place where it is, to a part of a pixel."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import numpy as np

from companion.sight.board import View
from companion.sight.pose import Pose
from companion.sight.windows import flattened, window

PAPER = 235.0
"""Brightness of paper in the picture."""
WAVE = 30.0
"""Pixels of the picture from one bright stripe to the next."""


def camera() -> Pose:
    """Straight above the board, two pixels to the millimetre, a little turned."""
    return Pose(800.0, (399.5, 299.5), 0.0, np.array([[0.0], [0.0], [0.3]]), np.array([[-90.0], [-110.0], [400.0]]))


VIEW = View(camera(), np.full(3, PAPER), 2.0, 0.0, 1.0, 0.1, ())


def stripes() -> np.ndarray:
    across = 128 + 100 * np.sin(2 * np.pi * np.arange(800) / WAVE)
    return np.round(np.broadcast_to(across[None, :, None], (600, 800, 3))).astype(np.uint8)


def meant(spots: np.ndarray) -> np.ndarray:
    """What is to be seen at spots on the board (rows of x and y, mm)."""
    pixels = camera().seen(np.column_stack([spots, np.zeros(len(spots))]))
    return np.asarray(128 + 100 * np.sin(2 * np.pi * pixels[:, 0] / WAVE))


def test_a_window_shows_what_is_at_its_places() -> None:
    seen = window(stripes(), VIEW, (120.0, 130.0, 0.0), 40.0, 120)
    steps = (np.arange(120) + 0.5) / 120 * 40 - 20
    x, y = np.meshgrid(120 + steps, 130 + steps)
    off = seen[..., 0].ravel() * PAPER - meant(np.column_stack([x.ravel(), y.ravel()]))
    assert np.abs(off).max() < 2.5, "a quarter of a pixel is 5"


def test_the_board_from_above_shows_what_is_at_its_places() -> None:
    seen, _ = flattened(stripes(), VIEW, (100.0, 110.0, 40.0, 30.0), 2.4)
    high, wide = seen.shape[:2]
    x, y = np.meshgrid(100 + (np.arange(wide) + 0.5) / wide * 40, 110 + (np.arange(high) + 0.5) / high * 30)
    off = seen[..., 0].ravel() * PAPER - meant(np.column_stack([x.ravel(), y.ravel()]))
    assert seen.shape == (72, 96, 3) and np.abs(off).max() < 2.5
