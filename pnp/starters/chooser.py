"""Choosing a starter in the terminal: arrows, Enter, q."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from pnp.starters.starter import STARTERS, Starter

if TYPE_CHECKING:
    from rich.text import Text

UP = ("\x1b[A", "\x1bOA", "\xe0H", "\x00H", "k")
DOWN = ("\x1b[B", "\x1bOB", "\xe0P", "\x00P", "j")
"""What terminals send for the arrows: those of Unix, in two modes, and that of Windows; and the keys of vi."""
KEY = re.compile(r"\x1b[\[O].|[\xe0\x00].|.", re.DOTALL)
ENTER = ("\r", "\n")
LEAVE = ("q", "Q", "\x1b")
WIDTH = 16


def choose() -> Starter | None:
    """The starter that somebody at the terminal chooses; None: they left."""
    from rich.console import Console
    from rich.live import Live

    chosen = 0
    with Live(menu(chosen), console=Console(highlight=False), auto_refresh=False) as live:
        while True:
            for key in KEY.findall(click.getchar()):  # who is quick sends several at once
                if key in ENTER:
                    return STARTERS[chosen]
                if key in LEAVE:
                    return None
                chosen = moved(chosen, key)
            live.update(menu(chosen), refresh=True)


def moved(chosen: int, key: str) -> int:
    """Which starter is chosen after a key; beyond the last comes the first."""
    return (chosen + (key in DOWN) - (key in UP)) % len(STARTERS)


def menu(chosen: int) -> Text:
    """The six, with the chosen one marked by more than its colours."""
    from rich.text import Text

    text = Text("\nWhat shall it grow from?".ljust(33))
    text.append("↑ ↓ choose · Enter · q leaves\n\n", "dim")
    for number, starter in enumerate(STARTERS):
        line = f"{'›' if number == chosen else ' '} {starter.name:<{WIDTH}} {starter.holds} "
        text.append(" ")
        text.append(line.ljust(WIDTH + 45), "reverse" if number == chosen else "")
        text.append("\n")
    return text
