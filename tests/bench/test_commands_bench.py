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

import pytest
from output_builders import many_cards

pytestmark = pytest.mark.bench
COUNTS = (108, 1_080, 5_400)
HERE = Path(__file__).parents[2]
BARE = """
import sys
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

canvas = Canvas(sys.argv[2], pagesize=(210 * mm, 297 * mm), pageCompression=1, invariant=1)
count = int(sys.argv[1])
for first in range(0, count, 9):
    for back in (False, True):
        for place in range(min(9, count - first)):
            x, y = (9.75 + place % 3 * 63.5) * mm, (15.15 + place // 3 * 88.9) * mm
            canvas.setFillColor("#F4E9D3")
            canvas.rect(x, y, 63.5 * mm, 88.9 * mm, stroke=0, fill=1)
            canvas.setFillColor("#2B2320")
            canvas.drawString(x + 4 * mm, y + 80 * mm, f"{'Back of ' * back}Good {first + place}")
        canvas.showPage()
canvas.save()
"""
"""The deck of `many_cards` by hand, each card once: a ground and a name on both sides, nine to a page."""


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
        kit = many_cards(tmp_path / str(count), count)
        bare = Command((sys.executable, "-c", BARE, count, tmp_path / "bare.pdf"))
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
