"""The end of a game on phones and on the big screen: the count line by line, the winner and the reason, and each number
of the score with the log entries behind it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from flask import abort

from companion.engine.game import Score, ScoreLine, Sheet
from companion.engine.reading import number
from companion.tables.game import table_game
from companion.web.assets import signs
from companion.web.context import AnyContext
from companion.web.table import count
from companion.web.table.frame import entries, show
from companion.web.table.log import LogLine, log_lines
from companion.web.widgets import Key, do

MINUTE = 60_000
PICTURE_WIDTH = 1200
"""Pixels."""
NOT_DRAWN = "\u0530"
"""The first letter beyond Latin, Greek and Cyrillic: the picture's typefaces have none."""
TYPEFACES = ("Spectral-SemiBold", "AlegreyaSans-Regular", "AlegreyaSans-Bold")


def end(context: AnyContext, item: str = "") -> str:
    """Returns the page after the game: the count while it is in progress, then the result."""
    return _count(context) if count.counting(context) else result(context, item)


def result(context: AnyContext, item: str = "") -> str:
    """Returns the page with the winner, the score, and what to do next."""
    if context.view.score is None:
        return show(context, "noscore.html")
    return _show(context, "result/result.html", over=True, opener=context.chair_name(context.view.ui.next_by))


def screen(context: AnyContext) -> str:
    """Returns the same for the big screen."""
    if context.view.score is None:
        return show(context, "result/unknown.html")
    return _show(context, "result/screen.html", over=not count.counting(context))


def _count(context: AnyContext) -> str:
    lines, say = count.count_lines(context), context.words.phrase
    number = count.count_lines_shown(context, len(lines))
    coming = lines[number] if number < len(lines) else None
    worth = "" if coming is None or coming.worth is None else say("each", n=str(coming.worth))
    label = say("result.who_wins") if coming is None else coming.name
    return _show(
        context,
        "result/count.html",
        over=False,
        done=[_most(context, line) for line in lines[:number]],
        leads=_leaders(context, lines[:number]),
        coming=coming,
        on=Key(label, do("reveal", lines=number + 1), worth, go=True),
        skip=Key(say("result.skip"), do("reveal", lines=len(lines) + 1)),
    )


def _show(context: AnyContext, template: str, *, over: bool, **values: object) -> str:
    """Returns the page with as many lines as are counted now; `over`: with all."""
    score, lines = context.view.score, count.count_lines(context)
    assert score is not None, "callers check it"
    counted = len(lines) if over else count.count_lines_shown(context, len(lines))
    bars = count.columns(score, lines, counted)
    return show(
        context,
        template,
        score=score,
        won=format_winners(context, context.names),
        reason=reason(context, score, context.names),
        over=over,
        columns=count.ranked(bars) if over else bars,
        lines=lines,
        counted=counted,
        wait=0.0 if over else count.wait(context),
        length=length(context),
        **values,
    )


def picture(context: AnyContext) -> bytes:
    """Returns the result as a PNG file of 1200 × 630 pixels. 404 before it is known."""
    from resvg_py import svg_to_bytes  # the static site has neither this nor the press

    from pnp.text.fonts import list_installed_faces

    score, faces = context.view.score, list_installed_faces()
    if score is None or not count.ended(context):
        abort(404)
    players = zip(context.names, context.players, strict=True)
    names = [_drawable(name) or context.pages.chair_name(chair.key, context.language) for name, chair in players]
    lines = count.count_lines(context)
    svg = show(
        context,
        "result/picture.svg",
        symbols=signs(context.view.game).symbols_svg.partition("?>")[2],
        won=format_winners(context, names),
        reason=reason(context, score, names),
        names=names,
        columns=count.ranked(count.columns(score, lines, len(lines))),
        lines=lines,
        date=f"{datetime.fromtimestamp(context.view.moved_at / 1000).astimezone():%Y-%m-%d}",
        length=length(context),
    )
    return bytes(svg_to_bytes(svg_string=svg, width=PICTURE_WIDTH, font_files=[str(faces[name]) for name in TYPEFACES]))


def _drawable(name: str) -> str:
    """Returns a name without letters that the typefaces lack; "" if nothing legible is left."""
    drawn = "".join(letter for letter in name if letter.isprintable() and letter < NOT_DRAWN).strip()
    return drawn if any(map(str.isalnum, drawn)) else ""


def _most(context: AnyContext, line: count.CountLine) -> str:
    """Returns “Coins in hand: Tomás 9, Ana 7”: the two with the most."""
    best = sorted(((points, -seat) for seat, points in enumerate(line.points) if points), reverse=True)[:2]
    who = ", ".join(f"{context.names[-seat]} {points}" for points, seat in best)
    return f"{line.name}: {who or '–'}"


def _leaders(context: AnyContext, lines: Sequence[count.CountLine]) -> str:
    if not lines:
        return context.words.phrase("result.begin")
    totals = [sum(points) for points in zip(*(line.points for line in lines), strict=True)]
    names = [name for name, total in zip(context.names, totals, strict=True) if total == max(totals)]
    return context.words.phrase("result.leads", names=context.words.listed(names), n=str(max(totals)))


