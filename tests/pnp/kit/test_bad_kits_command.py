"""Broken kits as their makers meet them: `pnp check` and `pnp build` say where and what, and write nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from bad_kits import BAD
from bad_prints import BAD_PRINTS, BadPrint
from click.testing import CliRunner
from kit_builders import DYES, write_kit

from pnp.cli import main

pytestmark = pytest.mark.long

SEEN = 6
"""Of what reading alone finds, each sixth goes through the commands too, and each sixth of all is built:
test_bad_kits.py reads all of it, and commands do the same with whatever is found."""
EVERY = [BadPrint(bad.name, {bad.file: bad.content}, bad.place.strip(":"), bad.message) for bad in BAD] + BAD_PRINTS


def errors(folder: Path, *command: str) -> list[dict[str, str | int]]:
    """What `pnp check --json` finds wrong; it must end well."""
    result = CliRunner().invoke(main, ["check", str(folder), "--json", *command], catch_exceptions=False)
    assert result.exit_code == 1, result.output
    return [finding for finding in json.loads(result.stdout) if finding["severity"] == "error"]


def place(finding: Mapping[str, str | int], folder: Path) -> str:
    file = str(finding["file"]).removeprefix(folder.resolve().as_posix()).removeprefix(str(folder)).lstrip("/")
    return ":".join(str(part) for part in (file, finding["row"], finding["column"]) if part)


def test_there_are_at_least_sixty_and_no_two_are_called_alike() -> None:
    assert len({bad.name for bad in EVERY}) == len(EVERY) >= 60


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(bad, id=bad.name, marks=[pytest.mark.slow] * bool(number < len(BAD) and number % SEEN))
        for number, bad in enumerate(EVERY)
    ],
)
def test_one_error_says_where_and_what_and_nothing_is_written(tmp_path: Path, bad: BadPrint) -> None:
    folder = write_kit(tmp_path / "kit", bad.changes)
    before = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    found = errors(folder)
    shown = [(place(finding, folder), finding["message"]) for finding in found]
    assert len(shown) == 1, shown
    assert bad.message in str(shown[0][1]), shown
    assert not bad.place or shown[0][0] == bad.place, shown

    if bad not in EVERY[::SEEN]:
        return
    out = str(tmp_path / "out")
    built = CliRunner().invoke(main, ["build", str(folder), "--out", out], catch_exceptions=False)
    assert built.exit_code == 1
    assert built.output.count(": error: ") == 1
    assert str(found[0]["message"]) in built.output
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == before


@pytest.mark.parametrize("name", ["dyes.csv", "kit.toml", "art/sun.svg", "faces/plain.toml"])
def test_a_link_out_of_the_folder_is_one_error(tmp_path: Path, name: str) -> None:
    folder = write_kit(tmp_path / "kit", {name: None})
    (tmp_path / "outside").write_text(DYES)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).symlink_to(tmp_path / "outside")
    found = errors(folder)
    assert place(found[0], folder) == name
    assert found[0]["message"] == "leads out of the kit folder"


def test_a_link_to_itself_is_one_error(tmp_path: Path) -> None:
    folder = write_kit(tmp_path / "kit")
    (folder / "art").mkdir()
    (folder / "art" / "sun.svg").symlink_to("sun.svg")
    (found,) = errors(folder)
    assert (place(found, folder), found["message"]) == ("art/sun.svg", "cannot be read: the link leads nowhere")
