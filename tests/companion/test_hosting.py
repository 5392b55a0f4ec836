"""What docs/hosting.md says is so: its files are there, its options exist, its units sound."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import click
import pytest
from confined import can_confine, confined
from proxies import FILES, free_port, needs, running

from companion.cli import main
from companion.tables import new_token, open_tables
from companion.web.serve import CONNECTIONS, REQUEST_THREADS

pytestmark = pytest.mark.outside

ROOT = FILES.parents[1]
UNITS = ("silkroad.service", "silkroad-backup.service", "silkroad-backup.timer")
TEXT = (ROOT / "docs" / "hosting.md").read_text("utf-8")
LARGEST_EXPOSURE = 2.0
"""Of `systemd-analyze security`: 10 is a service that may do anything, 0 one that may do nothing."""


def told() -> str:
    """All that names a command: the page, and the files that it speaks of."""
    files = [*FILES.iterdir(), ROOT / "compose.yaml"]
    return "\n".join([TEXT, *(file.read_text("utf-8") for file in files)])


def settings(name: str) -> dict[str, list[str]]:
    """A unit's settings, each with all its values."""
    found = dict[str, list[str]]()
    for line in (FILES / name).read_text("utf-8").splitlines():
        key, there, value = line.partition("=")
        if there and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


def test_every_option_that_is_told_is_there() -> None:
    count = 0
    for words in re.findall(r"companion ((?:serve|backup|restore)\b[^\n`'&]*)", told()):
        name, *rest = shlex.split(words.replace("[", " ").replace("]", " "))
        command = main.get_command(click.Context(main), name)
        there = {option for parameter in command.params for option in parameter.opts}
        asked = {word for word in rest if word.startswith("--")}
        assert asked <= there, f"companion {name} has no {asked - there}"
        count += len(asked)
    assert count > 15
    serving: set[str] = set()
    for name in ("serve", "site"):
        command = main.get_command(click.Context(main), name)
        serving |= {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    for option in re.findall(r"`(--[a-z-]+)", TEXT):
        assert option in {*serving, "--replace", "--days"}, option


def test_every_file_is_spoken_of_and_every_file_spoken_of_is_there() -> None:
    for file in FILES.iterdir():
        assert f"docs/hosting/{file.name}" in TEXT, f"{file.name}: nobody is told what it is for"
    for name in re.findall(r"docs/[a-z]+/[A-Za-z.-]+[a-z]", TEXT):
        assert (ROOT / name).is_file(), name


def test_nothing_is_skipped_where_a_change_lands() -> None:
    """What a test of hosting needs beside Python, `.ci/run` installs."""
    brought = set(re.findall(r"([a-z-]+):[a-z]+", (ROOT / ".ci" / "run").read_text("utf-8")))
    source = "".join(file.read_text("utf-8") for file in Path(__file__).parent.glob("*.py"))
    asked = {name for words in re.findall(r"needs\(([\"a-z, -]+)\)", source) for name in re.findall(r"[a-z-]+", words)}
    assert (
        asked >= {"nginx", "openssl", "caddy", "systemd-analyze"}
        and asked | {"bwrap", "chromium-headless-shell"} <= brought
    )


@needs("systemd-analyze")
@pytest.mark.parametrize("name", UNITS)
def test_the_units_are_well_formed(tmp_path: Path, name: str) -> None:
    """All but the program and the user, which are not on this machine."""
    for unit in UNITS:
        text = (FILES / unit).read_text("utf-8").replace("/opt/silkroad/bin/companion", sys.executable)
        (tmp_path / unit).write_text(text.replace("User=silkroad\n", ""))
    checked = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / name)], capture_output=True, text=True, check=False
    )
    complaints = [line for line in checked.stderr.splitlines() if str(tmp_path) in line or name in line]
    assert checked.returncode == 0 and not complaints, checked.stderr


@needs("systemd-analyze")
@pytest.mark.parametrize("name", [unit for unit in UNITS if unit.endswith(".service")])
def test_the_services_may_do_little(name: str) -> None:
    looked = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(FILES / name)],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    exposure = re.search(r"Overall exposure level for \S+: ([0-9.]+)", looked)
    assert exposure is not None and float(exposure[1]) < LARGEST_EXPOSURE, looked


