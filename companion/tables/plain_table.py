"""For games in which everything lies open and only people act: their table is made from the rules alone.

A game whose players can also count alone at the end (score only) makes a subclass of `PlainTable` that says
what they count.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.engine.correction import Change
from companion.engine.game import Fault, Game, OptionError, ParseError, Seat, Switch
from companion.tables import undrafted
from companion.tables.errors import message
from companion.tables.game import Options, Question, Skip


class PlainTable(Struct, frozen=True):
    """`companion.tables.game.GameTable` for the rules of an open game, with its chairs and how to end it early.

    `rules.new` is called with the number of players and ``start``, the seat that begins.
    """

    rules: Game[Any, Any, Any]
    CHAIRS: tuple[str, ...]
    over: tuple[Change, ...]
    """What has to be set to end the game as it lies."""
    RULES: str = "1"

    @property
    def SWITCHES(self) -> tuple[Switch, ...]:  # noqa: N802 - as the contract names it
        return self.rules.SWITCHES

    def new(self, options: Options, chairs: tuple[int, ...], first: int) -> Any:
        return self.rules.new(len(chairs), start=first, **options)

    def chairs_of(self, state: Any) -> tuple[int, ...]:
        return tuple(range(len(self.rules.score(state).sheets)))

    def play(self, state: Any, action: Any, by: Seat | None) -> tuple[Any, tuple[Any, ...]]:
        return self.rules.play(state, action, by)

    def known(self, state: Any) -> bool:
        return True

    def scorable(self, seen: Any) -> bool:
        return True

    def learned(self, effects: tuple[Any, ...]) -> bool:
        return False

    def rolls(self, state: Any) -> bool:
        return True

    def deals(self, state: Any) -> bool:
        return False

    def private(self, state: Any, action: Any) -> bool:
        return False

    def secret(self, state: Any, path: str, seat: Seat | None) -> bool:
        """In an open game nothing is; where something is hidden after all, everything."""
        return bool(self.rules.view(state, seat) != state)

    def loose(self, path: str) -> bool:
        return False

    def cards(self, state: Any) -> Mapping[str, int] | None:
        return None

    def question(self, state: Any) -> Question | None:
        return None

    def answered(self, state: Any, answer: str) -> tuple[Any, tuple[Any, ...]]:
        raise ParseError(message("nothing_asked"))

    def draft(self, state: Any, options: Options, chairs: tuple[int, ...], changes: tuple[Change, ...]) -> Any:
        return undrafted.draft(state, options, chairs, changes)

    def missing(self, state: Any) -> tuple[str, ...]:
        return ()

    def draft_faults(self, state: Any) -> tuple[Fault, ...]:
        return ()

    def entered(self, state: Any, *, fill: bool) -> Any:
        return state

    def skip(self, state: Any, place: str | None, *, traded: bool) -> Skip:
        return undrafted.skip(state, place, traded=traded)

    def finish(self, state: Any) -> tuple[Change, ...]:
        return self.over

    def tally_things(self, counted: tuple[Mapping[str, int], ...]) -> tuple[tuple[str, ...], ...]:
        return ((),) * len(counted)

    def tallied(self, options: Options, chairs: tuple[int, ...], counted: tuple[Mapping[str, int], ...]) -> Any:
        raise OptionError(message("not_counted"))
