"""Which card of a first game is due: a pure function of the kit's lessons, of what a phone has seen, of what may be
done now and what has happened."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

from msgspec import Struct

from companion.engine.game import AnyEffect, GameState
from pnp.kit.model import Lesson


class Happened(Struct, frozen=True):
    """An effect, and the position that it led to."""

    effect: AnyEffect
    state: GameState


class Due(Struct, frozen=True):
    """A lesson to show now. `step` and `of` count the cards of a first game; those that are extra are step 0.

    `actions` are what it offers to do, by their texts, the first one suggested; `happened` is what brought it about.
    """

    lesson: Lesson
    step: int
    of: int
    actions: Mapping[str, object]
    happened: Happened | None = None


Actions = Callable[[], Mapping[str, object]]
"""What may be done now, by its text. Asked for only where a lesson depends on it, for games may list thousands."""


def fitting(lessons: Iterable[Lesson], players: int) -> tuple[Lesson, ...]:
    """The lessons for so many players."""
    return tuple(
        lesson for lesson in lessons if lesson.players is None or lesson.players[0] <= players <= lesson.players[1]
    )


def due(lessons: Sequence[Lesson], seen: Collection[str], actions: Actions, happened: Sequence[Happened]) -> Due | None:
    """The first lesson that was not seen and whose moment has come; what has happened comes before what may be done."""
    there = {lesson.id for lesson in lessons}
    left = [lesson for lesson in lessons if lesson.id not in seen and there.intersection(lesson.after) <= set(seen)]
    for lesson in left:
        found = next((one for one in reversed(happened) if one.effect.rule in lesson.met), None)
        if found is not None or not (lesson.met or lesson.can):
            return _due(lessons, lesson, seen, {}, found)
    asking = [lesson for lesson in left if lesson.can]
    known = actions() if asking else {}
    for lesson in asking:
        offered = _offered(lesson, known)
        if offered:
            return _due(lessons, lesson, seen, dict(offered[: lesson.offers]))
    return None


def _offered(lesson: Lesson, actions: Mapping[str, object]) -> list[tuple[str, object]]:
    """Actions in the order of the lesson's patterns, each once."""
    found = {text: actions[text] for shape in lesson.can for text in actions if fnmatchcase(text, shape)}
    return list(found.items())


def _due(
    lessons: Sequence[Lesson],
    lesson: Lesson,
    seen: Collection[str],
    actions: Mapping[str, object],
    happened: Happened | None = None,
) -> Due:
    counted = [one.id for one in lessons if not one.extra]
    step = 0 if lesson.extra else 1 + sum(name in seen for name in counted)
    return Due(lesson, step, len(counted), actions, happened)
