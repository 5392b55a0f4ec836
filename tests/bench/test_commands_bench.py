"""What whole commands of the press take, from the shell's key to the last byte: `make bench-press` prints the figures.

All are medians of several runs by turns, of processor time (user and system) and of the clock, for a machine on which
nothing else runs. With `BEFORE=COMMIT` the press and the kits of that commit are measured beside, by turns as well.
"""

from __future__ import annotations

import io
import os
import statistics
import subprocess
import sys
import tarfile
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import press_decks
import pytest

pytestmark = pytest.mark.bench
COUNTS = (108, 1_080, 5_400)
HERE = Path(__file__).parents[2]
BEFORE = "PNP_BENCH_BEFORE"
"""In the environment: the commit to measure beside."""


class Spent(NamedTuple):
    """Seconds of the processor and of the clock, and the most memory, in MiB."""

    processor: float
    clock: float
    memory: float


class Command(NamedTuple):
    """What is typed, the tree in which it is (the press is that one's), and the code that it ends with."""

    words: Sequence[object]
    tree: Path = HERE
    code: int = 0


def spent(command: Command, folder: Path) -> Spent:
    """Runs a command once. Its bytecode is kept in `folder`, as for anybody who has run it before."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    begun = time.perf_counter()
    process = subprocess.Popen(
        [*map(str, command.words)],
        cwd=command.tree,  # Python looks there first
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


def pnp(*words: object, tree: Path = HERE, code: int = 0) -> Command:
    return Command((sys.executable, "-m", "pnp", *words), tree, code)


def told(one: Spent) -> str:
    return f"{one.processor:7.3f} {one.clock:7.3f} {one.memory:5.0f}"


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """The tree of the commit to measure beside; None, if none is named."""
    commit = os.environ.get(BEFORE)
    if not commit:
        print(f"\n  no press is measured beside: {BEFORE}=COMMIT, or make bench-press BEFORE=COMMIT")
        return None
    tree = tmp_path_factory.mktemp("before")
    packed = subprocess.check_output(("git", "archive", commit, "pnp", "cards"), cwd=HERE)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(tree, filter="data")
    return tree


def test_decks_beside_bare_reportlab_and_typst(tmp_path: Path) -> None:
    typst = find_spec("typst") is not None
    if not typst:
        print("\n  typst is left out: pip install typst brings it")
    print(f"\n  cards {''.join(f'{head:>23}' for head in ('press', 'bare reportlab', 'typst'))}   press ÷ bare (clock)")
    print(f"       {'    cpu s clock s   MiB' * 3}")
    for count in COUNTS:
        kit = press_decks.write_kit(tmp_path, count)
        press_decks.write_typst(tmp_path, count)
        others = [Command((sys.executable, press_decks.__file__, kind, count, tmp_path)) for kind in ("bare", "typst")]
        figures = medians(tmp_path, 5, pnp("build", kit, "--out", tmp_path / "out"), *others[: 1 + typst])
        print(f"{count:7} {'  '.join(map(told, figures))} {figures[0].clock / figures[1].clock:7.2f}")


def test_kits_and_answers(tmp_path: Path, before: Path | None) -> None:
    out = tmp_path / "out"
    kits = ("build", "--out", out)
    rows: tuple[tuple[str, int, tuple[object, ...]], ...] = (
        ("all kits", 3, kits),
        ("build hangzhou", 3, ("build", "hangzhou", "--out", out)),
        ("build hangzhou, one token", 5, ("build", "hangzhou", "--out", out, "--only", "coins")),
        ("check hangzhou", 3, ("check", "hangzhou")),
        ("--help", 5, ("--help",)),
        ("--version", 5, ("--version",)),
        ("wrong kit", 5, ("build", "no-such-kit")),
        ("wrong component", 5, ("build", "hangzhou", "--only", "no-such-component")),
    )
    print("\n                                            cpu s clock s   MiB   ÷ before")
    for name, rounds, words in rows:
        trees, code = (HERE, before) if before else (HERE,), 2 if name.startswith("wrong") else 0
        _row(name, medians(tmp_path, rounds, *(pnp(*words, tree=tree, code=code) for tree in trees)))


def _row(name: str, found: Sequence[Spent]) -> None:
    """A row of a table: what is now, and by the clock the part that it is of what was before."""
    ratio = f"{found[0].clock / found[1].clock:9.2f}" if len(found) > 1 else ""
    print(f"  {name:40} {told(found[0])} {ratio}")
