"""What many games say, by figures that can be worked out by hand; and two arms of the same deals, compared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from experiments import experiment

from companion.cli import main
from companion.engine import game
from companion.lab.compare import CompareError, Comparison, compare, student
from companion.lab.measures import half_time, spread, things, wilson
from companion.lab.results import Results, begin
from companion.lab.trial import NOBODY, Row, Seated, Times

TWO = """
game = "dunhuang"
players = 2
games = 40
bots = ["easy", "greedy"]
seating = "swapped"

[[arm]]
name = "before"

[[arm]]
name = "after"
"""


def filled(folder: Path, points: Callable[[int, int, str], int], text: str = TWO) -> Results:
    """A run of two arms; `points` says what a bot makes, of the arm and the number of the deal."""
    results = begin(folder / "run.sqlite3", experiment(folder, text))
    for arm in (0, 1):
        rows = []
        for number in range(results.experiment.arms[arm].games):
            deal, turn = divmod(number, 2)
            bots = ("easy", "greedy") if not turn else ("greedy", "easy")
            made = [points(arm, deal, bot) for bot in bots]
            shares = [float(one == max(made)) / made.count(max(made)) for one in made]
            seats = (Seated(*all, 20 + deal % 3) for all in zip(bots, made, shares, strict=True))
            rows.append(Row(arm, number, deal, 60, "end", 1, 0, 0.1, b"", tuple(seats), ()))
        results.add(rows)
    return results


def told(found: Comparison) -> dict[tuple[str, str], int]:
    return {(one.question, one.bot): one.told for one in found.differences}


def test_a_difference_is_told_of_the_bot_that_has_it(tmp_path: Path) -> None:
    """Deals differ by far more than what was changed, which pairs leave out."""
    with filled(tmp_path, lambda arm, deal, bot: 10 * deal + (2 + deal % 2 if arm and bot == "greedy" else 0)) as run:
        found = compare(run, 0, run, 1)
        back = compare(run, 1, run, 0)
    assert found.pairs == 40
    points = {("points", "easy"): 0, ("points", "greedy"): 1}
    wins = {("wins", "easy"): -1, ("wins", "greedy"): 1}
    assert told(found) == {("length", ""): 0, **points, **wins, ("first", ""): 0, ("changes", ""): 0}
    assert told(back) == {key: -value for key, value in told(found).items()}
    (one,) = (one for one in found.differences if (one.question, one.bot) == ("points", "greedy"))
    assert (one.value, one.second - one.first) == (2.5, 2.5) and one.low < 2.5 < one.high


def test_chance_alone_is_no_difference(tmp_path: Path) -> None:
    with filled(tmp_path, lambda arm, deal, bot: (7 * deal + 5 * arm * (deal % 7) + len(bot)) % 23) as run:
        assert not any(told(compare(run, 0, run, 1)).values())


def test_a_quantile_is_that_of_tables() -> None:
    assert student(0.975, 10) == pytest.approx(2.228, rel=0.001)
    assert student(0.995, 5) == pytest.approx(4.032, rel=0.01)


def test_arms_without_common_deals_are_refused(tmp_path: Path) -> None:
    three = TWO.replace('name = "after"', 'name = "after"\nplayers = 3\nbots = ["easy"]\ngames = 4')
    with begin(tmp_path / "three.sqlite3", experiment(tmp_path, three)) as run:
        with pytest.raises(CompareError, match="the number of players is 2 and 3"):
            compare(run, 0, run, 1)
        with pytest.raises(CompareError, match="share 0 deals; 6 are needed"):
            compare(run, 0, run, 0)


SAYS = {
    "en": ("after compared with before: 40 games", "One step ahead: 3.0 points more (3.0 to 3.0).", "All 7 intervals"),
    "es": ("after frente a before: 40 partidas", "A un paso vista: 3.0 puntos más (de 3.0 a 3.0).", "Los 7 intervalos"),
}


@pytest.mark.parametrize("language", SAYS)
def test_the_command_says_it_in_sentences(tmp_path: Path, language: str) -> None:
    with filled(tmp_path, lambda arm, deal, bot: 10 * deal + (3 if arm and bot == "greedy" else 0)):
        pass
    run = str(tmp_path / "run.sqlite3")
    done = CliRunner().invoke(main, ["lab", "compare", run, f"{run}:after", "--language", language])
    assert done.exit_code == 0 and all(one in done.output for one in SAYS[language]), done.output
    detailed = CliRunner().invoke(main, ["lab", "compare", run, f"{run}:after", "--language", language, "--details"])
    assert detailed.output.startswith(done.output) and len(detailed.output.splitlines()) == 9 + 8
    wrong = CliRunner().invoke(main, ["lab", "compare", run, f"{run}:none"])
    assert wrong.exit_code == 2 and "there is no arm none; there are: before, after" in wrong.output


# --- what many games say ---


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
