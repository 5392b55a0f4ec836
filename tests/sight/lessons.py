"""What a net is taught on: windows on cities of the table in the machine, with what truly lies there."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
from camera import Level
from city import MARKS, Laid, Taken, Truth, city, photograph
from msgspec import Struct
from msgspec.structs import replace

from companion.games.hangzhou.closeups import coins_look, merchant_look
from companion.games.hangzhou.looks import ASKED, GLANCED, close_look, glance, lying
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Colour, Space
from companion.games.hangzhou.wards import middle
from companion.sight.board import View
from companion.sight.light import light
from companion.sight.pose import Pose
from companion.sight.windows import quarters
from pnp.camera.picture import Picture, decoded

HARD = Level(tilt=(0, 55), glare=2, shadows=2, blur=(0.4, 1.7), motion=4.5, noise=(0.3, 7), bend=0.0, jpeg=(60, 96),
             inks=("full", "low", "grey"), width=(1400, 2000))  # fmt: skip
"""Some smaller than photographs are, and all through a straight lens: what a window shows is the same, and made in half
the time."""
NEAR = replace(HARD, width=(1600, 2000))
"""For closer looks, which show what only larger photographs do."""
AMISS, ASKEW, TURNED = 0.5, 0.03, 0.06
"""How far from where a shop lies it is looked at more closely, as glances err: mm each way, radians about itself, and
how often by any quarter."""
BARE, DESERTED = 0.25, 0.25
"""The shares of the spaces without a shop that are looked at more closely, and of those where no merchant stands."""
COINS, STANDING = (0.24, 0.26, 0.26, 0.14, 0.06, 0.04), (0.74, 0.18, 0.08)
"""In crowds that are looked at closely, how often none, one, two … coins lie on a shop, and merchants stand on a
space."""
NOTHING = -100
"""The label of what cannot be asked, where no shop lies."""
HELD = 20
"""From one in so many windows, the first ones, nothing is learnt: they tell how good a net is."""
PAPER = 150.0
"""What paper is in stored windows."""
ASTRAY, ZOOMED = 0.45, 0.002
"""How far the camera is looked for from where it stands, mm on the board and of its focal length: as its marks tell
it."""


class Lesson(Struct, frozen=True):
    """What a net is asked, the margin of its windows, how often it sees all of them, how many channels each of its
    layers has, how many numbers the dense one makes, and whether windows may be mirrored."""

    heads: Mapping[str, int]
    margin: int
    rounds: int
    channels: tuple[int, ...]
    dense: int
    mirrored: bool = False


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


def throng(dice: np.random.Generator) -> Truth:
    """A city in which coins lie on most shops, and merchants stand in pairs more often than there are."""
    truth = city(dice)
    for space, laid in truth.items():
        owner = laid.owner or (list(Colour)[dice.integers(4)] if dice.random() < 0.6 else None)
        dye = str(DYES[dice.integers(len(DYES))].value) if dice.random() < 0.85 else ""
        coins = int(dice.choice(len(COINS), p=COINS))
        here = dice.permutation(len(MERCHANTS))[: dice.choice(len(STANDING), p=STANDING)]
        merchants = tuple(str(MERCHANTS[number].value) for number in here)
        shop = Laid(owner, dye, coins) if owner else Laid()
        truth[space] = replace(shop, merchants=merchants)
    return truth


def labels(taken: Taken) -> np.ndarray:
    """A row for each space, in the order of the windows: owner, dye, coins as numbers, of each merchant 0 or 1, which
    way the shop faces and three numbers by which it lies off the middle; without a shop NOTHING and no numbers."""
    owners, dyes = [owner.value for owner in Colour], [dye.value for dye in DYES]
    rows = []
    for space in SPACES:
        laid, (x, y) = taken.truth[space], middle(space)
        facing, lies = NOTHING, (np.nan, np.nan, np.nan)
        if laid.owner:
            right, down, turn = taken.places[space]
            facing, lies = lying(quarters(taken.pose, x, y), (right - x, down - y, turn / (np.pi / 2)))
        rows.append([
            owners.index(laid.owner) + 1 if laid.owner else 0,
            dyes.index(laid.dye) + 1 if laid.dye else 0,
            min(laid.coins, 3),
            *(int(merchant.value in laid.merchants) for merchant in MERCHANTS),
            facing,
            *lies,
        ])  # fmt: skip
    return np.array(rows, np.float32)


def columns(heads: Mapping[str, int]) -> dict[str, slice]:
    """The columns of the labels that each head is about."""
    found, column = {}, 0
    for name, answers in heads.items():
        wide = answers if name.startswith(("any-", "by-")) else 1
        found[name] = slice(column, column + wide)
        column += wide
    return found


def guessed_places(taken: Taken, dice: np.random.Generator) -> dict[Space, tuple[float, float, float]]:
    """Where shops are looked for more closely, and some where none is: x and y in mm, and quarters."""
    found = {}
    for space in SPACES:
        if space in taken.places:
            x, y, turn = taken.places[space]
            turn += dice.integers(4) * np.pi / 2 if dice.random() < TURNED else 0.0
        elif dice.random() < BARE:
            x, y = middle(space) + dice.normal(0, 1.0, 2)
            turn = dice.integers(4) * np.pi / 2
        else:
            continue
        x, y = np.array([x, y]) + dice.normal(0, AMISS, 2)
        found[space] = (float(x), float(y), float(turn + dice.normal(0, ASKEW)) / (np.pi / 2))
    return found


def make(out: Path, photographs: int, seed: int, near: bool = False) -> None:
    """Writes the windows of photographs as bytes, each kind with its labels: of both looks at each space, or of the
    closer ones."""
    cv2.setNumThreads(1)
    kept: dict[str, list[np.ndarray]] = {}
    dice, began = np.random.default_rng(seed), time.monotonic()
    for number in range(photographs):
        level, truth = (NEAR, throng(dice)) if near else (HARD, crowd(dice))
        taken = photograph(seed * 100_000 + number, level, truth)
        picture = decoded(taken.jpeg)
        view = seen(taken.pose, picture, dice)
        for name, rows in (_closer if near else _looked)(picture, view, taken, dice).items():
            kept.setdefault(name, []).append(rows)
    np.savez(out, **{name: np.concatenate(rows) for name, rows in kept.items()})
    print(f"{out}: {photographs} photographs, {time.monotonic() - began:.0f} s", flush=True)


def _looked(picture: Picture, view: View, taken: Taken, dice: np.random.Generator) -> dict[str, np.ndarray]:
    told, places = labels(taken), guessed_places(taken, dice)
    return {
        "glance": _bytes([glance(picture, view, space) for space in SPACES]),
        "glance-labels": told,
        "shop": _bytes([close_look(picture, view, place) for place in places.values()]),
        "shop-labels": told[[SPACES.index(space) for space in places], : len(ASKED)],
    }


def _closer(picture: Picture, view: View, taken: Taken, dice: np.random.Generator) -> dict[str, np.ndarray]:
    told, places, at = labels(taken), guessed_places(taken, dice), columns(GLANCED)
    trodden = [space for space in SPACES if taken.truth[space].merchants or dice.random() < DESERTED]
    return {
        "coins": _bytes([coins_look(picture, view, place) for place in places.values()]),
        "coins-labels": told[[SPACES.index(space) for space in places], at["coins"]],
        "merchants": _bytes([merchant_look(picture, view, *middle(space)) for space in trodden]),
        "merchants-labels": told[[SPACES.index(space) for space in trodden], at["any-merchant"]],
    }


def _bytes(windows: list[np.ndarray]) -> np.ndarray:
    return np.clip(np.stack(windows) * PAPER, 0, 255).astype(np.uint8)
