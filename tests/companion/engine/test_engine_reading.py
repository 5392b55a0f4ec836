"""Whatever is typed is read or refused with a place, never crashed on."""

from __future__ import annotations

import json

import pytest
from cases import CASES, HANGZHOU
from harness import Case
from hypothesis import given
from hypothesis import strategies as some

from companion.engine import ParseError
from companion.engine.log import read_log, replay

pytestmark = pytest.mark.long

POSITION = (
    "hangzhou RBYW trade: optional city: B1Wy A2Br1 A3Rr merchants: B1 - D5 - market: y2 b3 / r2 R: c5 y1 B: c3 v2"
    " pool: r1 seals: RW start: B round: 4 die: 3 mixed: yes now: play Y coin"
)
WORDS = POSITION.replace(":", ": ").split()
EVERY_GAME = pytest.mark.parametrize("case", [pytest.param(case, id=case.game.ID) for case in CASES])


def read(function: object, text: str) -> object:
    """What is read, or the place where reading stopped, which lies in the text."""
    try:
        return function(text)
    except ParseError as error:
        assert error.message
        assert error.line >= 1
        assert error.column >= 1
        assert error.line <= len(f"{text}.".splitlines()), "the end of the text counts as a place"
        return None


@EVERY_GAME
@given(text=some.text(max_size=60))
def test_any_text(case: Case, text: str) -> None:
    for function in (case.game.parse, case.game.parse_action, case.game.from_json, read_log):
        read(function, text)


@EVERY_GAME
@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"game": ' + "[" * 100_000,
        "9" * 10_000,
        "hangzhou RB die: " + "9" * 10_000,
        "hangzhou RB city: A1R" + "9" * 10_000,
        "hangzhou RB die: ٣",
        "die blue " + "9" * 10_000,
        'correct {"who": "a", "why": "b", "changes": [{"path": "a", "value": ' + "[" * 100_000,
        '{"game":"hangzhou","format":1,"position":"x","more":' + "[" * 100_000,
        "\x00",
        "\ud800",
        "correct \ud800",
    ],
    ids=range(13),
)
def test_hostile_texts(case: Case, text: str) -> None:
    for function in (case.game.parse, case.game.parse_action, case.game.from_json, read_log):
        assert read(function, text) is None


@EVERY_GAME
@given(words=some.lists(some.sampled_from(WORDS), max_size=25))
def test_words_of_a_position_in_any_order(case: Case, words: list[str]) -> None:
    state = read(case.game.parse, "hangzhou RBYW " + " ".join(words))
    if state is not None:
        assert case.game.parse(case.game.text(state)) == state


@EVERY_GAME
@given(rng=some.randoms(use_true_random=False), data=some.data())
def test_json_with_one_value_changed(case: Case, rng: object, data: some.DataObject) -> None:
    """Each value of the JSON form in turn is replaced by anything: read or refused, at a place in the text."""
    tree = json.loads(case.game.to_json(case.odd(rng)))
    here, key = tree, data.draw(some.sampled_from(sorted(tree)))
    while isinstance(here[key], dict) and here[key] and data.draw(some.booleans()):
        here = here[key]
        key = data.draw(some.sampled_from(sorted(here)))
    here[key] = data.draw(some.none() | some.booleans() | some.integers(-2, 9) | some.text(max_size=4) | some.just({}))
    state = read(case.game.from_json, json.dumps(tree, indent=1))
    if state is not None:
        assert case.game.from_json(case.game.to_json(state)) == state


@given(some.permutations(["city: A1R", "die: 2", "round: 3", "now: over", "B: c3"]))
def test_fields_commute(fields: list[str]) -> None:
    game, head = HANGZHOU.game, "hangzhou RBYW"
    assert game.parse(" ".join([head, *fields])) == game.parse(f"{head} city: A1R B: c3 round: 3 die: 2 now: over")


def test_a_log_of_another_program_is_refused_where_it_differs() -> None:
    log = '{"game":"hangzhou","format":1,"position":"hangzhou RB now: play R"}\n\n{"action":"pass","by":1}\n'
    with pytest.raises(ParseError) as error:
        list(replay(read_log(log)))
    assert error.value.line == 3
    assert "'pass' is refused: It is Red’s turn." in error.value.message
