"""What whole commands of the press take, from the shell's key to the last byte: `make bench` prints the figures.

Processor time (user and system) is the least of several runs by turns, so that other work on the machine counts
little; the clock is that of the same run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import press_decks
import pytest

pytestmark = pytest.mark.bench
COUNTS = (108, 1_080, 5_400)
PRESS = (sys.executable, "-m", "pnp")


class Spent(NamedTuple):
    """Seconds of the processor and of the clock, and the most memory, in MiB."""

    processor: float
    clock: float
    memory: float


def spent(command: Sequence[object], cache: Path) -> Spent:
    """What a command takes, with a cache of its own. Bytecode is kept, as it is for whoever has run it before."""
    apart = ("PYTHONDONTWRITEBYTECODE", "PNP_PROCESSES")  # what the tests set for themselves
    environment = {key: value for key, value in os.environ.items() if key not in apart}
    environment |= {"XDG_CACHE_HOME": str(cache), "PYTHONPYCACHEPREFIX": str(cache.parent / "bytecode")}
    begun = time.perf_counter()
    process = subprocess.Popen(
        [*map(str, command)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    clock = time.perf_counter() - begun
    return Spent(usage.ru_utime + usage.ru_stime, clock, usage.ru_maxrss / 1024)


def least(cache: Path, rounds: int, *commands: Sequence[object]) -> list[Spent]:
    """The best of several runs of each command, by turns; the first, for bytecode, does not count."""
    for command in commands:
        spent(command, cache)
    found = [[spent(command, cache) for command in commands] for _ in range(rounds)]
    return [min(runs) for runs in zip(*found, strict=True)]


def build(kit: object, out: Path, *more: object) -> tuple[object, ...]:
    return (*PRESS, "build", kit, "--out", out, *more)


def test_decks_beside_bare_reportlab_and_typst(tmp_path: Path) -> None:
    typst = find_spec("typst") is not None
    if not typst:
        print("\n  typst is left out: pip install typst brings it")
    heads = ("press, one process", "press, all cores", "bare reportlab", "typst")
    print(f"\n  cards {''.join(f'{head:>22}' for head in heads)}  press / bare")
    print(f"       {'    cpu s clock s   MiB' * 4}     cpu  clock")
    for count in COUNTS:
        kit = press_decks.write_kit(tmp_path, count)
        press_decks.write_typst(tmp_path, count)
        others = [(sys.executable, press_decks.__file__, kind, count, tmp_path) for kind in ("bare", "typst")]
        mine = [build(kit, tmp_path / "out", "--no-cache", *more) for more in (("--processes", 1), ())]
        figures = least(tmp_path / "cache", 3, *mine, *others[: 1 + typst])
        columns = "  ".join(f"{one.processor:7.2f} {one.clock:7.2f} {one.memory:5.0f}" for one in figures)
        alone, helped, bare = figures[:3]
        ratios = f"{alone.processor / bare.processor:7.2f} {helped.clock / bare.clock:6.2f}"
        print(f"{count:7} {columns}{'' if typst else ' ' * 22} {ratios}")


def test_one_card_of_54_has_changed(tmp_path: Path) -> None:
    """The deck again, the card alone, and only what changed, as they are typed."""
    kit = press_decks.write_kit(tmp_path, 54)
    out, cache = tmp_path / "out", tmp_path / "cache"
    rows = (kit / "cards.csv").read_text()
    spent(build(kit, out), cache)
    shutil.copytree(out / "deck", tmp_path / "before")

    def after_a_change(*command: object) -> Spent:
        runs = []
        for turn in range(4):
            (kit / "cards.csv").write_text(rows.replace("\n0,", f"\n0,Turn {turn} of the "))
            runs.append(spent(command, cache))
        return min(runs[1:])

    print("\n  one changed card of 54                    cpu s clock s   MiB")
    for name, more in (
        ("the whole deck, nothing kept", ("--no-cache",)),
        ("the whole deck", ()),
        ("--only cards:0", ("--only", "cards:0")),
        ("--changed-since", ("--changed-since", tmp_path / "before")),
    ):
        one = after_a_change(*build(kit, out, *more))
        print(f"  {name:40} {one.processor:6.2f} {one.clock:7.2f} {one.memory:5.0f}")


def test_kits_and_answers(tmp_path: Path) -> None:
    out, cache = tmp_path / "out", tmp_path / "cache"
    kits = (*PRESS, "build", "--out", out, "--no-cache")
    rows: tuple[tuple[str, int, tuple[object, ...]], ...] = (
        ("all kits, nothing kept, one process", 1, (*kits, "--processes", 1)),
        ("all kits, nothing kept, side by side", 1, kits),
        ("all kits, nothing changed", 1, kits[:-1]),
        ("build hangzhou, one process", 2, build("hangzhou", out, "--no-cache", "--processes", 1)),
        ("build hangzhou, one token", 5, build("hangzhou", out, "--only", "coins")),
        ("check hangzhou", 2, (*PRESS, "check", "hangzhou")),
        ("--help", 5, (*PRESS, "--help")),
        ("--version", 5, (*PRESS, "--version")),
        ("wrong usage", 5, (*PRESS, "build", "no-such-kit")),
    )
    print("\n                                            cpu s clock s   MiB")
    for name, rounds, command in rows:
        (one,) = least(cache, rounds, command)
        print(f"  {name:40} {one.processor:6.2f} {one.clock:7.2f} {one.memory:5.0f}")


def test_memory_of_a_deck(tmp_path: Path) -> None:
    """What a deck needs as it grows, with the pages kept to be looked up, and without."""
    print("\n  cards   kept MiB   not kept MiB")
    for count in COUNTS:
        kit = press_decks.write_kit(tmp_path, count)
        kept: Callable[..., Spent] = lambda *more: spent(build(kit, tmp_path / "out", *more), tmp_path / "cache")  # noqa: B023, E731 - called at once
        print(f"{count:7} {kept().memory:10.0f} {kept('--no-cache').memory:14.0f}")
