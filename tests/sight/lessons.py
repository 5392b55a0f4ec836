"""What a net is taught on: windows on cities of the table in the machine, with what truly lies there."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np
from camera import Level
from city import MARKS, Truth, city, photograph
from msgspec.structs import replace

from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Colour
from companion.games.hangzhou.sight import windows
from companion.sight.board import View
from companion.sight.light import light
from companion.sight.pose import Pose
from pnp.camera.picture import Picture, decoded

HARD = Level(tilt=(0, 60), glare=2, shadows=2, blur=(0.4, 1.8), motion=5.0, noise=(0.3, 7), bend=0.0, jpeg=(60, 96),
             inks=("full", "full", "full", "low", "grey"), width=(1100, 1700))  # fmt: skip
"""Smaller than photographs are, and through a straight lens: what a window shows is the same, and made in a third of
the time."""
HELD = 20
"""From one in so many windows, the first ones, nothing is learnt: they tell how good a net is."""
PAPER = 150.0
"""What paper is in stored windows."""
ASTRAY, ZOOMED = 0.45, 0.002
"""How far the camera is looked for from where it stands, mm on the board and of its focal length: as its marks tell
it."""


def seen(pose: Pose, picture: Picture, dice: np.random.Generator) -> View:
    """The board, where the camera is known but for what its marks leave open."""
    rotation, _ = cv2.Rodrigues(pose.turn)
    way = pose.way + rotation @ np.array([[dice.normal(0, ASTRAY)], [dice.normal(0, ASTRAY)], [0.0]])
    guessed = replace(pose, way=way, focus=pose.focus * (1 + dice.normal(0, ZOOMED)))
    even = light(picture, guessed, MARKS)
    return View(guessed, even, 0.0, 0.0, 0.0, 0.0, tuple(MARKS))


def crowd(dice: np.random.Generator) -> Truth:
    """A city with more shops than are usual, and more merchants than there are: each teaches."""
    truth = city(dice)
    for space, laid in truth.items():
        owner = laid.owner or (list(Colour)[dice.integers(4)] if dice.random() < 0.5 else None)
        here = [str(MERCHANTS[dice.integers(4)].value)] if dice.random() < 0.2 else []
        if laid.owner is None and owner and dice.random() < 0.85:
            laid = replace(laid, dye=str(DYES[dice.integers(len(DYES))].value), coins=int(dice.integers(5)))
        truth[space] = replace(laid, owner=owner, merchants=laid.merchants or tuple(here))
    return truth


def labels(truth: Truth) -> np.ndarray:
    """A row for each space, in the order of the windows: owner, dye, coins as numbers, of each merchant 0 or 1."""
    owners, dyes = [owner.value for owner in Colour], [dye.value for dye in DYES]
    rows = []
    for space in SPACES:
        laid = truth[space]
        rows.append([
            owners.index(laid.owner) + 1 if laid.owner else 0,
            dyes.index(laid.dye) + 1 if laid.dye else 0,
            min(laid.coins, 3),
            *(int(merchant.value in laid.merchants) for merchant in MERCHANTS),
        ])  # fmt: skip
    return np.array(rows, np.uint8)


def make(out: Path, photographs: int, seed: int) -> None:
    shown, told = [], []
    dice, began = np.random.default_rng(seed), time.monotonic()
    for number in range(photographs):
        taken = photograph(seed * 100_000 + number, HARD, crowd(dice))
        picture = decoded(taken.jpeg)
        cut = windows(picture, seen(taken.pose, picture, dice))
        shown.append(np.clip(cut * PAPER, 0, 255).astype(np.uint8))
        told.append(labels(taken.truth))
        if number % 50 == 49:
            print(f"{number + 1} photographs, {time.monotonic() - began:.0f} s", flush=True)
    np.savez(out, windows=np.concatenate(shown), labels=np.concatenate(told))
