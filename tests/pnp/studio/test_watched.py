"""Saves are noticed soon, each once, whatever way an editor writes."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TextIO

import pytest
from studio_builders import changed, lamps

from pnp.kit.folder import stamps
from pnp.studio.session import watch_saves

PATIENCE = 60


@contextmanager
def running(command: list[str], out: TextIO, folder: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A command that heeds Ctrl-C, which one in the background of a shell is begun deaf to; gone at the end."""
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, stderr=out, stdout=out, preexec_fn=heeding, cwd=folder) as process:
        try:
            yield process
        finally:
            process.kill()


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_each_way_of_saving_is_noticed(tmp_path: Path) -> None:
    kit = lamps(tmp_path / "lamps", 2)
    saves: list[dict[str, tuple[int, int]]] = []
    stop = threading.Event()

    def watch() -> None:
        for _ in watch_saves(kit, stop=stop):
            saves.append(stamps(kit))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        time.sleep(0.3)
        changed(kit / "lamps.csv", "Lamp 1", "Lampion")  # in place
        until(lambda: len(saves) >= 1 and saves[-1] == stamps(kit))
        beside = kit / ".lamps.csv.new"  # beside, and renamed
        beside.write_text((kit / "lamps.csv").read_text() + "more,More,Mas,1,12\n")
        beside.replace(kit / "lamps.csv")
        until(lambda: saves[-1] == stamps(kit))
        noticed = len(saves)
        (kit / "notes.tmp").write_text("no file of a kit")
        time.sleep(0.8)
        assert len(saves) == noticed, "nothing is noticed that is none of the kit's"
    finally:
        stop.set()
        watcher.join()


@pytest.mark.outside
def test_the_terminal_says_findings_after_each_save_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    kit = lamps(tmp_path / "lamps", 2)
    command = [sys.executable, "-m", "pnp", "check", "--watch", str(kit)]
    said = tmp_path / "said"
    with said.open("w") as out, running(command, out) as process:
        until(lambda: "lamps: " in said.read_text())
        time.sleep(0.5)
        changed(kit / "faces" / "coin.toml", "[6, 6, 12, 12]", "[6, 6, 12 12]")
        until(lambda: "1 error" in said.read_text())
        assert f"{kit}/faces/coin.toml:7: error: " in said.read_text(), "file:line first"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in (0, 1)
    assert "Traceback" not in said.read_text()


@pytest.mark.outside
@pytest.mark.parametrize(("sign", "named"), [(signal.SIGINT, True), (signal.SIGTERM, False)])
def test_the_page_takes_the_next_port_and_ends_cleanly(tmp_path: Path, sign: int, named: bool) -> None:
    kit = lamps(tmp_path / "lamps", 2)
    said = tmp_path / "said"
    with socket.socket() as taken, said.open("w") as out:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "pnp", "watch", "--no-open", "--port", str(port)]
        command += [str(kit)] if named else []
        with running(command, out, None if named else kit) as process:
            until(lambda: "Ctrl-C" in said.read_text())
            assert f"{port} is taken; the proof page is at " in said.read_text()
            process.send_signal(sign)
            assert process.wait(PATIENCE) == 0
    assert "Traceback" not in said.read_text() and "Address already" not in said.read_text()
