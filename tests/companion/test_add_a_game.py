"""The games of docs/add-a-game.md: installed beside us, each is printed and played. One is typed off the page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
TESTS = ROOT / "tests" / "companion"


def installed(example: Path, folder: Path) -> None:
    """Leaves in a folder what installing the package would: its name and its entry points."""
    project = tomllib.loads((example / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"].replace("-", "_"), project["version"]
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    groups = (
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in points.items())
        for group, points in project["entry-points"].items()
    )
    info.joinpath("entry_points.txt").write_text("\n".join(groups), "utf-8")


def run(example: Path, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    installed(example, folder)
    path = os.pathsep.join(map(str, (folder, example, ROOT, TESTS, TESTS / "engine", TESTS / "web")))
    return subprocess.run(
        [sys.executable, *command], env=os.environ | {"PYTHONPATH": path}, cwd=folder, capture_output=True, text=True
    )


def check(example: Path, tests: Path, folder: Path) -> None:
    options = ("-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(tests.parent))
    done = run(example, folder, "-m", "pytest", *options, str(tests))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.landing
@pytest.mark.parametrize("game", ["oasis", "pig"])
def test_an_example_is_built_printed_and_played(game: str, tmp_path: Path) -> None:
    check(DOCS / game, DOCS / game / f"test_{game}.py", tmp_path)


def test_the_game_on_the_page_is_built_printed_and_played(tmp_path: Path) -> None:
    page = (DOCS / "add-a-game.md").read_text("utf-8")
    typed = tmp_path / "typed"
    files = re.findall(r"^`([\w./]+)`:\n```\w+\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert {"pyproject.toml", "stones/rules.py", "stones/kit/kit.toml"} <= {name for name, _ in files}
    for name, text in [("stones/__init__.py", ""), *files]:
        (typed / name).parent.mkdir(parents=True, exist_ok=True)
        (typed / name).write_text(text, "utf-8")
    check(typed, TESTS / "stones_played.py", tmp_path)


def test_commands_know_an_installed_game(tmp_path: Path) -> None:
    position = tmp_path / "position.txt"
    position.write_text("oasis well:? drunk:0/0 turn:A start:A last:-\n")
    done = run(DOCS / "oasis", tmp_path, "-m", "companion", "resolve", "oasis", str(position), "--dice", "die 4")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "The die shows 4: the well holds 14 draughts.",
        "oasis well:14 drunk:0/0 turn:A start:A last:-",
    ]
