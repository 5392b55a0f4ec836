"""A hint for whoever wants one: ideas for the own turn, each with its reason, and what would come by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from flask import redirect
from msgspec.structs import replace
from werkzeug.wrappers import Response

from companion.engine.reading import number
from companion.engine.witness import Witness
from companion.lab.choice import Choice
from companion.lab.plan import Planner
from companion.tables.game import table_game
from companion.web.config import tables
from companion.web.context import AnyContext
from companion.web.table.game_page import table_page
from companion.web.table.log import choice_reason
from companion.web.widgets import Key

IDEAS = 3
"""How many ideas a hint has."""


def may_hint(context: AnyContext) -> bool:
    """May this phone take a hint now: is it its turn, does the table allow it, and does the app know the cards?"""
    view = context.view
    own = view.seat is not None and view.eyes == view.seat and view.seat in view.waiting
    return own and _allowed(context) and table_game(view.game, view.rules).rivals(view.options)


def foresight(context: AnyContext) -> str:
    """What the key to the forecast says. Empty: nothing is to be foreseen, or the table does not allow it."""
    return context.pages.foresight(context) if _allowed(context) else ""


def _allowed(context: AnyContext) -> bool:
    view = context.view
    return view.settings.hints == "on" and view.settings.way == "follow" and not context.covered


def hint(context: AnyContext, item: str) -> str | Response:
    """The table with the idea of that number on it, from 1, the best first. The table alone, where there is nothing to
    hint at or to foresee."""
    if not (may_hint(context) or foresight(context)):
        return redirect(context.home, 303)
    wished = replace(context, wishes={**context.wishes, "idea": item or "1"})
    return table_page(wished, "")


def asked_hint(context: AnyContext) -> Mapping[str, object] | None:
    """What ``hint.html`` shows: an idea with its reason, or the offer of one, and what would come. None: the page was
    not asked for a hint."""
    wish = number(context.wishes.get("idea", ""))
    if wish is None:
        return None
    own, foreseen = may_hint(context), foresight(context)
    found = _ideas(context) if own and context.view.hinted else ()
    if not (found or foreseen or (own and not context.view.hinted)):
        return None
    at = min(wish or 1, max(1, len(found)))
    idea = _idea(context, found, at) if found else {"title": foreseen or context.words.phrase("hint.title")}
    actions = (found[at - 1].action, *found[at - 1].then) if found else ()
    forecast = context.pages.forecast(context, actions) if foreseen else None
    return {"offered": own and not found, "forecast": forecast, **idea}


def _idea(context: AnyContext, found: Sequence[Choice], at: int) -> Mapping[str, object]:
    choice = found[at - 1]
    name = context.pages.idea(context, choice.action)
    why, does = choice_reason(context, choice.reason, context.view.state), context.words.phrase("hint.do")
    return {
        "title": context.words.phrase("hint.idea", what=name[:1].upper() + name[1:]),
        "why": why,
        "does": _does(context, choice, why),
        "key": Key(does, context.act(context.game.action_text(choice.action)), name, go=True),
        "others": len(found) - 1,
        "after": at % len(found) + 1,
        "asks": context.pages.asks_first(context, choice.action),
    }


def _ideas(context: AnyContext) -> tuple[Choice, ...]:
    """What the seat might do, the best first, by nothing but what this phone may know."""
    view, rules = context.view, context.game
    assert view.seat is not None, "a watcher gets no hint"
    eyes = tables().rivals.eyes(context.code, view.seat)
    if eyes.view != view.state:  # the table has moved on since this page was begun
        eyes = Witness(rules, view.state, view.seat)
    return tuple(Planner().ideas(rules, eyes, Random(view.seq), IDEAS))


def _does(context: AnyContext, choice: Choice, why: str) -> str:
    """What the action does, and what those after it do, as this phone may know it."""
    rules, seat, state, words = context.game, context.view.seat, context.position, context.words
    said: list[str] = []
    for action in (choice.action, *choice.then):
        try:
            state, effects = rules.play(state, action, seat)
        except (ValueError, LookupError):  # what comes of it lies hidden from this phone
            break
        shown = [rules.seen(state, effect, seat) for effect in effects[:1]]
        said += [rules.say(effect, state, context.language, context.names) for effect in shown]
    if len(said) > 1:
        return f"{said[0]} {words.phrase('hint.then', what=' '.join(said[1:]))}"
    return " ".join([*said, *([] if why else [words.phrase("hint.plain")])])
