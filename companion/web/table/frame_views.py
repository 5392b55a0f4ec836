"""The pages of a table that all games share: seats, menu, log, settings, moving a seat, score, big screen."""

from __future__ import annotations

import time
from collections.abc import Sequence
from urllib.parse import urlencode

import msgspec
from flask import abort
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import OVER, Why
from companion.engine.reading import number
from companion.tables import Chair, Line
from companion.tables.game import table_game
from companion.tables.log.entries import QUIET, ChangeAsked, Hinted, Lent, Named, RivalSeated, Started
from companion.web.context import AnyContext
from companion.web.http.qr import qr
from companion.web.http.served import address, config, link
from companion.web.printed.leaflets import rule_titles
from companion.web.table.deeds import called, deeds
from companion.web.table.entries import entries
from companion.web.table.lobby.views import join_address, strengths
from companion.web.table.renderer import show
from companion.web.table.rivals import reason
from companion.web.table.strength import strength
from companion.web.table.undo_key import undo_keys
from companion.web.table.zones import compared
from companion.web.widgets import Look

MISSED = 8
"""Entries that the card shows a phone that has slept."""
MEANWHILE = 4
"""Entries that a covered phone shows to whom it is handed."""
PAGE = 60
"""Entries on a page of the log."""


class LogLine(Struct, frozen=True):
    """An entry in words. `by` is who did it, and for whom."""

    seq: int
    says: tuple[str, ...]
    by: str
    source: str
    at: int
    """Milliseconds since 1970."""
    undone: bool
    moment: bool
    together: str = ""
    """What it is called with others of its kind in a row, such as the dice of a market (`GamePages.together`)."""
    times: int = 1
    """How often it happened in a row; then `seq` is the newest of these entries."""
    looks: tuple[Look, ...] = ()
    """What it names that has a page of its own."""


def seats(context: AnyContext, item: str) -> str:
    """Take a seat, see who is linked, name a player without a phone. Only a key takes a seat, never the address."""
    asked = context.wishes.get("number", "")
    where = join_address(context)
    return show(
        context,
        "seats.html",
        number=asked if number(asked) is not None else "",
        rivals=strengths(context),
        where=where,
        qr=qr(where) if config().guests else "",
        phones=_phones(context) if context.host else (),
    )


def menu(context: AnyContext, item: str) -> str:
    return show(context, "menu.html", over=_is_over(context))


def _is_over(context: AnyContext) -> bool:
    return context.view.state is not None and context.view.state.turn is OVER


class LinkedPhone(Struct, frozen=True):
    """A phone at the table, as its host sees it: when it was last heard of, and how far behind its page is."""

    chair: Chair
    link: str
    seen: str
    behind: str


def _phones(context: AnyContext) -> tuple[LinkedPhone, ...]:
    return tuple(_phone(context, chair) for chair in context.view.chairs if chair.held)


