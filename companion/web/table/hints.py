"""A hint for whoever wants one: ideas for the own turn, each with its reason, and what would come by itself."""

from __future__ import annotations

from random import Random

from flask import redirect
from markupsafe import Markup
from msgspec import UNSET, Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response

from companion.engine.reading import number
from companion.engine.witness import Witness
from companion.lab.choice import Choice
from companion.lab.plan import Planner
from companion.tables.game import table_game
from companion.web.context import AnyContext
from companion.web.http.served import tables
from companion.web.table.game_page import own_pages
from companion.web.table.rivals import reason
from companion.web.widgets import Key

IDEAS = 3
"""How many ideas a hint has."""


class Idea(Struct, frozen=True):
    """One idea: why, what it does, the key that does it, how many others there are, and the number of the next one."""

    why: str
    does: str
    key: Key
    others: int
    after: int
    asks: str
    """The address of what is asked before (`GamePages.asks_first`)."""


class Hint(Struct, frozen=True):
    """What a hint shows. Without an idea it says what would come, and offers one where `offered`."""

    title: str
    idea: Idea | None
    offered: bool
    picture: str
    ways: str
    says: str


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
    return view.settings.hints is UNSET and view.settings.way == "follow" and not context.covered


def hint(context: AnyContext, item: str) -> str | Response:
    """The table with the idea of that number on it, from 1, the best first. The table alone, where there is nothing to
    hint at or to foresee."""
    if not (may_hint(context) or foresight(context)):
        return redirect(context.home, 303)
    wished = replace(context, wishes={**context.wishes, "idea": item or "1"})
    return own_pages(context)["game"](wished, "")


def hinted(context: AnyContext) -> Hint | None:
    """What the table's page shows of a hint; none: it was not asked for one."""
    wish = number(context.wishes.get("idea", ""))
    if wish is None:
        return None
    own, foreseen = may_hint(context), foresight(context)
    if not (own or foreseen):
        return None
    found = ideas(context) if own and context.view.hinted else ()
    if context.view.hinted and not (found or foreseen):
        return None
    at = min(wish or 1, max(1, len(found)))
    choice = found[at - 1] if found else None
    actions = () if choice is None else (choice.action, *choice.then)
    forecast = context.pages.forecast(context, actions) if foreseen else None
    picture, ways, says = ("", "", "") if forecast is None else (forecast.picture, forecast.ways, forecast.says)
    title, idea = foreseen or context.words.phrase("hint.title"), None
    if choice is not None:
        name = context.pages.idea(context, choice.action)
        title = context.words.phrase("hint.idea", what=name[:1].upper() + name[1:])
        idea = _idea(context, choice, name, len(found) - 1, at % len(found) + 1)
    # Markup of templates, escaped when they were filled.
    return Hint(title, idea, own and not found, Markup(picture), Markup(ways), says)


def ideas(context: AnyContext) -> tuple[Choice, ...]:
    """What the seat might do, the best first, by nothing but what this phone may know."""
    view, rules = context.view, context.game
    assert view.seat is not None, "a watcher gets no hint"
    eyes = tables().rivals.eyes(context.code, view.seat)
    if eyes.view != view.state:  # the table has moved on since this page was begun
        eyes = Witness(rules, view.state, view.seat)
    return tuple(Planner().ideas(rules, eyes, Random(view.seq), IDEAS))


def _idea(context: AnyContext, choice: Choice, name: str, others: int, after: int) -> Idea:
    words = context.words
    said, *then = _sentences(context, choice)
    why = reason(context, choice.reason, context.view.state)
    if then:
        said = f"{said} {words.phrase('hint.then', what=' '.join(then))}"
    elif not why:
        said = f"{said} {words.phrase('hint.plain')}".strip()
    key = Key(words.phrase("hint.do"), context.act(context.game.action_text(choice.action)), name, go=True)
    return Idea(why, said, key, others, after, context.pages.asks_first(context, choice.action))


def _sentences(context: AnyContext, choice: Choice) -> list[str]:
    """What the action does, and what those after it do, as this phone may know it. Empty: that lies hidden."""
    rules, seat, state, found = context.game, context.view.seat, context.position, list[str]()
    for action in (choice.action, *choice.then):
        try:
            state, effects = rules.play(state, action, seat)
        except (ValueError, LookupError):
            break
        shown = [rules.seen(state, effect, seat) for effect in effects[:1]]
        found += [rules.say(effect, state, context.language, context.names) for effect in shown]
    return found or [""]
