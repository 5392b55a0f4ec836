"""Counters of the lab besides points and decisions, and their names.

Where a game has no ``STUDY`` of its own, how often each action was done is counted. A study of cards or places says
what it counts of a step, and what there would have been to count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from msgspec import Struct

from companion.engine.game import Seat, Step
from companion.engine.moves import Outcome
from companion.engine.wording import wording

ACTION: Final = "action"


class Counted(Struct, frozen=True):
    """Once a thing of this kind, by this seat (none: nobody's)."""

    kind: str
    thing: str
    seat: Seat | None = None


class Kind(Struct, frozen=True):
    """A kind of thing that is counted. Its words are the game's: ``study.KIND`` (`title`), ``study.KIND_note``."""

    id: str
    of: str = ""
    """The kind that this one's counts are a share of, such as cards built of cards drawn; empty: of all games."""
    wins: bool = True
    """Does it say something of a seat whether it did this?"""


class Study:
    """The base class: every action is counted by its verb, and a game ends as its score says."""

    KINDS: tuple[Kind, ...] = (Kind(ACTION),)
    WORDS: str = "companion.engine"
    """The package whose ``words.<language>.toml`` say what is counted."""

    def counted(self, before: Any, step: Step) -> Iterable[Counted]:
        """Counters for a step; `before` is the state before it."""
        return () if step.by is None else (Counted(ACTION, verb(step.action), step.by),)

    def ending(self, game: Any, step: Step) -> str:
        """How a game ended, by its last step: a stable key, ``study.ending.KEY`` in the words."""
        decided: str = game.score(step.state).decided_by
        return decided

    def things(self, game: Any, kind: str) -> Sequence[str]:
        """All things of a kind that could have been counted, in their order."""
        return tuple(dict.fromkeys(verb(action) for action in game.catalogue if not isinstance(action, Outcome)))

    def absent(self, game: Any, kind: str, players: int) -> Collection[str]:
        """Things that stay in the box with this number of players, left out of reports."""
        return ()

    def name(self, kind: str, thing: str, language: str) -> str:
        """Name of a thing."""
        return thing

    def phrase(self, key: str, language: str) -> str:
        """Name of a kind or an ending, or its key."""
        return wording(self.WORDS, language).get(f"study.{key}", key.rpartition(".")[2])


def verb(action: Struct) -> str:
    """Name of an action without its objects: ``take coin``."""
    return str(action.__struct_config__.tag or type(action).__name__)
