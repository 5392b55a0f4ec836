"""Signs and lines that have nearly the colour of their ground, light or dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_builders import checked, write_kit

SIGN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12,1 L23,23 H1 Z" fill="{fill}"/></svg>'
RING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
    '<circle cx="12" cy="12" r="9" fill="none" stroke="#222222" stroke-width="2"/></svg>'
)
ICON = '[[draw]]\nicon = "sun"\nbox = [8, 8, 12, 12]\n\n'


def found(folder: Path, face: str, sign: str = "") -> list[str]:
    art = {"art/sun.svg": sign} if sign else None
    told = [one for one in checked(write_kit(folder, face, art)) if one.code == "pale-art"]
    return list(dict.fromkeys(f"{one.place.row}:{one.place.column}: {one.message}" for one in told))


def on(ground: str) -> str:
    return f'[[draw]]\nrect = "bleed"\nfill = "{ground}"\n\n'


def line(colour: str, shape: str = "line = [5, 5, 25, 5]") -> str:
    return f'[[draw]]\n{shape}\nstroke = "{colour}"\nwidth = 0.4\n\n'


@pytest.mark.parametrize(
    ("ground", "sign", "ratio"),
    [("#AA2222", "#B02828", "1.07"), ("#223344", "#2B3C4D", "1.14"), ("#223344", "#E8DFC8", "")],
)
def test_a_sign_is_lost_on_a_dark_ground_as_well(ground: str, sign: str, ratio: str, tmp_path: Path) -> None:
    says = f"5:icon: a sign has a contrast of {ratio} : 1 to {ground}, on which it stands"
    assert found(tmp_path, on(ground) + ICON, SIGN.format(fill=sign)) == ([says] if ratio else [])


def test_a_line_by_itself_is_lost_on_a_dark_ground(tmp_path: Path) -> None:
    says = "5:stroke: a line has a contrast of 1.03 : 1 to #223344, on which it stands"
    assert found(tmp_path, on("#223344") + line("#243547")) == [says]
    assert found(tmp_path, on("#223344") + line("#44586C")) == []


def test_a_dark_outline_of_something_dark_is_seen_from_its_other_side(tmp_path: Path) -> None:
    disc = '[[draw]]\nrect = [5, 5, 20, 20]\nfill = "#2A2226"\n\n'
    round_it = line("#2B2327", "rect = [5, 5, 20, 20]")
    assert found(tmp_path, on("white") + disc + round_it) == []
    assert found(tmp_path, on("#2A2228") + disc + round_it) != [], "here both sides are dark"
    own = disc.strip() + '\nstroke = "#2B2327"\n'
    assert found(tmp_path, on("#2A2228") + own) == [], "a shape with a fill of its own"


def test_what_a_line_only_touches_does_not_hide_it(tmp_path: Path) -> None:
    trunk = '[[draw]]\nrect = [4, 4, 3, 3]\nfill = "#2A2226"\n\n'
    assert found(tmp_path, on("white") + trunk + line("#2B2327")) == [], "it begins there, and goes on beyond"
    dot = '[[draw]]\nellipse = [12, 12, 4, 4]\nfill = "#222222"\n\n'
    assert found(tmp_path, on("white") + dot + ICON, RING) == [], "a ring round a dot"
