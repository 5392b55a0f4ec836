"""The tables of this phone on the start page: the one to go on with, and those before it."""

from __future__ import annotations

from contextlib import suppress

from msgspec import Struct

from companion.tables import TableError
from companion.tables.errors import StorageFailed
from companion.tables.games import Games, Played, Wanted
from companion.web.context import AnyContext
from companion.web.game_pages import GAMES, names_in, player_name
from companion.web.http.served import tables
from companion.web.phone import this_phone
from companion.web.printed.signs import seat_file, sign_file
from companion.web.table.access import look_up
from companion.web.wordings import words_of

MOST = 8
"""Tables among which the one to go on with is looked for."""
BEFORE = 2
"""Rows of the others."""


class OwnTable(Struct, frozen=True):
    """A table of this phone: where it is, its sign, when it began, whether it is over, and how it stands."""

    code: str
    game: str
    file: str
    sign: str
    at: int
    over: bool
    says: str


class OwnTables(Struct, frozen=True):
    """`goes_on`: where this phone has a seat in the newest game that is not over. `total`: how many there are."""

    goes_on: OwnTable | None
    before: tuple[OwnTable, ...]
    total: int


NONE = OwnTables(None, (), 0)


def own_tables() -> OwnTables:
    """Of whoever asks; a phone that is here for the first time has none, and nobody while the database is away."""
    phone = this_phone()
    if phone.fresh:
        return NONE
    try:
        return _own(tables().history.games(phone.token, Wanted(), most=MOST))
    except StorageFailed:
        return NONE


def _own(found: Games) -> OwnTables:
    goes_on, others = None, list[Played]()
    for played in found.games:
        if played.game not in GAMES:
            continue
        if goes_on is None and not played.seats and not played.closed:
            goes_on = _going_on(played)
            if goes_on is not None:
                continue
        others.append(played)
    return OwnTables(goes_on, tuple(map(_row, others[:BEFORE])), found.total)


def _going_on(played: Played) -> OwnTable | None:
    """The table, if this phone plays there still."""
    with suppress(TableError):
        context = look_up(played.code)
        me = context.view.me
        if me.chair is not None or me.host:
            key = None if me.chair is None else context.view.chairs[me.chair].key
            sign = "" if key is None else context.pages.chair_sign(key)
            file, sign = (seat_file(played.game), sign) if sign else ("", f"mark-{played.game}")
            says = " · ".join(filter(None, (_stand(context), _moment(context), _with(context))))
            return OwnTable(played.code, played.game, file, sign, played.at, over=False, says=says)
    return None


def _stand(context: AnyContext) -> str:
    """What is on now, as the table's own first line says."""
    if context.view.settings.way == "merchants" and context.view.me.chair is None:
        return context.own_words.phrase("way.merchants.name")
    if context.view.state is not None and not context.covered:
        return context.pages.bar(context)[0]
    return context.words.phrase("own.waits" if context.view.state is None else "own.on")


def _moment(context: AnyContext) -> str:
    return "" if context.view.state is None else context.pages.moment(context)


def _with(context: AnyContext) -> str:
    """Who else plays."""
    me = context.view.me.chair
    names = [context.name(chair) for chair in context.players if chair.number != me and (chair.name or chair.held)]
    return context.words.phrase("own.with", names=", ".join(names)) if names else ""


def _row(played: Played) -> OwnTable:
    language = this_phone().language
    words = words_of(language)
    points = [f"{player_name(played.game, seat.key, seat.name, language)} {seat.total}" for seat in played.seats]
    says = ", ".join(points or names_in(played, language)) or words.phrase("own.nobody")
    over = bool(played.seats) or played.closed
    return OwnTable(played.code, played.game, sign_file(), f"mark-{played.game}", played.at, over, says)
