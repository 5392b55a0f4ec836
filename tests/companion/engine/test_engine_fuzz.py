"""Any text, absurd corrections, hands known in part: read or refused with a place, and the game goes on."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from cases import CASES
from harness import Case, check_legal, check_message, check_notation, check_turn, check_views, check_words, play_on
from hypothesis import given
from hypothesis import strategies as some

from companion.engine import OVER, ParseError
from companion.engine.correction import Change, Correction, CorrectionRefusal
from companion.engine.drive import Generator, drive
from companion.engine.log import read_log, replay

EVERY_GAME = pytest.mark.parametrize("case", [pytest.param(case, id=case.game.ID) for case in CASES])
ABSURD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 7, 99, 10**6, 10**30, 0.5, float("inf"), "", " ", "x" * 300, "unknown", "A", "?",
    "\x00", "\ud800", "<b>", "٣", [], {}, [[]], [None] * 50, {"": None}, {"A": {"A": {}}}, ["unknown"] * 3, [0, 0, 0],
)  # fmt: skip


class Shaker:
    """Makes positions that nobody should ever see, from games in all stages."""

    def __init__(self, case: Case, seed: int) -> None:
        self.case, self.rng = case, random.Random(seed)
        self.starts = case.starts()

    def stage(self) -> Any:
        """A position out of a game at random, as it is, as somebody sees it, or no real one at all."""
        rng, game = self.rng, self.case.game
        if rng.random() < 0.3:
            return self.case.odd(rng)
        players, options = rng.choice(self.starts)
        state, far, seed = game.new(players, **options), rng.randrange(150), rng.randrange(10**6)
        for step, _ in zip(drive(game, state, self.case.chooser(seed), Generator(seed)), range(far), strict=False):
            state = step.state
        return game.view(state, rng.choice([None, *range(players)])) if rng.random() < 0.4 else state

    def path(self, tree: Any) -> list[str]:
        """The way to one of the values of a position, at any depth."""
        way: list[str] = []
        here = tree
        while isinstance(here, dict | list) and here and (not way or self.rng.random() < 0.75):
            key = self.rng.choice(list(here)) if isinstance(here, dict) else self.rng.randrange(len(here))
            here = here[key]
            way.append(str(key))
        return way

    def correction(self, state: Any) -> Correction:
        """Absurd values, or those of another position, at a few places."""
        tree, other = json.loads(self.case.game.to_json(state)), json.loads(self.case.game.to_json(self.stage()))
        changes = []
        for _ in range(self.rng.randint(1, 3)):
            way = self.path(tree)
            value = at(other, way) if self.rng.random() < 0.6 else self.rng.choice(ABSURD)
            if self.rng.random() < 0.05:
                way.append(self.rng.choice(["", "x", "0", "-1", "A.A"]))
            changes.append(Change(".".join(way), value))
        return Correction(tuple(changes), "Ana", "fuzz")

    def mutilated(self, text: str) -> str:
        """A text with some of its words or letters lost, doubled, or moved."""
        parts = text.split(" ") if self.rng.random() < 0.5 else list(text)
        for _ in range(self.rng.randint(1, 4)):
            i, j = self.rng.randrange(len(parts)), self.rng.randrange(len(parts))
            match self.rng.randrange(4):
                case 0 if len(parts) > 1:
                    del parts[i]
                case 1:
                    parts.insert(j, parts[i])
                case 2:
                    parts[i], parts[j] = parts[j], parts[i]
                case _:
                    parts[i] = self.rng.choice(["?", "0", "-", ":", "999999", "unknown", "A", "…", '"', "{", "]"])
        return (" " if " " in text and len(parts[0]) > 1 else "").join(parts)


def at(tree: Any, way: list[str]) -> Any:
    """The value there in another position, if there is one."""
    for key in way:
        if isinstance(tree, dict):
            tree = tree.get(key)
        elif isinstance(tree, list) and key.isdecimal() and int(key) < len(tree):
            tree = tree[int(key)]
        else:
            return None
    return tree


def shake(case: Case, seed: int) -> None:
    """One position, corrected absurdly: refused with a reason, or sound enough to be told and played on."""
    shaker, game = Shaker(case, seed), case.game
    state = shaker.stage()
    for _ in range(2):
        correction = shaker.correction(state)
        refusal = game.refusal(state, correction)
        if refusal is not None:
            assert refusal.reason in ("correction_does_not_fit", "no_such_value")
            assert game.say(refusal, state) and game.say(refusal, state, "es")
            if isinstance(refusal, CorrectionRefusal):
                check_message(refusal.what)
            continue
        state, effects = game.play(state, correction)
        for effect in effects:
            assert game.say(game.seen(state, effect, None), state, "es")
    check_notation(case, state)
    check_turn(case, state)
    check_views(case, state, shaker.rng)
    check_words(case, state)
    if seed % 12 == 0:
        check_legal(case, state, shaker.rng)
    play_on(case, state, seed, actions=25)


def mutilate(case: Case, seed: int) -> None:
    """A position's text and JSON, and an action, mutilated: read, or refused at a place in the text."""
    shaker, game = Shaker(case, seed), case.game
    state = shaker.stage()
    actions = [game.action_text(action) for action in list(game.legal(state))[:40]] or ["correct {}"]
    for read, text in (
        (game.parse, game.text(state)),
        (game.from_json, game.to_json(state)),
        (game.parse_action, shaker.rng.choice(actions)),
    ):
        try:
            found = read(shaker.mutilated(text))
        except ParseError as error:
            assert error.message and error.line >= 1 and error.column >= 1
            check_message(error.what)
            continue
        if read == game.parse_action:
            refusal = game.refusal(state, found)
            assert refusal is None or game.say(refusal, state)
            continue
        check_notation(case, found)
        check_turn(case, found)
        assert all(game.say(fault, found) for fault in game.faults(found))
        play_on(case, found, seed, actions=5)


@pytest.mark.long
@EVERY_GAME
def test_absurd_corrections(case: Case) -> None:
    for seed in range(30):
        shake(case, seed)


@EVERY_GAME
def test_mutilated_texts(case: Case) -> None:
    for seed in range(60):
        mutilate(case, seed)


@EVERY_GAME
def test_games_with_hands_known_in_part_come_to_an_end(case: Case) -> None:
    """Whatever a seat sees of a game can be played on to its end, as by somebody who has lost the other phones."""
    game = case.game
    for seed in range(8):
        shaker = Shaker(case, seed)
        state = shaker.stage()
        state = game.view(state, 0)
        if len(game.score(state).sheets) == 1:
            continue  # alone, without a dye that is known, a game of Hangzhou may have no end
        steps = 0
        for step in drive(game, state, case.chooser(seed), Generator(seed)):
            state, steps = step.state, steps + 1
            assert steps < case.longest
        assert state.turn is OVER and game.score(state).final


@pytest.mark.slow
@EVERY_GAME
def test_many_absurd_corrections_and_mutilated_texts(case: Case) -> None:
    for seed in range(1000, 5000):
        shake(case, seed)
        mutilate(case, seed)


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


def test_a_log_of_another_program_is_refused_where_it_differs() -> None:
    log = '{"game":"hangzhou","format":1,"position":"hangzhou RB now: play R"}\n\n{"action":"pass","by":1}\n'
    with pytest.raises(ParseError) as error:
        list(replay(read_log(log)))
    assert error.value.line == 3
    assert "'pass' is refused: It is Red’s turn." in error.value.message
