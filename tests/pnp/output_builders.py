"""The smallest kit, written to a folder, and the `pnp` command to print it with."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from pnp.cli import main

KIT_TOML = """\
[kit]
id = "tiny"
title = {{ en = "Tiny" }}
version = "1.0"
players = [2, 2]
languages = ["en"]

[[component]]
id = "cards"
kind = "card"
title = {{ en = "Cards" }}
size = [63.5, 88.9]
face = "{face}"
copies = {copies}
"""

FACE = """\
[[draw]]
rect = "bleed"
fill = "silk"

[[draw]]
text = "{text}"
box = [4, 4, 55.5, 20]
style = "body"
"""


def tiny(folder: Path, *, face: str = "card", copies: int = 2, text: str = "Hello") -> Path:
    """A kit of one card, written into a folder."""
    (folder / "faces").mkdir(parents=True, exist_ok=True)
    (folder / "kit.toml").write_text(KIT_TOML.format(face=face, copies=copies))
    (folder / "faces" / "card.toml").write_text(FACE.replace("{text}", text))
    return folder


def pnp(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])
