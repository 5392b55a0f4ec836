"""The table before its game: on the host's phone, a guest's or a watcher's, and on the big screen."""

from __future__ import annotations

import time

from companion.engine.reading import number
from companion.tables import Chair
from companion.tables.game import table_game
from companion.web.config import address, config, tables
from companion.web.context import AnyContext
from companion.web.qr import qr
from companion.web.table.frame import entries, show
from companion.web.table.seats import host_name, join_address, strengths
from companion.web.widgets import Key, do

UNSEEN = 60
"""Seconds without a second phone before the host's page shows what to try."""


def room(context: AnyContext) -> str:
    """Who is here, with the host's key to start or a guest's key *Ready*."""
    view = context.view
    guest = view.me.chair is not None and not context.host
    held = {chair.number for chair in view.chairs if chair.held}
    first = _first(context)
    (opening,) = entries(context, until=1)
    return _show(
        context,
        "lobby/guest.html" if guest else "lobby/room.html",
        alone=held <= {view.me.chair},
        unseen=max(0, UNSEEN - int(time.time() - opening.at / 1000)),
        first=first,
        start=_start_key(context, first),
        mark=_ready_key(context) if guest else None,
        free_seats=_free_seats(context),
        begins=context.host or (len(held) > 1 and held <= set(view.ui.ready)),
    )


def screen(context: AnyContext) -> str:
    """The code for the whole room, and the chairs as they fill."""
    return _show(context, "lobby/screen.html")


def _show(context: AnyContext, template: str, **values: object) -> str:
    where, view = join_address(context), context.view
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
    """The chairs that would play if the game began now."""
    return [chair for chair in context.view.chairs if chair.taken]


def _state(context: AnyContext, chair: Chair) -> str:
    """``rival`` (a bot), ``kept`` (a player without a phone), ``free``, ``ready`` or ``wait``."""
    if chair.rival:
        return "rival"
    if not chair.held:
        return "kept" if chair.taken else "free"
    return "ready" if chair.number in context.view.ui.ready else "wait"


def _first(context: AnyContext) -> int | None:
    """The seat that takes the first turn; None: by lot."""
    wish = number(context.wishes.get("first", ""))
    return wish if wish is not None and wish < len(_players(context)) else None


def _start_key(context: AnyContext, first: int | None) -> Key:
    """The key that starts, with who plays and which chairs stay free."""
    words, say = context.words, context.words.phrase
    players, allowed, free = _players(context), context.game.PLAYERS, _free_names(context)
    off = len(players) not in allowed
    if len(players) == 1 and not off:
        return Key(say("lobby.start_alone"), do("start"), say("lobby.solo_rules"), go=True)
    if off:
        small = say("lobby.from_players", n=str(min(allowed)))
    else:
        small = words.listed(map(context.name, players))
        if free:
            stays = say("lobby.stays" if len(free) == 1 else "lobby.stay", free=words.listed(free))
            small = f"{small} · {stays}"
    command = do("start", lot=True) if first is None else do("start", first=first)
    return Key(say("lobby.start_with", n=str(len(players))), command, small, off=off, go=True)


def _free_names(context: AnyContext) -> list[str]:
    """The names of free chairs, for the middle of a sentence."""
    names = (context.name(chair) for chair in context.view.chairs if not chair.taken)
    return [name[:1].lower() + name[1:] for name in names]


def _free_seats(context: AnyContext) -> str:
    say, free = context.words.phrase, _free_names(context)
    if not free:
        return say("lobby.none_free")
    return say("lobby.is_free" if len(free) == 1 else "lobby.are_free", free=context.words.listed(free))


def _ready_key(context: AnyContext) -> Key:
    """The guest's key: ready, or not ready after all."""
    say = context.words.phrase
    ready = context.view.me.chair in context.view.ui.ready
    small = say("lobby.starts", name=host_name(context))
    if ready:
        return Key(say("lobby.not_yet"), do("ready", yes=False), small)
    return Key(say("lobby.i_am_ready"), do("ready"), small, go=True)
