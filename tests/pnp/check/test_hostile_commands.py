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
from check_builders import KIT, write_kit
from PIL import Image
from test_check_fuzz import TINY
from test_check_hostile import DRAW, HEAD, SOUND, SUN, SVG, components, leaflet, rows

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
    "leaflets of long words": lambda: leaflets(HEAD + ("internationalization" * 9 + " ") * 50 + "\n\n"),
    "leaflets of a million words": lambda: leaflets(HEAD + ("word " * 190 + "\n\n") * 1_000),
    "leaflets of lists": lambda: leaflets(HEAD + "- a\n" * 4_900),
    "leaflets of noise": lambda: leaflets(HEAD + noise(900_000)),
    "figures without end": lambda: (
        leaflet(HEAD + "![a](face:figure)\n\n" * 4_000) | {"faces/figure.toml": "size = [60, 40]\n" + GRID * 19}
    ),
    "tables of empty cells": lambda: {
        "kit.toml": KIT + "".join(f'[table.t{n}]\nfile = "t{n}.csv"\n' for n in range(4)),
        **{
            f"t{n}.csv": "id" + "".join(f",c{m}" for m in range(190)) + "\n" + "".join(f"a{m}\n" for m in range(2_400))
            for n in range(4)
        },
    },
    "lists and conditions": lambda: {
        **components(30, 'kind = "token"\nsize = [9, 9]\neach = "players"\nface = "marker"\nwhere = "name = A5"'),
        "players.csv": rows(5_000, "a{n},#B3361F,,none,A{n}"),
    },
    "cards of their own": lambda: {
        "kit.toml": CARDS,
        "players.csv": rows(19_000, "a{n},#B3361F,,none,Card number {n}"),
        "faces/marker.toml": NAME,
    },
    "cards of their own ground": lambda: {
        "kit.toml": KIT.replace("[30, 30]", "[190, 260]").replace('"token"', '"card"'),
        "players.csv": rows(3_500, "a{n},#{n:06d},,none,A{n}"),
        "faces/marker.toml": GROUND + NAME,
    },
    "one face on many cards": lambda: {
        "kit.toml": CARDS.replace('face = "marker"', 'face = "marker"\ncopies = 6600'),
        "faces/marker.toml": GRID * 19,
    },
    "codes": lambda: {
        "kit.toml": CARDS,
        "players.csv": rows(9_000, "a{n},#B3361F,,none,https://example.org/{n}"),
        "faces/marker.toml": DRAW + 'qr = "{name}"\nbox = [5, 5, 50, 50]\n',
    },
    "pieces of many sizes": lambda: {
        "kit.toml": KIT
        + "".join(
            f'\n[[component]]\nid = "x{n}"\ntitle = "X"\nkind = "token"\n'
            f'size = [{8 + n / 25}, {8 + n * 7 % 499 / 25}]\nface = "lid"\ncopies = 110\n'
            for n in range(499)
        ),
        "faces/lid.toml": DRAW + 'rect = "trim"\nfill = "ink"\n',
    },
    "drawings of four megabytes": lambda: {
        "faces/marker.toml": SUN.replace("sun", "{sign}"),
        "players.csv": rows(5, "a{n},#B3361F,s{n},none,A"),
        **{f"art/s{n}.svg": SVG + ('<path fill="#000" d="M0 0' + "l1 1" * 97_000 + '"/>') + "</svg>" for n in range(5)},
    },
    "pictures of 350 million pixels": lambda: {
        "kit.toml": CARDS,
        "faces/marker.toml": DRAW + 'picture = "p{index}.png"\neach = "0..6"\nbox = "safe"\n',
        **{f"art/p{n}.png": picture("RGBA", 7_000 - n) for n in range(1, 8)},
    },
    "a large picture on many grounds": lambda: {
        "kit.toml": CARDS,
        "players.csv": rows(1_000, "a{n},#{n:06d},,none,A{n}"),
        "faces/marker.toml": GROUND + DRAW + 'picture = "p.png"\nbox = "safe"\n' + NAME,
        "art/p.png": picture("RGBA", 7_000),
    },
    "a large drawing on many grounds": lambda: {
        "kit.toml": CARDS,
        "players.csv": rows(1_000, "a{n},#{n:06d},,none,A{n}"),
        "faces/marker.toml": GROUND + SUN + NAME,
        "art/sun.svg": SVG + '<circle r="1"/>' * 19_900 + "</svg>",
    },
    "faces of 1,900 million pixels": lambda: {
        "kit.toml": CARDS,
        "players.csv": rows(1_140, "a{n},#B3361F,,none,Card number {n}"),
        "faces/marker.toml": NAME,
    },
    "a picture in every face": lambda: {
        "kit.toml": CARDS,
        "players.csv": rows(170, "a{n},#B3361F,,none,{n}"),
        "faces/marker.toml": DRAW + 'picture = "p.png"\nbox = "safe"\n' + NAME,
        "art/p.png": picture("RGB", 700, os.urandom(700 * 700 * 3)),
    },
    "words of twenty languages": lambda: {
        "kit.toml": CARDS.replace('"en"', ", ".join(f'"a{c}"' for c in "abcdefghijklmnopqrst")),
        "players.csv": rows(900, "a{n},#{n:06d},,none,A{n}"),
        "faces/marker.toml": GROUND + NAME,
    },
    "signs on each other": lambda: {
        "kit.toml": CARDS,
        "players.csv": rows(400, "a{n},#{n:06d},,none,A{n}"),
        "faces/marker.toml": GROUND + "".join(GRID + CROWD.format(n / 10) for n in range(1, 6)),
    },
    "a large drawing under shapes": lambda: {
        "kit.toml": CARDS,
        "players.csv": rows(1_000, "a{n},#B3361F,,none,A{n}"),
        "faces/marker.toml": SUN + SUN.replace("icon", "picture").replace('sun"', 'sun.svg"') + GRID + NAME,
        "art/sun.svg": SVG + '<path fill="#fff" stroke="#000" d="M0 0' + "l1 1" * 90_000 + '"/></svg>',
    },
    "places on each other": lambda: {
        "kit.toml": CARDS + 'on = ["markers:x1", "markers:x2"]\n',
        "players.csv": rows(400, "a{n},#{n:06d},,none,A{n}"),
        "faces/marker.toml": GROUND + "".join(GRID + f'place = "x{n}"\n' for n in range(9)),
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
