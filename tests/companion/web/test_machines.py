"""Two servers on one database behind a proxy, one of which dies every 20 seconds while many phones play."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from machine_load import Load, nothing_lost
from machines import Machines
from real_servers import WAIT, Postgres

pytestmark = pytest.mark.outside

EVERY = 20.0
"""Seconds between two deaths."""
AWAY = 3.0
"""Seconds until a machine that died is started again."""


@pytest.mark.slow
def test_nothing_is_lost_while_machines_die_in_turn(tmp_path: Path, database_server: Postgres) -> None:
    with Machines(tmp_path, database_server.new(), "--streams", "300") as machines:
        load = Load(machines.port, tables=30)
        load.settle(2.0)
        for number in range(len(machines.servers)):
            death = threading.Timer(1.0, machines.restart, (number, AWAY))
            death.start()
            load.run(EVERY)
            death.join(WAIT)
        load.settle(5.0)
        load.close()
        assert load.reopened >= 30, "streams of the machines that died were opened again"
        taps = sum(playing.acknowledged for playing in load.playing)
        assert nothing_lost(load, machines.database) == taps >= 3 * len(load.playing)
