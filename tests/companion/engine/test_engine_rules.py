"""What a game gets from its base class: texts, JSON, notation, legal actions, refusals of what is no action."""

from __future__ import annotations

from copy import copy
from math import nan
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from cases import CASES
from harness import Case, check_message
from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.engine.annotations import By, Count, From, Rule, Text
from companion.engine.correction import Change, Corrected, Correction
from companion.engine.game import (
    OVER,
    OptionError,
    ParseError,
    Refusal,
    RefusedError,
    ScoreLine,
    Seat,
    Sheet,
    Turn,
    Word,
)
from companion.engine.message import Message
from companion.engine.moves import Move, Tell
from companion.engine.options import Options
from companion.engine.position_json import WrongError
from companion.engine.rules import GameRules


class Fruit(Word, letters="fd"):
    FIG = "fig"
    DATE = "date"


FRUIT = tuple(Fruit)


class Rules(Options, frozen=True):
    hungry: Annotated[Literal["no", "yes"], Rule("house-hungry")] = "no"
    most: Annotated[int, Meta(ge=1, le=9), Rule("house-most")] = 3


class Basket(Struct, frozen=True):
    """What a player has: ``c2 f3`` and so on."""

    coins: Annotated[Count, Text(sign="c")] = 0
    fruit: Annotated[tuple[Count, ...], By(FRUIT), Text(inline=True)] = (0, 0)
    full: bool = False


class Pick(Struct, frozen=True, tag_field="phase", tag="pick"):
    seat: Seat
    first: Fruit | None = None


class Over(Struct, frozen=True, tag_field="phase", tag="over"):
    pass


class State(Struct, frozen=True):
    options: Rules
    tree: Annotated[tuple[Count, ...], By(FRUIT)]
    baskets: Annotated[tuple[Basket, ...], By(Seat)]
    asleep: Annotated[tuple[bool, ...], By(Seat)]
    order: tuple[Fruit, ...]
    dry: bool
    now: Pick | Over

    @property
    def turn(self) -> Turn:
        return self.now.seat if isinstance(self.now, Pick) else OVER


class Picked(Struct, frozen=True, tag=True):
    seat: Seat
    fruit: Fruit
    rule: str = "pick"


def hanging(state: State, by: Seat) -> list[Fruit]:
    return [fruit for fruit, n in zip(FRUIT, state.tree, strict=True) if n]


def hangs(state: State, by: Seat, fruit: Fruit) -> Refusal | None:
    return None if fruit in hanging(state, by) else Refusal("none_left", "pick", thing=fruit)


def enough(state: State, by: Seat, fruit: Fruit, number: int) -> Refusal | None:
    left = state.tree[FRUIT.index(fruit)]
    return Refusal("too_many", "pick", number=left) if number > left else None


class Take(Move[State], frozen=True, tag="take"):
    RULE = "pick"
    PHASES = (Pick,)
    CHECKS = (hangs, enough)
    fruit: Annotated[Fruit, From(hanging)]
    number: Annotated[int, Meta(ge=1, le=3)] = 1

    def play(self, state: State, now: Pick, by: Seat, tell: Tell) -> State:
        tell(Picked(by, self.fruit))
        tree = tuple(n - self.number * (fruit == self.fruit) for fruit, n in zip(FRUIT, state.tree, strict=True))
        following = Pick(Seat((by + 1) % len(state.baskets)), self.fruit) if any(tree) else Over()
        return replace(state, tree=tree, now=following)


class Rest(Move[State], frozen=True, tag="lie down"):
    RULE = "pick"
    PHASES = (Pick,)

    def play(self, state: State, now: Pick, by: Seat, tell: Tell) -> State:
        return replace(state, now=Pick(Seat((by + 1) % len(state.baskets))))


class Orchard(GameRules[State]):
    ID = "orchard"
    PLAYERS = (2, 3)
    EXAMPLES = "take fig, lie down"
    WORDS = "companion.engine"
    MOVES = (Take, Rest)
    EFFECTS = Picked
    OPTIONS = Rules

    def begin(self, players: int, start: Seat, options: Rules) -> State:
        return State(options, (2, 1), (Basket(),) * players, (False,) * players, (), False, Pick(start))

    def sheet(self, state: State, seat: Seat) -> Sheet:
        return Sheet(seat, (ScoreLine("coins", state.baskets[seat].coins, 1, "end"),))


