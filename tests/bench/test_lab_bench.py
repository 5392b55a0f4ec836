"""An experiment of middling bots on one process and on two by turns, for other programs want the same cores: games a
second, and the ratio; beside it the ratio of work that shares nothing, which is what the machine has to give. Prints,
never fails."""

from __future__ import annotations

import resource
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median

import pytest

from companion.lab.experiment import read
from companion.lab.processes import local
from companion.lab.results import begin
from companion.lab.run import run

pytestmark = pytest.mark.bench
ROUNDS, COUNT = 3, 100_000_000
EXPERIMENT = 'game = "dunhuang"\nplayers = 2\nbots = ["middling"]\ngames = 200\n'


def test_one_process_and_two(tmp_path: Path) -> None:
    path = tmp_path / "lab.toml"
    path.write_text(EXPERIMENT, "utf-8")
    made, ratios = read(path), []
    for turn in range(ROUNDS):
        took = {}
        for processes in (1, 2):
            begun, before = time.perf_counter(), _cpu()
            with begin(tmp_path / f"{turn}-{processes}.sqlite3", made) as results:
                run(results, local(processes), lambda rows: None)
                games = sum(row.seconds for row in results.rows(0))
            took[processes] = time.perf_counter() - begun
            rate = made.games / took[processes]
            print(
                f"\n{processes}: {rate:.1f} games/s, {_cpu() - before:.1f} s of cores, {games:.1f} s of them in games"
            )
        ratios.append(took[2] / took[1])
    print(f"two take of the time of one: {', '.join(f'{ratio:.2f}' for ratio in ratios)}; median {median(ratios):.2f}")
    machine = [_counting(2) / _counting(1) for _ in range(ROUNDS)]
    print(f"counting, which shares nothing: {', '.join(f'{ratio:.2f}' for ratio in machine)}; {median(machine):.2f}")


def _counting(processes: int) -> float:
    """Seconds in which so many processes, each begun before, count to the same number together."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        list(pool.map(_counted, [COUNT // 50] * processes))
        begun = time.perf_counter()
        list(pool.map(_counted, [COUNT // processes] * processes))
        return time.perf_counter() - begun


def _counted(number: int) -> int:
    return sum(1 for _ in range(number))


def _cpu() -> float:
    """Seconds of cores, of this process and of those that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
