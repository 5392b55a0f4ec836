"""The disk is full, the database is away: clear answers, nothing lost, streams stay open, and it goes on by itself."""

from __future__ import annotations

import threading
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from real_servers import WAIT, Guest, Listening, Postgres, Server, wait_until

from companion.tables import NameSeat, open_tables

pytestmark = [pytest.mark.outside, pytest.mark.landing]

FULL = 400
"""Blocks of 1024 bytes that a file may have: room for a new database, and for some taps."""

NAME = '{"do":"name","chair":1,"name":"Mei"}'
"""A tap that adds an entry to the log."""
AWAY = 3.0
"""Seconds for which the database is stopped."""


def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(tmp_path / "data", limit=FULL) as server:
        ana = Guest(server)
        code = ana.open()
        stream = Listening(ana, code)
        accepted, number, status = [], 0, 303
        while status == 303 and number < 5000:
            number += 1
            status, head, page = ana.ask("POST", f"/t/{code}", do=NAME, command_id=f"tap-{number}")
            if status == 303:
                accepted.append(number)
        assert status == 503 and accepted, "it fills up, and says so"
        assert int(head["retry-after"]) > 0
        assert "Nothing is lost" in page and "Traceback" not in page and "disk" not in page
        assert ana.ask("GET", f"/t/{code}")[0] == 200, "what is there can still be read"
        assert ana.ask("GET", "/healthz")[0] == 503, "a server that cannot write is not well"
        newest = ana.seq(code)
        stream.wait(newest)
        stream.close()
    with Server(data) as server:
        ana.server, roomy = server, Guest(server, ana.token)
        assert roomy.seq(code) == newest, "what was acknowledged is there, and nothing else"
        status, _, _ = roomy.ask("POST", f"/t/{code}", do=NAME, command_id=f"tap-{number}")
        assert status == 303 and roomy.seq(code) == newest + 1
        status, _, _ = roomy.ask("POST", f"/t/{code}", do=NAME, command_id=f"tap-{accepted[-1]}")
        assert status == 303 and roomy.seq(code) == newest + 1, "acknowledged before: not done again"


def test_the_database_goes_away_and_comes_back(tmp_path: Path, database_server: Postgres) -> None:
    """It is stopped while phones play, and started again."""
    with Server(tmp_path, "--database", database_server.new()) as server:
        ana = Guest(server)
        code = ana.open()
        assert ana.command(code, "before", do="name", chair=1, name="Mei") == 303
        before = ana.seq(code)
        stream = Listening(Guest(server), code)
        stream.wait(before)
        database_server.stop()
        began = time.monotonic()
        status, head, page = ana.ask("POST", f"/t/{code}", do=NAME, command_id="during")
        assert status == 503 and int(head["retry-after"]) > 0
        assert "Nothing is lost" in page and "postgres" not in page.lower()
        assert ana.ask("GET", f"/t/{code}")[0] == 503
        assert ana.ask("GET", "/")[0] == 200, "pages that need no table"
        assert ana.ask("GET", "/healthz")[0] == 503
        answered = threading.Event()
        threading.Thread(target=_until_saved, args=(Guest(server, ana.token), code, answered), daemon=True).start()
        time.sleep(max(0.0, AWAY - (time.monotonic() - began)))
        database_server.start()
        assert answered.wait(WAIT), "it does not come back by itself"
        stream.wait(before + 1)
        stream.close()
        # The old connection has been silent for so long that the server may have closed it.
        ana = Guest(server, ana.token)
        assert ana.seq(code) == before + 1
        assert ana.ask("GET", "/healthz")[0] == 200
        assert ana.command(code, "during", do="name", chair=1, name="Mei") == 303
        assert ana.seq(code) == before + 1, "sent again, and done once"


def _until_saved(phone: Guest, code: str, answered: threading.Event) -> None:
    """Sends the same tap again until it is saved, as a page does."""
    while phone.command(code, "during", do="name", chair=1, name="Mei") != 303:
        time.sleep(0.2)
    answered.set()


def test_a_database_that_may_only_be_read_is_said(tmp_path: Path, database_server: Postgres) -> None:
    url = database_server.new()
    name = urlsplit(url).path.removeprefix("/")
    with Server(tmp_path, "--database", url) as server, closing(psycopg.connect(url, autocommit=True)) as other:
        ana = Guest(server)
        code = ana.open()
        wait_until(lambda: ana.ask("GET", "/healthz")[0] == 200, lambda: "it is never well")
        other.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        # A setting of a database counts for new connections: those of the server are ended.
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
        other.execute(ended, [name])
        assert ana.command(code, "during", do="name", chair=1, name="Mei") == 503
        wait_until(lambda: ana.ask("GET", "/healthz")[0] == 503, lambda: "well, though it cannot write")
        assert ana.ask("GET", f"/t/{code}")[0] == 200, "what is there can still be read"
        other.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        other.execute(ended, [name])
        wait_until(lambda: ana.ask("GET", "/healthz")[0] == 200, lambda: "it does not come back by itself")
        assert ana.command(code, "during", do="name", chair=1, name="Mei") == 303


def test_phones_at_one_server_hear_what_was_tapped_at_another_one(tmp_path: Path, database_server: Postgres) -> None:
    options = ("--database", database_server.new())
    with Server(tmp_path, *options) as one, Server(tmp_path, *options) as other:
        ana = Guest(one)
        code = ana.open()
        streams = [Listening(Guest(server), code) for server in (one, other, one, other)]
        for number in range(3):
            tapping = Guest((one, other)[number % 2], ana.token)
            assert tapping.command(code, f"tap-{number}", do="name", chair=1, name="Mei") == 303
            newest = tapping.seq(code)
            for stream in streams:
                stream.wait(newest)
        for stream in streams:
            stream.close()


def test_a_lost_notification_is_found_by_asking(
    tmp_path: Path, database_server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No NOTIFY arrives, as if the connection had been cut for a moment: the newest entries are asked for anyway."""
    monkeypatch.setattr(psycopg.Connection, "notifies", lambda self, **_: time.sleep(0.05) or iter(()))
    url = database_server.new()
    with closing(open_tables(url)) as here, closing(open_tables(url)) as there:
        code = here.open("hangzhou", "f" * 32)
        watch = there.news.watch(code)
        seen = watch.news
        here.command(code, "f" * 32, NameSeat(0, "Ana"), command_id="lost")
        wait_until(lambda: watch.news.seq == seen.seq + 1, lambda: f"{watch.news} after {seen}")
