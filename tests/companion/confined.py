"""A program as a container or a hardened unit runs it: a system it cannot write to, no rights, no code of its own."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
USER = "10001"
PR_SET_MDWE = 65
"""From linux/prctl.h: what ``MemoryDenyWriteExecute=`` asks for, where the kernel has it (6.3)."""


def confined(command: Sequence[str], *writable: Path, user: str = USER, network: bool = True) -> list[str]:
    """The command in namespaces of its own: `writable` are the only folders that it can write to, beside ``/tmp``."""
    binds = [word for folder in writable for word in ("--bind", str(folder), str(folder))]
    own = ["--unshare-user", "--uid", user, "--gid", user, "--cap-drop", "ALL", "--unshare-pid", "--unshare-ipc"]
    system = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]
    seen = [word for folder in (ROOT, Path(sys.prefix)) for word in ("--ro-bind", str(folder), str(folder))]
    apart = [] if network else ["--unshare-net"]
    ends = ["--die-with-parent", "--new-session"]
    return ["bwrap", *own, *apart, *system, *seen, *binds, *ends, sys.executable, __file__, *command]


def can_confine() -> pytest.MarkDecorator:
    """Skips where namespaces are not to be had, but where a change lands: there they have to be."""
    if not shutil.which("bwrap"):
        works = False
    else:
        works = subprocess.run(confined(["true"]), capture_output=True, check=False).returncode == 0
    return pytest.mark.skipif(
        not works and not os.environ.get("CI"), reason="no namespaces here: apt-get install bubblewrap"
    )


if __name__ == "__main__":
    ctypes.CDLL(None).prctl(PR_SET_MDWE, 1, 0, 0, 0)
    os.execvp(sys.argv[1], sys.argv[1:])
