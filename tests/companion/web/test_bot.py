"""The bot of docs/bot.py, as a program against a real server: each game to its end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.tables.game import GAMES

pytestmark = pytest.mark.outside
BOT = Path(__file__).parents[3] / "docs" / "bot.py"


def test_it_is_short() -> None:
    assert len(BOT.read_text("utf-8").splitlines()) <= 60


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_to_the_end(address: str, game: str) -> None:
    # -I -S: no packages, nothing of this project.
    command = [sys.executable, "-I", "-S", str(BOT), address, game]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    score = json.loads(done.stdout)
    assert score["final"] and score["winners"] and len(score["sheets"]) == 2
