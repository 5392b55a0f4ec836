"""What answers at once: help, the version and wrong usage wait for none of the packages that print."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from output_builders import tiny

HEAVY = {"PIL", "numpy", "lxml", "uharfbuzz", "pypdfium2_raw", "svgwrite", "qrcode", "markdown_it", "rich"}
"""What takes long to import."""
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
OURS = ("pnp.kit", "pnp.face", "pnp.scene", "pnp.text", "pnp.art", "pnp.leaflet", "pnp.render", "pnp.check")


TELLING = """
import sys, pnp.__main__ as command
leave = command._leave
def told(codes):
    print(*sys.modules, file=sys.stderr)
    leave(codes)
command._leave = told
command.main()
"""
"""Says last, on standard error, what was imported here; not what a process that was begun imports by itself."""


def imported(*arguments: str) -> tuple[int, set[str]]:
    """The exit code of a command, and the modules that it imported."""
    run = subprocess.run([sys.executable, "-c", TELLING, *arguments], capture_output=True, text=True)
    return run.returncode, set(run.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("--help", 0),
        ("--version", 0),
        ("build --help", 0),
        ("check --help", 0),
        ("calibrate --help", 0),
        ("build --bleed", 2),
        ("build --ink brown", 2),
        ("build --format gif", 2),
        ("build --companion ftp://table", 2),
        ("build no-such-kit", 2),
        ("check no-such-kit", 2),
        ("export --help", 0),
        ("export hangzhou --as poster", 2),
        ("export no-such-kit --as fan", 2),
        ("print", 2),
    ],
)
def test_help_and_wrong_usage_wait_for_nothing_that_prints(arguments: str, code: int) -> None:
    returned, modules = imported(*arguments.split())
    assert returned == code
    assert "click" in modules
    assert not {name for name in modules if name.partition(".")[0] in HEAVY or name.startswith(OURS)}


@pytest.mark.parametrize("asked", ["--only x", "--without x", "--profile x", "--language fr"])
def test_a_name_that_a_kit_has_not_waits_for_nothing_that_prints(asked: str) -> None:
    returned, modules = imported("build", "hangzhou", *asked.split())
    assert returned == 2
    printing = ("pnp.output", "pnp.render", "pnp.check", "pnp.scene", "pnp.face", "pnp.art", "pnp.text", "hashlib")
    begun = {"pnp.output", "pnp.output.kit_twin", "pnp.output.twins"}  # they only begin another process
    assert not {name for name in modules - begun if name.partition(".")[0] in HEAVY or name.startswith(printing)}


def test_a_build_imports_only_what_it_prints_with(tmp_path: Path) -> None:
    """Pictures for screens, photographs of a printer's page, and what only `check` looks for, have to be asked for."""
    returned, modules = imported("build", "hangzhou", "--only", "coins", "--out", str(tmp_path), "--no-cache")
    assert returned == 0
    assert "pnp.render.pdf" in modules
    unused = {"svgwrite", "numpy", "cv2", "http.client", "multiprocessing", "pnp.check.trim", "pnp.check.glossary"}
    unused |= {"pnp.art.svg_text", "pnp.art.svg_filters", "pnp.art.svg_masks", "pnp.art.svg_pictures"}
    unused |= {"pnp.calibration.commands", "pnp.studio.commands", "webbrowser", "PIL.ImageFont", "difflib"}
    unused |= {
        "pypdfium2",
        "rich",
        "importlib.metadata",
        "PIL.ImageCms",
        "pnp.leaflet.composer",
        "pnp.calibration.profiles",
    }
    assert not modules & unused


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="there are copies of a process on Linux alone")
@pytest.mark.skipif(CORES < 2, reason="needs two cores: a container can be given them with --cpus 2")
def test_who_prints_a_small_kit_imports_nothing_that_reads_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process reads it meanwhile, with its drawings and those of the guide."""
    monkeypatch.delenv("PNP_PROCESSES", raising=False)
    kit = tiny(tmp_path / "kit")
    (kit / "art").mkdir()
    (kit / "art" / "leaf.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1H8V8"/></svg>'
    )
    with (kit / "faces" / "card.toml").open("a") as face:
        face.write('[[draw]]\nicon = "leaf"\nbox = [20, 40, 20, 20]\n')
    returned, modules = imported("build", str(kit), "--out", str(tmp_path / "out"), "--no-cache")
    assert returned == 0 and "pnp.render.pdf" in modules
    unneeded = {"lxml", "tomllib", "hashlib", "csv", "pnp.kits", "pnp.art.svg", "pnp.check.unused", "typing_extensions"}
    assert not modules & unneeded


def test_a_kit_is_read_without_what_draws_it(tmp_path: Path) -> None:
    """Typefaces and drawings take longer to import than a deck to read, which another process waits for."""
    kit = tiny(tmp_path / "kit")
    code = "import sys, pathlib, pnp.kits; pnp.kits.load(pathlib.Path(sys.argv[1])); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code, kit], capture_output=True, text=True, check=True)
    assert "pnp.face.words.text" in run.stdout.split()
    assert not {"lxml", "uharfbuzz", "PIL", "pnp.art.svg", "pnp.face.words.table"} & set(run.stdout.split())


def test_on_a_terminal_a_bar_says_what_is_being_made_and_is_gone_before_the_rest_is_said(tmp_path: Path) -> None:
    read, terminal = os.openpty()
    command = (sys.executable, "-m", "pnp", "build", tiny(tmp_path / "kit"), "--out", tmp_path / "out")
    surroundings = {**os.environ, "COLUMNS": "80", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    subprocess.run(command, env=surroundings, stdout=terminal, stderr=terminal, check=True)
    os.close(terminal)
    said = ""
    with suppress(OSError):  # as a terminal ends that nobody writes to any more
        while data := os.read(read, 10_000):  # it gives what it has in pieces
            said += data.decode()
    os.close(read)
    bar, _, rest = said.rpartition(f"\r{' ' * 79}\r/")
    assert bar.count("kit [") >= 3 and "] 0:0" in bar and "tiny-en-a4-card-one-sided" in bar
    assert "#" not in rest and "1 page" in rest


def test_what_was_printed_before_waits_for_nothing_that_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    command = ("build", str(tiny(tmp_path / "kit")), "--out", str(tmp_path / "out"))
    assert "pnp.output.build" in imported(*command)[1]
    returned, modules = imported(*command)
    assert returned == 0
    printing = ("pnp.output.build", "pnp.output.presses", "pnp.face.layout", "pnp.kits", "pnp.render.", "pnp.check")
    assert not {name for name in modules if name.partition(".")[0] in HEAVY or name.startswith(printing)}
