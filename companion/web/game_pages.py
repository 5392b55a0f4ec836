"""What the table's frame asks of a game's pages: its signs, its names, and what its pages show.

A game's pages are a package, or an object in one, that offers `GamePages`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from companion.engine.plugins import load, parts
from companion.engine.wording import wording

if TYPE_CHECKING:
    from companion.web.printed.sprite import Sign
    from companion.web.score.form import Field
    from companion.web.table.context import TableContext
    from companion.web.table.zones import Zone

Page = Callable[["TableContext", str], str]
"""A page of a table: what it shows, for the last part of its address."""


class Mark(Struct, frozen=True):
    """A symbol or a few letters on a seat, and what they say."""

    sign: str
    says: str
    text: str = ""


class MenuRow(Struct, frozen=True):
    """A row of a table's menu: the page that it leads to (an address below the table's), a symbol, and its words."""

    page: str
    sign: str
    label: str
    small: str


class GamePages(Protocol):
    """The pages of one game, as a module."""

    @property
    def WORDS(self) -> str:  # noqa: N802 - a constant of the module
        """The package whose ``words.<language>.toml`` hold what its pages say; templates/ and static/ are its own."""

    @property
    def SIGNS(self) -> tuple[Sign, ...]:  # noqa: N802 - a constant of the module
        """The symbols that its pages use."""

    @property
    def PAGES(self) -> Mapping[str, Page]:  # noqa: N802 - a constant of the module
        """By name: ``game`` is the table itself while the game is on; ``at``, ``step``, ``city`` … are further
        addresses below it; ``screen-side`` is a part of the big screen."""

    @property
    def SETTINGS(self) -> Mapping[str, tuple[str, ...]]:  # noqa: N802 - a constant of the module
        """The settings of a table that make sense for it (`companion.tables.Settings`), with their values, the usual
        first: ``way``, ``undo``, and ``dice`` where there are any."""

    @property
    def STYLES(self) -> tuple[str, ...]:  # noqa: N802 - a constant of the module
        """Style sheets in the package's static/ that its pages need besides the frame's."""

    def menu(self, context: TableContext) -> tuple[MenuRow, ...]:
        """Its own rows of a table's menu while a game is on."""

    def chair_name(self, key: str, language: str) -> str:
        """What a chair is called in words: Hangzhou's colours."""

    def chair_sign(self, key: str) -> str:
        """The symbol of a chair."""

    def bar(self, context: TableContext) -> tuple[str, str]:
        """What to do now, and what is going on, in a few words."""

    def moment(self, context: TableContext) -> str:
        """How far the game is, in two or three words: “round 3”."""

    def step(self, context: TableContext, effect: Any) -> str:
        """What a player did, in two to four words: “shop on A3”. Empty: the effect has no such name."""

    def seat_mark(self, context: TableContext, chair: int) -> Mark | None:
        """What a chair's seat bears besides its name, such as that its player has passed."""

    def zones(self, context: TableContext) -> tuple[Zone, ...]:
        """What should lie on the table, part by part; the zone of a seat's own things has its number for an id."""

    def tally_fields(self, context: TableContext, chair: int, things: tuple[str, ...]) -> tuple[Field, ...]:
        """Score only: how the things that a chair has to count are asked for."""


_PARTS = parts("silkroad.pages")
GAMES: tuple[str, ...] = tuple(_PARTS)
"""The games with pages, in the order of the start page: ours, then those of other packages."""


def game_pages(game: str) -> GamePages:
    """The pages of a game. Raises `KeyError`."""
    if game not in _PARTS:
        raise KeyError(f"no pages for {game!r}; there are: {', '.join(GAMES)}")
    pages: GamePages = load(_PARTS[game])
    return pages


def called(game: str, language: str) -> str:
    """A game's name, made of its id where it has no pages."""
    return wording(game_pages(game).WORDS, language).phrase("name") if game in _PARTS else game.capitalize()
