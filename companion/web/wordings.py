"""The words of pages: the frame's, and those of the games."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.wording import Wording, wording
from companion.web.game_pages import game_pages
from companion.web.phone import this_phone


def words_of(language: str) -> Wording:
    """The words of the pages that all games share."""
    return wording("companion.web", language)


def speaking(words: Wording) -> Callable[..., str]:
    """A phrase for templates: fields may be numbers."""
    return lambda key, **fields: words.phrase(key, **{name: str(value) for name, value in fields.items()})


def game_words(game: str) -> Callable[..., str]:
    """What a game's own pages say, for templates that show no table."""
    return speaking(wording(game_pages(game).WORDS, this_phone().language))
