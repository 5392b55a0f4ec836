"""Several servers as on several machines (a data folder and a port each), on one PostgreSQL, with nginx before them
as docs/hosting.md says."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest
from real_servers import HOST, WAIT, Server, free_port, wait_until

DOC = Path(__file__).parents[3] / "docs" / "hosting.md"


def nginx_site(port: int, servers: Sequence[int]) -> str:
    """A site on `port` before the servers: the document's `upstream`, with these in the place of its machines."""
    found = re.search(r"```nginx\n(upstream .*?)```", DOC.read_text("utf-8"), re.DOTALL)
    assert found is not None
    machines = iter(servers)
    upstream = re.sub(r"server [\d.]+:\d+", lambda _: f"server {HOST}:{next(machines)}", found[1])
    assert next(machines, None) is None, "the example has as many machines"
    passed = (
        "proxy_http_version 1.1; proxy_connect_timeout 2s; proxy_set_header Connection ''; "
        "proxy_set_header Host $http_host; proxy_set_header X-Forwarded-Host $http_host; "
        "proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;"
    )
    return (
        f"{upstream}\nserver {{ listen {HOST}:{port} backlog=4096; keepalive_requests 1000000; {passed}\n"
        "location / { proxy_pass http://silkroad; }\n"
        "location ~ /stream$ { proxy_pass http://silkroad; proxy_buffering off; proxy_read_timeout 60s; } }"
    )


class Machines:
    """Servers, and nginx before them on `port`. Any of the servers may be killed and started again."""

    def __init__(self, folder: Path, database: str, *options: str, number: int = 2) -> None:
        if not shutil.which("nginx"):
            pytest.skip("nginx is not here: apt-get install nginx")
        self.port = free_port()
        self.database = database
        common = ("--database", database, "--proxy", "1", "--phones", "0")
        self.servers = [Server(folder / f"machine-{n}", *common, *options) for n in range(number)]
        self._folder = folder
        self._nginx: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        with ThreadPoolExecutor() as starting:
            list(starting.map(Server.start, self.servers))
        temporary = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        inside = " ".join(f"{kind}_temp_path {self._folder}/{kind};" for kind in temporary)
        site = nginx_site(self.port, [server.port for server in self.servers])
        made = self._folder / "nginx.conf"
        made.write_text(
            f"pid {self._folder}/pid; error_log {self._folder}/nginx.log; daemon off; worker_processes 1;\n"
            f"events {{ worker_connections 8192; }}\nhttp {{ access_log off; {inside}\n{site}\n}}\n"
        )
        self._nginx = subprocess.Popen(["nginx", "-c", str(made), "-e", str(self._folder / "nginx.log")])
        wait_until(self._answers, lambda: (self._folder / "nginx.log").read_text())
        return self

    def _answers(self) -> bool:
        with closing(socket.socket()) as probe:
            return not probe.connect_ex((HOST, self.port))

    def restart(self, number: int, seconds: float) -> None:
        """A machine dies, and is there again so many seconds later."""
        self.servers[number].kill()
        time.sleep(seconds)
        self.servers[number].start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._nginx is not None:
            self._nginx.terminate()
            self._nginx.wait(WAIT)
        for server in self.servers:
            server.__exit__(kind, error, at)
