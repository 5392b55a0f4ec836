"""Commands as keys carry them, and carrying out what a form asks for."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from companion.engine.reading import number as whole
from companion.tables import (
    Accepted,
    Act,
    AnyCommand,
    Line,
    MovedOn,
    RefusedByRule,
    TableError,
    TakeSeat,
    parse_command,
    say,
)
from companion.tables.errors import Overcounted, StorageFailed, StorageFull
from companion.web.context import AnyContext
from companion.web.game_pages import with_name
from companion.web.http import limits, metrics
from companion.web.http.served import config, tables
from companion.web.widgets import Note

MOST = 24
"""Commands that one key may stand for."""


def commands_of(form: Mapping[str, str]) -> tuple[AnyCommand, ...]:
    """The commands that a form's key carries; its fields ``set.…`` fill them in. Raises `TableError`."""
    text = form.get("do", "")
    fills = {name[4:]: value for name, value in form.items() if name.startswith("set.")}
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        data = None
    items = data if isinstance(data, list) else [data]
    if len(items) > MOST or not all(isinstance(item, dict) for item in items):
        items = [{}]
    made = [parse_command(msgspec.json.encode(item | fills)) for item in items]
    # What one press does goes back with one undo.
    return tuple(replace(one, joined=True) if n and isinstance(one, Act) else one for n, one in enumerate(made))


def carry_out(context: AnyContext, form: Mapping[str, str]) -> Note | None:
    """Does what a form asks for. None: it is done; else what to say about it. Raises `StorageFailed`."""
    token = context.phone.token
    key = sent_key(form, (name for name in form if name.startswith("set.")), form.get("do", ""))
    expected = whole(form.get("expected", ""))
    try:
        for number, command in enumerate(map(_named, commands_of(form))):
            result = tables().command(context.code, token, command, command_id=f"{key}-{number}", expected=expected)
            metrics.count_command(context.glance.game, command, result)
            if isinstance(result, RefusedByRule):
                return context.refused(result.refusal, result.state)
            if isinstance(result, MovedOn):
                what = meanwhile(context, result.meanwhile)
                return Note(context.words.phrase("moved_on", what=what), more=f"{context.home}/log")
            expected = result.seq if isinstance(result, Accepted) else expected
    except StorageFailed as error:
        # A page that is live sends the same again until it is saved; to others the answer says so. On a device of its
        # own nobody makes room but who reads here that there is none.
        if isinstance(error, StorageFull) and not config().guests:
            return Note(say(error, context.language), more="/history")
        raise
    except Overcounted as error:
        return overcounted(context, error)
    except TableError as error:
        limits.count_wrong_code(error)
        with_name(error, context.view, context.language)
        return Note(_faster(context, str(error.facts["name"])) if _raced(error) else say(error, context.language))
    return None


def overcounted(context: AnyContext, error: Overcounted) -> Note:
    """More was counted than there is, in the game's words."""
    thing, own = str(error.facts["thing"]), context.own_words.phrases
    name = context.pages.thing_name(context, thing)
    facts = {"found": str(error.facts["found"]), "most": str(error.facts["most"]), "thing": name}
    says = own[f"over.{thing}"] if f"over.{thing}" in own else context.words.phrases["overcounted"]
    return Note(says.format(**facts, the=own.get(f"the.{thing}", name)), about=thing)


def _named(command: AnyCommand) -> AnyCommand:
    """Who sits down without a name may say one later."""
    unnamed = isinstance(command, TakeSeat) and command.name is not None and not command.name.strip()
    return replace(command, name=None) if unnamed else command


def own_name(form: Mapping[str, str]) -> str:
    """The name that somebody gives who sits down with this form, or has a seat; empty: the form says none."""
    name = form.get("set.name", "").strip()
    return name if name and any(isinstance(command, TakeSeat) for command in commands_of(form)) else ""


def _raced(error: TableError) -> bool:
    return error.code == "seat_taken"


def _faster(context: AnyContext, name: str) -> str:
    """Who was faster, and which seats are free still."""
    words = context.words
    chairs = tables().view_for(context.code, context.phone.token).chairs
    free = [context.name(chair) for chair in chairs if not chair.held]
    if not free:
        return f"{words.phrase('faster', name=name)} {words.phrase('none_free')}"
    left = words.phrase("free_seats" if len(free) > 1 else "free_seat", names=words.listed(free))
    return f"{words.phrase('faster', name=name)} {left}"


def meanwhile(context: AnyContext, lines: Sequence[Line]) -> str:
    """What happened last, in one sentence."""
    said = [sentence for line in lines for sentence in context.said(line)]
    return said[-1] if said else ""


def sent_key(form: Mapping[str, str], names: Iterable[str], what: str = "") -> str:
    """The id of what a form asks for, with all that stands in these fields: one page has many keys, and what is typed
    beside them may be another thing when it is sent again."""
    filled = sorted((name, form[name]) for name in names)
    asked = what.encode() + (msgspec.json.encode(filled) if filled else b"")
    return f"{form.get('command_id', '')[:40]}-{zlib.crc32(asked):08x}"
