"""Who supplies chance, the loop over people, bots and dice, and what every game offers to programs that play."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from cases import CASES
from harness import Case

from companion.engine import ParseError, RefusedError, dunhuang, hangzhou, xanadu
from companion.engine.correction import Correction
from companion.engine.drive import Generator, Script, ScriptEnded, drive, play_at_random
from companion.engine.game import Chances, Odds, Seat, Source
from companion.games.dunhuang.moves import Keep, Pay, PlaceCamel
from companion.games.dunhuang.names import Character
from companion.games.dunhuang.state import State
from companion.games.hangzhou.rounds import DieDrawn, MerchantActs

sys.path.append(str(Path(__file__).parents[3] / "docs" / "pig"))
EVERY_GAME = pytest.mark.parametrize("case", [pytest.param(case, id=case.game.ID) for case in CASES])
ROLL = hangzhou.parse("hangzhou RB bag: b3 k1 now: roll black")


def test_a_seed_repeats_and_the_system_does_not() -> None:
    def rolls(generator: Generator) -> list[str]:
        return [hangzhou.action_text(generator.supply(hangzhou, ROLL)) for _ in range(40)]

    assert rolls(Generator(7)) == rolls(Generator(7))
    assert rolls(Generator(7)) != rolls(Generator(8))
    assert rolls(Generator()) != rolls(Generator())


def test_the_generator_goes_by_the_probabilities() -> None:
    """Three blue dice and a black one: blue 3 in 4, each price 1 in 3. Five standard errors are allowed."""
    generator, rolls = Generator(1), 6000
    counts = Counter(generator.supply(hangzhou, ROLL) for _ in range(rolls))
    for outcome, probability in hangzhou.chances(ROLL):
        p = float(probability)
        assert abs(counts[outcome] - rolls * p) < 5 * (rolls * p * (1 - p)) ** 0.5


@pytest.mark.parametrize("odds", [{"a": 2, "b": 0}, [("a", 2), ("b", 0)], Chances(("a",), (2,))])
def test_odds_are_a_mapping_or_pairs_and_what_weighs_nothing_cannot_come(odds: Odds) -> None:
    assert Chances.of(odds) == Chances(("a",), (2,))


def test_what_is_certain_is_asked_of_nobody() -> None:
    moving = hangzhou.parse("hangzhou RB now: move green")
    step = next(drive(hangzhou, moving, None, Script([])))
    assert (step.action, step.source) == (MerchantActs("green"), Source.RULES)


def test_a_script_in_words_or_values() -> None:
    script = Script(["b2", DieDrawn("black", 5), "red 1", "nonsense"])
    assert hangzhou.action_text(script.supply(hangzhou, ROLL)) == "die blue 2"
    assert script.supply(hangzhou, ROLL) == DieDrawn("black", 5)
    with pytest.raises(RefusedError):
        next(drive(hangzhou, ROLL, None, script))
    with pytest.raises(ParseError):
        script.supply(hangzhou, ROLL)
    with pytest.raises(ScriptEnded, match="after the 4 given"):
        script.supply(hangzhou, ROLL)


def test_a_game_again_from_the_outcomes_of_its_log() -> None:
    start = hangzhou.new(players=2)
    player = play_at_random(4, hangzhou.tired)
    first = list(drive(hangzhou, start, player, Generator(4)))
    rolled = [step.action for step in first if step.source is Source.APP]
    again = list(drive(hangzhou, start, play_at_random(4, hangzhou.tired), Script(rolled)))
    assert [step.state for step in again] == [step.state for step in first]
    assert {step.source for step in again} == {None, Source.HAND, Source.RULES}


def test_without_a_player_it_stops_at_a_decision() -> None:
    steps = list(drive(hangzhou, hangzhou.new(players=2), None, Generator(1)))
    assert [step.source for step in steps] == [Source.APP, Source.APP]
    assert steps[-1].state.turn == 1


def test_nobody_is_asked_where_cards_are_alike() -> None:
    """A was dealt three of tea, B two kinds: A's choice is made, B is asked."""
    asked = []

    def choose(state: State, seat: Seat, legal: Sequence[Any]) -> Any:
        asked.append((state.phase, seat))
        return legal[0]

    state = dunhuang.parse("dunhuang 2 A: c5 hand 6x3 B: c5 hand 4 4 7 now: choose")
    steps = drive(dunhuang, state, choose, Generator(1))
    assert [next(steps).action, next(steps).action] == [Keep("tea"), Keep("amber")]
    assert asked == [("choose", 1)]


