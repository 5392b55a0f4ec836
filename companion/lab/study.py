"""Counters of the lab besides points and decisions: of each action, or of what a game's own ``STUDY`` returns of cards
or places."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from msgspec import Struct

from companion.engine.game import Seat, Step
from companion.engine.moves import Outcome


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

    KINDS: tuple[Kind, ...] = (Kind("action"),)
    ENDS: tuple[type[Any], ...] = ()
    """Effects of the end, whose rule tells how a game ended; none: what decided the score tells it."""

    def counted(self, before: Any, step: Step) -> Iterable[Counted]:
        """Returns the counters of a step; `before` is the state before it."""
        return () if step.by is None else (Counted("action", _verb(step.action), step.by),)

    def ending(self, game: Any, step: Step) -> str:
        """Returns how a game ended, by its last step: a stable key, ``study.ending.KEY`` in the words."""
        decided: str = "corrected" if self.ENDS else game.score(step.state).decided_by
        return next((effect.rule for effect in step.effects if isinstance(effect, self.ENDS)), decided)

    def things(self, game: Any, kind: str) -> Sequence[str]:
        """Returns all things of a kind that could have been counted, in order."""
        return tuple(dict.fromkeys(_verb(action) for action in game.catalogue if not isinstance(action, Outcome)))

    def absent(self, game: Any, kind: str, players: int) -> Collection[str]:
        """Returns things that stay in the box with this number of players; reports leave them out."""
        return ()

    def name(self, kind: str, thing: str, language: str) -> str:
        """Returns the name of a thing."""
        return thing


def study_of(game: Any) -> Study:
    """Returns what to count of a game: its own ``STUDY``, if any."""
    found: Study = getattr(game, "STUDY", Study())
    return found


def _verb(action: Struct) -> str:
    """Returns an action's name without its objects: ``take coin``."""
    return str(action.__struct_config__.tag or type(action).__name__)
