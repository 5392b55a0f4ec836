"""The log in words: sentences of entries, the pages of the log, and what a phone has missed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from flask import abort
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.game import Prospect
from companion.engine.reading import number
from companion.tables import Line
from companion.tables.log import entries as e
from companion.tables.log.views import Deed
from companion.web.context import AnyContext
from companion.web.rules import list_rule_titles
from companion.web.table.frame import entries, show
from companion.web.table.seats import strength
from companion.web.widgets import Look

MISSED = 8
"""Entries that the card shows a phone that has slept."""
PAGE = 60
"""Entries on a page of the log."""


def choice_reason(context: AnyContext, why: Prospect | str | None, state: Any) -> str:
    """Returns why a bot or a hint chose it, as a sentence, or ""."""
    if why is None or state is None:
        return ""
    said = why if isinstance(why, str) else context.say(why, state)
    return f"{said[:1].upper()}{said[1:].rstrip('.')}." if said else ""


class LogLine(Struct, frozen=True):
    """An entry in words; `by` is its player, and for whom. Several equal ones in a row may be one line, with the number
    of the newest (`GamePages.together`)."""

    seq: int
    says: tuple[str, ...]
    by: str
    source: str
    at: int
    """Milliseconds since 1970."""
    undone: bool
    moment: bool
    together: str = ""
    times: int = 1
    looks: tuple[Look, ...] = ()


def log_lines(context: AnyContext, found: Iterable[Line]) -> tuple[LogLine, ...]:
    """Returns entries in words."""
    return tuple(_log_line(context, line) for line in found)


def _log_line(context: AnyContext, line: Line) -> LogLine:
    says, pages = context.said(line) or (_say_entry(context, line),), context.pages
    if why := choice_reason(context, line.why, line.state):
        says = (*says, why)
    return LogLine(
        seq=line.seq,
        says=says,
        by=_by(context, line),
        source=line.source,
        at=line.at,
        undone=line.undone,
        moment=line.moment,
        together=next(filter(None, (pages.together(context, effect) for effect in line.effects)), ""),
        looks=tuple(dict.fromkeys(look for effect in line.effects for look in pages.looks(context, effect))),
    )


def _by(context: AnyContext, line: Line) -> str:
    if line.source in ("app", "rules", "rival"):
        return context.words.phrase("app") if line.source == "app" else ""
    actor = context.chair_name(line.actor)
    if line.seat is not None and line.seat < len(context.players) and context.players[line.seat].number != line.actor:
        seat = context.words.phrase("you") if line.seat == context.view.seat else context.names[line.seat]
        return context.words.phrase("by_for", actor=actor, seat=seat)
    by = context.words.phrase("by", actor=actor)
    return f"{by}, {context.words.phrase('setting.dice.hand').lower()}" if line.source == "hand" else by


def _say_entry(context: AnyContext, line: Line) -> str:
    body, key = line.body, f"entry.{line.kind}"
    who = context.chair_name(getattr(body, "chair", line.actor))
    what = context.words.phrase("last_step") if line.about is None else context.deed_name(line.about)
    name = getattr(body, "name", "") or who
    match body:
        case e.SeatRival():
            key += ".failed" if body.failed else "" if body.player else ".nobody"
            name, what = strength(context, body.player), strength(context, body.failed)
        case e.TakeSeat() if body.by != "free":
            key += ".given"
        case e.Ask():
            wanted = next((one.body for one in body.then if isinstance(one.body, e.TakeSeat | e.Lend)), None)
            seat = getattr(wanted, "seat", None)
            name = "" if seat is None else context.names[seat]
            if isinstance(wanted, e.TakeSeat):
                name = context.chair_name(wanted.chair)
            what = context.words.phrase(f"wish.{body.what}", what=what, seat=name)
            return context.words.phrase("asks.wish", name=who, what=what)
        case e.Lend() if body.seat is not None:
            name = context.names[body.seat]
        case e.Start():
            key = "entry.lot" if body.lot else key
            name = context.chair_name(body.chairs[body.first])
        case _ if line.kind == "reply":
            key += ".yes" if getattr(body, "yes", False) else ".no"
    return context.words.phrase(key, who=who, what=what, name=name)


def log(context: AnyContext, item: str) -> str:
    """Returns the log, newest first; or one entry, with its reasons and possible actions."""
    if item:
        return _entry(context, item)
    before = number(context.wishes.get("before", ""))
    start = max(0, (context.view.seq if before is None else before - 1) - PAGE)
    lines = _merge_lines(log_lines(context, entries(context, start, start + PAGE)))
    return show(context, "log.html", lines=lines[::-1], older=start + 1 if start else 0)


def _merge_lines(lines: Iterable[LogLine]) -> list[LogLine]:
    """Merges equal automatic lines in a row, such as dealt cards, into one."""
    merged: list[LogLine] = []
    for _, alike in groupby(lines, _kind):
        *before, last = alike
        says = (last.together,) if before and last.together else last.says
        merged.append(replace(last, says=says, times=1 + len(before)))
    return merged


def _kind(line: LogLine) -> object:
    """Returns a key that is equal for lines that may be merged."""
    if line.together:
        return line.together, line.by, line.undone
    alike = line.moment and line.source in ("app", "rules")
    return (line.says, line.source, line.undone) if alike else line.seq


def _entry(context: AnyContext, item: str) -> str:
    seq = number(item) or 0
    line = find_line(context, seq) or abort(404)
    titles = list_rule_titles(context.view.game, context.language)
    # One press goes as a whole, whichever of its entries is looked at.
    found = [one for one in entries(context, max(0, line.seq - 1 - PAGE)) if one.moment and not one.undone]
    pressed = max((one.seq for one in found if one.seq <= line.seq and not (line.joined and one.joined)), default=0)
    keys = [one for one in found if one.seq >= pressed and one.source in ("person", "hand") and not one.joined]
    return show(
        context,
        "entry.html",
        line=_log_line(context, line),
        why=[
            why
            for effect in line.effects
            if line.state is not None
            for why in context.game.why(effect, line.state, context.language, context.names)
        ],
        rules={rule: titles[rule] for effect in line.effects if (rule := effect.rule) and rule in titles},
        goes=[context.deed_name(Deed(one.seq, one.kind, one.seat, one.effects)) for one in keys],
    )


def find_line(context: AnyContext, seq: int) -> Line | None:
    """Returns one entry of the log."""
    return next(iter(entries(context, seq - 1, seq)), None)


def moves(found: Iterable[Line]) -> list[Line]:
    return [line for line in found if line.moment and not line.undone and line.effects]


def missed_lines(context: AnyContext) -> tuple[LogLine, ...]:
    """Returns steps that happened while this phone was asleep."""
    since, newest = number(context.wishes.get("slept", "")), context.view.seq
    if since is None or since >= newest:
        return ()
    before, now = context.pages.told(context, since), context.pages.told(context, newest)
    return log_lines(context, moves(entries(context, max(before, newest - PAGE), now))[-MISSED:])
