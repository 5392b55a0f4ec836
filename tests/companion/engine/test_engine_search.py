"""What programs that search ask of every game: returns, samples of chance, actions by number."""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from cases import CASES
from harness import Case

from companion.engine import dunhuang, hangzhou, xanadu
from companion.engine.correction import Correction
from companion.games.dunhuang.moves import Keep, Pay
from companion.games.hangzhou.chance import MerchantActs

sys.path.append(str(Path(__file__).parents[3] / "docs" / "pig"))
EVERY_GAME = pytest.mark.parametrize("case", [pytest.param(case, id=case.game.ID) for case in CASES])


@pytest.mark.parametrize(
    ("game", "position", "found"),
    [
        (hangzhou, "hangzhou RB R: c5 B: c8 now: over", (0.0, 1.0)),
        (hangzhou, "hangzhou RBY city: A1R3 R: c5 B: c8 Y: c1 now: over", (1.0, 0.0, 0.0)),
        (hangzhou, "hangzhou RB R: c5 B: c5 now: over", (0.5, 0.5)),
        (hangzhou, "hangzhou R sold: g1 o1 p1 k1 now: over", (1.0,)),
        (hangzhou, "hangzhou R sold: g4 o4 p4 R: c50 now: over", (0.0,)),
        (dunhuang, "dunhuang 3 A: c5 p9 B: c1 C: c1 now: over B", (0.0, 1.0, 0.0)),
        (dunhuang, "dunhuang 3 A: c5 p9 B: c1 C: c1 now: over", (1.0, 0.0, 0.0)),
        (xanadu, "xanadu 3 A: c5 B: c7 C: c7 now: over", (0.0, 0.5, 0.5)),
    ],
)
def test_who_has_won_has_one_and_shares_it(game: Any, position: str, found: tuple[float, ...]) -> None:
    """By points, by what breaks a tie, alone, and as top merchant whatever the points are."""
    assert game.returns(game.parse(position)) == found


@EVERY_GAME
def test_nothing_is_won_before_the_end(case: Case) -> None:
    with pytest.raises(ValueError, match="not over"):
        case.game.returns(case.game.new(2))


def test_samples_go_by_the_weights_and_by_whatever_generator() -> None:
    """Three blue dice and a black one, three prices each. Five standard errors are allowed."""
    chances = hangzhou.chances(hangzhou.parse("hangzhou RB bag: b3 k1 now: roll black"))
    rng, times = random.Random(3), 6000
    counts = Counter(chances.sample(rng) for _ in range(times))
    for outcome, probability in chances:
        p = float(probability)
        assert abs(counts[outcome] - times * p) < 5 * (times * p * (1 - p)) ** 0.5
    assert [chances.sample(random.Random(1)) for _ in range(3)] == [chances.sample(random.Random(1))] * 3
    assert chances.sample(random.SystemRandom()) in chances.outcomes


def test_what_is_certain_takes_nothing_from_the_generator() -> None:
    rng = random.Random(3)
    before = rng.getstate()
    assert hangzhou.chances(hangzhou.parse("hangzhou RB now: move green")).sample(rng) == MerchantActs("green")
    assert rng.getstate() == before


@EVERY_GAME
def test_every_action_has_one_number_and_every_number_one_action(case: Case) -> None:
    actions = case.game.catalogue
    assert [actions.index(action) for action in actions] == list(range(len(actions)))
    texts = [case.game.action_text(action) for action in actions]
    assert [case.game.parse_action(text) for text in texts] == list(actions)
    assert all(action in actions for action in case.universe if case.game.action_text(action) in texts)


def test_corrections_and_actions_of_other_games_have_no_number() -> None:
    for stranger in (Correction((), "Ana", "forgotten"), Pay(), [], None):
        assert stranger not in hangzhou.catalogue


def test_the_quick_way_of_a_choice_that_others_make_too() -> None:
    state = dunhuang.parse("dunhuang 2 A: hand 3 5 8 B: hand 4 4 7 now: choose")
    assert dunhuang.after(state, Keep("amber"), 1) == dunhuang.play(state, Keep("amber"), 1)[0]


def test_a_small_game_has_its_catalogue_and_its_quick_way_by_default() -> None:
    from pig.rules import PIG, Hold, Roll, Rolled

    assert PIG.after(PIG.new(2), Roll()) == PIG.play(PIG.new(2), Roll())[0]

    assert list(PIG.catalogue) == [Roll(), Hold(), *map(Rolled, range(1, 7))]
    won = PIG.parse("pig 2 points: A100 pot: 0 now: over")
    assert PIG.returns(won) == (1.0, 0.0)