def length(context: AnyContext) -> str:
    """Returns the length of the game: rounds, if the game has them, and minutes."""
    view, found = context.view, [context.pages.length(context)]
    if view.began_at:
        found.append(f"{max(1, round((view.moved_at - view.began_at) / MINUTE))} min")
    return " · ".join(filter(None, found))


def format_winners(context: AnyContext, names: Sequence[str]) -> str:
    """Returns a text with the winners; `names` are those of the players."""
    score, say = context.view.score, context.words.phrase
    if score is None or not score.final:
        return say("score.now")
    if not score.winners:
        return say("score.lost")
    winners = context.words.listed(names[seat] for seat in score.winners)
    return say("score.wins" if len(score.winners) == 1 else "score.share", names=winners)


def reason(context: AnyContext, score: Score, names: Sequence[str]) -> str:
    """Returns why the winners won: by points, by a tie breaker, or by a rule of the game. `names` are the players'."""
    words, say = context.words, context.words.phrase
    best = max(sheet.total for sheet in score.sheets)
    ahead = [sheet for sheet in score.sheets if sheet.total == best]
    winners = [sheet for sheet in ahead if sheet.seat in score.winners]
    if not context.pages.by_points(score) or not winners or len(score.sheets) < 2:
        phrase = context.own_words.get(f"decided.{score.decided_by}", "") if score.winners else ""
        return phrase[:1].upper() + phrase[1:] + "." if phrase else ""
    losers = [sheet for sheet in ahead if sheet not in winners]
    if losers:
        tied = say("result.tied", names=words.listed(names[sheet.seat] for sheet in losers))
        return f"{tied} {_format_tie_break(context, winners, losers, names)}".rstrip()
    if len(winners) > 1:
        return say("result.all_tied", n=str(best))
    second = max(sheet.total for sheet in score.sheets if sheet.total < best)
    behind = words.listed(names[sheet.seat] for sheet in score.sheets if sheet.total == second)
    return say("result.ahead", points=words.count("thing.points", best - second), names=behind)


def _format_tie_break(
    context: AnyContext, winners: Sequence[Sheet], losers: Sequence[Sheet], names: Sequence[str]
) -> str:
    for line in winners[0].ties:
        tied = [(sheet, line_of(sheet.ties, line.thing)) for sheet in (*winners, *losers)]
        numbers = [(sheet.seat, None if other is None else other.count) for sheet, other in tied]
        if any(number != line.count for _, number in numbers[len(winners) :]):
            name = context.line_name(line)
            each = ", ".join(f"{names[seat]} {number}" for seat, number in numbers)
            what = f"{name[:1].lower()}{name[1:]}, {each}"
            return f"{context.words.phrase('result.tiebreak', what=what)}."
    return ""


def score(context: AnyContext, item: str) -> str:
    """Returns the score line by line. `item`, such as ``0-coins``, opens the entries behind a number."""
    found = context.view.score
    if found is None:
        return show(context, "noscore.html")
    lines = {line.thing: line for sheet in found.sheets for line in sheet.lines}
    rules = list(dict.fromkeys(line.rule for line in lines.values()))
    totals = [sheet.total for sheet in found.sheets]
    tied = found.sheets if totals.count(max(totals)) > 1 else ()
    return show(
        context,
        "score.html",
        score=found,
        labels=sorted(lines.values(), key=lambda line: rules.index(line.rule)),
        ties=list({line.thing: line for sheet in tied for line in sheet.ties}.values()),
        won=format_winners(context, context.names),
        line_of=line_of,
        reason=reason(context, found, context.names) if found.final else "",
        length=length(context),
        **_list_derivation(context, found, item),
    )


def line_of(lines: Sequence[ScoreLine], thing: str) -> ScoreLine | None:
    """Returns the line for a thing, if any."""
    return next((line for line in lines if line.thing == thing), None)


def _list_derivation(context: AnyContext, score: Score, item: str) -> dict[str, object]:
    """Returns the steps to a number of the score: the start, then each entry that changed it; none if they do not add
    up."""
    seat, _, thing = item.partition("-")
    sheet = next((sheet for sheet in score.sheets if sheet.seat == number(seat)), None)
    line = line_of(sheet.lines, thing) if sheet is not None else None
    if sheet is None or line is None:
        return {}
    steps: list[tuple[LogLine | None, int, int]] = []  # entry, change, number after it
    for entry in entries(context):
        if not entry.moment or entry.undone or entry.state is None:
            continue
        now = table_game(context.view.game).number(entry.state, sheet.seat, thing)
        if now is None:
            steps = []
            break
        if not steps:
            steps.append((None, now, now))
        elif now != steps[-1][2]:
            steps += [(told, now - steps[-1][2], now) for told in log_lines(context, [entry])]
    return {
        "made": steps if steps and steps[-1][2] == line.count else [],
        "made_by": context.names[sheet.seat],
        "made_of": f"{context.line_name(line)}, {line.count}",
    }
