"""A request at a table: this phone's context, the phase, the log, the page from its template, the commands of a form.

A form's key carries commands; a few forms do more (`pages.SPECIAL`).
"""

from __future__ import annotations

import re
import time
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from flask import g, redirect, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response as Answer

from companion.engine.reading import number
from companion.engine.registry import game as engine
from companion.engine.wording import wording
from companion.tables import AnyCommand, AnyView, Line, Presence, TableError, new_command_id, parse_command, say
from companion.tables.errors import StorageFailed
from companion.tables.log import entries as e
from companion.tables.log.views import Accepted, MovedOn, RefusedByRule
from companion.tables.news import is_awake
from companion.web import security
from companion.web.assets import sign_file
from companion.web.config import config, tables, this_phone
from companion.web.context import AnyContext
from companion.web.game_pages import find_words, game_pages, with_name
from companion.web.table import count
from companion.web.table.count import counting
from companion.web.widgets import Note, Phase, do

ACTS: Mapping[str, tuple[str, ...]] = {"tally": ("count",)}
"""Of the pages that all games share, those to act on, with their phases."""
RECENT = 12
"""Entries among which the last action is looked for, and the answer to a question."""
MOST = 24
"""Commands that one key may stand for."""


def visit_table(code: str, note: Note | None = None) -> AnyContext:
    """Returns this phone's context at a table, and records its presence. Raises `TableError`."""
    phone, wishes = this_phone(), request.args.to_dict()
    view, presences, requests = tables().visit(code, None if phone.fresh else phone.token)
    heard = {presence.chair: presence for presence in presences}
    if view.me.chair is not None:
        now, own = time.time_ns() // 1_000_000, heard.get(view.me.chair)
        heard[view.me.chair] = Presence(view.me.chair, now, 0)
        if own is not None and own.behind and not is_awake(own.at, now):
            # The browser may have been closed, so that no script could tell.
            wishes.setdefault("slept", str(view.seq - own.behind))
    return _make_context(view, heard=heard, requests=requests, note=note, wishes=wishes)


def read_table(code: str) -> AnyContext:
    """Returns this phone's table without recording its presence. Raises `TableError`."""
    return _make_context(tables().view_for(code, this_phone().token), wishes=request.args.to_dict())


def _make_context(view: AnyView, **more: Any) -> AnyContext:
    phone, pages = this_phone(), game_pages(view.game)
    return AnyContext(
        pages=pages,
        view=view,
        phone=phone,
        language=phone.language,
        words=find_words(phone.language),
        own_words=wording(pages.WORDS, phone.language),
        game=engine(view.game),
        code=view.code,
        home=f"/t/{view.code}",
        host=view.me.host,
        seated=view.me.seated,
        **more,
    )


def phase(context: AnyContext) -> Phase:
    """Returns the phase of the table, the same for all phones: ``chairs``, ``count``, ``reveal``, ``result``, or a
    game's."""
    view = context.view
    if view.settings.way == "score" or (view.tally is not None and view.state is None):
        now = Phase("result" if view.tally is not None and view.tally.done else "count")
    else:
        now = Phase("chairs") if view.state is None else context.pages.phase(context)
    return Phase("reveal") if now.name == "result" and counting(context) else now


def is_out_of_phase(context: AnyContext, page: str) -> bool:
    """Returns whether it is an action page outside its phase: then the table's own page is shown."""
    phases = ACTS.get(page) or context.pages.ACTS.get(page)
    return phases is not None and phase(context).name not in phases


def entries(context: AnyContext, after: int = 0, until: int | None = None) -> tuple[Line, ...]:
    """Returns all entries after entry `after`, up to entry `until` (None: the newest). Each is read once per
    request."""
    newest = context.view.seq
    until = newest if until is None else min(until, newest)
    read: dict[tuple[str, int], tuple[int, tuple[Line, ...]]] = g.setdefault("entries", {})
    key = (context.code, newest)
    begin, known = read.get(key, (newest, ()))
    if after < begin:
        most = max(0, min(until, begin) - after)
        found = tables().log_for(context.code, context.phone.token, after=after, limit=most)
        known = (*found, *known)
        if until >= begin:
            read[key] = after, known
    return tuple([line for line in known if after < line.seq <= until])


def recent(context: AnyContext, number: int) -> tuple[Line, ...]:
    """Returns this many of the newest entries."""
    return entries(context, max(0, context.view.seq - number))


