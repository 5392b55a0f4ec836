"""What a game of some weight gets from the types of its states: a line that a person can type."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as some
from msgspec import Struct, field

from companion.engine.forms import Form, Spelled, counts, expected, named, or_none, row
from companion.engine.game import OptionError, ParseError, Seat, Switch, Word
from companion.engine.message import message
from companion.engine.positiontext import Options, PositionText
from companion.engine.seating import Seating
from companion.engine.spelling import By, Count, Positive, Wrong

DECK = (3, 4)
VALUE = message("value")
SPICES = ("salt", "pepper")


class Pit(Word):
    NEAR = "near"
    FAR = "far"


class Rules(Struct, frozen=True):
    blind: Literal["no", "yes"] = "no"
    rounds: int | None = None


SWITCHES = (Switch("blind", ("no", "yes"), "blind"), Switch("rounds", ("none",), "rounds", lowest=1))
SPICE = counts(SPICES, lambda token, field, name: token.unexpected(field, "spices"))
PITS = row(or_none(named({pit.value: pit for pit in Pit}, expected("a pit"))), lambda at: at.wrong(VALUE), 2, 2)


class Deal(Struct, frozen=True, tag_field="phase", tag="deal"):
    left: Annotated[int, Spelled(missing=2)] = 0


class Take(Struct, frozen=True, tag_field="phase", tag="take"):
    seat: Seat
    pit: Pit
    other: Pit | None = None
    got: Annotated[tuple[int, ...], SPICE, Spelled("got", only=VALUE)] = (0, 0)


class State(Struct, frozen=True):
    hands: Annotated[tuple[tuple[int, ...], ...], By(Seat)]
    coins: Annotated[tuple[Count, ...], By(Seat), Spelled("coins-")]
    deck: Annotated[tuple[int, ...], SPICE]
    now: Deal | Take
    pits: Annotated[tuple[Pit | None, ...], PITS]
    tithe: Count = 0
    round: Positive = 1
    start: Seat = Seat(0)
    last_round: Annotated[bool, Spelled("last")] = False
    options: Rules = field(default_factory=Rules)


def _settled(options: Rules, players: int) -> Rules:
    if options.blind == "yes" and players == 4:
        raise OptionError(VALUE)
    return Rules(options.blind, options.rounds or 9) if options.blind == "yes" else options


def _undealt(state: Any) -> tuple[int, ...]:
    held = Counter[int]()
    for hand in state.hands:
        held.update(dict(enumerate(hand)))
    return tuple(max(0, n - held[i]) for i, n in enumerate(DECK))


def _check(state: State) -> None:
    if state.tithe > 99:
        raise Wrong(VALUE)


HAND = Form(SPICE.write, SPICE.read, (0, 0))
SEATING = Seating("ABCD", 2, lambda state: len(state.hands), VALUE, lambda given, most: VALUE, lambda given: VALUE)
TEXT = PositionText(
    "caravan",
    State,
    SEATING,
    "pits hands+coins deck tithe round start last_round now got",
    options=Options(Rules(), SWITCHES, _settled, "blind"),
    follows={"deck": _undealt, "now": lambda state: Take(state.start, Pit.NEAR), "tithe": lambda state: state.round},
    forms={"hands": HAND},
    check=_check,
)


def same(line: str) -> str:
    return TEXT.text(TEXT.parse(line))


@pytest.mark.parametrize(
    "line",
    [
        "caravan 2 now: take A near",
        "caravan 3 blind: yes pits: near - A: salt1 coins-A: 4 B: salt2 pepper4 coins-C: 1 now: deal 2",
        "caravan 2 deck: - round: 3 start: B last: yes now: take B far near got: salt1",
        "caravan 2 blind: yes rounds: 3 deck: salt9 tithe: 4 now: deal 0",
    ],
)
def test_a_line_is_written_as_it_was_read(line: str) -> None:
    assert same(line) == line
    assert same(line.upper().replace(": ", "=")) == line


def test_what_is_left_out_follows_from_the_rest_in_whatever_order_that_is_read() -> None:
    state = TEXT.parse("caravan 2 start: B A: salt1 B: salt1 pepper1 round: 4")
    assert (state.deck, state.now, state.tithe) == ((1, 3), Take(Seat(1), Pit.NEAR), 4)
    assert TEXT.parse("2 now: take start: B") == TEXT.parse("2 start: B"), "its seat is that of what is left out"
    assert TEXT.parse("2 now: deal").now == Deal(2)
    assert same("2 blind: yes rounds: 9") == "caravan 2 blind: yes now: take A near", "as it is settled"


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("caravan", 1, "a value"),
        ("caravan 5", 9, "a value"),
        ("caravan 2 hands: salt1", 11, "hands: there is no such field; expected one of pits, deck"),
        ("caravan 2 coins-D: 2", 11, "player: expected one of the players A, B, not 'D'"),
        ("caravan 2 coins-A: x", 20, "coins-a: expected a whole number, 0 or more, not 'x'"),
        ("caravan 2 A: tea1", 14, "a: expected spices, not 'tea1'"),
        ("caravan 2 pits: near", 11, "a value"),
        ("caravan 2 pits: near far far", 26, "a value"),
        ("caravan 2 pits: near mid", 22, "pits: expected a pit, not 'mid'"),
        ("caravan 2 round: 0", 18, "round: expected a whole number, 1 or more, not '0'"),
        ("caravan 2 start: C", 18, "start: expected one of the players A, B, not 'C'"),
        ("caravan 2 last: maybe", 17, "last: expected yes or no, not 'maybe'"),
        ("caravan 2 now:", 11, "now: expected deal or take"),
        ("caravan 2 now: rest", 16, "now: expected deal or take, not 'rest'"),
        ("caravan 2 now: take A near far far", 32, "now: 'far' is too much after take"),
        ("caravan 2 now: take A mid", 23, "now: expected near or far, not 'mid'"),
        ("caravan 2 now: deal got: salt1", 21, "a value"),
        ("caravan 4 blind: yes", 11, "a value"),
        ("caravan 2 tithe: 100", 1, "a value"),
    ],
)
def test_what_is_wrong_is_said_where_it_stands(line: str, column: int, words: str) -> None:
    with pytest.raises(ParseError) as error:
        TEXT.parse(line)
    assert (error.value.column, error.value.message[: len(words)]) == (column, words)


few = some.integers(0, 4)
pits = some.sampled_from(Pit)


@given(
    hands=some.lists(some.tuples(few, few), min_size=3, max_size=3),
    deck=some.tuples(few, few),
    now=some.builds(Deal, few) | some.builds(Take, some.sampled_from(range(3)), pits, some.none() | pits),
    pits=some.tuples(some.none() | pits, some.none() | pits),
    tithe=few,
    last=some.booleans(),
)
def test_every_state_is_read_back(hands: Any, deck: Any, now: Any, pits: Any, tithe: int, last: bool) -> None:
    state = State(tuple(hands), (0, tithe, 0), deck, now, pits, tithe, tithe + 1, Seat(tithe % 3), last)
    assert TEXT.parse(TEXT.text(state)) == state


def test_a_type_that_nobody_tells_how_to_write_is_refused_when_the_game_is_made() -> None:
    class Odd(Struct, frozen=True):
        half: float
        now: Deal | Take

    Odd.__annotations__ |= {"half": float, "now": Deal | Take}
    with pytest.raises(TypeError, match="annotate it with a Form"):
        PositionText(
            "odd", Odd, Seating("AB", 2, len, VALUE, lambda given, most: VALUE, lambda given: VALUE), "half now"
        )
