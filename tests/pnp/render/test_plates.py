"""Pages in the inks of a press, as pictures."""

from __future__ import annotations

import pytest
from draw_builders import FONTS
from hypothesis import given
from hypothesis import strategies as some
from PIL import Image

from pnp.render.colours import read_inks
from pnp.render.png import InkPreview
from pnp.render.separation import Separation, as_file
from pnp.scene import Box, Group, Page, Rect
from pnp.vendor.flatten import _found, profile

pytestmark = pytest.mark.skipif(not list(_found()), reason="no profile of a press is there: apt install libgs-common")
COLOURS = some.tuples(*[some.integers(0, 255)] * 3).map(lambda parts: f"#{bytes(parts).hex().upper()}")


@pytest.fixture(scope="module")
def plates() -> InkPreview:
    return InkPreview(Separation(profile(None), 240), FONTS, "text")


@given(COLOURS, COLOURS, some.sampled_from((0.0, 0.25, 0.5, 1.0)))
def test_inks_lie_as_they_are_separated_and_a_veil_is_between_two(
    plates: InkPreview, below: str, above: str, opacity: float
) -> None:
    over = Group((Rect(Box(5, 0, 5, 10), above),), opacity=opacity)
    (shown,) = plates.pictures([Page(10, 10, (Rect(Box(0, 0, 10, 10), below), over))], 72)
    low, high = (bytes.fromhex(plates.separation.colour(colour)[1:]) for colour in (below, above))
    assert shown.getpixel((4, 10)) == tuple(low)
    wanted = [opacity * part + (1 - opacity) * other for part, other in zip(high, low, strict=True)]
    assert shown.getpixel((24, 10)) == pytest.approx(wanted, abs=2)


def test_a_picture_in_inks_comes_back_from_its_file_with_the_dots_that_are_kept() -> None:
    picture, kept = Image.effect_noise((20, 8), 90), Image.linear_gradient("L").resize((20, 8)).point([0, 255] * 128)
    found = read_inks(as_file(Image.merge("CMYK", [picture] * 4), kept))
    assert found and found[0].getchannel("K").tobytes() == picture.tobytes() and found[1].tobytes() == kept.tobytes()
