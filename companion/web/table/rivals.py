"""What rivals did and why, told as acts of hands; and a hint for whoever wants one."""

from __future__ import annotations

from random import Random
from typing import Any

from flask import redirect
from markupsafe import Markup
from msgspec import UNSET, Struct
from werkzeug.wrappers import Response

from companion.engine.prospect import Prospect
from companion.engine.reading import number
from companion.engine.witness import Witness
from companion.lab.choice import Choice
from companion.lab.greedy import Greedy
from companion.web.context import AnyContext
from companion.web.table.entries import entries
from companion.web.table.renderer import show
from companion.web.widgets import Key, do

IDEAS = 3
"""How many ideas a hint has."""


class Told(Struct, frozen=True):
    """What a rival did that has to be laid: for whom, what and why, and the key that says it lies there."""

    title: str
    says: str
    why: str
    laid: Key


class Idea(Struct, frozen=True):
    """One idea: what to do, why, and the key that does it."""

    title: str
    why: str
    key: Key


def told(context: AnyContext) -> Told | None:
    """What lies not yet on the table of what rivals did; none: nothing is waited for."""
    view = context.view
    if not view.unlaid or view.state is None:
        return None
    line = next((line for line in entries(context, view.unlaid - 1) if line.seq == view.unlaid), None)
    if line is None:
        return None
    seat = line.seat
    name = context.names[seat] if seat is not None and seat < len(context.names) else ""
    words = context.words
    small = words.phrase("rival.laid_short", name=name) if seat in view.waiting else ""
    key = Key(words.phrase("rival.laid"), do("lay", entry=view.unlaid), small, go=True)
    return Told(
        words.phrase("rival.for", name=name), " ".join(context.said(line)), reason(context, line.why, line.state), key
    )


def reason(context: AnyContext, why: Prospect | str | None, state: Any) -> str:
    """Why somebody chose it, as a sentence. Empty: nothing is said."""
    if why is None or state is None:
        return ""
    said = why if isinstance(why, str) else context.game.say(why, state, context.language, context.names)
    return f"{said[:1].upper()}{said[1:].rstrip('.')}." if said else ""


def may_hint(context: AnyContext) -> bool:
    """May this phone take a hint now: is it its turn, and does the table allow it?"""
    view = context.view
    return (
        view.settings.hints is UNSET
        and view.settings.way == "follow"
        and view.seat is not None
        and view.eyes == view.seat
        and view.seat in view.waiting
        and not context.covered
    )


def hint(context: AnyContext, item: str) -> str | Response:
    """One idea for this turn, the best first, and where it would lead. `item` is its number, from 1. The table, where
    it is nobody's turn here."""
    if not may_hint(context):
        return redirect(context.home, 303)
    found = ideas(context) if context.view.hinted else ()
    at = min(number(item) or 1, max(1, len(found)))
    shown = found[at - 1] if found else None
    title, sub = context.pages.bar(context)
    return show(
        context,
        "hint.html",
        title=title,
        sub=sub,
        idea=_idea(context, shown) if shown is not None else None,
        more=len(found) - 1,
        after=at % len(found) + 1 if found else 1,
        picture=Markup(context.pages.forecast(context, None if shown is None else shown.action)),  # made by a template
    )


def ideas(context: AnyContext) -> tuple[Choice, ...]:
    """What the seat might do, the best first, by nothing but what this phone may know."""
    view, rules = context.view, context.game
    eyes = Witness(rules, view.state, view.seat)
    return tuple(Greedy().ranked(rules, eyes, Random(view.seq))[:IDEAS])


def _idea(context: AnyContext, choice: Choice) -> Idea:
    name, words = _called(context, choice.action), context.words
    why = reason(context, choice.reason, context.view.state) or words.phrase("hint.plain")
    key = Key(words.phrase("hint.do"), context.act(context.game.action_text(choice.action)), name, go=True)
    return Idea(name[:1].upper() + name[1:], why, key)


def _called(context: AnyContext, action: object) -> str:
    """An action in two to four words: as a step of the own turn is called, or as its key is."""
    try:
        _, effects = context.game.play(context.position, action, context.view.seat)
    except (ValueError, LookupError):  # what comes of it lies hidden from this phone
        effects = ()
    step = next(filter(None, (context.pages.step(context, effect) for effect in effects)), "")
    return step or context.pages.action(context, action)
