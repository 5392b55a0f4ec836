"""Who is ahead and how each point was made: every number opens the entries that made it."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.game import Score, ScoreLine, Sheet
from companion.engine.reading import number
from companion.tables.game import table_game
from companion.web.context import AnyContext
from companion.web.table import frame_views
from companion.web.table.entries import entries
from companion.web.table.frame_views import LogLine
from companion.web.table.renderer import show
from companion.web.table.result.reason import won, words
from companion.web.wordings import speaking


class Made(Struct, frozen=True):
    """What an entry did to one number: by how much, and how it stood then. The first has no entry: the start."""

    line: LogLine | None
    change: int
    now: int


def score(context: AnyContext, item: str) -> str:
    """Who is ahead and how each point was made."""
    found = context.view.score
    if found is None:
        return show(context, "noscore.html")
    return show(
        context,
        "score.html",
        l=speaking(words(context)),
        score=found,
        labels=labels(found),
        ties=ties(found),
        won=won(context, context.names),
        line_of=line_of,
        tie=tie,
        **_made(context, found, item),
    )


def labels(score: Score) -> tuple[ScoreLine, ...]:
    """A line for each thing that anybody scored, in the order of the sheets: sheets may hold different things."""
    found: list[ScoreLine] = []
    for sheet in score.sheets:
        at = 0
        for line in sheet.lines:
            here = next((i for i, known in enumerate(found) if known.thing == line.thing), None)
            if here is None:
                found.insert(at, line)
            at = (at if here is None else here) + 1
    return tuple(found)


def line_of(sheet: Sheet, thing: str) -> ScoreLine | None:
    """The line of a sheet for a thing; none: its player did not score with it."""
    return next((line for line in sheet.lines if line.thing == thing), None)


def ties(score: Score) -> tuple[ScoreLine, ...]:
    """The lines that break a tie, if there is one at the top."""
    totals = [sheet.total for sheet in score.sheets]
    if totals.count(max(totals)) < 2:
        return ()
    return tuple({line.thing: line for sheet in score.sheets for line in sheet.ties}.values())


def tie(sheet: Sheet, thing: str) -> int | None:
    """What a sheet has of a thing that breaks ties; none: it is not asked."""
    return next((line.count for line in sheet.ties if line.thing == thing), None)


def _made(context: AnyContext, score: Score, item: str) -> dict[str, object]:
    """How one number of the table came about: what the seat had at the start, and each entry after which it had more
    or less of that thing. It adds up."""
    seat, _, thing = item.partition("-")
    sheet = next((s for s in score.sheets if s.seat == number(seat)), None)
    line = line_of(sheet, thing) if sheet is not None else None
    if sheet is None or line is None:
        return {}
    said: dict[str, object] = {
        "made_by": context.names[sheet.seat],
        "made_of": f"{context.line_name(line)}, {line.count}",
    }
    game = table_game(context.view.game)
    found: list[Made] = []
    before: int | None = None
    for entry in entries(context):
        if not entry.moment or entry.undone or entry.state is None:
            continue
        count = game.number(entry.state, sheet.seat, thing)
        if count is None:
            # What was hidden then does not tell where it came from.
            return {"made": [], **said}
        if before is None:
            found.append(Made(None, count, count))
        elif count != before:
            found += [Made(told, count - before, count) for told in frame_views.lines(context, [entry])]
        before = count
    return {"made": found if before == line.count else [], **said}
