"""Every command ends on kits of up to 20 MB that come as near to the bounds as they may, and on some beyond them.

Each runs in a process of its own, which is killed after `CPU` seconds and gets no more than `MEMORY`.
"""

from __future__ import annotations

import io
import os
import random
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from check_builders import KIT, TINY, write_kit
from PIL import Image
from test_check_hostile import DRAW, HEAD, SOUND, SUN, SVG, leaflet, rows

pytestmark = [pytest.mark.outside]

CPU = 120
"""Twice of what is promised: the machines that run this have other things to do."""
MEMORY = 1_500
"""MiB."""
COMMANDS = {
    "check": ("check",),
    "build": ("build",),
    "otherwise": ("build", "--paper", "both", "--backs", "gutterfold", "--ink", "low"),
    "faces": ("export", "--as", "faces"),
}
CARDS = KIT.replace("[30, 30]", "[63, 88]").replace('"token"', '"card"')
GROUND = DRAW + 'rect = "bleed"\nfill = "{colour}"\n'
NAME = DRAW + 'text = "{name}"\nbox = "safe"\n'
GRID = DRAW + 'rect = [1, 1, 5, 5]\nfill = "ink"\neach = "1..1000"\nstep = [0.01, 0]\n'
CROWD = DRAW + 'icon = "yes"\nbox = [1, {}, 9, 9]\neach = "1..600"\nstep = [0.01, 0]\n'
Changes = dict[str, str | bytes]


def leaflets(text: str) -> Changes:
    parts = "".join(f'\n[[component]]\nid = "x{n}"\ntitle = "X"\nkind = "leaflet"\nfile = "r{n}"\n' for n in range(6))
    return {"kit.toml": KIT + parts} | {f"r{n}.en.md": text for n in range(6)}


def picture(mode: str, size: int, pixels: bytes = b"") -> bytes:
    """A square picture, of one colour or of these pixels."""
    out = io.BytesIO()
    drawn = Image.frombytes(mode, (size, size), pixels) if pixels else Image.new(mode, (size, size), (9, 99, 199, 128))
    drawn.save(out, "PNG")
    return out.getvalue()


def noise(size: int) -> str:
    return "".join(random.Random(size).choices("abcdefghij {}[]*\\_\n", k=size))


KITS: dict[str, Callable[[], Changes]] = {
    "leaflets of noise": lambda: leaflets(HEAD + noise(900_000)),
    "figures without end": lambda: (
        leaflet(HEAD + "![a](face:figure)\n\n" * 4_000) | {"faces/figure.toml": "size = [60, 40]\n" + GRID * 19}
    ),
    "cards of their own ground": lambda: {
        "kit.toml": KIT.replace("[30, 30]", "[190, 260]").replace('"token"', '"card"'),
        "players.csv": rows(3_500, "a{n},#{n:06d},,none,A{n}"),
        "faces/marker.toml": GROUND + NAME,
    },
    "pictures of 350 million pixels": lambda: {
        "kit.toml": CARDS,
        "faces/marker.toml": DRAW + 'picture = "p{index}.png"\neach = "0..6"\nbox = "safe"\n',
        **{f"art/p{n}.png": picture("RGBA", 7_000 - n) for n in range(1, 8)},
    },
    "a large drawing on many grounds": lambda: {
        "kit.toml": CARDS,
        "players.csv": rows(1_000, "a{n},#{n:06d},,none,A{n}"),
        "faces/marker.toml": GROUND + SUN + NAME,
        "art/sun.svg": SVG + '<circle r="1"/>' * 19_900 + "</svg>",
    },
    "signs on each other": lambda: {
        "kit.toml": CARDS,
        "players.csv": rows(400, "a{n},#{n:06d},,none,A{n}"),
        "faces/marker.toml": GROUND + "".join(GRID + CROWD.format(n / 10) for n in range(1, 6)),
    },
    "a TOML file of blanks": lambda: {"kit.toml": KIT + " " * 240_000 + "x\n"},
}


def ends(folder: Path, command: str) -> None:
    """Runs a command on a kit, and looks at how it ended and what it took."""
    out = ["--out", str(folder.parent / "out")] if command != "check" else []
    errors = folder.parent / "errors"
    with errors.open("wb") as stream:
        child = subprocess.Popen(
            [sys.executable, "-m", "pnp", *COMMANDS[command], str(folder), *out],
            stdout=subprocess.DEVNULL,
            stderr=stream,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (CPU, CPU)),
        )
        _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    told = errors.read_text(errors="replace")
    took = f"{used.ru_utime + used.ru_stime:.0f} s, {used.ru_maxrss // 1024} MiB"
    assert child.returncode in (0, 1) or command == "faces", took
    assert "Traceback" not in told, told[-2_000:]
    assert (": error: " in told) == (child.returncode == 1)
    assert used.ru_maxrss // 1024 < MEMORY, took


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", KITS)
def test_every_command_ends_on_every_kit(name: str, command: str, tmp_path: Path) -> None:
    changes = {**TINY, **SOUND, **KITS[name]()}
    ends(write_kit(tmp_path / "kit", str(changes.get("faces/marker.toml", SUN)), changes), command)


@pytest.mark.parametrize("name", ["leaflets of noise", "a TOML file of blanks"])
def test_a_sample_of_them_ends(name: str, tmp_path: Path) -> None:
    changes = {**SOUND, **KITS[name]()}
    ends(write_kit(tmp_path / "kit", SUN, changes), "check")
