"""All actions of a game, each with a number that stays: for masks and tables of programs that learn or search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

from companion.engine.message import MessageError, message

A = TypeVar("A")


class Unnumbered(MessageError):  # noqa: N818 - named for what it is said of
    """An action that the catalogue does not have: a correction, or none of the game's."""


class Catalogue(Sequence[A], Generic[A]):
    """Every action that the rules know, outcomes of chance too: ``actions[i]``, ``actions.index(action)``.

    Corrections are endless and have no number. A number is never given anew: what a later version of a game can do
    more is added at the end.
    """

    __slots__ = ("_actions", "_numbers")

    def __init__(self, actions: Iterable[A]) -> None:
        self._actions = tuple(dict.fromkeys(actions))
        self._numbers: dict[object, int] = {action: number for number, action in enumerate(self._actions)}

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[A]:
        return iter(self._actions)

    @overload
    def __getitem__(self, index: int) -> A: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[A]: ...
    def __getitem__(self, index: int | slice) -> A | Sequence[A]:
        return self._actions[index]

    def __contains__(self, action: object) -> bool:
        return self._number(action) is not None

    def index(self, action: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of an action. Raises `Unnumbered`, a `ValueError`."""
        number = self._number(action)
        if number is None or number < start or (stop is not None and number >= stop):
            raise Unnumbered(message("no_number", action=repr(action)[:200]))
        return number

    def mask(self, legal: Iterable[A]) -> list[bool]:
        """For each number: is it that of one of these actions?"""
        found = [False] * len(self._actions)
        for action in legal:
            found[self.index(action)] = True
        return found

    def __repr__(self) -> str:
        return f"<{len(self._actions)} actions>"

    def _number(self, action: object) -> int | None:
        try:
            return self._numbers.get(action)
        except TypeError:  # a stranger's value that has no hash
            return None
