"""A kit of one card, for tests that print: the press makes it in a moment."""

from __future__ import annotations

from pathlib import Path

from kit_text import component, draw, head, write_files

KIT = head("tiny", {"en": "Tiny <b>&", "es": "Mini <b>&"}, ("en", "es"), version="1.0", companion=True)
CARDS = component(
    "cards", "card", {"en": "Cards", "es": "Cartas"}, size=[63.5, 88.9], stock="card", face="card", copies=2
)
CODE = draw(qr="{address}", box=[14, 40, 35, 35])


def tiny_kit(home: Path, text: str = "Hello", name: str = "tiny") -> Path:
    """Writes the kit into a folder of `home`. A `text` in Chinese is an error: the typeface lacks it."""
    face = draw(text=text, box=[4, 4, 55.5, 20], style="body") + CODE
    return write_files(home / name, {"kit.toml": KIT + CARDS, "faces/card.toml": face})
