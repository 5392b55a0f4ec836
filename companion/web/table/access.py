"""A request's phone at a table: to look, or to send something."""

from __future__ import annotations

import time
from collections.abc import Mapping

from flask import request

from companion.engine.game import GameState
from companion.tables import Glance, Presence, Who
from companion.tables.news import is_awake
from companion.web.context import AnyContext
from companion.web.game_pages import game_pages
from companion.web.http.served import tables
from companion.web.phone import Phone, this_phone
from companion.web.widgets import Note
from companion.web.wordings import words_of


def sit_down(code: str, note: Note | None = None) -> AnyContext:
    """This phone at a table. Raises `TableError`, such as that there is none of that code."""
    phone = this_phone()
    view = tables().view_for(code, phone.token)
    heard = {presence.chair: presence for presence in tables().presence(code)}
    tables().heard(code, phone.token, view.seq)
    if not phone.fresh and view.me == Who():
        tables().watched(code, phone.token)
    own = None if view.me.chair is None else heard.get(view.me.chair)
    if view.me.chair is not None:
        heard[view.me.chair] = Presence(view.me.chair, _now(), 0)
    glance = Glance(view.code, view.game, view.me, view.waiting, lambda: view)
    return _context(glance, phone, heard, note, slept=_slept(own, view.seq))


def _now() -> int:
    return time.time_ns() // 1_000_000


def _slept(own: Presence | None, seq: int) -> str:
    """The entry that this phone had read when it was last heard of, if it has been away since: its browser may have
    been closed, so that no script could tell."""
    if own is None or not own.behind or is_awake(own.at, _now()):
        return ""
    return str(seq - own.behind)


def look_up(code: str) -> AnyContext:
    """A table as a page elsewhere tells of it: this phone is not there by that. Raises `TableError`."""
    phone = this_phone()
    view = tables().view_for(code, phone.token)
    glance = Glance(view.code, view.game, view.me, view.waiting, lambda: view)
    return _context(glance, phone, {}, None)


def reach_out(code: str) -> AnyContext:
    """This phone at a table that it sends something to: not who is here, and what this process remembers will do.

    Whether the table has moved on, the log says. Raises `TableError`.
    """
    phone = this_phone()
    return _context(tables().glance(code, phone.token), phone, {}, None)


def _context(
    glance: Glance[GameState], phone: Phone, heard: Mapping[int, Presence], note: Note | None, slept: str = ""
) -> AnyContext:
    wishes = request.args.to_dict() if request.query_string else {}
    if slept:
        wishes.setdefault("slept", slept)
    return AnyContext(glance, game_pages(glance.game), phone, words_of(phone.language), heard, note, wishes)
