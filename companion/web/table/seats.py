"""Seats of a table: the page that shows them, the QR code to join, and moving a seat to another phone."""

from __future__ import annotations

import time
from collections.abc import Mapping

from flask import Response, redirect
from werkzeug.wrappers import Response as Answer

from companion.engine.reading import number
from companion.tables import SeatRequest, TableError, say
from companion.tables.game import table_game
from companion.web import limits
from companion.web.config import address, config, tables
from companion.web.context import AnyContext
from companion.web.phone import remember
from companion.web.qr import qr
from companion.web.table.frame import show
from companion.web.widgets import Note


def seats(context: AnyContext, item: str) -> str:
    """Take a seat, see linked phones, name a player without one. Only a key takes a seat, never the address."""
    asked = context.wishes.get("number", "")
    where = join_address(context)
    return show(
        context,
        "seats.html",
        number=asked if number(asked) is not None else "",
        rivals=strengths(context),
        where=where,
        qr=qr(where) if config().guests else "",
        phones=[chair for chair in context.view.chairs if chair.held] if context.host else (),
        now=time.time_ns() // 1_000_000,
    )


def move(context: AnyContext, item: str) -> str:
    """Brings a seat to this phone by a one-time code, or shows such a code for its own seat."""
    code = context.wishes.get("code", "")[:20]
    shown = code if code.isalpha() else ""
    where = f"{address()}{context.home}/move/{shown}" if shown else ""
    given = item[:20] if item.isalpha() else ""
    return show(context, "move.html", code=shown, qr=qr(where) if shown else "", where=where, given=given)


def make_move_code(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Makes a one-time code that moves the phone's seat; the page shows it."""
    try:
        code = tables().move_code(context.code, context.phone.token)
    except TableError as error:
        return Note(say(error, context.language))
    return redirect(f"{context.home}/move?code={code}", 303)


def request_seat(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Asks the host for a seat whose phone is lost, or for a free one after the start. The page shows a number that
    the host sees, too."""
    chair, name = number(form.get("chair", form.get("do", "").partition(":")[2])), form.get("set.name", "")
    try:
        limits.spend_seat_request(context.code)
        shown = tables().ask_seat(
            context.code,
            context.phone.token,
            -1 if chair is None else chair,
            name=name,
            language=context.language,
        )
    except TableError as error:
        return Note(say(error, context.language))
    answer = Response(status=303, headers={"Location": f"{context.home}/seats?number={shown}"})
    return remember(answer, name=name.strip()) if name.strip() else answer


def seat_requests(context: AnyContext) -> tuple[SeatRequest, ...]:
    """Pending seat requests, for the host."""
    return tables().requests(context.code, context.phone.token) if context.host else ()


def join_address(context: AnyContext) -> str:
    """The address in the table's QR code."""
    return f"{address()}{context.home}"


def host_name(context: AnyContext) -> str:
    """The host's name; “the host” without a seat."""
    chair = next(iter(tables().hosts(context.code)), None)
    return context.words.phrase("the_host") if chair is None else context.chair_name(chair)


def strengths(context: AnyContext) -> Mapping[str, str]:
    """The bots that can play here, weakest first, with their names. Empty if the server has none, or if they could not
    know the cards that they would hold."""
    if not table_game(context.view.game, context.view.rules).rivals(context.view.options):
        return {}
    return {player: strength(context, player) for player in config().rivals}


def strength(context: AnyContext, player: str) -> str:
    """The name of a bot; of another package's bot its own name without the module."""
    return context.words.get(f"rival.{player}", player.rpartition(":")[2])
