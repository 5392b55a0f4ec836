"""Forms that ask for more than one command of a table: a code to move a seat by, a lost seat, an import."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Response, redirect, url_for
from werkzeug.wrappers import Response as Answer

from companion.engine.reading import number
from companion.tables import TableError, new_command_id, say
from companion.web.context import AnyContext
from companion.web.http import limits
from companion.web.http.served import tables
from companion.web.phone import remember
from companion.web.table import agree, lesson_forms, photograph, reveal
from companion.web.table.key_commands import carry_out
from companion.web.table.undo_card import kept_command
from companion.web.widgets import Note

Special = Callable[[AnyContext, Mapping[str, str], str], Note | Answer | None]
"""What carries out a form, of a page with such a last part of its address. None: it is done."""


def _code(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """A one-time code that brings the own seat to another phone; the page shows it."""
    try:
        code = tables().move_code(context.code, context.phone.token)
    except TableError as error:
        return Note(say(error, context.language))
    return redirect(f"{context.home}/move?code={code}", 303)


def _ask(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Asks the host for a seat whose phone is lost, or for a free one when the game has begun; the page shows the
    number that the host reads."""
    chair = number(form.get("chair", form.get("do", "").partition(":")[2]))
    try:
        limits.spend_seat_request(context.code)
        shown = tables().ask_seat(
            context.code,
            context.phone.token,
            -1 if chair is None else chair,
            name=form.get("set.name", ""),
            language=context.language,
        )
    except TableError as error:
        return Note(say(error, context.language))
    answer = Response(status=303, headers={"Location": f"{context.home}/seats?number={shown}"})
    name = form.get("set.name", "").strip()
    return remember(answer, name=name) if name else answer


def _again(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """The same people play once more, at a table of its own."""
    made = form.get("command_id", "")[:40] or new_command_id()
    try:
        limits.spend_table()
        code = tables().again(context.code, context.phone.token, command_id=f"{made}-again")
    except TableError as error:
        return Note(say(error, context.language))
    return redirect(url_for("table.table", code=code), 303)


def _keep(context: AnyContext, form: Mapping[str, str], item: str) -> Note | None:
    """Keep playing, as long as the result of a game that somebody has ended is not shown."""
    if not context.view.ended or (reveal.ended(context) and not reveal.counting(context)):
        return Note(context.words.phrase("kept_late"))
    return carry_out(context, {**form, "do": kept_command(context)})


SPECIAL: Mapping[str, Special] = {
    "code": _code,
    "ask": _ask,
    "again": _again,
    "keep": _keep,
    "photograph": photograph.photographed,
    "another": photograph.another,
    "sighted": photograph.confirmed,
    "compare": agree.photographed,
    "compare-another": agree.another,
    "agreed": agree.confirmed,
    **lesson_forms.SPECIAL,
}
