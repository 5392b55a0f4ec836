"""Help for a player: the lessons of a first game, card by card, and hints.

The card is at the table's own address; the table's page is one tap away. A phone's finished lessons of each game, and
whether it uses lessons at its current table, are in its cookies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import islice
from random import Random

from flask import redirect
from msgspec import Struct
from msgspec.structs import replace
from werkzeug.wrappers import Response

from companion.engine.drive import Witness
from companion.engine.game import AnyEffect, GameState
from companion.engine.reading import number
from companion.lab.choice import Choice
from companion.lab.plan import Planner
from companion.tables.bots import observe
from companion.web.assets import face_file, signs
from companion.web.config import read_cookie, remember, tables
from companion.web.context import AnyContext
from companion.web.rules import render_markup
from companion.web.table.frame import carry_out, recent, show
from companion.web.table.game_page import game
from companion.web.table.log import choice_reason
from companion.web.widgets import Key, Note
from pnp.kit.model import Lesson

FAR = 60
"""Entries among which a rule is met for the first time; one that was met earlier is learnt the next time."""
IDEAS = 3
"""How many ideas a hint has."""


class DueLesson(Struct, frozen=True):
    """A lesson to show now. `step` and `of` count the cards of a first game; extra ones are step 0. `actions` are
    offered, by their texts, the first one suggested. `effect` triggered it and led to `state`."""

    lesson: Lesson
    step: int
    of: int
    actions: Mapping[str, object] = {}
    effect: AnyEffect | None = None
    state: GameState | None = None


def lesson(context: AnyContext) -> str | None:
    """Returns the page of the due lesson, if any; None if the address asks for part of the table's own page."""
    asked = "seat" in context.wishes or "slept" in context.wishes
    found = None if asked else _find_due_lesson(context)
    return None if found is None else _page(context, found)


def _find_due_lesson(context: AnyContext) -> DueLesson | None:
    """Returns the first unseen lesson whose trigger has occurred; past events precede possible actions."""
    seen, players = _seen(context.view.game), sum(chair.seat is not None for chair in context.view.chairs)
    found = signs(context.view.game).lessons
    lessons = [one for one in found if one.players is None or one.players[0] <= players <= one.players[1]]
    ids, counted = {one.id for one in lessons}, [one.id for one in lessons if not one.extra]
    left = [one for one in lessons if one.id not in seen and ids.intersection(one.after) <= set(seen)]
    now, happened = 1 + sum(name in seen for name in counted), _list_recent_effects(context)
    for one in left:
        effect, state = next(((e, state) for e, state in happened if e.rule in one.met), (None, None))
        if effect is not None or not (one.met or one.can):
            return DueLesson(one, 0 if one.extra else now, len(counted), effect=effect, state=state)
    asking = [one for one in left if one.can]
    legal = _actions(context) if asking else {}  # a game may have thousands
    for one in asking:
        # In the order of the lesson's patterns, each once.
        offered = {text: legal[text] for pattern in one.can for text in legal if fnmatchcase(text, pattern)}
        if offered:
            actions = dict(islice(offered.items(), one.offers))
            return DueLesson(one, 0 if one.extra else now, len(counted), actions)
    return None


def _actions(context: AnyContext) -> Mapping[str, object]:
    """Returns legal actions of the acting seat, by text; empty while the table has news to show first."""
    view, game, seat = context.view, context.game, context.acting
    if view.state is None or view.outcomes or seat not in view.waiting or view.settings.way != "follow":
        return {}
    if context.pages.told(context, view.seq) < view.seq:
        return {}
    return {game.action_text(action): action for action in game.legal(view.state, seat)}


def _list_recent_effects(context: AnyContext) -> list[tuple[AnyEffect, GameState]]:
    told, found = context.pages.told(context, context.view.seq), list[tuple[AnyEffect, GameState]]()
    for line in recent(context, FAR):
        if line.moment and not line.undone and line.seq <= told and line.state is not None:
            found += [(effect, line.state) for effect in line.effects]
    return found[::-1]


