"""Moves and their referee, on a game as small as a game can be: two seats take stones, the die says how many lie there.

Before it falls, both call out, in any order.
"""

from __future__ import annotations

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.engine import CHANCE, OVER, Refusal, RefusedError, Seat
from companion.engine.correction import Change, Corrected, Correction, Covered
from companion.engine.game import Chances, Turn
from companion.engine.move import Move, Outcome
from companion.engine.notation import Notation
from companion.engine.referee import Referee


class Toss(Struct, frozen=True, tag="toss"):
    called: tuple[Seat, ...] = ()


class Taking(Struct, frozen=True, tag="taking"):
    seat: Seat


class Over(Struct, frozen=True, tag="over"):
    pass


class State(Struct, frozen=True):
    stones: int
    now: Toss | Taking | Over

    @property
    def turn(self) -> Turn:
        if isinstance(self.now, Taking):
            return self.now.seat
        if isinstance(self.now, Over):
            return OVER
        return next(iter(together(self)), CHANCE)


def together(state: State) -> tuple[Seat, ...]:
    called = state.now.called if isinstance(state.now, Toss) else (0, 1)
    return tuple(Seat(seat) for seat in (0, 1) if seat not in called)


class Told(Struct, frozen=True):
    what: str
    seat: Seat | None = None
    rule: str = "turn"


class Call(Move[State, Toss, Told], frozen=True, tag="call"):
    RULE = "call"
    DURING = (Toss,)

    def play(self, state: State, now: Toss, by: Seat) -> tuple[State, tuple[Told, ...]]:
        return replace(state, now=Toss((*now.called, by))), (Told("called", by),)


class Fall(Outcome[State, Toss, Told], frozen=True, tag="fall"):
    RULE = "setup"
    DURING = (Toss,)
    stones: int

    def due(self, state: State, now: Toss) -> bool:
        return state.stones == 0

    def refusal(self, state: State, now: Toss) -> Refusal | None:
        return None if 1 <= self.stones <= 6 else Refusal("no_die", self.RULE, number=self.stones)

    def play(self, state: State, now: Toss) -> tuple[State, tuple[Told, ...]]:
        return State(self.stones, Taking(Seat(0))), (Told("fell"),)


class Take(Move[State, Taking, Told], frozen=True, tag="take"):
    RULE = "turn"
    DURING = (Taking,)
    stones: int = 1

    def refusal(self, state: State, now: Taking, by: Seat) -> Refusal | None:
        return None if 1 <= self.stones <= state.stones else Refusal("too_many", self.RULE, seat=by)

    def play(self, state: State, now: Taking, by: Seat) -> tuple[State, tuple[Told, ...]]:
        left = state.stones - self.stones
        return State(left, Taking(Seat(1 - by)) if left else Over()), (Told("took", by),)


Action = Call | Fall | Take | Correction


class Stones(Referee[State, Action, Told]):
    TURN, END = "turn", "end"

    def listed(self, state: State, seat: Seat) -> list[Action]:
        return [Call()] if isinstance(state.now, Toss) else [Take(n) for n in range(1, state.stones + 1)]

    def odds(self, state: State) -> Chances[Action]:
        return Chances(tuple(map(Fall, range(1, 7))), (1,) * 6)

    def phase(self, state: State) -> tuple[str, str]:
        return str(state.now.__struct_config__.tag), "setup" if isinstance(state.now, Toss) else "turn"

    together = staticmethod(together)

    def covered(self, before: State, after: State, changes: tuple[Change, ...]) -> tuple[Covered, ...]:
        return tuple(Covered(change.path, "stones") for change in changes)


STONES = Stones(
    Action,
    lambda state: msgspec.json.encode(state).decode(),
    lambda text: msgspec.json.decode(text, type=State),
)
START, ASKED, FALLING = State(0, Toss()), State(0, Toss((Seat(0),))), State(0, Toss((Seat(0), Seat(1))))
THREE = State(3, Taking(Seat(1)))
ENDED = State(0, Over())


