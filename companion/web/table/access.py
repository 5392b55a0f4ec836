"""A request's phone at a table: to look, or to send something."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request

from companion.engine.game import GameState
from companion.tables import Glance, Presence, Who
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
    tables().heard(code, phone.token, view.seq)
    if not phone.fresh and view.me == Who():
        tables().watched(code, phone.token)
    heard = {presence.chair: presence for presence in tables().presence(code)}
    glance = Glance(view.code, view.game, view.me, view.waiting, lambda: view)
    return _context(glance, phone, heard, note)


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


def _context(glance: Glance[GameState], phone: Phone, heard: Mapping[int, Presence], note: Note | None) -> AnyContext:
    wishes = request.args.to_dict()
    return AnyContext(glance, game_pages(glance.game), phone, words_of(phone.language), heard, note, wishes)
