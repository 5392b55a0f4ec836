"""One sentence about this game among those that this phone has seen of its kind."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.game import Score
from companion.tables.log.outline import Finisher, folded
from companion.web.context import AnyContext
from companion.web.http.served import tables
from companion.web.table.result.reason import words

FEW = 2
"""Games of a kind before which there is nothing to compare."""


def remark(context: AnyContext, score: Score) -> str:
    """“Closest end of your 6 games.” Empty: there is nothing to say yet."""
    if len(score.sheets) < FEW or not score.winners:
        return ""
    games = tables().history.own_finished(context.phone.token, context.view.game)
    games = [seats for seats in games if len(seats) >= FEW]
    if len(games) < FEW:
        return ""
    say, number = words(context).phrase, str(len(games))
    name = context.names[score.winners[0]]
    best = max(sheet.total for sheet in score.sheets)
    if best >= max(seat.total for seats in games for seat in seats):
        return say("record", n=number, name=name, points=words(context).count("points", best))
    if _margin([sheet.total for sheet in score.sheets]) <= min(map(_ends, games)):
        return say("closest", n=number)
    wins = sum(any(seat.won and folded(seat.name) == folded(name) for seat in seats) for seats in games)
    return say("wins_of", n=number, name=name, wins=str(wins)) if wins else ""


def _ends(seats: Sequence[Finisher]) -> int:
    return _margin([seat.total for seat in seats])


def _margin(totals: Sequence[int]) -> int:
    """Points between the first and the second."""
    first, second, *_ = sorted(totals, reverse=True)
    return first - second
