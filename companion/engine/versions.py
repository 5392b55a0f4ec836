"""A game by the rules of an earlier version, so that old logs and tables replay as they were played.

A game that changes its rules counts its version up (`RULES`, "1" where it says nothing), and its states carry the
version that they are played by in a field ``rules``, which is not written: a position is always read by the rules of
today. Whoever knows that it belongs to an older log or table reads it by `as_of`.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

FIRST = "1"
"""The version of logs and tables that name none."""


def version(game: Any) -> str:
    """The version of a game's rules."""
    return str(getattr(game, "RULES", FIRST))


class AsOf:
    """A game by an earlier version of its rules: all of it is the game's own, but for the states that it makes."""

    def __init__(self, game: Any, rules: str) -> None:
        self._game, self.RULES = game, rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def new(self, *players: Any, **switches: Any) -> Any:
        """As the game's own."""
        return replace(self._game.new(*players, **switches), rules=self.RULES)

    def parse(self, text: str) -> Any:
        """As the game's own."""
        return replace(self._game.parse(text), rules=self.RULES)

    def from_json(self, text: str) -> Any:
        """As the game's own."""
        return replace(self._game.from_json(text), rules=self.RULES)


def as_of(game: Any, rules: str) -> Any:
    """The game by that version of its rules. Raises `KeyError` for one that it does not know."""
    if rules == version(game):
        return game
    if rules not in map(str, range(int(FIRST), int(version(game)))):
        raise KeyError(f"{game.ID} has no rules of version {rules!r}")
    return AsOf(game, rules)
