"""The smallest kit, written to a folder, the `pnp` command to print it with, and ways to read what was printed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pypdfium2
from click.testing import CliRunner, Result
from kit_text import component, draw, head, table, write_files

from pnp.cli import main

POKER = [63.5, 88.9]


def tiny_toml(**card: object) -> str:
    """The kit file of a game of one kind of card, with more keys for the card."""
    cards = component("cards", "card", {"en": "Cards"}, size=POKER, face="card", **card)
    return head("tiny", {"en": "Tiny"}, version="1.0") + cards


def face(text: str) -> str:
    """A text on a ground; it is drawn in the fifth line."""
    return draw(rect="bleed", fill="silk") + draw(text=text, box=[4, 4, 55.5, 20], style="body")


def tiny(folder: Path, *, copies: int = 2, text: str = "Hello") -> Path:
    """A kit of one card, written into a folder."""
    return write_files(folder, {"kit.toml": tiny_toml(copies=copies), "faces/card.toml": face(text)})


def pnp(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def many_cards(folder: Path, count: int) -> Path:
    """A deck whose cards show their rows on both sides; every seventh comes twice."""
    rows = (f"{number},Good {number},{2 if number % 7 == 0 else 1}\n" for number in range(count))
    toml = tiny_toml(back="back", each="cards", copies="copies") + table("cards", copies="count")
    faces = {"faces/card.toml": face("{name}"), "faces/back.toml": face("Back of {name}")}
    return write_files(folder, {"kit.toml": toml, "cards.csv": "id,name,copies\n" + "".join(rows), **faces})


def manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a build."""
    read: dict[str, Any] = msgspec.json.decode((folder / "for-programs/manifest.json").read_bytes())
    return read


def page_texts(pdf: Path | bytes) -> list[str]:
    """The words of each page of a file, with plain blanks between them."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [" ".join(page.get_textpage().get_text_range().replace("\ufffe", "").split()) for page in document]


HANGS = 60.0
"""Seconds of this process's own time after which a command counts as hanging; the slowest known takes five."""


@contextmanager
def limited(seconds: float = HANGS) -> Iterator[None]:
    """Fails what takes longer than this of the process's own time, where it then is."""

    def too_long(_signal: int, _frame: object) -> None:
        raise AssertionError(f"takes more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
