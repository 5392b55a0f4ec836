"""The log as a page reads it: once, whatever of the page asks for it."""

from __future__ import annotations

from flask import g

from companion.tables import Line
from companion.web.context import AnyContext
from companion.web.http.served import tables

MOST = 200
"""Entries that are read at once."""


def entries(context: AnyContext, after: int = 0, most: int = MOST) -> tuple[Line, ...]:
    """The entries after entry `after`, up to the one that the page shows; `most` of them at most."""
    read: dict[tuple[str, int], tuple[int, tuple[Line, ...]]] = g.setdefault("entries", {})
    key = (context.code, context.view.seq)
    begin, known = read.get(key, (context.view.seq, ()))
    if after < begin:
        found = tables().log_for(context.code, context.phone.token, after=after, limit=most, remembered=True)
        known = tuple(line for line in found if line.seq <= context.view.seq)
        if not known or known[-1].seq < context.view.seq:
            return known
        begin, read[key] = after, (after, known)
    return known[after - begin :][:most]


def last_act(context: AnyContext, among: int) -> str:
    """What a player did last, among so many entries: the first sentence of it, or nothing."""
    acted = [
        line for line in entries(context, max(0, context.view.seq - among)) if line.kind == "act" and not line.undone
    ]
    sentences = context.said(acted[-1]) if acted else ()
    return sentences[0].rstrip(".") if sentences else ""
