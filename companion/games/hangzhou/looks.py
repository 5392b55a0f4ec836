"""Looks at each space of Hangzhou's city: a glance at all that is about it, a closer one at its shop, and the closest
at its dye, at its coins, and at the merchants that seem to stand there or wait at their gates."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from companion.games.hangzhou.closeups import (
    COINS_MARGIN,
    DYE_MARGIN,
    MERCHANT_MARGIN,
    coins_look,
    dye_look,
    merchant_look,
)
from companion.games.hangzhou.names import SPACES, Space
from companion.games.hangzhou.wards import TERRACES, middle
from companion.games.hangzhou.whereabouts import LEAST, at_gates, odds, standing
from companion.sight.board import View
from companion.sight.net import Net, answers, load
from companion.sight.windows import quarters, turned, window
from pnp.camera import Array, Picture

HEIGHT: Final = 2.0
"""Of the windows above the board, mm: that of the shops' upper sides."""
PER_MM, MARGIN = 1.75, 3
"""Of a glance, pixels to a mm, and pixels about it, within which it is moved."""
HIGH, WIDE, BEYOND = 126, 84, 14.0
"""A glance in pixels, and how far its middle is from that of the space, away from the camera, in mm: a merchant hides
what is behind it."""
CLOSE_PER_MM, CLOSE_MARGIN, CLOSE = 112 / 38, 4, 112
"""The same of a closer look; it is a square."""
LEVER: Final = 30.0
"""Pixels by which the rim of a shop is moved by a turn of 1."""
MOVED: Final = ((0, 0), (2, 2), (-2, -2), (2, -2), (-2, 2))
CLOSE_MOVED: Final = ((0, 0), (3, 3), (-3, -3), (3, -3), (-3, 3))
NEAR_MOVED: Final = ((2, 2), (-2, -2), (2, -2), (-2, 2))
"""Pixels down and right by which a window is moved: several looks err less than one."""
TRUST: Final = {"owner": (0.4, 0.9), "dye": (0.3, 1.0), "coins": (0.4, 1.0)}
"""Powers of what the looks tell, as `tests/sight/trust.py` finds them: of a glance and a shop's own look, of that and
the dye's, of that and the coins'."""
PERHAPS: Final = 1e-3
"""How probable by a glance a shop, or a merchant on a space, is at least where it is looked at again."""
ASKED: Final = {"owner": 5, "dye": 8, "coins": 4}
"""How many answers each question about a shop has; the first of each is none."""
GLANCED: Final = {"owner": 5, "any-merchant": 4, "facing": 4, "by-lies": 3}
"""What a glance is asked: whose shop, which merchants, by how many quarters a shop is turned in its window, and by how
many pixels of the glance right, down and (at its rim) about itself it lies off the middle of the space."""


def glance(picture: Picture, view: View, space: Space) -> Array:
    """A space and what is behind it, with a margin, turned so that the camera is below it."""
    x, y = middle(space)
    turns = quarters(view.pose, x, y)
    right, down = turned(np.array(0.0), np.array(-BEYOND), turns)
    pixels = HIGH + 2 * MARGIN
    about = (x + float(right), y + float(down), HEIGHT)
    square = window(picture, view.pose, view.light, about, pixels / PER_MM, pixels, turns)
    beside = (HIGH - WIDE) // 2
    return square[:, beside:-beside]


def close_look(picture: Picture, view: View, place: tuple[float, float, float]) -> Array:
    """A shop with a margin: its middle on the board in mm, and by how many quarters it is turned clockwise."""
    x, y, turns = place
    pixels = CLOSE + 2 * CLOSE_MARGIN
    return window(picture, view.pose, view.light, (x, y, HEIGHT), pixels / CLOSE_PER_MM, pixels, turns)


def lying(pose_turns: int, place: tuple[float, float, float]) -> tuple[int, tuple[float, float, float]]:
    """Of a shop that lies (x, y in mm off the middle of its space, turned by quarters) how it lies in a glance that is
    turned by so many quarters: which way it faces, and what `by-lies` tells."""
    x, y, turns = place
    right, down = turned(np.array(x), np.array(y), -pose_turns)
    own = turns - pose_turns
    facing = round(own)
    return facing % 4, (float(right) * PER_MM, float(down) * PER_MM, (own - facing) * np.pi / 2 * LEVER)


def place_of(view: View, space: Space, facing: int, lies: Array) -> tuple[float, float, float]:
    """Where a shop lies on the board by what a glance told of it: what `lying` undoes."""
    x, y = middle(space)
    turns = quarters(view.pose, x, y)
    right, down = turned(lies[0] / PER_MM, lies[1] / PER_MM, turns)
    return x + float(right), y + float(down), turns + facing + float(lies[2]) / LEVER / (np.pi / 2)


