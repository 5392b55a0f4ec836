"""The end of a game on phones and on the big screen: counted line by line, then who has won."""

from __future__ import annotations

from msgspec import Struct

from companion.engine.game import Score
from companion.web.context import AnyContext
from companion.web.http.served import tables
from companion.web.table import reveal
from companion.web.table.count import Column, Counted, columns, ranked
from companion.web.table.renderer import show
from companion.web.table.result.reason import reason, won, words
from companion.web.table.result.statistics import remark
from companion.web.widgets import Key, do
from companion.web.wordings import speaking

MINUTE = 60_000


class Told(Struct, frozen=True):
    """A line of the count in words: done, with who made most by it; or to come."""

    says: str
    done: bool
    now: bool


def end(context: AnyContext, item: str = "") -> str:
    """The game is over: the count while it is on, then the result."""
    return _count(context) if reveal.counting(context) else result(context, item)


def result(context: AnyContext, item: str = "") -> str:
    """Who has won, by how much, and what there is to do next."""
    score = context.view.score
    if score is None:
        return show(context, "noscore.html")
    lines = reveal.lines(context)
    opener = context.view.next_by
    return _show(
        context,
        "result/result.html",
        score,
        lines,
        len(lines),
        told=True,
        remark=remark(context, score),
        opener=context.words.phrase("the_host") if opener is None else context.chair_name(opener),
        next=_next(context),
        again=Key(words(context).phrase("play_again"), "again", context.words.phrase("same_seats"), go=True),
    )


def screen(context: AnyContext) -> str:
    """The same for the room: nothing is told there before its time."""
    score = context.view.score
    if score is None:
        return show(context, "result/unknown.html", l=speaking(words(context)))
    lines = reveal.lines(context)
    if reveal.counting(context):
        number = reveal.shown(context, len(lines))
        return _show(context, "result/screen.html", score, lines, number, told=False, wait=reveal.wait(context))
    return _show(context, "result/screen.html", score, lines, len(lines), told=True, remark=remark(context, score))


def _count(context: AnyContext) -> str:
    score, lines = context.view.score, reveal.lines(context)
    assert score is not None, "a score is counted"
    number = reveal.shown(context, len(lines))
    last = number >= len(lines)
    say = words(context).phrase
    label = say("who_wins") if last else lines[number].name
    small = "" if last else _worth(context, lines[number])
    return _show(
        context,
        "result/count.html",
        score,
        lines,
        number,
        told=False,
        said=_said(context, lines, number),
        leads=_leads(context, score, lines, number),
        coming=None if last else lines[number],
        on=Key(label, do("reveal", lines=number + 1), small, go=True),
        skip=Key(say("skip"), do("reveal", lines=len(lines) + 1), say("to_result")),
        wait=reveal.wait(context),
    )


def _show(
    context: AnyContext,
    template: str,
    score: Score,
    lines: tuple[Counted, ...],
    number: int,
    *,
    told: bool,
    **values: object,
) -> str:
    made: tuple[Column, ...] = columns(score, lines, number)
    over = number >= len(lines) and (told or not reveal.counting(context))
    return show(
        context,
        template,
        l=speaking(words(context)),
        score=score,
        won=won(context, context.names),
        reason=reason(context, score),
        told=told,
        columns=ranked(made) if over else made,
        lines=[(line, _worth(context, line)) for line in lines],
        counted=number,
        length=length(context),
        **values,
    )


def _worth(context: AnyContext, line: Counted) -> str:
    return "" if line.worth is None else words(context).phrase("worth", n=str(line.worth))


def length(context: AnyContext) -> str:
    """How long it was: rounds, where the game has them, and minutes."""
    view = context.view
    found = [context.pages.length(context)]
    if view.began_at:
        found.append(words(context).count("minutes", max(1, round((view.moved_at - view.began_at) / MINUTE))))
    return " · ".join(part for part in found if part)


def _said(context: AnyContext, lines: tuple[Counted, ...], number: int) -> tuple[Told, ...]:
    """The lines so far with whoever made most by them, the next one, and how many there are."""
    return tuple(
        Told(_most(context, line) if i < number else line.name, i < number, i == number)
        for i, line in enumerate(lines)
        if i <= number
    )


def _most(context: AnyContext, line: Counted) -> str:
    """“Coins in hand: Tomás 9, Ana 7”: the two who made most."""
    made = sorted(((points, -seat) for seat, points in enumerate(line.points) if points), reverse=True)[:2]
    who = ", ".join(f"{context.names[-seat]} {points}" for points, seat in made)
    return f"{line.name}: {who or words(context).phrase('nobody')}"


def _leads(context: AnyContext, score: Score, lines: tuple[Counted, ...], number: int) -> str:
    """Who leads after so many lines."""
    say = words(context).phrase
    if not number:
        return say("begin")
    totals = [sum(line.points[sheet.seat] for line in lines[:number]) for sheet in score.sheets]
    best = max(totals)
    names = [context.names[seat] for seat, total in enumerate(totals) if total == best]
    return say("leads" if len(names) == 1 else "lead", names=context.words.listed(names), n=str(best))


def _next(context: AnyContext) -> str:
    """Of the next table, who is there already."""
    code = context.view.next
    if not code:
        return ""
    there = {presence.chair for presence in tables().presence(code)}
    view = tables().view_for(code)
    held = [chair for chair in view.chairs if chair.held]
    return words(context).phrase("there", n=str(sum(c.number in there for c in held)), of=str(len(held)))