@pytest.mark.parametrize(
    ("state", "action", "by", "reason"),
    [
        (START, Call(), None, None),
        (START, Call(), 1, None),
        (ASKED, Call(), 0, "not_your_turn seat 1 by turn"),
        (START, Fall(3), None, "not_now toss by setup"),
        (START, Take(1), None, "not_now toss by setup"),
        (FALLING, Call(), None, "not_now toss by setup"),
        (FALLING, Call(), 0, "not_now toss by setup"),
        (FALLING, Fall(3), None, None),
        (FALLING, Fall(3), 0, "not_now toss by setup"),
        (FALLING, Fall(7), None, "no_die by setup"),
        (State(2, FALLING.now), Fall(7), None, "not_now toss by setup"),
        (THREE, Take(3), None, None),
        (THREE, Take(4), None, "too_many seat 1 by turn"),
        (THREE, Take(1), 0, "not_your_turn seat 1 by turn"),
        (THREE, Fall(2), None, "not_now taking by turn"),
        (ENDED, Take(1), None, "game_over by end"),
        (ENDED, Take(1), 0, "game_over by end"),
        (ENDED, Correction((), "Ana", "so"), 1, None),
        (ENDED, Correction((), "Ana", ""), None, "no_reason_given"),
        (THREE, Take(True), None, "no_such_value by None"),
        (THREE, "take 1", None, "no_such_action by None"),
    ],
)
def test_what_holds_for_every_game_is_looked_at_before_the_move(
    state: State, action: Action, by: Seat | None, reason: str | None
) -> None:
    found = STONES.refusal(state, action, by)
    if reason is None:
        assert found is None
        assert STONES.play(state, action, by)[1]
        assert action in STONES.legal(state, by)
        return
    assert found is not None
    said = [found.reason, *([found.thing] if found.reason == "not_now" and found.thing else [])]
    said += [f"seat {found.seat}"] if found.seat is not None else []
    assert " ".join([*said, *([] if found.reason == "no_reason_given" else [f"by {found.rule}"])]) == reason
    with pytest.raises(RefusedError):
        STONES.play(state, action, by)
    assert action not in STONES.legal(state, by)


@pytest.mark.parametrize("state", [START, ASKED, FALLING, THREE, ENDED])
@pytest.mark.parametrize("by", [None, 0, 1, 7])
def test_it_lists_what_it_does_not_refuse(state: State, by: Seat | None) -> None:
    every: list[Action] = [Call(), *map(Fall, range(8)), *map(Take, range(8))]
    assert list(STONES.legal(state, by)) == [action for action in every if STONES.refusal(state, action, by) is None]


def test_seats_that_act_together_are_all_awaited() -> None:
    assert [STONES.waiting(state) for state in (START, ASKED, FALLING, THREE, ENDED)] == [(0, 1), (1,), (), (1,), ()]
    state, told = STONES.play(START, Call(), Seat(1))
    assert (STONES.waiting(state), told) == ((0,), (Told("called", Seat(1)),))


def test_chance_is_asked_where_nobody_is() -> None:
    assert len(STONES.chances(FALLING).outcomes) == 6
    for state in (START, THREE, ENDED):
        with pytest.raises(ValueError, match="nothing is left to chance"):
            STONES.chances(state)


def test_a_correction_is_told_with_what_it_covers() -> None:
    fix = Correction((Change("stones", 5),), "Ana", "miscounted")
    state, (told,) = STONES.play(THREE, fix, Seat(0))
    assert state == replace(THREE, stones=5)
    assert told == Corrected(fix.changes, "Ana", "miscounted", covered=(Covered("stones", "stones"),))


def test_a_move_is_written_by_its_fields_alone() -> None:
    notation: Notation[Action] = Notation(Action, "take 2")
    assert notation.text(Take(2)) == "take 2"
    assert [notation.read(text) for text in ("call", "take", "fall 3")] == [Call(), Take(1), Fall(3)]
