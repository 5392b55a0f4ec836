"""What a net is taught on: windows on cities of the table in the machine, with what truly lies there."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from camera import Level
from city import MARKS, FaceScene, Taken, Truth, city, photograph, square
from msgspec import Struct
from msgspec.structs import replace

from companion.games.hangzhou.closeups import (
    COINS_AT,
    COINS_HIGH,
    COINS_PER_MM,
    COUNTED,
    DYED,
    coins_look,
    dye_look,
    merchant_look,
)
from companion.games.hangzhou.looks import ASKED, CLOSE_PER_MM, GLANCED, HEIGHT, close_look, glance, lying
from companion.games.hangzhou.names import DYES, MERCHANTS, SPACES, Colour, Space
from companion.games.hangzhou.wards import TERRACES, middle
from companion.sight.board import View
from companion.sight.light import light
from companion.sight.pose import Pose
from companion.sight.windows import quarters, towards, turned
from pnp.camera import Picture, decode_photograph

HARD = Level(tilt=(0, 55), glare=2, shadows=2, blur=(0.4, 1.7), motion=4.5, noise=(0.3, 7), bend=0.0, jpeg=(60, 96),
             inks=("full", "low", "grey"), width=(1300, 2000), careless=0.3)  # fmt: skip
"""Some smaller than photographs are, and all through a straight lens: what a window shows is the same, and made in half
the time."""
PILES = replace(HARD, piled=1.0)
"""Of piles little is seen but the uppermost coin: who has seen few of them takes it for the only one."""
Places: TypeAlias = Mapping[Space, tuple[float, float, float]]
"""Of shops: x and y on the board in mm, and by how many quarters each is turned."""
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
LYING = {"by-top": 2, "by-next": 2, "by-third": 2}
"""What is known of coins besides: where the uppermost three lie (`coins_lie`)."""
NOTHING = -100
"""The label of what cannot be asked, where no shop lies."""
COVERED = 0.3
"""How often a plate is thought upon the sign of a shop that is looked at closely. Whose it is shows in its edge, its
roof and its curtain as well, which nothing teaches where the sign is seen."""
SIGN, PLATE = (-9.2, -7.1), ((12.0, 22.0), (9.0, 14.0))
"""The middle of the sign on a shop, mm right and down of the shop's, and how wide and high such a plate is."""
HELD = 20
"""From one in so many windows, the first ones, nothing is learnt: they tell how good a net is."""
PAPER = 150.0
"""What paper is in stored windows."""
ASTRAY, ZOOMED = 0.45, 0.002
"""How far the camera is looked for from where it stands, mm on the board and of its focal length: as its marks tell
it."""


class Lesson(Struct, frozen=True):
    """What a net is asked, the margin of its windows, how often it sees all of them, how many channels each of its
    layers has, how many numbers the dense one makes, whether windows may be mirrored, what an error of a pixel counts
    for beside the others, and what it is asked besides while it learns, for it then looks where that is."""

    heads: Mapping[str, int]
    margin: int
    rounds: int
    channels: tuple[int, ...]
    dense: int
    mirrored: bool = False
    by: float = 0.2
    besides: Mapping[str, int] = {}


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
        shop = FaceScene(owner, dye, coins) if owner else FaceScene()
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
    return *seen_at(taken, (x, y, taken.thick), HEIGHT), turn


def seen_at(taken: Taken, point: tuple[float, float, float], high: float) -> tuple[float, float]:
    """Where on the board in mm a point, mm on it and above it, seems to be if that is taken to be so high."""
    (x, y, own), eye = point, taken.pose.place
    share = (high - own) / (eye[2] - own)
    return x + (eye[0] - x) * share, y + (eye[1] - y) * share


def coins_lie(taken: Taken, space: Space, place: tuple[float, float, float]) -> np.ndarray:
    """Where the coins of a shop are in the look at them by a place, in pixels right and down of its middle: that on
    top, the one below it, and the third; no numbers where none is."""
    found = np.full((len(LYING), 2), np.nan)
    about = turned(*np.array(COINS_AT), place[2])
    for row, coin in zip(found, reversed(taken.coins.get(space, ())), strict=False):
        x, y = seen_at(taken, coin, COINS_HIGH)
        off = x - place[0] - about[0], y - place[1] - about[1]
        row[:] = turned(*np.array(off), -towards(taken.pose, place[0] + about[0], place[1] + about[1]))
    return found.ravel() * COINS_PER_MM


def columns(heads: Mapping[str, int]) -> dict[str, slice]:
    """The columns of the labels that each head is about."""
    found, column = {}, 0
    for name, answers in heads.items():
        wide = answers if name.startswith(("any-", "by-")) else 1
        found[name] = slice(column, column + wide)
        column += wide
    return found


