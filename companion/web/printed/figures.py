"""The pictures of a game's lessons. They are drawn when the first is asked for, by a program of its own as it takes the
whole press."""

from __future__ import annotations

import subprocess
import sys
from threading import Lock, Thread

import msgspec
from msgspec import Struct

PATIENCE = 120
"""Seconds after which a press that does not come back is given up; it takes one or two."""


class Figure(Struct, frozen=True):
    """A face in one language, as an SVG file."""

    language: str
    face: str
    svg: str


def figure(game: str, language: str, face: str) -> str | None:
    """The picture of a lesson as an SVG file, in another language where the kit is not in this one; none: no lesson of
    the game has it."""
    with _drawing:
        if game not in _drawn:
            command = [sys.executable, "-c", f"from {__name__} import write; write()", game]
            told = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=PATIENCE)
            _drawn[game] = tuple(msgspec.json.decode(told.stdout, type=list[Figure]))
    known = [one for one in _drawn[game] if one.face == face]
    return next((one.svg for one in known if one.language == language), known[0].svg if known else None)


def prepare(game: str) -> None:
    """Has them drawn while the players sit down."""
    Thread(target=figure, args=(game, "", ""), name=f"figures-{game}", daemon=True).start()


_drawn: dict[str, tuple[Figure, ...]] = {}
_drawing = Lock()


def draw(game: str) -> list[Figure]:
    """Draws them, in each language of the kit."""
    from companion.web.printed.kits import kit
    from pnp.face.layout import Layout
    from pnp.render.svg import write_svg

    made, read = [], kit(game)
    for language in read.languages:
        printed = Layout(read, language)
        for face in dict.fromkeys(lesson.face for lesson in read.lessons):
            made.append(Figure(language, face, write_svg(printed.figure(face), fonts=printed.fonts)))
    return made


def write() -> None:
    """Writes those of the game that is asked for."""
    sys.stdout.buffer.write(msgspec.json.encode(draw(sys.argv[1])))
