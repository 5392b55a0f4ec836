"""Runs: kept chunk by chunk, gone on with after whatever has happened, on one process and on several."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner
from experiments import DUNHUANG, experiment, written

from companion.cli import main
from companion.lab.choice import Choice
from companion.lab.chunk import Chunk, play_chunk
from companion.lab.results import RunError, begin, open_run
from companion.lab.run import alone, distributed, local, run
from companion.lab.trial import Row, TrialError


@pytest.fixture(autouse=True)
def single(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of one game each."""
    monkeypatch.setattr("companion.lab.run.SIZE", 1)


GAMES = 120
LONG = DUNHUANG.replace("games = 6", f"games = {GAMES}")


def rows(path: Path) -> list[tuple[object, ...]]:
    """All that was kept but for the time it took."""
    with sqlite3.connect(path) as connection:
        games = connection.execute("SELECT arm, number, deal, actions, ending, log FROM game ORDER BY arm, number")
        seats = connection.execute("SELECT * FROM seat ORDER BY arm, number, seat")
        return [*games, *seats]


def whole(folder: Path, text: str = DUNHUANG) -> list[tuple[object, ...]]:
    """What comes of an experiment in one go, in this process."""
    with begin(folder / "whole.sqlite3", experiment(folder, text)) as results:
        run(results, alone, lambda rows: None)
    return rows(folder / "whole.sqlite3")


class Raising:
    def choose(self, *_: object) -> Choice:
        return [Choice("in vain")][1]


class Cheating:
    def choose(self, *_: object) -> Choice:
        return Choice("all the coins")


class Mute:
    def choose(self, *_: object) -> None:
        pass


@pytest.mark.outside
def test_a_player_that_fails_is_named_with_what_it_did(tmp_path: Path) -> None:
    """From another process as well."""
    for name, says, processes in (
        ("Raising", r"game \d: the player test_run:Raising failed: IndexError: .* \(test_run.py, line \d+\)", 2),
        ("Cheating", "the player test_run:Cheating chose what it may not do: 'all the coins' is refused", 1),
        ("Mute", "the player test_run:Mute gave back no Choice, but None", 1),
    ):
        made = experiment(tmp_path, DUNHUANG.replace('"random"', f'"test_run:{name}", "random"'))
        with begin(tmp_path / f"{name}.sqlite3", made) as results, pytest.raises(TrialError, match=says):
            run(results, local(processes), lambda rows: None)


def test_a_chunk_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    made = experiment(tmp_path)
    with begin(tmp_path / "run.sqlite3", made) as results:
        one, two = play_chunk(Chunk(made, 0, (0, 1), "1"))
        with pytest.raises(sqlite3.IntegrityError):
            results.add([one, two, one])
        assert results.done(0) == set()
        results.add([one, two])
        assert [(row.seats, row.log) for row in results.rows(0)] == [(row.seats, row.log) for row in (one, two)]


def test_a_file_of_another_experiment_or_of_none_is_left_alone(tmp_path: Path) -> None:
    whole(tmp_path)
    with pytest.raises(RunError, match="another experiment"):
        begin(tmp_path / "whole.sqlite3", experiment(tmp_path, LONG))
    other = tmp_path / "other.sqlite3"
    other.touch()  # the power went before anything was written
    with begin(other, experiment(tmp_path)) as results:
        assert results.done(0) == set()
    other.write_text("no database at all", "utf-8")
    with pytest.raises(RunError, match="no run of the lab"):
        begin(other, experiment(tmp_path))
    with pytest.raises(RunError, match="no such file"):
        open_run(tmp_path / "nothing")
    with pytest.raises(TrialError, match="version 99"):
        play_chunk(Chunk(experiment(tmp_path), 0, (0,), "99"))


@pytest.mark.outside
@pytest.mark.long
def test_a_run_that_is_killed_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    """`kill -9` of the command, while two processes play; they end with it."""
    path = written(tmp_path, LONG)
    kept = path.with_suffix(".sqlite3")
    command = [sys.executable, "-m", "companion", "lab", "run", str(path), "--local", "2"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: kept.is_file() and some(kept))
        children = psutil.Process(process.pid).children(recursive=True)
        assert len(children) >= 2
    finally:
        process.kill()
        process.wait()
    until(lambda: not any(child.is_running() and child.status() != "zombie" for child in children))
    with begin(kept, experiment(tmp_path, LONG)) as results:
        before, told = results.done(0), list[Row]()
        run(results, alone, told.extend)
    assert 0 < len(before) < GAMES and {row.number for row in told} == set(range(GAMES)) - before
    assert rows(kept) == whole(tmp_path, LONG)


def some(path: Path) -> bool:
    """Is anything kept?"""
    try:
        with sqlite3.connect(path) as connection:
            return bool(connection.execute("SELECT count(*) FROM game").fetchone()[0])
    except sqlite3.OperationalError:
        return False