def moved(windows: Array, margin: int, down: int, right: int) -> Array:
    """The middles of windows (count, high, wide, 3), without their margin, moved by pixels."""
    high, wide = windows.shape[1] - 2 * margin, windows.shape[2] - 2 * margin
    return windows[:, margin + down : margin + down + high, margin + right : margin + right + wide]


class Looked(msgspec.Struct, frozen=True, eq=False):
    """What each look tells of all spaces, one after another: how probable each answer is. Of a space that was not
    looked at again as a shop, that none is there; of one where no merchant was looked for, what the glance told."""

    glance: dict[str, Array]
    shop: dict[str, Array]
    dye: Array
    coins: Array
    merchants: Array
    gates: Array
    """How probable each merchant is at its own gate."""


def told(picture: Picture, view: View) -> dict[str, Array]:
    """How probable each answer about each space is, by all looks; `merchants`: for each, where it stands."""
    seen = looks(picture, view)
    return {
        "owner": joined("owner", seen.glance["owner"], seen.shop["owner"]),
        "dye": joined("dye", seen.shop["dye"], seen.dye),
        "coins": joined("coins", seen.shop["coins"], seen.coins),
        "merchants": standing(odds(seen.glance["any-merchant"], seen.merchants), at_gates(seen.gates)),
    }


def looks(picture: Picture, view: View) -> Looked:
    """What is told of each space at a glance, of a shop in it by a closer look at where it then lies, of the dye and
    the coins on what may be a shop, and of merchants where some may stand and at their gates."""
    nets = _nets()
    glances = np.stack([glance(picture, view, space) for space in SPACES])
    first = [nets["glance"].read(moved(glances, MARGIN, *by)) for by in MOVED]
    for one, (down, right) in zip(first, MOVED, strict=True):
        one["by-lies"] = one["by-lies"] + np.array([right, down, 0])
    mean = {name: np.asarray(np.mean([one[name] for one in first], axis=0)) for name in GLANCED}
    shop = {name: np.tile(np.eye(answers)[0], (len(SPACES), 1)) for name, answers in ASKED.items()}
    shop["owner"] = mean["owner"].copy()
    dye, coins = shop["dye"].copy(), shop["coins"].copy()
    built = np.flatnonzero(mean["owner"][:, 0] < 1 - PERHAPS)
    if len(built):
        places = [place_of(view, SPACES[at], int(mean["facing"][at].argmax()), mean["by-lies"][at]) for at in built]
        shops = np.stack([close_look(picture, view, place) for place in places])
        for name, answer in _mean(nets["shop"], shops, CLOSE_MARGIN, CLOSE_MOVED).items():
            shop[name][built] = answer
        doors = np.stack([dye_look(picture, view, place) for place in places])
        dye[built] = _mean(nets["dye"], doors, DYE_MARGIN, NEAR_MOVED)["dye"]
        corners = np.stack([coins_look(picture, view, place) for place in places])
        coins[built] = _mean(nets["coins"], corners, COINS_MARGIN, NEAR_MOVED, mirrored=True)["coins"]
    merchants = mean["any-merchant"].copy()
    met = np.flatnonzero((mean["any-merchant"] > PERHAPS).any(axis=1))
    spots = (*(middle(SPACES[at]) for at in met), *TERRACES)
    figures = np.stack([merchant_look(picture, view, *spot) for spot in spots])
    stand = _mean(nets["merchants"], figures, MERCHANT_MARGIN, NEAR_MOVED)["any-merchant"]
    merchants[met] = stand[: len(met)]
    return Looked(mean, shop, dye, coins, merchants, np.diag(stand[len(met) :]))


def _mean(
    net: Net, windows: Array, margin: int, by: tuple[tuple[int, int], ...], mirrored: bool = False
) -> dict[str, Array]:
    """What a net tells of windows with a margin, on the mean of several that are moved within it; `mirrored`: the
    second half of those as in a mirror."""
    shown = [moved(windows, margin, *one) for one in by]
    told = [net.read(one[:, :, ::-1] if mirrored and at >= len(by) // 2 else one) for at, one in enumerate(shown)]
    return {name: np.asarray(np.mean([one[name] for one in told], axis=0)) for name in net.heads}


def joined(name: str, *seen: Array) -> Array:
    """How probable answers are by several looks, each as far as it is to be trusted."""
    scores = sum(power * np.log(np.clip(look, LEAST, 1)) for power, look in zip(TRUST[name], seen, strict=True))
    return answers(name, np.asarray(scores))


@cache
def _nets() -> dict[str, Net]:
    return load(Path(__file__).with_name("sight.npz"))
