"""What a board lies on: wood and cloth, with things of the household about."""

from __future__ import annotations

import cv2
import numpy as np
from camera import Canvas

WOODS = ((35, 60, 90), (90, 130, 175))
CLOTHS = ((80, 110, 70), (130, 60, 120))
SIZE = 700
"""Pixels along a ground, of two millimetres each."""


def ground(dice: np.random.Generator) -> np.ndarray:
    """A table's top, blue, green and red."""
    if dice.random() < 0.5:
        colour = np.array(WOODS[dice.integers(len(WOODS))], np.float32)
        grain = dice.normal(0, 1, (SIZE, 9)).astype(np.float32)
        shown = cv2.GaussianBlur(cv2.resize(grain, (SIZE, SIZE)), (0, 0), 1.5) * 26
    else:
        colour = np.array(CLOTHS[dice.integers(len(CLOTHS))], np.float32)
        step = 11
        y, x = np.mgrid[0:SIZE, 0:SIZE]
        weave = (
            ((x // step + y // step) % 2) * 18.0 if dice.random() < 0.5 else np.sin(x / step) * np.sin(y / step) * 14
        )
        shown = (weave + dice.normal(0, 6, (SIZE, SIZE))).astype(np.float32)
    return np.clip(colour * dice.uniform(0.7, 1.15) + shown[..., None], 0, 255).astype(np.uint8)


def household(dice: np.random.Generator) -> np.ndarray:
    """Something else that lies about: a flat thing of one colour with a pattern."""
    colour = dice.integers(20, 250, 3)
    thing = np.full((60, 60, 3), colour, np.uint8)
    for _ in range(int(dice.integers(0, 4))):
        centre = tuple(int(value) for value in dice.integers(5, 55, 2))
        cv2.circle(thing, centre, int(dice.integers(3, 20)), tuple(int(v) for v in dice.integers(0, 255, 3)), -1)
    return thing


def tabletop(canvas: Canvas, dice: np.random.Generator, outline: np.ndarray) -> None:
    """A table's top that fills the picture, with other things beside what lies within an outline (x, y in mm)."""
    middle = outline.mean(axis=0)
    height, width = canvas.picture.shape[:2]  # so near a table's edge would lie behind the camera
    top = cv2.resize(ground(dice), (max(height, width),) * 2, interpolation=cv2.INTER_CUBIC)
    canvas.picture[:] = np.rot90(top, int(dice.integers(4)))[:height, :width]
    for _ in range(int(dice.integers(0, 4))):
        side = -1 if dice.random() < 0.5 else 1
        far = np.abs(outline[:, 0] - middle[0]).max() + dice.uniform(50, 120)
        x, y, size = middle[0] + side * far, middle[1] + dice.uniform(-150, 150), dice.uniform(25, 80)
        thing = np.array([(0, 0), (1, 0.3), (0.7, 1.3), (-0.3, 1)]) * size + (x, y)
        canvas.lay(household(dice), np.column_stack([thing, np.zeros(4)]))
