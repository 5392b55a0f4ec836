"""Programs that play, beside a real server: the bot of docs/bot.py, and the process of the app's own bots."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from browsers import server
from real_servers import WAIT, wait_until

from companion.tables.game import GAMES

pytestmark = pytest.mark.outside


BOT = Path(__file__).parents[3] / "docs" / "bot.py"


def test_it_is_short() -> None:
    assert len(BOT.read_text("utf-8").splitlines()) <= 60


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_to_the_end(address: str, game: str) -> None:
    # -I -S: no packages, nothing of this project.
    command = [sys.executable, "-I", "-S", str(BOT), address, game]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    score = json.loads(done.stdout)
    assert score["final"] and score["winners"] and len(score["sheets"]) == 2


_SPEC = importlib.util.spec_from_file_location("bot", Path(__file__).parents[3] / "docs" / "bot.py")
assert _SPEC is not None and _SPEC.loader is not None
bot: Any = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(bot)


def players(added: list[psutil.Process]) -> list[psutil.Process]:
    """Those that step back for others, as the rivals' process does."""
    own, found = psutil.Process().nice(), []
    for process in added:
        with suppress(psutil.NoSuchProcess):  # gone meanwhile
            if process.nice() > own:
                found.append(process)
    return found


@pytest.mark.slow
def test_two_bots_play_on_after_their_process_was_killed_and_end_with_the_server(tmp_path: Path) -> None:
    """Nobody sits there: whoever opened the table looks on."""
    before = {process.pid for process in psutil.Process().children(recursive=True)}

    def new() -> list[psutil.Process]:
        return [process for process in psutil.Process().children(recursive=True) if process.pid not in before]

    with server(tmp_path) as base:
        api = f"{base}/api/v1"
        token = bot.ask(f"{api}/tokens", body={})["token"]
        settings = {"pace": "own"}
        code = bot.ask(f"{api}/tables", token, {"game": "hangzhou", "chairs": 2, "settings": settings})["code"]
        table = f"{api}/tables/{code}"

        def do(number: int, **command: object) -> Any:
            return bot.ask(f"{table}/commands", token, {"command": command, "command_id": f"rivals-{number}"})

        def acts() -> int:
            return sum(line["source"] == "rival" for line in bot.ask(f"{table}/log", token)["entries"])

        assert not players(new()), "nobody has asked for a rival"
        for chair, player in enumerate(("easy", "middling")):
            do(chair, do="rival", chair=chair, player=player, name=player)
        do(2, do="start")
        assert [chair["rival"] for chair in bot.ask(table, token)["chairs"]] == ["easy", "middling"]
        wait_until(lambda: acts() > 0, lambda: "no bot has played")
        added = new()
        (theirs,) = players(added)
        theirs.kill()
        done = acts()
        wait_until(lambda: acts() > done + 1, lambda: "no bot plays on")
        added += new()
    gone, alive = psutil.wait_procs(added, timeout=WAIT)
    assert gone and not alive
    with server(tmp_path):
        wait_until(lambda: bool(players(new())), lambda: "no bot is started")
