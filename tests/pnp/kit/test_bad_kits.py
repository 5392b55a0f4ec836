"""Broken kits: each gives one clear finding, none a traceback, a hang or a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from bad_kits import BAD, CALLS, Bad
from kit_builders import PLAIN, where, write_kit

from pnp.kits import read


@pytest.mark.parametrize("bad", BAD, ids=[bad.name for bad in BAD])
def test_a_broken_kit_gives_one_clear_finding(tmp_path: Path, bad: Bad) -> None:
    folder = write_kit(tmp_path / "kit", {bad.file: bad.content})
    before = sorted(tmp_path.rglob("*"))
    _, findings = read(folder)
    assert sorted(tmp_path.rglob("*")) == before
    shown = [(where(finding, folder), finding.message) for finding in findings.errors]
    assert shown, "nothing was found"
    assert bad.message in shown[0][1], shown
    if bad.place:
        assert shown[0][0].strip(":") == bad.place.strip(":"), shown
    assert len(shown) == 1, shown


def test_faces_that_call_each_other_in_a_circle_are_left_out(tmp_path: Path) -> None:
    folder = write_kit(tmp_path, {"faces/dye.toml": CALLS.format("plain"), "faces/plain.toml": CALLS.format("dye")})
    made, findings = read(folder)
    assert [finding.message for finding in findings] == ["faces go round in a circle: dye → plain → dye"]
    assert made is not None
    assert not made.faces


def test_faces_nest_sixteen_deep_and_no_deeper(tmp_path: Path) -> None:
    chain = {f"faces/f{number}.toml": CALLS.format(f"f{number + 1}") for number in range(1, 17)}
    folder = write_kit(tmp_path, {**chain, "faces/f17.toml": PLAIN})
    _, findings = read(folder)
    assert [(where(finding, folder), finding.message) for finding in findings] == [
        ("faces/f1.toml", "is 17 faces deep, more than 16")
    ]
