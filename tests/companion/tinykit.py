"""A kit of one card, for tests that print: the press makes it in a moment."""

from __future__ import annotations

from pathlib import Path

KIT = """\
[kit]
id = "tiny"
title = { en = "Tiny <b>&", es = "Mini <b>&" }
version = "1.0"
players = [2, 2]
languages = ["en", "es"]
companion = true

[[component]]
id = "cards"
kind = "card"
title = { en = "Cards", es = "Cartas" }
size = [63.5, 88.9]
stock = "card"
face = "card"
copies = 2
"""
FACE = """\
[[draw]]
text = "{text}"
box = [4, 4, 55.5, 20]
style = "body"

[[draw]]
qr = "{address}"
box = [14, 40, 35, 35]
"""


def tiny_kit(home: Path, text: str = "Hello", name: str = "tiny") -> Path:
    """Writes the kit into a folder of `home`. A `text` in Chinese is an error: the typeface lacks it."""
    folder = home / name
    (folder / "faces").mkdir(parents=True, exist_ok=True)
    (folder / "kit.toml").write_text(KIT, encoding="utf-8")
    (folder / "faces" / "card.toml").write_text(FACE.replace("{text}", text), encoding="utf-8")
    return folder