def _phone(context: AnyContext, chair: Chair) -> LinkedPhone:
    words, heard = context.words, context.heard.get(chair.number)
    if heard is None:
        return LinkedPhone(chair, "asleep", words.phrase("seen_never"), "")
    ago = max(0, int(time.time() - heard.at / 1000))
    seen = words.phrase("seen_ago", n=str(ago)) if ago < 120 else words.phrase("seen_ago_min", n=str(ago // 60))
    behind = words.phrase("behind", n=str(heard.behind)) if heard.behind else words.phrase("up_to_date")
    return LinkedPhone(chair, context.link(chair), seen, behind)


def settings(context: AnyContext, item: str) -> str:
    chosen, game = msgspec.to_builtins(context.view.settings), table_game(context.view.game)
    return show(
        context,
        "settings.html",
        switches=game.SWITCHES,
        lays=game.lays(context.view.options),
        chosen=chosen,
        zip=zip,
    )


def move(context: AnyContext, item: str) -> str:
    """Bring a seat here by a one-time code, or show such a code for the own seat."""
    code = context.wishes.get("code", "")[:20]
    shown = code if code.isalpha() else ""
    where = f"{address()}{context.home}/move/{shown}" if shown else ""
    given = item[:20] if item.isalpha() else ""
    return show(context, "move.html", code=shown, qr=qr(where) if shown else "", where=where, given=given)


def lines(context: AnyContext, found: Sequence[Line]) -> tuple[LogLine, ...]:
    """Entries in words, without those that say nothing to a reader."""
    return tuple(_line(context, line) for line in found if line.kind not in QUIET)


def _merged(found: Sequence[LogLine]) -> tuple[LogLine, ...]:
    """What the app or the rules did alike several times in a row as one line: cards that are dealt."""
    made: list[LogLine] = []
    for line in found:
        alike = made and (made[-1].says, made[-1].source, made[-1].undone) == (line.says, line.source, line.undone)
        together = made and line.together and (made[-1].together, made[-1].by) == (line.together, line.by)
        if together and made[-1].undone == line.undone:
            made[-1] = replace(line, says=(line.together,), times=made[-1].times + 1)
        elif alike and line.moment and line.source in ("app", "rules"):
            made[-1] = replace(line, times=made[-1].times + 1)
        else:
            made.append(line)
    return tuple(made)


def _line(context: AnyContext, line: Line) -> LogLine:
    says = context.said(line) or (_talk(context, line),)
    if why := reason(context, line.why, line.state):
        says = (*says, why)
    return LogLine(
        seq=line.seq,
        says=says,
        by=_by(context, line),
        source=line.source,
        at=line.at,
        undone=line.undone,
        moment=line.moment,
        together=next(filter(None, (context.pages.together(context, effect) for effect in line.effects)), ""),
        looks=tuple(dict.fromkeys(look for effect in line.effects for look in context.pages.looks(context, effect))),
    )


def _by(context: AnyContext, line: Line) -> str:
    if line.source in ("app", "rules", "rival"):
        return context.words.phrase("app") if line.source == "app" else ""
    actor = context.chair_name(line.actor) if line.actor is not None else context.words.phrase("the_host")
    if line.seat is not None and line.seat < len(context.players) and context.players[line.seat].number != line.actor:
        if line.seat == context.view.seat:
            return context.words.phrase("by_for_you", actor=actor)
        return context.words.phrase("by_for", actor=actor, seat=context.names[line.seat])
    return context.words.phrase("by_hand" if line.source == "hand" else "by", actor=actor)


def _talk(context: AnyContext, line: Line) -> str:
    """An entry that does not move the game, in words."""
    body = line.body
    chair = getattr(body, "chair", line.actor)
    who = context.chair_name(chair) if chair is not None else context.words.phrase("the_host")
    what = called(context, line.about) if line.about is not None else context.words.phrase("last_step")
    zone = getattr(body, "zone", "")
    name = getattr(body, "name", "") or who
    key = f"entry.{line.kind}"
    if line.kind in ("reply", "ready"):
        key += ".yes" if getattr(body, "yes", False) else ".no"
    if isinstance(body, Named) and body.name is None:
        key += ".none"
    if isinstance(body, RivalSeated):
        key += ".failed" if body.failed else "" if body.player else ".nobody"
        name, what = strength(context, body.player), strength(context, body.failed or "")
    if isinstance(body, Hinted):
        who = context.names[body.seat]
    if isinstance(body, ChangeAsked):
        key += f".{body.what}"
    if isinstance(body, Lent):
        key += "" if body.seat is not None else ".nobody"
        name = context.names[body.seat] if body.seat is not None else ""
    if isinstance(body, Started):
        key = "entry.lot" if body.lot is True else key
        name = context.chair_name(body.chairs[body.first])
    zone = compared(context.own_words, zone, context.words.phrase("check.all"))
    return context.words.phrase(key, who=who, what=what, zone=zone, name=name)


def log(context: AnyContext, item: str) -> str:
    """The log, the newest first; or one entry, with its reasons and what can be done from there."""
    if item:
        return _entry(context, item)
    start = max(0, context.view.seq - PAGE)
    before = number(context.wishes.get("before", ""))
    if before is not None:
        start = max(0, before - 1 - PAGE)
    found = entries(context, start, start + PAGE)
    return show(
        context, "log.html", lines=tuple(reversed(_merged(lines(context, found)))), older=start + 1 if start else 0
    )


def _entry(context: AnyContext, item: str) -> str:
    seq = number(item)
    line = one_line(context, seq) if seq is not None else None
    if line is None:
        abort(404)
    why = _why(context, line)
    titles = rule_titles(context.view.game, context.language)
    rules = {rule: titles[rule] for effect in line.effects if (rule := effect.rule) and rule in titles}
    # One press goes as a whole, whichever of its entries is looked at.
    found = [one for one in entries(context, max(0, line.seq - 1 - PAGE)) if one.moment and not one.undone]
    pressed = [one.seq for one in found if one.seq <= line.seq and not (line.joined and one.joined)]
    goes = tuple(called(context, deed) for deed in deeds(one for one in found if one.seq >= max(pressed, default=0)))
    return show(context, "entry.html", line=_line(context, line), why=why, rules=rules, goes=goes)


def _why(context: AnyContext, line: Line) -> tuple[Why, ...]:
    if line.state is None:
        return ()
    found = (context.pages.why(context, effect, line.state) for effect in line.effects)
    return tuple(why for reasons in found for why in reasons)


def slept(context: AnyContext) -> tuple[LogLine, ...]:
    """What happened while this phone slept, if its page asks: the steps that the table was told of meanwhile."""
    since, newest = number(context.wishes.get("slept", "")), context.view.seq
    if since is None or since >= newest:
        return ()
    before, now = context.pages.told(context, since), context.pages.told(context, newest)
    found = entries(context, max(before, newest - PAGE), now)
    missed = [line for line in found if line.moment and not line.undone and line.effects]
    return lines(context, missed[-MISSED:])


def curtain(context: AnyContext) -> str:
    """One phone for several players: it is handed on before it shows what the next one holds."""
    found = entries(context, max(0, context.view.seq - PAGE))
    last = [line for line in found if line.moment and not line.undone and line.effects]
    own = context.view.me.chair
    free = [c for c in context.players if (not c.held or c.number == own) and c.seat != context.view.curtain]
    return show(context, "curtain.html", last=lines(context, last[-MEANWHILE:]), others=free, undo=undo_keys(context))


def one_line(context: AnyContext, seq: int) -> Line | None:
    """One entry of the log."""
    return next(iter(entries(context, seq - 1, seq)), None)


def advanced(context: AnyContext, item: str) -> str:
    """The position as one line, as a QR code that opens a new table from there, and a field to type one in; the table
    as a file."""
    state = context.view.state
    text = context.game.text(state) if state is not None else ""
    path = f"/new/{context.view.game}?{urlencode({'position': text}, safe=':/*')}"
    return show(
        context,
        "advanced.html",
        text=text,
        path=path,
        qr=qr(link(path)),
        over=_is_over(context),
        typed=context.wishes.get("typed", ""),
    )
