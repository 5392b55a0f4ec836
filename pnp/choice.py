"""Options of a command that are one of a few words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click


def choice(option: str, words: Sequence[str], meant: str) -> Callable[[Any], Any]:
    """An option that is one of some words; the first, if nothing is said. `meant` is its help."""
    return click.option(option, type=click.Choice(words), default=words[0], show_default=True, help=meant)
