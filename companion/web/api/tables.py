"""Tables, for programs."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import Meta, Raw

from companion.tables import AnyCommand, AnyView, MovedOn, RefusedByRule, Settings, TableError, new_token
from companion.tables.log.entries import Entry, Language
from companion.web import live, ops, security
from companion.web.api import models as m
from companion.web.api.models import for_table, table_view
from companion.web.api.operations import ProblemError, operation, words
from companion.web.config import tables, this_phone
from companion.web.game_pages import with_name

Players = Annotated[int, Meta(ge=1, le=99)]
CommandId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
Seconds = Annotated[float, Meta(ge=0, le=25)]


def _view(code: str) -> AnyView:
    return tables().view_for(code, this_phone().token)


@operation("POST", "/tokens", 201)
def new_phone() -> dict[str, str]:
    """A new token: 128 random bits that stand for one phone. Keep it as you would a password."""
    return {"token": new_token()}


@operation("POST", "/tables", 201)
def open_table(
    game: str,
    options: dict[str, str | int] | None = None,
    settings: Settings | None = None,
    chairs: Players | None = None,
    language: Language = "en",
    command_id: str | None = None,
) -> dict[str, str]:
    """Opens a table; the token's owner is its host. Without a token the answer holds a new one. A repeated
    `command_id` opens no second table."""
    security.spend("tables")
    token, at = this_phone().token, tables()
    code = at.open(
        game, token, language=language, options=options, settings=settings, chairs=chairs, command_id=command_id
    )
    return {"code": code, "token": token}


@operation("POST", "/tables/import", 201)
def import_table(body: bytes) -> dict[str, str]:
    """Goes on with a table that was exported elsewhere; the body is what `export` gave. All its seats are free."""
    security.spend("heavy")
    security.spend("tables")
    token = this_phone().token
    return {"code": tables().carry_in(body, token), "token": token}


@operation("GET", "/tables/<code>")
def get_table(code: str) -> m.TableView:
    """The table as you may know it: position, seats, whose turn it is, what you may do, questions, score."""
    view = _view(code)
    tables().heard(code, this_phone().token, view.seq)
    return table_view(view, this_phone().language)


@operation("POST", "/tables/<code>/commands", needs_token=True)
def send_command(code: str, command: AnyCommand, command_id: CommandId, expected: Entry | None = None) -> m.Done:
    """Everything that anybody does at a table: take a seat, act, roll, undo, correct … Repeated with the same
    `command_id` it acts once. If the rules refuse it, or the game has moved on since `expected`, nothing
    happens and the answer is 409."""
    phone = this_phone()
    try:
        result = tables().command(code, phone.token, command, command_id=command_id, expected=expected)
    except TableError as error:
        if error.facts.get("name") == "":
            with_name(error, _view(code), phone.language)
        raise
    view = _view(code)
    to = for_table(view, phone.language)
    ops.count_command(view.game, command, result)
    if isinstance(result, RefusedByRule):
        raise to.refuse(result.refusal, result.state, seq=result.seq)
    if isinstance(result, MovedOn):
        news = [effect.says for line in result.meanwhile for effect in to.effects(line.effects, line.state)]
        text = words().phrase("problem.moved_on", what=news[-1] if news else "").strip()
        raise ProblemError(409, "moved_on", text, seq=result.seq)
    return m.Done(tuple(map(to.line, result.entries)), result.seq, result.repeated, result.asked)


@operation("GET", "/tables/<code>/log")
def get_log(code: str, after: Entry = 0, limit: Annotated[int, Meta(ge=1, le=200)] = 200) -> m.Log:
    """The log after an entry, as you may see it, 200 entries at most. `seq` is the table's newest entry: ask again
    after the last one you got until you have it."""
    phone, view = this_phone(), _view(code)
    lines = tables().log_for(code, phone.token, after=after, limit=limit)
    return m.Log(tuple(map(for_table(view, phone.language).line, lines)), view.seq)


@operation("GET", "/tables/<code>/wait")
def wait_for_news(code: str, after: Entry = 0, seconds: Seconds = 20.0) -> dict[str, int]:
    """Answers as soon as there is an entry after `after`, or when the seconds are over: the newest entry's number.
    Where too many wait already, it answers at once."""
    seq = _view(code).seq
    if seq <= after:
        seq = live.wait(code, after, seconds) or seq
    tables().heard(code, this_phone().token, seq)
    return {"seq": seq}


@operation("GET", "/tables/<code>/stream")
def stream_news(code: str) -> Response:
    """Server-sent events: `moved` with the newest entry's number, `changed` with the table's version where there is no
    entry, `here` when phones come and go. It resumes by `Last-Event-ID`. 503 when there are too many streams; then ask
    `wait`."""
    return live.stream(code)


@operation("GET", "/tables/<code>/export", needs_token=True)
def export_table(code: str) -> Raw:
    """The whole table, to keep or to go on with on another server. Only for those who may know all of it."""
    security.spend("heavy")
    return Raw(tables().export(code, this_phone().token))


@operation("DELETE", "/tables/<code>", 204, needs_token=True)
def delete_table(code: str) -> None:
    """The table is gone for good, with every trace of it (host)."""
    tables().delete(code, this_phone().token)
