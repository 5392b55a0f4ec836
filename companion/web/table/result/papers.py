"""What can be carried away from a finished game: a score sheet as PDF, and a picture to share."""

from __future__ import annotations

from datetime import datetime

from flask import abort

from companion.tables.game import table_game
from companion.web.context import AnyContext
from companion.web.table.count import columns, ranked
from companion.web.table.result.derivation import labels, ties
from companion.web.table.result.reason import reason, won
from companion.web.table.result.views import length
from companion.web.table.reveal import ended, lines
from companion.web.times import day


def score_sheet(context: AnyContext) -> bytes:
    """The score sheet as a PDF file. 404 while the score is not known."""
    found = context.view.score
    if found is None:
        abort(404)
    # Sheet and picture need the press; most tables end without them.
    from companion.web.table.result import score_sheet as sheet

    chairs = [context.pages.chair_name(chair.key, context.language) for chair in context.players]
    names = sheet.printable(context.view.game, context.names, chairs)
    words = sheet.Words(
        title=won(context, names),
        below=f"{context.own_words.phrase('name')} · {context.code}",
        lines=[(line.thing, context.line_name(line)) for line in labels(found)],
        total=context.words.phrase("score.points"),
        ties=[(line.thing, context.line_name(line)) for line in ties(found)],
        facts=facts(context),
        reason=reason(context, found, names),
        game=f"{context.own_words.phrase('name')} · {context.code}",
        date=_day(context),
        places=_places(context),
        chairs=chairs if any(context.pages.chair_sign(chair.key) for chair in context.players) else (),
    )
    return sheet.score_sheet(context.view.game, found, names, words, context.language)


def _places(context: AnyContext) -> list[int]:
    """Of each player's colour, which one it is; none where players have no colours."""
    chairs = table_game(context.view.game).CHAIRS
    coloured = any(context.pages.chair_sign(chair.key) for chair in context.players)
    return [chairs.index(chair.key) for chair in context.players] if coloured else []


def picture(context: AnyContext) -> bytes:
    """The result as a picture (PNG). 404 before it is known."""
    found = context.view.score
    if found is None or not ended(context):
        abort(404)
    from companion.web.table.result import picture as drawn
    from companion.web.table.result.score_sheet import printable

    chairs = [context.pages.chair_name(chair.key, context.language) for chair in context.players]
    names = printable(context.view.game, context.names, chairs)
    counted = lines(context)
    return drawn.picture(
        context.view.game,
        drawn.Told(
            title=won(context, names),
            reason=reason(context, found, names),
            below=" · ".join([context.own_words.phrase("name"), *filter(None, [facts(context)])]),
            names=names,
            signs=[context.pages.chair_sign(chair.key) for chair in context.players],
            lines=[line.name for line in counted],
        ),
        ranked(columns(found, counted, len(counted))),
        context.language,
    )


def facts(context: AnyContext) -> str:
    """The day on which it was played, where this server is, and how long it took."""
    return " · ".join(part for part in (_day(context), length(context)) if part)


def _day(context: AnyContext) -> str:
    at = context.view.moved_at
    return day(datetime.fromtimestamp(at / 1000).astimezone(), context.language) if at else ""
