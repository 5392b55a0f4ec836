"""Seats of a table: its lobby before the game, on each phone and the big screen, and seats that change hands."""

from __future__ import annotations

import time
from collections.abc import Mapping

from flask import redirect
from werkzeug.wrappers import Response as Answer

from companion.engine.reading import number
from companion.tables import Chair, TableError, say
from companion.tables.game import table_game
from companion.web import security
from companion.web.config import address, config, link, remember, tables
from companion.web.context import AnyContext
from companion.web.network import qr
from companion.web.table.frame import entries, show
from companion.web.widgets import Key, Note, do

UNSEEN = 60
"""Seconds without a second phone before the host's page shows what to try."""


def seats(context: AnyContext, item: str) -> str:
    """Returns the page to take a seat, see linked phones, or name a player without one."""
    asked = context.wishes.get("number", "")
    where = link(context.home)
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


def request_seat(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Answer:
    """Requests another phone's seat, or a free one after the start. Both phones and the host see a number."""
    chair, name = number(form.get("chair", form.get("do", "").partition(":")[2])), form.get("set.name", "")
    try:
        security.spend("seats", context.code)
        wanted = -1 if chair is None else chair
        shown = tables().ask_seat(context.code, context.phone.token, wanted, name=name, language=context.language)
    except TableError as error:
        return Note(say(error, context.language))
    answer = redirect(f"{context.home}/seats?number={shown}", 303)
    return remember(answer, name=name.strip()) if name.strip() else answer


def host_name(context: AnyContext) -> str:
    """Returns the host's name; “the host” without a seat."""
    return context.chair_name(next(iter(tables().hosts(context.code)), None))


def strengths(context: AnyContext) -> Mapping[str, str]:
    """Returns the bots that can play here, weakest first, with their names."""
    if not table_game(context.view.game).rivals(context.view.options):
        return {}
    return {player: strength(context, player) for player in config().rivals}


def strength(context: AnyContext, player: str) -> str:
    """Returns the name of a bot; for another package's bot its own name without the module."""
    return context.words.get(f"rival.{player}", player.rpartition(":")[2])


def room(context: AnyContext) -> str:
    """Returns the lobby: the players, with the host's key to start or a guest's key *Ready*."""
    view = context.view
    guest = view.me.chair is not None and not context.host
    held = {chair.number for chair in view.chairs if chair.held}
    first, say, free = _first(context), context.words.phrase, _list_free_names(context)
    (opening,) = entries(context, until=1)
    return _show(
        context,
        "lobby/guest.html" if guest else "lobby/room.html",
        alone=held <= {view.me.chair},
        unseen=max(0, UNSEEN - int(time.time() - opening.at / 1000)),
        first=first,
        start=_start_key(context, first),
        mark=_ready_key(context) if guest else None,
        free_seats=say("lobby.stays", free=context.words.listed(free)) if free else say("none_free"),
        begins=context.host or (len(held) > 1 and held <= set(view.ui.ready)),
    )


def screen(context: AnyContext) -> str:
    """Returns the QR code for the whole room, and the chairs as they fill."""
    return _show(context, "lobby/screen.html")


def _show(context: AnyContext, template: str, **values: object) -> str:
    where, view = link(context.home), context.view
    return show(
        context,
        template,
        where=where,
        typed=address().partition("//")[2],
        qr=qr(where) if config().guests else "",
        states={chair.number: _state(context, chair) for chair in view.chairs},
        hosts=tables().hosts(context.code),
        lays=table_game(view.game).lays(view.options),
        playing=_players(context),
        strengths=strengths(context),
        **values,
    )


def _players(context: AnyContext) -> list[Chair]:
    return [chair for chair in context.view.chairs if chair.taken]


def _state(context: AnyContext, chair: Chair) -> str:
    """Returns ``rival`` (a bot), ``kept`` (a player without a phone), ``free``, ``ready`` or ``wait``."""
    if chair.rival:
        return "rival"
    if not chair.held:
        return "kept" if chair.taken else "free"
    return "ready" if chair.number in context.view.ui.ready else "wait"


def _first(context: AnyContext) -> int | None:
    """Returns the seat that takes the first turn; None: by lot."""
    wish = number(context.wishes.get("first", ""))
    return wish if wish is not None and wish < len(_players(context)) else None


def _start_key(context: AnyContext, first: int | None) -> Key:
    words, say = context.words, context.words.phrase
    players, allowed, free = _players(context), context.game.PLAYERS, _list_free_names(context)
    off = len(players) not in allowed
    if len(players) == 1 and not off:
        return Key(say("lobby.start_alone"), do("start"), go=True)
    small = say("lobby.from_players", n=str(min(allowed))) if off else words.listed(map(context.name, players))
    if free and not off:
        small += f" · {say('lobby.stays', free=words.listed(free))}"
    command = do("start", lot=True) if first is None else do("start", first=first)
    return Key(say("lobby.start_with", n=str(len(players))), command, small, off=off, go=True)


def _list_free_names(context: AnyContext) -> list[str]:
    names = (context.name(chair) for chair in context.view.chairs if not chair.taken)
    return [name[:1].lower() + name[1:] for name in names]


def _ready_key(context: AnyContext) -> Key:
    say, ready = context.words.phrase, context.view.me.chair in context.view.ui.ready
    label = say("lobby.state.wait" if ready else "lobby.state.ready").capitalize()
    return Key(label, do("ready", yes=not ready), say("lobby.starts", name=host_name(context)), go=not ready)
