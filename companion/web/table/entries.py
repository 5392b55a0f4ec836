"""The log as a page reads it: once, whatever of the page asks for it."""

from __future__ import annotations

from flask import g

from companion.tables import Line
from companion.web.context import AnyContext
from companion.web.http.served import tables


def entries(context: AnyContext, after: int = 0, until: int | None = None) -> tuple[Line, ...]:
    """All entries after entry `after`, up to entry `until`; none: up to the newest that the page shows."""
    newest = context.view.seq
    until = newest if until is None else min(until, newest)
    read: dict[tuple[str, int], tuple[int, tuple[Line, ...]]] = g.setdefault("entries", {})
    key = (context.code, newest)
    begin, known = read.get(key, (newest, ()))
    if after < begin:
        most = max(0, min(until, begin) - after)
        found = tables().log_for(context.code, context.phone.token, after=after, limit=most, remembered=True)
        known = (*found, *known)
        if until >= begin:
            read[key] = after, known
    return tuple(line for line in known if after < line.seq <= until)


def last_act(context: AnyContext, among: int) -> str:
    """What a player did last, among so many entries: the first sentence of it, or nothing."""
    acted = [
        line for line in entries(context, max(0, context.view.seq - among)) if line.kind == "act" and not line.undone
    ]
    sentences = context.said(acted[-1]) if acted else ()
    return sentences[0].rstrip(".") if sentences else ""