def guessed_places(taken: Taken, dice: np.random.Generator) -> Places:
    """Where shops are looked for more closely, and some where none is."""
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


def make(out: Path, photographs: int, seed: int, piled: bool = False) -> None:
    """Writes the windows of photographs as bytes, those of each kind of look with their labels; of tables where coins
    lie in piles those of coins alone, which all else is learnt without."""
    cv2.setNumThreads(1)
    kept: dict[str, list[np.ndarray]] = {}
    dice, began = np.random.default_rng(seed), time.monotonic()
    for number in range(photographs):
        taken = photograph(seed * 100_000 + number, PILES if piled else HARD, throng(dice))
        picture = decode_photograph(taken.jpeg)
        view, places = seen(taken.pose, picture, dice), guessed_places(taken, dice)
        coins = _of_coins(picture, view, taken, places)
        for name, rows in (coins if piled else coins | _of_all_else(picture, view, taken, places, dice)).items():
            kept.setdefault(name, []).append(rows)
    np.savez(out, **{name: np.concatenate(rows) for name, rows in kept.items()})
    print(f"{out}: {photographs} photographs, {time.monotonic() - began:.0f} s", flush=True)


def _of_all_else(
    picture: Picture, view: View, taken: Taken, places: Places, dice: np.random.Generator
) -> dict[str, np.ndarray]:
    """What each kind of look but that at coins shows, and its labels."""
    told = labels(taken)
    of_shops = told[[SPACES.index(space) for space in places]]
    trodden = [space for space in SPACES if taken.truth[space].merchants or dice.random() < DESERTED]
    standing = told[[SPACES.index(space) for space in trodden]][:, columns(TOLD)["any-merchant"]]
    about = {merchant for laid in taken.truth.values() for merchant in laid.merchants}
    waiting = np.diag([float(merchant.value not in about) for merchant in MERCHANTS])
    spots = (*(middle(space) for space in trodden), *TERRACES)
    return {
        "glance": _bytes([glance(picture, view, space) for space in SPACES]),
        "glance-labels": answered(told, GLANCED),
        "shop": _shops(picture, view, taken, places, dice),
        "shop-labels": answered(of_shops, ASKED),
        "dye": _bytes([dye_look(picture, view, place) for place in places.values()]),
        "dye-labels": answered(of_shops, DYED),
        "merchants": _bytes([merchant_look(picture, view, *spot) for spot in spots]),
        "merchants-labels": np.concatenate([standing, waiting]).astype(np.float32),
    }


def _of_coins(picture: Picture, view: View, taken: Taken, places: Places) -> dict[str, np.ndarray]:
    """How many coins lie at each of these places, and where."""
    of_shops = labels(taken)[[SPACES.index(space) for space in places]]
    lying_coins = np.stack([coins_lie(taken, space, place) for space, place in places.items()])
    return {
        "coins": _bytes([coins_look(picture, view, place) for place in places.values()]),
        "coins-labels": np.concatenate([answered(of_shops, COUNTED), lying_coins], axis=1).astype(np.float32),
    }


def _shops(picture: Picture, view: View, taken: Taken, places: Places, dice: np.random.Generator) -> np.ndarray:
    """Shops as they are looked at closely; of some that are seen the right way up, the sign is covered."""
    windows = _bytes([close_look(picture, view, place) for place in places.values()])
    for window, (space, (_, _, turns)) in zip(windows, places.items(), strict=True):
        if space not in taken.places:
            continue
        amiss = (turns - taken.places[space][2] / (np.pi / 2) + 2) % 4 - 2
        if abs(amiss) < 0.5 and dice.random() < COVERED:
            _cover(window, dice)
    return windows


def _cover(window: np.ndarray, dice: np.random.Generator) -> None:
    """Draws a plate of any colour over the sign of a shop."""
    x, y = SIGN + dice.normal(0, 2.5, 2) + np.array([dice.uniform(0, 5), 0.0])
    turn = dice.normal(0, 0.1) + np.pi / 2 * (dice.random() < 0.2)
    corners = square(x, y, dice.uniform(*PLATE[0]), dice.uniform(*PLATE[1]), turn)
    pixels = corners * CLOSE_PER_MM + len(window) / 2 - 0.5
    colour = dice.uniform(0, 1.1, 3) * np.quantile(window, 0.9)
    cv2.fillConvexPoly(window, np.round(pixels * 16).astype(np.int32), colour.tolist(), cv2.LINE_AA, 4)


def answered(told: np.ndarray, heads: Mapping[str, int]) -> np.ndarray:
    """Of rows of labels what some heads are about."""
    return np.concatenate([told[:, columns(TOLD)[name]] for name in heads], axis=1)


def _bytes(windows: list[np.ndarray]) -> np.ndarray:
    return np.clip(np.stack(windows) * PAPER, 0, 255).astype(np.uint8)
