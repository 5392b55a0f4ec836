"""What many games say: figures that can be worked out by hand, and shares of luck that were put in."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from experiments import DUNHUANG, experiment

from companion.engine import game
from companion.lab.lead import Lead
from companion.lab.measures import ladder, luck, measures, spread, wilson
from companion.lab.trial import Row, Seated, Times, trial


def row(number: int, shares: dict[str, float], deal: int = 0, counts: tuple[Times, ...] = ()) -> Row:
    """A game in which the bots, in the order of their seats, had these shares."""
    seats = tuple(Seated(bot.split()[0], round(10 * share), share, 20) for bot, share in shares.items())
    return Row(0, number, deal, 60, "end", Lead(1, 0.5, (0,), crowned=False), seats, counts, 0.1, b"")


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
    assert (found.least, found.lower, found.median, found.upper, found.most, found.mean) == (1, 2, 3, 4, 5, 3)
    assert spread([1, 2]).median == 1.5
    with pytest.raises(ValueError, match="no numbers"):
        spread([])


def test_the_ladder_names_the_better_one_first() -> None:
    rows = [row(n, {"weak": 0.0, "strong": 1.0} if n % 4 else {"weak": 1.0, "strong": 0.0}) for n in range(8)]
    (rung,) = ladder(rows)
    assert (rung.bot, rung.other, rung.better.value, rung.better.cases) == ("strong", "weak", 0.75, 8)
    assert ladder([row(0, {"same 1": 1.0, "same 2": 0.0})]) == ()


def swapped(deals: int, wins: object) -> list[Row]:
    """Each deal from both seats; `wins` tells which bot does, of the bot on seat 0 and the deal."""
    assert callable(wins)
    rows = []
    for deal in range(deals):
        for turn, (a, b) in enumerate((("ana", "mei"), ("mei", "ana"))):
            winner = wins(a, deal)
            rows.append(row(2 * deal + turn, {a: float(winner == a), b: float(winner == b)}, deal))
    return rows


def test_luck_is_found_where_it_was_put() -> None:
    """Ana always wins; the seat that a deal favours always wins; a coin decides."""
    skill = luck(swapped(200, lambda first, deal: "ana"), 2)
    assert skill is not None and skill.players == pytest.approx(1) and skill.deal == pytest.approx(0)

    def favoured(first: str, deal: int) -> str:
        return first if deal % 2 else ({"ana", "mei"} - {first}).pop()

    dealt = luck(swapped(200, favoured), 2)
    assert dealt is not None and dealt.players == pytest.approx(0) and dealt.deal == pytest.approx(1, abs=0.02)
    rng = random.Random(3)
    coin = luck(swapped(2000, lambda first, deal: rng.choice(("ana", "mei"))), 2)
    assert coin is not None and coin.rest > 0.93
    for found in (skill, dealt, coin):
        assert found.players + found.deal + found.rest == pytest.approx(1)
    assert luck(swapped(1, favoured), 2) is None


def test_things_have_rates_and_victories(tmp_path: Path) -> None:
    """The trader is made use of 3 of 4 times, each time by the winner; whoever nobody met has no rate."""
    counts = (Times(0, "met", "trader", 4), Times(0, "used", "trader", 3), Times(-1, "laid", "maid", 1))
    rows = [row(n, {"random ana": 1.0, "random mei": 0.0}, counts=counts) for n in range(5)]
    made = measures(experiment(tmp_path), 0, rows, game("dunhuang"))
    things = {(one.kind.id, thing.thing): thing for one in made.counts for thing in one.things}
    trader = things["used", "trader"]
    assert trader.rate is not None and (trader.times, trader.of, trader.rate.value) == (15, 20, 0.75)
    assert trader.wins is not None and (trader.wins.value, trader.wins.cases) == (1.0, 5)
    assert things["used", "maid"].rate is None and things["used", "maid"].times == 0
    assert things["laid", "maid"].times == 5 and things["laid", "maid"].wins is None


def test_all_of_an_arm(tmp_path: Path) -> None:
    made = experiment(tmp_path, DUNHUANG + 'seating = "swapped"')
    rows = [trial(game("dunhuang"), made, n, 0) for n in range(6)]
    found = measures(made, 0, rows, game("dunhuang"))
    assert found.games == 6 and len(found.seats) == 2
    assert sum(share.value for share in found.seats) == pytest.approx(1)
    assert found.decisions.least == min(sum(seat.decisions for seat in row.seats) for row in rows)
    assert sum(number for _, number in found.endings) == 6
    (bot,) = found.bots
    assert (bot.bot, bot.wins.value, bot.wins.cases) == ("random", 0.5, 12)
    assert found.ladder == () and found.luck is not None
