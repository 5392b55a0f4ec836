"""The tutorial's kit is typed off its page, step by step."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pnp.build.build import build, check
from pnp.findings import KitError
from pnp.sheet.options import Options

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
from make_pictures import TUTORIAL, tutorial_steps  # noqa: E402 - a script

STEPS = tutorial_steps()


def write(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("number", range(1, 9))
def test_each_step_is_a_kit_without_faults_and_has_a_picture(number: int, tmp_path: Path) -> None:
    folder = write(tmp_path / "tea", STEPS[number - 1])
    assert not [
        str(one)
        for one in check(folder, Options(out=tmp_path), lambda *_: None)
        if number > 3 or one.severity == "error"
    ]
    assert f"(pictures/deck-{number}.webp)" in TUTORIAL.read_text("utf-8")
    assert (TUTORIAL.parent / "pictures" / f"deck-{number}.webp").is_file()


def test_the_last_step_prints_twelve_cards(tmp_path: Path) -> None:
    built = build(write(tmp_path / "tea", STEPS[-1]), Options(out=tmp_path), lambda *_: None)
    (cards,) = (component for component in built.manifest.components if component.id == "cards")
    assert cards.count == 12
    assert (built.folder / "0-start-here.pdf").is_file()


def test_a_word_instead_of_points_is_named_with_its_place(tmp_path: Path) -> None:
    files = STEPS[1] | {"cards.csv": STEPS[1]["cards.csv"].replace("green,1,4", "green,teen,4")}
    with pytest.raises(KitError) as raised:
        build(write(tmp_path / "tea", files), Options(out=tmp_path), lambda *_: None)
    place = raised.value.findings[0].place
    assert place and place.file.endswith("cards.csv") and (place.row, place.column) == (2, "points")
