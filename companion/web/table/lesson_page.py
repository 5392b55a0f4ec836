"""A first game, card by card: the page of a phone that learns, as long as one of the kit's lessons is due.

The card stands at the table's own address and offers what the table's page would; that page is one tap away.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET

from companion.engine.game import OVER
from companion.engine.reading import number
from companion.web.context import AnyContext
from companion.web.printed.faces import face_file
from companion.web.printed.leaflets import marked
from companion.web.printed.signs import signs
from companion.web.table import lesson_memory as memory
from companion.web.table.entries import entries
from companion.web.table.lesson_plan import Due, Happened, due, fitting
from companion.web.table.renderer import show
from pnp.kit.model import Lesson

FAR = 60
"""Entries among which a rule is met for the first time; one that was met earlier is learnt the next time."""
LOOKING = ("seat", "slept")
"""What the address asks for when the table's own page is wanted."""


def lesson(context: AnyContext) -> str | None:
    """The page of the lesson that is due; none: there is none, or this phone does not learn."""
    if any(wish in context.wishes for wish in LOOKING) or not learning(context):
        return None
    players = sum(chair.seat is not None for chair in context.view.chairs)
    lessons = fitting(signs(context.view.game).lessons, players)
    found = due(lessons, memory.seen(context.view.game), lambda: _actions(context), _happened(context))
    return None if found is None else _page(context, found)


def taught(context: AnyContext) -> bool:
    """Are there lessons for this phone, at a table whose game is on?"""
    view = context.view
    on = view.state is not None and view.state.turn is not OVER and view.settings.way != "score"
    return on and context.seated and bool(signs(view.game).lessons)


def learning(context: AnyContext) -> bool:
    """Does this phone learn now?"""
    usual = context.view.settings.lessons is not UNSET
    return taught(context) and not context.covered and memory.learns(context.code, usual)


def _actions(context: AnyContext) -> Mapping[str, object]:
    """What the seat that acts may do now, by its text; nothing while the table has something to be told first."""
    view, game, seat = context.view, context.game, context.acting
    if view.state is None or view.outcomes or seat not in view.waiting or view.settings.way != "follow":
        return {}
    if context.pages.told(context, view.seq) < view.seq:
        return {}
    return {game.action_text(action): action for action in game.legal(view.state, seat)}


def _happened(context: AnyContext) -> tuple[Happened, ...]:
    """What this phone may know of what the table has been told lately."""
    newest = context.pages.told(context, context.view.seq)
    return tuple(
        Happened(effect, line.state)
        for line in entries(context, max(0, context.view.seq - FAR))
        if line.moment and not line.undone and line.seq <= newest and line.state is not None
        for effect in line.effects
    )


def _page(context: AnyContext, found: Due) -> str:
    language, one, game = context.language, found.lesson, context.view.game
    said = {name: text[language] for name, text in one.words.items()}
    texts, picked = list(found.actions), number(context.wishes.get("pick", "")) or 0
    text = texts[picked] if picked < len(texts) else texts[0] if texts else ""
    state = found.happened.state if found.happened else context.position
    about = found.happened.effect if found.happened else found.actions.get(text)
    told = "" if found.happened is None else context.game.say(about, state, language, context.names)
    return show(
        context,
        "lesson.html",
        lesson=one,
        due=found,
        title=_title(context, found, said["act"]),
        heading=marked(said["title"], game),
        says=marked(said["says"], game) if "says" in said else told,
        new=marked(said["new"], game) if "new" in said else "",
        tells=marked(said["tells"], game) if "new" in said else "",
        key=said.get("key") or context.words.phrase("learn.go_on" if one.can or one.met else "learn.there"),
        figure=_figure(context, one),
        scene=context.pages.scene(context, state, about) if about is not None else "",
        keys=[context.pages.offer(context, action) for action in found.actions.values()],
        chosen=texts.index(text) if texts else 0,
    )


def _title(context: AnyContext, found: Due, act: str) -> str:
    """What is done; and who does it, if it is one player and not this phone's own."""
    seat = context.acting if found.lesson.can else None
    if found.happened is not None:
        seat = getattr(found.happened.effect, "seat", None)
    if not isinstance(seat, int) or seat == context.view.seat:
        return act[:1].upper() + act[1:]
    return context.words.phrase("learn.who", name=context.names[seat], act=act)


def _figure(context: AnyContext, one: Lesson) -> tuple[str, float, float]:
    """The address of its picture, and its size in mm."""
    game = context.view.game
    return face_file(game, one.face, context.language), *signs(game).figures[one.face]
