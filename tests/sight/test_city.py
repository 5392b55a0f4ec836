"""Hangzhou's city in a photograph: what is read, what is asked about, and what is shown of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="the extra sight brings it: make test")

import cv2
import numpy as np
from camera import LEVELS
from city import Made, photograph, values
from click.testing import CliRunner
from msgspec.structs import replace

from companion.cli import main
from companion.engine import hangzhou
from companion.games.hangzhou.names import MERCHANTS, SPACES
from companion.sight import process
from companion.sight.kit import sides
from companion.sight.reading import Request, Seen, Side
from pnp.kits import find

pytestmark = pytest.mark.long
TEST_SEED = 50_000_000


def read(request: Request) -> Seen:
    """Reads a photograph, however busy the machine is."""
    return process.read(request, patience=600)


@pytest.fixture(scope="module")
def known() -> tuple[Side, ...]:
    return sides(find("hangzhou"))


@pytest.fixture(scope="module")
def seen(known: tuple[Side, ...]) -> Seen:
    taken = photograph(TEST_SEED, LEVELS["15°"])
    return read(Request(photograph=taken.jpeg, sides=known, game="hangzhou", straight=True, marked=True))


def test_what_is_sure_is_true_and_most_is_sure(seen: Seen) -> None:
    meant = values(photograph(TEST_SEED, LEVELS["15°"]).truth)
    readings = seen.sighted.readings
    assert [one.part for one in readings[: len(SPACES)]] == [space.value for space in SPACES]
    wrong = [(one, truth) for one, truth in zip(readings, meant, strict=True) if one.sure and one.value != truth]
    assert not wrong
    assert sum(one.sure for one in readings) >= 16
    for one in readings:
        assert one.value != one.second


@pytest.mark.parametrize("number", [2, 13])
def test_pieces_are_read_of_whatever_they_are_made(known: tuple[Side, ...], number: int) -> None:
    """Coins cut round on grey board and on thinner board, and pieces of card stock."""
    taken = photograph(TEST_SEED + number, LEVELS["15°"])
    assert taken.thick < 0.5 or Made.by(np.random.default_rng((TEST_SEED + number, 40))).across
    found = read(Request(photograph=taken.jpeg, sides=known, game="hangzhou")).sighted.readings[: len(SPACES)]
    assert not [one for one, truth in zip(found, values(taken.truth), strict=False) if one.sure and one.value != truth]
    assert sum(one.sure for one in found) >= 9


def test_the_position_is_one_that_can_be_read(seen: Seen) -> None:
    assert hangzhou.parse(f"hangzhou WBRY {seen.sighted.position}").shops()


def test_the_board_is_shown_from_above_in_even_light(seen: Seen) -> None:
    shown = cv2.imdecode(np.frombuffer(seen.straight, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None and shown.shape == (504, 504, 3)
    assert 190 < np.quantile(shown, 0.9) < 256
    assert seen.marked.startswith(b"\xff\xd8")


@pytest.mark.parametrize(("seats", "owners"), [(("white", "blue"), "WB-"), (("white",), "W-")])
def test_only_those_who_play_own_shops(known: tuple[Side, ...], seats: tuple[str, ...], owners: str) -> None:
    taken = photograph(TEST_SEED, LEVELS["15°"])
    found = read(Request(photograph=taken.jpeg, sides=known, game="hangzhou", seats=seats))
    spaces = found.sighted.readings[: len(SPACES)]
    assert {text[0] for one in spaces for text in (one.value, one.second)} <= {*owners, ""}


@pytest.mark.parametrize("level", ["35°", "35°, low ink"])
def test_merchants_are_told_by_their_printed_figures(known: tuple[Side, ...], level: str) -> None:
    """Those that are sure stand where they should, and few are asked about."""
    sure = []
    for number in (3, 4):
        taken = photograph(TEST_SEED + number, LEVELS[level])
        found = read(Request(photograph=taken.jpeg, sides=known, game="hangzhou")).sighted.readings
        told = zip(found[len(SPACES) : len(SPACES) + len(MERCHANTS)], values(taken.truth)[len(SPACES) :], strict=True)
        sure += [(one.value, truth) for one, truth in told if one.sure]
    assert len(sure) >= 5 and all(value == truth for value, truth in sure)


def test_wooden_cubes_are_asked_about(known: tuple[Side, ...]) -> None:
    """The reader does not know cubes: it says that something lies there, and never that a shop is without dye."""
    taken = photograph(TEST_SEED, replace(LEVELS["15°"], cubes=1.0))
    found = read(Request(photograph=taken.jpeg, sides=known, game="hangzhou")).sighted.readings[: len(SPACES)]
    cubes = [(one, taken.truth[space]) for one, space in list(zip(found, SPACES, strict=True))[1::2]]
    asked = [one for one, scene in cubes if scene.dye]
    assert len(asked) >= 4 and not any(one.sure for one in asked)


def test_photographs_of_one_table_are_joined(tmp_path: Path) -> None:
    """The same one twice: what it doubts it still shows."""
    photo = tmp_path / "city.jpg"
    photo.write_bytes(photograph(TEST_SEED, LEVELS["15°"]).jpeg)
    done = CliRunner().invoke(main, ["see", str(photo), str(photo), "--kit", "hangzhou"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    first, second = told["photographs"]
    assert first == second and told["position"] == first["position"]
    for one, alone in zip(told["readings"], first["readings"], strict=True):
        assert one["value"] == alone["value"] and one["sure"] >= alone["sure"]
    done = CliRunner().invoke(main, ["see", str(photo), str(photo), "--kit", "hangzhou", "--marked", "m.jpg"])
    assert (done.exit_code, done.stderr) == (2, "--marked: it is drawn into one photograph: name one alone\n")
