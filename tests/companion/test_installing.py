"""The two ways to install a server, carried out as they are written, in folders that stand for machines.

pip brings what requirements/ pins, so these need an index of packages.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from confined import USER, can_confine
from containerfile import ROOT, Box, Stage, stages
from proxies import NAME, free_port, running

pytestmark = [
    pytest.mark.outside,
    pytest.mark.slow,
    can_confine(),
    pytest.mark.skipif(os.geteuid() != 0, reason="whoever installs is root in his image, or on his machine"),
]
ELSEWHERE = "another.example.net"
CLONE = ("cards", "companion", "docs", "pnp", "requirements", "pyproject.toml", "README.md", "LICENSE")


@pytest.mark.parametrize("camera", ["", "yes"])
def test_the_image_can_be_built_and_runs_without_rights_on_a_read_only_root(tmp_path: Path, camera: str) -> None:
    """The Containerfile's own commands; and a server that is gone is not healthy."""
    boxes = dict[str, Box]()
    for stage in stages():
        box = boxes[stage.name] = Box(tmp_path / (stage.name or "last"))
        box.begin()
        box.build(stage, boxes, CAMERA=camera)
    last, box = stages()[-1], boxes[""]
    assert "silkroad:x:10001:" in (box.root / "etc" / "passwd").read_text()
    assert (box.root / "usr/share/doc/silkroad/NOTICE").is_file()
    assert not list(box.root.glob("opt/silkroad/lib/python*/site-packages/pip")), "nothing that installs is left"
    data = box.root / "data"
    assert (data.stat().st_uid, data.stat().st_mode & 0o777) == (int(USER), 0o700)
    env = last.environment | {"PATH": f"/opt/silkroad/bin:{sys.base_prefix}/bin:/usr/bin"}
    own = ["--unshare-user", "--uid", USER, "--gid", USER, "--cap-drop", "ALL", "--bind", str(data), "/data"]
    os.chown(data, 0, 0)  # in these namespaces the user is this one
    port = free_port()
    started = [*last.words("ENTRYPOINT"), *last.words("CMD"), "--host", "127.0.0.1", "--port", str(port)]
    with running(port, box.command(started, env, "/data", *own, free=False)):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/new/hangzhou", timeout=300) as answer:
            assert answer.status == 200
        health = [word.replace(":8000/", f":{port}/") for word in last.health]
        assert subprocess.run(box.command(health, env, "/data", *own, free=False), check=False).returncode == 0
    sees = box.command(["python", "-c", "import cv2, numpy"], env, "/data", *own, free=False)
    assert (subprocess.run(sees, check=False).returncode == 0) == bool(camera)
    ended = subprocess.run(box.command(health, env, "/data", *own, free=False), capture_output=True, check=False)
    assert ended.returncode != 0, "a server that is gone is not healthy"
    assert (data / "tables.sqlite3").is_file()
    shutil.rmtree(tmp_path)  # some hundred megabytes


def test_the_commands_for_a_debian_machine_install_a_server(tmp_path: Path) -> None:
    """All but those that ask the package manager, systemd and the internet."""
    text = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    block = re.search(r"```sh\n(NAME=.*?)```", text, re.DOTALL)
    assert block is not None
    lines = [line for line in block[1].splitlines() if not re.match(r"(systemctl|curl) ", line)]
    assert len(lines) == len(block[1].splitlines()) - 4
    box = Box(tmp_path / "machine")
    box.begin()
    for folder in ("etc/systemd/system", "etc/caddy"):
        (box.root / folder).mkdir(parents=True)
    clone = [("COPY", f"{name} {name}") for name in CLONE]
    run = "\n".join(["set -e", *lines]).replace(f"NAME={NAME}", f"NAME={ELSEWHERE}")
    stage = Stage("", "", [("WORKDIR", "/source"), *clone, ("RUN", run)])
    box.build(stage, {})
    units = box.root / "etc" / "systemd" / "system"
    assert sorted(file.name for file in units.iterdir()) == sorted(
        ["silkroad.service", "silkroad-backup.service", "silkroad-backup.timer"]
    )
    unit, site = (units / "silkroad.service").read_text(), (box.root / "etc/caddy/Caddyfile").read_text()
    assert f"--address https://{ELSEWHERE} " in unit and NAME not in unit
    assert f"\n{ELSEWHERE} {{" in site and "$SILKROAD_NAME" not in site
    start = re.search(r"^ExecStart=(\S+)", unit, re.MULTILINE)
    assert start is not None
    asked = box.command([start[1], "--version"], {"PATH": "/usr/bin"}, "/", free=False)
    assert "version" in subprocess.run(asked, check=True, capture_output=True, text=True).stdout
    shutil.rmtree(tmp_path)  # some hundred megabytes
