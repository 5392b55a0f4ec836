"""Broken kits: each gives one clear finding, none a traceback, a hang or a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bad_kits import BAD, CALLS, Bad
from bad_prints import BAD_PRINTS
from kit_builders import DYES, PLAIN, where, write_kit
from output_builders import pnp

from pnp.kits import read

EVERY = {bad.name: bad for bad in (*BAD, *BAD_PRINTS)}
BUILT = 6
"""Of all broken kits each sixth is built too: commands do the same with whatever is found."""


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def errors(folder: Path) -> list[tuple[str, str]]:
    """Place and message of each error that `pnp check` finds."""
    result = pnp("check", folder, "--json")
    assert result.exit_code == 1, result.exception or result.output
    found = [finding for finding in json.loads(result.stdout) if finding["severity"] == "error"]
    places = (":".join(str(one[key]) for key in ("file", "row", "column") if one[key]) for one in found)
    root = folder.resolve().as_posix()
    return [
        (place.removeprefix(root).removeprefix(str(folder)).lstrip("/"), str(one["message"]))
        for place, one in zip(places, found, strict=True)
    ]


def has_one_clear_error(bad: Bad, shown: list[tuple[str, str]]) -> None:
    assert len(shown) == 1 and bad.message in shown[0][1], shown
    assert not bad.place or shown[0][0].strip(":") == bad.place.strip(":"), shown


@pytest.mark.parametrize("bad", BAD, ids=[bad.name for bad in BAD])
def test_a_kit_that_cannot_be_read_has_one_clear_error(tmp_path: Path, bad: Bad) -> None:
    folder = write_kit(tmp_path / "kit", bad.changes)
    before = files(tmp_path)
    _, findings = read(folder)
    has_one_clear_error(bad, [(where(finding, folder), finding.message) for finding in findings.errors])
    assert files(tmp_path) == before


@pytest.mark.long
@pytest.mark.parametrize("bad", BAD_PRINTS, ids=[bad.name for bad in BAD_PRINTS])
def test_a_kit_that_cannot_be_printed_has_one_clear_error(tmp_path: Path, bad: Bad) -> None:
    has_one_clear_error(bad, errors(write_kit(tmp_path / "kit", bad.changes)))


@pytest.mark.long
@pytest.mark.parametrize("name", [*EVERY][::BUILT])
def test_a_broken_kit_is_not_built(tmp_path: Path, name: str) -> None:
    folder = write_kit(tmp_path / "kit", EVERY[name].changes)
    before = files(tmp_path)
    built = pnp("build", folder, "--out", tmp_path / "out")
    assert built.exit_code == 1 and built.output.count(": error: ") == 1
    assert EVERY[name].message in built.output
    assert files(tmp_path) == before


@pytest.mark.parametrize("name", ["dyes.csv", "kit.toml", "art/sun.svg", "faces/plain.toml"])
def test_a_link_out_of_the_folder_is_one_error(tmp_path: Path, name: str) -> None:
    folder = write_kit(tmp_path / "kit", {name: None})
    (tmp_path / "outside").write_text(DYES)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).symlink_to(tmp_path / "outside")
    assert errors(folder)[0] == (name, "leads out of the kit folder")


def test_a_link_to_itself_is_one_error(tmp_path: Path) -> None:
    folder = write_kit(tmp_path / "kit")
    (folder / "art").mkdir()
    (folder / "art" / "sun.svg").symlink_to("sun.svg")
    assert errors(folder) == [("art/sun.svg", "cannot be read: the link leads nowhere")]


def test_faces_that_call_each_other_in_a_circle_are_left_out(tmp_path: Path) -> None:
    folder = write_kit(tmp_path, {"faces/dye.toml": CALLS.format("plain"), "faces/plain.toml": CALLS.format("dye")})
    made, findings = read(folder)
    assert [finding.message for finding in findings] == ["faces go round in a circle: dye → plain → dye"]
    assert made is not None and not made.faces


def test_faces_nest_sixteen_deep_and_no_deeper(tmp_path: Path) -> None:
    chain = {f"faces/f{number}.toml": CALLS.format(f"f{number + 1}") for number in range(1, 17)}
    folder = write_kit(tmp_path, {**chain, "faces/f17.toml": PLAIN})
    _, findings = read(folder)
    assert [(where(finding, folder), finding.message) for finding in findings] == [
        ("faces/f1.toml", "is 17 faces deep, more than 16")
    ]