def _page(context: AnyContext, found: DueLesson) -> str:
    one, game = found.lesson, context.view.game
    text = {name: words[context.language] for name, words in one.words.items()}
    chosen = min(number(context.wishes.get("pick", "")) or 0, max(0, len(found.actions) - 1))
    about: object = found.effect
    if about is None:
        about = next(islice(found.actions.values(), chosen, None), None)
    state = context.position if found.state is None else found.state
    says = "" if found.effect is None else context.say(found.effect, state)
    return show(
        context,
        "lesson.html",
        lesson=one,
        due=found,
        title=_title(context, found, text["act"]),
        heading=render_markup(text["title"], game),
        says=render_markup(text["says"], game) if "says" in text else says,
        new=render_markup(text["new"], game) if "new" in text else "",
        tells=render_markup(text["tells"], game) if "new" in text else "",
        key=text.get("key") or context.words.phrase("learn.go_on" if one.can or one.met else "tally.ready"),
        figure=(face_file(game, one.face, context.language), *signs(game).figures[one.face]),
        scene=context.pages.scene(context, state, about) if about is not None else "",
        keys=[context.key(action) for action in found.actions.values()],
        chosen=chosen,
    )


def _title(context: AnyContext, found: DueLesson, act: str) -> str:
    seat = context.acting if found.lesson.can else None
    if found.effect is not None:
        seat = getattr(found.effect, "seat", None)
    if isinstance(seat, int) and seat != context.view.seat:
        return f"{context.names[seat]}: {act}"
    return act[:1].upper() + act[1:]


def finish_card(context: AnyContext, form: Mapping[str, str], item: str) -> Note | Response:
    """Executes the card's offer, if any. The card does not return."""
    act = form.get("act", "")
    note = carry_out(context, {**form, "do": act}) if act else None
    return note if note is not None else _keep_seen(context, form, context.home)


def skip_card(context: AnyContext, form: Mapping[str, str], item: str) -> Response:
    """Goes to the table's own page instead. The card does not return."""
    return _keep_seen(context, form, f"{context.home}/table/now")


def skip_lessons(context: AnyContext, form: Mapping[str, str], item: str) -> Response:
    """Turns lessons off for this phone."""
    return remember(redirect(context.home, 303), lessons=f"{context.code}-off")


def start_lessons(context: AnyContext, form: Mapping[str, str], item: str) -> Response:
    """Turns lessons on, from the first card."""
    return forget_lessons(remember(redirect(context.home, 303), lessons=f"{context.code}-on"), context.view.game)


def _keep_seen(context: AnyContext, form: Mapping[str, str], to: str) -> Response:
    game, answer, lesson = context.view.game, redirect(to, 303), form.get("lesson", "")
    if not any(lesson == one.id for one in signs(game).lessons):
        return answer
    return remember(answer, **{f"seen-{game}": ".".join(dict.fromkeys((*_seen(game), lesson)))})


def _seen(game: str) -> tuple[str, ...]:
    return tuple(filter(None, read_cookie(f"seen-{game}").split(".")))


def forget_lessons(response: Response, game: str) -> Response:
    """Restarts with the first card."""
    return remember(response, **{f"seen-{game}": ""})


def hint(context: AnyContext, item: str) -> str | Response:
    """Returns the table with the idea of that number, from 1, best first; or the table alone without a hint."""
    if not (context.may_hint or context.foresight):
        return redirect(context.home, 303)
    wished = replace(context, wishes={**context.wishes, "idea": item or "1"})
    return (context.pages.TABLE or game)(wished, "")


def asked_hint(context: AnyContext) -> Mapping[str, object] | None:
    """Returns values for ``hint.html``: an idea with its reason or the offer of one, and the forecast. None: no
    hint."""
    wish = number(context.wishes.get("idea", ""))
    own, foreseen = context.may_hint, context.foresight
    found = _list_ideas(context) if own and context.view.hinted else ()
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
        "title": f"{name[:1].upper()}{name[1:]}?",
        "why": why,
        "does": _list_effects(context, choice, why),
        "key": Key(does, context.act(context.game.action_text(choice.action)), name, go=True),
        "others": len(found) - 1,
        "after": at % len(found) + 1,
        "asks": context.pages.asks_first(context, choice.action),
    }


def _list_ideas(context: AnyContext) -> tuple[Choice, ...]:
    view, rules = context.view, context.game
    assert view.seat is not None, "a watcher gets no hint"
    eyes = observe(tables().load(context.code).table, view.seat)
    if eyes.view != view.state:  # the table has moved on since this page was begun
        eyes = Witness(rules, view.state, view.seat)
    return tuple(Planner().ideas(rules, eyes, Random(view.seq), IDEAS))


def _list_effects(context: AnyContext, choice: Choice, why: str) -> str:
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
