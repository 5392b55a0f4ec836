"""Prints how well a table in the machine is compared with an app that is wrong here and there.

    nice -n 15 python tests/sight/agree_figures.py --game hangzhou --photographs 40

Hangzhou's city, a player's buildings in Xanadú, a player's shop in Dunhuang: each photograph is compared with what lies
there but for three spaces, buildings or kinds, where the app has another thing. *told*: differences that are told as
such; *asked*: those that are asked about, and of these (*not seen*) what the app has and the photograph cannot show;
*missed*: those of which nothing is said. *told wrongly*: what is told as a difference and is none, or as another one;
*asked for nothing*: in each photograph.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, cast

import city
import houses
import msgspec
import numpy as np
import shops
from camera import Level, levels
from city import MARKS
from msgspec.structs import replace
from truths import values

from companion.engine import dunhuang, xanadu
from companion.engine.game import Seat
from companion.engine.wording import Wording, wording
from companion.games.dunhuang.names import GOODS, letter_of
from companion.games.dunhuang.pages.photo import Goods
from companion.games.hangzhou.names import MERCHANTS, SPACES
from companion.games.hangzhou.pages.photo import shown
from companion.games.hangzhou.sight import SIGHT
from companion.games.xanadu import sight as buildings
from companion.games.xanadu.components import BUILDINGS, ROWS
from companion.games.xanadu.names import UNKNOWN, Card
from companion.games.xanadu.pages.photo import Houses
from companion.games.xanadu.state import Building
from companion.sight.board import looked_at
from companion.sight.kit import sides
from companion.sight.reader import reader
from companion.sight.reading import Seen
from companion.sight.table import see
from companion.web.photographs import NOTHING, Shown
from companion.web.table.agree import compare
from pnp.camera import PhotographError, decode_photograph
from pnp.kits import find

LEVELS = levels(Level(bend=0.05, blur=(0.4, 1.2), noise=(1, 6), width=(2000, 2000), ground="test"))
WRONG = 3
TEST_SEED = 70_000_000
PARTS = (*(space.value for space in SPACES), *(f"merchant {merchant}" for merchant in MERCHANTS))
FIRST = Seat(0)


class Case(msgspec.Struct, frozen=True):
    """What lies on a table and what the app has there, values by their parts (`NOTHING` for others), and what a
    photograph shows."""

    truth: Mapping[str, str]
    app: Mapping[str, str]
    shown: tuple[Shown, ...]


class Context(msgspec.Struct, frozen=True):
    """As much of a phone's view as a comparison asks for."""

    position: Any
    own_words: Wording
    names: tuple[str, ...] = ("Ana", "Bo", "Cy", "Di")
    language: str = "en"


def of_city(seed: int, level: Level, dice: np.random.Generator) -> Case:
    """A city as an app has it that missed a few things: a shop, a dye, a coin."""
    taken = city.photograph(seed, level)
    truth = dict(zip(PARTS, values(taken.truth), strict=True))
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
    picture = decode_photograph(taken.jpeg)
    readings = SIGHT.read(picture, looked_at(picture, MARKS))
    return Case(truth, app, tuple(shown(one) for one in readings if one.part in app))


def of_houses(seed: int, level: Level, dice: np.random.Generator) -> Case:
    """Buildings as an app has them that missed a worker or a sale, or that a building was built."""
    taken = houses.photograph(seed, level)
    truth = {f"{house.card:02}": str(house.workers) for house in taken.houses}
    others = [f"{card:02}" for card in BUILDINGS if f"{card:02}" not in truth]
    app = dict(truth)
    for part in dice.permutation([*truth, *dice.choice(others, WRONG, replace=False)])[:WRONG].tolist():
        if part not in truth:
            app[part] = str(dice.integers(ROWS + 1))  # sold meanwhile
        elif dice.random() < 0.4:
            del app[part]  # built meanwhile
        else:
            app[part] = str((int(app[part]) + dice.integers(1, ROWS + 1)) % (ROWS + 1))
    stands = tuple(Building(Card(int(part)), (UNKNOWN,) * int(app[part])) for part in app)
    state = xanadu.new(2, cards="paper")
    first = replace(state.players[0], city=stands)
    state = replace(state, players=(first, *state.players[1:]))
    context = Context(state, wording("companion.games.xanadu.pages", "en"))
    compared = Houses(context=cast(Any, context), by_hand="", zone="0", seat=FIRST)
    return Case(truth, app, compared.shown([_seen("xanadu", taken.jpeg)]))


