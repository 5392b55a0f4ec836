"""Prints how well a table of Hangzhou in the machine is compared with an app that is wrong here and there.

    nice -n 15 python tests/sight/agree_figures.py --photographs 40

Each photograph is compared with what lies there but for three spaces, where the app has another thing. *told*:
differences that are told as such; *asked*: those that are asked about; *missed*: those of which nothing is said. *told
wrongly*: what is told as a difference and is none, or as another one; *asked for nothing*: of 28 parts a photograph.
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np
from camera import Level, levels
from city import MARKS, photograph
from truths import values

from companion.games.hangzhou.names import MERCHANTS, SPACES
from companion.games.hangzhou.pages.compared import shown
from companion.games.hangzhou.sight import SIGHT
from companion.sight.board import looked_at
from companion.web.table.agree import compared
from pnp.camera.errors import PhotographError
from pnp.camera.picture import decoded

LEVELS = levels(Level(bend=0.05, blur=(0.4, 1.2), noise=(1, 6), width=(2000, 2000), ground="test"))
WRONG = 3
TEST_SEED = 70_000_000
PARTS = (*(space.value for space in SPACES), *(f"merchant {merchant}" for merchant in MERCHANTS))


def mistaken(truth: dict[str, str], dice: np.random.Generator) -> dict[str, str]:
    """The city as an app has it that missed a few things: a shop, a dye, a coin."""
    app = dict(truth)
    for space in dice.permutation(np.array(SPACES))[:WRONG]:
        value = truth[str(space)]
        owner, dye = value[0], value[1:2] if value[1:2].isalpha() else ""
        coins = int(value[-1]) if value[-1].isdigit() else 0
        ways = [
            "-",
            f"{owner}{'' if dye else 'b'}{coins or ''}",
            f"{owner}{dye}{(coins - 1 if coins else 1) or ''}",
        ]
        app[str(space)] = "WBRY"[dice.integers(4)] if value == "-" else ways[dice.integers(3)]
    return app


def measured(level: Level, photographs: int) -> Counter[str]:
    """Counts over photographs of a level."""
    found: Counter[str] = Counter()
    for number in range(photographs):
        taken = photograph(TEST_SEED + number, level)
        truth = dict(zip(PARTS, values(taken.truth), strict=True))
        app = mistaken(truth, np.random.default_rng(number))
        try:
            picture = decoded(taken.jpeg)
            readings = SIGHT.read(picture, looked_at(picture, MARKS))
            told = compared(app, shown(one for one in readings if one.part in app))
        except PhotographError:
            found["refused"] += 1
            continue
        wrong = {part for part in PARTS if app[part] != truth[part]}
        differ = {one.part: one.value for one in told.differ}
        perhaps = {one.part for one in told.perhaps}
        found["read"] += 1
        found["wrong"] += len(wrong)
        found["told"] += sum(differ.get(part) == truth[part] for part in wrong)
        found["asked"] += len(wrong & perhaps)
        found["missed"] += len(wrong - differ.keys() - perhaps)
        found["told wrongly"] += sum(truth[part] != value for part, value in differ.items())
        found["asked for nothing"] += len(perhaps - wrong)
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--photographs", type=int, default=40, help="of each level")
    photographs = options.parse_args().photographs
    print("| level | refused | differences | told | asked | missed | told wrongly | asked for nothing |")
    print("|---|---|---|---|---|---|---|---|")
    for name, level in LEVELS.items():
        found = measured(level, photographs)
        nothing = found["asked for nothing"] / max(1, found["read"])
        print(
            f"| {name} | {found['refused']} of {photographs} | {found['wrong']} | {found['told']} | {found['asked']} "
            f"| {found['missed']} | {found['told wrongly']} | {nothing:.1f} |"
        )


if __name__ == "__main__":
    main()
