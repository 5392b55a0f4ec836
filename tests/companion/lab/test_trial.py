"""One game of the lab: the same each time, told in the project's own notation."""

from __future__ import annotations

from pathlib import Path

import pytest
from experiments import DUNHUANG, experiment

from companion.engine import OVER, game
from companion.engine.log import read_log, replay
from companion.engine.registry import GAMES
from companion.engine.wording import wording
from companion.lab.study import study_of
from companion.lab.trial import NOBODY, STOPPED, follow_lead, trial, unpacked


@pytest.mark.parametrize("name", GAMES)
def test_its_log_replays_to_the_same_end(tmp_path: Path, name: str) -> None:
    rules = game(name)
    made = experiment(tmp_path, f'game = "{name}"\nplayers = 2\nbots = ["random"]\nlongest = 1000000')
    row = trial(rules, made, 3, 0)
    again = trial(rules, made, 3, 0)
    assert (again.log, again.seats, again.counts) == (row.log, row.seats, row.counts)
    steps = list(replay(read_log(unpacked(row.log))))
    assert len(steps) == row.actions
    assert steps[-1].state.turn is OVER
    score = rules.score(steps[-1].state)
    assert [seat.points for seat in row.seats] == [sheet.total for sheet in score.sheets]
    assert [seat.share for seat in row.seats] == list(score.returns)
    assert sum(seat.decisions for seat in row.seats) <= sum(step.by is not None for step in steps)
    assert trial(rules, made, 4, 0).log != row.log


@pytest.mark.parametrize("name", GAMES)
def test_what_is_counted_is_among_the_things_there_are_and_every_word_is_there(tmp_path: Path, name: str) -> None:
    rules, study = game(name), study_of(game(name))
    made = experiment(tmp_path, f'game = "{name}"\nplayers = 2\nbots = ["random"]\nlongest = 1000000')
    row = trial(rules, made, 0, 0)
    kinds = {kind.id for kind in study.KINDS}
    assert {one.kind for one in row.counts} <= kinds
    for one in row.counts:
        assert one.thing in study.things(rules, one.kind)
    for kind in study.KINDS:
        assert not kind.of or kind.of in kinds
        for language in ("en", "es"):
            assert f"study.{kind.id}" in wording(rules.WORDS, language).phrases
            assert all(study.name(kind.id, thing, language) for thing in study.things(rules, kind.id))
    for language in ("en", "es"):
        assert f"study.ending.{row.ending}" in wording(rules.WORDS, language).phrases


def test_the_same_deal_is_played_from_every_seat(tmp_path: Path) -> None:
    made = experiment(tmp_path, DUNHUANG.replace('["random"]', '["random", "greedy"]') + 'seating = "swapped"')
    first, second, third = (trial(game("dunhuang"), made, n, 0) for n in range(3))
    laid = [unpacked(row.log).splitlines()[1:17] for row in (first, second, third)]
    assert laid[0] == laid[1] != laid[2]
    assert [seat.bot for seat in second.seats] == ["greedy", "random"]


def test_a_game_without_an_end_is_stopped_and_nobody_wins(tmp_path: Path) -> None:
    made = experiment(tmp_path, DUNHUANG + "longest = 30")
    row = trial(game("dunhuang"), made, 0, 0)
    assert (row.actions, row.ending) == (30, STOPPED)
    assert [seat.share for seat in row.seats] == [0.0, 0.0]


def test_the_lead_is_followed() -> None:
    """A leads, B passes it, A passes back, they draw level, A stays ahead; without decisions nobody leads."""
    assert follow_lead([0, 1, 0, NOBODY, 0]) == (2, 0)
    assert follow_lead([NOBODY, 1, NOBODY, 1]) == (0, NOBODY)
    assert follow_lead([]) == (0, NOBODY)
