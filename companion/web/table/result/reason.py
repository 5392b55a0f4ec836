"""Who has won, and why, in words."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.game import Score, ScoreLine, Sheet
from companion.engine.wording import Wording, wording
from companion.web.context import AnyContext
from companion.web.table.result import WORDS


def words(context: AnyContext) -> Wording:
    """What these pages say."""
    return wording(WORDS, context.language)


def won(context: AnyContext, called: Sequence[str]) -> str:
    """Who wins, in a few words."""
    score, say = context.view.score, context.words.phrase
    if score is None or not score.final:
        return say("score.now")
    names = [called[seat] for seat in score.winners]
    if not names:
        return say("score.lost")
    return say("score.wins" if len(names) == 1 else "score.share", names=context.words.listed(names))


def reason(context: AnyContext, score: Score, called: Sequence[str] = ()) -> str:
    """Why they have won: by so many points, by what breaks a tie, or by a rule of the game. `called` are the players'
    names, where they are not written as they are."""
    names = called or context.names
    say = words(context).phrase
    best = max(sheet.total for sheet in score.sheets)
    ahead = [sheet for sheet in score.sheets if sheet.total == best]
    mine = [sheet for sheet in ahead if sheet.seat in score.winners]
    if not context.pages.by_points(score) or not mine or len(score.sheets) < 2:
        phrase = context.own_words.get(f"decided.{score.decided_by}", "") if score.winners else ""
        return phrase[:1].upper() + phrase[1:] + "." if phrase else ""
    rivals = [sheet for sheet in ahead if sheet.seat not in score.winners]
    if rivals:
        return f"{say('tied', names=_names(context, rivals, names))} {_parted(context, mine, rivals, names)}".rstrip()
    if len(mine) > 1:
        return say("all_tied", n=str(best))
    second = max(sheet.total for sheet in score.sheets if sheet.total < best)
    behind = [sheet for sheet in score.sheets if sheet.total == second]
    points = words(context).count("points", best - second)
    return say("ahead", points=points, names=_names(context, behind, names))


def _names(context: AnyContext, sheets: Sequence[Sheet], names: Sequence[str]) -> str:
    return context.words.listed(names[sheet.seat] for sheet in sheets)


def _parted(context: AnyContext, mine: Sequence[Sheet], rivals: Sequence[Sheet], names: Sequence[str]) -> str:
    """What breaks the tie, with what each has of it."""
    for line in mine[0].ties:
        if any(_count(sheet, line) != line.count for sheet in rivals):
            said = [f"{names[sheet.seat]} {_count(sheet, line)}" for sheet in (*mine, *rivals)]
            name = context.line_name(line)
            return words(context).phrase("tiebreak", what=f"{name[:1].lower()}{name[1:]}, {', '.join(said)}")
    return ""


def _count(sheet: Sheet, line: ScoreLine) -> int | None:
    return next((other.count for other in sheet.ties if other.thing == line.thing), None)
