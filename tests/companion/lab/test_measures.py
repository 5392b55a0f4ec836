"""What many games say: figures that can be worked out by hand."""

from __future__ import annotations

import pytest

from companion.engine import game
from companion.lab.measures import half_time, spread, things, wilson
from companion.lab.trial import NOBODY, Row, Seated, Times


def row(half: int = 0, counts: tuple[Times, ...] = ()) -> Row:
    """A game that the first of two bots has won."""
    seats = tuple(Seated(bot, round(10 * share), share, 20) for bot, share in (("easy", 1.0), ("random", 0.0)))
    return Row(0, 0, 0, 60, "end", 1, half, 0.1, b"", seats, counts)


def test_an_interval_is_that_of_wilson() -> None:
    """As in textbooks: 15 of 50 lie between 19.1 % and 43.8 %; of 0 of 10 the upper end is 27.8 %."""
    share = wilson(15, 50)
    assert (share.value, round(share.low, 3), round(share.high, 3)) == (0.3, 0.191, 0.438)
    none = wilson(0, 10)
    assert (round(none.low, 9), round(none.high, 3)) == (0.0, 0.278)
    several = wilson(15, 50, shares=10)
    assert several.low < share.low and several.high > share.high, "of ten shares each has a wider one"
    with pytest.raises(ValueError, match="no cases"):
        wilson(0, 0)


def test_a_spread_has_the_middle_half() -> None:
    found = spread([5, 1, 2, 3, 4])
    assert (found.least, found.lower, found.median, found.upper, found.most) == (1, 2, 3, 4, 5)
    assert spread([1, 2]).median == 1.5 and spread([7]).upper == 7


def test_the_leader_at_half_time_wins_or_loses() -> None:
    found = half_time([row(0), row(0), row(1), row(NOBODY)])
    assert found is not None and (round(found.value, 3), found.cases) == (0.667, 3)
    assert half_time([row(NOBODY)]) is None


def test_things_have_rates_and_victories() -> None:
    """The trader is made use of 3 of 4 times, each time by the winner; whoever nobody met has no rate."""
    counts = (Times(0, "met", "trader", 4), Times(0, "used", "trader", 3), Times(-1, "laid", "maid", 1))
    rows, rules = [row(counts=counts)] * 5, game("dunhuang")
    kinds = {kind.id: kind for kind in rules.STUDY.KINDS}
    used, laid = ({one.thing: one for one in things(rules, kinds[kind], rows)} for kind in ("used", "laid"))
    trader = used["trader"]
    assert trader.rate is not None and (trader.times, trader.of, trader.rate.value) == (15, 20, 0.75)
    assert trader.wins is not None and (trader.wins.value, trader.wins.cases) == (1.0, 5)
    assert used["maid"].rate is None and used["maid"].times == 0
    assert laid["maid"].times == 5 and laid["maid"].wins is None
    (loser,) = (one for one in things(rules, kinds["used"], rows, "random") if one.thing == "trader")
    assert not loser.times, "of the other bot there is nothing"