def test_what_is_chosen_in_secret_is_waited_for_whatever_it_is() -> None:
    """Were A's choice skipped by the rules, B would know from that alone that A's cards are alike."""
    alike, mixed = (
        dunhuang.parse(f"dunhuang 2 A: hand {cards} B: hand 4 5 6 now: choose") for cards in ("6x3", "6 7 8")
    )
    assert dunhuang.waiting(alike) == dunhuang.waiting(mixed) == (0, 1)
    assert dunhuang.view(alike, Seat(1)) == dunhuang.view(mixed, Seat(1))


@pytest.mark.parametrize(("text", "phase"), [("dunhuang 2 now: act A 2", "act"), ("xanadu 2", "play"), ("RB", "play")])
def test_phases_are_named_as_in_texts(text: str, phase: str) -> None:
    game = {"d": dunhuang, "x": xanadu}.get(text[0], hangzhou)
    assert game.parse(text).phase == phase


@pytest.mark.parametrize(
    ("new", "one", "other"),
    [
        (hangzhou.new, {"start_at": 3, "round_limit": 12}, {"start_at": "3", "round_limit": "12"}),
        (hangzhou.new, {"round_limit": None}, {"round_limit": "none"}),
        (dunhuang.new, {"camel_max": 7}, {"camel_max": "7"}),
        (xanadu.new, {"end_slots": 10}, {"end_slots": "10"}),
    ],
)
def test_numbers_and_their_texts_are_the_same_house_rule(new: object, one: object, other: object) -> None:
    assert new(2, **one) == new(2, **other)  # type: ignore[operator]


def test_spaces_count_alike_in_python_and_in_texts() -> None:
    state = dunhuang.parse("dunhuang 2 ring: shepherd princess maid trader farmer soldier painter diplomat now: park")
    assert dunhuang.parse_action("place camel 3") == PlaceCamel(3)
    after, effects = dunhuang.play(state, PlaceCamel(3))
    assert (after.camel, effects[0].space, dunhuang.say(effects[0], after)) == (
        3,
        3,
        "Player B puts the camel on space 3.",
    )
    assert after.character is Character.MAID
    assert dunhuang.parse(dunhuang.text(after)).camel == 3


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


@EVERY_GAME
def test_every_action_has_one_number_and_every_number_one_action(case: Case) -> None:
    actions = case.game.catalogue
    assert len(set(actions)) == len(actions)
    texts = [case.game.action_text(action) for action in actions]
    assert [case.game.parse_action(text) for text in texts] == list(actions)


def test_corrections_and_actions_of_other_games_have_no_number() -> None:
    for stranger in (Correction((), "Ana", "forgotten"), Pay(), [], None):
        assert stranger not in hangzhou.catalogue


def test_a_small_game_has_its_catalogue_and_its_quick_way_by_default() -> None:
    from pig.rules import PIG, Hold, Roll, Rolled

    assert PIG.after(PIG.new(2), Roll()) == PIG.play(PIG.new(2), Roll())[0]

    assert list(PIG.catalogue) == [Roll(), Hold(), *map(Rolled, range(1, 7))]
    won = PIG.parse("pig 2 points: A100 pot: 0 now: over")
    assert PIG.returns(won) == (1.0, 0.0)
