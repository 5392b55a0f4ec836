"""What the table's frame asks of a game's pages: its signs, its names, and what its pages show.

A game's pages are an object of a subclass of `companion.web.context.GamePages`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files

from companion.engine import registry
from companion.engine.plugins import Names, announced, is_ours, leave_out, load, parts
from companion.engine.wording import LANGUAGES, check_words, wording
from companion.tables import AnyView, Chair, TableError
from companion.tables.game import GAMES as TABLES
from companion.tables.game import GameTable, table_game
from companion.tables.games import Played
from companion.web.context import AnyPages, GamePages
from companion.web.widgets import Sign

_PARTS = parts("silkroad.pages")
GAMES: Sequence[str] = Names(_PARTS)
"""The games with pages, in the order of the start page: ours, then those of other packages."""
MARK = "mark"
"""The sign of a game that stands for it among others."""


def game_pages(game: str) -> AnyPages:
    """The pages of a game. Raises `KeyError`."""
    if game not in _PARTS:
        raise KeyError(f"no pages for {game!r}; there are: {', '.join(GAMES)}")
    pages: AnyPages = load(_PARTS[game])
    return pages


def ours(game: str) -> bool:
    """Is it one of the games that come with the server?"""
    return game in _PARTS and is_ours(_PARTS[game])


def check_games() -> None:
    """Leaves out each game whose package has a mistake: the server starts, and serves the others."""
    for game in announced():
        checking = "package"
        try:
            for part, check in _CHECKS:
                checking = part
                check(game)
        except (Exception, SystemExit) as error:  # a stranger's package may raise anything
            leave_out(game, checking, error)


def _check_rules(game: str) -> None:
    if game not in registry.GAMES:
        return
    rules = registry.game(game)
    if game != rules.ID:
        raise ValueError(f"they call themselves {rules.ID!r}; the entry point calls them {game!r}")
    state = rules.new(min(rules.PLAYERS))
    rules.parse(rules.text(rules.view(state, None)))
    rules.schema()


def _check_table(game: str) -> None:
    if game in TABLES:
        table = table_game(game)
        _is_a(table, GameTable)
        if len(table.CHAIRS) < max(table.rules.PLAYERS):
            raise ValueError(f"it has {len(table.CHAIRS)} chairs for {max(table.rules.PLAYERS)} players")


def _check_pages(game: str) -> None:
    if game not in GAMES:
        return
    if game not in TABLES or game not in registry.GAMES:
        raise ValueError("there are no rules or no table of that id")
    pages = game_pages(game)
    _is_a(pages, GamePages)
    for sign in (*pages.SIGNS, *pages.FACES.values()):
        _is_a(sign, Sign)
    if MARK not in {sign.id for sign in pages.SIGNS}:
        raise ValueError(f"they have no sign {MARK!r}, which stands for the game on the start page")
    for name, page in pages.PAGES.items():
        if not callable(page):
            raise TypeError(f"the page {name} is {page!r}, and no function")
    for name in pages.STYLES:
        files(pages.WORDS).joinpath("static", name).read_bytes()


def _check_words(game: str) -> None:
    if game not in GAMES:
        return
    pages = game_pages(game)
    check_words(pages.WORDS)
    keys = [*PHRASES, *(f"way.{way}.{part}" for way in pages.ways for part in ("name", "short", "long"))]
    for language in LANGUAGES:
        words = wording(pages.WORDS, language)
        for key in keys:
            if key not in words.phrases:  # a page would go on without it, but not look like one
                raise KeyError(f"no phrase {key!r} in {language}")
        for chair in table_game(game).CHAIRS:
            pages.chair_name(chair, language)


def _is_a(thing: object, kind: type) -> None:
    if not isinstance(thing, kind):
        raise TypeError(f"{thing!r} is no {kind.__name__}")


PHRASES = ("name", "about")
"""What pages of no table say of every game."""
_CHECKS = (("rules", _check_rules), ("table", _check_table), ("pages", _check_pages), ("words", _check_words))


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
