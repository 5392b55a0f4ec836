"""The notch for a thumb in the front of a tuck box: no words and no signs where it is cut out."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_builders import KIT, NAMED, checked, write_kit

BOX = """
[[component]]
id = "box"
kind = "box"
title = "Box"
footprint = [62, 62]
contents = ["markers"]
faces = { front = "front", back = "back" }
"""
SIGN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" fill="#B3361F"/></svg>'
)
GROUND = '[[draw]]\nrect = "bleed"\nfill = "#E8DFC8"\n\n'
WORD = '[[draw]]\ntext = "Market"\nbox = [{x}, {y}, 20, 6]\nalign = "center"\n'


def boxed(folder: Path, front: str, back: str = "") -> list[str]:
    """What is found about a box of 62.5 mm with these faces: its notch is 18 mm wide, from 22.2 to 40.2."""
    files = {
        "kit.toml": KIT + BOX,
        "art/sun.svg": SIGN,
        "faces/front.toml": GROUND + front,
        "faces/back.toml": GROUND + back,
    }
    found = checked(write_kit(folder, NAMED, files))
    return [f"{one.severity} {one.code} {one.place.file}: {one.message}" for one in found if one.card == "box"]


@pytest.mark.parametrize(("x", "y"), [(21.2, 4), (10, 3), (21.2, 9)])
def test_a_word_in_the_notch_is_cut_off(tmp_path: Path, x: float, y: float) -> None:
    found = boxed(tmp_path / "kit", WORD.format(x=x, y=y))
    away = boxed(tmp_path / "away", WORD.format(x=x, y=y + 9))
    assert away == []
    if (x, y) == (21.2, 9):
        assert found == [], "letters count, not the box that holds them"
    else:
        (one,) = found
        assert one.startswith("error text-cut faces/front.toml: text stands ")
        assert one.endswith(" mm in the thumb notch of the box and is cut off")