def find_last_act(context: AnyContext) -> str:
    """Returns a player's last act as one clause, if it is recent, or ""."""
    acted = [line for line in recent(context, RECENT) if line.kind == "act" and not line.undone]
    sentences = context.said(acted[-1]) if acted else ()
    return re.split(r"(?<=\w{3})[.:;] ", sentences[0], maxsplit=1)[0].rstrip(".") if sentences else ""


def show(context: AnyContext, template: str, **values: object) -> str:
    """Renders the page from a template of the frame or of the game."""
    words, pages = context.own_words, context.pages
    page = (request.endpoint or "").rpartition(".")[2]
    # Pages that show the phase itself call nobody to it.
    silent = page in ("table", "screen", "fix", *ACTS, *pages.ACTS, *pages.BACK)
    return render_template(
        template,
        context=context,
        view=context.view,
        file=sign_file(context.view.game),
        g=words.phrase,
        gcount=words.count,
        command_id=new_command_id(),
        called="" if silent else phase(context).calls,
        **values,
    )


def read_commands(form: Mapping[str, str]) -> list[AnyCommand]:
    """Returns the commands of a form's key, completed by its fields ``set.…``. Raises `TableError`."""
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
        if isinstance(command, e.TakeSeat) and command.name is not None and not command.name.strip():
            commands[n] = replace(command, name=None)  # who sits down without a name may say one later
        elif n and isinstance(command, e.Act) and isinstance(commands[n - 1], e.Act):
            commands[n] = replace(command, joined=True)  # what one press does goes back with one undo
    return commands


def mix_in(context: AnyContext, form: Mapping[str, str]) -> None:
    """Mixes randomness of the phone, which a page with script sends, into the app's dice. Too late is no error."""
    if share := form.get("share", "")[:40]:
        with suppress(TableError):
            tables().command(context.code, context.phone.token, e.Mix(share), command_id=f"share-{share}")


def carry_out(context: AnyContext, form: Mapping[str, str]) -> Note | None:
    """Executes a form. Returns None on success, otherwise a note. Raises `StorageFailed`."""
    key = make_sent_key(form, (name for name in form if name.startswith("set.")), form.get("do", ""))
    expected = number(form.get("expected", ""))
    try:
        for n, command in enumerate(read_commands(form)):
            result = tables().command(
                context.code, context.phone.token, command, command_id=f"{key}-{n}", expected=expected
            )
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
    security.count_wrong_code(error)
    with_name(error, context.view, context.language)
    says = say(error, context.language)
    if error.code != "seat_taken":
        return Note(says)
    chairs = tables().view_for(context.code, context.phone.token).chairs
    free = [context.name(chair) for chair in chairs if not chair.held]
    left = words.phrase("none_free")
    if free:
        left = words.phrase("lobby.stays", free=words.listed(free))
    return Note(f"{says} {left[:1].upper()}{left[1:]}")


def read_own_name(form: Mapping[str, str]) -> str:
    """Returns the name given with this form by somebody who sits down, or has a seat; or ""."""
    name = form.get("set.name", "").strip()
    return name if name and any(isinstance(command, e.TakeSeat) for command in read_commands(form)) else ""


def make_sent_key(form: Mapping[str, str], names: Iterable[str], what: str = "") -> str:
    """Returns the command id of a form: the page's id, with a checksum of the key and of these fields."""
    filled = sorted((name, form[name]) for name in names)
    asked = what.encode() + (msgspec.json.encode(filled) if filled else b"")
    return f"{form.get('command_id', '')[:40]}-{zlib.crc32(asked):08x}"


def play_again(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Opens another table for the same people."""
    key = form.get("command_id", "")[:40] or new_command_id()
    try:
        security.spend("tables")
        code = tables().again(context.code, context.phone.token, command_id=f"{key}-again")
    except TableError as error:
        return Note(say(error, context.language))
    return redirect(url_for("table.table", code=code), 303)


def keep_playing(context: AnyContext, form: Mapping[str, str], item: str) -> Note | None:
    """Continues a game that somebody has ended manually, until its result is shown."""
    ended = context.view.ended
    if not ended or (count.ended(context) and not count.counting(context)):
        return Note(context.words.phrase("kept_late"))
    return carry_out(context, {**form, "do": do("undo", before=ended.seq, keep=True)})
