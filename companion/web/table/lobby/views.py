"""The table before its game: its host's phone, a guest's, a watcher's, the code alone, and the big screen."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct

from companion.engine.reading import number
from companion.engine.wording import Wording, wording
from companion.tables import Chair, SeatRequest
from companion.tables.game import table_game
from companion.web.context import AnyContext
from companion.web.http.qr import qr
from companion.web.http.served import address, config, tables
from companion.web.table.entries import entries
from companion.web.table.lobby import WORDS
from companion.web.table.renderer import show
from companion.web.table.strength import strength
from companion.web.widgets import Key, do
from companion.web.wordings import speaking

UNSEEN = 60
"""Seconds without a second phone after which the host's page says what to try."""


class Place(Struct, frozen=True):
    """A chair in words. `state`: ``ready``, ``wait``, ``kept`` (for somebody without a phone), ``free``, or ``rival``:
    the app plays it."""

    chair: Chair
    name: str
    small: str
    state: str
    says: str


class Strength(Struct, frozen=True):
    """A player of the engine that may be seated: its name, and what it is called."""

    player: str
    says: str


def join_address(context: AnyContext) -> str:
    """Where a phone that scans the table's code goes."""
    return f"{address()}{context.home}"


def typed_address(context: AnyContext) -> str:
    """What somebody without a camera types, before the code."""
    return address().partition("//")[2]


def requests(context: AnyContext) -> tuple[SeatRequest, ...]:
    """The phones that ask the host for a seat."""
    return tables().requests(context.code, context.phone.token) if context.host else ()


def room(context: AnyContext) -> str:
    """Who is here; for the host the key that starts, for guests the one that says they are ready."""
    guest = context.view.me.chair is not None and not context.host
    return _show(
        context,
        "lobby/guest.html" if guest else "lobby/room.html",
        alone=not any(chair.held and chair.number != context.view.me.chair for chair in context.view.chairs),
        unseen=max(0, UNSEEN - _age(context)),
        first=_first(context),
        start=_start(context),
        mark=_mark(context) if guest else None,
        free_seats=_free_seats(context),
        begins=context.host or _all_ready(context),
    )


def join(context: AnyContext, item: str) -> str:
    """The code as large as a phone can show it, for the next camera."""
    return _show(context, "lobby/join.html")


def screen(context: AnyContext) -> str:
    """The code for the whole room, and the chairs as they fill."""
    return _show(context, "lobby/screen.html")


def words(context: AnyContext) -> Wording:
    """What these pages say."""
    return wording(WORDS, context.language)


def _show(context: AnyContext, template: str, **values: object) -> str:
    where, hosts = join_address(context), tables().hosts(context.code)
    return show(
        context,
        template,
        l=speaking(words(context)),
        where=where,
        typed=typed_address(context),
        qr=qr(where) if config().guests else "",
        host_name=_first_of(context, hosts),
        places=tuple(_place(context, chair, chair.number in hosts) for chair in context.view.chairs),
        playing=playing(context),
        strengths=strengths(context),
        **values,
    )


def host_name(context: AnyContext) -> str:
    """Who begins the game: the host by name, if it sits at the table."""
    return _first_of(context, tables().hosts(context.code))


def _first_of(context: AnyContext, hosts: tuple[int, ...]) -> str:
    chair = next(iter(hosts), None)
    return context.words.phrase("the_host") if chair is None else context.chair_name(chair)


def playing(context: AnyContext) -> tuple[Chair, ...]:
    """The chairs that would play if the game began now."""
    return tuple(chair for chair in context.view.chairs if chair.taken)


def strengths(context: AnyContext) -> tuple[Strength, ...]:
    """The players that may be seated here, the weakest first; none: the server runs without, or does not know the
    cards that they would hold."""
    if not table_game(context.view.game, context.view.rules).rivals(context.view.options):
        return ()
    return tuple(Strength(name, strength(context, name)) for name in config().rivals)


def _place(context: AnyContext, chair: Chair, host: bool) -> Place:
    say = words(context).phrase
    if chair.rival:
        lays = table_game(context.view.game).lays(context.view.options)
        small = say("place.rival" if lays else "place.rival_alone")
        return Place(chair, context.name(chair), small, "rival", say("state.rival"))
    if not chair.held:
        state = "kept" if chair.taken else "free"
        return Place(chair, context.name(chair), say(f"place.{state}"), state, say(f"state.{state}"))
    mine = chair.number == context.view.me.chair
    role = ("you_host" if host else "you") if mine else "host" if host else ""
    awake = context.link(chair)
    small = context.words.phrase(role) if role in ("you", "you_host") else say(f"place.{role or 'phone'}")
    if awake != "live" and not mine:
        small = f"{small} · {context.words.phrase(f'link.{awake}')}"
    state = "ready" if chair.number in context.view.ready else "wait"
    return Place(chair, context.name(chair), small, state, say(f"state.{state}"))


def _age(context: AnyContext) -> int:
    """Seconds since the table was opened."""
    (first,) = entries(context, until=1)
    return int(time.time() - first.at / 1000)


def _first(context: AnyContext) -> int | None:
    """Of those who play, who has the first turn; none: by lot."""
    wish = number(context.wishes.get("first", ""))
    return wish if wish is not None and wish < len(playing(context)) else None


def _all_ready(context: AnyContext) -> bool:
    held = [chair.number for chair in context.view.chairs if chair.held]
    return len(held) > 1 and all(chair in context.view.ready for chair in held)


def _start(context: AnyContext) -> Key:
    """The key that starts: it says who plays, and which chairs stay free."""
    say, chairs, counts = words(context).phrase, playing(context), context.game.PLAYERS
    solo = len(chairs) == 1 and 1 in counts
    free = _free(context)
    who = context.words.listed(map(context.name, chairs)) if chairs else ""
    if solo:
        small = say("solo_rules")
    elif len(chairs) not in counts:
        small = say("from_players", n=str(min(counts)))
    elif not free:
        small = who
    else:
        stays = say("stays" if len(free) == 1 else "stay", free=context.words.listed(free))
        small = f"{who} · {stays}"
    named = _first(context)
    first: dict[str, object] = {} if solo else {"lot": True} if named is None else {"first": named}
    label = say("start_alone") if solo else say("start_with", n=str(len(chairs)))
    return Key(label, do("start", **first), small, off=len(chairs) not in counts, go=True)


def _free(context: AnyContext) -> list[str]:
    """The chairs on which nobody plays, as they stand in the middle of a sentence."""
    names = (context.name(chair) for chair in context.view.chairs if not chair.taken)
    return [name[:1].lower() + name[1:] for name in names]


def _free_seats(context: AnyContext) -> str:
    say, free = words(context).phrase, _free(context)
    if not free:
        return say("none_free")
    return say("is_free" if len(free) == 1 else "are_free", free=context.words.listed(free))


def _mark(context: AnyContext) -> Key:
    """The guest's own mark: ready, or not yet after all."""
    say: Callable[..., str] = words(context).phrase
    if context.view.me.chair in context.view.ready:
        return Key(say("not_yet"), do("ready", yes=False), say("starts", name=host_name(context)))
    return Key(say("i_am_ready"), do("ready"), say("starts", name=host_name(context)), go=True)
