"""Figures: what is counted, that nothing secret is in them, and that several workers count together."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask
from paperless import Phone, begun
from prometheus_client.parser import text_string_to_metric_families

pytestmark = pytest.mark.outside


def figures(app: Flask) -> dict[str, float]:
    """Each sample by its name and labels."""
    text = app.test_client().get("/metrics").text
    return {
        f"{sample.name} {' '.join(f'{k}={v}' for k, v in sorted(sample.labels.items()))}": sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_requests_are_counted_by_route_and_status(app: Flask) -> None:
    phone = Phone(app)
    phone.get("/")
    phone.get("/t/QKTRM", 404)
    app.test_client().open("/t/QKTRM", method="BREW")
    found = figures(app)
    assert found["companion_requests_total method=GET route=/ status=200"] == 1
    assert found["companion_requests_total method=GET route=/t/<code> status=404"] == 1
    assert found["companion_requests_total method=other route= status=403"] == 1
    assert found["companion_request_seconds_count route=/"] == 1


def test_commands_are_counted_by_what_came_of_them(app: Flask) -> None:
    table, (_, mei) = begun(app, ("Ana", "Mei"))
    mei.post(table, 409, do='{"do":"act","action":"pass"}', command_id="a")
    found = figures(app)
    assert found["companion_commands_total command=start game=hangzhou result=done"] == 1
    assert found["companion_commands_total command=act game=hangzhou result=refused"] == 1


def test_streams_are_counted_while_they_are_open(app: Flask) -> None:
    table, (ana, _) = begun(app, ("Ana", "Mei"))
    stream = ana.client.get(f"{table}/stream", buffered=False)
    assert figures(app)["companion_streams "] == 1
    stream.close()
    assert figures(app)["companion_streams "] == 0


def test_no_label_holds_a_name_a_code_or_a_token(app: Flask) -> None:
    table, (ana, mei) = begun(app, ("Anastasia", "Meifeng"))
    for page in ("", "/log", "/log/3", "/nothing", "/stream"):
        ana.client.get(table + page, buffered=False).close()
    text = app.test_client().get("/metrics").text
    secrets = [table[3:], "Anastasia", "Meifeng", "nothing"]
    secrets += [phone.client.get_cookie("phone").value for phone in (ana, mei)]  # type: ignore[union-attr]  # they have one
    assert not [secret for secret in secrets if secret in text]


WORKER = """
import sys
from companion.tables import open_tables
from companion.web import create_app
app = create_app(open_tables(sys.argv[1]))
client = app.test_client()
for _ in range(int(sys.argv[2])):
    client.get("/healthz")
stream = client.get("/t/" + sys.argv[3] + "/stream", buffered=False) if len(sys.argv) > 3 else None
print(client.get("/metrics").text, flush=True)
sys.stdin.read()
"""


@pytest.mark.landing
@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux has them")
def test_workers_count_together_and_what_a_dead_one_had_open_is_not_counted(tmp_path: Path) -> None:
    from companion.tables import new_token, open_tables

    database, folder = str(tmp_path / "tables.sqlite3"), tmp_path / "counts"
    folder.mkdir()
    tables = open_tables(database)
    code = tables.open("hangzhou", new_token())
    tables.close()

    def worker(*words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", WORKER, database, *words],
            env=os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def told(process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "\n")
        return "".join(lines)

    first = worker("3", code)
    assert "companion_streams 1.0" in told(first)
    first.send_signal(signal.SIGKILL)
    first.wait()
    second = worker("2")
    text = told(second)
    second.communicate("")
    assert re.search(r'companion_requests_total\{method="GET",route="/healthz",status="200"\} 5\.0', text)
    assert "companion_streams 1.0" not in text
