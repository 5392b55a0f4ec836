"""Moves and outcomes: one class says all of an action, when it may be done, why not, and what it does.

    class PlaceDye(Move[State], frozen=True, tag="dye"):
        RULE = "place-dye"
        PHASES = (Play,)
        CHECKS = (own_shop, no_merchant, check_dye_left)
        space: Annotated[Space, From(list_own_spaces)]
        dye: Dye

        def play(self, state: State, now: Play, by: Seat, tell: Tell) -> State: ...

The tag is its verb, the fields are the words after it: ``dye B2 red``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from inspect import signature
from itertools import product, starmap
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Meta, Struct

from companion.engine.annotations import From, inspect_type, list_fields
from companion.engine.game import Chances, Odds, Refusal, Seat, Word

S = TypeVar("S")
T = TypeVar("T")
Tell = Callable[[Any], object]
"""Takes the effects of an action, in their order. Searches give `SILENT`, for which costly effects are not made."""
Check = Callable[..., Refusal | None]
"""A reason against a move: a function of the state, the seat, and those fields of the move that it names."""


def SILENT(effect: object) -> None:  # noqa: N802 - a constant that is a function
    """Ignores effects."""


class Action(Struct, frozen=True, gc=False):
    """Base class of actions. Fields are frozen values."""

    RULE: ClassVar[str]
    """Rule id in the leaflet."""
    PHASES: ClassVar[tuple[object, ...]] = (None,)
    """In which phases it may come, as the game's `phase_key` tells them apart. Default: the game has none."""


class Move(Action, Generic[S], frozen=True, gc=False):
    """An action of a seat."""

    CHECKS: ClassVar[tuple[Check, ...]] = ()
    """The reasons against it, in the order in which they are given. A small game has a `refusal` instead."""

    def refusal(self, state: S, by: Seat) -> Refusal | None:
        """Returns why the seat cannot do it, or None. Called only in its phases, for a seat that may act."""
        for check, fields in list_checks(type(self)):
            refused = check(state, by, *[getattr(self, field) for field in fields])
            if refused is not None:
                return refused
        return None

    def play(self, state: S, now: Any, by: Seat, tell: Tell) -> S:
        """Returns the next state and sends the effects to `tell`. Called only for legal moves."""
        raise NotImplementedError


class Outcome(Action, Generic[S], frozen=True, gc=False):
    """An outcome of chance, or an automatic step of the game."""

    @classmethod
    def odds(cls, state: S, now: Any) -> Odds:
        """Returns the possible outcomes of this class with their weights. Default: all that are not refused, with equal
        weights."""
        always = cls.refusal is Outcome.refusal
        outcomes = tuple([outcome for outcome in every(cls) if always or outcome.refusal(state, now) is None])
        return Chances(outcomes, (1,) * len(outcomes))

    def refusal(self, state: S, now: Any) -> Refusal | None:
        """Returns why this outcome is impossible, or None. Default: `odds` do not list it. If a class has its own
        `odds`, this is called only for outcomes that they do not list."""
        return None if self in Chances.of(self.odds(state, now)).outcomes else Refusal("not_now", self.RULE)

    def play(self, state: S, now: Any, tell: Tell) -> S:
        """Returns the next state and sends the effects to `tell`."""
        raise NotImplementedError


def replace_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Returns the items with one replaced."""
    return (*items[:index], item, *items[index + 1 :])


def per_state(function: Callable[[S, Seat], T]) -> Callable[[S, Seat], T]:
    """Caches the last result of a function of a state and a seat, for checks. The result must not be modified."""
    last: list[Any] = [None, None, None]

    def kept(state: S, seat: Seat) -> T:
        if last[0] is not state or last[1] != seat:
            last[:] = state, seat, function(state, seat)
        found: T = last[2]
        return found

    return kept


def list_values(hint: Any) -> Sequence[Any]:
    """Returns all values of a field's type: words, or bounded whole numbers. Raises `TypeError`."""
    bounds, kind = inspect_type(hint).note(Meta), inspect_type(hint).kind
    if bounds is not None and bounds.le is not None and (kind is int or hasattr(kind, "__supertype__")):
        return range(int(bounds.ge or 0), int(bounds.le) + 1)
    if isinstance(kind, type) and issubclass(kind, Word):
        return tuple(kind)
    raise TypeError(f"{hint}: a field of an action needs bounds, or values that are proposed (From)")


@cache
def every(kind: type[Action]) -> tuple[Any, ...]:
    """Returns all actions of a class, by the types of its fields."""
    return tuple(kind(*values) for values in product(*[list_values(hint) for _, hint in list_fields(kind)]))


def list_legal_moves(kind: type[Move[S]], state: S, by: Seat) -> list[Move[S]]:
    """Returns the moves of a class that are not refused. A check of one field runs once for each value of it."""
    first, free, bound, each = _plan(kind)
    for check in first:
        if check(state, by) is not None:
            return []
    columns = []
    for propose, checks in free:
        values = propose(state, by)
        for check in checks:
            values = [value for value in values if check(state, by, value) is None]
        columns.append(values)
    rows: Iterable[tuple[Any, ...]] = product(*columns)
    for propose, needs in bound:
        rows = [(*row, value) for row in rows for value in propose(state, by, *[row[i] for i in needs])]
    found = list(starmap(kind, rows))
    return [move for move in found if move.refusal(state, by) is None] if each else found


_Propose = Callable[..., Iterable[Any]]
_Plan = tuple[tuple[Check, ...], list[tuple[_Propose, list[Check]]], list[tuple[_Propose, list[int]]], bool]


@cache
def _plan(kind: type[Move[Any]]) -> _Plan:
    """Returns the checks that need no field; the fields with their own checks; from the first one whose values depend
    on others, the fields with the indices of those; and whether every move must be examined in the end."""
    checks, names = list_checks(kind), kind.__struct_fields__
    free: list[tuple[_Propose, list[Check]]] = []
    bound: list[tuple[_Propose, list[int]]] = []
    for field, hint in list_fields(kind):
        source = inspect_type(hint).note(From)
        propose = partial(_offer, list_values(hint)) if source is None else source.propose
        needs = [names.index(name) for name in _list_field_names(propose)]
        if needs or bound:
            bound.append((propose, needs))
        else:
            free.append((propose, [check for check, named in checks if named == (field.name,)]))
    each = kind.refusal is not Move.refusal or bool(bound) or any(len(named) > 1 for _, named in checks)
    return tuple(check for check, named in checks if not named), free, bound, each


def _offer(values: Sequence[Any], state: object, by: Seat) -> Sequence[Any]:
    return values


@cache
def list_checks(kind: type[Move[Any]]) -> tuple[tuple[Check, tuple[str, ...]], ...]:
    """Returns the checks of a class with the fields that each names. Raises `TypeError` for unknown fields."""
    found = tuple((check, _list_field_names(check)) for check in kind.CHECKS)
    for check, fields in found:
        if unknown := set(fields) - set(kind.__struct_fields__):
            raise TypeError(f"{kind.__name__}: {check} names {', '.join(sorted(unknown))}, which is no field of it")
    return found


def _list_field_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """Returns the parameter names after state and seat."""
    return tuple(signature(function).parameters)[2:]
