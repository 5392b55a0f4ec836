"""Counters of the lab besides points and decisions, and their names.

Without a ``STUDY`` of its own a game counts each action. A study of cards or places returns what a step counts, and
what could have been counted.
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
    """One occurrence of a thing of this kind, by this seat (None: nobody's)."""

    kind: str
    thing: str
    seat: Seat | None = None


class Kind(Struct, frozen=True):
    """A kind of counted thing. Its words are the game's: ``study.KIND`` (`title`), ``study.KIND_note``."""

    id: str
    of: str = ""
    """The kind that this one's counts are a share of, such as cards built of cards drawn; empty: of all games."""
    wins: bool = True
    """Does it say something of a seat whether it did this?"""


class Study:
    """The base class: every action is counted by its verb, and a game ends by its score."""

    KINDS: tuple[Kind, ...] = (Kind(ACTION),)
    WORDS: str = "companion.engine"
    """The package whose ``words.<language>.toml`` say what is counted."""

    def counted(self, before: Any, step: Step) -> Iterable[Counted]:
        """Returns the counters of a step; `before` is the state before it."""
        return () if step.by is None else (Counted(ACTION, verb(step.action), step.by),)

    def ending(self, game: Any, step: Step) -> str:
        """Returns how a game ended, by its last step: a stable key, ``study.ending.KEY`` in the words."""
        decided: str = game.score(step.state).decided_by
        return decided

    def things(self, game: Any, kind: str) -> Sequence[str]:
        """Returns all things of a kind that could have been counted, in order."""
        return tuple(dict.fromkeys(verb(action) for action in game.catalogue if not isinstance(action, Outcome)))

    def absent(self, game: Any, kind: str, players: int) -> Collection[str]:
        """Returns things that stay in the box with this number of players; reports leave them out."""
        return ()

    def name(self, kind: str, thing: str, language: str) -> str:
        """Returns the name of a thing."""
        return thing

    def phrase(self, key: str, language: str) -> str:
        """Returns the name of a kind or an ending, or its key."""
        return wording(self.WORDS, language).get(f"study.{key}", key.rpartition(".")[2])


def verb(action: Struct) -> str:
    """Returns an action's name without its objects: ``take coin``."""
    return str(action.__struct_config__.tag or type(action).__name__)
