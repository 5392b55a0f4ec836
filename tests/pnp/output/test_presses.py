"""Kits and languages printed side by side: the same files, each fault told once, and all ends together."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from pathlib import Path

import psutil
import pytest
from output_builders import in_two_languages, many_cards
from pnp.output.presses import Printing

from pnp.output import build as builds
from pnp.sheet.options import Options

pytestmark = pytest.mark.outside
PATIENCE = 300
"""Seconds that a test waits at most for something that has to come; machines may be slow."""


def started(*arguments: object, deaf_to: signal.Signals | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "pnp", "build", "--no-cache", *map(str, arguments)]

    def heeding() -> None:
        """A shell has what it starts in the background ignore the key, and with it what that starts."""
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN if number == deaf_to else signal.SIG_DFL)

    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heeding)


def under_way(kit: Path, out: Path, deaf_to: signal.Signals | None = None) -> subprocess.Popen[str]:
    """A build by two processes, of which something is written."""
    process = started("--processes", 2, "--out", out, kit, deaf_to=deaf_to)
    while process.poll() is None and not list(out.rglob("*.pdf")):
        time.sleep(0.01)
    return process


def printed(processes: int, out: Path, *kits: Path) -> tuple[int, str, str, dict[str, bytes]]:
    """Exit code, what is said, and all files."""
    with started("--processes", processes, "--out", out, *kits) as process:
        told, errors = process.communicate()
    files = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    return process.returncode, told.replace(str(out), ""), errors, files


def test_side_by_side_comes_what_comes_in_turn(tmp_path: Path) -> None:
    """One of the kits is faulty in both languages, one unreadable: the others are printed, and each fault told once."""
    good = [in_two_languages(tmp_path, name, text=f"Hello, {name}") for name in ("jade", "silk")]
    faulty = in_two_languages(tmp_path, "tea", text="Hello, {nobody}")
    unread = tmp_path / "salt"
    unread.mkdir()
    (unread / "kit.toml").write_text("[kit\n")
    kits = (good[0], faulty, unread, good[1])
    in_turn = printed(1, tmp_path / "one", *kits)
    beside = printed(3, tmp_path / "two", *kits)
    assert in_turn == beside
    code, _, errors, files = beside
    assert code == 1
    assert errors.count("error: ") == 2 and "Traceback" not in errors
    assert {name.partition("/")[0] for name in files} == {"jade", "silk"}
    assert sum(name.endswith(".pdf") for name in files) >= 4


def test_a_large_deck_is_laid_out_by_several(tmp_path: Path) -> None:
    deck = many_cards(tmp_path / "deck", 140)  # of which each is four faces
    assert printed(1, tmp_path / "one", deck) == printed(2, tmp_path / "two", deck)


@pytest.fixture
def long_work(tmp_path: Path) -> Path:
    """A kit that is still being printed when its first file, the guide, is there."""
    kit = many_cards(tmp_path / "kit", 300)
    toml = (kit / "kit.toml").read_text().replace('["en"]', '["en", "es"]')
    (kit / "kit.toml").write_text(re.sub(r'{ en = ("\w+") }', r"{ en = \1, es = \1 }", toml))
    return kit


def workers(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Those that still work."""
    children = psutil.Process(process.pid).children(recursive=True)
    return [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE]


@pytest.mark.parametrize("whom", ["one", "all"])
@pytest.mark.parametrize(
    ("number", "code", "said"),
    [(signal.SIGINT, 1, ["Aborted!"]), (signal.SIGTERM, 143, []), (signal.SIGHUP, 129, [])],
)
def test_an_interrupt_ends_all(
    whom: str, number: signal.Signals, code: int, said: list[str], long_work: Path, tmp_path: Path
) -> None:
    """As a terminal sends it, to all of them, and as `kill` does."""
    out = tmp_path / "out"
    process = under_way(long_work, out)
    begun = workers(process)
    assert len(begun) >= 2, "the processes that print, and what they come of"
    for target in (process.pid, *(worker.pid for worker in begun if whom == "all")):
        with contextlib.suppress(ProcessLookupError):  # the first may have ended it already
            os.kill(target, number)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert errors.strip().splitlines()[-1:] == said and "Traceback" not in errors
    _, left = psutil.wait_procs(begun, timeout=PATIENCE)
    assert not left
    assert list(out.iterdir()) == []


def test_a_process_that_is_killed_is_told_of_with_what_to_do(long_work: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = under_way(long_work, out)
    printing = max(workers(process), key=lambda worker: sum(worker.cpu_times()[:2]))
    printing.kill()
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "--processes 1" in errors and "Traceback" not in errors
    assert list(out.iterdir()) == []


def test_processes_end_with_the_one_that_began_them_however_it_ends(long_work: Path, tmp_path: Path) -> None:
    process = under_way(long_work, tmp_path / "out")
    begun = workers(process)
    process.kill()
    process.communicate(timeout=PATIENCE)  # until nobody holds its streams any more
    _, left = psutil.wait_procs(begun, timeout=PATIENCE)
    assert begun and not left


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_what_is_ignored_from_the_beginning_stays_ignored(
    number: signal.Signals, long_work: Path, tmp_path: Path
) -> None:
    """As `nohup` and shells have it, which start in the background what a key is not meant for."""
    process = under_way(long_work, tmp_path / "out", deaf_to=number)
    begun = workers(process)
    assert len(begun) >= 2
    for target in (process.pid, *(worker.pid for worker in begun)):
        os.kill(target, number)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors


def test_an_interrupt_does_not_wait_for_what_others_print(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It may come while this process looks at the kit itself."""

    class Pressing:
        def printing(self, *_: object, with_ink: bool) -> Printing:
            return Printing([Future()], None)

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pnp.check.unused.unused", interrupted)
    kit = in_two_languages(tmp_path, "jade", text="Hello")
    with pytest.raises(KeyboardInterrupt):
        builds.build(kit, Options(out=tmp_path / "out", cache=False), lambda *_: None, presses=Pressing)  # type: ignore[arg-type]
    assert list((tmp_path / "out").iterdir()) == []
