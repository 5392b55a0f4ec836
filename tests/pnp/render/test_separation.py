"""Colours in the four inks of a press: as much ink as its paper takes, and no steps where none are drawn."""

from __future__ import annotations

import pytest

from pnp.render.colours import ColourConversion
from pnp.render.separation import Separation
from pnp.scene import Black, Box, Gradient, Rect, Stop
from pnp.vendor.flatten import _found, profile

pytestmark = pytest.mark.skipif(not list(_found()), reason="no profile of a press is there: apt install libgs-common")
MOST = 240


@pytest.fixture(scope="module")
def separation() -> Separation:
    return Separation(profile(None), MOST)


def inks(colour: str) -> tuple[int, int, int, int]:
    cyan, magenta, yellow, black = bytes.fromhex(colour[1:])
    return cyan, magenta, yellow, black


def across(*colours: str) -> Gradient:
    stops = tuple(Stop(at / (len(colours) - 1), colour) for at, colour in enumerate(colours))
    return Gradient("linear", (1, 0, 0, 1, 0, 0), stops)


@pytest.mark.parametrize("black", ["text", "all"])
@pytest.mark.parametrize("colours", [("#2B2320", "#802010"), ("#181818", "#B03020"), ("#400060", "#100804", "#808080")])
def test_gradients_end_in_the_inks_of_flat_grounds(
    separation: Separation, colours: tuple[str, ...], black: Black
) -> None:
    inking = ColourConversion(black, separation)
    flat = [inking.shape(Rect(Box(0, 0, 9, 9), colour)).fill for colour in colours]
    filled = {stop.at: stop.colour for stop in inking.gradient(across(*colours)).stops}
    assert [filled[at / (len(colours) - 1)] for at in range(len(colours))] == flat


def test_gradients_of_greys_stay_black_alone(separation: Separation) -> None:
    stops = ColourConversion("text", separation).gradient(across("#000000", "#808080", "#FFFFFF")).stops
    parts = [inks(stop.colour) for stop in stops]
    assert all(part[:3] == (0, 0, 0) for part in parts)
    blacks = [part[3] for part in parts]
    assert blacks == sorted(blacks, reverse=True) and (blacks[0], blacks[-1]) == (255, 0)


def test_no_more_ink_than_that_even_as_files_round_it(separation: Separation) -> None:
    rich = ("#202060", "#003000", "#100000", "#200040", "#402000", "#001030")
    ways = ColourConversion("text", separation).gradient(across("#000000", *rich, "#2B2320")).stops
    for printed in (*map(separation.colour, rich), *(stop.colour for stop in ways)):
        assert sum(round(part / 255, 4) for part in inks(printed)) <= MOST / 100
