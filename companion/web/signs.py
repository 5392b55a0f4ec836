"""The sprites of the games with pages: each is drawn once."""

from __future__ import annotations

from functools import cache

from companion.web.boards import board
from companion.web.sprite import Sprite, sprite


@cache
def signs(game: str) -> Sprite:
    """The signs of a game."""
    return sprite(game, board(game).SIGNS)


def sign_file(game: str) -> str:
    """The address of a game's signs, which changes when they do."""
    return f"/sprite/{signs(game).name}.svg"
