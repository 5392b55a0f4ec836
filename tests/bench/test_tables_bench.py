"""Figures for the tables: commands a second with 1 to 8 threads, what a table weighs."""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from companion.games import hangzhou
from companion.tables import Act, NameSeat, Start, Tables, new_command_id, new_token, open_tables

THREADS = (1, 2, 4, 8)
EACH = 200


def rate(threads: int, work: Callable[[int], None]) -> float:
    """How often a second `threads` threads do the work, `EACH` times each."""

    def repeat(number: int) -> None:
        for _ in range(EACH):
            work(number)

    running = [Thread(target=repeat, args=(number,)) for number in range(threads)]
    began = time.perf_counter()
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return threads * EACH / (time.perf_counter() - began)


def table(tables: Tables) -> tuple[str, str]:
    """A table of four that has started, and its host's token."""
    host = new_token()
    code = tables.open("hangzhou", host)
    for chair, name in enumerate(("Ana", "Mei", "Tomás", "Priya")):
        tables.command(code, host, NameSeat(chair, name), command_id=new_command_id())
    tables.command(code, host, Start(), command_id=new_command_id())
    return code, host


@pytest.mark.bench
def test_commands_a_second(tmp_path: Path) -> None:
    tables = open_tables(tmp_path / "tables.sqlite3")
    own = [table(tables) for _ in range(max(THREADS))]

    def check(number: int) -> None:
        tables.command(*own[number], NameSeat(0, "Ana"), command_id=new_command_id())

    def same(number: int) -> None:
        tables.command(*own[0], NameSeat(0, "Ana"), command_id=new_command_id())

    def view(number: int) -> None:
        tables.view_for(*own[number])

    print("\nthreads  a table each  the same table  views/s")
    for threads in THREADS:
        figures = [rate(threads, work) for work in (check, same, view)]
        print(f"{threads:7}  {figures[0]:12,.0f}  {figures[1]:14,.0f}  {figures[2]:7,.0f}")
    tables.close()


@pytest.mark.bench
def test_what_a_game_weighs(tmp_path: Path) -> None:
    tables = open_tables(tmp_path / "tables.sqlite3")
    code, host = table(tables)
    rng = random.Random(1)
    began, actions = time.perf_counter(), 0
    while (view := tables.view_for(code, host)).waiting and actions < 600:
        seat = view.waiting[0]
        action = hangzhou.action_text(rng.choice(hangzhou.legal(view.state, seat)))
        tables.command(code, host, Act(action, seat), command_id=new_command_id(), expected=view.seq)
        actions += 1
    seconds = time.perf_counter() - began
    tables.close()
    tracemalloc.start()
    again = open_tables(tmp_path / "tables.sqlite3")
    began = time.perf_counter()
    seq = again.view_for(code).seq
    cold = time.perf_counter() - began
    weight = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    again.close()
    print(f"\n{actions} actions played and seen in {seconds:.2f} s; {seq} entries replayed in {cold * 1000:.0f} ms")
    print(f"(traced) and kept in {weight / 1024:.0f} KiB, all caches included")
