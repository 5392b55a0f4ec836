"""What people feel of bots that think beside them: their taps while strong bots play at other tables, and while the
bots' process is halted, by turns. Prints, never fails.

    .venv/bin/python -m pytest -m bench -n 0 -s tests/bench/test_rivals_bench.py
"""

from __future__ import annotations

import json
import signal
import urllib.request
from pathlib import Path
from typing import Any

import psutil
import pytest
from load_client import percentile
from test_load_bench import HOST, Load, free_port, ours, running

from companion.rivals.keeper import NICE

pytestmark = pytest.mark.bench
PEOPLE, BOTS = 8, 6
"""Tables of people, who act once a second at each, and tables of two strong bots."""
ROUNDS, SECONDS = 5, 8.0
GAMES = ("xanadu", "hangzhou", "dunhuang")


def ask(address: str, token: str | None = None, body: object = None) -> Any:
    headers = {"Content-Type": "application/json"} | ({} if token is None else {"Authorization": f"Bearer {token}"})
    request = urllib.request.Request(address, None if body is None else json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def seat_bots(api: str, number: int) -> str:
    """A table of two strong bots that play by themselves; its address."""
    token, game = ask(f"{api}/tokens", body={})["token"], GAMES[number % len(GAMES)]
    opened = {"game": game, "chairs": 2, "settings": {"pace": "own"}}
    opened |= {} if game == "hangzhou" else {"options": {"cards": "app"}}
    table = f"{api}/tables/{ask(f'{api}/tables', token, opened)['code']}"
    commands = [{"do": "rival", "chair": chair, "player": "strong", "name": f"Bot {chair}"} for chair in (0, 1)]
    for n, command in enumerate([*commands, {"do": "start"}]):
        ask(f"{table}/commands", token, {"command": command, "command_id": f"bots-{number}-{n}"})
    return table


def test_taps_beside_strong_bots(tmp_path: Path) -> None:
    port = free_port()
    with running(ours(tmp_path, port), port) as server:
        for number in range(BOTS):
            seat_bots(f"http://{HOST}:{port}/api/v1", number)
        load = Load(port, PEOPLE)
        load.settle(4.0)
        (bots,) = (child for child in server.children(recursive=True) if child.nice() >= NICE + psutil.Process().nice())
        found: dict[bool, list[float]] = {False: [], True: []}
        thought = 0.0
        for _ in range(ROUNDS):
            for thinking in (False, True):
                bots.send_signal(signal.SIGCONT if thinking else signal.SIGSTOP)
                load.settle(0.5)
                before = len(load.slowest), sum(bots.cpu_times()[:2])
                load.run(SECONDS)
                found[thinking] += load.slowest[before[0] :]
                thought += (sum(bots.cpu_times()[:2]) - before[1]) if thinking else 0.0
        bots.send_signal(signal.SIGCONT)
        load.close()
    quiet, beside = found[False], found[True]
    share = thought / (ROUNDS * SECONDS)
    print(f"\n{PEOPLE} tables of people, {BOTS} of two strong bots, which took {share:.0%} of a core")
    for part in (0.5, 0.95, 0.99):
        a, b = percentile(quiet, part), percentile(beside, part)
        print(f"from a tap to all five phones, p{part * 100:g}: {a:.0f} ms without, {b:.0f} ms beside, {b / a:.2f} ×")
