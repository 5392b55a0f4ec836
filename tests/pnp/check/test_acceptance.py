"""A kit accepts warnings: they are told below the others, and stay warnings where they were not accepted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from check_builders import KIT, write_kit
from click.testing import CliRunner, Result
from test_findings_doc import DOC, ROW

from pnp.cli import main
from pnp.findings import ACCEPTABLE

NEAR = '[[draw]]\nrect = "bleed"\nfill = "white"\n\n[[draw]]\ntext = "{name}"\nbox = [0.4, 5, 20, 8]\nalign = "left"\n'
"""Names that stand 0.4 mm from the trim."""
ACCEPTED = 'box = [0.4, 5, 20, 8]\naccept = ["near-trim"]  # names belong to the edge'


def check(folder: Path, face: str, kit: str = KIT, *options: str) -> Result:
    return CliRunner().invoke(main, ["check", str(write_kit(folder, face, {"kit.toml": kit})), *options])


def told(result: Result, word: str) -> list[str]:
    return [line for line in result.stderr.splitlines() if f": {word}: " in line]


@pytest.mark.parametrize(
    ("face", "kit"),
    [
        (NEAR.replace("box = [0.4, 5, 20, 8]", ACCEPTED), KIT),
        (NEAR, f'{KIT}accept = ["near-trim"]\n'),
    ],
)
def test_a_draw_or_a_component_accepts(tmp_path: Path, face: str, kit: str) -> None:
    found = check(tmp_path, face, kit)
    assert found.exit_code == 0
    assert not told(found, "warning")
    (line,) = told(found, "accepted")
    assert "from the trim" in line
    assert "(3 cards)" in line
    assert found.stderr.splitlines()[-1].endswith("no findings, 1 accepted")


def test_others_stay_warnings(tmp_path: Path) -> None:
    component = KIT[KIT.index("[[component]]") :]
    kit = f'{KIT}accept = ["near-trim"]\n\n{component.replace("markers", "more")}'
    rows = json.loads(check(tmp_path, NEAR, kit, "--json").stdout)
    near = {(row["severity"], row["card"].partition(" ")[0]) for row in rows if row["code"] == "near-trim"}
    assert near == {("accepted", "markers"), ("warning", "more")}
    other = check(tmp_path, NEAR.replace("box = [0.4, 5, 20, 8]", ACCEPTED.replace("near-trim", "shrunk")))
    assert len(told(other, "warning")) == 1


@pytest.mark.parametrize("code", ["near-trimm", "overflow", "unused-row"])
def test_what_cannot_be_accepted_is_an_error(tmp_path: Path, code: str) -> None:
    found = check(tmp_path, NEAR.replace("box = [0.4, 5, 20, 8]", ACCEPTED.replace("near-trim", code)))
    assert found.exit_code == 1
    (line,) = told(found, "error")
    assert f"accept has “{code}”, which is no warning that can be accepted" in line


def test_each_warning_that_can_be_accepted_is_told_of() -> None:
    warnings = {code for code, severity, _, _ in ROW.findall(DOC) if "warning" in severity}
    assert set(ACCEPTABLE) <= warnings
