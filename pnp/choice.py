"""Options of a command that are one of a few words, or two numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import click

MINUS = "[−–‒‑‐]"
"""What people type for it, and what their keyboards make of a hyphen: minus, en and figure dash, two hyphens."""


def choice(option: str, words: Sequence[str], meant: str) -> Callable[[Any], Any]:
    """An option that is one of some words; the first, if nothing is said. `meant` is its help."""
    return click.option(option, type=click.Choice(words), default=words[0], show_default=True, help=meant)


def two_numbers(text: str) -> tuple[float, float]:
    """Two numbers with a comma between them, or a blank or semicolon, where a decimal comma is plain. Raises ValueError
    for anything else."""
    parts = re.split(r"[\s;]+", text.strip()) if re.search(r"[\s;]", text.strip()) else text.split(",")
    first, second = (float(re.sub(MINUS, "-", part.strip(" ,")).replace(",", ".")) for part in parts)
    return first, second
