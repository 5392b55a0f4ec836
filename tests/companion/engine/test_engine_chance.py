"""Who supplies chance: the app's generator, typed-in outcomes, scripts and logs, each with its source."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.engine import ParseError, RefusedError, hangzhou
from companion.engine.drive import Generator, Script, ScriptEnded, at_random, drive, supplied, unattended
from companion.engine.game import Source
from companion.games.hangzhou.chance import DieDrawn, MerchantActs

ROLL = hangzhou.parse("hangzhou RB bag: b3 k1 now: roll black")


def test_a_seed_repeats_and_the_system_does_not() -> None:
    def rolls(generator: Generator) -> list[str]:
        return [hangzhou.action_text(generator.supply(hangzhou, ROLL).outcome) for _ in range(40)]

    assert rolls(Generator(7)) == rolls(Generator(7))
    assert rolls(Generator(7)) != rolls(Generator(8))
    ours = Generator()
    assert ours.seed != Generator().seed
    assert rolls(ours) == rolls(Generator(ours.seed)), "the seed drawn can be told afterwards"


def test_the_generator_goes_by_the_probabilities() -> None:
    """Three blue dice and a black one: blue 3 in 4, each price 1 in 3. Five standard errors are allowed."""
    generator, rolls = Generator(1), 6000
    counts = Counter(generator.supply(hangzhou, ROLL).outcome for _ in range(rolls))
    for outcome, probability in hangzhou.chances(ROLL):
        p = float(probability)
        assert abs(counts[outcome] - rolls * p) < 5 * (rolls * p * (1 - p)) ** 0.5
    assert generator.supply(hangzhou, ROLL).source is Source.APP


def test_what_is_certain_is_asked_of_nobody() -> None:
    moving = hangzhou.parse("hangzhou RB now: move green")
    found = supplied(hangzhou, moving, Script([]))
    assert (found.outcome, found.source) == (MerchantActs("green"), Source.RULES)


def test_a_script_in_words_or_values() -> None:
    script = Script(["b2", DieDrawn("black", 5), "red 1", "nonsense"], Source.LOG)
    assert hangzhou.action_text(script.supply(hangzhou, ROLL).outcome) == "die blue 2"
    assert script.supply(hangzhou, ROLL).source is Source.LOG
    with pytest.raises(RefusedError):
        script.supply(hangzhou, ROLL)
    with pytest.raises(ParseError):
        script.supply(hangzhou, ROLL)
    with pytest.raises(ScriptEnded, match="after the 4 given"):
        script.supply(hangzhou, ROLL)


def test_a_game_again_from_the_outcomes_of_its_log() -> None:
    start = hangzhou.new(players=2)
    player = at_random(4, hangzhou.tired)
    first = list(drive(hangzhou, start, player, Generator(4)))
    rolled = [step.action for step in first if step.source is Source.APP]
    again = list(drive(hangzhou, start, at_random(4, hangzhou.tired), Script(rolled, Source.LOG)))
    assert [step.state for step in again] == [step.state for step in first]
    assert {step.source for step in again} == {None, Source.LOG, Source.RULES}


def test_unattended_stops_at_a_decision() -> None:
    steps = list(unattended(hangzhou, hangzhou.new(players=2), Generator(1)))
    assert [step.source for step in steps] == [Source.APP, Source.APP]
    assert steps[-1].state.turn == 1