def test_a_server_that_ends_is_started_anew_and_bounds_leave_room_for_its_streams() -> None:
    unit = settings("silkroad.service")
    assert unit["Restart"] == ["always"] and unit["StartLimitIntervalSec"] == ["0"]
    serve = main.get_command(click.Context(main), "serve")
    assert serve is not None
    (streams,) = (p.type.max for p in serve.params if p.name == "streams" and isinstance(p.type, click.IntRange))
    assert streams is not None and int(unit["TasksMax"][0]) > streams + REQUEST_THREADS + 100
    assert int(unit["LimitNOFILE"][0]) > 2 * CONNECTIONS


@needs("systemd-analyze")
def test_the_bots_may_take_a_lower_rank() -> None:
    """The one group of calls that is taken away has one that `companion.rivals.keeper` needs."""
    group = subprocess.run(
        ["systemd-analyze", "syscall-filter", "--no-pager", "@resources"], capture_output=True, text=True, check=True
    ).stdout.split()
    given = settings("silkroad.service")["SystemCallFilter"]
    assert given[1] == "~@privileged @resources" and {"setpriority", "setrlimit"} <= set(group)
    assert given[2].split() == ["setpriority", "setrlimit"]


def fetched(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=300) as answer:
        return bytes(answer.read())


@pytest.mark.landing
@can_confine()
def test_the_server_works_where_it_may_write_to_its_folder_alone(tmp_path: Path) -> None:
    """As the unit and the container have it: a read-only system, no rights, no memory both written to and run."""
    port, data = free_port(), tmp_path / "data"
    data.mkdir()
    serve = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(port)]
    command = confined(["env", f"XDG_CACHE_HOME={data}/cache", *serve, "--data", str(data)], data)
    with running(port, command):
        for path in ("healthz", "", "new/hangzhou", "print"):
            assert fetched(f"http://127.0.0.1:{port}/{path}"), path
    assert (data / "tables.sqlite3").is_file()


def test_a_backup_of_the_unit_is_restored_by_three_lines(tmp_path: Path) -> None:
    """The very commands, for folders and a program of this machine."""
    data = tmp_path / "silkroad"
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}

    def here(command: str) -> str:
        return command.replace("/opt/silkroad/bin/", "").replace("/var/lib/silkroad", str(data))

    tables, token = open_tables(data / "tables.sqlite3"), new_token()
    code = tables.open("hangzhou", token)
    (data / "backups").mkdir()
    for day in range(1, 21):
        old = data / "backups" / f"2020-01-{day:02}.sqlite3"
        old.write_bytes(b"an old one")
        os.utime(old, (day, day))
    unit = settings("silkroad-backup.service")
    for command in (*unit["ExecStart"], *unit["ExecStartPost"]):
        words = shlex.split(here(command).replace("%%", "%").replace("$$", "$"))
        subprocess.run(words, env=environment, check=True)
    *_, made = sorted((data / "backups").iterdir())
    assert len(list((data / "backups").iterdir())) == 14 and made.stat().st_size > 100
    tables.delete(code, token)
    tables.close()
    block = re.search(r"```sh\n(systemctl stop silkroad\n[^`]*backups[^`]*)```", TEXT)
    stop, restore, start = block[1].splitlines()
    assert (stop, start) == ("systemctl stop silkroad", "systemctl start silkroad")
    command = here(restore.removeprefix("sudo -u silkroad ")).replace("2026-11-20.sqlite3", made.name)
    subprocess.run(shlex.split(command), env=environment, check=True)
    again = open_tables(data / "tables.sqlite3")
    assert again.view_for(code, token).me.host
    again.close()


@pytest.mark.landing
@can_confine()
def test_a_server_that_may_no_longer_write_its_file_is_not_well(tmp_path: Path) -> None:
    """Connections that are open go on writing to a file that became read-only; new ones cannot."""
    port, data = free_port(), tmp_path / "data"
    data.mkdir()
    serve = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(port)]
    command = confined(["env", f"XDG_CACHE_HOME={data}/cache", *serve, "--data", str(data)], data)
    with running(port, command):
        for mode, status in ((0o600, 200), (0o400, 503), (0o600, 200)):
            (data / "tables.sqlite3").chmod(mode)
            until = time.monotonic() + 60
            while (found := health(port)) != status and time.monotonic() < until:
                time.sleep(0.1)
            assert found == status, oct(mode)


def health(port: int) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
