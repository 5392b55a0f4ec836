"""A kit of one table for tests of the preflight: three players, one face, and what a test changes of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from click.testing import CliRunner

from pnp.cli import main
from pnp.findings import Finding, Place, Severity

KIT = """\
[kit]
id = "houses"
title = "Houses"
players = [2, 3]
languages = ["en"]

[table.players]
file = "players.csv"
[table.players.columns]
colour = "colour"
sign = "optional icon"
hatch = "one of none horizontal vertical dots"

[[component]]
id = "markers"
kind = "token"
title = "Markers"
size = [30, 30]
each = "players"
face = "marker"
"""
PLAYERS = "id,colour,sign,hatch,name\nann,#B3361F,,none,Ann\nbob,#2E6B34,,none,Bob\neve,#F5DF4E,,none,Eve\n"
GROUND = '[[draw]]\nrect = "bleed"\nfill = "{colour}"\n'
NAMED = '[[draw]]\nrect = "bleed"\nfill = "white"\n\n[[draw]]\ntext = "{name}"\nbox = "safe"\n'


def write_kit(folder: Path, face: str = NAMED, changes: Mapping[str, str | bytes] | None = None) -> Path:
    """The kit, with this as its face and some files changed or added."""
    files = {"kit.toml": KIT, "players.csv": PLAYERS, "faces/marker.toml": face, **(changes or {})}
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def checked(folder: Path, *options: str) -> list[Finding]:
    """What `pnp check` finds in a kit, places from the kit folder on."""
    result = CliRunner().invoke(main, ["check", str(folder), "--json", *options], catch_exceptions=False)
    return [_finding(row, folder) for row in json.loads(result.stdout)]


def codes(folder: Path, *options: str) -> list[str]:
    """Each finding as `severity code place`."""
    return [f"{finding.severity} {finding.code} {finding.place}" for finding in checked(folder, *options)]


def _finding(row: dict[str, str | int], folder: Path) -> Finding:
    file = str(row["file"]).removeprefix(folder.resolve().as_posix()).lstrip("/")
    place = Place(file, int(row["row"]), str(row["column"]))
    severity: Severity = "error" if row["severity"] == "error" else "warning"
    return Finding(
        severity, str(row["code"]), place, str(row["message"]), str(row["hint"]), str(row["card"]), str(row["page"])
    )
