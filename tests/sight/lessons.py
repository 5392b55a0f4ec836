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

from companion.games.hangzhou.closeups import COUNTED, DYED, coins_look, dye_look, merchant_look
from companion.games.hangzhou.looks import ASKED, GLANCED, HEIGHT, close_look, glance, lying
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Colour, Space
from companion.games.hangzhou.wards import TERRACES, middle
from companion.sight.board import View
from companion.sight.light import light
from companion.sight.pose import Pose
from companion.sight.windows import quarters
from pnp.camera.picture import Picture, decoded

HARD = Level(tilt=(0, 55), glare=2, shadows=2, blur=(0.4, 1.7), motion=4.5, noise=(0.3, 7), bend=0.0, jpeg=(60, 96),
             inks=("full", "low", "grey"), width=(1500, 2000))  # fmt: skip
"""Some smaller than photographs are, and all through a straight lens: what a window shows is the same, and made in half
the time."""
AMISS, ASKEW, TURNED = 0.5, 0.03, 0.06
"""How far from where a shop lies it is looked at more closely, as glances err: mm each way, radians about itself, and
how often by any quarter."""
BARE, DESERTED = 0.25, 0.25
"""The shares of the spaces without a shop that are looked at more closely, and of those where no merchant stands."""
COINS, STANDING, AWAY = (0.24, 0.26, 0.26, 0.14, 0.06, 0.04), (0.7, 0.2, 0.1), 0.3
"""How often none, one, two … coins lie on a shop of a throng, how often merchants stand on a space, and how often one
is nowhere in the city."""
TOLD = {"owner": 5, "dye": 8, "coins": 4, "any-merchant": 4, "facing": 4, "by-lies": 3}
"""All that is known of a space, and how many answers each has."""
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


def throng(dice: np.random.Generator) -> Truth:
    """A city with more shops, coins and merchants than there are, these in pairs more often: each teaches."""
    truth = city(dice)
    about = [str(merchant.value) for merchant in MERCHANTS if dice.random() >= AWAY]
    for space, laid in truth.items():
        owner = laid.owner or (list(Colour)[dice.integers(4)] if dice.random() < 0.6 else None)
        dye = str(DYES[dice.integers(len(DYES))].value) if dice.random() < 0.85 else ""
        coins = int(dice.choice(len(COINS), p=COINS))
        here = dice.permutation(about)[: dice.choice(len(STANDING), p=STANDING)]
        shop = Laid(owner, dye, coins) if owner else Laid()
        truth[space] = replace(shop, merchants=tuple(map(str, here)))
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
            right, down, turn = apparent(taken, space)
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


def apparent(taken: Taken, space: Space) -> tuple[float, float, float]:
    """How a shop seems to lie where its upper side is taken to be `HEIGHT` above the board: x and y in mm, turned
    clockwise. One of thin card is lower, so it seems to lie nearer to the camera."""
    x, y, turn = taken.places[space]
    eye = taken.pose.place
    share = (HEIGHT - taken.thick) / (eye[2] - taken.thick)
    return x + (eye[0] - x) * share, y + (eye[1] - y) * share, turn


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
            x, y, turn = apparent(taken, space)
            turn += dice.integers(4) * np.pi / 2 if dice.random() < TURNED else 0.0
        elif dice.random() < BARE:
            x, y = middle(space) + dice.normal(0, 1.0, 2)
            turn = dice.integers(4) * np.pi / 2
        else:
            continue
        x, y = np.array([x, y]) + dice.normal(0, AMISS, 2)
        found[space] = (float(x), float(y), float(turn + dice.normal(0, ASKEW)) / (np.pi / 2))
    return found


def make(out: Path, photographs: int, seed: int) -> None:
    """Writes the windows of photographs as bytes, those of each kind of look with their labels."""
    cv2.setNumThreads(1)
    kept: dict[str, list[np.ndarray]] = {}
    dice, began = np.random.default_rng(seed), time.monotonic()
    for number in range(photographs):
        taken = photograph(seed * 100_000 + number, HARD, throng(dice))
        picture = decoded(taken.jpeg)
        for name, rows in _lesson(picture, seen(taken.pose, picture, dice), taken, dice).items():
            kept.setdefault(name, []).append(rows)
    np.savez(out, **{name: np.concatenate(rows) for name, rows in kept.items()})
    print(f"{out}: {photographs} photographs, {time.monotonic() - began:.0f} s", flush=True)


def _lesson(picture: Picture, view: View, taken: Taken, dice: np.random.Generator) -> dict[str, np.ndarray]:
    told, places = labels(taken), guessed_places(taken, dice)
    of_shops = told[[SPACES.index(space) for space in places]]
    trodden = [space for space in SPACES if taken.truth[space].merchants or dice.random() < DESERTED]
    standing = told[[SPACES.index(space) for space in trodden]][:, columns(TOLD)["any-merchant"]]
    about = {merchant for laid in taken.truth.values() for merchant in laid.merchants}
    waiting = np.diag([float(merchant.value not in about) for merchant in MERCHANTS])
    spots = (*(middle(space) for space in trodden), *TERRACES)
    return {
        "glance": _bytes([glance(picture, view, space) for space in SPACES]),
        "glance-labels": answered(told, GLANCED),
        "shop": _bytes([close_look(picture, view, place) for place in places.values()]),
        "shop-labels": answered(of_shops, ASKED),
        "dye": _bytes([dye_look(picture, view, place) for place in places.values()]),
        "dye-labels": answered(of_shops, DYED),
        "coins": _bytes([coins_look(picture, view, place) for place in places.values()]),
        "coins-labels": answered(of_shops, COUNTED),
        "merchants": _bytes([merchant_look(picture, view, *spot) for spot in spots]),
        "merchants-labels": np.concatenate([standing, waiting]).astype(np.float32),
    }


def answered(told: np.ndarray, heads: Mapping[str, int]) -> np.ndarray:
    """Of rows of labels what some heads are about."""
    return np.concatenate([told[:, columns(TOLD)[name]] for name in heads], axis=1)


def _bytes(windows: list[np.ndarray]) -> np.ndarray:
    return np.clip(np.stack(windows) * PAPER, 0, 255).astype(np.uint8)
