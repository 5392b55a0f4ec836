"""The sprites of the games with pages: each is drawn once."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from companion.web.game_pages import game_pages
from companion.web.printed.sprite import Sprite


def signs(game: str) -> Sprite:
    """The signs of a game."""
    if game not in _drawn:
        _drawn[game] = _draw(game)
    return _drawn[game]


def draw_apart(games: Sequence[str]) -> None:
    """Draws the signs of these games in a process of its own: drawing takes much memory, and the signs little."""
    with ProcessPoolExecutor(1) as apart:
        _drawn.update(zip(games, apart.map(_draw, games), strict=True))


def _draw(game: str) -> Sprite:
    from companion.web.printed.drawing import sprite

    return sprite(game, game_pages(game).SIGNS)


_drawn: dict[str, Sprite] = {}


def sign_file(game: str) -> str:
    """The address of a game's signs, which changes when they do."""
    return f"/sprite/{signs(game).symbols.name}.svg"


def picture_file(game: str, sign: str) -> str:
    """The address of a sign that is a picture of its own, which changes when it does."""
    return f"/sprite/{signs(game).pictures[sign].name}.svg"