def of_shop(seed: int, level: Level, dice: np.random.Generator) -> Case:
    """A shop as an app has it that missed a card that came or went."""
    taken = shops.photograph(seed, level)
    truth = {letter_of(good): str(taken.counts()[letter_of(good)]) for good in GOODS}
    app = dict(truth)
    there = [part for part in truth if int(truth[part])]
    for part in dice.permutation(there if len(there) >= WRONG else [*truth])[:WRONG].tolist():
        count = int(truth[part])
        app[part] = str(count - 1 if count and dice.random() < 0.8 else count + 1)
    state = dunhuang.new(4, cards="paper")
    player = replace(state.players[0], shop=tuple(int(app[letter_of(good)]) for good in GOODS))
    state = replace(state, players=(player, *state.players[1:]))
    context = Context(state, wording("companion.games.dunhuang.pages", "en"))
    compared = Goods(context=cast(Any, context), by_hand="", zone="0", seat=FIRST, where="shop")
    return Case(truth, app, compared.shown([_seen("dunhuang", taken.jpeg)]))


CASES: dict[str, Callable[[int, Level, np.random.Generator], Case]] = {
    "hangzhou": of_city,
    "xanadu": of_houses,
    "dunhuang": of_shop,
}


@cache
def _sides(game: str) -> Any:
    return sides(find(game))


def _seen(game: str, jpeg: bytes) -> Seen:
    return Seen(sighted=see(decode_photograph(jpeg), _sides(game), reader(game))[0])


def measured(game: str, level: Level, photographs: int) -> Counter[str]:
    """Counts over photographs of a level."""
    found: Counter[str] = Counter()
    for number in range(photographs):
        try:
            case = CASES[game](TEST_SEED + number, level, np.random.default_rng(number))
        except PhotographError:
            found["refused"] += 1
            continue
        told, truth, app = compare(case.app, case.shown), case.truth, case.app
        parts = truth.keys() | app.keys()
        wrong = {part for part in parts if app.get(part, NOTHING) != truth.get(part, NOTHING)}
        differ = {one.part: one.value for one in told.differ}
        perhaps = {one.part for one in told.perhaps}
        found["read"] += 1
        found["wrong"] += len(wrong)
        found["told"] += sum(differ.get(part) == truth.get(part, NOTHING) for part in wrong)
        found["asked"] += len(wrong & perhaps)
        found["not seen"] += sum(one.part in wrong and bool(one.perhaps) for one in told.perhaps)
        found["missed"] += len(wrong - differ.keys() - perhaps)
        found["told wrongly"] += sum(truth.get(part, NOTHING) != value for part, value in differ.items())
        found["asked for nothing"] += len(perhaps - wrong)
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--game", choices=list(CASES), default="hangzhou")
    options.add_argument("--photographs", type=int, default=40, help="of each level")
    given = options.parse_args()
    buildings.prints = cache(buildings.prints)  # drawn once for all photographs
    print("| level | refused | differences | told | asked (not seen) | missed | told wrongly | asked for nothing |")
    print("|---|---|---|---|---|---|---|---|")
    for name, level in LEVELS.items():
        found = measured(given.game, level, given.photographs)
        nothing = found["asked for nothing"] / max(1, found["read"])
        print(
            f"| {name} | {found['refused']} of {given.photographs} | {found['wrong']} | {found['told']} "
            f"| {found['asked']} ({found['not seen']}) | {found['missed']} | {found['told wrongly']} | {nothing:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
