"""Small experiments for tests."""

from __future__ import annotations

from pathlib import Path

from companion.lab.experiment import Experiment, read

DUNHUANG = """
game = "dunhuang"
players = 2
games = 6
bots = ["random"]
"""


def written(folder: Path, text: str) -> Path:
    """The file of an experiment."""
    path = folder / "test.toml"
    path.write_text(text, "utf-8")
    return path


def experiment(folder: Path, text: str = DUNHUANG) -> Experiment:
    """What a file says."""
    return read(written(folder, text))
