"""What a small game gets from its base class: a position text from its fields, corrections, shared words."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, ClassVar

import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import Script
from companion.engine.correction import Change, Corrected, Correction
from companion.engine.drive import drive
from companion.engine.fieldtext import FieldText, Spelled
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
from companion.engine.move import Move
from companion.engine.rules import GameRules
from companion.engine.spelling import By
from companion.engine.wording import wording


class Weather(Word):
    DRY = "dry"
    WET = "wet"


class State(Struct, frozen=True):
    now: ClassVar[None] = None
    stones: tuple[int, ...]
    seat: Annotated[Seat, Spelled("turn")]
    weather: Weather = Weather.DRY
    guest: Annotated[Seat | None, Spelled(none="nobody")] = None

    @property
    def turn(self) -> Turn:
        return OVER if sum(self.stones) >= 3 else self.seat


class Taken(Struct, frozen=True, tag=True):
    seat: Seat
    rule: str = "turn"


class Take(Move[State, None, Taken], frozen=True, tag="take"):
    RULE = "turn"

    def play(self, state: State, now: None, by: Seat) -> tuple[State, tuple[Taken]]:
        stones = tuple(n + (seat == by) for seat, n in enumerate(state.stones))
        return replace(state, stones=stones, seat=Seat((by + 1) % len(stones))), (Taken(by),)


class Stones(GameRules[State, Take, Taken]):
    """Take a stone in turn until three are gone."""

    ID = "stones"
    PLAYERS = (2, 3)
    EXAMPLES = "take"
    WORDS = "companion.engine"

    def begin(self, players: int, start: Seat, **switches: Any) -> State:
        return State((0,) * players, start)

    def actions(self, state: State) -> Iterable[Take]:
        return (Take(),)

    def sheet(self, state: State, seat: Seat) -> Sheet:
        return Sheet(seat, (ScoreLine("stones", state.stones[seat], 1, "end"),))


GAME = Stones()
NEW = GAME.new(2)


def test_a_line_has_the_fields_of_the_state() -> None:
    state = State((1, 20), Seat(1), Weather.WET, Seat(0))
    assert GAME.text(state) == "stones stones:1/20 turn:B weather:wet guest:A"
    assert GAME.text(NEW) == "stones stones:0/0 turn:A weather:dry guest:nobody"
    assert GAME.parse(GAME.text(state)) == state
    assert GAME.parse("stones guest:nobody turn:a stones:0/0 weather:DRY") == NEW


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("sticks stones:0/0", 1, "expected “stones”, then its fields"),
        ("stones stones:0/0 turn:A guest:A", 33, "weather: is missing"),
        ("stones stones:0 turn:A weather:dry guest:A", 8, "stones: expected 2 to 3 numbers with / between them"),
        ("stones stones:0/x turn:A weather:dry guest:A", 17, "stones: expected a number up to 999, not 'x'"),
        ("stones stones:0/0 turn:C weather:dry guest:A", 24, "expected one of A, B, not 'C'"),
        ("stones stones:0/0 turn:A weather:hot guest:A", 34, "weather: expected dry, wet, not 'hot'"),
    ],
)
def test_what_is_wrong_with_a_line_is_said_where_it_stands(text: str, column: int, message: str) -> None:
    with pytest.raises(ParseError) as error:
        GAME.parse(text)
    assert (error.value.column, error.value.message) == (column, message)


@pytest.mark.parametrize(
    ("json", "message"),
    [
        ('{"stones":[0],"seat":0}', "$.stones: 2 to 3 players can play"),
        ('{"stones":[0,0],"seat":2}', "$.seat: there is no seat 2"),
        ('{"stones":[0,1000],"seat":0}', "$: numbers go from 0 to 999"),
        ('{"stones":[0,0],"seat":0,"weather":"hot"}', "$.weather: Invalid enum value 'hot'"),
    ],
)
def test_json_is_held_to_the_players_seats_and_numbers(json: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        GAME.from_json(json)
    assert error.value.message == message


def test_why_a_correction_does_not_fit_is_said_in_the_readers_language() -> None:
    refusal = GAME.refusal(NEW, Correction((Change("stones", "many"),), "Ana", "so"))
    assert refusal is not None
    assert "the correction does not fit" in GAME.say(refusal, NEW)
    assert "la corrección no encaja" in GAME.say(refusal, NEW, "es")


def test_a_field_of_another_kind_is_refused_when_the_game_is_made() -> None:
    class Odd(Struct, frozen=True):
        stones: tuple[int, ...]
        half: float

    Odd.__annotations__ = {"stones": tuple[int, ...], "half": float}
    with pytest.raises(TypeError, match="half: it is not known how"):
        FieldText("odd", Odd, (2,), 9)


class Row(Word):
    TOP = "Top"
    LOW = "Low"


class Board(Struct, frozen=True):
    """Two play on a board: no field has to tell how many."""

    stones_on: Annotated[tuple[Seat | None, ...], Spelled(none="."), By(tuple(Row))]
    at: Row
    seat: Annotated[Seat, Spelled("turn")]

    @property
    def turn(self) -> Turn:
        return self.seat


def test_a_row_by_an_axis_is_a_board() -> None:
    board = FieldText("board", Board, (2,), 9)
    state = Board((None, Seat(1)), Row.LOW, Seat(0))
    assert board.text(state) == "board stones-on:./B at:Low turn:A"
    assert board.parse("board stones-on:./b at:low turn:a") == board.parse("board stones_on:./B at:Low turn:A") == state
    assert board.players(state) == 2
    with pytest.raises(ParseError, match="stones-on: expected 2 items with / between them"):
        board.parse("board stones-on:./b/a at:low turn:a")
    with pytest.raises(TypeError, match="Board: a field with a place for each player has to tell how many play"):
        FieldText("board", Board, (2, 3), 9)


class Two(Struct, frozen=True):
    """Each has two numbers."""

    LOWEST: ClassVar[int] = 0
    won: tuple[int, ...]
    lost: tuple[int, ...]


def test_every_row_has_a_place_for_each_player() -> None:
    with pytest.raises(ParseError, match="lost: expected 2 numbers"):
        FieldText("two", Two, (2, 3), 9).parse("two won:1/2 lost:1/2/3")


def test_players_and_the_first_seat_are_those_there_are() -> None:
    with pytest.raises(OptionError, match="4 cannot play; 2 or 3 can"):
        GAME.new(4)
    with pytest.raises(OptionError, match="there is no seat 2"):
        GAME.new(2, start=2)


def test_it_is_played_scored_and_refused() -> None:
    *_, last = drive(GAME, NEW, lambda *_: Take(), Script(()))
    assert last.state.stones == (2, 1)
    assert GAME.score(last.state).winners == (0,)
    assert GAME.score(State((1, 1), Seat(0))).decided_by == "tie"
    assert not GAME.legal(last.state)
    with pytest.raises(RefusedError):
        GAME.play(NEW, Take(), Seat(1))
    with pytest.raises(ValueError, match="nothing is left to chance"):
        GAME.chances(NEW)


def test_a_stranger_among_actions_is_none_of_the_games() -> None:
    refusal = GAME.refusal(NEW, Taken(Seat(0)))  # type: ignore[arg-type]  # that is what is refused
    assert refusal == Refusal("no_such_action", None, thing="Taken")
    assert GAME.say(refusal, NEW, "es") == "En este juego no hay ninguna acción Taken."
    assert GAME.refusal(NEW, Take(), 0.0) == Refusal("no_such_value", None, place="by", thing="0.0")  # type: ignore[arg-type]  # refused
    assert not GAME.legal(NEW, "A")  # type: ignore[arg-type]  # no seat


def test_corrections_come_with_it() -> None:
    correction = Correction((Change("stones.1", 2),), "Ana", "miscounted")
    after, effects = GAME.play(NEW, correction)
    assert after.stones == (0, 2)
    assert effects == (Corrected(correction.changes, "Ana", "miscounted"),)
    assert GAME.say(effects[0], after) == "Ana set it right: stones.1 = 2 (miscounted)."
    assert GAME.parse_action(GAME.action_text(correction)) == correction


class Bags(Stones):
    """The stones lie in bags: each sees the own."""

    def view(self, state: State, seat: Seat | None) -> State:
        return replace(state, stones=tuple(n if own == seat else 0 for own, n in enumerate(state.stones)))


def test_what_was_set_right_is_told_to_those_who_see_all() -> None:
    """By itself, where anything is hidden: a game that hides may say which fields it can tell."""
    game, correction = Bags(), Correction((Change("stones.0", 2),), "Ana", "miscounted")
    after, (effect,) = game.play(NEW, correction)
    assert game.seen(after, effect, Seat(0)) == effect
    assert game.say(game.seen(after, effect, Seat(1)), after) == "Ana set it right: … (miscounted)."


def test_a_game_speaks_every_language_or_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "halfgame"
    folder.mkdir()
    for name, text in (("__init__.py", ""), ("words.en.toml", '[score]\nrow = "row"\n'), ("words.es.toml", "")):
        folder.joinpath(name).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    class Half(Stones):
        WORDS = "halfgame"

    with pytest.raises(ValueError, match=r"words\.es\.toml of halfgame lacks score\.row"):
        Half()


def test_shared_words_are_there_in_both_languages() -> None:
    english, spanish = (wording("companion.engine", language).phrases for language in ("en", "es"))
    assert set(english) == set(spanish)
