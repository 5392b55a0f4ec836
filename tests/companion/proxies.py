"""The example proxies of docs/hosting/ as programs of a test: their own files, with ports and a certificate of it."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path

import pytest

FILES = Path(__file__).parents[2] / "docs" / "hosting"
WAIT = 300.0
"""Seconds that a test waits at most for something that has to come; machines may be slow."""
NAME = "games.example.org"


def needs(*programs: str) -> pytest.MarkDecorator:
    """Skips a test whose programs are not here, but where a change lands: there they have to be (`.ci/run`)."""
    missing = [program for program in programs if not shutil.which(program)]
    return pytest.mark.skipif(
        bool(missing) and not os.environ.get("CI"), reason=f"missing: apt-get install {' '.join(missing)}"
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(port: int, command: Sequence[str], **environment: str) -> Iterator[None]:
    """A program that listens on a port (0: on none), until the block ends."""
    env = os.environ | environment
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=env) as process:
        try:
            end = time.monotonic() + WAIT
            while port and time.monotonic() < end:
                assert process.poll() is None, process.stderr.read() if process.stderr else ""
                with socket.socket() as probe:
                    if not probe.connect_ex(("127.0.0.1", port)):
                        break
                time.sleep(0.05)
            yield
        finally:
            process.terminate()
            process.wait(WAIT)


@dataclass(frozen=True)
class Proxy:
    """One that runs: by which name and on which port, and whose certificates it shows."""

    name: str
    port: int
    trusted: Path

    @property
    def origin(self) -> str:
        return f"https://{self.name}:{self.port}"

    def line(self, protocols: tuple[str, ...] = ("http/1.1",)) -> ssl.SSLSocket:
        """A connection to it as browsers make them: the name is asked for, and the certificate is looked at."""
        context = ssl.create_default_context(cafile=str(self.trusted))
        context.set_alpn_protocols(list(protocols))
        return context.wrap_socket(socket.create_connection(("127.0.0.1", self.port), WAIT), server_hostname=self.name)

    def connection(self) -> HTTPConnection:
        made = HTTPConnection(self.name, self.port, timeout=WAIT)
        made.sock = self.line()
        return made

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, Message, bytes]:
        """Status, headers and body of one answer."""
        asked = self.connection()
        asked.request(method, path, body, dict(headers or {}))
        answer = asked.getresponse()
        found = answer.status, answer.headers, answer.read()
        asked.close()
        return found


@contextmanager
def nginx(folder: Path, server: int, shorter: Mapping[str, str]) -> Iterator[Proxy]:
    """nginx with the site of the example. `shorter`: what stands in it, and what a test cannot wait for instead."""
    folder.mkdir()
    made = Proxy(NAME, free_port(), folder / "fullchain.pem")
    subject = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(made.trusted)]
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject, *files]
    subprocess.run(request, check=True, capture_output=True)
    site = replaced((FILES / "nginx.conf").read_text("utf-8"), shorter)
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{server}").replace("listen 80;", f"listen {free_port()};")
    site = re.sub(r"listen 443 ", f"listen 127.0.0.1:{made.port} ", re.sub(r"\n +listen \[::\][^\n]*", "", site))
    site = site.replace(f"/etc/letsencrypt/live/{NAME}", str(folder))
    inside = " ".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = folder / "nginx.conf"
    whole.write_text(
        f"{'user root;' if os.geteuid() == 0 else ''} pid {folder}/pid; error_log stderr; daemon off;\n"
        f"events {{ worker_connections 64; }}\nhttp {{ access_log off; {inside}\n{site}\n}}\n"
    )
    command = ("nginx", "-c", str(whole), "-e", "stderr")
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0 and "[warn]" not in checked.stderr, checked.stderr
    with running(made.port, command):
        yield made


@contextmanager
def caddy(folder: Path, server: int, shorter: Mapping[str, str]) -> Iterator[Proxy]:
    """Caddy with the example, on this machine's name, for which it makes certificates itself."""
    folder.mkdir()
    made = Proxy("localhost", free_port(), folder / "caddy" / "pki" / "authorities" / "local" / "root.crt")
    whole = folder / "Caddyfile"
    whole.write_text(replaced((FILES / "Caddyfile").read_text("utf-8"), shorter))
    command = ("caddy", "run", "--adapter", "caddyfile", "--config", str(whole))
    environment = {"SILKROAD_NAME": made.name, "SILKROAD_SERVER": f"127.0.0.1:{server}"}
    ports = {"SILKROAD_HTTP": str(free_port()), "SILKROAD_HTTPS": str(made.port)}
    own = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with running(made.port, command, **environment, **ports, **own):
        end = time.monotonic() + WAIT
        while time.monotonic() < end and not certified(made):
            time.sleep(0.05)
        yield made


def certified(made: Proxy) -> bool:
    """Has it a certificate for its name yet?"""
    try:
        made.line().close()
    except OSError:
        return False
    return True


def replaced(text: str, shorter: Mapping[str, str]) -> str:
    for found, instead in shorter.items():
        assert found in text, f"the example has no {found!r}"
        text = text.replace(found, instead)
    return text


PROXIES = {"nginx": nginx, "caddy": caddy}
