"""Every example in the engine's documents runs."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from finished import Played, changed, exported

import companion.games.hangzhou
from companion.tables import Mix, ReplyUndo, Tables, Undo
from companion.tables.game import GAMES

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["engine.md", "positions.md", "perft.md", "../README.md"])
def test_examples_run(name: str) -> None:
    failed, run = doctest.testfile(str(DOCS / name), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert run > 2
    assert failed == 0


def test_the_package_says_how_to_begin() -> None:
    failed, run = doctest.testmod(companion.games.hangzhou)
    assert (failed, run) == (0, 2)


@pytest.mark.parametrize("game", GAMES)
def test_the_script_for_checking_dice_by_hand_needs_python_alone(game: str, tmp_path: Path, tables: Tables) -> None:
    (script,) = re.findall(r"```python\n(.*?)```", (DOCS / "verify-by-hand.md").read_text("utf-8"), re.DOTALL)
    assert len(script.strip().splitlines()) <= 50
    (tmp_path / "dice.py").write_text(script, "utf-8")

    def run(text: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "table.json").write_text(text, "utf-8")
        # -I -S: no packages, nothing of this project.
        command = [sys.executable, "-I", "-S", "-X", "utf8", str(tmp_path / "dice.py"), str(tmp_path / "table.json")]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8")

    right = run(exported(game))
    assert right.returncode == 0 and right.stdout.endswith("everything fits\n"), right.stderr
    rolls = len(json.loads(exported(game))["odds"])
    assert right.stdout.count(" ✓") == rolls + 1
    on = run(gone_on(tables, game))
    assert on.returncode == 0 and on.stdout.endswith("everything fits\n"), on.stdout + on.stderr

    def mixed_otherwise(data: dict[str, Any]) -> None:
        next(e for e in data["log"] if e["body"]["do"] == "mix")["body"]["text"] += "!"

    wrong = run(changed(exported(game), mixed_otherwise))
    assert wrong.returncode == 1 and "✗ the seed gives" in wrong.stdout

    def another_seed(data: dict[str, Any]) -> None:
        next(e for e in data["log"] if e["body"]["do"] == "proof")["body"]["seed"] = "00" * 32

    wrong = run(changed(exported(game), another_seed))
    assert wrong.returncode == 1 and "✗ this is not the hash of the seed" in wrong.stdout


def gone_on(tables: Tables, game: str) -> str:
    """The export of a game in which much was undone, its last steps too, and a phone left before it began."""
    played = Played(tables, game, seed=5, leaves=True)
    played.play(undo=0.2)
    for _ in range(3):
        played.do(0, Undo())
        if played.view().undo is not None:
            played.do(1, ReplyUndo(True))
    played.do(1, Mix("a new seed"))
    played.play(undo=0.2)
    assert played.undone() and played.view().seq > 10
    return played.export()
