"""The words of pages, the frame's and the games'; the names of games and players; moments of a log in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Literal

from markupsafe import Markup

from companion.engine.wording import Wording, wording
from companion.tables import AnyView, Chair, TableError
from companion.tables.game import table_game
from companion.tables.games import Played
from companion.web.game_pages import GAMES, game_pages
from companion.web.phone import this_phone


def words_of(language: str) -> Wording:
    """The words of the pages that all games share."""
    return wording("companion.web", language)


def game_words(game: str) -> Callable[..., str]:
    """The words of a game's pages, for templates that show no table."""
    return wording(game_pages(game).WORDS, this_phone().language).phrase


def time_element(at: int, what: Literal["hour", "day"], language: str) -> Markup:
    """The hour or day of a moment (milliseconds since 1970). A script shows it in the reader's time zone."""
    then = datetime.fromtimestamp(at / 1000, UTC)
    here = then.astimezone()
    text = here.strftime("%H:%M") if what == "hour" else format_date(here, language)
    element = Markup('<time datetime="{}" data-shown="{}">{}</time>')
    return element.format(then.strftime("%Y-%m-%dT%H:%M:%SZ"), what, text)


def format_date(then: datetime, language: str) -> str:
    """``2026-05-03``, the same in every language."""
    return f"{then:%Y-%m-%d}"


def called(game: str, language: str) -> str:
    """A game's name, made of its id where it has no pages."""
    return wording(game_pages(game).WORDS, language).phrase("name") if game in GAMES else game.capitalize()


def player_name(game: str, key: str, name: str, language: str) -> str:
    """What somebody is called: by name, else as the game calls the chair."""
    return game_pages(game).chair_name(key, language) if not name and game in GAMES else name or key


def player_names(game: str, chairs: Iterable[Chair], language: str) -> tuple[str, ...]:
    """What those on these chairs are called."""
    return tuple(player_name(game, chair.key, chair.name, language) for chair in chairs)


def names_in(played: Played, language: str) -> list[str]:
    """What those are called who sit at a table of a list."""
    keys = table_game(played.game).CHAIRS if played.game in GAMES else ()
    return [
        player_name(played.game, keys[number] if number < len(keys) else "", name, language)
        for number, name in played.names
    ]


def with_name(error: TableError, view: AnyView, language: str) -> TableError:
    """The error about somebody at this table, with what a chair is called that nobody has named."""
    if error.facts.get("name") == "" and "chair" in error.facts:
        error.facts["name"] = player_name(view.game, str(error.facts["chair"]), "", language)
    return error
