"""The printed kits of the games with pages, and the sprites made of them: each is read and drawn once."""

from __future__ import annotations

from functools import cache

import pnp.kit
from companion.web.boards import board
from companion.web.sprite import Sprite, sprite
from pnp.face import Layout


@cache
def layout(game: str) -> Layout:
    """The printed game's faces, art and typefaces."""
    return Layout(pnp.kit.load(pnp.kit.find(game)), "en")


@cache
def signs(game: str) -> Sprite:
    """The signs of a game."""
    return sprite(game, layout(game), board(game).SIGNS)


def sign_file(game: str) -> str:
    """The address of a game's signs, which changes when they do."""
    return f"/sprite/{signs(game).name}.svg"
