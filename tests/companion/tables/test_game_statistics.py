"""Statistics of games, by hand: lengths, points, players, and what points were made of."""

from __future__ import annotations

from companion.engine.game import ScoreLine
from companion.tables.history import Played, Spread, made_by, statistics
from companion.tables.log.views import Finisher


def seat(name: str, points: dict[str, int], won: bool = False, rule: str = "score") -> Finisher:
    lines = tuple(ScoreLine(thing, count, 1, rule) for thing, count in points.items())
    return Finisher(0, "white", name, sum(points.values()), won, lines)


def finished(minutes: int | None, seats: tuple[Finisher, ...]) -> Played:
    began, ended = (None, 0) if minutes is None else (0, minutes * 60_000)
    return Played((), 0, False, began, ended, seats, code="QKTRN", game="hangzhou", at=0)


def test_lengths_points_and_players() -> None:
    games = [
        finished(20, (seat("Ana", {"coins": 4}), seat("Mei", {"coins": 9}, won=True))),
        finished(40, (seat("mei", {"coins": 6}, won=True), seat("", {"coins": 1}), seat("ANA", {"coins": 2}))),
        finished(None, (seat("Zoë", {"coins": 5}, won=True),)),
    ]
    found = statistics(games)
    assert found.games == 3
    assert found.minutes == Spread(20, 30.0, 40)
    assert found.points is not None and (found.points.least, found.points.most) == (1, 9)
    assert [(s.name, s.games, s.wins, s.points and s.points.mean) for s in found.players] == [
        ("mei", 2, 2, 7.5),
        ("ANA", 2, 0, 3.0),
        ("Zoë", 1, 1, 5.0),
    ]


def test_solo_games_without_points_have_a_length_only() -> None:
    line = ScoreLine("sold_green", 2, 0, "solo")
    found = statistics([finished(12, (Finisher(0, "white", "Ana", 0, True, (line,)),))])
    assert found.games == 1 and found.minutes == Spread(12, 12.0, 12)
    assert found.points is None and found.players == () and found.made == ()


def test_things_that_not_all_have_are_told_by_their_rule() -> None:
    both = {"coins": 3}
    seats = [
        Finisher(0, "a", "A", 12, True, (*seat("", both).lines, *seat("", {"inn": 4, "gate": 5}, rule="sale").lines)),
        Finisher(1, "b", "B", 5, False, (*seat("", both).lines, *seat("", {"well": 2}, rule="sale").lines)),
    ]
    sale, coins = made_by(seats)
    assert (coins.things, coins.mean) == ({"coins"}, 3.0)
    assert (sale.things, sale.mean) == ({"inn", "gate", "well"}, 5.5)
    assert [sale.points(s) for s in seats] == [9, 2]
    assert sum(kind.mean for kind in (sale, coins)) == (12 + 5) / 2
