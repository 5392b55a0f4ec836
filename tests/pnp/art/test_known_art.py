"""Drawings of files are read once, and anew when they are saved."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from output_builders import tiny

from pnp.art.known_art import art_name, differs, known_art
from pnp.kits import load

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1H{to}V8Z"/></svg>'


def saved(path: Path, text: str, seconds: int) -> Path:
    path.write_text(text)
    os.utime(path, (seconds, seconds))
    return path


def test_a_drawing_is_the_same_one_until_it_is_saved(tmp_path: Path) -> None:
    path = saved(tmp_path / "leaf.svg", SQUARE.format(to=8), 1_000_000)
    first = known_art(path, "leaf.svg")
    assert known_art(path, "leaf.svg") is first
    saved(path, SQUARE.format(to=8.5), 1_000_001)
    assert known_art(path, "leaf.svg").art.items != first.art.items


def test_what_is_said_of_a_drawing_is_said_again(tmp_path: Path) -> None:
    text = SQUARE.format(to=8).replace("<path", '<path fill="color(display-p3 0 1 0)"')
    path = saved(tmp_path / "leaf.svg", text, 1_000_000)
    for _ in range(2):
        (said,) = known_art(path, "art/leaf.svg").noted
        assert said.place.file == "art/leaf.svg" and said.code == "art-gamut"


@pytest.mark.parametrize(
    ("inside", "other"), [("", False), ("<text>Tea</text>", True), ('<g systemLanguage="es"/>', True)]
)
def test_words_and_languages_make_a_drawing_differ(tmp_path: Path, inside: str, other: bool) -> None:
    assert differs(saved(tmp_path / "a.svg", f"<svg>{inside}</svg>", 1_000_000)) == other


def test_findings_name_a_drawing_of_a_kit_by_its_place_and_one_of_the_press_by_its_name(tmp_path: Path) -> None:
    kit = load(tiny(tmp_path / "kit"))
    assert art_name(kit, kit.folder / "art" / "tea" / "leaf.svg").endswith("kit/art/tea/leaf.svg")
    assert art_name(kit, Path("/elsewhere/glue.svg")) == "glue.svg"