def until(holds: object, seconds: float = 60) -> None:
    assert callable(holds)
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.outside
@pytest.mark.long
def test_a_process_that_dies_costs_its_chunk_only(tmp_path: Path) -> None:
    """One of two is killed while it plays; the games are those of one process alone."""
    text = DUNHUANG.replace("games = 6", "games = 30")
    made = experiment(tmp_path, text)
    killed: list[int] = []

    def told(rows: list[Row]) -> None:
        if not killed:
            child = next(c for c in psutil.Process().children() if "spawn_main" in " ".join(c.cmdline()))
            os.kill(child.pid, signal.SIGKILL)
            killed.append(child.pid)

    with begin(tmp_path / "run.sqlite3", made) as results:
        run(results, local(2), told)
    assert killed
    assert rows(tmp_path / "run.sqlite3") == whole(tmp_path, text)


def test_a_process_that_always_dies_ends_the_run(tmp_path: Path) -> None:
    """What was played before is kept."""

    def dying(chunks: Iterable[Chunk]) -> Iterator[list[Row]]:
        if not results.done(0):
            yield play_chunk(next(iter(chunks)))
        raise BrokenProcessPool

    with begin(tmp_path / "run.sqlite3", experiment(tmp_path)) as results:
        with pytest.raises(TrialError, match="a process died 3 times"):
            run(results, dying, lambda rows: None)
        assert results.done(0) == {0}


@pytest.mark.landing
@pytest.mark.outside
@pytest.mark.long
def test_workers_of_a_cluster_play_and_one_may_die(tmp_path: Path) -> None:
    """Two workers, processes of their own; one is killed while it plays."""
    dask = pytest.importorskip("distributed", reason="the extra lab brings it: pip install dask[distributed]")
    text = DUNHUANG.replace("games = 6", "games = 30")
    made = experiment(tmp_path, text)
    where = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "local_directory": str(tmp_path)}
    with dask.LocalCluster(host="127.0.0.1", **where) as cluster:
        pids = [nanny.pid for nanny in cluster.workers.values()]

        def told(rows: list[Row]) -> None:
            if pids:
                os.kill(pids.pop(), signal.SIGKILL)
                pids.clear()

        with begin(tmp_path / "run.sqlite3", made) as results:
            run(results, distributed(cluster.scheduler_address), told)
    assert not pids
    assert rows(tmp_path / "run.sqlite3") == whole(tmp_path, text)


def test_a_varied_kit_is_played_by_its_own_numbers(tmp_path: Path) -> None:
    """A majority token worth 50 points instead of what is printed; without a change all is as it was."""
    worth = (
        '[[arm]]\nname = "dear"\n[[arm.change]]\nfile = "pieces.csv"\nrow = "majority"\ncolumn = "worth"\nvalue = 50\n'
    )
    text = DUNHUANG.replace("games = 6", "games = 2") + '[[arm]]\nname = "as printed"\n' + worth
    with begin(tmp_path / "run.sqlite3", experiment(tmp_path, text)) as results:
        run(results, alone, lambda rows: None)
        plain, dear = ([row.seats for row in results.rows(arm)] for arm in (0, 1))
    assert max(seat.points for seats in dear for seat in seats) > max(seat.points for seats in plain for seat in seats)
    wrong = text.replace("value = 50", 'value = "much"')
    with begin(tmp_path / "wrong.sqlite3", experiment(tmp_path, wrong)) as results, pytest.raises(TrialError) as said:
        run(results, alone, lambda rows: None)
    assert "the varied kit of dear cannot be played" in str(said.value)


def test_ctrl_c_says_that_all_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    path = written(tmp_path, DUNHUANG)
    monkeypatch.setattr("companion.commands.lab.run", stopped)
    told = CliRunner().invoke(main, ["lab", "run", str(path), "--local", "1"])
    assert told.exit_code == 130 and "the same command goes on" in told.output
    monkeypatch.undo()
    assert CliRunner().invoke(main, ["lab", "run", str(path), "--local", "1"]).exit_code == 0


def test_the_commands(tmp_path: Path) -> None:
    path, runner = written(tmp_path, DUNHUANG), CliRunner()
    done = runner.invoke(main, ["lab", "run", str(path), "--local", "1"])
    assert done.exit_code == 0 and f"6 games in {tmp_path / 'test.sqlite3'}" in done.output, done.output
    kept = str(tmp_path / "test.sqlite3")
    told = runner.invoke(main, ["lab", "log", kept, "4"])
    assert told.exit_code == 0
    tale = runner.invoke(main, ["replay", "-"], input=told.output)
    assert tale.exit_code == 0 and "game is over" in tale.output
    for arguments, says in (
        (["run", str(tmp_path / "none.toml")], "none.toml: No such file"),
        (["run", str(path), "--local", "1", "--scheduler", "tcp://x"], "not both"),
        (["run", str(path), "--out", str(tmp_path / "none" / "x")], "there is no folder"),
        (["log", kept, "99"], "game 99 has not been played"),
        (["log", f"{kept}:b", "1"], "there is no arm b; there are: all"),
    ):
        wrong = runner.invoke(main, ["lab", *arguments])
        assert wrong.exit_code == 2 and says in wrong.output, wrong.output
    written(tmp_path, DUNHUANG.replace("players = 2", "players = 9"))
    wrong = runner.invoke(main, ["lab", "run", str(path)])
    assert wrong.exit_code == 2 and "test.toml:3:players: error: 9 cannot play dunhuang" in wrong.output
