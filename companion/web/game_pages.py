"""What the table's frame asks of a game's pages: its signs, its names, and what its pages show.

A game's pages are an object of a subclass of `companion.web.context.GamePages`.
"""

from __future__ import annotations

from functools import cache

from companion.engine.plugins import load, parts
from companion.engine.wording import wording
from companion.web.context import AnyPages

_PARTS = parts("silkroad.pages")
GAMES: tuple[str, ...] = tuple(_PARTS)
"""The games with pages, in the order of the start page: ours, then those of other packages."""


@cache
def game_pages(game: str) -> AnyPages:
    """The pages of a game. Raises `KeyError`."""
    if game not in _PARTS:
        raise KeyError(f"no pages for {game!r}; there are: {', '.join(GAMES)}")
    pages: AnyPages = load(_PARTS[game])
    return pages


def called(game: str, language: str) -> str:
    """A game's name, made of its id where it has no pages."""
    return wording(game_pages(game).WORDS, language).phrase("name") if game in _PARTS else game.capitalize()
