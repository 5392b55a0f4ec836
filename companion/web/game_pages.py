"""The games with pages, a check of their packages, and names of games and players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime
from importlib.resources import files
from itertools import product
from typing import Literal

from markupsafe import Markup

from companion.engine import registry
from companion.engine.registry import announced, leave_out, parts
from companion.engine.wording import LANGUAGES, Wording, check_words, wording
from companion.tables import AnyView, Chair, TableError
from companion.tables.game import GAMES as TABLES
from companion.tables.game import GameTable, table_game
from companion.web.config import this_phone
from companion.web.context import AnyPages, GamePages
from companion.web.widgets import Sign

_PARTS = parts("silkroad.pages")
GAMES: Collection[str] = _PARTS.keys()
"""The games with pages, in the order of the start page: ours, then those of other packages."""
MARK = "mark"
"""The sign of a game that stands for it among others."""


def game_pages(game: str) -> AnyPages:
    """Returns the pages of a game. Raises `KeyError`."""
    if game not in _PARTS:
        raise KeyError(f"no pages for {game!r}; there are: {', '.join(GAMES)}")
    pages: AnyPages = _PARTS[game].load()
    return pages


def check_games() -> None:
    """Leaves out each game whose package has a mistake: the server starts, and serves the others."""
    for game in announced():
        try:
            _check(game)
        except (Exception, SystemExit) as error:  # a stranger's package may raise anything
            leave_out(game, "package", error)


def _check(game: str) -> None:
    """Raises an exception that names a mistake in a game's package. Rules may come without table and pages."""
    if game in registry.GAMES:
        rules = registry.game(game)
        if game != rules.ID:
            raise ValueError(f"the rules call themselves {rules.ID!r}; the entry point calls them {game!r}")
        rules.parse(rules.text(rules.view(rules.new(min(rules.PLAYERS)), None)))
        rules.schema()
    if game in TABLES:
        table = table_game(game)
        _check_type(table, GameTable)
        if len(table.CHAIRS) < max(table.rules.PLAYERS):
            raise ValueError(f"the table has {len(table.CHAIRS)} chairs for {max(table.rules.PLAYERS)} players")
    if game not in GAMES:
        return
    pages, chairs = game_pages(game), table_game(game).CHAIRS
    _check_type(pages, GamePages)
    for sign in (*pages.SIGNS, *pages.FACES.values()):
        _check_type(sign, Sign)
    for name in (MARK, *filter(None, map(pages.chair_sign, chairs))):  # the frame shows them
        if name not in {sign.id for sign in pages.SIGNS}:
            raise ValueError(f"the pages have no sign {name!r}")
    for name, page in pages.PAGES.items():
        if not callable(page):
            raise TypeError(f"the page {name} is {page!r}, and no function")
    for name in pages.STYLES:
        files(pages.WORDS).joinpath("static", name).read_bytes()
    check_words(pages.WORDS)
    ways = (f"way.{way}.{part}" for way in pages.ways for part in ("name", "long"))
    for language, key in product(LANGUAGES, ("name", "about", *ways)):
        if key not in wording(pages.WORDS, language).phrases:  # a page would go on without it, but not look like one
            raise KeyError(f"no phrase {key!r} in {language}")
    for language, chair in product(LANGUAGES, chairs):
        pages.chair_name(chair, language)


def _check_type(thing: object, kind: type) -> None:
    if not isinstance(thing, kind):
        raise TypeError(f"{thing!r} is no {kind.__name__}")


def find_words(language: str) -> Wording:
    """Returns the words of the pages that all games share."""
    return wording("companion.web", language)


def game_words(game: str) -> Callable[..., str]:
    """Returns the words of a game's pages, for templates without a table."""
    return wording(game_pages(game).WORDS, this_phone().language).phrase


def make_time_element(at: int, what: Literal["hour", "day"]) -> Markup:
    """Returns the hour or date of a time (milliseconds since 1970). A script converts it to the reader's time zone."""
    then = datetime.fromtimestamp(at / 1000, UTC)
    here = then.astimezone()
    text = here.strftime("%H:%M" if what == "hour" else "%Y-%m-%d")
    element = Markup('<time datetime="{}" data-shown="{}">{}</time>')
    return element.format(then.strftime("%Y-%m-%dT%H:%M:%SZ"), what, text)


def find_game_title(game: str, language: str) -> str:
    """Returns a game's name, made of its id if it has no pages."""
    return wording(game_pages(game).WORDS, language).phrase("name") if game in GAMES else game.capitalize()


def find_player_name(game: str, key: str, name: str, language: str) -> str:
    """Returns the name of a player, or the game's name of the chair."""
    return game_pages(game).chair_name(key, language) if not name and game in GAMES else name or key


def list_player_names(game: str, chairs: Iterable[Chair], language: str) -> tuple[str, ...]:
    """Returns the names of the players on these chairs."""
    return tuple(find_player_name(game, chair.key, chair.name, language) for chair in chairs)


def with_name(error: TableError, view: AnyView, language: str) -> TableError:
    """Returns the error with the name of an unnamed chair filled in."""
    if error.facts.get("name") == "" and "chair" in error.facts:
        error.facts["name"] = find_player_name(view.game, str(error.facts["chair"]), "", language)
    return error
