"""The keys of a lesson: it lies there, something else, skip lessons; and to learn from the first card."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Response
from werkzeug.wrappers import Response as Answer

from companion.web.context import AnyContext
from companion.web.printed.signs import signs
from companion.web.table import lesson_memory as memory
from companion.web.table.key_commands import carry_out
from companion.web.widgets import Note


def _there(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """The card is done: what it offers is carried out, if it offers anything, and it does not come again."""
    act = form.get("act", "")
    note = carry_out(context, {**form, "do": act}) if act else None
    return note if note is not None else _seen(context, form, context.home)


def _aside(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Something else is done instead, on the table's own page; the card does not come again."""
    return _seen(context, form, f"{context.home}/game")


def _skip(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """This phone plays on without lessons."""
    return memory.learn(_to(context.home), context.code, on=False)


def _learn(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """This phone learns, from the first card on."""
    answer = memory.learn(_to(context.home), context.code, on=True)
    return memory.forget(answer, context.glance.game)


def _seen(context: AnyContext, form: Mapping[str, str], to: str) -> Answer:
    game, answer = context.glance.game, _to(to)
    lesson = form.get("lesson", "")
    known = any(lesson == one.id for one in signs(game).lessons)
    return memory.see(answer, game, lesson) if known else answer


def _to(address: str) -> Response:
    """Without the page that Flask's redirect has: who taps never sees it."""
    return Response(status=303, headers={"Location": address})


SPECIAL: Mapping[str, Callable[[AnyContext, Mapping[str, str], str], Note | Answer]] = {
    "there": _there,
    "aside": _aside,
    "skip-lessons": _skip,
    "learn": _learn,
}
