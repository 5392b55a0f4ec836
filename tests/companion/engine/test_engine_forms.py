"""Threads may read the same forms at the same time, also for the first time."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.engine.registry import GAMES, game

AT_ONCE = """
import sys
import threading
from companion.engine.registry import game

sys.setswitchinterval(1e-6)
rules, text, start = game(sys.argv[1]), sys.argv[2], threading.Barrier(8)

def read():
    start.wait()
    assert rules.to_json(rules.from_json(text)) == text
    done.append(True)

done, threads = [], [threading.Thread(target=read) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(done) == 8
"""
TIMES = 3
"""Without its guard, msgspec dies of it in every third process."""


@pytest.mark.parametrize("name", GAMES)
def test_the_first_positions_are_read_by_eight_threads_at_once(name: str) -> None:
    rules = game(name)
    text = rules.to_json(rules.new())
    for _ in range(TIMES):
        done = subprocess.run([sys.executable, "-c", AT_ONCE, name, text], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
