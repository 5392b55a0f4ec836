"""What the table's frame asks of a game's pages: its signs, its names, and what its pages show.

A game's pages are an object of a subclass of `companion.web.context.GamePages`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from companion.engine.plugins import load, parts
from companion.engine.wording import wording
from companion.tables import AnyView, Chair, TableError
from companion.tables.game import table_game
from companion.tables.storage.game_index import Played
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


def player_name(game: str, key: str, name: str, language: str) -> str:
    """What somebody is called: by name, else as the game calls the chair."""
    return game_pages(game).chair_name(key, language) if not name and game in _PARTS else name or key


def player_names(game: str, chairs: Iterable[Chair], language: str) -> tuple[str, ...]:
    """What those on these chairs are called."""
    return tuple(player_name(game, chair.key, chair.name, language) for chair in chairs)


def names_in(played: Played, language: str) -> list[str]:
    """What those are called who sit at a table of a list."""
    keys = table_game(played.game).CHAIRS if played.game in _PARTS else ()
    return [
        player_name(played.game, keys[number] if number < len(keys) else "", name, language)
        for number, name in played.names
    ]


def with_name(error: TableError, view: AnyView, language: str) -> TableError:
    """The error about somebody at this table, with what a chair is called that nobody has named."""
    if error.facts.get("name") == "" and "chair" in error.facts:
        error.facts["name"] = player_name(view.game, str(error.facts["chair"]), "", language)
    return error
