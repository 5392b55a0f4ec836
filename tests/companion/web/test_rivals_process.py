"""The rivals' process beside a server: it begins when a program asks for a rival or one is found, plays its seat, is
started again, and ends with the server."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from browsers import server

pytestmark = [pytest.mark.outside, pytest.mark.long]
_SPEC = importlib.util.spec_from_file_location("bot", Path(__file__).parents[3] / "docs" / "bot.py")
assert _SPEC is not None and _SPEC.loader is not None
bot: Any = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(bot)


def until(true: Callable[[], object], seconds: float = 40.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come to it"
        time.sleep(0.2)


def players(before: set[int]) -> list[psutil.Process]:
    """The processes of rivals that were started since: they are spawned, as no other of a server is."""
    found = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # gone meanwhile
            if process.pid not in before and any("spawn_main" in part for part in process.cmdline()):
                found.append(process)
    return found


def test_it_plays_by_itself_and_ends_with_the_server(tmp_path: Path) -> None:
    before = {process.pid for process in psutil.Process().children(recursive=True)}
    with server(tmp_path) as base:
        api = f"{base}/api/v1"
        token = bot.ask(f"{api}/tokens", body={})["token"]
        settings = {"pace": "own"}
        code = bot.ask(f"{api}/tables", token, {"game": "hangzhou", "chairs": 2, "settings": settings})["code"]
        table = f"{api}/tables/{code}"

        def do(number: int, **command: object) -> Any:
            return bot.ask(f"{table}/commands", token, {"command": command, "command_id": f"rivals-{number}"})

        do(1, do="take", chair=0, name="Ana")
        assert not players(before), "nobody has asked for a rival"
        do(2, do="rival", chair=1, player="easy")
        do(3, do="start")
        assert bot.ask(table, token)["chairs"][1]["rival"] == "easy"
        until(lambda: any(line["source"] == "rival" for line in bot.ask(f"{table}/log", token)["entries"]))
        assert players(before)
    gone = psutil.Process().children(recursive=True)
    assert not [process for process in gone if process.pid not in before]
    with server(tmp_path):
        until(lambda: players(before))
        (first,) = players(before)
        first.kill()
        until(lambda: [process for process in players(before) if process.pid != first.pid])
        added = [p for p in psutil.Process().children(recursive=True) if p.pid not in before]
    gone, alive = psutil.wait_procs(added, timeout=20)
    assert gone and not alive
