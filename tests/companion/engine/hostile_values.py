"""Values that are no part of any action, and what every game must say to them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from harness import Case, check_notation
from msgspec import Struct, defstruct
from msgspec.structs import astuple, replace

from companion.engine import RefusedError
from companion.engine.correction import Change, Correction
from companion.engine.game import Word


class Number(int):
    """Equal to a whole number, but none."""


class Text(str):
    """Equal to a text, but none."""


class Spiteful:
    """Cannot be compared, hashed or shown."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("compared")

    __hash__ = None  # not to be hashed: that is the point

    def __repr__(self) -> str:
        raise RuntimeError("shown")


LOOP: list[Any] = []
LOOP.extend([LOOP, LOOP])
DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]
VALUES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 7, 99, 2**62, 10**30, 10**5000, -(10**5000), 0.0, 1.0, 0.5, float("nan"), float("inf"),
    "", "1", "A1", "unknown", "x" * 10**6, "\x00", "\ud800", b"1", [], {}, (), set(), [[]], (None,), {"A": 1}, object(),
    int, Number(1), Text("A1"), Text("unknown"), Spiteful(), LOOP, DEEP, range(3), 1j,
)  # fmt: skip
"""Put in the place of each field of an action."""
WRITTEN: tuple[Any, ...] = (
    float("nan"), float("inf"), 10**30, 10**5000, "\ud800", ["\ud800"], {"\ud800": 1}, b"1", (), (1,), {1}, {1: 1},
    object(), int, Spiteful(), Number(1), Text("A1"), LOOP, DEEP, [Spiteful()], 1j,
)  # fmt: skip
"""Nothing that JSON can write and give back: no value of any correction."""
STRANGERS: tuple[Any, ...] = (
    None, "pass", 1, [], Spiteful(), int, ("pass",), defstruct("PlaceShop", [("space", str)])("A1"),
)  # fmt: skip
"""No actions at all."""


def disguised(value: Any) -> Iterator[Any]:
    """What looks much like a value, but is of another type."""
    yield from ([value], (value,), {value: value}, str(value), repr(value), Text(value), [str(value)])
    if isinstance(value, int):
        yield from (float(value), Number(value), complex(value), bool(value))


def same(one: Any, other: Any) -> bool:
    """Equal, and of the same type all through; a plain text may stand for a word of the rules."""
    if isinstance(other, Word) and type(one) is str:
        return one == other.value
    if type(one) is not type(other):
        return False
    if isinstance(one, Struct):
        return all(same(a, b) for a, b in zip(astuple(one), astuple(other), strict=True))
    return bool(one == other)


def check_door(case: Case, state: Any, rng: random.Random) -> None:
    """With any value in the place of any field, an action is one that is listed, or refused in words."""
    game = case.game
    legal = list(game.legal(state))
    said: set[tuple[type, str, str]] = set()
    for action in rng.sample(legal, min(len(legal), 12)):
        for field in action.__struct_fields__:
            for value in (*VALUES, *disguised(getattr(action, field))):
                made = replace(action, **{field: value})
                refusal = game.refusal(state, made)
                if refusal is None:
                    twin = [one for one in legal if same(made, one)]
                    assert len(twin) == 1, (field, type(value), game.text(state))
                    check_plays_alike(case, state, made, twin[0])
                elif (type(action), field, refusal.reason) not in said:
                    said.add((type(action), field, refusal.reason))
                    check_refused(case, state, made)
    for stranger in STRANGERS:
        check_refused(case, state, stranger)
    for by in VALUES:
        if type(by) is not int and by is not None:
            assert list(game.legal(state, by)) == []
            assert all(game.refusal(state, action, by) is not None for action in legal[:3])
    if legal:
        kind = type(legal[0])
        heir = type(kind.__name__, (kind,), {}, frozen=True)
        check_refused(case, state, heir(*astuple(legal[0])))


def check_plays_alike(case: Case, state: Any, made: Any, twin: Any) -> None:
    """An action in plain texts leads where the one in words leads, and what it leads to can be written."""
    after, effects = case.game.play(state, made)
    expected, expected_effects = case.game.play(state, twin)
    assert (repr(after), repr(effects)) == (repr(expected), repr(expected_effects))
    assert case.game.action_text(made) == case.game.action_text(twin)
    check_notation(case, after)


def check_refused(case: Case, state: Any, action: Any) -> None:
    """Refused with a reason, in words that can be sent anywhere; `play` says the same."""
    game = case.game
    refusal = game.refusal(state, action)
    assert refusal is not None, game.text(state)
    assert refusal.reason
    assert refusal.rule is None or refusal.rule in case.rules, refusal
    for language in ("en", "es"):
        assert 0 < len(game.say(refusal, state, language).encode()) < 1000
    try:
        game.play(state, action)
    except RefusedError as error:
        assert error.refusal == refusal
        assert len(str(error).encode()) < 2000
    else:
        raise AssertionError(f"played at {game.text(state)}")


def check_corrections(case: Case, state: Any) -> None:
    """A correction of wrong types is refused, wherever in it they are."""
    right = Correction((Change("x", 1),), "Ana", "a test")
    for value in WRITTEN:
        check_refused(case, state, replace(right, changes=(Change("now", value),)))
        check_refused(case, state, replace(right, changes=(Change("now", [{"a": value}]),)))
    for value in VALUES:
        if type(value) is not str or value in ("", "\ud800"):
            check_refused(case, state, replace(right, who=value))
            check_refused(case, state, replace(right, why=value))
        check_refused(case, state, replace(right, changes=(Change(value, 1),)))
        if type(value) is not tuple:
            check_refused(case, state, replace(right, changes=value))
        check_refused(case, state, replace(right, changes=(value,)))
