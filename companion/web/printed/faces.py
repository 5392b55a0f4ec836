"""Faces of the printed games that pages show whole, such as a card: what lies on the table, on the phone.

There may be hundreds, and a table looks at some of them, so each is drawn when it is first asked for.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

from companion.engine.wording import LANGUAGES
from companion.web.game_pages import GAMES, game_pages
from companion.web.printed.signs import signs
from companion.web.widgets import Sign

KEPT = 512
"""Faces that a server remembers, of some 26 KB."""
_press = Lock()
"""A layout keeps notes while it draws."""


def face_file(game: str, name: str, language: str) -> str:
    """The address of a face that pages show (`GamePages.FACES`) or that pictures a lesson, which changes when the kit
    does."""
    return f"/face/{game}/{signs(game).build}/{language}/{name}.svg"


def face(game: str, language: str, name: str) -> bytes | None:
    """The face as an SVG file; none: there is no such face."""
    if game not in GAMES or language not in LANGUAGES or _sign(game, name) is None:
        return None
    with _press:
        return _drawn(game, language, name)


def _sign(game: str, name: str) -> Sign | None:
    return game_pages(game).FACES.get(name) or (Sign(name, name) if name in signs(game).figures else None)


@lru_cache(maxsize=KEPT)
def _drawn(game: str, language: str, name: str) -> bytes | None:
    # The whole press: most tables need none of it.
    from companion.web.printed import drawing

    sign = _sign(game, name)
    return None if sign is None else drawing.face(game, sign, language)
