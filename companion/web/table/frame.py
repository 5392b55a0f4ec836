"""What every page of a table is made with: this phone's context, the phase, the log, and the template."""

from __future__ import annotations

import time
from collections.abc import Mapping

from flask import g, render_template, request

from companion.tables import AnyView, Line, Presence, Who, new_command_id
from companion.tables.news import is_awake
from companion.web.config import tables
from companion.web.context import AnyContext
from companion.web.game_pages import game_pages
from companion.web.icons import sign_file
from companion.web.phone import Phone, this_phone
from companion.web.table.count import counting
from companion.web.widgets import Note, Phase
from companion.web.wordings import words_of

ACTS: Mapping[str, tuple[str, ...]] = {"tally": ("count",)}
"""Of the pages that all games share, those to act on, with their phases."""


def visit_table(code: str, note: Note | None = None) -> AnyContext:
    """This phone at a table, which notes that it is there. Raises `TableError`, such as that there is no such table."""
    phone = this_phone()
    view = tables().view_for(code, phone.token)
    heard = {presence.chair: presence for presence in tables().presence(code)}
    tables().heard(code, phone.token, view.seq)
    if not phone.fresh and view.me == Who():
        tables().watched(code, phone.token)
    if view.me.chair is None:
        return _context(view, phone, heard, note)
    now, own = time.time_ns() // 1_000_000, heard.get(view.me.chair)
    heard[view.me.chair] = Presence(view.me.chair, now, 0)
    # The browser may have been closed meanwhile, so that no script could tell.
    slept = own is not None and own.behind and not is_awake(own.at, now)
    return _context(view, phone, heard, note, slept=str(view.seq - own.behind) if own and slept else "")


def read_table(code: str) -> AnyContext:
    """This phone's table, for a command or a page elsewhere: nobody learns that the phone is there. Raises
    `TableError`."""
    phone = this_phone()
    return _context(tables().view_for(code, phone.token), phone, {}, None)


def _context(
    view: AnyView, phone: Phone, heard: Mapping[int, Presence], note: Note | None, slept: str = ""
) -> AnyContext:
    wishes = request.args.to_dict() if request.query_string else {}
    if slept:
        wishes.setdefault("slept", slept)
    return AnyContext(
        view=view,
        pages=game_pages(view.game),
        phone=phone,
        words=words_of(phone.language),
        heard=heard,
        note=note,
        wishes=wishes,
    )


def phase(context: AnyContext) -> Phase:
    """What is on at the table, the same for all phones: ``chairs``, ``count``, ``reveal`` and ``result`` are the
    frame's, the others the game's, which says ``result`` at its end."""
    view = context.view
    if view.settings.way == "score" or (view.tally is not None and view.state is None):
        now = Phase("result" if view.tally is not None and view.tally.done else "count")
    else:
        now = Phase("chairs") if view.state is None else context.pages.phase(context)
    return Phase("reveal") if now.name == "result" and counting(context) else now


def is_out_of_phase(context: AnyContext, page: str) -> bool:
    """Whether it is a page to act on whose phase is not on: then the table's own page is the answer."""
    phases = ACTS.get(page) or context.pages.ACTS.get(page)
    return phases is not None and phase(context).name not in phases


def entries(context: AnyContext, after: int = 0, until: int | None = None) -> tuple[Line, ...]:
    """All entries after entry `after`, up to entry `until` (none: the newest that the page shows). A request reads
    each of them once."""
    newest = context.view.seq
    until = newest if until is None else min(until, newest)
    read: dict[tuple[str, int], tuple[int, tuple[Line, ...]]] = g.setdefault("entries", {})
    key = (context.code, newest)
    begin, known = read.get(key, (newest, ()))
    if after < begin:
        most = max(0, min(until, begin) - after)
        found = tables().log_for(context.code, context.phone.token, after=after, limit=most, fresh=False)
        known = (*found, *known)
        if until >= begin:
            read[key] = after, known
    return tuple(line for line in known if after < line.seq <= until)


def recent(context: AnyContext, number: int) -> tuple[Line, ...]:
    """The newest entries, so many."""
    return entries(context, max(0, context.view.seq - number))


def last_act(context: AnyContext, among: int) -> str:
    """What a player did last, among so many entries: the first sentence of it, or nothing."""
    acted = [line for line in recent(context, among) if line.kind == "act" and not line.undone]
    sentences = context.said(acted[-1]) if acted else ()
    return sentences[0].rstrip(".") if sentences else ""


def show(context: AnyContext, template: str, **values: object) -> str:
    """The page, from a template of the frame or of the game."""
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