GAME = Orchard()
NEW = GAME.new(2)
RICH = replace(
    NEW,
    options=Rules("yes", 5),
    tree=(0, 4),
    baskets=(Basket(2, (3, 0), True), Basket()),
    asleep=(False, True),
    order=(Fruit.FIG, Fruit.FIG, Fruit.DATE),
    dry=True,
    now=Pick(Seat(1), Fruit.DATE),
)
RICH_TEXT = "orchard 2 hungry: yes most: 5 tree: d4 A: c2 f3 full asleep: B order: fx2 d dry: yes now: pick B d"


@pytest.mark.parametrize(("state", "text"), [(NEW, "orchard 2 now: pick A"), (RICH, RICH_TEXT)])
def test_a_line_has_what_is_not_as_at_the_start(state: State, text: str) -> None:
    assert GAME.text(state) == text
    assert GAME.parse(text) == GAME.parse(text.upper()) == state
    assert GAME.from_json(GAME.to_json(state)) == state


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("orchard 9", "1:9: orchard: expected the number of players, 2 to 3, not '9'"),
        ("orchard 2 tree: x3", "1:17: tree: expected"),
        ("orchard 2 tree: d4 tree: d3", "1:20: tree: is given twice"),
        ("orchard 2 C: c3", "1:11: C is none of the players A, B"),
        ("orchard 2 A: c3 q4", "1:17: A: expected"),
        ("orchard 2 dry: perhaps", "1:16: dry: expected yes or no, not 'perhaps'"),
        ("orchard 2 now: sleep", "1:16: now: expected pick or over, not 'sleep'"),
        ("orchard 2 most: 10", "1:17: most: expected a whole number, 1 to 9, not '10'"),
        ("orchard 2 wet: yes", "1:11: wet: there is no such field"),
    ],
)
def test_what_is_wrong_with_a_line_is_said_where_it_stands(text: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        GAME.parse(text)
    assert str(error.value).lower().startswith(message.lower())


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (("tree", {"fig": -1}), "$.tree.fig"),
        (("tree", {"plum": 1}), "$.tree"),
        (("asleep", ["D"]), "$.asleep.0"),
        (("baskets", {"A": {"coins": "many"}, "B": {}}), "$.baskets.A.coins"),
        (("now", {"phase": "pick", "seat": "C"}), "$.now.seat"),
        (("options", {"hungry": "very"}), "$.options.hungry"),
    ],
)
def test_what_is_wrong_with_json_is_said_by_its_path(change: tuple[str, Any], path: str) -> None:
    with pytest.raises(RefusedError) as error:
        GAME.play(NEW, Correction((Change(*change),), "Ana", "a test"))
    assert f"{path}:" in str(error.value.refusal.thing)


def test_a_correction_sets_a_field() -> None:
    after, (effect,) = GAME.play(NEW, Correction((Change("baskets.B.fruit.fig", 2),), "Ana", "forgotten"))
    assert after.baskets[1].fruit == (2, 0)
    assert isinstance(effect, Corrected)
    assert GAME.refusal(NEW, Correction((Change("tree", nan),), "Ana", "x")) is not None


def test_each_legal_action_is_not_refused_and_no_other() -> None:
    legal = GAME.legal(NEW)
    assert [GAME.action_text(action) for action in legal] == ["take fig 1", "take fig 2", "take date 1", "lie down"]
    for action in GAME.catalogue:
        assert (action in legal) == (GAME.refusal(NEW, action) is None)
    assert GAME.refusal(NEW, Take(Fruit.DATE, 2)) == Refusal("too_many", "pick", number=1)
    assert GAME.refusal(NEW, Rest(), Seat(1)) == Refusal("not_your_turn", "turn", seat=Seat(0))
    assert GAME.refusal(replace(NEW, now=Over()), Rest()) == Refusal("game_over", "end")


@pytest.mark.parametrize(
    "action",
    [
        Take("plum"),
        Take(Fruit.FIG, 1.0),
        Take(Fruit.FIG, True),
        Take(Fruit.FIG, 10**30),
        Take([Fruit.FIG]),
        "rest",
        None,
        Picked(Seat(0), Fruit.FIG),
    ],
)
def test_what_is_no_action_is_refused_and_said(action: Any) -> None:
    refusal = GAME.refusal(NEW, action)
    assert refusal is not None and refusal.reason in ("no_such_action", "no_such_value")
    assert GAME.say(refusal, NEW)
    with pytest.raises(RefusedError):
        GAME.play(NEW, action)


