"""What docs/hosting.md says is so: its options exist, its unit and its proxy work, streams pass the proxy at once."""

from __future__ import annotations

import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPSConnection
from pathlib import Path

import click
import pytest

from companion.cli import main
from companion.tables import Check, TakeSeat, new_command_id, new_token, open_tables

UNITS = ("silkroad.service", "silkroad-backup.service", "silkroad-backup.timer")
TEXT = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")


def block(after: str, kind: str) -> str:
    """The example of that kind that follows these words."""
    found = re.search(rf"```{kind}\n(.*?)```", TEXT[TEXT.index(after) :], re.DOTALL)
    assert found is not None
    return found[1]


def test_every_option_that_is_told_is_there() -> None:
    told = 0
    for words in re.findall(r"companion ((?:serve|backup|restore|owner)\b[^\n`'&]*)", TEXT):
        name, *rest = shlex.split(words.replace("[", " ").replace("]", " "))
        command = main.get_command(click.Context(main), name)
        assert command is not None
        there = {option for parameter in command.params for option in parameter.opts}
        asked = {word for word in rest if word.startswith("--")}
        assert asked <= there, f"companion {name} has no {asked - there}"
        told += len(asked)
    assert told > 15
    serving = {o for p in main.get_command(click.Context(main), "serve").params for o in p.opts}  # type: ignore[union-attr]  # it is there
    for option in re.findall(r"`(--[a-z-]+)", TEXT):
        assert option in {*serving, "--forget", "--replace"}, option


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
@pytest.mark.parametrize("name", UNITS)
def test_the_units_are_well_formed(tmp_path: Path, name: str) -> None:
    """All but the program and the user, which are not on this machine."""
    for unit in UNITS:
        text = block(f"`/etc/systemd/system/{unit}`", "ini").replace("/opt/silkroad/bin/companion", sys.executable)
        (tmp_path / unit).write_text(text.replace("User=silkroad\n", ""))
    checked = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / name)], capture_output=True, text=True, check=False
    )
    complaints = [line for line in checked.stderr.splitlines() if str(tmp_path) in line or name in line]
    assert checked.returncode == 0 and not complaints, checked.stderr


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 0.2).close()
    except OSError:
        return False
    return True


@contextmanager
def running(port: int, *command: str) -> Iterator[None]:
    """A program that listens on a port, until the block ends."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            for _ in range(300):
                assert process.poll() is None, process.stderr.read() if process.stderr else ""
                if answers(port):
                    break
                time.sleep(0.1)
            yield
        finally:
            process.terminate()
            process.wait(20)


def proxy(folder: Path, port: int, server: int) -> Path:
    """The example's configuration with ports and a certificate of this test."""
    subject = ["-subj", "/CN=localhost", "-keyout", str(folder / "key.pem"), "-out", str(folder / "chain.pem")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject], check=True, capture_output=True
    )
    site = block("`/etc/nginx/sites-available/silkroad`", "nginx").replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    site = site.replace("listen 443 ", f"listen 127.0.0.1:{port} ").replace(
        "listen 80;", f"listen 127.0.0.1:{free_port()};"
    )
    site = re.sub(r"\n +listen \[::\][^\n]*", "", site)
    site = re.sub(r"/etc/letsencrypt/live/[^/]+/(full)?", f"{folder}/", site).replace("privkey.pem", "key.pem")
    inside = " ".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    made = folder / "nginx.conf"
    made.write_text(
        f"pid {folder}/pid; error_log stderr; daemon off;\n"
        f"events {{ worker_connections 64; }}\nhttp {{ access_log off; {inside}\n{site}\n}}\n"
    )
    return made


@pytest.mark.skipif(not (shutil.which("nginx") and shutil.which("openssl")), reason="nginx or openssl is not here")
def test_behind_the_proxy(tmp_path: Path) -> None:
    port, server = free_port(), free_port()
    serve = (sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(server), "--proxy", "1")
    nginx = ("nginx", "-c", str(proxy(tmp_path, port, server)), "-e", "stderr")
    checked = subprocess.run([*nginx, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    unchecked = ssl.create_default_context(cafile=str(tmp_path / "chain.pem"))
    unchecked.check_hostname = False
    with running(server, *serve, "--data", str(tmp_path / "data")), running(port, *nginx):
        with urllib.request.urlopen(f"https://127.0.0.1:{port}/", context=unchecked) as answer:
            assert "Secure" in answer.headers["Set-Cookie"], "the server knows that the page is secure"
        asked = HTTPSConnection("127.0.0.1", port, context=unchecked, timeout=60)
        form = {"Origin": f"https://127.0.0.1:{port}", "Content-Type": "application/x-www-form-urlencoded"}
        asked.request("POST", "/phone", "language=es", form)
        assert asked.getresponse().status == 303, "a form of this very page is taken"
        asked.close()
        asked.request("GET", "/metrics")
        assert asked.getresponse().status == 403
        asked.close()
        stream_passes_at_once(tmp_path / "data", asked)


def stream_passes_at_once(data: Path, asked: HTTPSConnection) -> None:
    """An entry that is made while a phone listens reaches it long before the next heartbeat."""
    tables, token = open_tables(data / "tables.sqlite3"), new_token()
    code = tables.open("hangzhou", token)
    tables.command(code, token, TakeSeat(0, "Ana"), command_id=new_command_id())
    asked.request("GET", f"/t/{code}/stream", headers={"Last-Event-ID": "2"})
    answer = asked.getresponse()
    assert answer.status == 200 and answer.readline().startswith(b"retry:")
    tables.command(code, token, Check("all"), command_id=new_command_id())
    while not (line := answer.readline()).startswith(b"event: moved"):
        assert line and not line.startswith(b":"), "it came with the next heartbeat only"
    asked.close()
    tables.close()
