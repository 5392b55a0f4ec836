"""What whole commands of the press take, from the shell's key to the last byte: `make bench` prints the figures.

All are medians of several runs by turns, of processor time (user and system) and of the clock, for a machine on which
nothing else runs.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import press_decks
import pytest

pytestmark = pytest.mark.bench
COUNTS = (108, 1_080, 5_400)
HERE = Path(__file__).parents[2]


class Spent(NamedTuple):
    """Seconds of the processor and of the clock, and the most memory, in MiB."""

    processor: float
    clock: float
    memory: float


class Command(NamedTuple):
    """What is typed, and the code that it ends with."""

    words: Sequence[object]
    code: int = 0


def spent(command: Command, folder: Path) -> Spent:
    """Runs a command once. Its bytecode is kept in `folder`, as for anybody who has run it before."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    begun = time.perf_counter()
    process = subprocess.Popen(
        [*map(str, command.words)],
        cwd=HERE,  # Python looks there first
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    clock = time.perf_counter() - begun
    assert process.returncode == command.code, f"{command} ended with {process.returncode}"
    return Spent(usage.ru_utime + usage.ru_stime, clock, usage.ru_maxrss / 1024)


def medians(folder: Path, rounds: int, *commands: Command) -> list[Spent]:
    """The medians of several runs of each command, by turns; the first, for bytecode, does not count."""
    for command in commands:
        spent(command, folder)
    found = [[spent(command, folder) for command in commands] for _ in range(rounds)]
    return [Spent(*map(statistics.median, zip(*runs, strict=True))) for runs in zip(*found, strict=True)]


def pnp(*words: object, code: int = 0) -> Command:
    return Command((sys.executable, "-m", "pnp", *words), code)


def told(one: Spent) -> str:
    return f"{one.processor:7.3f} {one.clock:7.3f} {one.memory:5.0f}"


def test_decks_beside_bare_reportlab(tmp_path: Path) -> None:
    print(f"\n  cards {''.join(f'{head:>23}' for head in ('press', 'bare reportlab'))}   press ÷ bare (clock)")
    print(f"       {'    cpu s clock s   MiB' * 2}")
    for count in COUNTS:
        kit = press_decks.write_kit(tmp_path, count)
        bare = Command((sys.executable, press_decks.__file__, count))
        figures = medians(tmp_path, 5, pnp("build", kit, "--out", tmp_path / "out"), bare)
        print(f"{count:7} {'  '.join(map(told, figures))} {figures[0].clock / figures[1].clock:7.2f}")


def test_kits_and_answers(tmp_path: Path) -> None:
    out = tmp_path / "out"
    rows: tuple[tuple[str, int, tuple[object, ...]], ...] = (
        ("all kits", 3, ("build", "--out", out)),
        ("build hangzhou", 3, ("build", "hangzhou", "--out", out)),
        ("build hangzhou, one token", 5, ("build", "hangzhou", "--out", out, "--only", "coins")),
        ("check hangzhou", 3, ("check", "hangzhou")),
        ("--help", 5, ("--help",)),
        ("wrong component", 5, ("build", "hangzhou", "--only", "no-such-component")),
    )
    print("\n                                            cpu s clock s   MiB")
    for name, rounds, words in rows:
        (found,) = medians(tmp_path, rounds, pnp(*words, code=2 if name.startswith("wrong") else 0))
        print(f"  {name:40} {told(found)}")