def test_a_word_of_the_rules_may_be_given_as_plain_text() -> None:
    assert GAME.refusal(NEW, Take("fig")) is None


@pytest.mark.parametrize(
    ("text", "action"),
    [("TAKE Fig", Take(Fruit.FIG)), ("take, d\n2", Take(Fruit.DATE, 2)), ("lie down", Rest())],
)
def test_actions_are_read_in_any_case(text: str, action: Any) -> None:
    assert GAME.parse_action(text) == action
    assert GAME.parse_action(GAME.action_text(action)) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: expected an action: take fig, lie down"),
        ("take", "1:1: take: expected fig or date"),
        ("take plum", "1:6: take: expected fig or date, not 'plum'"),
        ("take fig two", "1:10: take: expected a whole number, 1 to 3, not 'two'"),
        ("take fig 2 3", "1:12: take: '3' is too much"),
        ("run", "1:1: expected take fig, lie down, not 'run'"),
    ],
)
def test_it_says_what_does_not_fit_an_action_and_where(text: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        GAME.parse_action(text)
    assert str(error.value) == message


@pytest.mark.parametrize("wrong", [{"hungry": "very"}, {"most": 0}, {"most": 1.5}, {"weather": "dry"}])
def test_house_rules_that_there_are_not(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        GAME.new(2, **wrong)
    assert GAME.new(2, most="4").options.most == 4


def test_the_schema_describes_every_position() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="pip install jsonschema")
    import json

    for state in (NEW, RICH):
        jsonschema.validate(json.loads(GAME.to_json(state)), GAME.schema())


def test_a_check_that_names_no_field_is_the_programs_fault() -> None:
    class Wrong(Move[State], frozen=True, tag="wrong"):
        RULE = "pick"
        PHASES = (Pick,)
        CHECKS = (hangs,)

    class Broken(Orchard):
        MOVES = (Wrong,)

    with pytest.raises(TypeError, match=r"Wrong: .* names fruit"):
        Broken()


def test_words_that_one_language_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "lacking"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "words.en.toml").write_text('hello = "Hello"\n')
    (package / "words.es.toml").write_text("")
    monkeypatch.syspath_prepend(tmp_path)

    class Lacking(Orchard):
        WORDS = "lacking"

    with pytest.raises(ValueError, match="lacks hello"):
        Lacking()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game.ID)
def test_a_rule_of_the_house_that_there_is_not_is_told_of_in_every_language(case: Case) -> None:
    game = case.game
    wishes: list[tuple[object, dict[str, object]]] = [(players, {}) for players in (0, 9)]
    wishes += [(2, {"start": 9}), (2, {"weather": "rain"}), (2, {"cards": "x"})]
    wishes += [(2, {switch.name: value}) for switch in game.SWITCHES for value in ("x", 99, 1.5)]
    for players, options in wishes:
        try:
            game.new(players, **options)
        except OptionError as error:
            check_message(error.what)
    with pytest.raises(OptionError):
        game.new(2, weather="rain")


def test_a_plain_text_stands_as_it_is() -> None:
    error = ParseError("a stranger's game says this", 3, 7)
    assert (error.message, error.code, error.line, error.column) == ("a stranger's game says this", "text", 3, 7)
    assert str(error) == "3:7: a stranger's game says this" == error.sentence.say("es")
    assert str(OptionError("no such thing")) == "no such thing" == OptionError("no such thing").what.say("es")
    assert str(WrongError("no number", ".well")) == "$.well: no number"


def test_an_error_can_be_copied_as_workers_hand_it_on() -> None:
    again = copy(ParseError(Message("companion.engine", "half_character"), 2, 5))
    assert (str(again), again.code, again.line) == ("2:5: this is no text: half a character", "half_character", 2)


def test_a_refused_action_has_its_reason_in_every_language() -> None:
    game = next(case.game for case in CASES if case.game.ID == "xanadu")
    state = game.new(2)
    action = game.parse_action("sell 17")
    refusal = game.refusal(state, action)
    assert refusal is not None
    error = RefusedError(refusal, action)
    assert error.fields["reason"] == refusal.reason
    assert "is refused" in str(error) and "no se permite" in error.what.say("es")
