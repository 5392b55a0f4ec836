"""What a form asks for: the commands that its key carries, and a few things besides them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress

import msgspec
from flask import redirect, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response as Answer

from companion.engine.reading import number
from companion.tables import (
    Accepted,
    Act,
    AnyCommand,
    Mix,
    MovedOn,
    RefusedByRule,
    TableError,
    TakeSeat,
    new_command_id,
    parse_command,
    say,
)
from companion.tables.errors import StorageFailed
from companion.web import limits, ops
from companion.web.config import config, tables
from companion.web.context import AnyContext
from companion.web.table import count
from companion.web.widgets import Note, do
from companion.web.wordings import with_name

MOST = 24
"""Commands that one key may stand for."""


def commands_of(form: Mapping[str, str]) -> list[AnyCommand]:
    """The commands that a form's key carries; its fields ``set.…`` fill them in. Raises `TableError`."""
    fills = {name.removeprefix("set."): value for name, value in form.items() if name.startswith("set.")}
    try:
        data = msgspec.json.decode(form.get("do", ""))
    except (msgspec.DecodeError, RecursionError):
        data = None
    items = data if isinstance(data, list) else [data]
    if len(items) > MOST or not all(isinstance(item, dict) for item in items):
        items = [{}]
    commands = [parse_command(msgspec.json.encode(item | fills)) for item in items]
    for n, command in enumerate(commands):
        if isinstance(command, TakeSeat) and command.name is not None and not command.name.strip():
            commands[n] = replace(command, name=None)  # who sits down without a name may say one later
        elif n and isinstance(command, Act):
            commands[n] = replace(command, joined=True)  # what one press does goes back with one undo
    return commands


def mix_in(context: AnyContext, form: Mapping[str, str]) -> None:
    """Mixes the phone's own chance, which a page with script sends, into the app's dice. Too late is no fault."""
    if share := form.get("share", "")[:40]:
        with suppress(TableError):
            tables().command(context.code, context.phone.token, Mix(share), command_id=f"share-{share}")


def carry_out(context: AnyContext, form: Mapping[str, str]) -> Note | None:
    """Does what a form asks for. None: it is done; else what to say about it. Raises `StorageFailed`."""
    key = sent_key(form, (name for name in form if name.startswith("set.")), form.get("do", ""))
    expected = number(form.get("expected", ""))
    try:
        for n, command in enumerate(commands_of(form)):
            result = tables().command(
                context.code, context.phone.token, command, command_id=f"{key}-{n}", expected=expected
            )
            ops.count_command(context.view.game, command, result)
            if isinstance(result, RefusedByRule):
                return context.refused(result.refusal, result.state)
            if isinstance(result, MovedOn):
                sentences = [says for line in result.meanwhile for says in context.said(line)]
                what = sentences[-1] if sentences else ""
                return Note(context.words.phrase("moved_on", what=what), more=f"{context.home}/log")
            expected = result.seq if isinstance(result, Accepted) else expected
    except StorageFailed as error:
        # A page that is live sends the same again until it is saved; to others the answer says so. On a device of its
        # own nobody makes room but who reads here that there is none.
        if error.code == "storage_full" and not config().guests:
            return Note(say(error, context.language), more="/history")
        raise
    except TableError as error:
        return _refused(context, error)
    return None


def _refused(context: AnyContext, error: TableError) -> Note:
    words, own = context.words, context.own_words.phrases
    if error.code == "overcounted":  # in the game's words
        thing = str(error.facts["thing"])
        name = context.pages.thing_name(context, thing)
        facts = {"found": str(error.facts["found"]), "most": str(error.facts["most"]), "thing": name}
        says = own.get(f"over.{thing}", words.phrases["overcounted"])
        return Note(says.format(**facts, the=own.get(f"the.{thing}", name)), about=thing)
    limits.count_wrong_code(error)
    with_name(error, context.view, context.language)
    if error.code != "seat_taken":
        return Note(say(error, context.language))
    chairs = tables().view_for(context.code, context.phone.token).chairs
    free = [context.name(chair) for chair in chairs if not chair.held]
    left = words.phrase("none_free")
    if free:
        left = words.phrase("free_seats" if len(free) > 1 else "free_seat", names=words.listed(free))
    return Note(f"{words.phrase('faster', name=str(error.facts['name']))} {left}")


def own_name(form: Mapping[str, str]) -> str:
    """The name that somebody gives who sits down with this form, or has a seat; empty: the form says none."""
    name = form.get("set.name", "").strip()
    return name if name and any(isinstance(command, TakeSeat) for command in commands_of(form)) else ""


def sent_key(form: Mapping[str, str], names: Iterable[str], what: str = "") -> str:
    """The id of what a form asks for, with all that stands in these fields: one page has many keys, and what is typed
    beside them may be another thing when it is sent again."""
    filled = sorted((name, form[name]) for name in names)
    asked = what.encode() + (msgspec.json.encode(filled) if filled else b"")
    return f"{form.get('command_id', '')[:40]}-{zlib.crc32(asked):08x}"


def play_again(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """The same people play once more, at a table of its own."""
    key = form.get("command_id", "")[:40] or new_command_id()
    try:
        limits.spend("tables")
        code = tables().again(context.code, context.phone.token, command_id=f"{key}-again")
    except TableError as error:
        return Note(say(error, context.language))
    return redirect(url_for("table.table", code=code), 303)


def keep_playing(context: AnyContext, form: Mapping[str, str], item: str) -> Note | None:
    """Goes on with a game that somebody has ended by hand, as long as its result is not shown."""
    ended = context.view.ended
    if not ended or (count.ended(context) and not count.counting(context)):
        return Note(context.words.phrase("kept_late"))
    return carry_out(context, {**form, "do": do("undo", before=ended.seq, keep=True)})
