"""Lines that are too thin to be printed, those too that are filled shapes."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_builders import checked, write_kit

WHITE = '[[draw]]\nrect = "bleed"\nfill = "white"\n\n'


def found(folder: Path, face: str, drawing: str = "") -> list[str]:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{drawing}</svg>'
    art = {"art/a.svg": svg} if drawing else None
    told = [one for one in checked(write_kit(folder, WHITE + face, art)) if one.code == "hairline"]
    return list(dict.fromkeys(f"{one.place.row}:{one.place.column}: {one.message}" for one in told))


def shape(said: str, fill: str = "#223344") -> str:
    return f'[[draw]]\n{said}\nfill = "{fill}"\n\n'


@pytest.mark.parametrize(
    ("said", "wide"),
    [
        ("rect = [5, 5, 20, 0.06]", "0.06"),
        ("rect = [5, 5, 0.08, 20]", "0.08"),
        ('path = "M5,5 h20 v0.05 h-20 z"', "0.05"),
        ('path = "M5,5 l14,14 l0.05,-0.05 l-14,-14 z"', "0.07"),
        ('path = "M5,15 C10,5 20,5 25,15 L24.95,15.03 C20,5.06 10,5.06 5.05,15.03 Z"', "0.051"),
        ("rect = [5, 5, 20, 0.12]", ""),
        ("ellipse = [5, 5, 0.08, 0.08]", ""),
        ('path = "M5,5 L25,5.1 L5,5.2 Z"', ""),
    ],
    ids=("level", "upright", "path", "aslant", "curved", "wide enough", "a dot", "a spike"),
)
def test_a_filled_shape_as_narrow_as_a_hairline_is_one(said: str, wide: str, tmp_path: Path) -> None:
    (told,) = found(tmp_path, shape(said)) or ("",)
    assert told == (f"5:fill: a filled line is {wide} mm wide, less than 0.1" if wide else "")


def test_what_is_not_seen_of_it_cannot_break(tmp_path: Path) -> None:
    thin = "rect = [5, 5, 20, 0.06]"
    assert found(tmp_path / "white", shape(thin, "white")) == []
    assert found(tmp_path / "alike", shape('rect = "bleed"') + shape(thin)) == []
    assert found(tmp_path / "covered", shape(thin) + shape("rect = [4, 4, 22, 4]")) == []


@pytest.mark.parametrize(
    ("drawing", "told"),
    [
        ('<path d="M0,5 H20 V5.06 H0 Z M0,9 H20 V9.06 H0 Z" fill="#223344"/>', True),
        ('<rect width="20" height="20" fill="#C08040"/><rect y="5" width="20" height="0.06" fill="#223344"/>', True),
        ('<circle cx="10" cy="10" r="8"/><circle cx="10" cy="10" r="7.94" fill="white"/>', False),
        (
            '<path d="M2,10 a8,8 0 1,0 16,0 a8,8 0 1,0 -16,0 Z M2.06,10 a7.94,7.94 0 1,1 15.88,0 '
            'a7.94,7.94 0 1,1 -15.88,0 Z"/>',
            True,
        ),
        ('<path d="M1,1 H1.5 V19 H1 Z M3,1 H3.5 V19 H3 Z M5,1 H5.5 V19 H5 Z M7,9 H13 V9.06 H7 Z"/>', False),
    ],
    ids=("lines", "on a ground", "covered", "ring", "a serif of letters"),
)
def test_drawings_hold_lines_as_shapes(drawing: str, told: bool, tmp_path: Path) -> None:
    assert bool(found(tmp_path, '[[draw]]\npicture = "a.svg"\nbox = [5, 5, 20, 20]\n', drawing)) is told
